"""From the events of every game back to the acts that caused them. The caller carries the act out and compares: nothing here is
taken on trust.

An act is told in its fullest form: a card that is kept is named, also where it goes without saying.
"""

from collections.abc import Iterator, Sequence
from typing import Never, TypeVar

from engine.answers import Answers
from engine.cardgame import commands, events
from engine.cardgame import offence_events as offences
from engine.cardgame.state import G
from engine.lot import complete
from engine.parts import Draw, PlayedCard
from engine.wanted import Wanted

S = TypeVar("S", bound=commands.StartGame)
T = TypeVar("T")  # events that a game tells itself
C = TypeVar("C", bound=Wanted)


def drawn(event: events.LotDrawn) -> tuple[Draw, ...]:
    """All the cards that were drawn, in their order."""
    return tuple([draw for each in event.rounds for draw in each])


# First event of an act -> the act.
ACTS = (
    Answers[object, Never, commands.Command]()
    .on(
        events.LotDrawn,
        lambda _, e: commands.DrawLot(tuple([PlayedCard(one.seat, one.card) for drawn in e.rounds for one in drawn])),
    )
    .on(events.DeckCommitted, lambda _, e: commands.Shuffle(e.seat, e.commitment, e.secret, e.order))
    .on(events.DeckShuffled, lambda _, e: commands.Shuffle(e.seat))
    .on(events.DeckCut, lambda _, e: commands.Cut(e.seat, e.at))
    .on(events.ToppedUp, lambda _, e: commands.TopUp(e.seat, e.chips))
    .on(events.PlayerLeft, lambda _, e: commands.Leave(e.seat))
    .on(events.EndTimeReached, lambda *_: commands.ReachEndTime())
    .on(offences.CardExposed, lambda _, e: commands.Expose(e.seat, e.card))
    .on(offences.ExposedCardKept, lambda _, e: commands.KeepCard(e.seat, e.card))
    .on(offences.GameVoided, lambda _, e: commands.VoidGame(e.reason))
    .on(offences.EntryCorrected, lambda _, e: commands.Correct(e.step, e.reason))
)


def begun(start: type[S], event: events.GameStarted, come: Sequence[object], pack: tuple[str, ...]) -> S:
    """The command with which a game began, by its own class. come: what came next. Of a lot that the service drew only the cards
    that were drawn are known, and nothing else matters: the rest of the pack lies in its printed order."""
    lot = None
    if event.house.deck == "service" and come and isinstance(come[0], events.LotDrawn):
        lot = complete(tuple([draw.card for draw in drawn(come[0])]), pack)
    return start(event.table, event.number, event.house, event.unit, event.scale, event.seats, event.dealer, lot)


def retell(start: type[S], acts: Answers[G, T, C], game: G, come: Sequence[object]) -> Iterator[S | C | commands.Command]:
    """What may have brought about what comes next: the act of its first event, by the game's own table or that of every game.
    start: the game's own command of that kind."""
    event = come[0]
    if isinstance(event, events.GameStarted):
        yield begun(start, event, come[1:2], game.by.pack(event.house))
        return
    told = acts.some(game, event) or ACTS.some(game, event)
    if told is not None:
        yield told
