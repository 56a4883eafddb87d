"""Disputes: opened, answered, ruled on, appealed, withdrawn, listed."""

import flask

from api.http import cursors
from api.http.answers import answering, found, sent
from api.http.auth import caller, need_role
from api.http.languages import in_language, spoken
from api.http.paging import page, wait
from api.http.problems import Problem
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import disputes as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.service.visibility import sight_of_course
from api.views import disputes as view
from engine.disputes.commands import Decision, Disputed
from engine.disputes.events import Opened
from engine.saying import Saying
from ledger.books import balances
from ledger.disputes import acts, rulings
from ledger.disputes.listing import disputes
from ledger.orders.order import Decided, Order
from ledger.replays.film import film
from ledger.store.errors import NotAllowed, NotFound, at_field
from ledger.store.ids import dispute_stream, game_of_dispute
from ledger.words import Voice, tongue_of

blueprint = Blueprint("disputes", __name__, url_prefix="/v1", description="Disputes about games, and the stewards' rulings")
MODELS = ("disputes",)


@blueprint.operation("POST", "/disputes", (201, schemas.DisputeChanged), body=schemas.NewDispute, writes=True)
def open_dispute(given: schemas.NewDisputeGiven) -> flask.Response:
    """Open a dispute (DISPUTE-1): players of the game, while it runs and for some hours after it (DISPUTE-2); a steward of the
    table at any time. If-Match is the version of the game."""
    asking = caller()

    def opened(decided: Decided) -> str:
        return str(decided.envelopes[0].of(Opened).dispute)

    asked = order(
        answering(lambda decided: dispute_stream(opened(decided)), lambda decided: view.changed(decided, asking, opened(decided)))
    )
    about = Disputed(given["step"], given["deal"], given["trick"], given["card"], given["seat"], given["amount"])
    with at_field("game"):
        return sent(acts.open_dispute(ledger(), asked, given["game"], given["kind"], given["words"], about))


@blueprint.operation("GET", "/disputes", (200, schemas.DisputePage), query=schemas.DisputesQuery)
def list_disputes(given: schemas.DisputesQueryGiven) -> flask.Response:
    """Disputes in the order in which they were opened. Staff and rooms see all, a player those on games that he played."""
    asking, limit = caller(), given["limit"]
    if asking.role == "cashier":
        raise NotAllowed("Disputes are shown to their games' players, to stewards, auditors and admins.")
    wait(ledger(), house().limits, MODELS, given["min_position"])
    listed = disputes(
        ledger(),
        after=cursors.number_of(given["cursor"]),
        limit=limit + 1,
        game=given["game"],
        table=given["table"],
        state=given["state"],
        kind=given["kind"],
        player=given["player"],
        seen_by=asking.player,
    )
    some, following = page(listed, limit, lambda item: cursors.place(item.opened))
    return found(named({"disputes": [view.listed(item) for item in some], "next": following}))


@blueprint.operation("GET", "/disputes/<dispute:dispute>", (200, schemas.DisputeSchema))
def read_dispute(dispute: str) -> flask.Response:
    """One dispute: its course, its rulings, and the evidence as you may see it, in the language of Accept-Language. For those
    who may see the game.

    If the game is damaged, the evidence says from which step on it could not be evaluated.
    """
    stream = ledger().load(dispute_stream(dispute))
    if not stream.version:
        raise NotFound("There is no such dispute.")
    game = film(ledger(), game_of_dispute(dispute))
    sees = sight_of_course(ledger(), caller(), game)
    tag = spoken()
    told = view.dispute(stream, game, caller(), sees, Voice(tongue_of(tag)))
    return in_language(found(named(told), version=stream.version), tag)


@blueprint.operation("POST", "/disputes/<dispute:dispute>/answers", (201, schemas.DisputeChanged), body=schemas.Words, writes=True)
def answer_dispute(given: schemas.WordsGiven, dispute: str) -> flask.Response:
    """Answer a dispute (DISPUTE-3): a player of the game, or a steward of the table."""
    return sent(acts.answer(ledger(), _order(dispute), dispute, given["words"]))


@blueprint.operation("POST", "/disputes/<dispute:dispute>/appeals", (201, schemas.DisputeChanged), body=schemas.Words, writes=True)
def appeal_ruling(given: schemas.WordsGiven, dispute: str) -> flask.Response:
    """Appeal against the ruling, once (DISPUTE-2, DISPUTE-3): a player of the game, or a steward of the table."""
    return sent(acts.appeal(ledger(), _order(dispute), dispute, given["words"]))


@blueprint.operation(
    "POST", "/disputes/<dispute:dispute>/withdrawals", (201, schemas.DisputeChanged), body=schemas.NoWords, writes=True
)
def withdraw_dispute(given: schemas.NoWordsGiven, dispute: str) -> flask.Response:  # noqa: ARG001
    """Withdraw the dispute, or the pending appeal (DISPUTE-3): the one who brought it."""
    return sent(acts.withdraw(ledger(), _order(dispute), dispute))


@blueprint.operation(
    "POST", "/disputes/<dispute:dispute>/rulings", (201, schemas.DisputeChanged), body=schemas.NewRuling, writes=True, matched=True
)
def rule_on_dispute(given: schemas.NewRulingGiven, dispute: str) -> flask.Response:
    """Rule on the dispute (DISPUTE-4 to 6): a steward of the table who did not play in the game.

    The ruling takes effect at once, and once only: in a running game by the game's own acts, afterwards by entries between wallets.
    A later ruling replaces an earlier one and takes back what that one moved. If-Match names the version of the dispute that was
    read and judged.
    """
    decision = Decision(
        word=given["decision"],
        reason=given["reason"],
        rule=given["rule"],
        seat=given["seat"],
        amount=given["amount"],
        to=tuple(given["to"]),
        step=given["step"],
        deal=given["deal"],
        trick=given["trick"],
        card=given["card"],
    )
    asked = _order(dispute)
    if not given["confirm"] and decision.amount is not None and ledger().answered(asked) is None:
        _credible(decision.amount)
    return sent(rulings.rule(ledger(), asked, dispute, decision))


def _credible(amount: int) -> None:
    """Raises Problem, if there are not so many chips in the whole club."""
    need_role("steward")
    if amount > balances.chips_of_club(ledger()):
        says = Saying("This is more than all chips of the club. If it is meant, send confirm: true as well.")
        raise Problem("malformed", Saying("{name}: {says}", name="amount", says=says), errors={"amount": [says]})


def _order(dispute: str) -> Order:
    asking = caller()
    return order(answering(dispute_stream(dispute), lambda decided: view.changed(decided, asking, dispute)))
