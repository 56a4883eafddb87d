"""One batch of events taken into the read models, in one transaction, by whoever holds the models' tracking rows.

The lock on the tracking row is all there is to leader election: a batch reads the events after the position that stands in the row
it has locked, and moves it in the same transaction. So any number of runners may run, none counts an event twice, and a lost
connection undoes the whole batch.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ledger.database.connection import SILENCE_SECONDS_MAX
from ledger.projections.model import Connection, Cursor, Guard, Model, Place, Seen, array, connect, head, read, views

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

BATCH = 500
# Columns of the tracking table that releases before this one did not have. mark: SHA-256 of the event at the model's position.
LATER = {"form": "int not null default 1", "mark": "bytea"}

log = logging.getLogger(__name__)


def prepare(ledger: Ledger, models: Collection[Model]) -> None:
    """Make the tables of the models that have none yet, and their tracking rows. May be called at any time, by many at once.

    Tables of an earlier form are dropped, recreated, and filled again from the first event; those of a later form, which
    another release has made, are left alone.
    """
    place = Place(views(ledger))
    with connect(ledger, SILENCE_SECONDS_MAX) as connection, connection.transaction(), connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{place.schema} tables",))
        known = _forms(cursor, place)
        for model in models:
            if known.get(model.name, 0) >= model.form:
                continue
            if model.name in known:
                cursor.execute(f"select from {place('tracking')} where model = %s for update", (model.name,))
            for guard in model.guards:
                _define(cursor, place, guard)
            create(cursor, place, model)
            index(cursor, place, model)
            cursor.execute(
                f"insert into {place('tracking')} (model, position, form) values (%s, 0, %s)"
                " on conflict (model) do update set position = 0, form = excluded.form, mark = null",
                (model.name, model.form),
            )


def _forms(cursor: Cursor, place: Place) -> dict[str, int]:
    """The form in which each model's tables stand. The table that tells it is made if it is not there."""
    cursor.execute(
        f"create table if not exists {place('tracking')} ("
        ' model text collate "C" primary key,'
        " position bigint not null,"
        " moved_at timestamptz not null default clock_timestamp(),"
        f" {', '.join(f'{column} {kind}' for column, kind in LATER.items())})"
    )
    there = "select attname from pg_attribute where attrelid = %s::regclass and not attisdropped"
    columns = {name for (name,) in cursor.execute(there, (place("tracking"),)).fetchall()}
    for column, kind in LATER.items():
        if column not in columns:
            cursor.execute(f"alter table {place('tracking')} add column {column} {kind}")
    return dict(cursor.execute(f"select model, form from {place('tracking')}").fetchall())


def _define(cursor: Cursor, place: Place, guard: Guard) -> None:
    """The function that a guard's trigger runs."""
    cursor.execute(
        f'create or replace function "{place.schema}".{guard.name}() returns trigger language plpgsql as'
        f" $guard$ begin {guard.body} return null; end $guard$"
    )


def create(cursor: Cursor, place: Place, model: Model) -> None:
    """Empty tables of a model with their guards, replacing any left there by an interrupted rebuild."""
    for table, columns in model.tables.items():
        cursor.execute(f"drop table if exists {place(table)}")
        cursor.execute(f"create table {place(table)} ({columns})")
    for guard in model.guards:
        cursor.execute(
            f"create trigger {guard.name} {guard.when.format(table=place(guard.table))}"
            f' for each statement execute function "{place.schema}".{guard.name}()'
        )


def index(cursor: Cursor, place: Place, model: Model) -> None:
    """The indexes of a model beyond the primary keys."""
    for table, what, unique in model.indexes:
        cursor.execute(f"create {'unique ' if unique else ''}index on {place(table)} {what}")


def feed(cursor: Cursor, place: Place, models: Sequence[Model], seen: Sequence[Seen]) -> None:
    """Give each model the events of the batch that it wants."""
    for model in models:
        for_it = [one for one in seen if one.topic in model.topics]
        if for_it:
            model.fold(cursor, place, for_it)


def wanted(models: Collection[Model]) -> frozenset[str]:
    """Names of the events that at least one of the models wants."""
    return frozenset[str]().union(*(model.topics for model in models))


def advance(cursor: Cursor, ledger: Ledger, place: Place, models: Collection[Model], position: int) -> None:
    """Set the tracking rows, which the transaction holds."""
    cursor.execute(
        f"update {place('tracking')} set position = %s, moved_at = clock_timestamp(),"
        f' mark = (select sha256(state) from "{ledger.datastore.schema}".events where notification_id = %s)'
        " where model = any(%s::text[])",
        (position, position, array(model.name for model in models)),
        prepare=True,
    )


def _lost(cursor: Cursor, ledger: Ledger, place: Place, held: Collection[str]) -> set[str]:
    """Those of these models, whose rows the transaction holds, that have taken in events the ledger does not have: it was restored
    to an earlier state beneath them."""
    found = cursor.execute(
        f"select model from {place('tracking')} where model = any(%s::text[]) and mark is distinct from"
        f' (select sha256(e.state) from "{ledger.datastore.schema}".events e where e.notification_id = position)'
        " and mark is not null",
        (array(held),),
        prepare=True,
    ).fetchall()
    return {name for (name,) in found}


def _begin_anew(cursor: Cursor, place: Place, model: Model) -> None:
    log.warning("The read model %r held what the ledger does not know, and is rebuilt", model.name)
    create(cursor, place, model)
    index(cursor, place, model)
    cursor.execute(f"update {place('tracking')} set position = 0, mark = null where model = %s", (model.name,))


def take(connection: Connection, ledger: Ledger, models: Sequence[Model], limit: int = BATCH) -> int | None:
    """Take up to `limit` events into each of `models` whose tracking row is free; how many events were passed at most.

    0: all of these models are at the head. None: other runners hold the rows of all of them at this moment.
    """
    place, by_name = Place(views(ledger)), {model.name: model for model in models}
    with connection.transaction(), connection.cursor() as cursor:
        held = cursor.execute(
            f"select model, position from {place('tracking')} where model = any(%s::text[]) for update skip locked",
            (array(by_name),),
            prepare=True,
        ).fetchall()
        if not held:
            return None
        positions: dict[str, int] = dict(held)
        for name in _lost(cursor, ledger, place, positions):
            _begin_anew(cursor, place, by_name[name])
            positions[name] = 0
        top = head(cursor, ledger.datastore.schema)
        most = 0
        for after in sorted({position for position in positions.values() if position < top}):
            here = [by_name[name] for name, position in positions.items() if position == after]
            upto = min(after + limit, top)
            feed(cursor, place, here, read(cursor, ledger, after, upto, wanted(here)))
            advance(cursor, ledger, place, here, upto)
            most = max(most, upto - after)
        return most
