"""What one card can do, all of it in pages: captures and builds of Casino, in a game and in a branch of it."""

from dataclasses import dataclass

import flask

from api.http import cursors
from api.http.answers import Members, found
from api.http.auth import caller
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.schemas import games as schemas
from api.service.shared import house, ledger
from api.service.visibility import sight, sight_of
from api.views import legal as view
from api.views.replay import may_know
from engine.games import Kind
from engine.playing import Playing
from engine.saying import Saying
from engine.wanted import Wanted
from ledger.play import branches
from ledger.replays.film import film
from ledger.store.errors import NotAllowed
from ledger.store.ids import stream_of_game

blueprint = Blueprint("plays", __name__, url_prefix="/v1", description="What one card can do")
STALE = (412,)


@dataclass(frozen=True, slots=True)
class Position:
    """A state in which somebody asks, the version that names it, and whose cards are asked about, 0 for nobody's."""

    id: str
    kind: Kind
    state: Playing
    version: int
    seat: int


class _Place(cursors.Content, frozen=True):
    """Behind which act a page begins. type: of the acts. behind: as `Kind.plays_with` gives it."""

    id: str
    version: int
    seat: int
    card: str
    type: str
    behind: tuple[int, ...]


@blueprint.operation("GET", "/games/<game:game>/captures", (200, schemas.CapturePage), query=schemas.StepCardQuery, also=STALE)
def list_captures(given: schemas.StepCardQueryGiven, game: str) -> flask.Response:
    """What this card can take: every lawful capture, the largest first; none if the card cannot be played now."""
    return _page(given, _in_game(given, game), view.CAPTURE)


@blueprint.operation("GET", "/games/<game:game>/builds", (200, schemas.BuildPage), query=schemas.StepCardQuery, also=STALE)
def list_builds(given: schemas.StepCardQueryGiven, game: str) -> flask.Response:
    """What can be built with this card: every lawful build, addition and raise; none if the card cannot be played now."""
    return _page(given, _in_game(given, game), view.BUILD)


@blueprint.operation("GET", "/branches/<dispute:branch>/captures", (200, schemas.CapturePage), query=schemas.CardQuery, also=STALE)
def list_branch_captures(given: schemas.CardQueryGiven, branch: str) -> flask.Response:
    """What this card can take in a branch."""
    return _page(given, _in_branch(given, branch), view.CAPTURE)


@blueprint.operation("GET", "/branches/<dispute:branch>/builds", (200, schemas.BuildPage), query=schemas.CardQuery, also=STALE)
def list_branch_builds(given: schemas.CardQueryGiven, branch: str) -> flask.Response:
    """What can be built with this card in a branch."""
    return _page(given, _in_branch(given, branch), view.BUILD)


def _in_game(given: schemas.StepCardQueryGiven, game: str) -> Position:
    """Now, or after a step. Raises NotFound, NotAllowed, Unreplayable."""
    seat = given["seat"]
    if given["step"] is None:
        stream = ledger().load(stream_of_game(game))
        sees, at = sight(ledger(), caller(), stream), stream.state
        seat = seat or sees.seat or (at.turn if sees.steward else 0)
        if not seat or not (sees.steward or seat == sees.seat):
            raise NotAllowed("What a card can do is told to whose it is, and to the steward who enters what happens.")
        return Position(game, sees.kind, at, stream.version, seat)
    whole = film(ledger(), game)
    sees = sight_of(ledger(), caller(), whole)
    step = whole.step(given["step"])
    seat = seat or step.state.turn
    if not may_know(step.state, seat, sees.at(step.number)):
        raise NotAllowed("This hand is not shown to you.")
    return Position(game, whole.kind, step.state, step.number, 0 if step.mid_act else seat)


def _in_branch(given: schemas.CardQueryGiven, branch: str) -> Position:
    stream, copy = branches.read_branch(ledger(), caller(), branch)
    return Position(branch, copy.kind, copy.state, stream.version, given["seat"] or copy.state.turn)


def _page(given: schemas.CardQueryGiven, at: Position, word: str) -> flask.Response:
    """The page behind the cursor; of a game without such acts an empty one. Raises Problem: malformed (a cursor of another list),
    stale."""
    card, secret = given["card"], house().secret
    behind: tuple[int, ...] = ()
    if given["cursor"] is not None:
        place = cursors.content_of(secret, given["cursor"], _Place)
        if place is None or (place.id, place.card, place.type) != (at.id, card, word):
            raise cursors.foreign()
        if place.version != at.version:
            says = Saying("The game has gone on since this cursor was given out: begin again without it.")
            raise Problem("stale", says, version=at.version)
        if place.seat != at.seat:
            raise cursors.foreign()
        behind = place.behind
    commands: list[Wanted] = []
    if at.kind.plays_with is not None:
        commands, behind = at.kind.plays_with(at.state, at.seat, card, at.kind.actions[word], behind, given["limit"])
    told: Members = {"id": at.id, "version": at.version, "seat": at.seat, "card": card}
    following = cursors.signed(secret, _Place(at.id, at.version, at.seat, card, word, behind)) if behind else None
    return found({**told, view.PAGES[word]: view.acts(commands, at.state, at.kind), "next": following}, version=at.version)
