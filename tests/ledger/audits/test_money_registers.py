"""The audit of the money holds the register of penalties and the statistics against the events and the books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest

from engine.disputes.commands import Disputed
from ledger.audits.auditing import audited
from ledger.audits.findings import MONEY
from ledger.audits.money import audit
from ledger.running.rebuild import rebuild
from tests.ledger.court import RENEGE, Court, play_out_recorded, record
from tests.ledger.plays import PLAYS
from tests.ledger.random_club import catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database


@pytest.fixture
def fined(ledger: Ledger) -> Court:
    """A penalty of 260 while the game ran; after it a fine of 50 to the house that stands, one that came back, a payment."""
    court = record(ledger, PLAYS[0], RENEGE)
    first = court.open("renege", Disputed(deal=1, trick=1, card="7H"))
    court.rule(first, "penalty", rule="AZI-VIOL-2")
    play_out_recorded(court)
    second, third = court.open(), court.open()
    court.rule(second, "penalty", seat=2, amount=50)
    court.rule(third, "penalty", seat=2, amount=70)
    court.rule(third, "pay", seat=3, amount=5, to=(1,))
    catch_up(ledger)
    assert audit(ledger).findings == ()
    assert {"penalties", "disputes", "statistics"} == set(audit(ledger).registers)
    return court


@pytest.mark.parametrize(
    ("lie", "kinds", "model"),
    [
        ("update club_views.penalties set ended = 2, lifted = true where chips = 50", ["penalties"] * 2, "penalties"),
        ("update club_views.penalties set ended = null where chips = 70", ["penalties"] * 2, "penalties"),
        ("update club_views.penalties set voided = 99 where chips = 260", ["penalties"], "penalties"),
        ("update club_views.penalties set returned = 99 where chips = 260", ["penalties"], "penalties"),
        ("update club_views.penalties set chips = 26 where chips = 260", ["penalties"], "penalties"),
        ("update club_views.penalties set to_house = false where chips = 50", ["penalties"] * 2, "penalties"),
        ("delete from club_views.penalties where chips = 260", ["penalties"], "penalties"),
        (
            "insert into club_views.penalties select 1, game, table_id, step, deal, trick, card, seat, player, offence, rule,"
            " broken, found_by, claimant, chips, points, recorded_at, returned, voided, dispute, ruling, to_house, ended, lifted"
            " from club_views.penalties where chips = 260",
            ["penalties"],
            "penalties",
        ),
        ("update club_views.disputes set decision = 'void_game' where decision = 'pay'", ["penalties"] * 3, "disputes"),
        ("update club_views.statistics_games set net = net + 1 where seat = 1", ["statistics"], "statistics"),
        ("delete from club_views.statistics_games where seat = 4", ["statistics"], "statistics"),
        ("update club_views.statistics_rulings set chips = chips + 1 where chips = 5", ["statistics"], "statistics"),
    ],
)
def test_a_register_that_says_otherwise_than_events_and_money_is_found(
    database: Database, ledger: Ledger, fined: Court, lie: str, kinds: list[str], model: str
) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        assert admin.execute(lie).rowcount > 0
    found = audit(ledger).findings
    assert [one.check for one in found] == kinds
    one = next(iter(audited(ledger, (MONEY,)).findings))
    assert (one.game or one.account, one.says) != (None, "")
    rebuild(ledger, model)
    assert audit(ledger).findings == ()


def test_registers_at_different_positions_are_not_compared_and_the_report_says_so(
    database: Database, ledger: Ledger, fined: Court
) -> None:
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("update club_views.tracking set position = position - 1 where model = 'disputes'")
    report = audit(ledger)
    assert (report.findings, set(report.registers)) == ((), {"statistics"})
    assert fined.game
