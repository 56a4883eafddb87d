"""The register of penalties as CSV (RFC 4180): a line for each, headings first; amounts with the digits behind the club's point.

Words that a spreadsheet would take for a formula get an apostrophe before them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from engine.room.signs import harmless
from ledger.registers.penalties import Penalty
from ledger.store.times import utc_text
from ledger.words.figures import decimal

COLUMNS = (
    "position", "recorded_at", "game", "table", "table_name", "step", "deal", "trick", "card", "seat", "player", "player_name",
    "offence", "rule", "broken", "found_by", "claimant_seat", "claimant", "claimant_name", "amount", "unit", "points", "account",
    "stands", "returned_by", "dispute", "ruling", "ended_by", "ended_in",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would carry out


def csv_of(
    penalties: Iterable[Penalty], players: Mapping[str, str], tables: Mapping[str, str], unit: str, scale: int
) -> Iterator[str]:
    """Lines of CSV. players, tables: what they are called, by id."""
    yield _line(COLUMNS)
    for one in penalties:
        yield _line(
            (
                one.position, utc_text(one.recorded_at), one.game, one.table, _words(tables.get(one.table)), one.step, one.deal,
                one.trick, one.card, one.seat, one.player, _words(players.get(one.player)), one.offence, one.rule, one.broken,
                one.found_by, one.claimant, one.claimant_player, _words(players.get(one.claimant_player or "")),
                decimal(one.chips, scale), _words(unit), one.points, one.account, "yes" if one.stands else "no", one.returned_by,
                one.dispute, one.ruling, one.ended_by, one.ended_in,
            )
        )  # fmt: skip


def _words(text: str | None) -> str:
    told = harmless(text or "")
    return f"'{told}" if told.startswith(FORMULA) else told


def _line(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(["" if cell is None else cell for cell in cells])
    return text.getvalue()
