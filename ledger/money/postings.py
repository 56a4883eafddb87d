"""Entries of the journal: the chips that an event moves (`engine/declared.py`), between which accounts.

Exactly one event of a movement posts; the others that tell of it are mirrors. An entry is made of transfers from one account to
another: so it sums to zero by its making, and every line knows its counter-account. The event and its stream id are enough: no
earlier event is needed.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from engine.declared import Happened
from engine.moves import CASH, DIFFERENCES, PENALTIES, POT, STACK, WALLET, Move, Moves, Posts
from ledger.money.accounts import HOUSE_CASH, HOUSE_DIFFERENCES, HOUSE_PENALTIES, pot, stack, wallet
from ledger.store.ids import game_concerned, table_of_game
from ledger.store.kinds import DECLARED


class Line(NamedTuple):
    """One line of an entry: `chips` (smallest units, signed, never 0) come to `account`, out of `counter`."""

    account: str
    counter: str
    chips: int
    kind: str


Entry = tuple[Line, ...]
NOTHING: Entry = ()

POSTING: Mapping[str, Posts] = {name: known.posts for name, known in DECLARED.items() if known.posts is not None}
MIRRORS = frozenset(name for name, known in DECLARED.items() if known.mirrors)

# The account of each place, for a move told in a stream.
_ACCOUNTS: Mapping[str, Callable[[Move, str], str]] = {
    CASH: lambda _move, _stream: HOUSE_CASH,
    DIFFERENCES: lambda _move, _stream: HOUSE_DIFFERENCES,
    PENALTIES: lambda _move, _stream: HOUSE_PENALTIES,
    WALLET: lambda move, _stream: wallet(move.player),
    STACK: lambda move, stream: stack(move.player, move.table or table_of_game(stream)),
    POT: lambda _move, stream: pot(game_concerned(stream) or ""),
}


def lines(stream: str, topic: str, event: Happened) -> Entry:
    """The entry of an event in `stream` (id with its prefix), `topic` being its stable name; empty where nothing is posted.

    Raises KeyError: there is no such event.
    """
    entry: list[Line] = []
    posts = cast("Callable[[Happened], Moves] | None", DECLARED[topic].posts)  # of this very event
    for move in posts(event) if posts else ():
        if move.chips:
            source, target = _ACCOUNTS[move.source](move, stream), _ACCOUNTS[move.target](move, stream)
            entry.append(Line(source, target, -move.chips, move.kind))
            entry.append(Line(target, source, move.chips, move.kind))
    return tuple(entry)
