"""A third game is stored, replayed, claimed, fined, disputed, audited, recorded and told in three languages through the public
interface, and nothing above its own folder knows of it."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.words.catalogues import TAGS
from ledger.words.compiling import compiled, stale
from tests.api.program import ROOT, WAIT_S, address_said_by, environment
from tests.api.service import Client
from tests.conftest import Database
from tests.stich import HOUSE
from tests.tidy import house

ROLES = ("admin", "cashier", "steward", "auditor", "room")


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


class Table:
    """A table of the game, its service in a process of its own, on a real database."""

    def __init__(self, http: httpx.Client, ledger: Ledger) -> None:
        self.http, self.ledger = http, ledger
        self.admin, self.cashier, self.steward, self.auditor, self.room = (
            Client(http, keys.issue(ledger, role, None, f"test {role}")[1]) for role in ROLES
        )
        self.id = self.steward.done("/v1/tables", {"name": "Stich", "preset": "stich", "seats": 6})["id"]
        self.seats = {seat: self.sits(seat) for seat in (1, 2, 3)}
        self.game = self.steward.done(f"/v1/tables/{self.id}/games")["id"]

    def sits(self, seat: int) -> str:
        player = str(self.room.done("/v1/players", {"name": f"Player {seat}"})["id"])
        self.cashier.done(f"/v1/players/{player}/deposits", {"amount": "100"})
        self.steward.done(f"/v1/tables/{self.id}/seats", {"player": player, "seat": seat, "amount": "100"})
        return player

    def of(self, seat: int) -> Client:
        return self.room.acting_for(self.seats[seat])

    def seen(self, client: Client | None = None) -> Any:
        return (client or self.steward).read(f"/v1/games/{self.game}")

    def does(self, seat: int, **act: Any) -> httpx.Response:
        return self.of(seat).post(f"/v1/games/{self.game}/actions", {"seat": seat, **act})

    def read(self, path: str, client: Client | None = None, **headers: str) -> Any:
        mark = "&" if "?" in path else "?"
        return (client or self.steward).get(f"{path}{mark}min_position={self.ledger.head()}", **headers).json()

    def dealt(self) -> None:
        """By what the service offers, as an online room plays any game."""
        while (now := self.seen())["phase"] != "play":
            (act, *_) = self.seen(self.of(now["turn"]))["legal"]
            fill = act.pop("fill", {})
            assert self.does(**{**act, **({"at": fill["at"]["least"]} if fill else {})}).status_code == 201

    def played_out(self) -> list[str]:
        """Everybody plays, against the rules where he can; the cards of those who did so."""
        reneged: list[str] = []
        while (now := self.seen())["turn"]:
            seat = now["turn"]
            mine = self.seen(self.of(seat))
            may = {act["card"] for act in mine["legal"]}
            hand = next(one["hand"] for one in mine["seats"] if one["seat"] == seat)
            wrong = sorted(set(hand) - may)
            assert self.does(seat, type="play", card=(wrong or sorted(may))[0]).status_code == 201
            reneged += wrong[:1]
        return reneged


@pytest.fixture
def table(database: Database, ledger: Ledger) -> Iterator[Table]:
    compiled(stale(HOUSE / "ledger" / "words" / "translations"))
    command = [sys.executable, "-m", "tests.stich.serve", "serve"]
    settings = environment(DATABASE_URL=database.admin_url, CARDLEDGER_SCHEMA=database.schema, CARDLEDGER_PORT=free_port())
    process = subprocess.Popen(command, env=settings, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        with httpx.Client(base_url=address_said_by(process), timeout=30) as http:
            yield Table(http, ledger)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=WAIT_S)


def reneged(table: Table) -> list[str]:
    """A game in which somebody has not followed suit; his card, and those of others who have not. Other games are settled, and the
    next one begins."""
    for _ in range(30):
        table.dealt()
        if cards := table.played_out():
            return cards
        table.steward.done(f"/v1/games/{table.game}/actions", {"type": "settle"})
        table.game = table.steward.done(f"/v1/tables/{table.id}/games")["id"]
    raise AssertionError("nobody could renege in thirty games")


def test_a_third_game_is_played_claimed_fined_told_recorded_audited_and_disputed(table: Table) -> None:
    card, *unnoticed = reneged(table)
    claim = table.does(1, type="claim", deal=1, card=card)
    assert claim.status_code == 201, claim.text
    assert [event["type"] for event in claim.json()["events"]] == [
        "stich.claim_made",
        "stich.claim_upheld",
        "stich.penalty_imposed",
    ]
    again = table.of(2).post(
        f"/v1/games/{table.game}/actions", {"type": "claim", "seat": 2, "deal": 1, "card": card}, Accept_Language="de"
    )
    assert (again.status_code, again.json()["rule"], again.json()["type"]) == (409, "STI-VIOL-1", "/rules/stich#STI-VIOL-1")
    assert again.json()["title"].startswith("Nicht bedienen kostet")
    table.steward.done(f"/v1/games/{table.game}/actions", {"type": "settle"})
    after = table.seen()
    assert (after["over"], after["how"], after["house_rules"]["penalty"]) == (True, "won", "20")

    (penalty,) = table.read(f"/v1/penalties?game={table.game}")["penalties"]
    assert (penalty["offence"], penalty["rule"], penalty["amount"]["amount"], penalty["stands"]) == (
        "renege",
        "STI-VIOL-1",
        "20",
        True,
    )
    assert table.read("/v1/accounts", table.auditor)["sum"]["amount"] == "0"
    for player in table.seats.values():
        statement = table.read(f"/v1/players/{player}/statement", table.cashier)
        assert statement["lines"]

    told = {tag: table.steward.read(f"/v1/games/{table.game}/replay?lang={tag}")["headlines"] for tag in TAGS}
    (en, ru, de) = ([step["words"] for step in told[tag]] for tag in TAGS)
    assert any("pays 20 for" in line for line in en)
    assert any(re.search("платит 20", line) for line in ru)
    assert any("zahlt 20 für" in line for line in de)
    assert all(len({*one}) == len(TAGS) for one in zip(en, ru, de, strict=True))

    record = table.steward.get(f"/v1/games/{table.game}/record").text
    assert f"1 claims {card} in deal 1" in record
    checked = table.http.post("/v1/records", headers=table.steward.headers(Content_Type="application/toml"), content=record)
    assert (checked.status_code, checked.json()["game"], checked.json()["how"]) == (200, "stich", "won")
    audits = [table.auditor.read(f"/v1/audits/{audit}?game={table.game}") for audit in ("games", "penalties", "misdeals")]
    found = [one for audit in audits for one in audit["findings"]]
    assert [(one["severity"], one["kind"], one["rule"]) for one in found] == [("note", "unclaimed", "STI-PLAY-1")] * len(unnoticed)

    dispute = table.of(2).done(
        "/v1/disputes", {"game": table.game, "kind": "renege", "words": "He did follow.", "card": card, "deal": 1}
    )
    case = f"/v1/disputes/{dispute['id']}"
    seen = table.steward.get(case)
    opinion = seen.json()["evidence"]["opinion"]
    assert (opinion["verdict"], opinion["rule"]) == ("against_the_rules", "STI-PLAY-1")
    ruling = {"decision": "stands", "reason": "He held the suit.", "rule": "STI-PLAY-1"}
    ruled = table.steward.post(f"{case}/rulings", ruling, If_Match=seen.headers["ETag"])
    assert ruled.status_code == 201, ruled.text

    for tag in TAGS:
        page = table.http.get(f"/rules/stich?lang={tag}").text
        assert 'id="STI-VIOL-1"' in page


def test_a_ruling_in_the_running_game_is_carried_out_there_and_an_entry_before_the_cards_is_corrected(table: Table) -> None:
    (act, *_) = table.seen(table.of(table.seen()["turn"]))["legal"]
    shuffled = table.does(**act).json()["version"]
    assert table.seen()["phase"] == "cut"
    body, told = {"step": shuffled, "reason": "nobody shuffled"}, f'"{shuffled}"'
    assert table.steward.post(f"/v1/games/{table.game}/corrections", body, If_Match=told).status_code == 201
    assert table.seen()["phase"] == "shuffle"
    card, *_ = reneged(table)
    dispute = table.of(1).done(
        "/v1/disputes", {"game": table.game, "kind": "renege", "words": "A renege.", "card": card, "deal": 1}
    )
    case = f"/v1/disputes/{dispute['id']}"
    ruling = {"decision": "penalty", "reason": "He held the suit.", "rule": "STI-VIOL-1"}
    ruled = table.steward.post(f"{case}/rulings", ruling, If_Match=table.steward.get(case).headers["ETag"])
    assert ruled.status_code == 201, ruled.text
    (penalty,) = table.read(f"/v1/penalties?game={table.game}")["penalties"]
    assert (penalty["found_by"], penalty["dispute"], penalty["amount"]["amount"]) == ("steward", dispute["id"], "20")
    before = {seat["seat"]: int(seat["stack"]["amount"]) for seat in table.seen()["seats"]}
    pot = int(table.seen()["pot"]["amount"])
    table.steward.done(f"/v1/games/{table.game}/actions", {"type": "void_game", "reason": "the lights went out"})
    after = {seat["seat"]: int(seat["stack"]["amount"]) for seat in table.seen()["seats"]}
    assert (table.seen()["how"], sum(after.values())) == ("void", sum(before.values()) + pot)
    assert table.auditor.read(f"/v1/audits/games?game={table.game}")["findings"] == []


def test_a_game_without_words_of_its_own_is_told_plainly(tmp_path: Path) -> None:
    shutil.copytree(HOUSE / "engine", tmp_path / "engine")
    says = (
        f"import engine; engine.__path__.append({str(tmp_path / 'engine')!r})\n"
        "from engine.games import KINDS\nfrom ledger.words import TONGUES, Voice, words\n"
        "event = KINDS['stich'].events['stich.card_played'](1, 2, '9H')\n"
        "print([words(event, Voice(TONGUES[tag])) for tag in ('en', 'ru', 'de')])"
    )
    told = subprocess.run([sys.executable, "-c", says], env=environment(), cwd=ROOT, capture_output=True, text=True, check=True)
    plainly = ["Seat 2: card played (STI-PLAY-1).", "Место 2: card played (STI-PLAY-1).", "Platz 2: card played (STI-PLAY-1)."]
    assert told.stdout.strip() == str(plainly)


def test_nothing_above_its_folder_knows_of_the_third_game() -> None:
    known = re.compile(r"\bstich\b|STI-", re.IGNORECASE)
    for path, text in house.files(".py", ".toml", under=("engine", "ledger", "api", "ops", "seeds")):
        assert not known.search(text), path
