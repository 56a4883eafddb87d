"""Laws of whole games whose hands only the players see: what is known always allows the truth, and what is proved is true."""

from __future__ import annotations

from typing import Any

from engine import possibilities
from engine.azi import azi, commands, events, legal, recordable, violations
from engine.azi.particulars import pack
from engine.azi.state import DEALT, Game
from engine.cardgame.claims import laid_in
from engine.decider import fold
from engine.games import KINDS
from engine.record import read, recorded, write
from engine.rules import RuleBroken
from tests.engine.azi.unseen_games import Step, Table, played
from tests.engine.mixes import dice
from tests.engine.scenario import keeps
from tests.laws import law


@keeps("AZI-DEAL-9", "AZI-CLAIM-1")
@law(games=40, chunks=4)
def test_what_is_known_allows_the_truth_and_what_is_proved_is_true_in_every_game(seed: int) -> None:
    """One game, looked at after every act."""
    happened: list[Any] = []
    chips, last, mistaken = None, azi.initial, False
    for step, table in played(seed):
        if isinstance(step.made, RuleBroken):
            assert step.after is step.before
            continue
        happened += step.made
        last = step.after
        chips = conserved(chips, step)
        goes_on(last)
        mistaken = not mistaken and bool(happened) and is_mistyped(step, table)
        if not mistaken:
            allows_the_truth(last, table)
            proves_only_the_truth(last, table)
    assert last.over
    assert fold(azi, azi.initial, happened) == last
    assert all(claim.lapsed for claim in last.offences.claims)
    open_claims = [one for one in violations(last) if one.kind == "claim"]
    assert {one.status for one in open_claims} <= {"unproved"}
    text = write(recorded(KINDS["azi"], happened))
    assert read(text).events == tuple(happened)


def is_mistyped(step: Step, table: Table) -> bool:
    """Whether this act told what did not happen; the next one corrects it."""
    return isinstance(step.command, commands.Play) and table.last != step.command


def conserved(before: int | None, step: Step) -> int:
    """Chips come only with a top-up. Returns how many there are."""
    now = sum(step.after.stacks.values()) + step.after.pot
    came = sum(event.chips for event in step.made if isinstance(event, events.ToppedUp))  # type: ignore[union-attr]
    assert before is None or now == before + came, "chips are lost"
    return now


def goes_on(game: Game) -> None:
    """Nothing follows by itself any more, and somebody can act."""
    assert azi.follow(game) is None
    if game.phase == "awaiting_settlement":
        assert azi.decide(game, commands.Settle())
    elif not game.over and game.phase != "lot":
        assert legal(game, game.turn) or recordable(game, game.turn), f"nobody can act at {game.phase}"


def allows_the_truth(game: Game, table: Table) -> None:
    """The hands as they are, and each card once: held, put away, seen or in the stock."""
    known = game.offences.known
    if known is None:
        assert game.phase not in DEALT
        return
    for seat, held in known.held.items():
        hand = table.hands[seat]
        assert possibilities.may_be(known, seat, frozenset(hand)), (seat, hand, held)
        assert set(possibilities.surely(known, seat)) <= set(hand) <= set(possibilities.possible(known, seat))
    hidden = sum(held.room for held in known.held.values())
    assert hidden <= len(known.unplaced)
    assert set(table.stock) <= set(known.unplaced)


def proves_only_the_truth(game: Game, table: Table) -> None:
    """What is proved has happened so, what is judged innocent was; and whatever all cards have come up of is judged."""
    for deal in range(1, game.deal + 1):
        laid = laid_in(game, deal)
        for play in laid:
            truth = table.broken[deal, play.number]
            if play.broken == "AZI-RAZ-1":
                assert not table.raznomast[deal, play.seat]
            elif play.broken:
                assert truth == play.broken or (truth, play.broken) == ("AZI-PLAY-2", "AZI-PLAY-3")
                assert play.doubt is not None or truth == play.broken
            else:
                assert play.open or not truth
        down = {seat: [play for play in laid if play.seat == seat and play.stands] for seat in {play.seat for play in laid}}
        for plays in down.values():
            if len(plays) == game.house.cards_kept:
                assert not [play for play in plays if play.doubt], "all cards are down, and one is not judged"


@keeps("AZI-DEAL-9", "AZI-VIOL-7")
@law(games=6, first=200)
def test_decide_takes_exactly_the_cards_that_are_legal_or_recordable(seed: int) -> None:
    rnd = dice(seed)
    for step, _ in played(seed):
        game = step.after
        if game.phase != "play" or rnd.random() < 0.7:
            continue
        lawful, extra = legal(game, game.turn), recordable(game, game.turn)
        assert not set(lawful) & set(extra)
        for card in (*pack(game.house), "2S", "XX"):
            command = commands.Play(game.turn, card)
            assert accepted(game, command) == (command in (*lawful, *extra)), command
        for seat in game.seats:
            told = legal(game, seat) if seat != game.turn else (*lawful, *extra)
            for other in (commands.DeclareRaznomast(seat), commands.Discard(seat)):
                assert accepted(game, other) == (other in told or other in recordable(game, seat))


def accepted(game: Game, command: Any) -> bool:
    """Whether decide takes it; it refuses in a whole sentence."""
    try:
        return bool(azi.decide(game, command))
    except RuleBroken as refusal:
        broken = refusal
    assert broken.says[0].isupper()
    assert "{" not in broken.says
    return False
