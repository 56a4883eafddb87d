"""All audits in one report, on a real ledger: silent on a sound club, exact where somebody has changed what is stored."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from engine.disputes.commands import Disputed
from ledger.audits import auditing
from ledger.audits.auditing import audited
from ledger.audits.findings import AUDITS, GAMES, MISDEALS, PENALTIES, Report
from ledger.audits.writing import COLUMNS, csv_of, plain_report
from ledger.store.errors import NotFound
from tests.api.program import here
from tests.ledger.audits.forging import rewritten, step_of
from tests.ledger.court import RENEGE, Court
from tests.ledger.plays import DEALT, EXAMPLE_1
from tests.ledger.random_club import RandomClub, catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database

OF_GAMES = (GAMES, PENALTIES, MISDEALS)


def test_a_sound_club_is_in_order_and_the_report_says_what_was_looked_at(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(4)
    court = Court(ledger, *DEALT)
    catch_up(ledger)
    told: list[tuple[str, int, int]] = []
    report = audited(ledger, progress=lambda what, seen, there: told.append((what, seen, there)))
    assert (report.ok, report.counts.total(), report.games, report.running, report.unread) == (True, 0, 5, 1, 0)
    head = ledger.head()
    assert report.position == head
    played = [*[f"{club.table}-{number}" for number in range(1, 5)], court.game]
    assert report.events == sum(len(ledger.history(f"game-{game}")) for game in played)
    assert {what for what, _, _ in told} == {"games", "money"}
    assert {(seen, there) for what, seen, there in told if what == "games"} == {(head, head)}
    assert (audited(ledger, OF_GAMES, table=club.table).games, audited(ledger, OF_GAMES, games=[f"{club.table}-3"]).games) == (4, 1)
    wrong: dict[str, Any]
    for wrong in ({"games": [f"{club.table}-9"]}, {"table": "nowhere"}, {"table": "%"}):
        with pytest.raises(NotFound):
            audited(ledger, OF_GAMES, **wrong)


def test_a_lie_behind_the_service_s_back_is_named_with_rule_game_step_expected_and_found(
    database: Database, ledger: Ledger
) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(3)
    game = f"{club.table}-2"
    step = step_of(ledger, f"game-{game}", "azi.antes_posted")
    rewritten(database, ledger, f"game-{game}", step, pot=16)
    finding, after = audited(ledger, OF_GAMES).findings
    assert (after.game, (after.step or 0) > step) == (game, True)  # the next pot, which rests on the true one
    assert (finding.rule, finding.game, finding.step, finding.expected, finding.found) == (
        "AZI-ANTE-1",
        game,
        step,
        "pot 15",
        "pot 16",
    )
    assert finding.position == ledger.history(f"game-{game}")[step - 1].position
    address = {"DATABASE_URL": database.admin_url}
    answer = here("audit", "games", "--json", **address)
    assert answer.exit_code == 1
    told = json.loads(answer.stdout)
    assert (told["ok"], told["faults"], told["findings"][0]["step"]) == (False, 2, step)
    assert set(told["findings"][0]) == set(COLUMNS)
    line = next(csv.DictReader(io.StringIO(here("audit", "games", "--format", "csv", **address).stdout)))
    assert (line["game"], line["step"], line["rule"], line["found"]) == (game, str(step), "AZI-ANTE-1", "pot 16")
    shown = here("audit", "games", "--table", club.table, **address)
    assert shown.exit_code == 1
    assert "2 faults and 0 notes in 3 games" in shown.stdout
    assert here("audit", "games", "--game", f"{club.table}-1", **address).exit_code == 0
    assert here("audit", "penalties", **address).exit_code == 0
    assert here("audit", "all", **address).exit_code == 1
    assert here("audit", "games", "--format", "xml", **address).exit_code == 4
    assert here("audit", "misdeals", "--game", "nothing-1", **address).exit_code == 4


def test_the_games_of_one_table_are_audited_in_strides_too(
    database: Database, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    RandomClub(ledger, seed=6, players=3).play(2)
    club.play(6)
    rewritten(database, ledger, f"game-{club.table}-4", step_of(ledger, f"game-{club.table}-4", "azi.antes_posted"), pot=16)
    whole = audited(ledger, OF_GAMES, table=club.table)
    assert (whole.games, whole.ok) == (6, False)
    monkeypatch.setattr(auditing, "TABLE_STRIDE", 3)
    told: list[int] = []
    assert audited(ledger, OF_GAMES, table=club.table, progress=lambda _, seen, __: told.append(seen)) == whole
    assert len(told) >= 4
    assert told == sorted({*told})
    assert told[-1] == ledger.head()
    for number, found in ((3, 0), (4, len(whole.findings))):
        assert len(audited(ledger, OF_GAMES, games=[f"{club.table}-{number}"]).findings) == found


def test_games_at_a_table_whose_history_can_not_be_read_are_audited_all_the_same(database: Database, ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(3)
    begun = [row for row in ledger.history(f"table-{club.table}") if row.topic == "table.game_begun"]
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("set session_replication_role = replica")
        admin.execute("update club.events set state = 'nothing' where notification_id = %s", (begun[1].position,))
    assert audited(ledger, OF_GAMES, table=club.table).games == 3


def test_a_game_that_begins_otherwise_than_its_table_stands_is_found(database: Database, ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(3)
    game = f"game-{club.table}-3"
    begun = ledger.decode(ledger.history(game)[0]).event
    rewritten(database, ledger, game, 1, house=replace(begun.house, ante=begun.house.ante * 2))
    found = audited(ledger, OF_GAMES).findings
    house = next(one for one in found if one.step == 1)
    assert (house.rule, house.expected, house.found) == ("TABLE-1", "ante 5", "ante 10")
    assert any(one.rule == "AZI-ANTE-1" and one.step == 2 for one in found)
    finished = [row.originator_version for row in ledger.history(f"table-{club.table}") if row.topic == "table.game_finished"]
    dealer = ledger.decode(ledger.history(f"game-{club.table}-2")[0]).event.dealer
    rewritten(database, ledger, f"table-{club.table}", finished[0], next_dealer=dealer % 3 + 1)
    games = {(one.game, one.step, one.rule) for one in audited(ledger, OF_GAMES).findings}
    last = len(ledger.history(f"game-{club.table}-1"))
    assert {(f"{club.table}-2", 1, "AZI-DEAL-2"), (f"{club.table}-1", last, "AZI-DEAL-2")} <= games


def test_an_unclaimed_renege_is_a_note_and_a_fault_only_for_who_wants_it_so(database: Database, ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1[:13], RENEGE, enforcement="record")
    (note,) = audited(ledger, (PENALTIES,)).findings
    assert (note.severity, note.kind, note.rule, note.game) == ("note", "unclaimed", "AZI-PLAY-2", court.game)
    assert audited(ledger, (MISDEALS,)).findings == []
    address = {"DATABASE_URL": database.admin_url}
    assert here("audit", "penalties", **address).exit_code == 0
    strict = here("audit", "penalties", "--strict", **address)
    assert (strict.exit_code, "unclaimed" in strict.stdout) == (1, True)


def test_a_ruling_is_held_against_what_it_says(database: Database, ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1)
    dispute = court.open(about=Disputed())
    court.rule(dispute, "penalty", seat=1, amount=30, rule="AZI-VIOL-2")
    (note,) = audited(ledger, (PENALTIES,)).findings
    assert (note.severity, note.kind, note.rule) == ("note", "without_violation", "AZI-VIOL-2")
    stream = f"dispute-{dispute}"
    step = step_of(ledger, stream, "dispute.ruled")
    for changes, kind, expected, found in (
        ({"amount": 40}, "wrong_amount", "40", "30"),
        ({"amount": 30, "to": (2,)}, "wrong_receiver", "seats 2", "the house"),
        ({"to": (), "seat": 2}, "wrong_payer", "seat 2", "seats 1"),
    ):
        rewritten(database, ledger, stream, step, **changes)
        one = next(one for one in audited(ledger, (PENALTIES,), games=[court.game]).findings if one.kind == kind)
        assert (one.game, str(one.expected), str(one.found)) == (court.game, expected, found)
    court.rule(dispute, "pay", seat=1, amount=1, to=(2,))  # as it was once ruled for two, of whom one got nothing
    rewritten(database, ledger, stream, step + 1, to=(2, 3))
    found_now = audited(ledger, (PENALTIES,), games=[court.game]).findings
    assert not [one for one in found_now if one.kind == "wrong_receiver"]


def test_a_report_counts_what_it_no_longer_holds_and_its_csv_carries_no_formula(ledger: Ledger) -> None:
    Court(ledger, *EXAMPLE_1[:13], RENEGE, enforcement="record")
    (note,) = audited(ledger, (PENALTIES,)).findings
    report = Report(AUDITS)
    for _ in range(1_002):
        report.add(replace(note, severity="fault", found="=1+1", expected="-5"))
    assert (report.number("fault"), len(report.findings), report.more, report.ok) == (1_002, 1_000, True, False)
    assert plain_report(report)["counts"] == [{"audit": "penalties", "severity": "fault", "kind": "unclaimed", "count": 1_002}]
    line = next(csv.DictReader(io.StringIO("".join(csv_of(report.findings)))))
    assert (line["found"], line["expected"], line["severity"]) == ("'=1+1", "-5", "fault")
