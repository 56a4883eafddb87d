"""Errors as `application/problem+json` (RFC 9457).

Every problem has a type (the address of a page that explains it), a title, the HTTP status, and a sentence for the person who gets
it. A broken rule names the rule and the facts it was decided on; amounts among them are decimal strings.
"""

from collections.abc import Mapping

import msgspec

from api.http.problem_kinds import KINDS
from api.http.validating import Errors
from api.rulebooks.addresses import rule_page
from engine.plain import Json
from engine.rules import MONEY_FACTS, RuleBroken
from engine.saying import Saying
from ledger.orders.order import Answer
from ledger.words.saying import packed, told

MEDIA_TYPE = "application/problem+json"
SAYING = "saying"  # the member of a stored refusal that is not sent
OF_REFUSAL = frozenset({"type", "title", "status", "detail", "rule", SAYING})
DETAIL_MAX = {"malformed": 300}  # characters: it may list everything that would have been accepted


class Problem(Exception):
    """Ends a request with this problem. headers: of the answer, e.g. Retry-After. errors: what is wrong with each field. facts:
    further members of the answer."""

    def __init__(
        self,
        name: str,
        detail: str | Saying,
        *,
        headers: Mapping[str, str] | None = None,
        errors: Mapping[str, Errors] | None = None,
        **facts: object,
    ) -> None:
        self.kind = KINDS[name]
        self.detail = detail
        self.headers = dict(headers or {})
        self.errors = errors
        self.facts = facts
        super().__init__(f"{name}: {detail}")

    def body(self, tag: str) -> bytes:
        """The problem as JSON bytes. tag: the language in which it says what is wrong."""
        kind = self.kind
        facts = self.facts if self.errors is None else {**self.facts, "errors": _errors(self.errors, tag)}
        return _encode(
            {
                "type": f"/problems/{kind.name}",
                "title": told(kind.title, tag),
                "status": kind.status,
                "detail": told(self.detail, tag)[: DETAIL_MAX.get(kind.name)],
                **_plain(facts),
            }
        )


def refusal(broken: RuleBroken) -> Answer:
    """The answer 409 to an act that breaks a rule, as it is stored: in English, with the parts of its sentence; `refused.py`
    renders it. The same refusal always gives the same bytes."""
    rule = broken.rule
    facts = {name: value for name, value in _plain(broken.facts).items() if name not in OF_REFUSAL}
    body = {"type": rule_page(rule.id), "title": rule.title, "status": 409, "detail": broken.says, "rule": rule.id, **facts}
    return Answer(409, _encode({**body, SAYING: packed(broken.saying)}))


def _errors(errors: Errors, tag: str) -> Json:
    """What is wrong, field by field, in this language."""
    if isinstance(errors, Mapping):
        return {name: _errors(inner, tag) for name, inner in errors.items()}
    return [_errors(each, tag) for each in errors] if isinstance(errors, list) else told(errors, tag)


def _plain(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: _money(value) if name in MONEY_FACTS else _several(value) for name, value in facts.items()}


def _several(value: object) -> object:
    """Tuples of any kind as lists."""
    return [_several(each) for each in value] if isinstance(value, tuple) else value


def _money(value: object) -> object:
    """Amounts as decimal strings, within lists and mappings too."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, tuple | list):
        return [_money(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): _money(item) for name, item in value.items()}
    return value


def _encode(body: Mapping[str, object]) -> bytes:
    return msgspec.json.encode(body, enc_hook=str)
