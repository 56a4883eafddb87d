"""Branches: games played on from a step in copies that change nothing."""

import flask
from marshmallow import ValidationError

from api.http.answers import answering, found, sent
from api.http.auth import caller
from api.http.languages import in_language, spoken
from api.http.requests import malformed, order
from api.rest.openapi import Blueprint
from api.schemas import actions as action_schemas
from api.schemas import branches as schemas
from api.schemas.acts import Made
from api.service.naming import named
from api.service.shared import ledger
from api.views import branches as view
from engine.branch import BranchBegun
from engine.games import Kind
from ledger.orders.order import Decided, Order
from ledger.play import branches
from ledger.store.ids import branch_stream
from ledger.words import Voice, tongue_of

blueprint = Blueprint("branches", __name__, url_prefix="/v1", description="What if: games played on in a copy")


@blueprint.operation("POST", "/games/<game:original>/branches", (201, schemas.BranchSchema), body=schemas.NewBranch, writes=True)
def branch_game(given: schemas.NewBranchGiven, original: str) -> flask.Response:
    """Branch a game after a step (BRANCH-1): for those who may see all of it. The game itself does not change.

    If the step lies in the middle of an act, the branch starts after the whole act; `branched_from` is the step it starts from.
    """

    def begun(decided: Decided) -> str:
        return str(decided.envelopes[0].of(BranchBegun).branch)

    asked = order(answering(lambda decided: branch_stream(begun(decided)), lambda decided: view.changed(decided, begun(decided))))
    return sent(branches.begin(ledger(), asked, original, given["step"]))


@blueprint.operation("GET", "/games/<game:original>/branches", (200, schemas.BranchPage))
def list_branches(original: str) -> flask.Response:
    """The branches of a game, in order: for those who may see all of it."""
    branches.may_see(ledger(), caller(), original)
    return found(named({"branches": [view.listed(item) for item in branches.branches_of(ledger(), original)]}))


@blueprint.operation("GET", "/branches/<dispute:branch>", (200, schemas.BranchSchema), query=schemas.BranchQuery)
def read_branch(given: schemas.BranchQueryGiven, branch: str) -> flask.Response:
    """A branch: what happened in it, in the language of Accept-Language, its state with every hand, and what may be done."""
    stream, copy = branches.read_branch(ledger(), caller(), branch)
    tag, all_acts = spoken(), given["legal"] == "all"
    told = view.branch(copy, stream.version, given["after"], given["limit"], with_legal=all_acts, voice=Voice(tongue_of(tag)))
    return in_language(found(named(told), version=stream.version), tag)


@blueprint.operation(
    "POST",
    "/branches/<dispute:branch>/actions",
    (201, schemas.BranchSchema),
    body=action_schemas.Acts,
    writes=True,
    described={"requestBody": {"content": {"application/json": {"schema": action_schemas.one_or_several()}}}},
)
def act_in_branch(wanted: action_schemas.Wanted, branch: str) -> flask.Response:
    """Play on by hand, for any seat: an act, or a list of them as `acts`, all or none. The rules of the game apply; a refusal
    changes nothing and is not logged."""

    def acts_of(kind: Kind) -> tuple[Made, ...]:
        try:
            return wanted.of(kind)
        except ValidationError as error:
            raise malformed(error) from None

    return sent(branches.play_all(ledger(), _order(branch), branch, acts_of, listed=wanted.listed))


@blueprint.operation("POST", "/branches/<dispute:branch>/playouts", (201, schemas.BranchSchema), body=schemas.PlayOut, writes=True)
def play_out_branch(given: schemas.PlayOutGiven, branch: str) -> flask.Response:
    """Play on with random players, to the end of the game or for a number of acts."""
    return sent(branches.play_out(ledger(), _order(branch), branch, given["how"], given["acts_most"], given["seed"]))


def _order(branch: str) -> Order:
    return order(answering(branch_stream(branch), lambda decided: view.changed(decided, branch)))
