"""The description of the interface at /openapi.json, made from the routes themselves.

flask-smorest documents its own habits (another error shape, an X-Pagination header); here errors are problems, paths are written
with their parameters, and each operation lists the problems it answers with.
"""

import http
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypedDict, Unpack, overload

import flask
import flask_smorest  # type: ignore[import-untyped,unused-ignore]
import marshmallow

from api.http import requests
from api.http.bodies import limited
from api.http.forms import Description, Form, G
from api.http.limits import Limits
from api.http.problems import MEDIA_TYPE
from api.http.validating import tells_fields
from api.schemas.headers import MatchedHeaders, ReadHeaders, WriteHeaders
from api.schemas.problems import ProblemSchema
from api.service.shared import house

P = ParamSpec("P")  # the parameters of a path
View: TypeAlias = Callable[..., flask.Response]

READING = {"GET", "HEAD"}
READS = (400, 401, 403, 404, 406, 410, 422, 429, 503)
WRITES = (400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503)
PUBLIC = (406,)

TITLE = "cardledger"
VERSION = "1"
DESCRIPTION = (
    "The ledger of a card room. Every deal, bid, card and penalty is an event; hands, pots and balances follow.\n\n"
    "Send `Authorization: Bearer` with an API key. Every request that writes carries an `Idempotency-Key`; asked again with "
    "the same key, it is done once and answered as the first time. Amounts are decimal strings of smallest units ({one})."
)


class More(TypedDict, total=False):
    """What may be said of a route beside its method and path, the schema of what it is given, and that of its answer.

    writes: takes Idempotency-Key and If-Match. matched: If-Match is required. public: needs no key. bytes_max: of the limits, that
    of its body. described: further OpenAPI members of the operation. also: statuses of further problems.
    """

    writes: bool
    matched: bool
    public: bool
    bytes_max: Callable[[Limits], int]
    media_type: str
    described: Mapping[str, Description]
    also: Sequence[int]


class Api(flask_smorest.Api):  # type: ignore[misc,unused-ignore]
    """flask-smorest with problems for errors."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = ProblemSchema

    def _register_responses(self) -> None:
        """One response for each status from 400, as problem+json; used by name in the operations."""
        for status in http.HTTPStatus:
            if status >= 400:
                content = {MEDIA_TYPE: {"schema": ProblemSchema}}
                self.spec.components.response(status.name, {"description": status.phrase, "content": content}, lazy=True)

    def _register_error_handlers(self) -> None:
        """Errors are told by `api.web.failures`, for every route and not only for those described here."""

    def _register_pagination_header(self) -> None:
        """Pages are told in the body."""


Gives: TypeAlias = tuple[int, type[marshmallow.Schema] | Mapping[str, Description] | None]


def _usual(limits: Limits) -> int:
    return limits.body_bytes_max


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc,unused-ignore]
    """Routes of one noun. `operation` is the one way to declare a route."""

    @overload
    def operation(
        self, method: str, path: str, gives: Gives, *, body: type[Form[G]], **more: Unpack[More]
    ) -> Callable[[Callable[Concatenate[G, P], flask.Response]], Callable[Concatenate[G, P], flask.Response]]: ...
    @overload
    def operation(
        self, method: str, path: str, gives: Gives, *, query: type[Form[G]], **more: Unpack[More]
    ) -> Callable[[Callable[Concatenate[G, P], flask.Response]], Callable[Concatenate[G, P], flask.Response]]: ...
    @overload
    def operation(
        self, method: str, path: str, gives: Gives, **more: Unpack[More]
    ) -> Callable[[Callable[P, flask.Response]], Callable[P, flask.Response]]: ...
    def operation(
        self,
        method: str,
        path: str,
        gives: Gives,
        *,
        body: type[Form[G]] | None = None,
        query: type[Form[G]] | None = None,
        writes: bool = False,
        matched: bool = False,
        public: bool = False,
        bytes_max: Callable[[Limits], int] = _usual,
        media_type: str = "application/json",
        described: Mapping[str, Description] | None = None,
        also: Sequence[int] = (),
    ) -> Callable[[View], View]:
        """A route: its method and path, the form of its body or query, status and schema of its answer; `More` says the rest.

        The view gets what body or query loads to, then the path's parameters by name.
        """
        status, schema = gives
        problems: Sequence[int] = PUBLIC if public else WRITES if writes else READS
        problems = (*problems, 428) if matched else (*problems, *also)
        headers = MatchedHeaders if matched else WriteHeaders if writes else ReadHeaders
        body_form = None if body is None else tells_fields(body())
        query_form = None if query is None else tells_fields(query())

        def declared(view: View) -> View:
            @wraps(view)
            def read(**path_parameters: str) -> flask.Response:
                if matched:
                    requests.need_if_match()
                if method not in READING:
                    flask.request.max_content_length = bytes_max(house().limits)
                    flask.request.get_data(cache=True)  # whole or refused, also where nothing of it is wanted
                if body_form is not None:
                    return view(requests.body(body_form), **path_parameters)
                if query_form is not None:
                    return view(requests.query(query_form), **path_parameters)
                return view(**path_parameters)

            documented = view
            if not public:
                documented = self.arguments(headers, location="headers")(documented)
            if query_form is not None:
                documented = self.arguments(query_form, location="query")(documented)
            if body_form is not None:
                documented = self.arguments(body_form)(documented)
            documented = self.response(status, schema, content_type=media_type, headers=_headers(writes))(documented)
            for problem in problems:
                documented = self.alt_response(problem, response=http.HTTPStatus(problem).name)(documented)
            extra: dict[str, Description] = {"operationId": view.__name__, **(described or {})}
            if public:
                extra["security"] = []
            # Only the description is taken from flask-smorest's wrappers: they would be run through at every request.
            limited(read, bytes_max)
            read._apidoc = self.doc(**extra)(documented)._apidoc  # type: ignore[attr-defined]
            self.route(path, methods=[method])(read)
            return view

        return declared


def _headers(writes: bool) -> dict[str, Description] | None:
    if not writes:
        return None
    return {
        "ETag": {"description": "Version of what was written, in quotes.", "schema": {"type": "string"}},
        "Ledger-Position": {"description": "Position of the last event of this request.", "schema": {"type": "string"}},
        "Idempotent-Replayed": {
            "description": "true: the Idempotency-Key was known, and this is the answer to its first request.",
            "schema": {"type": "string", "enum": ["true"]},
        },
    }


def described(app: flask.Flask, one: str) -> Api:
    """The API of `app`, ready to take blueprints. one: the smallest unit of the club, as in "0.01 EUR"."""
    app.config.update(API_TITLE=TITLE, API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    api = Api(
        app,
        spec_kwargs={
            "info": {"description": DESCRIPTION.format(one=one)},
            "servers": [{"url": "/"}],
            "security": [{"key": []}],
        },
    )
    api.spec.components.security_scheme(
        "key", {"type": "http", "scheme": "bearer", "description": "An API key, cl_…; shown once when it is made."}
    )
    return api
