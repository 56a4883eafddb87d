"""What the ledger knows of the engine: every event by name, what is declared of it, and the rules that fold each kind of stream.

A game's kind is told by the name of its first event: "azi.game_started" begins a game of Azi.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.branch import EVENTS as BRANCH_EVENTS
from engine.branch import branch
from engine.decider import Decider
from engine.declared import Declared, Role, declared
from engine.disputes import dispute
from engine.disputes.events import EVENTS as DISPUTE_EVENTS
from engine.games import KINDS
from engine.room.desk import desk
from engine.room.events import EVENTS as ROOM_EVENTS
from engine.room.table import table
from engine.room.wallet import wallet
from ledger.store.envelope import GENESIS
from ledger.store.errors import NotFound
from ledger.store.ids import family
from ledger.store.streams import AnyStream, Stream

if TYPE_CHECKING:
    from ledger.store.ids import AnyStreamId

ROOM: Mapping[str, Decider[Any, Any, Any]] = {"wallet": wallet, "table": table, "dispute": dispute, "desk": desk, "branch": branch}
EVENTS: Mapping[str, type] = {
    **ROOM_EVENTS,
    **DISPUTE_EVENTS,
    **BRANCH_EVENTS,
    **{name: event for kind in KINDS.values() for name, event in kind.events.items()},
}
DECLARED: Mapping[str, Declared] = {name: declared(event) for name, event in EVENTS.items()}
ROLES: Mapping[str, Role] = {name: known.role for name, known in DECLARED.items() if known.role is not None}
SEALED: Mapping[str, Mapping[str, str]] = {name: known.sealed for name, known in DECLARED.items() if known.sealed}


def named(*events: type) -> frozenset[str]:
    """The names under which these events are stored."""
    return frozenset(declared(event).name for event in events)


def doing(*roles: Role) -> frozenset[str]:
    """The names of the events, of whichever game, that do one of these."""
    return frozenset(name for name, role in ROLES.items() if role in roles)


def decider(kind: str) -> Decider[Any, Any, Any]:
    """The rules of "wallet", "table", "dispute", "desk", "branch" or a game by its name. Raises KeyError: there are none."""
    return ROOM[kind] if kind in ROOM else KINDS[kind].decider


def kind_of(stream: str, topic: str) -> str:
    """The kind of a stream that holds an event of this name."""
    return topic.partition(".")[0] if family(stream) == "game" else family(stream)


def unwritten(stream: AnyStreamId) -> AnyStream:
    """A stream without events. Raises NotFound: nothing of this name can be written by this release."""
    kind = family(stream)
    if kind == "game":
        return Stream(stream, None, 0, GENESIS, "")
    if kind not in ROOM:
        raise NotFound
    return Stream(stream, ROOM[kind].initial, 0, GENESIS, kind)


def begun_by(command: object) -> str:
    """The game that a command begins. Raises NotFound: none, so there is no game yet that the command could be for."""
    for name, kind in KINDS.items():
        if command.__class__ is kind.start:
            return name
    raise NotFound
