"""The accounts of the books, and whether they add up."""

import flask

from api.http import cursors
from api.http.answers import found, money
from api.http.auth import need_role
from api.http.paging import page, wait
from api.rest.openapi import Blueprint
from api.schemas import accounts as schemas
from api.service.shared import house, ledger
from ledger.books import balances

blueprint = Blueprint("accounts", __name__, url_prefix="/v1", description="The accounts of the books")


@blueprint.operation("GET", "/accounts", (200, schemas.AccountPage), query=schemas.AccountsQuery)
def list_accounts(given: schemas.AccountsQueryGiven) -> flask.Response:
    """Accounts by name, and the sum of all of them: admin, auditor."""
    need_role("admin", "auditor")
    wait(ledger(), house().limits, ("balances",), given["min_position"])
    after, limit = cursors.word_of(given["cursor"]), given["limit"]
    some, following = page(balances.accounts(ledger(), after, limit + 1), limit, lambda item: cursors.place(item[0]))
    unit, scale = ledger().unit, ledger().scale
    return found(
        {
            "accounts": [{"account": account, "balance": money(chips, unit, scale)} for account, chips in some],
            "sum": money(balances.sum_of_accounts(ledger()), unit, scale),
            "next": following,
        }
    )
