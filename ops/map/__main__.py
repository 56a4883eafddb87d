"""Writes docs/map.md: `./run map`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import psycopg

from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ledger.orders.app import Ledger
from ops.map.page import PAGE, page
from ops.map.rooms import read
from ops.map.walks import walks
from ops.warden import own_place

SCHEMA = "club"


def main() -> None:
    """The walks need a ledger: they have one on a server of their own, for a moment."""
    own_place()
    with LocalPostgres(Path(tempfile.gettempdir(), "server"), options={"fsync": "off"}) as server:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("create database club")
        migrate(server.url("club"), SCHEMA, "chip", 0)
        ledger = Ledger({"LEDGER_URL": service_url(server.url("club")), "LEDGER_SCHEMA": SCHEMA})
        try:
            PAGE.write_text(page(read(), walks(ledger)), encoding="utf-8")
        finally:
            ledger.close()
    print(f"{PAGE.relative_to(Path.cwd()) if PAGE.is_relative_to(Path.cwd()) else PAGE} is written.")


if __name__ == "__main__":
    main()
