"""A rule has one identifier for life; whoever refuses an act names the rule, says why, and gives the facts."""

from dataclasses import dataclass
from typing import Any

# Facts that are amounts of chips. Whoever writes them as JSON writes them as decimal strings.
MONEY_FACTS = frozenset(
    {"price", "low", "high", "chips", "stack", "cap", "pot", "ante", "limit", "balance", "owes", "owed", "counted", "booked"}
)


@dataclass(frozen=True, slots=True)
class Rule:
    """id: for life, e.g. "AZI-PLAY-2", the heading under which the rules pages explain it. title: a few words."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Violation:
    """What somebody did against the rules, whether anybody has noticed or not; derived from a game, for stewards and audits only.

    rule: id of the one broken. kind: in the words of the game, e.g. "renege". deal, trick, card: where; None where there is none.
    status: "open" (nobody has ruled on it), "punished", "free" (settled without a penalty), or "unproved" (a claim that nothing had
    decided when the game ended).
    """

    seat: int
    rule: str
    kind: str
    deal: int
    trick: int | None
    card: str | None
    status: str


class RuleBroken(Exception):
    """An act is refused; nothing has changed.

    rule: the first rule broken, in the documented order of precedence.
    facts: what the decision rested on, e.g. seat=3, price=20, legal=("9H",). Numbers, words, or tuples of them; the names in
    MONEY_FACTS are amounts of chips.
    """

    def __init__(self, rule: Rule, says: str, **facts: Any) -> None:
        self.rule = rule
        self.says = says.format(**{name: _listed(fact) for name, fact in facts.items()})
        self.facts = facts
        super().__init__(f"{rule.id}: {self.says}")


def _listed(fact: Any) -> Any:
    """A fact as it stands in a sentence: of several the one after the other."""
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else fact


def require(ok: bool, rule: Rule, says: str, **facts: Any) -> None:
    """Refuse unless `ok`. `says` is one sentence a player understands; `{name}` in it stands for the fact of that name."""
    if not ok:
        raise RuleBroken(rule, says, **facts)
