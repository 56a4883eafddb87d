"""cardledger import games and deposits: what is said, exit codes, JSON for machines; and an import that is killed on its way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ledger.orders.app import Ledger
from ledger.store.ids import table_of_game, table_stream
from tests.api.program import ROOT, WAIT_S, environment, here
from tests.conftest import Database
from tests.ledger.club import Club
from tests.ledger.evening import GOLDEN, evening

GAMES_KILLED = 40
BEFORE_KILL = 4


def told(database: Database, *words: str) -> tuple[int, Any]:
    """Exit code and JSON of an import."""
    answer = here("import", *words, "--json", DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema)
    return answer.exit_code, json.loads(answer.stdout)


def test_deposits_and_then_games_are_imported_and_what_is_wrong_is_named(
    database: Database, ledger: Ledger, tmp_path: Path
) -> None:
    desk = tmp_path / "desk.csv"
    desk.write_text("player,amount,reference\nanna,1000,1\nboris,1000,2\nclara,1000,3\ndmitri,1000,4\nanna,x,5\n")
    code, answer = told(database, "deposits", str(desk), "--register", "--dry-run")
    assert (code, answer["imported"], ledger.head()) == (1, 4, 0)
    assert answer["notes"] == [
        "This was a rehearsal: nothing was kept.",
        "New players would be: anna, boris, clara, dmitri.",
    ]
    code, answer = told(database, "deposits", str(desk), "--register")
    assert (code, answer["imported"], answer["failed"]) == (1, 4, 1)
    assert [(one["line"], one["rule"]) for one in answer["deposits"] if one["status"] == "failed"] == [(6, "WALLET-1")]
    folder = tmp_path / "games"
    folder.mkdir()
    names = ("azi-three-raise-over-the-blind", "azi-three-nobody-bets", "azi-three-azi-with-buy-ins")
    for number, name in enumerate(names):
        (folder / f"{number}.toml").write_text(GOLDEN[name], encoding="utf-8")
    words = ("import", "games", str(folder), "--actor", "olga", "--steward", "stella")
    said = here(*words, DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema)
    assert said.exit_code == 1
    assert "games/2.toml, line 17: No player is called 'elena'" in said.stderr
    assert said.stdout.startswith("Games: 2 imported, 0 known, 0 changed, 1 failed, ")
    mapped = tmp_path / "who.toml"
    mapped.write_text('[players]\nelena = "Elena"\n[times]\n"2.toml" = ' + datetime.now(UTC).isoformat() + "\n")
    assert here("import", "games", str(folder), "--map", str(mapped), DATABASE_URL=database.admin_url).exit_code == 1
    code, answer = told(database, "games", str(folder), "--register", "--deposit-missing")
    assert (code, answer["imported"], answer["known"]) == (0, 1, 2)
    (game,) = [one["became"] for one in answer["games"] if one["status"] == "imported"]
    assert ledger.load(table_stream(table_of_game(game))).state.closed
    assert told(database, "games", str(folder))[1]["known"] == 3
    counted = here("statistics", "--by", "table", "--json", DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema)
    assert sum(one["games"] for one in json.loads(counted.stdout)["statistics"]) == 3
    said = here("statistics", DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema)
    assert "dmitri" in said.stdout
    assert here("statistics", "--by", "day", DATABASE_URL=database.admin_url).exit_code == 4
    audited = here("audit", "money", DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema)
    assert audited.exit_code == 0, audited.stdout
    actors = {ledger.decode(row).actor for row in ledger.tail(0, 1000) if row.topic == "azi.game_started"}
    assert actors == {"olga", "operator"}
    Club(ledger).sums_hold()


def test_what_can_not_be_imported_at_all_is_refused_with_a_sentence(database: Database, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("a,b\n")
    (tmp_path / "bad.toml").write_text("[other]\n")
    (tmp_path / "game.toml").write_text(GOLDEN["azi-three-walkover"], encoding="utf-8")
    (tmp_path / "empty").mkdir()
    game = str(tmp_path / "game.toml")
    for code, words in (
        (4, ("deposits", str(tmp_path / "bad.csv"))),
        (4, ("games", game, "--map", str(tmp_path / "bad.toml"))),
        (4, ("games", game, "--actor", "Olga Petrova")),
        (4, ("games", game, "--table", "a" * 16)),
        (4, ("games", str(tmp_path / "empty"))),
        (2, ("games", str(tmp_path / "nothing"))),
        (2, ("deposits", str(tmp_path))),
    ):
        answer = here("import", *words, DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema)
        assert (answer.exit_code, answer.stdout) == (code, ""), words
        assert answer.stderr


def test_an_import_that_is_killed_is_completed_by_the_next_one(database: Database, ledger: Ledger, tmp_path: Path) -> None:
    for number, text in enumerate(evening(30, GAMES_KILLED, stack=10_000)):
        (tmp_path / f"{number:03}.toml").write_text(text, encoding="utf-8")
    words = ("games", str(tmp_path), "--register", "--deposit-missing")
    process = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "import", *words],
        env=environment(DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    end = time.monotonic() + WAIT_S
    while ledger.recorder.rows("select count(*) from imported")[0][0] < BEFORE_KILL and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait(WAIT_S) == -signal.SIGKILL
    kept = ledger.recorder.rows("select count(*) from imported")[0][0]
    assert BEFORE_KILL <= kept < GAMES_KILLED
    Club(ledger).sums_hold()
    code, answer = told(database, *words)
    assert (code, answer["known"], answer["imported"]) == (0, kept, GAMES_KILLED - kept)
    (table,) = {table_of_game(one["became"]) for one in answer["games"]}
    assert [one["became"] for one in answer["games"]] == [f"{table}-{number}" for number in range(1, GAMES_KILLED + 1)]
    assert ledger.load(table_stream(table)).state.closed
    Club(ledger).sums_hold()
