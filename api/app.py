"""The application: routes, keys at the door, problems for errors."""

import flask
import werkzeug.routing

from api.http import refused
from api.http.auth import Gate
from api.http.bodies import UNREAD, Request
from api.http.limits import Buckets, Limits, Seats
from api.http.problems import Problem
from api.rest import (
    accounts,
    actions,
    audits,
    books,
    branches,
    cash_desk,
    disputes,
    docs,
    events,
    games,
    health,
    house_rules,
    imports,
    inbox,
    keys,
    overviews,
    penalties,
    persons,
    players,
    plays,
    records,
    refusals,
    replays,
    statements,
    statistics,
    tables,
    webhooks,
)
from api.rest.examples import with_examples
from api.rest.openapi import described
from api.schemas.actions import ACTS, by_game, described_name, one_of, several
from api.schemas.actions import described as described_act
from api.schemas.records import TOML
from api.service import seated
from api.service.shared import EXTENSION, House
from api.service.waiting import waited_until
from api.web import failures, pages, sessions
from ledger.audits.findings import AUDITS
from ledger.orders.app import Ledger
from ledger.settings import Settings
from ledger.words.figures import smallest

BLUEPRINTS = (
    players,
    persons,
    statements,
    house_rules,
    tables,
    games,
    plays,
    replays,
    records,
    imports,
    actions,
    branches,
    disputes,
    penalties,
    audits,
    statistics,
    refusals,
    events,
    accounts,
    books,
    cash_desk,
    overviews,
    keys,
    webhooks,
    inbox,
    health,
)


class _Id(werkzeug.routing.BaseConverter):
    """An id in a URL. Anything else is not a URL of this service."""

    regex = "[a-z0-9]{1,40}"


class _GameId(werkzeug.routing.BaseConverter):
    """A game's id: its table's and its number there."""

    regex = "[a-z0-9]{1,40}-[1-9][0-9]{0,8}"


class _DisputeId(werkzeug.routing.BaseConverter):
    """The id of a dispute or a branch: its game's and its number there."""

    regex = "[a-z0-9]{1,40}-[1-9][0-9]{0,8}-[1-9][0-9]{0,3}"


def create_app(ledger: Ledger, settings: Settings, limits: Limits | None = None) -> flask.Flask:
    """The application over this ledger. Make it after a fork. limits: None for the usual ones."""
    limits = limits or Limits()
    app = flask.Flask("cardledger", static_folder=None)
    app.request_class = Request
    app.url_map.merge_slashes = False
    app.url_map.converters.update(id=_Id, game=_GameId, dispute=_DisputeId)
    app.config["MAX_CONTENT_LENGTH"] = limits.body_bytes_max
    secret = bytes(ledger.recorder.rows("select cursor_secret from club")[0][0])
    app.extensions[EXTENSION] = House(
        ledger=ledger,
        settings=settings,
        limits=limits,
        gate=Gate(ledger, Buckets(limits.rate_per_s, limits.burst)),
        waiting=Seats(limits.waiting_max),
        secret=secret,
    )
    sessions.opened_to(app, secret)
    app.extensions[refused.NAMES] = seated.here
    app.extensions[refused.SCALE] = ledger.scale
    failures.register(app)
    app.before_request(_at_the_door)
    app.after_request(_hardened)
    _describe(app, smallest(ledger.unit, ledger.scale))
    for blueprint in (docs.blueprint, *pages.BLUEPRINTS):
        app.register_blueprint(blueprint)
    return app


def _describe(app: flask.Flask, one: str) -> None:
    """Registers the routes, and serves their description, which is made once."""
    api = described(app, one)
    for word in ACTS:
        api.spec.components.schema(described_name(word), by_game(word), schema=described_act(word))
    api.spec.components.schema("Action", one_of())
    api.spec.components.schema("ActList", several())
    for module in BLUEPRINTS:
        api.register_blueprint(module.blueprint)
    provider = flask.json.provider.DefaultJSONProvider(app)
    provider.sort_keys = False
    text = provider.dumps(with_examples(api.spec))

    def openapi() -> flask.Response:
        return flask.Response(text, content_type="application/json")

    app.add_url_rule("/openapi.json", "openapi", openapi)


def _at_the_door() -> None:
    """Admits callers by their key; public routes need none. An unknown address is unknown to everybody.

    Raises Problem: also that for which the server has not read the body.
    """
    request = flask.request
    if (unread := request.environ.get(UNREAD)) is not None:
        raise unread
    if request.routing_exception is not None or not request.path.startswith("/v1/"):
        return
    headers = request.headers
    gate = flask.current_app.extensions[EXTENSION].gate
    admit = gate.caller_of if waited_until() is None else gate.still_caller_of
    flask.g.caller = admit(headers.get("Authorization"), headers.get("On-Behalf-Of"))
    flask.g.key = gate.digest(headers.get("Authorization"))
    accepted = request.accept_mimetypes
    if request.path.endswith("/record"):
        if accepted and not accepted[TOML]:
            raise Problem("not-acceptable", "A record is given in TOML.", available=[TOML])
        return
    if request.path.endswith(("/statement", "/replay", *[f"/v1/audits/{audit}" for audit in AUDITS])):
        return  # given in many forms: the route chooses
    streams = ("text/event-stream",) if request.path.endswith("/stream") else ()
    if accepted and not any(accepted[form] for form in ("application/json", "application/problem+json", *streams)):
        raise Problem("not-acceptable", "The service answers in JSON.", available=["application/json"])


def _hardened(response: flask.Response) -> flask.Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
