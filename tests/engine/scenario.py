"""given(azi, *history).when(command).then_refused(RULE, …), .then(*events), .then_nothing(): one act, told so that a failure reads
as a story.

`keeps` and `breaks` say which rules a test shows kept or broken, so that the house can check that every rule has both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.decider import Decider, act
from engine.rules import Rule, RuleBroken
from tests.engine.translated import untold

T = TypeVar("T", bound=Callable[..., Any])


def keeps(*rules: str) -> Callable[[T], T]:
    """This test shows these rules kept."""
    return _marked("keeps", rules)


def breaks(*rules: str) -> Callable[[T], T]:
    """This test shows what happens to who breaks these rules, or what they bring about against his will."""
    return _marked("breaks", rules)


def _marked(how: str, rules: tuple[str, ...]) -> Callable[[T], T]:
    def mark(test: T) -> T:
        setattr(test, how, rules)
        return test

    return mark


@dataclass(frozen=True)
class Scenario:
    """A state, how it came about, and what is tried on it."""

    decider: Decider[Any, Any, Any]
    history: tuple[Any, ...]
    state: Any
    command: Any = None
    events: tuple[Any, ...] = ()
    after: Any = None
    broken: RuleBroken | None = None

    def when(self, command: Any) -> Scenario:
        """Try `command`."""
        try:
            events, after = act(self.decider, self.state, command)
        except RuleBroken as broken:
            return replace(self, command=command, after=self.state, broken=broken)
        return replace(self, command=command, events=tuple(events), after=after)

    def then(self, *expected: Any) -> Scenario:
        """Exactly these events, consequences included."""
        self._check(self.broken is None and self.events == expected, expected)
        return self

    def then_first(self, *expected: Any) -> Scenario:
        """These events first; more may follow from them."""
        self._check(self.broken is None and self.events[: len(expected)] == expected, ("first", *expected))
        return self

    def then_one(self, kind: type, **facts: Any) -> Scenario:
        """Exactly one event of this class, and these of its fields."""
        found = [event for event in self.events if event.__class__ is kind]
        fits = len(found) == 1 and all(getattr(found[0], name) == value for name, value in facts.items())
        self._check(fits, (f"one {kind.__name__}", facts))
        return self

    def then_none(self, kind: type) -> Scenario:
        """It is accepted, without any event of this class."""
        self._check(self.broken is None and not any(event.__class__ is kind for event in self.events), (f"no {kind.__name__}",))
        return self

    def then_nothing(self) -> Scenario:
        """It is accepted and nothing happens."""
        self._check(self.broken is None and not self.events, ())
        return self

    def then_state(self, **expected: Any) -> Scenario:
        """These fields of the state after the act."""
        got = {name: getattr(self.after, name) for name in expected}
        self._check(self.broken is None and got == expected, (expected,), got)
        return self

    def then_refused(self, rule: Rule, **facts: Any) -> Scenario:
        """Refused by this rule, with these facts among the others, and a sentence to read in every language."""
        told = self.broken.facts if self.broken else {}
        fits = (
            self.broken is not None and self.broken.rule is rule and all(told.get(name) == value for name, value in facts.items())
        )
        self._check(fits and bool(self.broken and self.broken.says.strip()), (rule.id, facts))
        lacking = untold(self.broken.saying) if self.broken else []
        self._check(not lacking, ("translations of", *lacking))
        return self

    def _check(self, ok: bool, expected: tuple[Any, ...], got: Any = None) -> None:
        if ok:
            return
        refusal = f"{self.broken}  {self.broken.facts}" if self.broken else None
        lines = ["", "Given"]
        lines += [f"  {item}" for item in self.history]
        lines += ["When", f"  {self.command}", "Expected"]
        lines += [f"  {item}" for item in expected] or ["  nothing"]
        lines += ["Got", f"  {got or refusal or ''}"]
        lines += [f"  {event}" for event in self.events]
        raise AssertionError("\n".join(lines))


def given(decider: Decider[Any, Any, Any], *history: Any) -> Scenario:
    """The state after `history`: events, and commands, which are carried out."""
    state = decider.initial
    kinds = {item.__class__.__module__ for item in history}
    for item in history:
        if item.__class__.__module__.endswith(".commands"):
            _, state = act(decider, state, item)
        else:
            state = decider.evolve(state, item)
    assert all(kind.endswith((".commands", "events")) for kind in kinds), kinds
    return Scenario(decider, history, state)
