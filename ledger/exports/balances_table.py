"""What all players have at a moment, as CSV: a row a player, and one for all together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.books.balances import Balance
from ledger.exports.csv_rows import by_people, written
from ledger.exports.table import Shape
from ledger.words.figures import decimal

COLUMNS = ("record", "player", "name", "wallet", "at_tables", "total", "unit", "position")


def write(told: Sequence[Balance], names: Mapping[str, str], unit: str, scale: int, position: int, shape: Shape) -> Iterator[bytes]:
    """The file. names: by the id of the player; who has none any more has an empty cell. Raises NotHeld."""

    def row(record: str, player: str, wallet: int, total: int) -> Sequence[object]:
        figures = [decimal(chips, scale) for chips in (wallet, total - wallet, total)]
        return (record, player, by_people(names.get(player)), *figures, unit, position)

    together = row("total", "", sum(one.wallet for one in told), sum(one.total for one in told))
    yield from written([COLUMNS, *(row("player", one.player, one.wallet, one.total) for one in told), together], shape)
