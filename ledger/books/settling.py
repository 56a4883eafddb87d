"""Who owes whom after an evening, and the fewest payments that settle it. A view of the model "journal": no chips move by it.

What a player has won or lost is what games, and rulings on them, have brought to his stacks and his wallet. Penalties for
the house make it one of those who are owed. Of a game that is running nothing is counted: its pot is nobody's yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.books.moments import MOMENT, Basis, horizon
from ledger.money.accounts import HOUSE_PENALTIES
from ledger.projections.model import rows
from ledger.store.ids import game_concerned

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

HOUSE = "house"
EXACT_MAX = 14  # people for whom the fewest payments are looked for; among more, at most one fewer than people


@dataclass(frozen=True, slots=True)
class Payment:
    """chips, more than zero, that `payer` gives to `payee` to settle. Both are players' ids, or HOUSE."""

    payer: str
    payee: str
    chips: int


@dataclass(frozen=True, slots=True)
class Settling:
    """results: what each has won, below zero lost; of all who played, and of HOUSE if it was given penalties. games: how many are
    counted. running: those that are not, since they are not over. position: of the journal that it looks at."""

    results: Mapping[str, int]
    payments: tuple[Payment, ...]
    games: int
    running: tuple[str, ...]
    position: int


def settling(
    ledger: Ledger,
    table: str | None = None,
    start: datetime | None = None,
    end: datetime | None = None,
    basis: Basis = "recorded",
) -> Settling:
    """Of one table, or of all; of games and rulings from `start` to before `end`. Wait first (`wait_for`): ("journal",)."""
    upto, moment = horizon(ledger), MOMENT[basis]
    conditions, given = ["position <= %s", "(account = %s or player is not null)"], [upto.position, HOUSE_PENALTIES]
    conditions.append("(stream like 'game-%%' or stream like 'dispute-%%')")
    if table is not None:
        conditions.append("(stream like %s or stream like %s)")
        given += [f"game-{table}-%", f"dispute-{table}-%"]
    for bound, than in ((start, ">="), (end, "<")):
        if bound is not None:
            conditions.append(f"{moment} {than} %s")
            given.append(bound)
    found = rows(
        ledger,
        f"select stream, coalesce(player, %s), sum(amount) from {{journal}} where {' and '.join(conditions)}"
        " group by 1, 2 order by 1, 2",
        (HOUSE, *given),
    )
    games: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for stream, who, chips in found:
        games[game_concerned(stream) or ""][who] += int(chips)
    running = tuple(sorted(game for game, brought in games.items() if sum(brought.values())))
    results: dict[str, int] = defaultdict(int)
    for game, brought in games.items():
        if game not in running:
            for who, chips in brought.items():
                results[who] += chips
    told = dict(sorted(results.items()))
    return Settling(told, payments(told), len(games) - len(running), running, upto.position)


def payments(results: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anybody: the people fall into as many groups as possible that settle among
    themselves, and a group needs one payment fewer than it has people.

    results: what each is owed, below zero owes; together zero.

    >>> payments({"anna": 30, "boris": -30, "clara": 20, "david": -5, "elena": -15})
    (Payment(payer='boris', payee='anna', chips=30), Payment(payer='david', payee='clara', chips=5), \
Payment(payer='elena', payee='clara', chips=15))
    """
    if sum(results.values()):
        raise ValueError("what is not owed by anybody cannot be settled")
    people = [who for who, chips in sorted(results.items()) if chips]
    groups = _groups(people, results) if len(people) <= EXACT_MAX else [people]
    made = [payment for group in groups for payment in _within({who: results[who] for who in group})]
    return tuple(sorted(made, key=lambda one: (one.payer, one.payee)))


def _groups(people: Sequence[str], results: Mapping[str, int]) -> list[list[str]]:
    """The most groups that are zero together. For every set of people: how many groups its best order of joining completes."""
    many, bits = len(people), range(len(people))
    sums, best, last = [0] * (1 << many), [0] * (1 << many), [0] * (1 << many)
    for chosen in range(1, 1 << many):
        low = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + results[people[low]]
        last[chosen] = max((bit for bit in bits if chosen >> bit & 1), key=lambda bit: (best[chosen ^ 1 << bit], -bit))
        best[chosen] = best[chosen ^ 1 << last[chosen]] + (sums[chosen] == 0)
    groups: list[list[str]] = []
    chosen = (1 << many) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(people[last[chosen]])
        chosen ^= 1 << last[chosen]
    return groups


def _within(owed: dict[str, int]) -> list[Payment]:
    """One payment fewer than there are people: whoever owes most pays whoever is owed most."""
    made: list[Payment] = []
    while any(owed.values()):
        payee = max(owed, key=lambda who: (owed[who], who))
        payer = min(owed, key=lambda who: (owed[who], who))
        chips = min(owed[payee], -owed[payer])
        made.append(Payment(payer, payee, chips))
        owed[payee] -= chips
        owed[payer] += chips
    return made
