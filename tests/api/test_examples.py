"""Every example of a request in the description is one that the service has taken: those of the sample games are sent by the demo
(`test_cli.py`), the others here, in their order."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import jsonschema

from tests.api.attack import resolved
from tests.api.program import ROOT
from tests.api.service import Client, Service

OTHERS = tomllib.loads((ROOT / "api" / "rest" / "examples.toml").read_text("utf-8"))["calls"]
NAME = re.compile(r"\{(\w+)\}")


def filled(value: Any, kept: dict[str, str]) -> Any:
    """With what was kept of earlier answers."""
    if isinstance(value, str):
        return NAME.sub(lambda found: kept[found[1]], value)
    if isinstance(value, dict):
        return {name: filled(one, kept) for name, one in value.items()}
    return [filled(one, kept) for one in value] if isinstance(value, list) else value


def test_the_examples_that_the_demo_does_not_send_are_taken_in_their_order(service: Service) -> None:
    kept = {"record": (ROOT / "tests" / "records" / "azi-three-walkover.toml").read_text("utf-8")}
    for by, call, body, then in OTHERS:
        method, _, place = call.partition(" ")
        if "elsewhere" in then:
            guide = (ROOT / "docs" / "how-to" / f"{then['elsewhere']}.md").read_text("utf-8")
            assert place.rpartition("/")[2] in guide, call
            continue
        client: Client = service.room.acting_for(kept[by]) if by in kept else getattr(service, by)
        headers = {"If_Match": service.auditor.get(filled(then["match"], kept)).headers["ETag"]} if "match" in then else {}
        answer = client.send(method, filled(place, kept), filled(body, kept), **headers)
        assert answer.status_code in {200, 201}, (call, answer.text)
        kept |= {name: answer.json()[where] for name, where in then.get("keep", {}).items()}


def test_every_body_has_an_example_that_fits_its_form_and_says_nothing_made_up(service: Service) -> None:
    description = service.http.get("/openapi.json").json()
    known = description["components"]["schemas"]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            content = {} if method == "parameters" else operation.get("requestBody", {}).get("content", {})
            if "application/json" not in content:
                continue
            told = content["application/json"]
            assert told.get("examples"), (method, path)
            schema = resolved(told["schema"], known)
            for name, example in told["examples"].items():
                fault = jsonschema.Draft202012Validator(schema).is_valid(example["value"])
                assert fault, (method, path, name, example)
                assert '"string"' not in str(example)
    acts = description["paths"]["/v1/games/{game}/actions"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    assert {"several acts", "raise", "capture", "claim"} <= acts.keys()
