"""Players, the cash desk, balances and statements."""

import re
from datetime import date, datetime
from typing import Any

import flask
from marshmallow import ValidationError

from api import cursors
from api.answers import answering, found, money, sent
from api.auth import caller, need_role
from api.house import house, ledger
from api.openapi import Blueprint
from api.paging import page, wait
from api.problems import Problem
from api.requests import order
from api.schemas import players as schemas
from api.schemas.fields import moment
from api.views import wallets as view
from ledger import books, people, wallets
from ledger.errors import NotAllowed, NotFound
from ledger.ids import wallet_stream
from ledger.statement import Statement, statement

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

blueprint = Blueprint("players", __name__, url_prefix="/v1", description="Players, their wallets, the cash desk, statements")
ALL = ("admin", "cashier", "steward", "auditor")
MONEY = ("admin", "cashier", "auditor")


@blueprint.operation("POST", "/players", (201, schemas.PlayerChanged), body=schemas.NewPlayer, writes=True)
def register_player(given: dict[str, Any]) -> flask.Response:
    """Register a player: admin, steward, or a room for its own players."""
    return sent(wallets.register(ledger(), order(answering(view.stream_of, view.changed)), given["name"]))


@blueprint.operation("GET", "/players", (200, schemas.PlayerPage), query=schemas.Paged)
def list_players(given: dict[str, Any]) -> flask.Response:
    """Players in the order of their ids: admin, cashier, steward, auditor."""
    need_role(*ALL)
    limit = given["limit"]
    listed, following = page(
        people.listed(ledger(), cursors.word_of(given["cursor"]), limit + 1), limit, lambda person: cursors.place(person.player)
    )
    return found({"players": [{"id": person.player, "name": person.name} for person in listed], "next": following})


@blueprint.operation("GET", "/players/<id:player>", (200, schemas.PlayerSchema))
def read_player(player: str) -> flask.Response:
    """One player: his name; his wallet for himself, cashier, admin and auditor."""
    asking = caller()
    if asking.player != player and (asking.player is not None or asking.role not in ALL):
        raise NotAllowed("Only the player himself and the staff may look at a player.")
    stream = ledger().load(wallet_stream(player))
    if not stream.version:
        raise NotFound("There is no such player.")
    shown: dict[str, Any] = {"id": player, "name": people.name_of(ledger(), player)}
    if asking.player == player or asking.role in MONEY:
        shown.update(view.wallet(stream))
    return found(shown, version=stream.version)


@blueprint.operation("POST", "/players/<id:player>/deposits", (201, schemas.PlayerChanged), body=schemas.CashIn, writes=True)
def deposit(given: dict[str, Any], player: str) -> flask.Response:
    """A cashier takes chips in (WALLET-1)."""
    asked = order(answering(wallet_stream(player), view.changed))
    return sent(wallets.deposit(ledger(), asked, player, given["amount"], given["reference"]))


@blueprint.operation("POST", "/players/<id:player>/withdrawals", (201, schemas.PlayerChanged), body=schemas.CashIn, writes=True)
def withdraw(given: dict[str, Any], player: str) -> flask.Response:
    """A cashier pays chips out (WALLET-1, -2)."""
    asked = order(answering(wallet_stream(player), view.changed))
    return sent(wallets.withdraw(ledger(), asked, player, given["amount"], given["reference"]))


@blueprint.operation(
    "PUT", "/players/<id:player>/credit-limit", (200, schemas.PlayerChanged), body=schemas.CreditLimit, writes=True
)
def set_credit_limit(given: dict[str, Any], player: str) -> flask.Response:
    """How far below zero the player may go by his own acts (WALLET-2): cashier, admin."""
    asked = order(answering(wallet_stream(player), view.changed, 200))
    return sent(wallets.set_credit_limit(ledger(), asked, player, given["amount"]))


@blueprint.operation("GET", "/players/<id:player>/balance", (200, schemas.BalanceSchema), query=schemas.AsOf)
def read_balance(given: dict[str, Any], player: str) -> flask.Response:
    """What the player has, in his wallet and at tables, now or just before `as_of`."""
    _may_see_money(player)
    models = ("balances",) if given["as_of"] is None else ("journal",)
    wait(ledger(), house().limits, models, given["min_position"])
    has = books.balance(ledger(), player, given["as_of"], given["basis"])
    return found(
        {
            "player": player,
            "wallet": _money(has.wallet),
            "stacks": {table: _money(chips) for table, chips in has.stacks.items()},
            "total": _money(has.total),
            "position": has.position,
        }
    )


@blueprint.operation("GET", "/players/<id:player>/statement", (200, schemas.StatementSchema), query=schemas.StatementQuery)
def read_statement(given: dict[str, Any], player: str) -> flask.Response:
    """Opening balance, every movement with the balance after it, closing balance, for [from, to)."""
    _may_see_money(player)
    if given["cursor"] is not None:
        asked = _resumed(player, given)
    else:
        wait(ledger(), house().limits, ("journal",), given["min_position"])
        asked = {
            "from": given["start"],
            "to": given["end"],
            "tz": given["tz"] or "UTC",
            "basis": given["basis"] or "recorded",
            "scope": given["scope"] or "all",
            "position": None,
            "after": None,
        }
    after = asked["after"]
    told = statement(
        ledger(),
        player,
        start=_bound(asked["from"], "from"),
        end=_bound(asked["to"], "to"),
        tz=asked["tz"],
        basis=asked["basis"],
        scope=asked["scope"],
        limit=given["limit"],
        position=asked["position"],
        after=None if after is None else (after[0], after[1]),
    )
    following = None
    if told.following is not None:
        content = {**asked, "player": player, "position": told.position, "after": list(told.following)}
        following = cursors.signed(house().secret, content)
    return found(_statement(told, following))


def _resumed(player: str, given: dict[str, Any]) -> dict[str, Any]:
    """The filters and the position of the first page; they can not be given anew on a later one."""
    named = [name for name in ("start", "end", "tz", "basis", "scope") if given[name] is not None]
    if named:
        raise Problem(
            "malformed", "A cursor holds the filters of its first page: give the cursor alone.", errors={"cursor": ["Not alone."]}
        )
    content = cursors.content_of(house().secret, given["cursor"])
    if content.get("player") != player:
        raise Problem("malformed", "This cursor belongs to another statement.", errors={"cursor": ["Not of this statement."]})
    return content


def _bound(text: str | None, field: str) -> date | datetime | None:
    """A day as it is written, or a time with offset. Raises Problem: malformed."""
    if text is None:
        return None
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
        return moment(text)
    except (ValueError, ValidationError):
        says = 'Must be a day, such as "2026-03-01", or a time with offset, such as "2026-03-01T20:00:00+01:00".'
        raise Problem("malformed", f"{field}: {says}", errors={field: [says]}) from None


def _statement(told: Statement, following: str | None) -> dict[str, Any]:
    return {
        "player": told.player,
        "from": told.start,
        "to": told.end,
        "basis": told.basis,
        "scope": told.scope,
        "position": told.position,
        "opening": _money(told.opening),
        "brought_forward": _money(told.brought_forward),
        "lines": [
            {
                "position": line.position,
                "recorded_at": line.recorded_at,
                "effective_at": line.effective_at,
                "kind": line.kind,
                "words": line.words,
                "amount": _money(line.amount),
                "balance": _money(line.balance),
                "account": line.account,
                "counter_account": line.counter_account,
                "stream": line.stream,
                "step": line.step,
                "game": line.game,
                "table": line.table,
            }
            for line in told.lines
        ],
        "carried_forward": _money(told.carried_forward),
        "closing": _money(told.closing),
        "next": following,
    }


def _may_see_money(player: str) -> None:
    asking = caller()
    if asking.player != player and (asking.player is not None or asking.role not in MONEY):
        raise NotAllowed("Only the player himself, cashier, admin and auditor may see what he has.")
    if not ledger().load(wallet_stream(player)).version:
        raise NotFound("There is no such player.")


def _money(chips: int) -> dict[str, Any]:
    return money(chips, ledger().unit, ledger().scale)
