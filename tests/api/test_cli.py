"""The command line, where it matters in processes of its own: exit codes, sentences for people, JSON for machines, and kills."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from api.demo.client import STAFF
from ledger.database import presence
from ledger.orders.app import Ledger
from ledger.people import keys
from tests.api.program import WAIT_S, here, run, serving
from tests.conftest import Database


@pytest.fixture
def data() -> Iterator[Path]:
    """A data folder of the test's own."""
    base = Path(tempfile.mkdtemp(prefix="cardledger-cli-")).resolve()
    base.chmod(0o755)
    try:
        yield base / "data"
    finally:
        note = presence.noted(base / "data" / "postgres")
        if note and presence.is_postmaster(note.pid, base / "data" / "postgres"):
            os.kill(note.pid, signal.SIGQUIT)
            until(lambda: not presence.is_postmaster(note.pid, base / "data" / "postgres"))
        shutil.rmtree(base)


def until(holds: Callable[[], bool]) -> None:
    """Wait, at most as long as a command may take, until something holds."""
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)


def ready(address: str) -> bool:
    """True if the service says that it can serve."""
    try:
        return httpx.get(f"{address}/readyz", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


def test_the_demo_plays_everything_on_a_fresh_folder_and_changes_nothing_the_second_time(data: Path) -> None:
    first = run("demo", "--exit", "--verbose", CARDLEDGER_DATA=str(data), CARDLEDGER_PORT=free_port())
    assert first.returncode == 0, first.stderr
    assert "Sum of all" in first.stdout
    for name in ("Anna", "Boris", "Clara", "Dmitri", "Émile"):
        assert f"Statement of {name}" in first.stdout
    assert "broken: AZI-PLAY-2" in " ".join(first.stdout.split())
    club = {"CARDLEDGER_DATA": str(data), "CARDLEDGER_SCHEMA": "club_demo"}
    told = json.loads(here("penalties", "--json", **club).stdout)["penalties"]
    assert [(item["offence"], item["amount"]) for item in told] == [
        ("missing_cut", "5"),
        ("exposed_card", "5"),
        ("renege", "260"),
        ("renege", "780"),
        ("renege", "180"),
        ("false_build", "0"),
        ("exposed_card", "5"),
        ("renege", "140"),
        ("renege", "130"),
    ]
    assert all(item["amount"] in first.stdout for item in told)
    only = here("penalties", "--offence", "renege", "--game", told[3]["game"], **club).stdout
    assert "780" in only
    assert "missing" not in only
    before = head(**club)
    second = run("demo", "--exit", CARDLEDGER_DATA=str(data), CARDLEDGER_PORT=free_port())
    assert second.returncode == 0, second.stderr
    assert head(**club) == before
    assert len(second.stdout.splitlines()) < 70
    assert re.search(r"(Anna|Boris|Clara) bets blind and pays 10", second.stdout)
    closing = re.compile(r"closing balance +(\d+)")
    assert closing.findall(second.stdout) == closing.findall(first.stdout)[:1]
    assert not (data / "postgres" / "postmaster.pid").exists()
    # Nothing of it is in the club of the same folder, and its keys open nothing any more.
    issued = json.loads(here("key", "list", "--json", **club).stdout)["keys"]
    assert len(issued) == 2 * len(STAFF)
    assert all(key["revoked_at"] for key in issued)
    nothing = run("key", "list", CARDLEDGER_DATA=str(data))
    assert nothing.returncode == 3
    assert "There is no club club here yet" in nothing.stderr
    with serving("serve", CARDLEDGER_DATA=str(data), CARDLEDGER_PORT=free_port()) as (process, _):
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Nobody has a key yet.")
        assert "cardledger key create --role admin" in process.stderr.readline()
    refused = run("serve", **club, CARDLEDGER_PORT=free_port())
    assert refused.returncode == 3
    assert "--demo-data" in refused.stderr
    with serving("serve", "--demo-data", **club, CARDLEDGER_PORT=free_port()) as (_, address):
        until(lambda: ready(address))


def test_what_only_reads_makes_no_club_whose_unit_would_be_fixed(data: Path) -> None:
    refused = run("games", CARDLEDGER_DATA=str(data / "new"))
    assert refused.returncode == 3
    assert "it will count in chip with scale 0 for ever" in " ".join(refused.stderr.split())
    assert not (data / "new").exists()
    club = {"CARDLEDGER_DATA": str(data / "new"), "CARDLEDGER_UNIT": "EUR", "CARDLEDGER_SCALE": "2"}
    assert run("migrate", **club).returncode == 0
    assert run("games", **club).returncode == 0


def head(**club: str) -> object:
    """How many events a club has."""
    found = json.loads(here("doctor", "--json", **club).stdout)
    return next(finding["says"] for finding in found["findings"] if finding["about"] == "read models")


def free_port() -> str:
    """A port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_a_service_whose_database_is_killed_serves_again_by_itself(data: Path) -> None:
    with serving("serve", CARDLEDGER_DATA=str(data), CARDLEDGER_PORT=free_port()) as (process, address):
        until(lambda: ready(address))
        note = presence.noted(data / "postgres")
        assert note is not None
        os.kill(note.pid, signal.SIGKILL)
        until(lambda: (now := presence.noted(data / "postgres")) is not None and now.pid != note.pid and now.ready)
        until(lambda: ready(address))
        assert process.poll() is None
    assert process.returncode == 0
    assert not (data / "postgres" / "postmaster.pid").exists()


def test_a_killed_service_starts_again_on_the_same_data(data: Path) -> None:
    settings = {"CARDLEDGER_DATA": str(data), "CARDLEDGER_PORT": free_port()}
    with serving("serve", **settings) as (process, _):
        process.kill()
        process.wait(WAIT_S)
    with serving("serve", **settings) as (_, address):
        until(lambda: ready(address))


def test_a_port_that_is_taken_is_told_with_what_to_do(database: Database) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        answer = run("serve", DATABASE_URL=database.admin_url, CARDLEDGER_PORT=port)
        found = run("doctor", "--json", DATABASE_URL=database.admin_url, CARDLEDGER_PORT=port)
    assert answer.returncode == 3
    assert "CARDLEDGER_PORT" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert grades(found.stdout)["port"] == "note"


def test_settings_that_make_no_sense_are_told_with_exit_code_3() -> None:
    answer = run("migrate", CARDLEDGER_PORT="many", CARDLEDGER_SCALE="-1")
    assert answer.returncode == 3
    assert answer.stderr.splitlines() == [
        "CARDLEDGER_PORT must be a whole number from 1 to 65535; it is 'many'.",
        "CARDLEDGER_SCALE must be a whole number from 0 to 18; it is '-1'.",
    ]


def test_a_database_that_is_not_there_is_told_with_exit_code_3_and_without_its_password() -> None:
    for words in (["migrate"], ["key", "list"], ["worker"], ["doctor"]):
        answer = here(*words, DATABASE_URL="postgresql://ann:secret@127.0.0.1:1/club")
        assert answer.exit_code == (1 if words == ["doctor"] else 3)
        assert "Traceback" not in answer.stderr
        assert "secret" not in answer.stdout + answer.stderr


def test_keys_are_made_listed_and_revoked(database: Database, ledger: Ledger) -> None:
    made = json.loads(
        here("key", "create", "--role", "steward", "--name", "evening", "--json", DATABASE_URL=database.admin_url).stdout
    )
    caller = keys.find(ledger, made["secret"])
    assert caller is not None
    assert caller.role == "steward"
    (listed,) = json.loads(here("key", "list", "--json", DATABASE_URL=database.admin_url).stdout)["keys"]
    assert (listed["id"], listed["name"], listed["revoked_at"]) == (made["id"], "evening", None)
    assert made["secret"] not in here("key", "list", DATABASE_URL=database.admin_url).stdout
    assert here("key", "revoke", made["id"], DATABASE_URL=database.admin_url).exit_code == 0
    assert keys.find(ledger, made["secret"]) is None


@pytest.mark.parametrize(
    "words",
    [
        ["key", "create", "--role", "king", "--name", "x"],
        ["key", "revoke", "nothing"],
        ["statement", "nobody"],
        ["replay", "nothing-1"],
        ["rebuild", "nothing"],
        ["penalties", "--offence", "nothing"],
    ],
)
def test_what_the_ledger_refuses_is_one_sentence_and_exit_code_4(database: Database, words: list[str]) -> None:
    answer = here(*words, DATABASE_URL=database.admin_url)
    assert answer.exit_code == 4
    assert len(answer.stderr.splitlines()) == 1
    assert answer.stdout == ""


def test_words_that_are_not_understood_end_with_exit_code_2() -> None:
    assert run("deal").returncode == 2
    assert here("key", "create").exit_code == 2
    assert "cardledger key create" in here("key", "create", "--help").stdout


def test_seed_statement_replay_and_rebuild_agree_with_the_service(database: Database) -> None:
    port = free_port()
    settings = {"DATABASE_URL": database.admin_url, "CARDLEDGER_PORT": port}
    with serving("serve", **settings):
        seeded = here("seed", "--json", **settings)
        assert seeded.exit_code == 0, seeded.stderr
    kept = json.loads(seeded.stdout)["kept"]
    told = json.loads(here("statement", kept["dmitri"], "--json", **settings).stdout)
    assert sum(int(line["amount"]) for line in told["lines"]) == int(told["closing"])
    assert told["closing"] in here("statement", kept["dmitri"], **settings).stdout
    replayed = json.loads(here("replay", kept["game"], "--json", **settings).stdout)
    assert [step["step"] for step in replayed["steps"]] == list(range(1, len(replayed["steps"]) + 1))
    assert replayed["steps"][-1]["phase"] == "over"
    assert json.loads(here("replay", kept["game"], "--step", "3", "--json", **settings).stdout)["steps"] == [replayed["steps"][2]]
    trick = here("replay", kept["game"], "--next", "trick", "--lang", "ru", **settings).stdout
    assert " берёт " in trick  # of Casino: a capture
    assert here("replay", kept["game"], "--previous", "trick", "--json", **settings).stdout.count('"step": ') == 1
    assert here("replay", kept["game"], "--next", "game", **settings).exit_code == 4
    written = here("replay", kept["game"], "--transcript", **settings).stdout
    assert all(f"\n{step['step']:>4}  " in written for step in replayed["steps"])
    assert here("rebuild", **settings).exit_code == 0
    assert here("rebuild", "--compare", **settings).exit_code == 0
    with psycopg.connect(database.admin_url) as connection:
        moved = "UPDATE club_views.balances SET chips = chips + CASE account WHEN 'house:cash' THEN 1 ELSE -1 END"
        connection.execute(f"{moved} WHERE account IN ('house:cash', 'player:{kept['dmitri']}:wallet')")
    compared = here("rebuild", "--compare", "balances", "--json", **settings)
    assert compared.exit_code == 1
    assert len(json.loads(compared.stdout)["differences"]["balances"]) == 4


def test_a_seed_without_a_service_says_so(database: Database) -> None:
    answer = run("seed", DATABASE_URL=database.admin_url, CARDLEDGER_PORT=free_port())
    assert answer.returncode == 1
    assert "cannot be reached" in answer.stderr


def grades(text: str) -> dict[str, str]:
    """What a doctor's JSON says of each thing."""
    return {finding["about"]: finding["grade"] for finding in json.loads(text)["findings"]}
