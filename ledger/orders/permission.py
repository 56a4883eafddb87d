"""Who may do what. Checked inside the work of an order, on the state that the decision is based on, before any rule. A refusal of
this kind (NotAllowed) is not a play: it is not kept under the key, and reveals nothing about the state but that the caller has no
business here.

| what | who |
|---|---|
| register | admin, steward, room |
| deposit, withdraw, settle a debt | cashier; if it happened more than 31 days ago: admin |
| correct an entry of the cash desk | the cashier who entered it, admin |
| import games | admin, steward (at a given table: of it); with missing chips deposited: admin |
| import deposits | admin, cashier; with players registered on the way: admin |
| credit limit, count the cash desk | cashier, admin |
| close the books, reopen them | admin |
| open a table | admin, steward (who becomes its steward) |
| assign a steward, close | admin, steward of the table |
| seat, chips, leave | the player himself, steward of the table |
| start a game | whoever sits at the table, steward of the table |
| act in a game, claim, demand | the player at that seat; without deck "service", or under "record", also the steward of the table |
| claim in Azi without being in the game | who has sat down at the table since it began; the same steward |
| enter the deal and the replaced cards of a real table | steward of the table |
| settle, penalise, expose, make a deal or a game void, correct | steward of the table |
"""

from collections.abc import Mapping

from engine.playing import Playing
from engine.room.table import Table, seat_of
from engine.saying import AnyOf, Saying
from ledger.orders.order import Caller
from ledger.store.errors import NotAllowed

# Streams of which kind the staff follows, in the feed and by webhooks; a player follows his own (`ledger/registers/listings.py`).
FOLLOWS: Mapping[str, frozenset[str]] = {
    "auditor": frozenset({"wallet", "desk", "table", "game", "dispute"}),
    "admin": frozenset({"wallet", "desk", "table", "game", "dispute"}),
    "cashier": frozenset({"wallet", "desk"}),
    "steward": frozenset({"table", "game", "dispute"}),
    "room": frozenset({"table", "game", "dispute"}),
}


def allow(ok: bool, says: str | Saying) -> None:
    """Raises NotAllowed with this sentence unless `ok`."""
    if not ok:
        raise NotAllowed(says)


def has_role(caller: Caller, *roles: str) -> None:
    """Raises NotAllowed unless the caller acts in one of these roles. A room's server that speaks for a player acts as a player."""
    role = "player" if caller.player else caller.role
    allow(role in roles, Saying("Only {roles} may do this.", roles=AnyOf(roles)))


def is_own(caller: Caller, player: str) -> bool:
    """Whether the caller has this player's rights."""
    return caller.player is not None and caller.player == player


def is_steward(caller: Caller, table: Table) -> bool:
    """TABLE-7: whether the caller is a steward who opened this table or was assigned to it."""
    return caller.role == "steward" and caller.subject in table.stewards


def plays_himself(caller: Caller, game: Playing) -> bool:
    """Whether a member of the staff has a seat in this game: while it runs he is one of its players, and nothing more."""
    return caller.role in {"steward", "auditor"} and caller.subject in game.players.values()


def own_or_steward(caller: Caller, table: Table, player: str) -> None:
    """Raises NotAllowed unless it is the player's own affair, or the caller is a steward of the table."""
    allow(is_own(caller, player) or is_steward(caller, table), "Only the player himself and the stewards of his table may do this.")


def admin_or_steward(caller: Caller, table: Table) -> None:
    """Raises NotAllowed unless the caller is an admin or a steward of the table."""
    allow(caller.role == "admin" or is_steward(caller, table), "Only an admin and the stewards of this table may do this.")


def seated_or_steward(caller: Caller, table: Table) -> None:
    """Raises NotAllowed unless the caller sits at the table or is one of its stewards."""
    seated = caller.player is not None and seat_of(table, caller.player) is not None
    allow(seated or is_steward(caller, table), "Only who sits at this table and its stewards may do this.")
