"""The game record of a stored game.

HIDDEN: it tells every hand and the secrets of the shuffles; the caller decides who may see that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.deeds import awards
from engine.games import KINDS
from engine.record import Record, Untold, recorded
from engine.record.times import Times
from engine.saying import Saying
from ledger.store.errors import NotAllowed, NotFound, Unreplayable
from ledger.store.ids import is_stream, stream_of_game
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


def record_of(ledger: Ledger, game: str) -> Record:
    """The record of a game ("{table}-{number}") that is over: its acts yield exactly what is stored.

    Raises NotFound, NotAllowed (it is not over), Unreplayable (what is stored is not a game by the rules), Unreadable.
    """
    name = stream_of_game(game)
    stream = ledger.load(name) if is_stream(name) else None
    if stream is None or not stream.version:
        raise NotFound(Saying("There is no game {game}.", game=game))
    kind = KINDS[stream.kind]
    if not kind.decider.is_over(stream.state):
        raise NotAllowed("The record of a game tells all of it, so it is given when the game is over.")
    try:
        return recorded(kind, [ledger.decode(row).event for row in ledger.history(name)])
    except Untold as fault:
        raise Unreplayable(game, fault.step, stream.version, Saying("no act brings about what stands there")) from fault


@dataclass(frozen=True, slots=True)
class HeldPlayer:
    """A player of a recorded game, with his stack before and after it."""

    seat: int
    player: str
    stack: int
    end: int


@dataclass(frozen=True, slots=True)
class Held:
    """What a record holds: the game, its players, its result. Amounts are whole chips."""

    game: str
    preset: str
    table: str
    number: int
    unit: str
    scale: int
    players: tuple[HeldPlayer, ...]
    how: str
    pot: int
    acts: int
    steps: int


def times_of(ledger: Ledger, game: str, record: Record) -> Times:
    """When each act of its record was done, by effective time; never earlier than the act before it."""
    rows = ledger.history(f"game-{game}")
    times: dict[int, str] = {}
    latest = ""
    for one in record.acts:
        latest = times[one.step] = max(latest, utc_text(ledger.decode(rows[one.step - 1]).effective_at))
    return times


def held(record: Record) -> Held:
    """What a record holds."""
    begin, state = record.begin, record.state
    return Held(
        game=record.kind.name,
        preset=begin.house.preset,
        table=begin.table,
        number=begin.number,
        unit=begin.unit,
        scale=begin.scale,
        players=tuple([HeldPlayer(one.seat, one.player, one.stack, state.stacks[one.seat]) for one in begin.seats]),
        how=state.how,
        pot=paid_out(record),
        acts=len(record.acts),
        steps=len(record.events),
    )


def paid_out(record: Record) -> int:
    """The pot that the game was played for, as it went out at the end; 0 of a void game."""
    for event in reversed(record.events):
        if awards(event):
            return sum(share.chips for share in event.shares)
    return 0
