"""The standing audit: what it keeps is what an audit on demand finds, however the events were cut; rulings later included."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import psycopg
import pytest

from engine.changed import changed
from ledger.audits.auditing import audited
from ledger.audits.findings import FAULT, NOTE, OF_GAMES, PENALTIES, Finding
from ledger.audits.listing import findings, need_there, standing
from ledger.audits.standing import FINDINGS, Known, Stood
from ledger.audits.writing import plain_report
from ledger.projections.batch import prepare, take
from ledger.projections.model import connect
from ledger.projections.position import reached, wait_for
from ledger.running.models import APART
from ledger.running.rebuild import difference, rebuild
from ledger.running.runner import Runner
from ledger.store.envelope import link
from ledger.store.ids import table_stream
from tests.api.program import here
from tests.ledger.audits.forging import rewritten, step_of
from tests.ledger.court import Court
from tests.ledger.plays import DEALT, EXAMPLE_1
from tests.ledger.random_club import RandomClub

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database


def kept(ledger: Ledger) -> list[Finding]:
    """Everything that the standing audit has found so far."""
    return [one.finding for one in findings(ledger, limit=1000)]


def audit(ledger: Ledger, batch: int = 500) -> None:
    """Take all events into the standing audit, so many a batch."""
    prepare(ledger, [FINDINGS])
    with connect(ledger) as connection:
        while take(connection, ledger, [FINDINGS], batch):
            pass


def test_every_game_that_has_ended_is_audited_once_and_a_sound_one_gives_no_finding(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(4)
    Court(ledger, *DEALT)  # still running
    with Runner(ledger, tuple(APART)):
        head = ledger.head()
        assert wait_for(ledger, tuple(APART), head, 20) == head
    told = standing(ledger)
    events = sum(len(ledger.history(f"game-{club.table}-{number}")) for number in range(1, 5))
    assert (told.position, told.games, told.events, told.unread, told.faults, told.notes) == (head, 4, events, 0, 0, 0)
    assert standing(ledger, game=f"{club.table}-2").games == 1
    assert standing(ledger, table="nowhere").games == 0
    assert kept(ledger) == []


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_what_is_kept_is_what_an_audit_on_demand_finds(database: Database, ledger: Ledger, batch: int) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(4)
    for number in (1, 3):
        stream = f"game-{club.table}-{number}"
        rewritten(database, ledger, stream, step_of(ledger, stream, "azi.antes_posted"), pot=16)
    audit(ledger, batch)
    found = kept(ledger)
    assert sorted(found, key=lambda one: (one.game, one.step)) == audited(ledger, OF_GAMES).findings
    assert [one.game for one in found] == [f"{club.table}-3"] * 2 + [f"{club.table}-1"] * 2  # the game audited last first
    assert standing(ledger).faults == len(found) == 4
    assert difference(ledger, "findings") == []
    first, second, *others = findings(ledger, limit=100)
    assert findings(ledger, before=(first.judged, first.number), limit=1) == [second]
    assert findings(ledger, before=(second.judged, second.number)) == others
    assert findings(ledger, audit=PENALTIES) == findings(ledger, severity=NOTE) == findings(ledger, game=f"{club.table}-2") == []
    assert len(findings(ledger, audit="games", severity=FAULT, table=club.table)) == 4
    if batch == 500:
        answer = here("audit", "standing", "--json", DATABASE_URL=database.admin_url)
        assert (answer.exit_code, json.loads(answer.stdout)["counts"]) == (1, plain_report(audited(ledger, OF_GAMES))["counts"])
        shown = here("audit", "standing", "--game", f"{club.table}-2", DATABASE_URL=database.admin_url)
        assert (shown.exit_code, "In order" in shown.stdout) == (0, True)
        for name, value in (("--game", "nothing-1"), ("--game", f"{club.table}-9"), ("--table", "nowhere"), ("--table", "a b")):
            assert here("audit", "standing", name, value, DATABASE_URL=database.admin_url).exit_code == 4


def test_an_event_that_can_not_be_read_is_found_and_holds_nothing_up(database: Database, ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(3)
    last = ledger.history(f"game-{club.table}-2")[-1]
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("alter table club.events disable trigger events_are_kept")
        connection.execute("update club.events set state = 'no event' where notification_id = %s", (last.position,))
        connection.execute("alter table club.events enable trigger events_are_kept")
    need_there(ledger, club.table, f"{club.table}-2")
    audit(ledger)
    assert rebuild(ledger, "findings") == reached(ledger, ("findings",)) == ledger.head()
    assert (f"{club.table}-2", "unreadable") in [(one.game, one.kind) for one in kept(ledger)]
    assert (standing(ledger).games, standing(ledger).unread) == (3, 1)


def test_a_ruling_after_the_game_has_it_audited_again(ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1)
    audit(ledger)
    before = standing(ledger)
    assert (before.games, before.notes) == (1, 0)
    court.rule(court.open(), "penalty", rule="AZI-VIOL-1", seat=1, amount=5, to=(2,))
    audit(ledger)
    (note,) = kept(ledger)
    assert (note.audit, note.severity, note.kind, note.rule) == (PENALTIES, NOTE, "without_violation", "AZI-VIOL-1")
    assert (standing(ledger).games, standing(ledger).notes) == (1, 1)
    assert difference(ledger, "findings") == []


def test_a_table_is_read_on_from_its_last_game_and_from_the_beginning_for_an_earlier_one(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(2)
    rows, stood = ledger.history(table_stream(club.table)), Stood(limit=1)
    states = ledger.load(table_stream(club.table))
    stood.learn(rows[-1], states.state)
    known = stood.before(table_stream(club.table), 3)
    assert known is not None
    assert known.version == states.version
    assert stood.before(table_stream(club.table), 2) is None
    first = next(row for row in rows if row.topic == "table.game_finished")
    stood.learn(first, changed(states.state, begun=1))  # as after a rebuild
    assert stood.before(table_stream(club.table), 2) == Known(first.originator_version, link(first), changed(states.state, begun=1))
    other = RandomClub(ledger, seed=6, players=3)
    stood.learn(ledger.history(table_stream(other.table))[-1], ledger.load(table_stream(other.table)).state)
    assert stood.before(table_stream(club.table), 3) is None


def test_what_an_earlier_release_has_kept_in_english_alone_is_found_anew(ledger: Ledger) -> None:
    tables = FINDINGS.tables | {"findings": FINDINGS.tables["findings"].replace("jsonb", "text")}
    prepare(ledger, [replace(FINDINGS, tables=tables, form=1)])
    RandomClub(ledger, seed=5, players=3).play(1)
    audit(ledger)
    with connect(ledger) as connection:
        found = connection.execute(
            "select column_name from information_schema.columns where table_name = 'findings' and data_type = 'jsonb' order by 1"
        ).fetchall()
    assert [name for (name,) in found] == ["expected", "found", "says"]
    assert reached(ledger, [FINDINGS.name])
