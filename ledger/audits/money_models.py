"""What the read models hold, against the events: the journal line by line, balances, pots and sums account by account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from psycopg.rows import TupleRow

from engine.saying import Saying
from ledger.audits.money_rules import Finding
from ledger.projections import MODELS
from ledger.projections.journal import TIMED
from ledger.store.errors import Unreadable

if TYPE_CHECKING:
    from ledger.projections.model import Cursor, Place, Seen

BOOKS = ("journal", "balances", "pots")
COMPARED = (*BOOKS, "penalties", "disputes", "statistics")
AT_ONCE = 2_000
_COLUMNS = "position, line, stream, version, account, counter_account, amount, kind, actor, recorded_at, effective_at"


def reached(cursor: Cursor, place: Place) -> dict[str, int]:
    """How far each existing model of COMPARED has come, in its present form. The register depends on the disputes too: both are
    given if they have reached the same position, else neither."""
    there = cursor.execute("select to_regclass(%s)", (place("tracking"),)).fetchall()
    if there == [(None,)]:
        return {}
    text = f"select model, position, coalesce((to_jsonb(t) ->> 'form')::int, 1) from {place('tracking')} t where position > 0"
    told = cursor.execute(text).fetchall()
    at = {model: position for model, position, form in told if model in COMPARED and MODELS[model].form == form}
    if at.get("penalties") != at.get("disputes"):
        at.pop("penalties", None)
        at.pop("disputes", None)
    return at


def journal(cursor: Cursor, place: Place, after: int, upto: int, seen: Iterable[Seen]) -> Iterator[Finding]:
    """The journal's lines of the positions (after, upto], against the entries of the events there."""
    found = cursor.execute(
        f"select {_COLUMNS} from {place('journal')} where position > %s and position <= %s order by position, line", (after, upto)
    )
    lines = {(row[0], row[1]): tuple(row[2:]) for row in found}
    for one in seen:
        try:
            entry, envelope = one.entry, one.envelope
        except (Unreadable, KeyError):
            continue  # reported by the other checks
        for number, line in enumerate(entry):
            expected = (
                one.stream,
                one.version,
                line.account,
                line.counter,
                line.chips,
                line.kind,
                envelope.actor,
                one.recorded_at,
                envelope.effective_at,
            )
            kept = lines.pop((one.position, number), None)
            if kept != expected:
                yield _line(one, line.account, line.chips, expected, kept)
    for (position, number), kept in lines.items():
        says = Saying("The journal has a line {line} that this event does not post.", line=number)
        yield Finding("journal", position, kept[0], kept[1], kept[2], None, int(kept[4]), says)


def _line(one: Seen, account: str, chips: int, expected: TupleRow, kept: TupleRow | None) -> Finding:
    if kept is None:
        says = Saying("The journal lacks this line.")
        return Finding("journal", one.position, one.stream, one.version, account, chips, None, says)
    if int(kept[4]) == chips and kept[2] == account:
        other = next((str(here), str(there)) for here, there in zip(expected, kept, strict=True) if here != there)
        says = Saying("The journal's line differs in what it says besides the amount.")
        return Finding("journal", one.position, one.stream, one.version, account, *other, says)
    says = Saying("The journal's line is of another amount.")
    if kept[2] != account:
        says = Saying("The journal's line is of {account}.", account=kept[2])
    return Finding("journal", one.position, one.stream, one.version, account, chips, int(kept[4]), says)


def balances(cursor: Cursor, place: Place, held: Mapping[str, int]) -> Iterator[Finding]:
    """What the accounts hold by the model, against what they hold by the events at the same position."""
    yield from _unequal(
        "balances",
        cursor,
        f"select account, chips from {place('balances')} where chips <> 0 order by account",
        sorted(held.items()),
        Saying("The model's balance of this account is another."),
    )


def pots(cursor: Cursor, place: Place, held: Mapping[str, int]) -> Iterator[Finding]:
    """What the pots hold by the model, against the events."""
    expected = [(name, chips) for name, chips in sorted(held.items()) if name.startswith("game:")]
    text = f"select 'game:' || game || ':pot' collate \"C\" account, chips from {place('pots')} where chips <> 0 order by 1"
    yield from _unequal("pots", cursor, text, expected, Saying("The model's pot is another."))


def sums(cursor: Cursor, place: Place, held: Mapping[str, int]) -> Iterator[Finding]:
    """The sums by spans of time, of each width and by both times: all of an account's make its balance."""
    expected = [(name, chips) for name, chips in sorted(held.items()) if not name.startswith("game:")]
    widths = [width for (width,) in cursor.execute(f"select distinct width from {place('journal_sums')} order by 1").fetchall()]
    for width in widths:
        for basis in ("recorded", "effective"):
            text = (
                f"select account, sum({basis}) from {place('journal_sums')} where width = {int(width)}"
                f" group by account having sum({basis}) <> 0 order by account"
            )
            says = Saying("The sums of width {width} by the time {basis} make another balance.", width=width, basis=basis)
            yield from _unequal("journal", cursor, text, expected, says)


def timed_lines(cursor: Cursor, place: Place) -> Iterator[Finding]:
    """How many lines the sums are of, against how many there are: a line may be missing in sums that come out even."""
    ((lines,),) = cursor.execute(f"select count(*) from {place('journal')} where {TIMED}").fetchall()
    for width, recorded, effective in cursor.execute(
        f"select width, sum(recorded_lines)::bigint, sum(effective_lines)::bigint from {place('journal_sums')} group by width"
    ).fetchall():
        for basis, counted in (("recorded", recorded), ("effective", effective)):
            if counted != lines:
                says = Saying(
                    "The sums of width {width} by the time {basis} are of another number of lines.", width=width, basis=basis
                )
                yield Finding("journal", None, None, None, None, lines, counted, says)


def _unequal(check: str, cursor: Cursor, text: str, expected: Sequence[tuple[str, int]], says: Saying) -> Iterator[Finding]:
    """Where two series of rows (account, chips), both ordered by account, differ. The model's rows are read in chunks."""
    place = iter(expected)
    mine = next(place, None)
    for account, chips in _rows(cursor, text):
        while mine is not None and mine[0] < account:
            yield Finding(check, None, None, None, mine[0], mine[1], 0, says)
            mine = next(place, None)
        if mine is not None and mine[0] == account:
            if mine[1] != chips:
                yield Finding(check, None, None, None, account, mine[1], int(chips), says)
            mine = next(place, None)
        else:
            yield Finding(check, None, None, None, account, 0, int(chips), says)
    for name, held in [mine, *place] if mine is not None else ():
        yield Finding(check, None, None, None, name, held, 0, says)


def _rows(cursor: Cursor, text: str) -> Iterator[TupleRow]:
    """The rows of a query, through a server-side cursor, so that they are never all in memory."""
    with cursor.connection.cursor(name="audited") as served:
        served.itersize = AT_ONCE
        yield from served.execute(text.encode())
