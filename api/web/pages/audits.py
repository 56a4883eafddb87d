"""The page of audits, for auditors, admins and stewards who have signed in: the form that asks for one, and the report."""

from collections.abc import Mapping
from urllib.parse import urlencode

import flask
import werkzeug

from api.http import requests
from api.http.answers import Members
from api.http.auth import need_role
from api.rulebooks.addresses import address
from api.rulebooks.books import cited
from api.rulebooks.languages import Language
from api.schemas.audits import STANDING, AuditPageQuery, AuditPageQueryGiven
from api.service.shared import ledger
from api.views.asked_audits import ROLES, Asked, AskedStanding, as_csv, asked, standing_asked
from api.web.page import own_page, spoken
from api.web.sessions import signed_in
from ledger.audits.findings import AUDITS, MONEY, OF_GAMES, Finding
from ledger.audits.writing import plain
from ledger.orders.order import Caller
from ledger.registers.listings import ListedTable, tables

blueprint = flask.Blueprint("audit pages", __name__)
TABLES_AT_ONCE = 1000
TABLES_LISTED_MAX = 100  # nobody looks through more than these: then the field takes an id


@blueprint.get("/audits")
def show_audits() -> werkzeug.Response:
    """Which audits there are, and the report of the one asked for. Those not signed in are sent to sign in, and then back."""
    language = spoken()
    asking = signed_in()
    if asking is None:
        return flask.redirect(address("/sign-in", next=_asked_for(), lang=language.tag), 303)
    need_role(*ROLES)
    given = requests.query(AuditPageQuery())
    kept = {name: text for name, text in flask.request.args.items() if text and name != "lang"}
    steward = asking.role == "steward"
    audit = given["audit"] or (None if steward else STANDING)
    told = None
    # The interface refuses this as well; here the form that lacks something is at hand.
    lacking = steward and audit in {STANDING, *OF_GAMES} and not (given["table"] or given["game"])
    if audit == STANDING and not lacking:
        found = standing_asked(
            asking,
            {
                "audit": None,
                "severity": None,
                "table": given["table"],
                "game": given["game"],
                "limit": given["limit"],
                "cursor": given["cursor"],
                "min_position": given["min_position"],
            },
        )
        told = _report(language, found, {**found.plain(language.tag), "audit": STANDING, "more": False}, given, kept)
    elif audit is not None and not lacking:
        wanted = given.copy()
        if audit == MONEY:  # the form may have sent what stood in its fields
            wanted["table"] = wanted["game"] = None
        made = asked(asking, audit, wanted)
        if given["format"] == "csv":
            return as_csv(made, language.tag)
        told = _report(language, made, made.plain(language.tag), given, kept)
    return own_page(
        "audits.html",
        language=language,
        status=403 if lacking else 200,
        kept=kept,
        about=told is None or audit == STANDING,
        lacking=lacking,
        told=told,
        **_form(given, asking),
    )


def _form(given: AuditPageQueryGiven, asking: Caller) -> dict[str, object]:
    """What the form offers. Its game is not filled in again: beside it a table chosen next would say nothing."""
    steward = asking.role == "steward"  # he audits no money and not every table
    offered = (STANDING, *(OF_GAMES if steward else AUDITS))
    listed = _tables(asking)
    return {
        "offered": offered,
        "chosen": given["audit"] if given["audit"] in offered else offered[0],
        "of_own_tables": steward,
        "tables": listed if len(listed) <= TABLES_LISTED_MAX else None,
        "asked_table": given["table"] or "",
    }


def _report(
    language: Language, found: Asked | AskedStanding, told: Members, given: AuditPageQueryGiven, kept: Mapping[str, str]
) -> dict[str, object]:
    """A report with where it leads to. told: as the interface gives it (AuditSchema). given: what was asked. kept: the query, for
    more of the same."""
    here = {**kept, "lang": language.tag}
    as_file = found.findings and isinstance(found, Asked)
    return {
        **told,
        "subject": None if isinstance(found, Asked) and found.audit == MONEY else given["game"] or given["table"],
        "findings": [_finding(language, one, withheld=withheld) for one, withheld in found.findings],
        "file": address("/audits", here, format="csv") if as_file else None,
        "following": None if found.following is None else address("/audits", here, cursor=found.following),
    }


def _finding(language: Language, one: Finding, *, withheld: bool) -> dict[str, object]:
    """A finding with where it leads to. alone: the same audit of its game alone."""
    alone = None
    if one.game is not None and one.audit in OF_GAMES:
        alone = address("/audits", audit=one.audit, game=one.game, lang=language.tag)
    return {
        **plain(one, language.tag),
        "withheld": withheld,
        "cited": None if one.rule is None else cited(one.rule, language.tag),
        "alone": alone,
    }


def _tables(asking: Caller) -> list[tuple[str, str]]:
    """Id and name of the tables that may be chosen, the latest first; of too many just more than the form lists."""
    found: list[ListedTable] = []
    after = 0
    while some := tables(ledger(), after=after, limit=TABLES_AT_ONCE):
        found += [one for one in some if asking.role != "steward" or asking.subject in one.stewards]
        after = some[-1].opened
        if len(some) < TABLES_AT_ONCE or len(found) > TABLES_LISTED_MAX:
            break
    return [(one.table, one.name) for one in reversed(found)]


def _asked_for() -> str:
    """The address that was asked for."""
    query = urlencode(list(flask.request.args.items(multi=True)))
    return f"/audits?{query}" if query else "/audits"


@blueprint.after_request
def unkept(response: flask.Response) -> flask.Response:
    """What depends on who is signed in is not cached."""
    response.headers["Cache-Control"] = "private, no-store"
    return response
