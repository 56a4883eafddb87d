"""Statements made up for the tests of the formats: a wallet and a stack, every kind of line, names and amounts of any sort."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

from ledger.books.details import NOTHING, Detail
from ledger.books.moments import Basis, Horizon
from ledger.statements.lines import Row, Wanted
from ledger.statements.sums import Sum
from ledger.statements.whole import Whole
from ledger.statements.words import GROUP_OF

PLAYER, TABLE = "k3j5h2g4f6d7s5a2", "t2q6w4e7r5y3u2i6"
WALLET, STACK, GAME = f"player:{PLAYER}:wallet", f"player:{PLAYER}:stack:{TABLE}", f"{TABLE}-3"
NAME = "é 😀 <&> \\ №"  # D36
TABLE_NAME = '=Blue; 7|x  "&<é\u2028'
SAID = {
    "deposit": Detail('R-7; "a"|=b'),
    "correction": Detail(None, 'Typed; wrongly, \\ \u2028 "x"', 4),
    "ruling": Detail(None, "Seen, by: all", None, f"{GAME}-2", 1),
}
NOON = datetime(2026, 3, 28, 12, tzinfo=UTC)


def movements(count: int, greatest: int = 10**6) -> list[Row]:
    """So many movements over a change to summer time, as rows of the journal: first a deposit and chips for the table (two lines),
    then every kind of line in turn; amounts of every length up to `greatest`."""
    rows: list[Row] = [
        _row(1, 0, "deposit", greatest, WALLET, "house:cash", f"wallet-{PLAYER}"),
        _row(2, 0, "to_table", -(greatest // 2), WALLET, STACK, f"wallet-{PLAYER}"),
        _row(2, 1, "to_table", greatest // 2, STACK, WALLET, f"wallet-{PLAYER}"),
    ]
    kinds = sorted(set(GROUP_OF) - {"to_table", "from_table", "debt"})
    for number in range(len(rows), count):
        kind = kinds[number % len(kinds)]
        amount = (number * 7919 % 1000 + 1) * (1 if number % 3 else -1)
        cash = kind in {"deposit", "withdrawal"}
        account, counter = (WALLET, "house:cash") if cash else (STACK, f"game:{GAME}:pot")
        rows.append(_row(number, 0, kind, amount, account, counter, f"wallet-{PLAYER}" if cash else f"game-{GAME}"))
    return rows[:count]


def _row(position: int, line: int, kind: str, amount: int, account: str, counter: str, stream: str) -> Row:
    at = NOON + timedelta(minutes=17 * position)
    before = at - timedelta(seconds=position % 2 * 90)
    named = TABLE_NAME if "stack" in account + counter else None
    told = (position, line, at, before, kind, amount, account, counter, stream, position + 1, named)
    return Row(*told, SAID.get(kind, NOTHING))


def whole(
    rows: list[Row],
    *,
    openings: dict[str, int] | None = None,
    name: str | None = NAME,
    unit: str = "chip",
    scale: int = 0,
    tz: str = "Europe/Berlin",
    basis: Basis = "recorded",
    scope: str = "all",
    start: datetime | None = None,
    end: datetime | None = None,
) -> Whole:
    """The statement of these rows."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for _, _, _, _, kind, amount, account, *_ in rows:
        sums = found.setdefault((account, kind), Counter())
        sums["received_lines" if amount > 0 else "paid_lines"] += 1
        sums["received" if amount > 0 else "paid"] += abs(amount)
    within = tuple(
        Sum(account, kind, one["received_lines"], one["received"], one["paid_lines"], one["paid"])
        for (account, kind), one in sorted(found.items())
    )
    taken_at = NOON + timedelta(days=400)
    wanted = Wanted(PLAYER, start, end, basis, scope, Horizon(10**6, taken_at))
    return Whole(wanted, tz, name, unit, scale, taken_at, openings or {}, within, lambda: iter(rows))
