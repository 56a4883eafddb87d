"""A rule has one identifier for life; whoever refuses an act names the rule, says why, and gives the facts."""

from dataclasses import dataclass

from engine.saying import Amount, Counted, Saying

# Facts that are amounts of chips. Whoever writes them as JSON writes them as decimal strings.
MONEY_FACTS = frozenset(
    {
        "price",
        "low",
        "high",
        "chips",
        "stack",
        "cap",
        "pot",
        "ante",
        "limit",
        "balance",
        "owes",
        "owed",
        "counted",
        "booked",
        "spare",
    }
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

    rule: the first rule broken, in the documented order of precedence. saying: why, for anybody who reads another language
    than English; says: the same in English.
    facts: what the decision rested on, e.g. seat=3, price=20, legal=("9H",). Numbers, words, or tuples of them; the names in
    MONEY_FACTS are amounts of chips, and marked as such in the saying. They stand in the sentence too; a saying has its own, where
    it needs others. What is a saying among them is told in English.
    """

    def __init__(self, rule: Rule, says: str | Saying, **facts: object) -> None:
        self.rule = rule
        said = says if isinstance(says, Saying) else Saying(says, **facts)
        self.saying = Saying(said.template, **{name: _amount(name, value) for name, value in said.facts.items()})
        self.says = str(self.saying)
        self.facts = {name: str(value) if isinstance(value, Saying | Counted) else value for name, value in facts.items()}
        super().__init__(f"{rule.id}: {self.says}")


def _amount(name: str, value: object) -> object:
    """A fact of a sentence, marked if it is an amount of chips."""
    return Amount(value) if name in MONEY_FACTS and isinstance(value, int) and not isinstance(value, bool) else value


def require(ok: bool, rule: Rule, says: str | Saying, **facts: object) -> None:
    """Refuse unless `ok`. `says` is one sentence a player understands; `{name}` in it stands for the fact of that name."""
    if not ok:
        raise RuleBroken(rule, says, **facts)
