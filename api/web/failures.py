"""Every failure becomes a problem: known errors by their meaning, unknown ones without any internals."""

import logging

import flask
import psycopg
from eventsourcing.persistence import PersistenceError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.http import refused
from api.http.languages import in_language, spoken
from api.http.problem_kinds import KINDS
from api.http.problems import MEDIA_TYPE, Problem, refusal
from api.web import problem_page
from engine.rules import RuleBroken
from engine.saying import Saying
from ledger.notices.addresses import UnfitMail
from ledger.notices.guard import UnfitAddress
from ledger.notices.webhooks import UnfitWebhook
from ledger.people.keys import UnfitKey
from ledger.people.people import UnfitName
from ledger.statements import BadPeriod, DoesNotAddUp
from ledger.store import errors

_LOG = logging.getLogger("cardledger.api")
RETRY_AFTER_S = 1

_BY_STATUS = {
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "body-too-large",
    415: "unsupported-media-type",
}
_DETAILS = {
    404: Saying("Nothing is known by this address."),
    405: Saying("This address does not take that method."),
    415: Saying("Send the body as application/json, in UTF-8."),
}
_MEANINGS: dict[type[errors.LedgerError], str] = {
    errors.NotFound: "not-found",
    errors.NotAllowed: "not-allowed",
    errors.KeyReused: "key-reused",
    errors.Conflict: "busy",
    errors.OutcomeUnknown: "outcome-unknown",
    errors.Unavailable: "unavailable",
    errors.TooLarge: "malformed",
    errors.UnfitText: "malformed",
    UnfitName: "malformed",
    UnfitKey: "malformed",
    UnfitWebhook: "malformed",
    UnfitAddress: "malformed",
    UnfitMail: "malformed",
}


def register(app: flask.Flask) -> None:
    """Hands all errors of `app` to this module."""
    app.register_error_handler(Exception, answer)


def answer(error: Exception) -> flask.Response:
    """The response for an error that ended a request."""
    if isinstance(error, RuleBroken):
        answered = refusal(error)
        return _uncached(refused.response(answered.body, answered.status))
    if isinstance(error, HTTPException):
        return _http(error)
    problem = error if isinstance(error, Problem) else _known(error)
    if problem is None:
        _LOG.error("%s %s failed", flask.request.method, flask.request.path, exc_info=error)
        problem = Problem("server-fault", "The service has failed; this was not the fault of the request.")
    return of(problem)


def of(problem: Problem) -> flask.Response:
    """The response for this problem: a page for those who read pages."""
    if problem_page.wanted():
        return problem_page.problem_page(problem)
    tag = spoken()
    return in_language(_response(problem.body(tag), problem.kind.status, problem.headers), tag)


def _known(error: Exception) -> Problem | None:
    """What an error of the ledger means for whoever asked; None for an unexpected one."""
    soon = {"Retry-After": str(RETRY_AFTER_S)}
    match error:
        case errors.Stale():
            return Problem("stale", error.saying, version=error.version)
        case errors.NotYet():
            return Problem("not-yet", error.saying, headers=soon, position=error.position)
        case errors.BeyondEnd():
            return Problem("beyond-end", error.saying, newest=error.newest)
        case BadPeriod():
            return Problem("malformed", error.saying, errors={error.field: [error.saying]})
        case errors.LedgerError() if type(error) in _MEANINGS:
            name = _MEANINGS[type(error)]
            problem = Problem(name, error.saying, headers=soon if KINDS[name].status == 503 else None)
            if error.index is not None:
                problem.facts["index"] = error.index
            if isinstance(error, errors.NotFound) and error.field is not None:
                says = error.saying.facts["says"]
                problem.errors = {error.field: [says if isinstance(says, Saying) else str(says)]}
            return problem
        case errors.Unreplayable() | errors.Unreadable() | DoesNotAddUp():
            _LOG.error("%s %s: %s", flask.request.method, flask.request.path, error)
            damaged = Problem("damaged", "What is stored under this address is damaged and was not evaluated.")
            if isinstance(error, errors.Unreplayable):
                damaged.facts |= {"game": error.game, "step": error.step, "not_evaluated": list(error.unread)}
            return damaged
        case psycopg.OperationalError() | psycopg.InterfaceError() | psycopg.errors.ReadOnlySqlTransaction() | PersistenceError():
            _LOG.warning("%s %s: %s", flask.request.method, flask.request.path, error)
            return Problem("unavailable", errors.Unavailable.sentence, headers=soon)
    return None


def _http(error: HTTPException) -> flask.Response:
    """An error that Flask or Werkzeug has raised. Redirects and answers of its own go out as they are."""
    status = error.code or 500
    if error.response is not None or status < 400:
        return flask.current_app.make_response(error)
    if status >= 500:
        return of(Problem("server-fault", "The service has failed; this was not the fault of the request."))
    name = _BY_STATUS.get(status, "bad-request")
    headers = {key: value for key, value in error.get_headers() if key in {"Allow", "Retry-After"}}
    limit = flask.request.max_content_length
    problem = Problem(name, _DETAILS.get(status, KINDS[name].page), headers=headers)
    if isinstance(error, MethodNotAllowed):
        problem.facts["allowed"] = sorted(error.valid_methods or ())
    if status == 413:
        problem = Problem(name, Saying("The body is larger than {limit} bytes.", limit=limit), headers=headers, limit_bytes=limit)
    return of(problem)


def _response(body: bytes, status: int, headers: dict[str, str] | None = None) -> flask.Response:
    response = flask.Response(body, status, content_type=MEDIA_TYPE)
    response.headers.update(headers or {})
    return _uncached(response)


def _uncached(response: flask.Response) -> flask.Response:
    response.headers["Cache-Control"] = "no-store"
    return response
