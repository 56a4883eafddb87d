"""One batch of events taken into the read models, in one transaction, by whoever holds the models' tracking rows.

The lock on the tracking row is the whole election of a leader: a batch reads the events after the position that stands in the row
it has locked, and moves it in the same transaction. So any number of runners may run, none counts an event twice, and a lost
connection undoes the whole batch.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ledger.projections.model import Connection, Cursor, Model, Place, Seen, array, connect, head, read, views

if TYPE_CHECKING:
    from ledger.app import Ledger

BATCH = 500


def prepare(ledger: Ledger, models: Collection[Model]) -> None:
    """Make the tables of the models that have none yet, and their tracking rows. May be called at any time, by many at once."""
    place = Place(views(ledger))
    with connect(ledger) as connection, connection.transaction(), connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{place.schema} tables",))
        cursor.execute(
            f"create table if not exists {place('tracking')} ("
            ' model text collate "C" primary key,'
            " position bigint not null,"
            " moved_at timestamptz not null default clock_timestamp())"
        )
        known = {row[0] for row in cursor.execute(f"select model from {place('tracking')}")}
        for model in models:
            if model.name not in known:
                create(cursor, place, model)
                index(cursor, place, model)
                cursor.execute(f"insert into {place('tracking')} (model, position) values (%s, 0)", (model.name,))


def create(cursor: Cursor, place: Place, model: Model) -> None:
    """Empty tables of a model, instead of any that a rebuild which was broken off has left there."""
    for table, columns in model.tables.items():
        cursor.execute(f"drop table if exists {place(table)}")
        cursor.execute(f"create table {place(table)} ({columns})")


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


def advance(cursor: Cursor, place: Place, models: Collection[Model], position: int) -> None:
    """Set the tracking rows, which the transaction holds."""
    cursor.execute(
        f"update {place('tracking')} set position = %s, moved_at = clock_timestamp() where model = any(%s::text[])",
        (position, array(model.name for model in models)),
        prepare=True,
    )


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
        top = head(cursor, ledger.datastore.schema)
        most = 0
        for after in sorted({position for _, position in held if position < top}):
            here = [by_name[name] for name, position in held if position == after]
            upto = min(after + limit, top)
            feed(cursor, place, here, read(cursor, ledger, after, upto, wanted(here)))
            advance(cursor, place, here, upto)
            most = max(most, upto - after)
        return most
