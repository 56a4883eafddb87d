"""What the standing audit has found; audits on demand: of games, penalties, misdeals in pages of games, of the money whole."""

import flask

from api.http.answers import Members, found
from api.http.auth import need_role
from api.http.languages import in_language, spoken
from api.http.paging import wait
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.schemas import audits as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.views.asked_audits import ROLES, as_csv, asked, standing_asked
from engine.saying import Saying
from ledger.audits.findings import AUDITS
from ledger.audits.listing import by_steward, need_there, unclaimed
from ledger.audits.standing import FINDINGS
from ledger.store.errors import NotFound

blueprint = Blueprint("audits", __name__, url_prefix="/v1", description="Audits: whatever is wrong in the history")


@blueprint.operation("GET", "/audits", (200, schemas.StandingSchema), query=schemas.StandingQuery)
def list_findings(given: schemas.StandingQueryGiven) -> flask.Response:
    """Findings of the standing audit: for auditors and admins; for stewards those of their own tables.

    Each game is audited when it has ended, and again after a ruling on it.
    """
    tag = spoken()
    return in_language(found(named(standing_asked(need_role(*ROLES), given).plain(tag))), tag)


@blueprint.operation("GET", "/audits/unclaimed", (200, schemas.UnclaimedSchema), query=schemas.UnclaimedQuery)
def list_unclaimed(given: schemas.UnclaimedQueryGiven) -> flask.Response:
    """Offences that nobody has claimed or ruled on, by table and by steward: for auditors and admins; for stewards of their own
    tables."""
    asking = need_role(*ROLES)
    wait(ledger(), house().limits, (FINDINGS.name, "tables"), given["min_position"])
    need_there(ledger(), given["table"], None)
    listed = unclaimed(ledger(), table=given["table"], steward=asking.subject if asking.role == "steward" else None)
    tables: list[Members] = [
        {"table": one.table, "stewards": one.stewards, "total": one.total, "counts": dict(one.counts)} for one in listed
    ]
    stewards: list[Members] = [
        {"actor": who, "total": counts.total(), "counts": dict(counts)}
        for who, counts in sorted(by_steward(listed).items())
        if asking.role != "steward" or who == asking.subject
    ]
    told: Members = {"by_table": tables, "by_steward": stewards}
    return found(named(told))


@blueprint.operation("GET", "/audits/<audit>", (200, schemas.AuditSchema), query=schemas.AuditQuery, described=schemas.ANSWERS)
def read_audit(given: schemas.AuditQueryGiven, audit: str) -> flask.Response:
    """An audit of games, penalties, misdeals or money, made on request: for auditors and admins; for stewards of their own tables.

    Each page audits up to `limit` games, running ones as far as they have gone. With CSV the header Link leads to the next page.
    Findings are in the language of Accept-Language.
    """
    if audit not in AUDITS:
        raise NotFound(Saying("The audits are {audits}.", audits=", ".join(AUDITS)))
    asking, form = need_role(*ROLES), _form(given["format"])
    made, tag = asked(asking, audit, given), spoken()
    return in_language(as_csv(made, tag) if form == "csv" else found(named(made.plain(tag))), tag)


def _form(named: str | None) -> str:
    """The name of the format. Raises Problem: the header Accept allows none."""
    if named is not None:
        return named
    accepted = flask.request.accept_mimetypes
    best = accepted.best_match(schemas.FORMATS.values()) if accepted else schemas.FORMATS["json"]
    if best is None:
        says = Saying("An audit is given as {formats}.", formats=", ".join(schemas.FORMATS))
        raise Problem("not-acceptable", says, formats=list(schemas.FORMATS), available=list(schemas.FORMATS.values()))
    return next(name for name, media_type in schemas.FORMATS.items() if media_type == best)
