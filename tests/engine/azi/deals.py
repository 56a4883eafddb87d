"""Short ways to a game of Azi with known cards: a real table, where the hands are entered as they were dealt."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.azi import azi
from engine.azi.commands import BetBlind, Call, Cut, Deal, Fold, OfferCut, Play, Raise, Shuffle, StartGame
from engine.azi.events import Seated
from engine.azi.house_rules import HouseRules, house_rules
from engine.azi.particulars import pack
from engine.azi.state import Game
from engine.decider import act
from engine.seats import clockwise, next_counter_clockwise
from engine.shuffle import commitment, shuffled

ROOT = Path(__file__).parents[3]
PRESETS = tuple(sorted(file.stem for file in (ROOT / "seeds" / "house_rules").glob("azi-*.toml")))
HANDS = ("6D 7D 8D", "9D TD JD", "6H 7H 8H", "9H TH JH", "6S 7S 8S", "9S TS JS", "QD QH QS")
SECRET = bytes(range(32))


def preset(name: str = "azi-three", **changes: Any) -> HouseRules:
    """The house rules of a preset, with changes."""
    return house_rules({**tomllib.loads((ROOT / "seeds" / "house_rules" / f"{name}.toml").read_text("utf-8")), **changes})


# Those that dice can play, whose cards the service deals.
DICED = tuple(name for name in PRESETS if preset(name).deck == "service")


def start(*stacks: int, dealer: int | None = None, name: str = "azi-three", lot: Any = None, **changes: Any) -> StartGame:
    """A game of players p1, p2 … at seats 1, 2 …; the last of them deals unless told otherwise. The cards are entered."""
    seated = tuple([Seated(seat, f"p{seat}", stack) for seat, stack in enumerate(stacks, 1)])
    house = preset(name, **{"deck": "entered", **changes})
    return StartGame("t", 1, house, "chip", 0, seated, dealer or len(stacks), lot)


def ritual(dealer: int, participants: Sequence[int]) -> list[Any]:
    """One shuffle, two cuts."""
    cutter = next_counter_clockwise(tuple(sorted(participants)), dealer)
    return [Shuffle(dealer), Cut(cutter), OfferCut(dealer), Cut(cutter)]


def deal(dealer: int, hands: dict[int, str] | Sequence[int], trump: str = "AS") -> list[Any]:
    """The ritual and the deal. hands: cards by seat, or only the seats, who then get any cards."""
    if not isinstance(hands, dict):
        hands = dict(zip(clockwise(tuple(sorted(hands)), dealer), HANDS, strict=False))
    return [*ritual(dealer, tuple(hands)), Deal(dealer, {seat: tuple(cards.split()) for seat, cards in hands.items()}, trump)]


def dealt_by_service(players: int, name: str, **changes: Any) -> Game:
    """The state when the service has dealt to so many players; the last one is the dealer."""
    game, seats = reached(start(*(1000,) * players, name=name, deck="service", **changes)), tuple(range(1, players + 1))
    for command in (*ritual(players, seats), Deal(players)):
        served = service_shuffle(game, command.seat) if isinstance(command, Shuffle) else command
        _, game = act(azi, game, Cut(command.seat, 9) if isinstance(command, Cut) else served)
    return game


def plays(*told: str) -> list[Play]:
    """ "3 9H" is a card of seat 3."""
    return [Play(int(seat), card) for seat, card in (one.split() for one in told)]


def reached(*commands: Any) -> Game:
    """The state after these commands."""
    state = azi.initial
    for command in commands:
        _, state = act(azi, state, command)
    return state


def service_shuffle(game: Game, seat: int, secret: bytes = SECRET) -> Shuffle:
    """The dice of the service for the next shuffle of this game."""
    told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
    return Shuffle(seat, told, secret.hex(), shuffled(pack(game.house), secret))


# Four players, ante 5, seat 4 deals, seat 1 is first hand.
FOUR = [start(1000, 1000, 1000, 1000), *deal(4, (1, 2, 3, 4))]
# Three tricks for three players: 1 takes with the spade ace, 2 with the heart ace, 3 with the diamond ace. Spades are trumps.
AZI_HANDS = {1: "AS 6H 6D", 2: "6S AH 7D", 3: "7S 7H AD", 4: "8D 8H 8S", 5: "9D 9H 9S"}
AZI_PLAYS = ("1 AS", "2 6S", "3 7S", "1 6H", "2 AH", "3 7H", "2 7D", "3 AD", "1 6D")


def to_azi(*stacks: int, hundred: bool = False, **changes: Any) -> list[Any]:
    """Five players, dealer 5; 1 bets 5 blind, 2 and 3 call, 4 and 5 fold; three tricks for three: the pot is 50.

    `hundred`: the pot is 100 (blind 9, a raise to 28 that both call).
    """
    if hundred:
        bids: list[Any] = [BetBlind(1, 9), Raise(2, 28), Call(3), Fold(4), Fold(5), Call(1)]
    else:
        bids = [BetBlind(1, 5), Call(2), Call(3), Fold(4), Fold(5)]
    cards = AZI_PLAYS if not hundred else ("2 AH", "3 7H", "1 6H", "2 6S", "3 7S", "1 AS", "1 6D", "2 7D", "3 AD")
    return [start(*(stacks or (1000,) * 5), **changes), *deal(5, AZI_HANDS, "TS"), *bids, *plays(*cards)]
