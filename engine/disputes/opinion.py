"""What the engine itself says of a disputed step, by the house rules that are stored with the game.

It is derived again from the events whenever somebody asks, and of the game as it was when the dispute was opened; so it can neither
be forgotten nor changed. It decides nothing: a steward does.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.decider import Decider
from engine.deeds import naming, values
from engine.disputes.commands import Disputed
from engine.rules import Rule, RuleBroken, Violation
from engine.saying import Row, Saying, Term

AGAINST, BY_THE_RULES, OPEN = "against_the_rules", "by_the_rules", "open"
OF_THE_DEAL = ("exposed_card", "missing_cut")
CLAIMED = "claim"  # listed beside violations: what somebody says, and nothing has proved
DECIDING = ("wrong_pot", "wrong_player")  # where no step is named, what gave the pot away is meant


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the game: its event, and the state before and after it. step: from 1."""

    step: int
    event: Any
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Question:
    """What is disputed. kind: of the dispute. moments: every step of the game up to the opening, in order; at least one. hidden:
    events that hold hidden cards, by which no card is looked for: finding it would tell where it was."""

    kind: str
    about: Disputed
    moments: tuple[Moment, ...]
    hidden: frozenset[type] = frozenset()

    @property
    def now(self) -> Any:
        """The game as it was when the dispute was opened."""
        return self.moments[-1].after

    def at(self, step: int) -> Moment:
        """The step of this number."""
        return self.moments[step - 1]

    def last(self, *names: str) -> Moment | None:
        """The last step whose event is of a class of one of these names."""
        return next((one for one in reversed(self.moments) if one.event.__class__.__name__ in names), None)


@dataclass(frozen=True, slots=True)
class Opinion:
    """verdict: AGAINST, BY_THE_RULES, or OPEN where the record cannot tell. rule: id of the one broken or kept, or None.

    saying: why, in a sentence; says: the same in English. facts: what it rests on. steps: the events concerned, in order, the
    disputed one last. hands: (deal, seat) of hidden hands on which it rests: who may not see those may not be told it.
    """

    verdict: str
    rule: str | None
    saying: Saying
    steps: tuple[int, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    hands: tuple[tuple[int, int], ...] = ()

    @property
    def says(self) -> str:
        """Why, in English."""
        return str(self.saying)


# What is on record as a violation, by how it stands.
ON_RECORD = {
    "open": "Seat {seat} has broken {rule} in deal {deal}: {what}; it is open.",
    "punished": "Seat {seat} has broken {rule} in deal {deal}: {what}; it is punished.",
    "free": "Seat {seat} has broken {rule} in deal {deal}: {what}; it is free.",
    "unproved": "Seat {seat} has broken {rule} in deal {deal}: {what}; it is unproved.",
}
Legal = Callable[[Any, int], Iterable[Any]]


def by_violations(question: Question, violations: Iterable[Violation], moment: Moment | None) -> Opinion | None:
    """The violation that the game has on record for what is disputed; None if it has none."""
    kind = question.kind
    about, there = question.about, naming(moment.event if moment else None)
    deal = about.deal if there.deal is None else there.deal
    trick = about.trick if there.trick is None else there.trick
    card = about.card if there.card is None else there.card
    for one in violations:
        if one.kind == CLAIMED:
            continue
        fits = one.kind == kind if kind in OF_THE_DEAL else one.kind not in OF_THE_DEAL and one.card == card is not None
        if not fits or deal not in (None, one.deal) or (None not in (trick, one.trick) and trick != one.trick):
            continue
        what = Term(f"violation.{one.kind}", one.kind.replace("_", " "))
        says = Saying(ON_RECORD[one.status], seat=one.seat, rule=one.rule, deal=one.deal, what=what)
        steps = (moment.step,) if moment else ()
        facts = {"seat": one.seat, "deal": one.deal, "trick": one.trick, "card": one.card, "status": one.status}
        known = one.status != "open" or kind in OF_THE_DEAL
        return Opinion(AGAINST, one.rule, says, steps, facts, () if known else ((one.deal, one.seat),))
    return None


def of_unseen(steps: tuple[int, ...], ruled_out: bool) -> Opinion:
    """Of a play that nothing proves to be against the rules, where only the players saw the hands. ruled_out: cards that everybody
    has seen have ruled it out; else they tell nothing."""
    if ruled_out:
        says = "Only the players saw the hands, but no hand that may still have been held makes it a violation."
        return Opinion(BY_THE_RULES, None, Saying(says), steps)
    says = "Only the players saw the hands, and no card that came later proves that it was against the rules."
    return Opinion(OPEN, None, Saying(says), steps)


def derived(decider: Decider[Any, Any, Any], legal: Legal, moment: Moment) -> Opinion:
    """Whether the step follows from the state before it: as what the rules bring about by themselves, or as a legal act."""
    event, before, steps = moment.event, moment.before, (moment.step,)
    expected: Any = decider.follow(before)
    if expected == event:
        return Opinion(BY_THE_RULES, None, Saying("Worked out again from the steps before it, it comes out the same."), steps)
    if expected.__class__ is event.__class__:
        found = values(event)
        wrong = {name: (due, found[name]) for name, due in values(expected).items()}
        facts = {name: {"expected": due, "found": there} for name, (due, there) in wrong.items() if due != there}
        says = Saying("Worked out again it comes out otherwise: {parts}.", parts=Row(facts))
        return Opinion(AGAINST, None, says, steps, facts)
    for command in legal(before, before.turn) if expected is None and before.turn else ():
        try:
            accepted = decider.decide(before, command)
        except RuleBroken:
            continue
        if accepted and accepted[0] == event:
            return Opinion(BY_THE_RULES, None, Saying("It was a legal act in its turn."), steps)
    return Opinion(OPEN, None, Saying("The events alone do not tell whether this was right."), steps)


def usual(
    question: Question,
    decider: Decider[Any, Any, Any],
    legal: Legal,
    violations: Callable[[Any], Iterable[Violation]],
    moment: Moment | None,
) -> Opinion:
    """The opinion that needs no knowledge of the game: what is on record as a violation, else whether the step can be derived."""
    found = by_violations(question, violations(question.now), moment)
    if found is not None:
        return found
    if moment is None:
        return Opinion(OPEN, None, Saying("The game has nothing on record that would prove it or rule it out."))
    if moment.event.__class__ in question.hidden:  # what would be compared is not for everybody who may be told an opinion
        return Opinion(OPEN, None, Saying("What this step holds is hidden, and is not judged here."), (moment.step,))
    return derived(decider, legal, moment)


def named(question: Question) -> Moment | None:
    """The step that is disputed: the one named, that of the card named, or for the pot what gave it away. None: none is meant."""
    about = question.about
    if about.step is not None:
        return question.at(about.step)
    if about.card is not None:
        played = [
            one
            for one in question.moments
            if one.event.__class__ not in question.hidden
            and (there := naming(one.event)).card == about.card
            and about.deal in (None, there.deal)
            and about.trick in (None, there.trick)
        ]
        return played[0] if played else None
    return question.last("PotAwarded", "GameVoided") if question.kind in DECIDING else None


def known_rules(*books: Iterable[Rule]) -> frozenset[str]:
    """The ids of all rules of these rulebooks."""
    return frozenset(rule.id for book in books for rule in book)
