"""Problems as pages: kinds and statuses are those of the interface, the words are friendlier."""

import flask

from api.http.problems import Problem
from api.web.page import own_page, spoken

PAGES = ("/audits", "/sign-in", "/sign-out")


def wanted() -> bool:
    """Whether a problem with this request is shown as a page: always on the pages behind the sign-in, never on the interface, and
    elsewhere if Accept names HTML, as browsers do."""
    request = flask.request
    if request.path in PAGES:
        return True
    return not request.path.startswith("/v1/") and any(media == "text/html" for media, _ in request.accept_mimetypes)


def problem_page(problem: Problem) -> flask.Response:
    """The page that tells this problem, with what the interface says of it."""
    language = spoken()
    kind = problem.kind
    page = own_page(
        "problem.html",
        language=language,
        status=kind.status,
        kept={name: value for name, value in flask.request.args.items() if name != "lang"},
        kind=kind,
        detail=problem.detail,
        may_sign_in=kind.status in {401, 403} and "caller" not in flask.g,
    )
    page.headers.update(problem.headers)
    page.vary.add("Accept")
    return page
