"""Audits on demand: of penalties, misdeals and games in pages of games, of the money as a whole."""

from threading import Lock
from typing import Any
from urllib.parse import urlencode

import flask

from api import cursors
from api.answers import found
from api.auth import need_role
from api.house import house, ledger
from api.openapi import Blueprint
from api.paging import page, wait
from api.problems import Problem
from api.schemas import audits as schemas
from api.views import audits as view
from api.visibility import sight
from ledger.audits.auditing import audited
from ledger.audits.findings import AUDITS, MONEY, Finding, Report
from ledger.audits.listing import findings, standing
from ledger.audits.standing import FINDINGS
from ledger.audits.writing import csv_of
from ledger.errors import Conflict, LedgerError, NotAllowed, NotFound
from ledger.ids import game_stream, table_of_game, table_stream
from ledger.listings import games
from ledger.orders import Caller
from ledger.permission import is_steward

blueprint = Blueprint("audits", __name__, url_prefix="/v1", description="What is not as it should be in the history")
MODELS = ("games",)
OF_MONEY = ("journal", "balances", "pots")
_money = Lock()


@blueprint.operation("GET", "/audits", (200, schemas.StandingSchema), query=schemas.StandingQuery)
def list_findings(given: dict[str, Any]) -> flask.Response:
    """What the standing audit has found: to auditors and admins; to stewards of their own tables.

    Each game is audited when it has ended, and again when a ruling on it comes.
    """
    asking, table, game = need_role("admin", "auditor", "steward"), given["table"], given["game"]
    _may(asking, table if game is None else table_of_game(game))
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
    shown = view.told((one.finding for one in some), judges=asking.role != "admin", opens=lambda one: _opens(asking, one))
    return found(view.standing(standing(ledger(), table=table, game=game), shown, following))


@blueprint.operation("GET", "/audits/<audit>", (200, schemas.AuditSchema), query=schemas.AuditQuery, described=schemas.ANSWERS)
def read_audit(given: dict[str, Any], audit: str) -> flask.Response:
    """An audit of games, penalties, misdeals or money, made as you ask: to auditors and admins; to stewards of their own tables.

    Each page audits up to `limit` games, running ones as far as they go. As CSV the next page stands in the header Link.
    """
    if audit not in AUDITS:
        raise NotFound(f"The audits are {', '.join(AUDITS)}.")
    asking, form = need_role("admin", "auditor", "steward"), _form(given["format"])
    if audit == MONEY:
        report, following = _of_money(asking, given), None
    else:
        report, following = _of_games(asking, audit, given)
    judges = asking.role != "admin"
    findings = view.told(report.findings, judges=judges, opens=lambda one: _opens(asking, one))
    if form == "csv":
        return _csv(audit, report, [one for one, _ in findings], following)
    return found(view.report(audit, report, findings, following))


def _of_money(asking: Caller, given: dict[str, Any]) -> Report:
    """One at a time: it reads the whole history."""
    if asking.role == "steward":
        raise NotAllowed("The money of the club is audited for auditors and admins.")
    wait(ledger(), house().limits, OF_MONEY, given["min_position"])
    if not _money.acquire(blocking=False):
        raise Conflict("The money is being audited at this moment: ask again.")
    try:
        return audited(ledger(), (MONEY,))
    finally:
        _money.release()


def _of_games(asking: Caller, audit: str, given: dict[str, Any]) -> tuple[Report, str | None]:
    """The report on a page of games, and the cursor behind them."""
    table, game = given["table"], given["game"]
    if game is not None:
        _may(asking, table_of_game(game))
        return audited(ledger(), (audit,), games=[game]), None
    _may(asking, table)
    wait(ledger(), house().limits, MODELS, given["min_position"])
    listed = games(ledger(), after=cursors.number_of(given["cursor"]), limit=given["limit"] + 1, table=table)
    if not listed and table is not None and not ledger().load(table_stream(table)).version:
        raise NotFound("There is no such table.")
    some, following = page(listed, given["limit"], lambda item: cursors.place(item.started))
    return audited(ledger(), (audit,), games=[item.game for item in some]), following


def _is_there(table: str | None, game: str | None) -> bool:
    """Whether there is this table, this game at it; either may be left open."""
    if game is not None and (table_of_game(game) != (table or table_of_game(game)) or not ledger().load(f"game-{game}").version):
        return False
    return table is None or bool(ledger().load(table_stream(table)).version)


def _may(asking: Caller, table: str | None) -> None:
    """Raises NotAllowed: a steward audits the tables of which he is one."""
    if asking.role != "steward":
        return
    if table is None:
        raise NotAllowed("Name one of your tables, or a game at one: a steward audits those.")
    stream = ledger().load(table_stream(table))
    if not stream.version or not is_steward(asking, stream.state):
        raise NotAllowed("A steward audits the tables of which he is one.")


def _opens(asking: Caller, finding: Finding) -> bool:
    """Whether the caller may see every card of the game that the finding is about; not if that can not be told."""
    if finding.game is None:
        return True
    table, _, number = finding.game.rpartition("-")
    try:
        return sight(ledger(), asking, ledger().load(game_stream(table, int(number)))).everything
    except (LedgerError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return asking.role == "auditor" and not finding.running  # the game is damaged, so its state can not be asked


def _form(asked: str | None) -> str:
    """The name of the format. Raises Problem: the header Accept allows none."""
    if asked is not None:
        return asked
    accepted = flask.request.accept_mimetypes
    best = accepted.best_match(schemas.FORMATS.values()) if accepted else schemas.FORMATS["json"]
    if best is None:
        says = f"An audit is given as {', '.join(schemas.FORMATS)}."
        raise Problem("not-acceptable", says, formats=list(schemas.FORMATS), available=list(schemas.FORMATS.values()))
    return next(name for name, media_type in schemas.FORMATS.items() if media_type == best)


def _csv(audit: str, report: Report, findings: list[Finding], following: str | None) -> flask.Response:
    response = flask.Response("".join(csv_of(findings)), 200, content_type="text/csv; charset=utf-8; header=present")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="audit-{audit}-{report.position}.csv"'
    if following is not None:
        query = urlencode({**flask.request.args.to_dict(), "cursor": following})
        response.headers["Link"] = f'<{flask.request.path}?{query}>; rel="next"'
    return response
