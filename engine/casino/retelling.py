"""From events back to the acts that they came of. Whoever asks carries the act out and compares: nothing here is believed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.casino import commands, events
from engine.casino import offence_events as offences
from engine.casino.deal import undealt
from engine.casino.start import PACK
from engine.casino.state import Game
from engine.lot import complete
from engine.parts import PlayedCard


def _begun(event: events.GameStarted, come: Sequence[Any]) -> commands.StartGame:
    """Of a lot only the cards that were drawn are known, and nothing else matters: the rest lies in its printed order."""
    lot = None
    if event.house.deck == "service" and come and isinstance(come[0], events.LotDrawn):
        lot = complete(tuple([draw.card for each in come[0].rounds for draw in each]), PACK)
    return commands.StartGame(event.table, event.number, event.house, event.unit, event.scale, event.seats, event.dealer, lot)


def _dealt(game: Game, event: events.CardsDealt) -> commands.Deal:
    if game.house.deck == "service":
        return commands.Deal(event.dealer)
    return commands.Deal(event.dealer, {seat: event.hands[seat] for seat in sorted(event.hands)}, event.table or None)


# First event of an act -> the act. What is told by more than one event stands in `retell`.
ACTS: dict[type, Callable[[Game, Any], Any]] = {
    events.LotDrawn: lambda _, e: commands.DrawLot(
        tuple([PlayedCard(draw.seat, draw.card) for drawn in e.rounds for draw in drawn])
    ),
    events.DeckCommitted: lambda _, e: commands.Shuffle(e.seat, e.commitment, e.secret, e.order),
    events.DeckShuffled: lambda _, e: commands.Shuffle(e.seat),
    events.DeckCut: lambda _, e: commands.Cut(e.seat, e.at),
    events.LastAnnounced: lambda _, e: commands.AnnounceLast(e.seat),
    events.CardsDealt: _dealt,
    events.DealtUnseen: lambda _, e: commands.Deal(e.dealer, None, e.table or None),
    events.CardTrailed: lambda _, e: commands.Trail(e.seat, e.card),
    events.CardsCaptured: lambda _, e: commands.Capture(e.seat, e.card, e.loose, e.builds),
    events.BuildMade: lambda _, e: commands.LayBuild(e.seat, e.card, e.value, e.loose),
    events.BuildDoubled: lambda _, e: commands.LayBuild(e.seat, e.card, e.value, e.loose, e.build),
    events.BuildRaised: lambda _, e: commands.LayBuild(e.seat, e.card, e.value, e.loose, e.build),
    events.LastCardsTaken: lambda game, e: commands.Settle(e.undealt if undealt(game) is None else None),
    events.DeckScored: lambda *_: commands.Settle(),
    events.TargetClaimed: lambda _, e: commands.ClaimTarget(e.seat, e.undealt or None),
    events.ToppedUp: lambda _, e: commands.TopUp(e.seat, e.chips),
    events.PlayerLeft: lambda _, e: commands.Leave(e.seat),
    events.EndTimeReached: lambda *_: commands.ReachEndTime(),
    offences.CardExposed: lambda _, e: commands.Expose(e.seat, e.card),
    offences.ExposedCardKept: lambda _, e: commands.KeepCard(e.seat, e.card),
    offences.DealAnnulled: lambda _, e: commands.DemandRedeal(e.seat),
    offences.CardPlayedOutOfTurn: lambda _, e: commands.PlayOutOfTurn(e.seat, e.card),
    offences.ClaimMade: lambda _, e: commands.Claim(e.seat, e.deal, e.card),
    offences.OffenceFound: lambda _, e: commands.Penalise(e.deal, e.card),
    offences.MissingLastClaimed: lambda _, e: commands.ClaimMissingLast(e.seat),
    offences.GameVoided: lambda _, e: commands.VoidGame(e.reason),
    offences.EntryCorrected: lambda _, e: commands.Correct(e.step, e.reason),
}


def retell(game: Game, come: Sequence[Any]) -> Iterator[Any]:
    """The acts that may have brought about what comes next; the one that accounts for most of it first."""
    event = come[0]
    if isinstance(event, events.GameStarted):
        yield _begun(event, come[1:2])
        return
    if isinstance(event, events.LastAnnounced) and come[1:] and isinstance(come[1], events.CardsDealt):
        yield _dealt(game, come[1])
    told = ACTS.get(event.__class__)
    if told is not None:
        yield told(game, event)
