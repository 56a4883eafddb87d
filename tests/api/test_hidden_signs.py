"""Signs that nobody sees: refused on every way in, and shown by their codes where earlier releases have let them in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.azi import commands as azi
from engine.disputes.commands import Disputed
from ledger.money import wallets
from ledger.orders import attempt
from ledger.people import keys, people
from ledger.play import tables
from ledger.replays.film import film
from ledger.store.errors import UnfitText
from ledger.words import words
from tests.api.program import here
from tests.api.real_table import RealTable
from tests.ledger.club import CASHIER, STEWARD, order
from tests.ledger.court import Court
from tests.ledger.plays import EXAMPLE_1

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.api.service import Client, Service
    from tests.conftest import Database

TURNED, CODED = "gnorw \u202e", "gnorw [U+202E]"


def test_every_text_of_the_interface_is_refused_with_the_sign_that_nobody_sees(service: Service) -> None:
    real = RealTable(service).start()
    player, game = real.table.seats[1], real.table.game
    asked: list[tuple[Client, str, str, dict[str, Any]]] = [
        (service.admin, "POST", "/v1/players", {"name": TURNED}),
        (service.admin, "PUT", f"/v1/players/{player}/name", {"name": TURNED}),
        (service.cashier, "POST", f"/v1/players/{player}/deposits", {"amount": "5", "reference": TURNED}),
        (service.cashier, "POST", "/v1/cash-desk/counts", {"amount": "5", "reason": TURNED}),
        (service.steward, "POST", "/v1/tables", {"name": TURNED, "preset": "azi-three", "seats": 5}),
        (service.admin, "POST", "/v1/keys", {"role": "auditor", "name": TURNED}),
        (service.steward, "POST", f"/v1/games/{game}/actions", {"type": "void_game", "reason": TURNED}),
        (service.steward, "POST", "/v1/disputes", {"game": game, "kind": "other", "words": TURNED}),
        (service.admin, "POST", "/v1/imports/deposits", {"csv": "x", "players": {TURNED: "Anna"}}),
    ]
    before = service.ledger.head()
    for client, method, path, body in asked:
        refused = client.send(method, path, body)
        assert refused.status_code == 422, (path, refused.text)
        assert "[U+202E]" in refused.text, path
    csv = f"player,amount,reference\nAnna,5,{TURNED}\n{TURNED},5,r\n"
    told = service.admin.done("/v1/imports/deposits", {"csv": csv, "register": True})
    assert (told["failed"], [one["says"].count("[U+202E]") for one in told["outcomes"]]) == (2, [1, 1])
    assert service.ledger.head() == before


@pytest.fixture
def old(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Court:
    """A club of an earlier release, which took such signs everywhere."""
    with monkeypatch.context() as earlier:
        earlier.setattr(attempt, "hidden", lambda _: "")
        court = Court(ledger, *EXAMPLE_1)
        table = tables.open_table(ledger, order(STEWARD), name=TURNED, preset="azi-three", changes={"deck": "entered"}, seats=4)
        assert table.decided is not None
        dispute = court.open("wrong_player", Disputed(seat=2))
        court.rule(dispute, "stands")
        court.club.sit(table.decided.envelopes[0].event.table, 100, 100, 100)
        wallets.deposit(ledger, order(CASHIER), court.players[0], 5, TURNED)
    ledger.recorder.rows("update people set name = %s where player = %s returning name", TURNED, court.players[0])
    ledger.recorder.rows("update keys set name = %s returning name", TURNED)
    return court


def test_what_earlier_releases_took_is_shown_by_its_code(database: Database, old: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, address, player = old.ledger, {"DATABASE_URL": database.admin_url}, old.players[0]
    keys.issue(ledger, "player", player, "x")
    ledger.recorder.rows("update keys set name = %s returning name", TURNED)
    for words_ in (("players",), ("tables",), ("key", "list"), ("balance", player), ("statement", player), ("statistics",)):
        shown = here(*words_, **address)
        assert shown.exit_code == 0, shown.output
        assert "\u202e" not in shown.stdout, words_
        assert "[U+202E]" in shown.stdout or words_ == ("statistics",), words_
    told = here("players", "--json", **address).stdout
    assert "\u202e" not in told
    assert CODED in [one["name"] for one in json.loads(told)["players"]]
    for form in ("csv", "hledger", "beancount", "ofx", "camt053"):
        assert "\u202e" not in here("statement", player, "--format", form, **address).stdout, form
    assert people.names(ledger, [player]) == {player: CODED}


def test_a_reason_that_turns_the_writing_round_replays_and_audits_as_before_and_is_told_by_its_code(
    ledger: Ledger, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    court = Court(ledger, *EXAMPLE_1[:2])
    with pytest.raises(UnfitText):
        court.club.act(court.game, azi.VoidGame(TURNED))
    with monkeypatch.context() as earlier:
        earlier.setattr(attempt, "hidden", lambda _: "")
        court.club.act(court.game, azi.VoidGame(TURNED))
    voided = next(one.event for one in film(ledger, court.game).envelopes if hasattr(one.event, "reason"))
    assert voided.reason == TURNED  # as it was stored
    assert CODED in words(voided)
    address = {"DATABASE_URL": database.admin_url}
    assert "In order" in here("audit", "games", **address).stdout
    for form in (("--transcript",), ("--all",), ("--json",)):
        assert "\u202e" not in here("replay", court.game, *form, **address).stdout
