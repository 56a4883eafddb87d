"""A club on a service that is to be killed: the people who use it, and a ledger on its store that looks on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ledger.database.migrate import service_url
from ledger.orders.app import Ledger
from tests.kills.evening import Evening
from tests.kills.patient import Patient
from tests.kills.victim import Victim


@dataclass
class Club:
    """ledger: for looking on; the service never hears of it."""

    victim: Victim
    evening: Evening
    ledger: Ledger


@contextmanager
def opened(victim: Victim) -> Iterator[Club]:
    """The club, running; on the way out it ends as it should: in order, with nothing left behind and no fault in its log."""
    try:
        victim.start()
        ledger = Ledger({"LEDGER_URL": service_url(victim.admin_url), "LEDGER_SCHEMA": "club"})
        try:
            with Patient(victim.url) as http:
                yield Club(victim, Evening(http, ledger), ledger)
        finally:
            ledger.close()
        assert set(victim.end()) == {0}
        assert victim.left_behind() == []
        assert "Traceback" not in victim.log.read_text()
    finally:
        victim.clear()
