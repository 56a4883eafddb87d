"""Games to play through the ledger, move by move, as a steward enters them at a real table."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from engine.azi import commands as azi
from engine.azi.events import PlayedCard
from engine.rules import RuleBroken
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.play import games
from tests.ledger.club import order

LOT = azi.DrawLot(tuple(PlayedCard(seat, card) for seat, card in ((1, "6D"), (2, "TH"), (3, "9S"), (4, "QH"))))
RITUAL = (azi.Shuffle(4), azi.Cut(3, 11), azi.Shuffle(4), azi.Cut(3, 14))
HANDS = {1: ("KD", "7H", "6S"), 2: ("TD", "AH", "8H"), 3: ("AD", "QS", "KH"), 4: ("6D", "7D", "8D")}
DEAL = azi.Deal(4, HANDS, "9S")
# Worked example 1 of the rules: a pot of 130, and seat 3 leads.
BIDS = (azi.BetBlind(1, 10), azi.Call(2), azi.Raise(3, 40), azi.Fold(4), azi.Call(1), azi.Call(2))
CARDS = ((3, "AD"), (1, "KD"), (2, "TD"), (3, "QS"), (1, "6S"), (2, "8H"), (3, "KH"), (1, "7H"), (2, "AH"))
PLAYS = tuple(azi.Play(seat, card) for seat, card in CARDS)
DEALT = (LOT, *RITUAL, DEAL)
EXAMPLE_1 = (*DEALT, *BIDS, *PLAYS)


def elsewhere(place: dict[str, str], caller: Caller, acts: list[tuple[str, str, Any]]) -> list[str]:
    """In this process, on a ledger of its own: (key, game, command) one by one; what became of each."""
    ledger, outcomes = Ledger(place), []
    try:
        for key, game, command in acts:
            try:
                done = games.act(ledger, order(caller, key), game, command)
                outcomes.append("replayed" if done.replayed else "kept")
            except RuleBroken as broken:
                outcomes.append(broken.rule.id)
    finally:
        ledger.close()
    return outcomes


def in_processes(place: dict[str, str], caller: Caller, *parts: list[tuple[str, str, Any]]) -> list[list[str]]:
    """`elsewhere` in one process for each part, all at once. One that dies is an error, not awaited for ever."""
    with ProcessPoolExecutor(len(parts), get_context("spawn")) as pool:
        return [begun.result() for begun in [pool.submit(elsewhere, place, caller, part) for part in parts]]
