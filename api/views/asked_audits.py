"""An audit on request: how much of the history the caller may audit, and what he is told about what was found.

Both the interface (`api/rest/audits.py`) and the page (`api/web/pages/audits.py`) use this, so they agree.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from urllib.parse import urlencode

import flask

from api.http import cursors
from api.http.answers import Members
from api.http.paging import page, wait
from api.http.problems import Problem
from api.schemas.audits import AuditQueryGiven, StandingQueryGiven
from api.service.shared import house, ledger
from api.service.visibility import Sight, sight
from api.views import audits as view
from engine.saying import Saying
from ledger.audits.auditing import audited
from ledger.audits.findings import MONEY, Finding, Report
from ledger.audits.listing import Standing, findings, need_there, standing
from ledger.audits.money_models import COMPARED
from ledger.audits.standing import FINDINGS
from ledger.audits.writing import csv_of, names_in
from ledger.orders.order import Caller
from ledger.orders.permission import is_steward
from ledger.registers.listings import OF_GAMES, games
from ledger.store.errors import Conflict, LedgerError, NotAllowed, NotFound
from ledger.store.ids import game_stream, table_of_game, table_stream

ROLES = ("admin", "auditor", "steward")
MODELS = OF_GAMES
_money = Lock()


@dataclass(frozen=True, slots=True)
class Asked:
    """What an audit found, for one viewer. findings: those that he may know of, each with whether something of it is withheld.

    following: the cursor behind the games that were audited; None behind the last ones, and for the money.
    """

    audit: str
    report: Report
    findings: list[tuple[Finding, bool]]
    following: str | None

    def plain(self, tag: str) -> Members:
        """The same in plain values, as JSON has it. tag: the language in which findings say what they say."""
        return view.report(self.audit, self.report, self.findings, self.following, tag)


@dataclass(frozen=True, slots=True)
class AskedStanding:
    """A page of what the standing audit has found, for one viewer; the rest as in `Asked`."""

    stands: Standing
    findings: list[tuple[Finding, bool]]
    following: str | None

    def plain(self, tag: str) -> Members:
        """The same in plain values, as JSON has it."""
        return view.standing(self.stands, self.findings, self.following, tag)


def asked(asking: Caller, audit: str, given: AuditQueryGiven) -> Asked:
    """Carries out one of AUDITS. asking: has one of ROLES.

    Raises NotAllowed: a steward, for what is not of his tables. NotFound: no such table or game. Conflict: the money is being
    audited by somebody else. NotYet. Problem: malformed, for a cursor that was never issued.
    """
    if audit == MONEY and (given["table"] or given["game"]):
        says = Saying("The money is one whole, and is audited whole: leave table and game out.")
        named = {"table": given["table"], "game": given["game"]}
        raise Problem("malformed", says, errors={name: [says] for name, value in named.items() if value})
    if audit == MONEY:
        report, following = _of_money(asking, given), None
    else:
        report, following = _of_games(asking, audit, given)
    return Asked(audit, report, _told_to(asking, report.findings), following)


def standing_asked(asking: Caller, given: StandingQueryGiven) -> AskedStanding:
    """A page of what the standing audit has found. Raises as `asked` does."""
    table, game = given["table"], given["game"]
    _may_audit(asking, table if game is None else table_of_game(game))
    wait(ledger(), house().limits, (FINDINGS.name,), given["min_position"])
    need_there(ledger(), table, game)
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
    shown = _told_to(asking, (one.finding for one in some))
    return AskedStanding(standing(ledger(), table=table, game=game), shown, following)


def _told_to(asking: Caller, findings: Iterable[Finding]) -> list[tuple[Finding, bool]]:
    """Those of the findings that he may know of, each with whether something of it is withheld from him."""
    return view.told(findings, judges=lambda one: _judges(asking, one), opens=lambda one: _opens(asking, one))


def _may_audit(asking: Caller, table: str | None) -> None:
    """Raises NotAllowed: a steward audits the tables of which he is one."""
    if asking.role != "steward":
        return
    if table is None:
        raise NotAllowed("Name one of your tables, or a game at one: a steward audits those.")
    stream = ledger().load(table_stream(table))
    if not stream.version or not is_steward(asking, stream.state):
        raise NotAllowed("A steward audits the tables of which he is one.")


def as_csv(found: Asked, tag: str) -> flask.Response:
    """Its findings as a file, in this language; the next page, at the address that was asked, stands in the header Link."""
    told = [one for one, _ in found.findings]
    lines = csv_of(told, tag, names_in(ledger(), told))
    response = flask.Response("".join(lines), 200, content_type="text/csv; charset=utf-8; header=present")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="audit-{found.audit}-{found.report.position}.csv"'
    if found.following is not None:
        query = urlencode({**flask.request.args.to_dict(), "cursor": found.following})
        response.headers["Link"] = f'<{flask.request.path}?{query}>; rel="next"'
    return response


def _of_money(asking: Caller, given: AuditQueryGiven) -> Report:
    """One at a time: it reads the whole history."""
    if asking.role == "steward":
        raise NotAllowed("The money of the club is audited for auditors and admins.")
    wait(ledger(), house().limits, COMPARED, given["min_position"])
    if not _money.acquire(blocking=False):
        raise Conflict("The money is being audited at this moment: ask again.")
    try:
        return audited(ledger(), (MONEY,))
    finally:
        _money.release()


def _of_games(asking: Caller, audit: str, given: AuditQueryGiven) -> tuple[Report, str | None]:
    """The report on a page of games, and the cursor behind them."""
    table, game = given["table"], given["game"]
    if game is not None:
        _may_audit(asking, table_of_game(game))
        return audited(ledger(), (audit,), games=[game]), None
    _may_audit(asking, table)
    wait(ledger(), house().limits, MODELS, given["min_position"])
    listed = games(ledger(), after=cursors.number_of(given["cursor"]), limit=given["limit"] + 1, table=table)
    if not listed and table is not None and not ledger().load(table_stream(table)).version:
        raise NotFound("There is no such table.")
    some, following = page(listed, given["limit"], lambda item: cursors.place(item.started))
    return audited(ledger(), (audit,), games=[item.game for item in some]), following


def _opens(asking: Caller, finding: Finding) -> bool:
    """Whether the caller may see every card of the game that the finding is about, what the deck still holds too unless it is about
    an offence; not if that cannot be told."""
    if finding.game is None:
        return True
    sees = _sight(asking, finding.game)
    if sees is None:
        return asking.role == "auditor" and not finding.running
    return sees.everything and (finding.unnoticed or sees.deck())


def _judges(asking: Caller, finding: Finding) -> bool:
    """Whether the caller may know of offences in the game that nobody has claimed; who plays in it may not."""
    sees = None if finding.game is None else _sight(asking, finding.game)
    return asking.role != "admin" if sees is None else sees.judges


def _sight(asking: Caller, game: str) -> Sight | None:
    """What the caller may see of the game. None: it is damaged, so its state cannot be asked."""
    table, _, number = game.rpartition("-")
    try:
        return sight(ledger(), asking, ledger().load(game_stream(table, int(number))))
    except (LedgerError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None
