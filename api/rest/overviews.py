"""What all have: balances of everybody at a moment, who owes whom after an evening, the statements of a month as one archive."""

from collections.abc import Iterable
from datetime import datetime

import flask

from api.http import cursors
from api.http.answers import Members, Shown, found, money
from api.http.auth import need_role
from api.http.paging import page, wait
from api.http.problems import Problem
from api.rest.openapi import Blueprint
from api.rulebooks.languages import chosen
from api.schemas import overviews as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.views.periods import day_or_moment, not_held
from engine.saying import Saying
from ledger.books import balances, settling
from ledger.books.moments import Basis
from ledger.books.period import bounds
from ledger.exports import archive, balances_table
from ledger.exports.formats import NotHeld
from ledger.exports.table import Shape
from ledger.orders.permission import is_steward
from ledger.people import people
from ledger.statements import WORDINGS
from ledger.store.errors import NotAllowed, NotFound
from ledger.store.ids import table_stream

blueprint = Blueprint(
    "overviews", __name__, url_prefix="/v1", description="Balances of all, settling an evening, statements of all"
)
MONEY = ("admin", "cashier", "auditor")
ZIP = "application/zip"


class _Place(cursors.Content, frozen=True):
    """All that the pages of everybody's balances share, and behind which player the next one begins. as_of: RFC 3339."""

    as_of: str | None
    basis: Basis
    position: int
    after: str


@blueprint.operation(
    "GET", "/balances", (200, schemas.BalancePage), query=schemas.BalancesQuery, described=schemas.BALANCES, also=(406,)
)
def list_balances(given: schemas.BalancesQueryGiven) -> flask.Response:
    """What every player has, now or at a moment, in his wallet and at tables: admin, cashier, auditor.

    JSON comes in pages, all as of the request for the first one; CSV has everybody, and the sum.
    """
    need_role(*MONEY)
    if given["form"] == "json" and (given["separator"] or given["encoding"]):
        raise Problem(
            "malformed", "Only CSV is written with a separator and an encoding of your choice.", errors={"format": ["csv"]}
        )
    as_of, basis, position, after = given["as_of"], given["basis"], given["at_position"], ""
    if given["cursor"] is not None:
        place = cursors.content_of(house().secret, given["cursor"], _Place)
        if place is None:
            raise cursors.foreign()
        as_of = None if place.as_of is None else datetime.fromisoformat(place.as_of)
        basis, position, after = place.basis, place.position, place.after
    wait(ledger(), house().limits, ("journal",), max(given["min_position"], position or 0))
    told, upto = balances.everybody(ledger(), as_of, basis, position)
    if given["form"] == "csv":
        names = people.names(ledger(), {one.player for one in told})
        shape = Shape(given["separator"] or "comma", given["encoding"] or "utf-8")
        try:
            body = b"".join(balances_table.write(told, names, ledger().unit, ledger().scale, upto, shape))
        except NotHeld as fault:
            raise not_held(fault) from None
        return _file([body], f"text/csv; charset={shape.codec}", f"balances-{upto}.csv")
    at = None if as_of is None else as_of.isoformat()
    listed, following = page(
        [one for one in told if one.player > after],
        given["limit"],
        lambda one: cursors.signed(house().secret, _Place(at, basis, upto, one.player)),
    )
    shown: list[Shown] = [
        {
            "player": one.player,
            "wallet": _money(one.wallet),
            "stacks": {table: _money(chips) for table, chips in one.stacks.items()},
            "total": _money(one.total),
            "position": one.position,
        }
        for one in listed
    ]
    total = _money(sum(one.total for one in told))
    return found(named({"balances": shown, "total": total, "position": upto, "next": following}))


@blueprint.operation("GET", "/settle-up", (200, schemas.SettlingSchema), query=schemas.SettlingQuery)
def settle_up(given: schemas.SettlingQueryGiven) -> flask.Response:
    """Who has won and lost what at a table, or in a period, and the fewest payments that settle it. It moves nothing.

    For admin, cashier and auditor; for stewards of their own tables.
    """
    asking, table = need_role(*MONEY, "steward"), given["table"]
    start, end = bounds(day_or_moment(given["start"], "from"), day_or_moment(given["end"], "to"), given["tz"])
    if table is None and start is None and end is None:
        says = Saying("Name a table, a period, or both.")
        raise Problem("malformed", says, errors={"table": [says]})
    stream = None if table is None else ledger().load(table_stream(table))
    if asking.role == "steward" and (stream is None or not stream.version or not is_steward(asking, stream.state)):
        raise NotAllowed("A steward settles evenings of his own tables.")
    if stream is not None and not stream.version:
        raise NotFound("There is no such table.")
    wait(ledger(), house().limits, ("journal",), given["min_position"])
    told = settling.settling(ledger(), table, start, end, given["basis"])
    results: list[Members] = [{"player": who, "amount": _money(chips)} for who, chips in told.results.items()]
    payments: list[Members] = [{"payer": one.payer, "payee": one.payee, "amount": _money(one.chips)} for one in told.payments]
    shown: Members = {
        "results": results,
        "payments": payments,
        "games": told.games,
        "running": list(told.running),
        "position": told.position,
    }
    return found(named(shown))


@blueprint.operation(
    "GET", "/statements", (200, {"type": "string", "format": "binary"}), query=schemas.StatementsQuery, media_type=ZIP, also=(406,)
)
def read_statements(given: schemas.StatementsQueryGiven) -> flask.Response:
    """The statements of all players for a month, as one ZIP, numbered by month, with a list of them: admin, cashier, auditor."""
    need_role(*MONEY)
    wording = WORDINGS[chosen(given["lang"], flask.request.accept_languages, WORDINGS).tag]
    month = archive.month_of(given["month"])
    wait(ledger(), house().limits, ("journal",), given["min_position"])
    try:
        made = archive.write(ledger(), month, given["form"], wording, tz=given["tz"], basis=given["basis"], scope=given["scope"])
    except NotHeld as fault:
        raise not_held(fault) from None
    response = _file(archive.pieces(made), ZIP, f"statements-{month.name}.zip")
    response.call_on_close(made.close)  # also if nobody reads it
    response.content_language.add(wording.tag)
    return response


def _file(pieces: Iterable[bytes], content_type: str, name: str) -> flask.Response:
    response = flask.Response(pieces, 200, content_type=content_type)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _money(chips: int) -> Members:
    return money(chips, ledger().unit, ledger().scale)
