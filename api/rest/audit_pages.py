"""The page of audits, for auditors, admins and stewards who have signed in."""

from html import escape
from urllib.parse import urlencode

import flask
import werkzeug

from api import requests
from api.audits import ROLES, as_csv, asked, standing_asked
from api.auth import need_role
from api.house import ledger
from api.schemas.audits import STANDING, AuditPageQuery
from api.web import audits as view
from api.web.audit_words import AUDIT_WORDS
from api.web.forms import account, spoken
from api.web.page import own_page
from api.web.sessions import signed_in
from ledger.audits.findings import MONEY, OF_GAMES
from ledger.listings import ListedTable, tables
from ledger.orders import Caller

blueprint = flask.Blueprint("audit pages", __name__)
TABLES_AT_ONCE = 1000


@blueprint.get("/audits")
def show_audits() -> werkzeug.Response:
    """Which audits there are, and the report of the one asked for. Who has not signed in is led to do so, and then back."""
    language = spoken()
    asking = signed_in()
    if asking is None:
        return flask.redirect(f"/sign-in?{urlencode({'next': _address(), 'lang': language.tag})}", 303)
    need_role(*ROLES)
    given = requests.query(AuditPageQuery())
    kept = {name: text for name, text in flask.request.args.items() if text and name != "lang"}
    words = AUDIT_WORDS[language.tag]
    head = f"<p>{escape(words.about)}</p>\n"
    status = 200
    audit = given["audit"] or (None if asking.role == "steward" else STANDING)
    if audit in {STANDING, *OF_GAMES} and asking.role == "steward" and not (given["table"] or given["game"]):
        # The interface refuses this as well; here the form that lacks something is at hand.
        head, status = f'<p class="wrong" role="alert">{escape(words.which_own)}</p>\n', 403
    elif audit == STANDING:
        told = standing_asked(asking, {**given, "audit": None, "severity": None})
        head += view.report(language, {**told, "audit": STANDING, "more": False}, given, {**kept, "lang": language.tag})
    elif audit is not None:
        of = {"table": None, "game": None} if audit == MONEY else {}  # the form may have sent what stood in its fields
        made = asked(asking, audit, {**given, **of})
        if given["format"] == "csv":
            return as_csv(made)
        head = view.report(language, made.plain(), given, {**kept, "lang": language.tag})
    form = view.form(language, given, _tables(asking), of_own_tables=asking.role == "steward")
    return own_page(words.title, head + form, language=language, status=status, account=account(language), kept=kept)


def _tables(asking: Caller) -> list[tuple[str, str]]:
    """Id and name of the tables that may be chosen, the latest first; of too many just more than the form lists."""
    found: list[ListedTable] = []
    after = 0
    while some := tables(ledger(), after=after, limit=TABLES_AT_ONCE):
        found += [one for one in some if asking.role != "steward" or asking.subject in one.stewards]
        after = some[-1].opened
        if len(some) < TABLES_AT_ONCE or len(found) > view.TABLES_LISTED_MAX:
            break
    return [(one.table, one.name) for one in reversed(found)]


def _address() -> str:
    """The address that was asked for."""
    query = urlencode(list(flask.request.args.items(multi=True)))
    return f"/audits?{query}" if query else "/audits"


@blueprint.after_request
def unkept(response: flask.Response) -> flask.Response:
    """Nobody keeps what depends on who is signed in."""
    response.headers["Cache-Control"] = "private, no-store"
    return response
