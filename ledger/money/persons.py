"""People change: another name, two entries of one person, a name erased, a player handed to an online room. Rules PEOPLE-1 to 4.

The wallet's events say what was done and by whom; names stand in their own table alone, and are changed there in the same
transaction. Who reads a wallet reads it to where the act was decided, so two who change the same person do so one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.room import commands
from engine.room.person import ENTRIES_MAX
from engine.room.table import Table, seat_of
from engine.room.wallet import Wallet
from ledger.orders.attempt import existing
from ledger.orders.order import Done, Order
from ledger.orders.permission import allow, has_role
from ledger.people import keys, people
from ledger.store.ids import table_stream, wallet_stream
from ledger.store.recorder import Beside, Cursor

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger


def rename(ledger: Ledger, order: Order, player: str, name: str) -> Done:
    """PEOPLE-1: from now on the player is called so. By admin, steward, and the room that has registered him. Raises UnfitName."""
    people.fit(name)

    def work(attempt: Attempt) -> None:
        attempt.read(wallet_stream(player))  # first, so that who has registered him is not asked of an earlier moment
        _staff_or_registrar(ledger, order, player)
        _read(attempt, player)
        attempt.act(wallet_stream(player), commands.ChangeName(people.name_of(ledger, player) == name))

    return ledger.execute(order, work, beside=people.renamed(player, name))


def link(ledger: Ledger, order: Order, player: str, other: str) -> Done:
    """PEOPLE-2: both are entries of one person. By admin and steward."""

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "admin", "steward")
        _read(attempt, player)
        existing(attempt, wallet_stream(other))
        one, two = entries(attempt, player), entries(attempt, other)
        together = {*one, *two}
        known = other != player and other in one
        table = None if known or other == player else _met(attempt, one, two)
        for entry, linked in ((player, other), (other, player)):
            attempt.act(wallet_stream(entry), commands.LinkEntry(linked, known, len(together), table))

    return ledger.execute(order, work)


def unlink(ledger: Ledger, order: Order, player: str, other: str) -> Done:
    """PEOPLE-2: they are two people after all. By admin and steward."""

    def work(attempt: Attempt) -> None:
        has_role(order.caller, "admin", "steward")
        _read(attempt, player)
        existing(attempt, wallet_stream(other))
        for entry, linked in ((player, other), (other, player)):
            attempt.act(wallet_stream(entry), commands.UnlinkEntry(linked))

    return ledger.execute(order, work)


def erase(ledger: Ledger, order: Order, player: str) -> Done:
    """PEOPLE-3: forget the name for good, and with it what his keys are for; they open nothing any more. By an admin, and the room
    that has registered him."""

    def work(attempt: Attempt) -> None:
        attempt.read(wallet_stream(player))
        admin = order.caller.role == "admin"
        room = order.caller.role == "room" and _is_registrar(ledger, order, player)
        allow(admin or room, "Only an admin and the room that registered a player may erase a name.")
        _read(attempt, player)
        sits = next((table for table, state in _tables(attempt, player) if seat_of(state, player) is not None), None)
        attempt.act(wallet_stream(player), commands.EraseName(sits))

    return ledger.execute(order, work, beside=_all(people.erased(player), people.unheard(player), keys.silenced(player)))


def hand_over(ledger: Ledger, order: Order, player: str, target: str) -> Done:
    """PEOPLE-4: from now on the online room whose key has the subject `target` speaks for the player. By an admin, and by whoever
    speaks for him so far or has registered him."""

    def work(attempt: Attempt) -> None:
        attempt.read(wallet_stream(player))
        admin = order.caller.role == "admin"
        own = order.caller.role in {"steward", "room"} and _is_registrar(ledger, order, player)
        allow(admin or own, "Only an admin and who registered a player may hand him over.")
        _read(attempt, player)
        source = people.registrar(ledger, player) or ""
        attempt.act(wallet_stream(player), commands.HandOver(source, target, keys.holds(ledger, target, "room")))

    return ledger.execute(order, work, beside=people.handed(player, target))


def entries(attempt: Attempt, player: str) -> tuple[str, ...]:
    """All entries of this person, the one asked for first, as this attempt reads them; guarded from now on."""
    return _closed(player, lambda entry: attempt.read(wallet_stream(entry)).state.linked)


def entries_now(ledger: Ledger, player: str) -> tuple[str, ...]:
    """All entries of this person as they stand now, the one asked for first."""
    return _closed(player, lambda entry: ledger.load(wallet_stream(entry)).state.linked)


def others(attempt: Attempt, player: str) -> tuple[str, ...]:
    """The other entries of this person (TABLE-2: with none of them he may sit at the same table)."""
    return entries(attempt, player)[1:]


def _closed(player: str, linked: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    found = [player]
    for entry in found:  # grows while it is gone through
        found += [other for other in linked(entry) if other not in found]
        if len(found) > ENTRIES_MAX:
            break
    return tuple(found)


def _read(attempt: Attempt, player: str) -> None:
    stream = wallet_stream(player)
    existing(attempt, stream)
    attempt.expect(stream, attempt.order.if_match)


def _staff_or_registrar(ledger: Ledger, order: Order, player: str) -> None:
    if order.caller.role == "room" and _is_registrar(ledger, order, player):
        return
    has_role(order.caller, "admin", "steward")


def _is_registrar(ledger: Ledger, order: Order, player: str) -> bool:
    """Whether the caller, in his own name, is the one who registered the player or was handed him."""
    return order.caller.player is None and people.registrar(ledger, player) == order.caller.subject


def _tables(attempt: Attempt, player: str) -> Iterator[tuple[str, Table]]:
    """The tables at which the player has ever had chips, as they stand now: where he sits with any is among them."""
    wallet: Wallet = attempt.read(wallet_stream(player)).state
    for table in sorted(wallet.tables):
        yield table, attempt.read(table_stream(table)).state


def _met(attempt: Attempt, one: tuple[str, ...], two: tuple[str, ...]) -> str | None:
    """A table at which an entry of the one and one of the other sit; None: there is none."""
    for mine, theirs in ((one, two), (two, one)):
        for entry in mine:
            for table, state in _tables(attempt, entry):
                if seat_of(state, entry) is not None and any(seat_of(state, other) is not None for other in theirs):
                    return table
    return None


def _all(*writes: Beside) -> Beside:
    def write(cursor: Cursor) -> None:
        for one in writes:
            one(cursor)

    return write
