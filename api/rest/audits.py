"""Audits on demand: of penalties, misdeals and games in pages of games, of the money as a whole."""

from typing import Any

import flask

from api import cursors
from api.answers import found
from api.audits import ROLES, as_csv, asked, may_audit, told_to
from api.auth import need_role
from api.house import house, ledger
from api.openapi import Blueprint
from api.paging import page, wait
from api.problems import Problem
from api.schemas import audits as schemas
from api.views import audits as view
from ledger.audits.findings import AUDITS
from ledger.audits.listing import findings, standing
from ledger.audits.standing import FINDINGS
from ledger.errors import NotFound
from ledger.ids import table_of_game, table_stream

blueprint = Blueprint("audits", __name__, url_prefix="/v1", description="What is not as it should be in the history")


@blueprint.operation("GET", "/audits", (200, schemas.StandingSchema), query=schemas.StandingQuery)
def list_findings(given: dict[str, Any]) -> flask.Response:
    """What the standing audit has found: to auditors and admins; to stewards of their own tables.

    Each game is audited when it has ended, and again when a ruling on it comes.
    """
    asking, table, game = need_role(*ROLES), given["table"], given["game"]
    may_audit(asking, table if game is None else table_of_game(game))
    wait(ledger(), house().limits, (FINDINGS.name,), given["min_position"])
    if not _is_there(table, game):
        raise NotFound("There is no such table or game.")
    listed = findings(
        ledger(),
        audit=given["audit"],
        severity=given["severity"],
        table=table,
        game=game,
        before=cursors.pair_of(given["cursor"]),
        limit=given["limit"] + 1,
    )
    some, following = page(listed, given["limit"], lambda one: cursors.place(f"{one.judged}.{one.number}"))
    shown = told_to(asking, (one.finding for one in some))
    return found(view.standing(standing(ledger(), table=table, game=game), shown, following))


@blueprint.operation("GET", "/audits/<audit>", (200, schemas.AuditSchema), query=schemas.AuditQuery, described=schemas.ANSWERS)
def read_audit(given: dict[str, Any], audit: str) -> flask.Response:
    """An audit of games, penalties, misdeals or money, made as you ask: to auditors and admins; to stewards of their own tables.

    Each page audits up to `limit` games, running ones as far as they go. As CSV the next page stands in the header Link.
    """
    if audit not in AUDITS:
        raise NotFound(f"The audits are {', '.join(AUDITS)}.")
    asking, form = need_role(*ROLES), _form(given["format"])
    made = asked(asking, audit, given)
    return as_csv(made) if form == "csv" else found(made.plain())


def _is_there(table: str | None, game: str | None) -> bool:
    """Whether there is this table, this game at it; either may be left open."""
    if game is not None and (table_of_game(game) != (table or table_of_game(game)) or not ledger().load(f"game-{game}").version):
        return False
    return table is None or bool(ledger().load(table_stream(table)).version)


def _form(named: str | None) -> str:
    """The name of the format. Raises Problem: the header Accept allows none."""
    if named is not None:
        return named
    accepted = flask.request.accept_mimetypes
    best = accepted.best_match(schemas.FORMATS.values()) if accepted else schemas.FORMATS["json"]
    if best is None:
        says = f"An audit is given as {', '.join(schemas.FORMATS)}."
        raise Problem("not-acceptable", says, formats=list(schemas.FORMATS), available=list(schemas.FORMATS.values()))
    return next(name for name, media_type in schemas.FORMATS.items() if media_type == best)
