"""One service for all tests of the interface: they take new players and tables instead of a new database."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

from tests.api.service import Service, served
from tests.conftest import SCHEMA, Database, _dropped, _made


@pytest.fixture(scope="session")
def club(server_url: str, template: str) -> Iterator[Database]:
    """A migrated database that the tests of the interface share."""
    from ledger.database.migrate import service_url

    name = f"cardledger_api_{secrets.token_hex(6)}"
    url = _made(server_url, name, template)
    try:
        yield Database(name, url, service_url(url), SCHEMA)
    finally:
        _dropped(server_url, name)


@pytest.fixture(scope="session")
def service(club: Database) -> Iterator[Service]:
    """The service, running, with a client for each role."""
    with served(club.place) as running:
        yield running
