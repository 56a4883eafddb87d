"""Entries of the journal: the chips that an event moves (`engine/declared.py`), between which accounts.

Exactly one event of a movement posts; the others that tell of it are mirrors. An entry is made of transfers from one account to
another: so it sums to zero by its making, and every line knows its counter-account. The event and its stream id are enough: no
earlier event is needed.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.moves import CASH, DIFFERENCES, PENALTIES, POT, STACK, WALLET, Move, Posts
from ledger.accounts import HOUSE_CASH, HOUSE_DIFFERENCES, HOUSE_PENALTIES, pot, stack, wallet
from ledger.ids import game_concerned, table_of_game
from ledger.kinds import DECLARED


class Line(NamedTuple):
    """One line of an entry: `chips` (whole units, signed, never 0) come to `account`, out of `counter`."""

    account: str
    counter: str
    chips: int
    kind: str


Entry = tuple[Line, ...]
NOTHING: Entry = ()

POSTING: Mapping[str, Posts] = {name: known.posts for name, known in DECLARED.items() if known.posts is not None}
MIRRORS = frozenset(name for name, known in DECLARED.items() if known.mirrors)

# What a statement calls each kind of line, for people.
WORDS: Mapping[str, str] = {
    "deposit": "Deposit at the cash desk",
    "withdrawal": "Withdrawal at the cash desk",
    "settlement": "Debt paid at the cash desk",
    "difference": "Difference found when the cash desk was counted",
    "to_table": "From the wallet to the table",
    "from_table": "From the table to the wallet",
    "debt": "Debt at the table taken over by the wallet",
    "ante": "Ante",
    "blind_bet": "Blind bet",
    "bet": "Bet",
    "call": "Call",
    "raise": "Raise",
    "buy_in": "Buy-in after an azi",
    "stake": "Stake",
    "points": "Points lost to the winner, into the pot",
    "winnings": "Pot won",
    "penalty_renege": "Penalty for a renege, into the pot",
    "penalty_exposed_card": "Penalty for an exposed card, into the pot",
    "penalty_missing_cut": "Penalty for a missing cut, into the pot",
    "penalty_false_claim": "Penalty for a false claim, into the pot",
    "penalty": "Penalty, into the pot",
    "refund": "Returned: the deal or the game was made void",
    "correction": "Correction of a mistyped entry",
    "ruling": "By a ruling on a dispute",
    "ruling_reversed": "Taken back: a later ruling took the place of an earlier one",
    "penalty_ruling": "Penalty by a ruling, to the house",
}


# The account of each place, for a move told in a stream.
_ACCOUNTS: Mapping[str, Callable[[Move, str], str]] = {
    CASH: lambda _move, _stream: HOUSE_CASH,
    DIFFERENCES: lambda _move, _stream: HOUSE_DIFFERENCES,
    PENALTIES: lambda _move, _stream: HOUSE_PENALTIES,
    WALLET: lambda move, _stream: wallet(move.player),
    STACK: lambda move, stream: stack(move.player, move.table or table_of_game(stream)),
    POT: lambda _move, stream: pot(game_concerned(stream) or ""),
}


def lines(stream: str, topic: str, event: Any) -> Entry:
    """The entry of an event in `stream` (id with its prefix), `topic` being its stable name; empty where nothing is posted.

    Raises KeyError: there is no such event.
    """
    posts = DECLARED[topic].posts
    if posts is None:
        return NOTHING
    entry: list[Line] = []
    for move in posts(event):
        if move.chips:
            source, target = _ACCOUNTS[move.source](move, stream), _ACCOUNTS[move.target](move, stream)
            entry.append(Line(source, target, -move.chips, move.kind))
            entry.append(Line(target, source, move.chips, move.kind))
    return tuple(entry)
