"""The books: closed up to a moment, reopened, and how often that was done."""

import flask

from api.http import cursors
from api.http.answers import answering, found, sent
from api.http.auth import need_role
from api.http.paging import page
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import books as schemas
from api.schemas import players
from api.service.naming import named
from api.service.shared import ledger
from api.views import books as view
from ledger.money import closing
from ledger.store.ids import BOOKS_STREAM

blueprint = Blueprint("books", __name__, url_prefix="/v1", description="Closing the books up to a moment, and reopening them")
MONEY = ("admin", "cashier", "auditor")


@blueprint.operation("GET", "/books", (200, schemas.BooksSchema))
def read_books() -> flask.Response:
    """Up to which moment the books are closed (DESK-3): admin, cashier, auditor."""
    need_role(*MONEY)
    stream = ledger().load(BOOKS_STREAM)
    return found(view.books(stream), version=stream.version)


@blueprint.operation("GET", "/books/closings", (200, schemas.ClosingPage), query=players.Paged)
def list_closings(given: players.PagedGiven) -> flask.Response:
    """How often the books were closed and reopened, up to which moment, by whom and why: admin, cashier, auditor."""
    need_role(*MONEY)
    listed, following = page(
        closing.closings(ledger(), cursors.number_of(given["cursor"]), given["limit"] + 1),
        given["limit"],
        lambda told: cursors.place(told.step),
    )
    return found(named({"closings": [view.closing(told) for told in listed], "next": following}))


@blueprint.operation("POST", "/books/closings", (201, schemas.BooksChanged), body=schemas.CloseBooks, writes=True)
def close_books(given: schemas.CloseBooksGiven) -> flask.Response:
    """Close the books up to a moment: what happened before it is entered no more, by whatever way (DESK-3): admin."""
    asked = order(answering(BOOKS_STREAM, view.changed))
    return sent(closing.close(ledger(), asked, given["before"], given["reason"]))


@blueprint.operation("POST", "/books/reopenings", (201, schemas.BooksChanged), body=schemas.ReopenBooks, writes=True)
def reopen_books(given: schemas.ReopenBooksGiven) -> flask.Response:
    """Reopen the books, down to an earlier moment or wholly, with a reason (DESK-3): admin."""
    asked = order(answering(BOOKS_STREAM, view.changed))
    return sent(closing.reopen(ledger(), asked, given["before"], given["reason"]))
