"""Who may ask what: every route, every role. Written from the design; whoever is refused changes nothing and learns no version."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.attack import NOBODY, Findings, World, raw, state, whole, world_of
from tests.api.service import Client, PlayedTable, Service

# Columns, in this order. mine: a steward of the table; other: a steward of none of its. turn, seated: players of the table, whose
# turn it is and whose it is not. stranger: a player at another table. speaking: the room for the player whose turn it is. alien:
# another room. y: let through.
WHO = ["admin", "cashier", "mine", "other", "turn", "seated", "stranger", "room", "speaking", "alien", "auditor"]

# The act that a row is about; `{me}` is the player whose turn it is. A write that is let through names a version
# that is not so: 412, and nothing happens. Rows without a version make something new: 201.
#                     a c m o t s s r s a a
READS: dict[str, str] = {
    "/v1/accounts": "y - - - - - - - - - y",
    "/v1/events": "y y y y y y y y y y y",
    "/v1/games": "y - y y y y y y y y y",
    "/v1/games?table={table}": "y - y y y y y y y y y",
    "/v1/games/{game}": "y - y y y y - y y y y",
    "/v1/games/{game}/events": "y - y y y y - y y y y",
    "/v1/games/{game}/replay": "y - y y y y - y y y y",
    "/v1/games/{game}/replay?step=2": "y - y y y y - y y y y",
    "/v1/games/{game}/captures?card=9H": "- - - - y y - - y - -",
    "/v1/games/{game}/builds?card=9H": "- - - - y y - - y - -",
    "/v1/games/{game}/captures?card=9H&step=2": "y - y y y y - y y y y",
    "/v1/games/{original}/branches": "- - y y - - - - - - y",
    "/v1/branches/{branch}": "- - y y - - - - - - y",
    "/v1/branches/{branch}/captures?card=9H": "- - y y - - - - - - y",
    "/v1/branches/{branch}/builds?card=9H": "- - y y - - - - - - y",
    "/v1/games/{game}/record": "- - - - - - - - - - -",  # it is not over
    "/v1/disputes": "y - y y y y y y y y y",
    "/v1/disputes/{dispute}": "y - y y y y - y y y y",
    "/v1/inbox": "y y y y y y y y y y y",
    "/v1/webhooks": "y y y y - - - y - y y",
    "/v1/webhooks/{webhook}": "y - y - - - - - - - -",
    "/v1/webhooks/{webhook}/dead-letters": "y - y - - - - - - - -",
    "/v1/house-rules": "y y y y y y y y y y y",
    "/v1/keys": "y - - - - - - - - - -",
    "/v1/cash-desk": "y y - - - - - - - - y",
    "/v1/cash-desk/counts": "y y - - - - - - - - y",
    "/v1/cash-desk/report": "y y - - - - - - - - y",
    "/v1/books": "y y - - - - - - - - y",
    "/v1/books/closings": "y y - - - - - - - - y",
    "/v1/balances": "y y - - - - - - - - y",
    "/v1/balances?format=csv": "y y - - - - - - - - y",
    "/v1/settle-up?table={table}": "y y y - - - - - - - y",
    "/v1/settle-up?from=2026-03-01": "y y - - - - - - - - y",
    "/v1/statements?month=2026-03": "y y - - - - - - - - y",
    "/v1/audits": "y - - - - - - - - - y",
    "/v1/audits?table={table}": "y - y - - - - - - - y",
    "/v1/audits/unclaimed": "y - y y - - - - - - y",
    "/v1/penalties?format=csv": "y - y y y y y y y y y",
    "/v1/audits/games": "y - - - - - - - - - y",
    "/v1/audits/penalties?table={table}": "y - y - - - - - - - y",
    "/v1/audits/misdeals?game={game}": "y - y - - - - - - - y",
    "/v1/audits/money": "y - - - - - - - - - y",
    "/v1/debts": "y y - - - - - - - - y",
    "/v1/penalties": "y - y y y y y y y y y",
    "/v1/players": "y y y y - - - - - - y",
    "/v1/players/{me}": "y y y y y y - y y - y",
    "/v1/players/{me}/balance": "y y - - y - - - y - y",
    "/v1/players/{me}/statement": "y y - - y - - - y - y",
    "/v1/players/{me}/person": "y y - - y - - - y - y",
    "/v1/players/{me}/export": "y - - - y - - - y - -",
    "/v1/refusals": "- - y y - - - - - - y",
    "/v1/statistics": "y - y y y y y - y - y",
    "/v1/statistics?player={me}": "y - y y y - - - y - y",
    "/v1/tables": "y y y y y y y y y y y",
    "/v1/tables?player={me}": "y y y y y - - - y - y",
    "/v1/tables/{table}": "y y y y y y y y y y y",
}
#             a c m o t s s r s a a
WRITES: list[tuple[str, str, dict[str, Any], str]] = [
    ("POST", "/v1/players/{me}/deposits", {"amount": "5"}, "- y - - - - - - - - -"),
    ("POST", "/v1/players/{me}/withdrawals", {"amount": "5"}, "- y - - - - - - - - -"),
    ("PUT", "/v1/players/{me}/credit-limit", {"amount": "5"}, "y y - - - - - - - - -"),
    ("POST", "/v1/players/{me}/settlements", {"amount": "5"}, "- y - - - - - - - - -"),
    ("POST", "/v1/players/{me}/corrections",
     {"step": 2, "amount": "5", "reason": "mistyped"}, "y y - - - - - - - - -"),
    ("PUT", "/v1/players/{me}/name", {"name": "Annie"}, "y - y y - - - y - - -"),
    ("POST", "/v1/players/{me}/links", {"player": "{stranger}"}, "y - y y - - - - - - -"),
    ("POST", "/v1/players/{me}/unlinks", {"player": "{stranger}"}, "y - y y - - - - - - -"),
    ("POST", "/v1/players/{me}/handovers", {"to": "x"}, "y - - - - - - y - - -"),
    ("POST", "/v1/players/{me}/erasures", {}, "y - - - - - - y - - -"),
    ("POST", "/v1/cash-desk/counts", {"amount": "5", "reason": "counted"}, "y y - - - - - - - - -"),
    ("POST", "/v1/books/closings", {"before": "2999-01-01T00:00:00Z"}, "y - - - - - - - - - -"),
    ("POST", "/v1/books/reopenings", {"reason": "x"}, "y - - - - - - - - - -"),
    ("POST", "/v1/tables/{table}/seats", {"player": "{me}"}, "- - y - y - - - y - -"),
    ("POST", "/v1/tables/{table}/chips",
     {"player": "{me}", "direction": "top_up", "amount": "5"}, "- - y - y - - - y - -"),
    ("POST", "/v1/tables/{table}/chips",
     {"player": "{me}", "direction": "cash_out", "amount": "5"}, "- - y - y - - - y - -"),
    ("POST", "/v1/tables/{table}/leave", {"player": "{me}"}, "- - y - y - - - y - -"),
    ("POST", "/v1/tables/{table}/close", {}, "y - y - - - - - - - -"),
    ("POST", "/v1/tables/{table}/games", {}, "- - y - y y - - y - -"),
    ("POST", "/v1/tables/{table}/stewards", {"steward": "anna"}, "y - y - - - - - - - -"),
    ("POST", "/v1/games/{game}/actions", {"type": "shuffle", "seat": 0}, "- - - - y - - - y - -"),
    ("POST", "/v1/games/{game}/corrections", {"step": 1, "reason": "mistyped"}, "- - y - - - - - - - -"),
    ("POST", "/v1/games/{game}/actions", {"type": "reach_end_time"}, "- - y - - - - - - - -"),
    ("POST", "/v1/disputes", {"game": "{game}", "kind": "other", "words": "Hm"}, "- - y - y y - - y - -"),
    ("POST", "/v1/games/{original}/branches", {"step": 1}, "- - y y - - - - - - y"),
    ("POST", "/v1/branches/{branch}/actions", {"type": "shuffle", "seat": 0}, "- - y y - - - - - - y"),
    ("POST", "/v1/branches/{branch}/playouts", {}, "- - y y - - - - - - y"),
    ("POST", "/v1/disputes/{dispute}/answers", {"words": "Hm"}, "- - y - y y - - y - -"),
    ("POST", "/v1/disputes/{dispute}/appeals", {"words": "Hm"}, "- - y - y y - - y - -"),
    ("POST", "/v1/disputes/{dispute}/withdrawals", {}, "- - y - y y - - y - -"),
    ("POST", "/v1/disputes/{dispute}/rulings",
     {"decision": "stands", "reason": "Hm", "rule": "DISPUTE-4"}, "- - y - - - - - - - -"),
]  # fmt: skip
MADE: list[tuple[str, dict[str, Any], str]] = [
    ("/v1/players", {"name": "Boris"}, "y - y y - - - y - y -"),
    ("/v1/tables", {"name": "T", "preset": "azi-three", "seats": 5}, "y - y y - - - - - - -"),
    ("/v1/keys", {"role": "auditor", "name": "x"}, "y - - - - - - - - - -"),
    ("/v1/webhooks", {"url": "https://books.example.org/", "types": ["table.*"]}, "y - y y - - - y - y y"),
    ("/v1/webhooks", {"url": "https://books.example.org/", "types": ["wallet.*"]}, "y y - - - - - - - - y"),
    ("/v1/inbox/reads", {"upto": 1}, "y y y y y y y y y y y"),
    ("/v1/webhooks/{webhook}/secrets", {}, "y - y - - - - - - - -"),
    ("/v1/webhooks/{webhook}/resendings", {}, "y - y - - - - - - - -"),
    ("/v1/webhooks/{webhook}/resumptions", {"after": 0}, "y - y - - - - - - - -"),
    ("/v1/imports/games", {"records": [{"name": "x", "text": "x"}]}, "y - y y - - - - - - -"),
    ("/v1/imports/games", {"records": [{"name": "x", "text": "x"}], "deposit_missing": True}, "y - - - - - - - - - -"),
    ("/v1/imports/deposits", {"csv": "player,amount,reference\n"}, "y y - - - - - - - - -"),
    ("/v1/imports/deposits", {"csv": "player,amount,reference\n", "register": True}, "y - - - - - - - - - -"),
]  # fmt: skip


class Cast:
    """Everybody of the matrix, around one table with a running game."""

    def __init__(self, service: Service) -> None:
        self.world: World = world_of(service)
        table: PlayedTable = self.world.table
        turn = table.seen(1)["turn"]
        seated = next(seat for seat in table.seats if seat != turn)
        me, away = table.seats[turn], service.table(1).seats[1]
        self.known = {**self.world.ids, "me": me, "stranger": away}
        self.turn = turn
        self.clients: dict[str, Client] = {
            "admin": service.admin,
            "cashier": service.cashier,
            "mine": service.steward,
            "other": service.client("steward"),
            "turn": service.client("player", me),
            "seated": service.client("player", table.seats[seated]),
            "stranger": service.client("player", away),
            "room": service.room,
            "speaking": service.room.acting_for(me),
            "alien": service.client("room"),
            "auditor": service.auditor,
        }

    def told(self, text: str) -> str:
        """A row's path or value with the ids of this cast."""
        for name, value in self.known.items():
            text = text.replace("{" + name + "}", value)
        return text

    def body(self, row: dict[str, Any]) -> dict[str, Any]:
        """A row's body with the ids of this cast; seat 0 stands for that whose turn it is."""
        filled = {name: self.told(value) if isinstance(value, str) else value for name, value in row.items()}
        return {**filled, "seat": self.turn} if "seat" in row else filled

    def compare(self, allowed: str, ask: Callable[[Client], Any], passed: int) -> None:
        """Asks as everybody, and asserts who was let through; a refusal is a problem that tells no version, and changes nothing."""
        findings = Findings()
        for who, may in zip(WHO, allowed.split(), strict=True):
            before = state(self.world.service)
            answer = ask(self.clients[who])
            if may == "y":
                if answer.status_code != passed:
                    findings.found.append(f"{who}: {answer.status_code} {answer.text[:200]}")
            else:
                findings.see(who, answer, 403)
                if "version" in answer.text or "ETag" in answer.headers:
                    findings.found.append(f"{who} is told a version: {answer.text}")
            if not (may == "y" and passed == 201):
                assert state(self.world.service) == before, who
        findings.none()


@pytest.fixture(scope="module")
def cast(service: Service) -> Cast:
    """Everybody, once for all rows."""
    return Cast(service)


@pytest.mark.parametrize("path", READS)
def test_a_read_is_for_those_whom_the_design_names(cast: Cast, path: str) -> None:
    cast.compare(READS[path], lambda client: client.get(cast.told(path)), 200)


@pytest.mark.parametrize(("method", "path", "body", "allowed"), WRITES, ids=lambda part: str(part)[:60].strip())
def test_a_write_is_for_those_whom_the_design_names(cast: Cast, method: str, path: str, body: dict[str, Any], allowed: str) -> None:
    row = cast.body(body)
    cast.compare(allowed, lambda client: client.send(method, cast.told(path), row, If_Match='"999999999"'), 412)


@pytest.mark.parametrize(("path", "body", "allowed"), MADE, ids=lambda part: str(part)[:30])
def test_something_new_is_made_by_those_whom_the_design_names(cast: Cast, path: str, body: dict[str, Any], allowed: str) -> None:
    cast.compare(allowed, lambda client: client.post(cast.told(path), body), 201)


def test_a_key_is_revoked_by_an_admin_only(cast: Cast) -> None:
    admins_only = "y - - - - - - - - - -"
    cast.compare(admins_only, lambda client: client.send("DELETE", f"/v1/keys/{NOBODY}"), 404)


def test_everybody_has_his_notices_mailed_where_the_club_sends_mail(cast: Cast) -> None:
    """This club sends none, and nobody has an address: nobody is refused for what he is."""
    everybody = " ".join(["y"] * len(WHO))
    cast.compare(everybody, lambda client: client.get("/v1/inbox/mail"), 404)
    cast.compare(everybody, lambda client: client.send("DELETE", "/v1/inbox/mail"), 404)
    cast.compare(everybody, lambda client: client.post("/v1/inbox/mail/confirmations", {"code": "000000"}), 404)
    nobody = " ".join(["-"] * len(WHO))
    cast.compare(nobody, lambda client: client.post("/v1/inbox/mail", {"address": "anna@example.org"}), 201)


def test_a_webhook_is_ended_by_its_key_or_an_admin(cast: Cast) -> None:
    cast.compare("y y y y - - - y - y y", lambda client: client.send("DELETE", f"/v1/webhooks/{NOBODY}"), 404)
    staff = {who: client for who, client in cast.clients.items() if who in {"cashier", "other", "room", "alien", "auditor"}}
    for who, client in staff.items():
        assert client.send("DELETE", cast.told("/v1/webhooks/{webhook}")).status_code == 403, who


def test_the_stream_of_events_is_for_whoever_has_a_key(cast: Cast) -> None:
    everybody = " ".join(["y"] * len(WHO))
    cast.compare(everybody, lambda client: client.get("/v1/events/stream", Last_Event_ID="nonsense"), 400)


def test_a_record_is_checked_for_the_staff_of_the_games(cast: Cast) -> None:
    def ask(client: Client) -> Any:
        headers = client.headers(Content_Type="application/toml")
        return client.http.post("/v1/records", headers=headers, content="no record")

    cast.compare("y - y y - - - - - - y", ask, 422)


def test_every_route_has_a_row(cast: Cast) -> None:
    rows = {("GET", path.partition("?")[0].replace("{me}", "{player}")) for path in READS}
    rows |= {(method, path.replace("{me}", "{player}")) for method, path, *_ in WRITES} | {("POST", path) for path, *_ in MADE}
    rows |= {
        ("DELETE", "/v1/keys/{key}"),
        ("DELETE", "/v1/webhooks/{webhook}"),
        ("DELETE", "/v1/inbox/mail"),
        ("GET", "/v1/inbox/mail"),
        ("POST", "/v1/inbox/mail"),
        ("POST", "/v1/inbox/mail/confirmations"),
        ("GET", "/v1/events/stream"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
    }
    rows |= {("POST", "/v1/records")}
    rows = {(method, re.sub("^/v1/audits/(?!unclaimed).+", "/v1/audits/{audit}", path)) for method, path in rows}
    routes = {(route.method, route.path) for route in cast.world.routes}
    assert rows <= routes
    assert routes - rows == set(), "who may ask this? Give it a row"


def test_a_revoked_key_and_none_at_all_open_nothing(cast: Cast) -> None:
    service, findings = cast.world.service, Findings()
    made = service.admin.done("/v1/keys", {"role": "admin", "name": "for a moment"})
    assert service.admin.send("DELETE", f"/v1/keys/{made['id']}").status_code == 204
    before = state(service)
    for key in (made["key"], made["key"][:-1], made["key"] + "x", "cl_" + "A" * 43):
        client = Client(service.http, key)
        for path in READS:
            findings.see((key[:6], path), client.get(cast.told(path)), 401)
        for method, path, row, _ in WRITES:
            findings.see((key[:6], path), client.send(method, cast.told(path), cast.body(row)), 401)
        for path, row, _ in MADE:
            findings.see((key[:6], path), raw(client, "POST", cast.told(path), whole(row), {}), 401)
    findings.none()
    assert state(service) == before


def test_a_player_acts_on_no_seat_but_his_own_at_no_table_but_his(cast: Cast) -> None:
    service, findings = cast.world.service, Findings()
    other = service.table(3)
    other.start()
    before = state(service)
    for who in ("turn", "seated", "stranger", "speaking"):
        client = cast.clients[who]
        for seat in (1, 2, 3, 4, 7, 10):
            body = {"type": "shuffle", "seat": seat}
            if who == "stranger" or seat not in (1, 2, 3):
                findings.see((who, seat), client.post(cast.told("/v1/games/{game}/actions"), body), 403)
            findings.see((who, seat, "elsewhere"), client.post(f"/v1/games/{other.game}/actions", body), 403)
        for path, row in (
            ("seats", {"player": other.seats[1]}),
            ("chips", {"player": other.seats[1], "direction": "cash_out", "amount": "5"}),
            ("leave", {"player": other.seats[1]}),
            ("close", {}),
            ("games", {}),
            ("stewards", {"steward": "me"}),
        ):
            findings.see((who, path), client.post(f"/v1/tables/{other.id}/{path}", row), 403)
    findings.none()
    assert state(service) == before
