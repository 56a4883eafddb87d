"""The register of what was imported: by its content, so that it is imported once, and by the name it came under."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ledger.store.recorder import Along

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

GAME, DEPOSIT = "game", "deposit"
SOURCE_LENGTH_MAX = 1000
COLUMNS = 5
_INSERT = (
    "insert into imported (digest, kind, source, became, own) select given.* from appended,"
    " unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::boolean[]) given where outcome = 'appended'"
)


@dataclass(frozen=True, slots=True)
class Registered:
    """digest: SHA-256 of the content, hex. source: the name it came under. became: the game, or of a deposit the player.

    own: of a game, whether its table was opened by the import.
    """

    digest: str
    source: str
    became: str
    own: bool


def game(ledger: Ledger, digest: str, source: str, named: str = "") -> tuple[Registered | None, Registered | None, bool]:
    """What this content is in as, and what is in under this name, None: nothing; and whether there is a game of the id `named`."""
    statement = (
        "select digest, source, became, own from imported where kind = 'game' and (digest = %s or source = %s)"
        " union all select '', originator_id, '', false from events where originator_id = %s and originator_version = 1"
    )
    found = [Registered(*row) for row in ledger.recorder.rows(statement, digest, source, f"game-{named}")]
    same = next((one for one in found if one.digest == digest), None)
    under = max((one for one in found if one.digest and one.source == source), key=lambda one: one.became, default=None)
    return same, under, any(not one.digest for one in found)


def deposits(ledger: Ledger, digests: Iterable[str]) -> set[str]:
    """Those of the digests that are in."""
    statement = "select digest from imported where kind = 'deposit' and digest = any(%s)"
    return {str(row[0]) for row in ledger.recorder.rows(statement, list(digests))}


def entries(kind: str, items: Iterable[Registered]) -> Along:
    """What is written along with the events of an import. Content that is in already breaks a unique key, so of two imports at the
    same moment one is decided again."""
    rows = [(one.digest, kind, one.source[:SOURCE_LENGTH_MAX], one.became, one.own) for one in items]
    columns = zip(*rows, strict=True) if rows else [()] * COLUMNS
    return Along(_INSERT, tuple([list(column) for column in columns]))
