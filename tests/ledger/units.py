"""Clubs of three scales, for whatever shows or reads an amount."""

from __future__ import annotations

from tests.conftest import Database
from tests.ledger.test_projections import behind_the_guards

UNITS = (("chip", 0), ("EUR", 2), ("XBT", 8))


def counts_in(database: Database, unit: str, scale: int) -> dict[str, str]:
    """The club of this database has counted in this unit from its first day; gives the settings that agree."""
    behind_the_guards(database, "update club.club set unit = %s, scale = %s", unit, scale)
    return {"DATABASE_URL": database.admin_url, "CARDLEDGER_UNIT": unit, "CARDLEDGER_SCALE": str(scale)}
