"""What went wrong is told in the language that Accept-Language names; types, statuses and facts are the same in each."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import marshmallow
import pytest
from marshmallow import fields, validate

from api import schemas
from api.http.validating import SAID, recognised
from engine.saying import Saying
from ledger.words.catalogues import SOURCE, TAGS
from ledger.words.saying import told
from tests.api.reader import reading
from tests.api.service import Service

WRONG: dict[str, tuple[str, Any]] = {
    "Nothing is known by this address.": ("/v1/nowhere", None),
    "There is no such table.": ("/v1/tables/nowhere", None),
    "Must be a whole number from 1 to 100.": ("/v1/games?limit=0", None),
    "Unknown field. Known here: limit, cursor, min_position.": ("/v1/accounts?x=1", None),
    "Must be one of: running, over.": ("/v1/games?status=old", None),
    "Must not be blank.": ("/v1/players", {"name": " "}),
    "Missing data for required field.": ("/v1/players", {}),
    "Must not be longer than 80 characters.": ("/v1/players", {"name": "x" * 81}),
    "The body must be a JSON object.": ("/v1/players", []),
}
IN_GERMAN = {
    "Nothing is known by this address.": "Unter dieser Adresse gibt es nichts.",
    "There is no such table.": "Diesen Tisch gibt es nicht.",
    "Must be a whole number from 1 to 100.": "limit: Muss eine ganze Zahl von 1 bis 100 sein.",
    "Unknown field. Known here: limit, cursor, min_position.": (
        "x: Dieses Feld gibt es nicht. Bekannt sind hier: limit, cursor, min_position."
    ),
    "Must be one of: running, over.": "status: Muss eines sein von: running, over.",
    "Must not be blank.": "name: Darf nicht leer sein.",
    "Missing data for required field.": "name: Dieses Feld muss angegeben werden.",
    "Must not be longer than 80 characters.": "name: Darf nicht länger als 80 Zeichen sein.",
    "The body must be a JSON object.": "Der Inhalt muss ein JSON-Objekt sein.",
}


def asked(service: Service, path: str, body: Any, accepted: str = "") -> Any:
    """The problem, and the language that it says it is in."""
    client = service.auditor if body is None else service.room
    headers = {"Accept_Language": accepted} if accepted else {}
    answer = client.get(path, **headers) if body is None else client.send("POST", path, body, **headers)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "Accept-Language" in answer.headers["Vary"]
    return answer.json(), answer.headers["Content-Language"]


@pytest.mark.parametrize("says", WRONG)
def test_a_problem_is_told_in_the_language_of_its_reader_and_is_the_same_problem(service: Service, says: str) -> None:
    english, tag = asked(service, *WRONG[says])
    assert (tag, english["detail"].endswith(says)) == (SOURCE, True)
    assert asked(service, *WRONG[says], "fr, en;q=0.5") == (english, SOURCE)
    said = {english["detail"]}
    for other in TAGS[1:]:
        problem, tag = asked(service, *WRONG[says], f"{other}-XX, en;q=0.5")
        assert tag == other
        said |= {problem["detail"]}
        words = {"title", "detail", "errors"}
        assert {name: value for name, value in problem.items() if name not in words} == {
            name: value for name, value in english.items() if name not in words
        }
        assert problem["title"] != english["title"]
        assert set(problem.get("errors", {})) == set(english.get("errors", {}))
        if "errors" in english:
            ((name, found),) = problem["errors"].items()
            assert problem["detail"] == f"{name}: {found[0]}"
    assert len(said) == len(TAGS)
    assert asked(service, *WRONG[says], "de")[0]["detail"] == IN_GERMAN[says]


def test_who_may_do_something_is_told_in_the_language_too(service: Service) -> None:
    answer = service.cashier.get("/v1/audits", Accept_Language="ru")
    assert answer.json()["detail"] == "Это для ролей admin, auditor и steward; роль этого ключа — cashier."
    assert answer.json()["role"] == "cashier"
    assert (
        service.cashier.get("/v1/audits").json()["detail"] == "This is for admin, auditor and steward; this key's role is cashier."
    )


def test_a_page_tells_a_problem_whole_in_the_language_of_the_page(service: Service) -> None:
    with reading(service, service.auditor) as reader:
        page = reader.page("/audits?audit=cards&lang=ru", 422)
        assert "audit: Должно быть одним из: standing, games, penalties, misdeals, money." in page.words
        page = reader.page("/no-such-page?lang=de", 404)
        assert "Genauer: Unter dieser Adresse gibt es nichts." in page.words


class Loaded(marshmallow.Schema):
    """Everything that validators of the house's schemas say in marshmallow's own words."""

    choice = fields.String(validate=validate.OneOf(["a", "b"]))
    seat = fields.String(validate=validate.OneOf(["1", "2"], error="Seats are 1 to 2."))
    between = fields.List(fields.String(), validate=validate.Length(2, 3))
    most = fields.List(fields.String(), validate=validate.Length(max=1))
    least = fields.String(validate=validate.Length(min=2))
    needed = fields.String(required=True)
    text = fields.String()
    mapping = fields.Dict()


@pytest.mark.parametrize(
    ("given", "template", "facts"),
    [
        ({"choice": "c"}, "Must be one of: {choices}.", {"choices": "a, b"}),
        ({"seat": "3"}, "Seats are 1 to {most}.", {"most": "2"}),
        ({"between": ["a"]}, "Length must be between {least} and {most}.", {"least": "2", "most": "3"}),
        ({"most": ["a", "b"]}, "Longer than maximum length {most}.", {"most": "1"}),
        ({"least": "a"}, "Shorter than minimum length {least}.", {"least": "2"}),
        ({"needed": ...}, "Missing data for required field.", {}),
        ({"more": 1}, "Unknown field.", {}),
        ({"text": None}, "Field may not be null.", {}),
        ({"between": "ab"}, "Not a valid list.", {}),
        ({"text": 1}, "Not a valid string.", {}),
        ({"mapping": []}, "Not a valid mapping type.", {}),
        ([], "Invalid input type.", {}),
    ],
)
def test_what_marshmallow_says_is_recognised(given: Any, template: str, facts: dict[str, str]) -> None:
    whole = {name: value for name, value in {"needed": "x", **given}.items() if value is not ...} if given else given
    with pytest.raises(marshmallow.ValidationError) as refused:
        Loaded().load(whole)
    (((said,),),) = ([*recognised(refused.value.messages).values()],)
    assert said == Saying(template, **facts)
    assert all(told(said, tag) != str(said) for tag in TAGS[1:])


def test_everything_that_is_recognised_is_met_and_what_is_not_stays_as_it_is() -> None:
    met = [mark for mark in test_what_marshmallow_says_is_recognised.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    assert {row[1] for row in met[0].args[1]} == {one.template for one in SAID}
    assert recognised({"a": ["Nobody knows.", Saying("x")]}) == {"a": [Saying("Nobody knows."), Saying("x")]}
    assert str(recognised("{Nobody}")) == "{Nobody}"


def fields_of(field: fields.Field[Any]) -> Iterator[fields.Field[Any]]:
    """A field and those within it."""
    yield field
    for part in ("inner", "key_field", "value_field"):
        if (within := getattr(field, part, None)) is not None:
            yield from fields_of(within)


def kinds_of(schema: type[marshmallow.Schema]) -> Iterator[type[marshmallow.Schema]]:
    """All that are made from it."""
    for kind in schema.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_whatever_a_validator_of_our_schemas_says_in_words_of_its_own_is_recognised() -> None:
    for module in iter_modules(schemas.__path__):
        import_module(f"{schemas.__name__}.{module.name}")
    ours = [kind for kind in kinds_of(marshmallow.Schema) if kind.__module__.startswith(schemas.__name__)]
    found = [field for kind in ours for one in kind._declared_fields.values() for field in fields_of(one)]
    said = {str(text) for field in found for one in field.validators if (text := getattr(one, "error", None))}
    assert len(said) > 1
    known = {one.template for one in SAID}
    assert [text for text in said if recognised(text).template not in known] == []
