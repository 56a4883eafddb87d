"""Bulk import: many games or deposits in one request, each of them whole or not at all."""

from collections.abc import Callable, Iterator
from io import StringIO

import flask
import msgspec

from api.http.answers import encode, sent
from api.http.auth import caller
from api.http.languages import in_language, spoken
from api.http.limits import Limits
from api.http.problems import SAYING, Problem
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import imports as schemas
from api.service.shared import ledger
from engine.saying import Saying
from ledger.imports.deposits import BadTable, DepositImport, Fault, Row, rows
from ledger.imports.games import GameImport, Manner
from ledger.imports.outcomes import Outcome, Tally
from ledger.imports.pieces import pieces_of
from ledger.imports.players import Players
from ledger.orders.app import Ledger
from ledger.orders.order import Answer
from ledger.orders.rehearsal import Rehearsal
from ledger.words.saying import packed, unpacked
from ledger.words.saying import told as told_in

blueprint = Blueprint("imports", __name__, url_prefix="/v1", description="Games and deposits in bulk")
GAMES_MAX = 500
DEPOSITS = "deposits"


def _size(limits: Limits) -> int:
    return limits.import_bytes_max


@blueprint.operation("POST", "/imports/games", (201, schemas.ImportDone), body=schemas.ImportGames, writes=True, bytes_max=_size)
def import_games(given: schemas.ImportGamesGiven) -> flask.Response:
    """Import games from their records: a steward or an admin; only an admin if missing chips are to be deposited.

    Each record becomes an ordinary game of this club, played with the chips of its players' wallets, or is reported with the line
    and the rule that prevent it. Games imported before, under whatever name, are skipped: so a request whose answer was lost may be
    sent again under any key. Send more games in several requests.
    """
    found = [(record["played_at"], list(pieces_of(record["name"], record["text"]))) for record in given["records"]]
    pieces = [piece for _, some in found for piece in some]
    if len(pieces) > GAMES_MAX:
        says = Saying("Send at most {most} games in a request, and the others in further ones.", most=GAMES_MAX)
        raise Problem("malformed", Saying("{name}: {says}", name="records", says=says), errors={"records": [says]})

    books = Rehearsal(ledger()) if given["dry_run"] else ledger()

    def work() -> tuple[list[Outcome], list[Saying]]:
        players = Players(books, given["players"], registers=given["register"], surely=given["new"])
        players.expect(name for piece in pieces for name in GameImport.names_in(piece))
        manner = Manner(
            caller(),
            players,
            given["table"],
            tuple(dict.fromkeys(given["stewards"])),
            {piece.source: at for at, some in found if at is not None for piece in some},
            deposits=given["deposit_missing"],
            takes_changed=given["changed_are_new"],
        )
        run = GameImport(books, manner)
        outcomes = [run.take(piece) for piece in pieces]
        return outcomes, [*([] if given["keep_open"] else run.close()), *_rehearsed(books, players)]

    return _imported(work, books)


@blueprint.operation(
    "POST", "/imports/deposits", (201, schemas.ImportDone), body=schemas.ImportDeposits, writes=True, bytes_max=_size
)
def import_deposits(given: schemas.ImportDepositsGiven) -> flask.Response:
    """Import deposits from a CSV table: a cashier or an admin; only an admin if players are to be registered along with them.

    Each line is a deposit (WALLET-1), recognised by its reference: those imported before are skipped, wrong lines are reported.
    """

    books = Rehearsal(ledger()) if given["dry_run"] else ledger()

    def work() -> tuple[list[Outcome], list[Saying]]:
        players = Players(books, given["players"], registers=given["register"], surely=given["new"])
        run = DepositImport(books, caller(), players, DEPOSITS)
        players.expect(row.player for row in _table(given["csv"]) if isinstance(row, Row))
        return list(run.take(_table(given["csv"]))), _rehearsed(books, players)

    try:
        return _imported(work, books)
    except BadTable as fault:
        says = Saying("{name}: {says}", name="csv", says=fault.saying)
        raise Problem("malformed", says, errors={"csv": [fault.saying]}) from None


def _table(csv: str) -> Iterator[Row | Fault]:
    return rows(StringIO(csv, newline=""), ledger().unit, ledger().scale)


def _rehearsed(books: Ledger, players: Players) -> list[Saying]:
    """What is to be said of a rehearsal."""
    if not isinstance(books, Rehearsal):
        return []
    names = ", ".join(players.registered)
    new = [Saying("New players would be: {names}.", names=names)] if names else []
    return [Saying("This was a rehearsal: nothing was kept."), *new]


def _imported(work: Callable[[], tuple[list[Outcome], list[Saying]]], books: Ledger) -> flask.Response:
    """Does the work, and keeps its answer under the key of the request; asked again, gives the first answer and does nothing. Of a
    rehearsal nothing is kept, not even that.

    work: gives what became of each, and what is to be said besides. Kept is the answer in English with what its sentences are made
    of; each time it is sent in the language of whoever asks.
    """
    told: list[bytes] = []
    asked = order(lambda _: Answer(201, told[0]))
    known = None if isinstance(books, Rehearsal) else ledger().answered(asked)
    if known is not None:
        return _told(sent(known))
    outcomes, notes = work()
    tally = Tally()
    for outcome in outcomes:
        tally.add(outcome)
    kept = [{**outcome.plain(), SAYING: packed(outcome.saying)} for outcome in outcomes]
    told.append(
        encode(
            {**tally.plain(), "outcomes": kept, "notes": [str(note) for note in notes], SAYING: [packed(note) for note in notes]}
        )
    )
    if isinstance(books, Rehearsal):
        return _told(sent(books.execute(asked, lambda _: None)))
    response = _told(sent(ledger().execute(asked, lambda _: None)))
    response.headers["Ledger-Position"] = str(ledger().head())
    return response


def _told(response: flask.Response) -> flask.Response:
    """A stored answer in the reader's language, without the parts that only serve the translation. An answer stored before these
    parts were kept is given in English, and so is a refusal of the whole request."""
    if response.status_code >= 400:
        return response
    tag, answer = spoken(), msgspec.json.decode(response.get_data())
    for outcome in answer["outcomes"]:
        if (said := outcome.pop(SAYING, None)) is not None:
            outcome["says"] = told_in(unpacked(said), tag, ledger().scale)
    if (notes := answer.pop(SAYING, None)) is not None:
        answer["notes"] = [told_in(unpacked(note), tag) for note in notes]
    response.set_data(encode(answer))
    return in_language(response, tag)
