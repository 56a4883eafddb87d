"""Games as they are stored, without a database; and every way in which one field of an event can be told otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import psycopg

from engine.record import Record
from ledger.audits.judging import Judged, judged
from ledger.store import kinds
from ledger.store.codec import LedgerMapper
from ledger.store.envelope import GENESIS, Envelope, Kept, link
from ledger.store.recorder import KEYLESS

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database

MAPPER = LedgerMapper(kinds.EVENTS, kinds.SEALED)
AT = datetime(2026, 1, 2, tzinfo=UTC)


def stored(events: Iterable[Any]) -> list[Kept]:
    """The rows of a game, sealed and chained as the ledger does it."""
    rows: list[Kept] = []
    head, stream = GENESIS, ""
    for version, event in enumerate(events, 1):
        stream = stream or f"game-{event.table}-{event.number}"
        row = MAPPER.to_stored_event(Envelope(stream, version, event, "stella", None, "f" * 32, AT, head))
        rows.append(replace(row, position=version))
        head = link(row)
    return rows


def judge(events: Iterable[Any]) -> Judged:
    """What the audit says of a game that is stored so."""
    return judged(MAPPER.to_domain_event, stored(events))


def otherwise(value: Any) -> Iterator[Any]:
    """Values of the same shape that differ from this one in one place."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif value is None:
        yield 1
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, tuple) and value:
        yield value[:-1]
        for other in otherwise(value[0]):
            yield (other, *value[1:])
    elif isinstance(value, dict) and value:
        first, last = next(iter(value)), next(reversed(value))
        yield {key: kept for key, kept in value.items() if key != last}
        for other in otherwise(value[first]):
            yield {**value, first: other}
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            for other in otherwise(getattr(value, one.name)):
                yield replace(value, **{one.name: other})


def forgeries(record: Record) -> Iterator[tuple[int, str, list[Any]]]:
    """(step, field, events) for each field of each consequence, told otherwise. A consequence is what the acts do not say
    themselves: where a changed field tells another act, that is another game, and no forgery."""
    events, state = list(record.events), record.kind.decider.initial
    acts = {one.step for one in record.acts}
    for step, event in enumerate(events, 1):
        come = events[step - 1 : step + 7]
        for one in fields(event):
            for value in otherwise(getattr(event, one.name)):
                forged = replace(event, **{one.name: value})
                if step in acts and _tells(record, state, come) != _tells(record, state, [forged, *come[1:]]):
                    continue
                yield step, one.name, [*events[: step - 1], forged, *events[step:]]
        state = record.kind.decider.evolve(state, event)


def _tells(record: Record, state: Any, come: list[Any]) -> list[Any]:
    return list(record.kind.notation.retell(state, come))


def rewritten(database: Database, ledger: Ledger, stream: str, step: int, **changes: Any) -> None:
    """One stored event says something else, and all that follow in its stream are chained to it again: as the database's
    administrator could do it, behind the triggers."""
    rows = ledger.history(stream)
    head = link(rows[step - 2]) if step > 1 else None
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("set session_replication_role = replica")
        for row in rows[step - 1 :]:
            envelope = ledger.decode(row)
            event = replace(envelope.event, **changes) if row.originator_version == step else envelope.event
            values = {name: getattr(envelope, name) for name in type(envelope).__struct_fields__}
            values |= {"event": event, "prev": head or envelope.prev}
            new = ledger.mapper.to_stored_event(type(envelope)(**values))  # type: ignore[arg-type]
            head = link(new)  # type: ignore[arg-type]
            admin.execute(
                "update club.events set state = %s, sealed = %s where originator_id = %s and originator_version = %s",
                (new.state, new.sealed, stream, row.originator_version),  # type: ignore[attr-defined]
            )


def step_of(ledger: Ledger, stream: str, topic: str) -> int:
    """The step of the first event of this name."""
    return next(row.originator_version for row in ledger.history(stream) if row.topic == topic)


@dataclass(frozen=True)
class Dated:
    """An event that no rule has allowed, and when it is said to have happened."""

    stream: str
    event: Any
    at: datetime


def forged_at(ledger: Ledger, *told: Dated) -> int:
    """These events, in one append, behind what their streams hold; the position of the first."""
    before, versions = ledger.head(), dict[str, int]()
    read = {one.stream: ledger.load(one.stream) for one in told}
    kept: list[Kept] = []
    for one in told:
        version = versions[one.stream] = versions.get(one.stream, read[one.stream].version) + 1
        envelope = Envelope(one.stream, version, one.event, "forger", None, "f" * 32, one.at, GENESIS)
        kept.append(ledger.mapper.to_stored_event(envelope))  # type: ignore[arg-type]
    heads = {stream: (one.version, one.head) for stream, one in read.items()}
    assert ledger.recorder.append(kept, KEYLESS, heads).name == "appended"
    return before + 1
