"""What can go wrong: a page for each kind of problem, to which the type of a problem leads."""

import flask

from api.http.problem_kinds import KINDS
from api.http.problems import Problem
from api.web.page import page, spoken
from ledger.words.catalogues import TAGS

blueprint = flask.Blueprint("problem pages", __name__)


@blueprint.get("/problems")
def show_problems() -> flask.Response:
    """All kinds of problems."""
    return page("problems.html", language=spoken(), languages=TAGS, kinds=KINDS.values())


@blueprint.get("/problems/<name>")
def show_problem(name: str) -> flask.Response:
    """What a kind of problem means and what to do about it."""
    kind = KINDS.get(name)
    if kind is None:
        raise Problem("not-found", "There is no problem of this name.", known=sorted(KINDS))
    return page("problem_kind.html", language=spoken(), languages=TAGS, kind=kind)
