"""cardledger record, cardledger import --check: exit codes, sentences for people, JSON for machines."""

from __future__ import annotations

import json
from pathlib import Path

from engine.record import read, write
from ledger.replays.records import record_of
from tests.api.program import here
from tests.api.service import Service
from tests.conftest import Database

GOLDEN = Path(__file__).parents[1] / "records" / "azi-three-raise-over-the-blind.toml"
NO_DATABASE = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}


def test_a_record_is_printed_as_the_service_gives_it_and_checked_again(service: Service, club: Database, tmp_path: Path) -> None:
    table = service.table(3)
    game = table.start()
    running = here("record", game, DATABASE_URL=club.admin_url)
    assert (running.exit_code, running.stdout, len(running.stderr.splitlines())) == (4, "", 1)
    table.play()
    printed = here("record", game, DATABASE_URL=club.admin_url)
    assert printed.exit_code == 0, printed.stderr
    assert printed.stdout == service.steward.get(f"/v1/games/{game}/record").text == write(record_of(service.ledger, game))
    assert json.loads(here("record", game, "--json", DATABASE_URL=club.admin_url).stdout) == {
        "game": game,
        "record": printed.stdout,
    }
    assert here("record", f"{'a' * 16}-1", DATABASE_URL=club.admin_url).exit_code == 4
    file = tmp_path / "game.toml"
    file.write_text(printed.stdout, encoding="utf-8")
    assert here("import", str(file), "--check", **NO_DATABASE).exit_code == 0


def test_a_record_in_order_is_told_without_any_database() -> None:
    answer = here("import", str(GOLDEN), "--check", **NO_DATABASE)
    assert answer.exit_code == 0, answer.stderr
    assert answer.stdout.startswith("In order: game 1 of table blue (azi-three), 21 acts, ")
    assert "won, pot 130" in answer.stdout
    assert "dmitri has 995" in answer.stdout
    told = json.loads(here("import", str(GOLDEN), "--check", "--json", **NO_DATABASE).stdout)
    assert (told["pot"], told["stored"], told["record"]) == ("130", False, None)
    assert told["players"][3] == {"seat": 4, "player": "dmitri", "stack": "1000", "end": "995"}


def test_a_typed_record_is_printed_with_its_checks(tmp_path: Path) -> None:
    file = tmp_path / "typed.toml"
    file.write_text(write(read(GOLDEN.read_text(encoding="utf-8")), checks=False), encoding="utf-8")
    answer = here("import", str(file), "--check", **NO_DATABASE)
    assert (answer.exit_code, answer.stdout) == (0, GOLDEN.read_text(encoding="utf-8"))
    assert answer.stderr.startswith("In order: ")


def test_a_changed_record_ends_with_exit_code_1_and_names_the_line(tmp_path: Path) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if "3 raises to 40" in line)
    file = tmp_path / "changed.toml"
    for changed, rule in (
        ("".join(lines[:at] + lines[at + 1 :]), None),
        ("".join(lines).replace("3 raises to 40", "3 raises to 41"), "AZI-BID-3"),
    ):
        file.write_text(changed, encoding="utf-8")
        answer = here("import", str(file), "--check", **NO_DATABASE)
        assert (answer.exit_code, answer.stdout) == (1, "")
        assert f"changed.toml, line {at + 1}: " in answer.stderr
        assert rule is None or f"({rule})" in answer.stderr
        told = json.loads(here("import", str(file), "--check", "--json", **NO_DATABASE).stdout)
        assert (told["line"], told["rule"], told["stored"]) == (at + 1, rule, False)
    file.write_bytes(b"# a\n\xff\n")
    assert "line 2: This is not UTF-8" in here("import", str(file), "--check", **NO_DATABASE).stderr


def test_an_import_that_would_keep_a_game_is_refused() -> None:
    answer = here("import", str(GOLDEN), **NO_DATABASE)
    assert (answer.exit_code, answer.stdout) == (4, "")
    assert "--check" in answer.stderr
    assert here("import", "no-such-file", "--check", **NO_DATABASE).exit_code == 2
