"""Rebuilding read models from the events, beside the live ones, and replacing those in one moment.

The new tables grow under names of their own while the live ones are read and written. At the end the tracking row is held: the rest
is folded, the old tables go, the new ones take their names, the row is set. Readers see the old or the new, never anything between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from psycopg import errors
from psycopg.rows import TupleRow

from engine.saying import Saying
from ledger.projections import MODELS
from ledger.projections.batch import advance, create, feed, index, prepare, wanted
from ledger.projections.model import Connection, Cursor, Model, Place, Seen, connect, head, read, views
from ledger.running.models import EVERY
from ledger.store.errors import LedgerError, Unreadable

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

STRIDE = 5_000  # positions a transaction
SWAPS = 20  # how often the exchange gives way to readers
Progress = Callable[[int, int], None]


class RebuildRunning(LedgerError):
    """Another rebuild of one of these models is running."""

    sentence = Saying("Another rebuild of this read model is running: wait for its end.")


def rebuild(ledger: Ledger, models: str | Collection[str] = tuple(MODELS), progress: Progress | None = None) -> int:
    """Rebuild one model or several from nothing, reading the events once for all of them; the position they have reached.

    progress: called with (events passed, events there are) after each stride. Raises KeyError for an unknown model, RebuildRunning.
    If it is interrupted the live models stay as they are, and the next rebuild clears what it left behind.
    """
    chosen = [EVERY[name] for name in ([models] if isinstance(models, str) else models)]
    prepare(ledger, chosen)
    place = Place(views(ledger), "__new")
    with connect(ledger) as connection, connection.cursor() as cursor:
        for model in sorted(chosen, key=lambda model: model.name):
            _claim(cursor, place, model)
        with connection.transaction():
            for model in chosen:
                create(cursor, place, model)
        at = 0
        for at, top, seen in _read_ahead(ledger, wanted(chosen)):
            with connection.transaction():
                feed(cursor, place, chosen, seen)
            if progress is not None:
                progress(at, top)
        with connection.transaction():
            for model in chosen:
                index(cursor, place, model)
                for table in model.tables:
                    cursor.execute(f"analyze {place(table)}")
        return min((_swap(connection, ledger, place, model, at) for model in chosen), default=at)


def difference(ledger: Ledger, model: str) -> list[tuple[str, str, TupleRow]]:
    """Where the live model is not what the events come to: (table, "live" or "rebuilt", a row that only that one has); ten a table.

    The live model is held at its position meanwhile, and nothing is changed. An empty list: equal, row for row.
    """
    chosen, live, place = EVERY[model], Place(views(ledger)), Place(views(ledger), "__compared")
    prepare(ledger, [chosen])
    found: list[tuple[str, str, TupleRow]] = []
    with connect(ledger) as connection, connection.cursor() as cursor, connection.transaction(force_rollback=True):
        position = _held(cursor, live, chosen)
        create(cursor, place, chosen)
        at = 0
        while at < position:
            at = _advance(cursor, ledger, place, [chosen], at, min(at + STRIDE, position))
        for table in chosen.tables:
            for whose, one, other in (("live", live, place), ("rebuilt", place, live)):
                rows = cursor.execute(f"select * from {one(table)} except all select * from {other(table)} limit 10").fetchall()
                found += [(table, whose, row) for row in rows]
    return found


def equal(ledger: Ledger, model: str) -> bool:
    """Whether the live model equals one rebuilt from the events, row for row."""
    return not difference(ledger, model)


def _read_ahead(ledger: Ledger, topics: frozenset[str]) -> Iterator[tuple[int, int, list[Seen]]]:
    """The events from the first to the head, by strides: (position reached, head, events).

    The next stride is read and decoded by another thread while this one waits for the server to store the last.
    """

    def stride(after: int) -> tuple[int, int, list[Seen]]:
        top = head(cursor, ledger.datastore.schema)
        upto = min(after + STRIDE, top)
        seen = read(cursor, ledger, after, upto, topics)
        for one in seen:
            with suppress(Unreadable):  # raised again for the model that needs it
                one.decode()
        return upto, top, seen

    with connect(ledger) as connection, connection.cursor() as cursor, ThreadPoolExecutor(1) as pool:
        after, coming = 0, pool.submit(stride, 0)
        while (read_now := coming.result())[0] > after:
            after = read_now[0]
            coming = pool.submit(stride, after)
            yield read_now


def _claim(cursor: Cursor, place: Place, model: Model) -> None:
    """Be the only one to rebuild this model, as long as the connection lasts."""
    lock = f"{place.schema} rebuild {model.name}"
    if cursor.execute("select pg_try_advisory_lock(hashtextextended(%s, 0))", (lock,)).fetchall() != [(True,)]:
        raise RebuildRunning


def _advance(cursor: Cursor, ledger: Ledger, place: Place, models: Collection[Model], after: int, upto: int) -> int:
    """Fold the events of (after, upto] into the tables at `place`; returns upto."""
    feed(cursor, place, list(models), read(cursor, ledger, after, upto, wanted(models)))
    return upto


def _held(cursor: Cursor, live: Place, model: Model) -> int:
    """Hold the model's tracking row to the end of the transaction; its position."""
    held = cursor.execute(f"select position from {live('tracking')} where model = %s for update", (model.name,))
    ((position,),) = held.fetchall()
    return int(position)


def _swap(connection: Connection, ledger: Ledger, place: Place, model: Model, at: int) -> int:
    """Catch up and take the live tables' place. It gives way, several times, to readers that hold the old tables."""
    for attempt in range(SWAPS):
        try:
            with connection.transaction(), connection.cursor() as cursor:
                return _exchange(cursor, ledger, place, model, at)
        except (errors.DeadlockDetected, errors.LockNotAvailable):
            if attempt == SWAPS - 1:
                raise
    raise AssertionError("the last attempt returns or raises")


def _exchange(cursor: Cursor, ledger: Ledger, place: Place, model: Model, at: int) -> int:
    live = Place(place.schema)
    cursor.execute("set local lock_timeout = '2s'")
    _held(cursor, live, model)
    upto = head(cursor, ledger.datastore.schema)
    while at < upto:
        at = _advance(cursor, ledger, place, [model], at, min(at + STRIDE, upto))
    for table in model.tables:
        cursor.execute(f"drop table {live(table)}")
        cursor.execute(f'alter table {place(table)} rename to "{table}"')
    advance(cursor, ledger, live, [model], upto)
    return upto
