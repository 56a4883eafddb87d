"""What somebody wants of a dispute. Who may want it is asked before; clock and the facts of the game come in as fields.

Times are UTC in one form of fixed width, so that texts compare as the times they are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.chips import Chips
from engine.deeds import values
from engine.disputes.case import IN_GAME, Case

KINDS = ("renege", "exposed_card", "missing_cut", "wrong_pot", "wrong_count", "wrong_player", "other")
AFTER = ("penalty", "pay", "award", "void_game")  # what moves chips when it is over
DECISIONS = ("stands", *IN_GAME, "pay", "award")
PARTS = ("seat", "amount", "to", "step", "deal", "trick", "card")  # what a decision may name


@dataclass(frozen=True, slots=True)
class Disputed:
    """What a dispute is about beside its game, as far as somebody names it. step: of the game's events, from 1."""

    step: int | None = None
    deal: int | None = None
    trick: int | None = None
    card: str | None = None
    seat: int | None = None
    amount: Chips | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """DISPUTE-1, DISPUTE-2. seen, head, deals, seats: version, last hash, deals so far and seats of the game. at: now. until: when
    players may no longer dispute it, None: the game is running, or a steward opens it. fits: refuses what does not fit the game."""

    dispute: str
    game: str
    table: str
    kind: str
    words: str
    about: Disputed
    by: str
    role: str
    seen: int
    head: str
    deals: int
    seats: tuple[int, ...]
    hours: int
    at: str
    until: str | None
    fits: Callable[[Disputed], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Answer:
    """DISPUTE-3."""

    by: str
    role: str
    words: str


@dataclass(frozen=True, slots=True)
class Appeal:
    """DISPUTE-2, DISPUTE-3. at: now."""

    by: str
    words: str
    at: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """DISPUTE-3."""

    by: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What a steward decides, with its reason and the id of the rule that it rests on. word: one of DECISIONS.

    seat: who pays a penalty or `pay`s; amount: how much. to: seats that are paid, or that the pot is awarded to. step: to before
    which `restore` takes the running game back. deal, trick, card: the play that a penalty in the running game is about. What of
    them is not named is taken from the dispute.
    """

    word: str
    reason: str
    rule: str
    seat: int | None = None
    amount: Chips | None = None
    to: tuple[int, ...] = ()
    step: int | None = None
    deal: int | None = None
    trick: int | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """DISPUTE-4 to 6. alone: no other steward of the table could rule. rules: ids that a ruling may rest on. case: the facts.
    appeal_until: None where the table allows no time for it.

    steps: first and last of the game's events by which it has just been carried out there; empty after the game. confirms: it is
    what the earlier ruling has decided and done in the running game, which stays; steps are then those of the earlier one.
    """

    by: str
    decision: Decision
    alone: bool
    rules: frozenset[str]
    case: Case
    steps: tuple[int, ...]
    appeal_until: str | None
    confirms: bool = False


def named(decision: Decision) -> tuple[str, ...]:
    """The PARTS that the decision names."""
    given = values(decision)
    return tuple(part for part in PARTS if given[part] not in (None, ()))


def takes(decision: Decision, *, over: bool) -> tuple[str, ...]:
    """The PARTS that such a decision may name: all others would have no effect. over: the game is."""
    if decision.word == "award":
        return ("to",)
    if decision.word == "pay" or (decision.word == "penalty" and over):
        return ("seat", "amount", "to")
    if decision.word == "restore" and decision.step is not None:
        return ("step",)
    return ("deal", "trick", "card") if decision.word in ("penalty", "restore") else ()


Command: TypeAlias = Open | Answer | Appeal | Withdraw | Rule
