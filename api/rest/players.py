"""Players, the cash desk, balances."""

import flask

from api.http import cursors
from api.http.answers import Members, answering, found, money, sent
from api.http.auth import caller, need_role
from api.http.paging import page, wait
from api.http.requests import order
from api.rest.openapi import Blueprint
from api.schemas import players as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import wallets as view
from ledger.books import balances
from ledger.money import wallets
from ledger.people import people
from ledger.registers.naming import names_for
from ledger.store.errors import NotAllowed, NotFound
from ledger.store.ids import wallet_stream

blueprint = Blueprint("players", __name__, url_prefix="/v1", description="Players, their wallets, the cash desk")
ALL = ("admin", "cashier", "steward", "auditor")
MONEY = ("admin", "cashier", "auditor")


@blueprint.operation("POST", "/players", (201, schemas.PlayerChanged), body=schemas.NewPlayer, writes=True)
def register_player(given: schemas.NewPlayerGiven) -> flask.Response:
    """Register a player: admin, steward, or a room for its own players."""
    return sent(wallets.register(ledger(), order(answering(view.stream_of, view.changed)), given["name"]))


@blueprint.operation("GET", "/players", (200, schemas.PlayerPage), query=schemas.PlayersQuery)
def list_players(given: schemas.PlayersQueryGiven) -> flask.Response:
    """Players in the order of their ids, all or by a part of their name: admin, cashier, steward, auditor."""
    need_role(*ALL)
    limit = given["limit"]
    known = people.listed(ledger(), cursors.word_of(given["cursor"]), limit + 1, given["name"])
    listed, following = page(known, limit, lambda person: cursors.place(person.player))
    return found({"players": [{"id": person.player, "name": person.name} for person in listed], "next": following})


@blueprint.operation("GET", "/players/<id:player>", (200, schemas.PlayerSchema))
def read_player(player: str) -> flask.Response:
    """One player: the name for the staff, himself, who sat with him at a table and the room that registered him; the wallet for
    himself, cashier, admin and auditor."""
    asking = caller()
    known = names_for(ledger(), asking, (player,))
    if asking.player != player and player not in known and (asking.player is not None or asking.role not in ALL):
        raise NotAllowed("Only the player himself, who sat with him at a table, and the staff may look at a player.")
    stream = ledger().load(wallet_stream(player))
    if not stream.version:
        raise NotFound("There is no such player.")
    shown: Members = {"id": player, "name": known.get(player)}
    if asking.player == player or asking.role in MONEY:
        shown.update(view.wallet(stream))
    return found(shown, version=stream.version)


@blueprint.operation("POST", "/players/<id:player>/deposits", (201, schemas.PlayerChanged), body=schemas.CashIn, writes=True)
def deposit(given: schemas.CashInGiven, player: str) -> flask.Response:
    """A cashier takes chips in (WALLET-1), now or earlier; what is long ago, an admin (WALLET-5)."""
    asked = order(answering(wallet_stream(player), view.changed), given["effective_at"])
    return sent(wallets.deposit(ledger(), asked, player, given["amount"], given["reference"]))


@blueprint.operation("POST", "/players/<id:player>/withdrawals", (201, schemas.PlayerChanged), body=schemas.CashIn, writes=True)
def withdraw(given: schemas.CashInGiven, player: str) -> flask.Response:
    """A cashier pays chips out (WALLET-1, -2), now or earlier; what is long ago, an admin (WALLET-5)."""
    asked = order(answering(wallet_stream(player), view.changed), given["effective_at"])
    return sent(wallets.withdraw(ledger(), asked, player, given["amount"], given["reference"]))


@blueprint.operation(
    "PUT", "/players/<id:player>/credit-limit", (200, schemas.PlayerChanged), body=schemas.CreditLimit, writes=True
)
def set_credit_limit(given: schemas.CreditLimitGiven, player: str) -> flask.Response:
    """How far below zero the player's own acts may take the wallet (WALLET-2): cashier, admin."""
    asked = order(answering(wallet_stream(player), view.changed, 200))
    return sent(wallets.set_credit_limit(ledger(), asked, player, given["amount"]))


@blueprint.operation("GET", "/players/<id:player>/balance", (200, schemas.BalanceSchema), query=schemas.AsOf)
def read_balance(given: schemas.AsOfGiven, player: str) -> flask.Response:
    """What the player has in his wallet and at tables: now, just before `as_of`, or by the books at a position."""
    may_see_money(player)
    as_of, at_position = given["as_of"], given["at_position"]
    models = ("balances",) if as_of is None and at_position is None else ("journal",)
    wait(ledger(), house().limits, models, max(given["min_position"], at_position or 0))
    has = balances.balance(ledger(), player, as_of, given["basis"], at_position)
    told: Members = {
        "player": player,
        "wallet": _money(has.wallet),
        "stacks": {table: _money(chips) for table, chips in has.stacks.items()},
        "total": _money(has.total),
        "position": has.position,
    }
    return found(named(told))


def may_see_money(player: str) -> None:
    """Raises NotAllowed, NotFound: who is asking may not see what the player has, or there is no such player."""
    asking = caller()
    if asking.player != player and (asking.player is not None or asking.role not in MONEY):
        raise NotAllowed("Only the player himself, cashier, admin and auditor may see what he has.")
    if not ledger().load(wallet_stream(player)).version:
        raise NotFound("There is no such player.")


def _money(chips: int) -> Members:
    return money(chips, ledger().unit, ledger().scale)
