"""The cash desk: debts and their settlement, corrections, counts, the report of a day and a cashier."""

from importlib import import_module

import flask

from api.http import cursors
from api.http.answers import Members, answering, found, money, sent
from api.http.auth import need_role
from api.http.paging import page, wait
from api.http.problems import Problem
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.rulebooks.languages import chosen
from api.schemas import cash_desk as schemas
from api.schemas import players
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import cash_desk as view
from api.views import wallets as of_wallet
from api.views.periods import not_held
from engine.saying import Saying
from ledger.books import debts, desk, receipts
from ledger.books.moments import horizon
from ledger.exports import desk_table
from ledger.exports.formats import NotHeld
from ledger.exports.table import Shape
from ledger.money import wallets
from ledger.people import people
from ledger.registers.naming import staff_named
from ledger.statements import WORDINGS
from ledger.store.ids import DESK_STREAM, wallet_stream

blueprint = Blueprint(
    "cash desk", __name__, url_prefix="/v1", description="Debts, corrections, counts and the report of the cash desk"
)
MONEY = ("admin", "cashier", "auditor")


@blueprint.operation("POST", "/players/<id:player>/settlements", (201, players.PlayerChanged), body=players.CashIn, writes=True)
def settle_debt(given: players.CashInGiven, player: str) -> flask.Response:
    """A cashier takes chips in payment of a debt, in full or in part, but not more (WALLET-7); of long ago, an admin (WALLET-5)."""
    asked = order(answering(wallet_stream(player), of_wallet.changed), given["effective_at"])
    return sent(wallets.settle(ledger(), asked, player, given["amount"], given["reference"]))


@blueprint.operation(
    "POST",
    "/players/<id:player>/corrections",
    (201, players.PlayerChanged),
    body=schemas.CashCorrection,
    writes=True,
    matched=True,
)
def correct_cash_entry(given: schemas.CashCorrectionGiven, player: str) -> flask.Response:
    """Correct the amount of an entry of the cash desk (WALLET-6): the cashier who entered it, or an admin."""
    asked = order(answering(wallet_stream(player), of_wallet.changed), given["effective_at"])
    return sent(wallets.correct(ledger(), asked, player, given["step"], given["amount"], given["reason"]))


@blueprint.operation("GET", "/debts", (200, schemas.DebtPage), query=schemas.DebtsQuery)
def list_debts(given: schemas.DebtsQueryGiven) -> flask.Response:
    """Players whose wallet is below zero, by their ids: admin, cashier, auditor."""
    need_role(*MONEY)
    wait(ledger(), house().limits, ("balances", "journal"), given["min_position"])
    told, following = debts.debts(ledger(), cursors.word_of(given["cursor"]), given["limit"])
    unit, scale = ledger().unit, ledger().scale
    debts_told = [view.debt(one, unit, scale) for one in told]
    return found(named({"debts": debts_told, "next": None if following is None else cursors.place(following)}))


@blueprint.operation("GET", "/cash-desk", (200, schemas.DeskSchema), query=schemas.DeskQuery)
def read_cash_desk(given: schemas.DeskQueryGiven) -> flask.Response:
    """What the desk should hold by the books, and its last count: admin, cashier, auditor."""
    need_role(*MONEY)
    wait(ledger(), house().limits, ("journal",), given["min_position"])
    upto, unit, scale = horizon(ledger()), ledger().unit, ledger().scale
    stream = ledger().load(DESK_STREAM)
    last = desk.counts(ledger(), stream.version - 1, 1) if stream.version else []
    told: Members = {
        "cash": money(desk.cash(ledger(), upto), unit, scale),
        "position": upto.position,
        "version": stream.version,
        "last_count": view.count(last[0], unit, scale) if last else None,
    }
    return found(named(told))


@blueprint.operation("POST", "/cash-desk/counts", (201, schemas.Counted), body=schemas.NewCount, writes=True)
def count_cash(given: schemas.NewCountGiven) -> flask.Response:
    """Enter a count of the desk (DESK-1); a difference from the books becomes an entry with a reason (DESK-2): cashier, admin."""
    unit, scale = ledger().unit, ledger().scale
    asked = order(answering(DESK_STREAM, lambda decided: view.counted(decided, unit, scale)))
    return sent(desk.count(ledger(), asked, given["amount"], given["reason"], given["at_position"]))


@blueprint.operation("GET", "/cash-desk/counts", (200, schemas.CountPage), query=players.Paged)
def list_counts(given: players.PagedGiven) -> flask.Response:
    """Counts of the desk in order: admin, cashier, auditor."""
    need_role(*MONEY)
    limit, unit, scale = given["limit"], ledger().unit, ledger().scale
    listed, following = page(
        desk.counts(ledger(), cursors.number_of(given["cursor"]), limit + 1), limit, lambda told: cursors.place(told.step)
    )
    return found(named({"counts": [view.count(told, unit, scale) for told in listed], "next": following}))


@blueprint.operation(
    "GET",
    "/cash-desk/report",
    (200, schemas.ReportSchema),
    query=schemas.ReportQuery,
    described=schemas.REPORTS,
    also=(406,),
)
def read_cash_report(given: schemas.ReportQueryGiven) -> flask.Response:
    """For each day: opening balance, what came in and went out, also by cashier, and closing balance: admin, cashier, auditor.

    CSV and PDF have every entry too, with its receipt.
    """
    need_role(*MONEY)
    days = desk.days_of(given["start"], given["end"], given["tz"], ledger().clock())
    wait(ledger(), house().limits, ("journal",), given["min_position"])
    told = desk.report(ledger(), days, given["basis"])
    if given["form"] != "json":
        return _file(given, days, told)
    shown = view.report(told, given["cashier"], ledger().unit, ledger().scale)
    return found(named({"from": days.first.isoformat(), "to": days.end.isoformat(), "tz": given["tz"], **shown}))


def _file(given: schemas.ReportQueryGiven, days: desk.Days, told: desk.DeskReport) -> flask.Response:
    """The report with its entries, of all cashiers or of one."""
    form, who, unit, scale = given["form"], given["cashier"], ledger().unit, ledger().scale
    wording = WORDINGS[chosen(given["lang"], flask.request.accept_languages, WORDINGS).tag]
    if who is not None:
        told = desk.of_cashier(told, who)
    entries = [one for one in receipts.receipts(ledger(), days, told) if who in {None, one.cashier}]
    if form == "pdf" and len(entries) > desk.PDF_MAX:
        says = Saying(
            "A report in PDF has at most {most} entries, and this one has {entries}.", most=desk.PDF_MAX, entries=len(entries)
        )
        raise Problem("not-acceptable", says, formats=["csv"], available=["text/csv"])
    names = {
        **staff_named(ledger(), {one.cashier for one in entries}),
        **people.names(ledger(), {one.player for one in entries if one.player is not None}),
    }
    try:
        if form == "csv":
            shape = Shape(given["separator"] or "comma", given["encoding"] or "utf-8")
            body = b"".join(desk_table.write(told, entries, names, unit, scale, wording, shape))
            media_type = f"text/csv; charset={shape.codec}"
        else:
            pdf = import_module("ledger.exports.desk_pdf")
            body = b"".join(pdf.write(told, entries, names, unit, scale, given["tz"], wording))
            media_type = "application/pdf"
    except NotHeld as fault:
        raise not_held(fault) from None
    response = flask.Response(body, 200, content_type=media_type)
    response.headers["Cache-Control"] = "private, no-store"
    name = f"cash-desk-{days.first.isoformat()}-{told.position}.{form}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.content_language.add(wording.tag)
    return response
