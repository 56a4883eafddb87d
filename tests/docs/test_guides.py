"""Guides are executed: every command in order, in one shell, as a reader would type it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.program import ROOT, environment, serving
from tests.api.test_cli import free_port
from tests.ledger.notices.mailbox import mailbox
from tests.ledger.notices.receiver import receiving, until

GUIDE = ROOT / "docs" / "how-to" / "start-a-club.md"
PEOPLE = ROOT / "docs" / "how-to" / "keep-people.md"
# What the guides want of curl, for machines that have none.
CURL = """
import argparse, httpx
words = argparse.ArgumentParser()
for word in ("-X", "-d"):
    words.add_argument(word)
words.add_argument("-s", action="store_true")
words.add_argument("-H", action="append", default=[])
words.add_argument("url")
said = words.parse_args()
headers = dict(header.split(": ", 1) for header in said.H)
print(httpx.request(said.X or "GET", said.url, headers=headers, content=said.d).text)
"""
_SECRET = re.compile(r"cl_[\w-]{20,}")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the server's account may enter."""
    base = Path(tempfile.mkdtemp(prefix="cardledger-guide-")).resolve()
    base.chmod(0o755)
    (base / "bin").mkdir()
    (base / "bin" / "cardledger").write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m api.cli "$@"\n')
    (base / "bin" / "cardledger").chmod(0o755)
    if shutil.which("curl", path="/usr/bin:/bin") is None:
        (base / "bin" / "curl").write_text(f"#!{sys.executable}\n{CURL}")
        (base / "bin" / "curl").chmod(0o755)
    yield base
    shutil.rmtree(base)


class Reader:
    """Somebody who types what a guide tells him, and fills in what it leaves open (`KEY=cl_...`, `TABLE=...`) from the last
    answer. given: names that he has already, whatever the guide says there."""

    def __init__(self, place: Path, **settings: str) -> None:
        self.known = {**settings, "PATH": f"{place / 'bin'}:/usr/bin:/bin", "BACKUP": str(place)}
        self.said = ""
        self.given: set[str] = set()

    def types(self, line: str) -> None:
        """One line. What it answers must be no refusal."""
        name, _, value = line.partition("=")
        if name in self.given:
            return
        if value == "cl_...":
            self.known[name] = _SECRET.findall(self.said)[-1]
        elif value == "...":
            self.known[name] = json.loads(self.said)["id"]
        else:
            ran = subprocess.run(
                ["/bin/sh", "-eu", "-c", line],
                env=environment(**self.known),
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert ran.returncode == 0, (line, ran.stdout, ran.stderr)
            self.said = ran.stdout
            if line.startswith("curl"):
                assert '"detail":' not in self.said, (line, self.said)


def chapters(guide: Path) -> dict[str, list[str]]:
    """The commands of each chapter."""
    told: dict[str, list[str]] = {}
    for part in guide.read_text("utf-8").split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        told[title] = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    return told


def test_a_club_is_started_run_for_a_day_backed_up_and_restored_by_the_guide(place: Path) -> None:
    told = chapters(GUIDE)
    club = {"CARDLEDGER_DATA": str(place / "data"), "CARDLEDGER_PORT": free_port()}
    reader = Reader(place, **club)
    *days, last = told.values()
    with serving("serve", **club) as (_, address):
        reader.known["ADDRESS"], reader.given = address, {"ADDRESS"}
        for line in [line for chapter in days for line in chapter if line != "./run serve"]:
            reader.types(line)
        report = reader.said
    assert report.startswith("In order"), report
    folder, copy, *restoring = last
    reader.types(folder)
    reader.types(copy)
    with serving("serve", **club) as (_, address):
        reader.known["ADDRESS"], reader.given = address, {"ADDRESS"}
        reader.types(next(line for line in told["Players and chips"] if "receipt 2" in line).replace("2", "9"))
        reader.types("cardledger balance $BORIS --json")
        assert json.loads(reader.said)["wallet"] == "1000", reader.said
    for line in restoring:
        reader.types(line)
    with serving("serve", **club):
        reader.types("cardledger balance $BORIS --json")
        assert json.loads(reader.said)["wallet"] == "500", reader.said


def test_an_evening_with_a_misdeal_and_a_renege_is_run_paid_out_and_closed_by_the_guides(place: Path) -> None:
    club = {"CARDLEDGER_DATA": str(place / "data"), "CARDLEDGER_PORT": free_port()}
    reader, start, evening = Reader(place, **club), chapters(GUIDE), chapters(ROOT / "docs" / "how-to" / "run-an-evening.md")
    with serving("serve", **club) as (_, address):
        reader.known["ADDRESS"], reader.given = address, {"ADDRESS"}
        for title in ("Start", "Staff", "Players and chips"):
            for line in [line for line in start[title] if line != "./run serve"]:
                reader.types(line)
        reader.given |= {"STEWARD", "CASHIER", "ANNA", "BORIS", "CLARA"}
        for line in [line for chapter in evening.values() for line in chapter]:
            reader.types(line.replace("boris.pdf", f"{place}/boris.pdf"))
            if "evening-4" in line:
                assert '"chips":"140"' in reader.said
            if "replay" in line:
                assert "Boris pays 140 for a renege" in " ".join(reader.said.split())
            if "evening-close" in line:
                reader.types("cardledger balance Boris --json")
                assert json.loads(reader.said)["wallet"] == "335"
            if "cash count" in line:
                assert "difference 0" in reader.said, reader.said
        assert (place / "boris.pdf").read_bytes().startswith(b"%PDF")
        assert reader.said.startswith("In order"), reader.said


def test_a_program_is_told_by_a_webhook_as_the_guide_says(place: Path) -> None:
    told = chapters(ROOT / "docs" / "how-to" / "be-notified.md")
    with receiving() as books, mailbox() as box:
        club = {
            "CARDLEDGER_DATA": str(place / "data"),
            "CARDLEDGER_PORT": free_port(),
            "CARDLEDGER_WEBHOOK_HOSTS": f"localhost:{books.port}",
            "CARDLEDGER_SMTP_HOST": "127.0.0.1",
            "CARDLEDGER_SMTP_PORT": str(box.port),
            "CARDLEDGER_SMTP_SECURITY": "none",
            "CARDLEDGER_SMTP_FROM": "club@example.org",
        }
        reader = Reader(place, **club, BOOKS=books.url)
        with serving("serve", **club) as (_, address):
            reader.known["ADDRESS"] = address
            for role in ("cashier", "steward"):
                reader.types(f"cardledger key create --role {role} --name {role}")
                reader.known[role.upper()] = _SECRET.findall(reader.said)[-1]
            for line in [line for line in told["The inbox"] if line.startswith("curl")]:
                reader.types(line)
            wanting, confirming, ending = told["Mail"]
            reader.types(wanting)
            until(lambda: box.code("stepan@example.org") != "")
            reader.known["CODE"] = box.code("stepan@example.org")
            reader.types(confirming)
            reader.types(ending)
            for line in told["A webhook"]:
                reader.types(line)
                if line.startswith("curl"):
                    books.secrets.append(json.loads(reader.said)["secret"])
            reader.types(
                'curl -s -X POST "$ADDRESS/v1/players" -H "Authorization: Bearer $STEWARD" -H "Content-Type: application/json"'
                ' -H "Idempotency-Key: anna" -d \'{"name": "Anna"}\''
            )
            (first,) = books.awaits(1)
            assert (first.told["type"], first.good) == ("wallet.opened", 1)
            for line in told["When something did not arrive"]:
                reader.types(line)
            assert books.awaits(2)[1].id == first.id
            (rotating,) = told["A new secret"]
            reader.types(rotating)
            assert json.loads(reader.said)["secret"].startswith("whsec_")
            (ending,) = told["The end"]
            reader.types(ending)


def test_people_are_kept_by_the_guide(place: Path) -> None:
    club = {"CARDLEDGER_DATA": str(place / "data"), "CARDLEDGER_PORT": free_port()}
    reader = Reader(place, **club)
    with serving("serve", **club) as (_, address):
        reader.known["ADDRESS"] = address
        for role, name in (("admin", "Olga"), ("steward", "Stepan"), ("cashier", "Katya")):
            reader.types(f"cardledger key create --role {role} --name {name}")
            reader.types(f"{role.upper()}=cl_...")
        for line in [line for chapter in chapters(PEOPLE).values() for line in chapter]:
            reader.types(line)
        assert {"record", "words", "answers", "copies"} == {one["what"] for one in json.loads(reader.said)["stays"]}
        reader.types("cardledger players --json")
    assert [one["name"] for one in json.loads(reader.said)["players"] if one["name"]] == ["Pawel K."]
    assert json.loads((place / "irina.json").read_text("utf-8"))["entries"][0]["name"] == "Irina Müller"


def test_the_cash_desk_is_run_at_the_terminal_as_the_guide_says(place: Path) -> None:
    start, desk = chapters(GUIDE), chapters(ROOT / "docs" / "how-to" / "run-the-cash-desk.md")
    club = {"CARDLEDGER_DATA": str(place / "data"), "CARDLEDGER_PORT": free_port(), "FOLDER": str(place)}
    reader = Reader(place, **club)
    with serving("serve", **club) as (_, address):
        reader.known["ADDRESS"] = address
        for title, lines in start.items():
            for line in lines:
                if line != "./run serve":
                    reader.types(line)
            if title == "Players and chips":
                break
        for line in desk["All of it at the terminal"]:
            reader.types(line)
    assert reader.said.startswith("In order"), reader.said
    assert (place / "desk.pdf").read_bytes().startswith(b"%PDF")
    assert "receipt" in (place / "desk.csv").read_text("utf-8")
    assert (place / "march.zip").read_bytes().startswith(b"PK")
