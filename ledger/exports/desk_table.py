"""The report of the cash desk as CSV: for each day its opening, each entry with its receipt, each cashier's sum, its closing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.books.desk import DeskReport, Takings
from ledger.books.receipts import Receipt
from ledger.exports.csv_rows import by_people, written
from ledger.exports.table import Shape
from ledger.statements.words import Wording
from ledger.store.times import utc_text
from ledger.words.figures import decimal

COLUMNS = (
    "record", "day", "at", "cashier", "cashier_name", "kind", "words", "player", "player_name", "reference", "reason",
    "came", "went", "corrected", "difference", "balance", "unit", "position", "stream", "step",
)  # fmt: skip
FIGURES = ("came", "went", "corrected", "difference")


def write(
    told: DeskReport,
    entries: Iterable[Receipt],
    names: Mapping[str, str],
    unit: str,
    scale: int,
    wording: Wording,
    shape: Shape,
) -> Iterator[bytes]:
    """The file. entries: of the days of the report, in order. names: of players and of cashiers, by their ids. Raises NotHeld."""
    yield from written(_rows(told, entries, names, unit, scale, wording), shape)


def _rows(
    told: DeskReport, entries: Iterable[Receipt], names: Mapping[str, str], unit: str, scale: int, wording: Wording
) -> Iterator[Sequence[object]]:
    def row(record: str, **cells: object) -> Sequence[object]:
        return [{"record": record, "unit": unit, **cells}.get(column, "") for column in COLUMNS]

    def sums(takings: Takings) -> dict[str, object]:
        figures = (takings.came, takings.went, takings.corrected, takings.difference)
        return {name: decimal(chips, scale) for name, chips in zip(FIGURES, figures, strict=True)}

    yield COLUMNS
    left = iter(entries)
    one = next(left, None)
    for number, day in enumerate(told.days):
        balance = day.opening
        yield row("opening", day=day.day, words=wording.say("opening"), balance=decimal(balance, scale))
        while one is not None and one.day == number:
            balance += one.cash
            takings = Takings()
            takings.add(one.kind, one.cash, 1)
            yield row(
                "entry",
                day=day.day,
                at=utc_text(one.at),
                cashier=one.cashier,
                cashier_name=by_people(names.get(one.cashier)),
                kind=one.kind,
                words=wording.kind(one.kind),
                player=one.player or "",
                player_name=by_people(names.get(one.player or "")),
                reference=by_people(one.detail.reference),
                reason=by_people(one.detail.reason),
                **{name: figure for name, figure in sums(takings).items() if figure != decimal(0, scale)},
                balance=decimal(balance, scale),
                position=one.position,
                stream=one.stream,
                step=one.step,
            )
            one = next(left, None)
        for who, his in sorted(day.cashiers.items()):
            yield row("cashier", day=day.day, cashier=who, cashier_name=by_people(names.get(who)), **sums(his))
        closing = decimal(day.closing, scale)
        yield row(
            "closing", day=day.day, words=wording.say("closing"), **sums(day.takings), balance=closing, position=told.position
        )
