"""From events back to the acts that caused them. The caller carries the act out and compares: nothing here is taken on trust."""

from collections.abc import Iterator, Sequence
from typing import Never

from engine.answers import Answers
from engine.cardgame import retelling
from engine.casino import commands, events
from engine.casino import offence_events as offences
from engine.casino.commands import Command
from engine.casino.deal import undealt
from engine.casino.state import Game


def _dealt(game: Game, event: events.CardsDealt) -> commands.Deal:
    if game.house.deck == "service":
        return commands.Deal(event.dealer)
    return commands.Deal(event.dealer, {seat: event.hands[seat] for seat in sorted(event.hands)}, event.table or None)


# First event of an act -> the act. What is told by more than one event stands in `retell`.
ACTS = (
    Answers[Game, Never, Command]()
    .on(events.LastAnnounced, lambda _, e: commands.AnnounceLast(e.seat))
    .on(events.CardsDealt, _dealt)
    .on(events.DealtUnseen, lambda _, e: commands.Deal(e.dealer, None, e.table or None))
    .on(events.CardTrailed, lambda _, e: commands.Trail(e.seat, e.card))
    .on(events.CardsCaptured, lambda _, e: commands.Capture(e.seat, e.card, e.loose, e.builds))
    .on(events.BuildMade, lambda _, e: commands.LayBuild(e.seat, e.card, e.value, e.loose))
    .on(events.BuildDoubled, lambda _, e: commands.LayBuild(e.seat, e.card, e.value, e.loose, e.build))
    .on(events.BuildRaised, lambda _, e: commands.LayBuild(e.seat, e.card, e.value, e.loose, e.build))
    .on(events.LastCardsTaken, lambda game, e: commands.Settle(e.undealt if undealt(game) is None else None))
    .on(events.DeckScored, lambda *_: commands.Settle())
    .on(events.TargetClaimed, lambda _, e: commands.ClaimTarget(e.seat, e.undealt or None))
    .on(offences.DealAnnulled, lambda _, e: commands.DemandRedeal(e.seat))
    .on(offences.CardPlayedOutOfTurn, lambda _, e: commands.PlayOutOfTurn(e.seat, e.card))
    .on(offences.ClaimMade, lambda _, e: commands.Claim(e.seat, e.deal, e.card))
    .on(offences.OffenceFound, lambda _, e: commands.Penalise(e.deal, e.card))
    .on(offences.MissingLastClaimed, lambda _, e: commands.ClaimMissingLast(e.seat))
)


def retell(game: Game, come: Sequence[events.Event]) -> Iterator[Command]:
    """The acts that may have brought about what comes next; the one that accounts for most of it first."""
    if isinstance(come[0], events.LastAnnounced) and come[1:] and isinstance(come[1], events.CardsDealt):
        yield _dealt(game, come[1])
    yield from retelling.retell(commands.StartGame, ACTS, game, come)
