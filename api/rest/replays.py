"""The replay of a game: steps and headlines in JSON, the transcript as plain text."""

from collections.abc import Iterable

import flask

from api.http.answers import found
from api.http.auth import caller
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.rest.players import ALL
from api.rulebooks.languages import chosen
from api.schemas import replays as schemas
from api.service.naming import named
from api.service.shared import ledger
from api.service.visibility import Sight, sight_of
from api.views import replay as view
from engine.saying import Saying
from ledger.people import people
from ledger.replays.film import Film, film
from ledger.replays.landings import landed
from ledger.replays.transcript import transcript
from ledger.words import TONGUES, Voice

blueprint = Blueprint("replays", __name__, url_prefix="/v1", description="Games step by step, in three languages")


@blueprint.operation(
    "GET", "/games/<game:game>/replay", (200, schemas.ReplaySchema), query=schemas.ReplayQuery, described=schemas.ANSWERS
)
def replay_game(given: schemas.ReplayQueryGiven, game: str) -> flask.Response:
    """One step: its event in words, the rules behind it, the chips it moved, the state after it, and what could be done next.

    Without `step` and `to`: the headlines of all steps, or as plain text the whole transcript. `to` leads to another step, such as
    the next trick.
    """
    form = _form(given.get("form"))
    whole = film(ledger(), game)
    sees = sight_of(ledger(), caller(), whole)
    tag = chosen(given["lang"], flask.request.accept_languages, TONGUES).tag
    number, way = given["step"], given["to"]
    if way is not None:
        number = landed(whole, number, way, judges=sees.judges)
    response = _answer(form, given, whole, number, sees, tag)
    response.headers["Cache-Control"] = "private, no-store"
    response.content_language.add(tag)
    response.vary.update(("Accept", "Accept-Language"))
    return response


def _answer(form: str, given: schemas.ReplayQueryGiven, whole: Film, number: int | None, sees: Sight, tag: str) -> flask.Response:
    """In the form that was asked for. JSON tells of seats, which it lists with their players; people are told names."""
    if form == "json":
        voice = Voice(TONGUES[tag], scale=whole.states[0].scale)
        if number is None:
            told = view.headlines(whole, given["after"], given["limit"], voice)
        else:
            told = view.step(whole, number, sees, voice, with_legal=given["legal"] == "all")
        return found(named(told), version=len(whole.rows))
    names = _names(whole)
    voice = Voice(TONGUES[tag], names, whole.states[0].scale)
    players = {seat: names.get(seat, player) for seat, player in whole.states[0].players.items()}
    only = None if number is None else [whole.step(number).number]
    lines: Iterable[str] = transcript(whole, voice, lambda step: view.told(step, sees), players, only)
    return flask.Response("".join(f"{line}\n" for line in lines), 200, content_type="text/plain; charset=utf-8")


def _names(whole: Film) -> dict[int, str]:
    """The names of the players by their seats, as far as the caller may know names: the staff all of them, a player his own."""
    asking, players = caller(), whole.states[0].players
    known = people.names(ledger(), players.values())
    return {
        seat: known[player]
        for seat, player in players.items()
        if player in known and (player == asking.player or (asking.player is None and asking.role in ALL))
    }


def _form(asked: str | None) -> str:
    """The form asked for in the query, else the one that Accept likes best, JSON first. Raises Problem."""
    if asked is not None and asked not in schemas.FORMS:
        says = Saying("A replay is given as {formats}.", formats=", ".join(schemas.FORMS))
        raise Problem("not-acceptable", says, available=list(schemas.FORMS.values()))
    accepted = flask.request.accept_mimetypes
    if asked or not accepted:
        return asked or "json"
    best = accepted.best_match(schemas.FORMS.values())
    if best is None:
        says = Saying("A replay is not given in any form that the header Accept allows.")
        raise Problem("not-acceptable", says, available=list(schemas.FORMS.values()))
    return next(name for name, media_type in schemas.FORMS.items() if media_type == best)
