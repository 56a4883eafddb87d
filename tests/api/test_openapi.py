"""The description of the interface, and the pages that show it."""

from __future__ import annotations

import re

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.http.problem_kinds import KINDS
from api.rulebooks.addresses import rule_page
from engine.azi import rulebook as azi
from engine.room import rulebook as room
from tests.api.casino_table import casino_table
from tests.api.service import Service

PUBLIC = {"/healthz", "/readyz"}
CHECKING = {"/v1/records"}  # takes a body and writes nothing


def test_the_description_is_valid_openapi_3_1(service: Service) -> None:
    description = service.http.get("/openapi.json").json()
    assert description["openapi"] == "3.1.0"
    assert list(OpenAPIV31SpecValidator(description).iter_errors()) == []


def test_every_route_is_described_with_its_problems(service: Service) -> None:
    paths = service.http.get("/openapi.json").json()["paths"]
    assert len(paths) >= 25
    for path, operations in paths.items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            statuses = set(operation["responses"])
            where = f"{method} {path}"
            assert operation["summary"], where
            assert statuses & {"200", "201", "204"}, where
            if path in PUBLIC:
                assert operation["security"] == []
                continue
            assert {"401", "403", "404", "422", "429", "503"} <= statuses, where
            if path in CHECKING:
                assert {"409", "413", "415"} <= statuses, where
            elif method in {"post", "put"}:
                assert {"400", "409", "412", "413", "415"} <= statuses, where
                assert "Idempotency-Key" in {parameter["name"] for parameter in operation["parameters"] if "name" in parameter}, (
                    where
                )
    described = service.http.get("/openapi.json").json()["components"]["responses"]
    assert all(list(response["content"]) == ["application/problem+json"] for response in described.values())


def test_every_address_under_v1_is_in_the_description(service: Service) -> None:
    from api.app import create_app
    from ledger.settings import Settings

    app = create_app(service.ledger, Settings())
    rules = {re.sub(r"<(\w+:)?(\w+)>", r"{\2}", rule.rule) for rule in app.url_map.iter_rules() if rule.rule.startswith("/v1/")}
    assert rules == {path for path in service.http.get("/openapi.json").json()["paths"] if path.startswith("/v1/")}


def test_every_act_of_a_game_has_a_schema_of_its_own(service: Service) -> None:
    description = service.http.get("/openapi.json").json()
    body = description["paths"]["/v1/games/{game}/actions"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    one, several = [description["components"]["schemas"][form["$ref"].rpartition("/")[2]] for form in body["anyOf"]]
    assert several["properties"]["acts"]["items"] == body["anyOf"][0]
    mapping = one["discriminator"]["mapping"]
    assert {option["$ref"] for option in one["oneOf"]} == set(mapping.values())
    for word, place in mapping.items():
        schema = description["components"]["schemas"][place.rpartition("/")[2]]
        assert schema["properties"]["type"]["enum"] == [word]
        assert not {"secret", "order", "commitment"} & set(schema["properties"])


def test_a_claim_and_a_penalty_are_described_as_each_game_takes_them(service: Service) -> None:
    schemas = service.http.get("/openapi.json").json()["components"]["schemas"]
    games = {
        "azi": service.table(enforcement="record"),
        "casino": casino_table(service, enforcement="record"),
    }
    for word in ("claim", "penalise"):
        schema = schemas[f"{word.capitalize()}Action"]
        examples = dict(zip(games, schema["examples"], strict=True))
        assert [form.get("required") for form in schema["oneOf"]] == [["trick"], None]
        for name, table in games.items():
            for of, body in examples.items():
                table.game = table.game or table.start()
                answer = service.steward.post(
                    f"/v1/games/{table.game}/actions", {**body, **({"seat": 1} if "seat" in body else {})}
                )
                assert answer.status_code == (409 if of == name else 422), answer.text
                assert of == name or "trick" in answer.json()["errors"]


def test_money_is_described_as_text(service: Service) -> None:
    schemas = service.http.get("/openapi.json").json()["components"]["schemas"]
    assert schemas["Money"]["properties"]["amount"]["type"] == "string"
    assert schemas["CashIn"]["properties"]["amount"]["type"] == "string"


def test_the_bare_address_leads_to_the_interface(service: Service) -> None:
    answer = service.http.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs/")


def test_the_page_of_the_interface_is_a_page_of_the_site_and_runs_only_files_of_this_service(service: Service) -> None:
    page = service.http.get("/docs/")
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    rules = service.http.get("/rules/azi").text
    for part in ('<a class="name"', '<meta name="viewport"', '<link rel="stylesheet" href="/style.css">'):
        assert part in page.text, part
        assert part in rules, part
    assert not re.search(r"<iframe|<style|<script(?! defer src=)| on\w+=| style=", page.text)
    loaded = re.findall(r'<(?:script[^>]*src|link rel="stylesheet" href)="([^"]+)"', page.text)
    assert loaded[0] == "/style.css"
    assert all(place.startswith("/docs/") for place in loaded[1:])
    for place in loaded:
        got = service.http.get(place)
        assert (got.status_code, bool(got.headers.get("ETag"))) == (200, True), place
        assert ("javascript" if place.endswith(".js") else "css") in got.headers["Content-Type"]
    assert "/openapi.json" in service.http.get("/docs/interface.js").text
    assert service.http.get("/docs/oauth2-redirect.html").status_code == 404
    style = service.http.get("/docs/swagger-ui.css").text
    assert not re.search(r"url\(['\"]?(https?:)?//", style)
    assert "@import" not in style


def test_the_page_of_the_interface_has_the_policy_of_all_pages_and_lets_its_own_script_ask_the_service(service: Service) -> None:
    rules = _policy(service.http.get("/rules/azi").headers["Content-Security-Policy"])
    docs = _policy(service.http.get("/docs/").headers["Content-Security-Policy"])
    assert docs == {**rules, "img-src": "'self' data:", "script-src": "'self'", "connect-src": "'self'"}
    assert (docs["default-src"], docs["style-src"], docs["frame-ancestors"]) == ("'none'", "'self'", "'none'")


def _policy(text: str) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in text.split(";"))
    return {name: what for name, _, what in parts}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_of_problem_has_a_page(service: Service, name: str) -> None:
    page = service.http.get(f"/problems/{name}")
    assert page.status_code == 200
    assert str(KINDS[name].title) in page.text.replace("&#39;", "'")


def test_every_rule_that_a_refusal_may_name_stands_on_a_page(service: Service) -> None:
    for rule in (*azi.RULES, *room.RULES):
        path, _, anchor = rule_page(rule.id).partition("#")
        assert f'id="{anchor}"' in service.http.get(path).text


def test_health_needs_no_key(service: Service) -> None:
    assert service.http.get("/healthz").json() == {"status": "ok"}
    assert service.http.get("/readyz").json() == {"status": "ready"}
