"""The inbox over HTTP and at the terminal."""

from __future__ import annotations

import json
import socket

from ledger.notices import inbox
from ledger.notices.deliverer import Deliverer
from ledger.notices.guard import Guard
from ledger.projections.position import wait_for
from ledger.settings import Settings
from tests.api.program import here
from tests.api.service import PlayedTable, Service, served
from tests.conftest import Database
from tests.ledger.club import Club, himself
from tests.ledger.court import Court
from tests.ledger.notices.mailbox import mailbox
from tests.ledger.notices.receiver import until
from tests.ledger.plays import DEALT


def disputed(service: Service) -> tuple[PlayedTable, str]:
    """A running game that seat 1 disputes; and the dispute."""
    table = service.table(3)
    game = table.start()
    dispute = table.of(1).done("/v1/disputes", {"game": game, "kind": "wrong_pot", "words": "Two hundred are missing"})["id"]
    wait_for(service.ledger, inbox.MODELS, service.ledger.head())
    return table, dispute


def test_who_sits_at_the_table_is_told_and_marks_it_as_read(service: Service) -> None:
    table, dispute = disputed(service)
    asking = table.of(2)
    told = asking.read("/v1/inbox")
    (notice,) = told["notices"]
    assert (told["unread"], told["next"]) == (1, None)
    assert (notice["kind"], notice["dispute"], notice["game"], notice["table"]) == ("dispute_opened", dispute, table.game, table.id)
    assert notice["says"] == "Anna disputes game 1 at Test table: the pot."
    assert (notice["deadline"], notice["read"]) == (None, False)
    assert asking.done("/v1/inbox/reads", {"positions": [notice["position"]]}) == {"positions": [notice["position"]], "upto": None}
    assert asking.read("/v1/inbox?unread=true") == {"notices": [], "unread": 0, "next": None}
    assert asking.read("/v1/inbox")["notices"][0]["read"] is True
    assert service.client("player", table.seats[2]).read("/v1/inbox")["notices"][0]["read"] is True
    assert table.of(1).read("/v1/inbox")["notices"] == []
    assert table.of(3).read("/v1/inbox")["unread"] == 1


def test_pages_go_back_from_the_newest_in_the_language_of_the_reader(service: Service) -> None:
    table, first = disputed(service)
    second = table.of(3).done("/v1/disputes", {"game": table.game, "kind": "other", "words": "Hm"})["id"]
    position = service.ledger.head()
    page = table.of(2).get(f"/v1/inbox?limit=1&min_position={position}", Accept_Language="de")
    assert page.headers["Content-Language"] == "de"
    assert [one["dispute"] for one in page.json()["notices"]] == [second]
    assert page.json()["notices"][0]["says"] == "Anna ficht Partie 1 am Tisch Test table an: etwas anderes."
    following = table.of(2).read(f"/v1/inbox?limit=1&cursor={page.json()['next']}")
    assert ([one["dispute"] for one in following["notices"]], following["next"]) == ([first], None)
    table.of(2).done("/v1/inbox/reads", {"upto": position})
    assert table.of(2).read("/v1/inbox")["unread"] == 0


def test_the_staff_has_an_inbox_and_a_room_by_itself_none(service: Service) -> None:
    table, dispute = disputed(service)
    assert dispute in [one["dispute"] for one in service.steward.read("/v1/inbox?limit=100")["notices"]]
    assert service.client("steward").read("/v1/inbox")["notices"] == []
    assert service.room.read("/v1/inbox")["notices"] == []
    assert service.client("room").acting_for(table.seats[2]).get("/v1/inbox").status_code == 403


def test_what_makes_no_sense_is_refused(service: Service) -> None:
    for body in (
        {},
        {"positions": [1], "upto": 1},
        {"positions": []},
        {"positions": ["1"]},
        {"upto": 0},
        {"positions": [1] * 1001},
    ):
        assert service.steward.post("/v1/inbox/reads", body).status_code == 422, body
    for query in ("unread=yes", "cursor=x", "limit=0", "limit=101"):
        assert service.steward.get(f"/v1/inbox?{query}").status_code == 422, query


def test_the_terminal_shows_the_inbox_of_a_player_and_of_a_steward(database: Database) -> None:
    from ledger.orders.app import Ledger

    ledger = Ledger(database.place)
    court = Court(ledger, *DEALT)
    Club(ledger).register("Zoya")
    dispute = court.open(by=himself(court.players[0]))
    ledger.close()
    settings = {"DATABASE_URL": database.admin_url, "LC_ALL": "C.UTF-8"}
    told = json.loads(here("inbox", court.players[1], "--json", **settings).stdout)
    assert ([one["dispute"] for one in told["notices"]], told["unread"]) == ([dispute], 1)
    assert "оспаривает кон 1" in here("inbox", court.players[1], "--lang", "ru", **settings).stdout
    assert "Not read: 0." in here("inbox", "Zoya", "--unread", **settings).stdout
    assert here("inbox", "Nobody", **settings).exit_code == 4


def test_notices_are_mailed_to_who_sets_an_address_and_sends_back_its_code(club: Database) -> None:
    with mailbox() as box, served(club.place, settings=Settings(smtp=box.smtp)) as service:
        asking = service.client("steward")
        assert asking.get("/v1/inbox/mail").status_code == 404
        body = {"address": "stella@example.org", "language": "de"}
        answer = asking.post("/v1/inbox/mail", body, "mail-1")
        assert answer.json() == {"language": "de", "confirm_within_hours": 24}
        assert asking.post("/v1/inbox/mail", body, "mail-1").headers["Idempotent-Replayed"] == "true"
        assert asking.post("/v1/inbox/mail", body).status_code == 422  # not long ago
        assert asking.read("/v1/inbox/mail")["confirmed"] is False
        with Deliverer(service.ledger, guard=Guard(resolve=nowhere), smtp=box.smtp, poll_s=0.05):
            until(lambda: box.code("stella@example.org") != "")
        right = box.code("stella@example.org")
        wrong = f"{(int(right) + 1) % 10**6:06}"
        assert asking.post("/v1/inbox/mail/confirmations", {"code": wrong}).status_code == 422
        assert asking.post("/v1/inbox/mail/confirmations", {"code": "12345"}).status_code == 422
        told = asking.done("/v1/inbox/mail/confirmations", {"code": right})
        assert (told["address"], told["language"], told["confirmed"], told["state"]) == ("stella@example.org", "de", True, "on")
        kept = service.ledger.recorder.rows(
            "select count(*) from answers where position('stella@' in convert_from(body, 'utf8')) > 0"
        )
        assert kept == [(0,)]
        assert asking.send("DELETE", "/v1/inbox/mail").status_code == 204
        assert asking.get("/v1/inbox/mail").status_code == 404


def test_a_club_without_a_mail_server_mails_nobody(service: Service) -> None:
    answer = service.steward.post("/v1/inbox/mail", {"address": "stella@example.org"})
    assert (answer.status_code, answer.json()["detail"]) == (403, "This club sends no mail.")


def nowhere(_host: str, _port: int) -> list[str]:
    raise socket.gaierror("no network in tests")
