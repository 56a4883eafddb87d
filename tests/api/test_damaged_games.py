"""A game whose stored bytes were changed behind the service's back: nothing rests on it, what was said about it stays readable, and
every refusal names the damaged step and what was not evaluated."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import psycopg
import pytest

from ledger.database.migrate import service_url
from tests.api.program import here
from tests.api.real_table import RealTable
from tests.api.service import Service, served
from tests.api.test_branches import RENEGE
from tests.api.test_disputes import after_the_bidding, settled
from tests.conftest import SCHEMA, Database, _dropped, _made

OPENING = {"kind": "other", "words": "That was not right"}


@dataclass
class Spoilt:
    """A game that is over, with an open dispute and a branch, and damaged since. damaged, last: its steps. how: see DAMAGES."""

    table: RealTable
    damaged: int
    last: int
    dispute: str
    branch: str
    place: dict[str, str]
    how: str

    @property
    def service(self) -> Service:
        return self.table.service

    def told(self, answer: httpx.Response) -> None:
        """The typed problem, with the damaged step."""
        told = answer.json()
        assert (answer.status_code, told["type"], told.get("game")) == (500, "/problems/damaged", self.table.game), answer.text
        assert (told["step"], told["not_evaluated"]) == (self.damaged, list(range(self.damaged, self.last + 1)))


# A byte: the step cannot be read. Chips: they come from nowhere. Somebody else: only the next step tells, by the chain.
DAMAGES = {"a byte": "set_byte(state, 40, 200)", "chips": ('"chips":"', '"chips":"1'), "somebody else": ('"actor":"', '"actor":"x')}


@pytest.fixture(scope="module")
def own(server_url: str, template: str) -> Iterator[Callable[[], Database]]:
    """Databases of their own, made when they are asked for."""
    made: list[str] = []

    def another() -> Database:
        made.append(f"cardledger_damaged_{secrets.token_hex(6)}")
        url = _made(server_url, made[-1], template)
        return Database(made[-1], url, service_url(url), SCHEMA)

    yield another
    for name in made:
        _dropped(server_url, name)


@pytest.fixture(scope="module", params=DAMAGES)
def spoilt(request: pytest.FixtureRequest, own: Callable[[], Database]) -> Iterator[Spoilt]:
    """The game, damaged at the second call of its bidding."""
    database = own()
    with served(database.place) as service:
        table = after_the_bidding(service)
        table.plays(RENEGE)
        settled(table)
        step = table.step_of("called", 1)
        dispute = service.steward.done("/v1/disputes", {"game": table.game, **OPENING})["id"]
        branch = service.steward.done(f"/v1/games/{table.game}/branches", {"step": step + 2})["id"]
        change: Any = DAMAGES[request.param]
        if request.param != "a byte":
            change = f"convert_to(replace(convert_from(state, 'UTF8'), '{change[0]}', '{change[1]}'), 'UTF8')"
        with psycopg.connect(database.admin_url, autocommit=True) as owner:
            owner.execute("set session_replication_role = replica")
            where = "originator_id = %s and originator_version = %s"
            changed = owner.execute(
                f"update {database.schema}.events set state = {change} where {where}".encode(), (f"game-{table.game}", step)
            )
            assert changed.rowcount == 1
        place = {"DATABASE_URL": database.admin_url, "CARDLEDGER_SCHEMA": database.schema, "COLUMNS": "200"}
        last = len(service.ledger.history(f"game-{table.game}"))
        damaged = step + 1 if request.param == "somebody else" else step
        yield Spoilt(table, damaged, last, dispute, branch, place, request.param)


def test_nothing_rests_on_a_damaged_game(spoilt: Spoilt) -> None:
    service, game = spoilt.service, spoilt.table.game
    head = service.ledger.head()
    for step in (3, spoilt.damaged, spoilt.last):
        spoilt.told(service.steward.post(f"/v1/games/{game}/branches", {"step": step}))
    spoilt.told(service.steward.get(f"/v1/games/{game}/branches"))
    spoilt.told(service.auditor.get(f"/v1/branches/{spoilt.branch}"))
    spoilt.told(service.steward.post(f"/v1/branches/{spoilt.branch}/playouts"))
    spoilt.told(service.steward.post("/v1/disputes", {"game": game, **OPENING}))
    ruling = {"decision": "stands", "reason": "As it was", "rule": "DISPUTE-6"}
    spoilt.told(service.steward.post(f"/v1/disputes/{spoilt.dispute}/rulings", ruling, If_Match='"1"'))
    for client in (service.room, service.cashier, service.client("player", service.player())):
        assert client.post(f"/v1/games/{game}/branches", {"step": 3}).status_code == 403
        assert client.post("/v1/disputes", {"game": game, **OPENING}).status_code == 403
    assert [row.topic for row in service.ledger.tail(head, 99)] == ["wallet.opened"]


def test_the_course_of_a_dispute_stays_readable_and_goes_on(spoilt: Spoilt) -> None:
    service = spoilt.service
    path = f"/v1/disputes/{spoilt.dispute}"
    service.steward.done(f"{path}/answers", {"words": "The bytes were changed"})
    for client in (service.steward, service.auditor, spoilt.table.table.of(1)):
        read = client.read(path)
        assert [(deed["what"], deed["words"]) for deed in read["deeds"]] == [
            ("opened", OPENING["words"]),
            ("answered", "The bytes were changed"),
        ]
        evidence = read["evidence"]
        assert (evidence["opinion"], evidence["events"], evidence["after"]) == (None, [], None)
        assert evidence["stopped"]["step"] == spoilt.damaged
        assert [one["step"] for one in evidence["stopped"]["not_evaluated"]] == list(range(spoilt.damaged, spoilt.last + 1))
    told = json.loads(here("disputes", spoilt.dispute, "--json", **spoilt.place).stdout)
    assert [deed["what"] for deed in told["deeds"]] == ["opened", "answered"]
    assert told["evidence"]["stopped"]["step"] == spoilt.damaged
    assert f"No evidence: Step {spoilt.damaged} of game" in here("disputes", spoilt.dispute, **spoilt.place).stdout


def test_a_dispute_stays_readable_where_not_even_the_first_step_of_its_game_is(own: Callable[[], Database]) -> None:
    database = own()
    with served(database.place) as service, psycopg.connect(database.admin_url, autocommit=True) as owner:
        table = after_the_bidding(service)
        path = f"/v1/disputes/{service.steward.done('/v1/disputes', {'game': table.game, **OPENING})['id']}"
        owner.execute("set session_replication_role = replica")
        spoil = f"update {database.schema}.events set state = '{{}}' where originator_id = %s and originator_version = 1"
        owner.execute(spoil.encode(), (f"game-{table.game}",))
        for client in (service.steward, service.auditor, table.table.of(1)):
            read = client.read(path)
            assert ([deed["what"] for deed in read["deeds"]], read["evidence"]["stopped"]["step"]) == (["opened"], 1)
        for client in (service.cashier, service.client("player", service.player())):
            assert client.get(path).status_code == 403


def test_a_replay_does_not_lead_past_the_damage(spoilt: Spoilt) -> None:
    service, path = spoilt.service, f"/v1/games/{spoilt.table.game}/replay"
    before = spoilt.damaged - 1
    for query in (f"to=next&step={before}", "to=next_trick", f"to=previous_trick&step={spoilt.last}", f"step={spoilt.last}"):
        spoilt.told(service.auditor.get(f"{path}?{query}"))
    assert service.auditor.read(f"{path}?to=previous&step={spoilt.damaged}")["step"] == before
    assert service.auditor.get(f"{path}?to=previous_trick&step={before}").status_code == 404


def test_a_terminal_tells_the_damage_in_a_sentence_with_exit_code_1(spoilt: Spoilt) -> None:
    game, last, place = spoilt.table.game, str(spoilt.last), spoilt.place
    before = str(spoilt.damaged - 1)
    for words in (
        ("replay", game),
        ("replay", game, "--step", last),
        ("replay", game, "--step", before, "--next", "step"),
        ("branch", game, "--step", last),
        ("branch", game, "--step", before),  # who knows whether its act was over
    ):
        ended = here(*words, **place)
        assert (ended.exit_code, f"tep {spoilt.damaged} " in ended.stderr) == (1, True), (words, ended.stderr)
    assert here("branch", game, "--step", "3", **place).exit_code == 0


def test_a_comparison_of_read_models_says_which_can_not_be_counted_anew(spoilt: Spoilt) -> None:
    compared = here("rebuild", "--compare", "--json", **spoilt.place)
    refused = json.loads(compared.stdout)["refused"]
    assert (compared.exit_code, bool(refused)) == (1, spoilt.how != "somebody else")  # he is merely told as a difference
    for model, says in refused.items():
        assert re.search("can ?not be", says)
        assert here("rebuild", model, **spoilt.place).exit_code == 1
        assert f"{model}: {says}" in here("rebuild", model, "--compare", **spoilt.place).stdout
