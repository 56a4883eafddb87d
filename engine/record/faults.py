"""What is wrong with a record, or with a history that is to become one."""

from engine.rules import RuleBroken
from engine.saying import Saying


class RecordFault(Exception):
    """A text is no game record; nothing of it is taken.

    line: where, from 1. saying: a sentence; says: the same in English. broken: the refusal, if an act or the house rules in this
    line break a rule, else None.
    """

    def __init__(self, line: int, saying: Saying, broken: RuleBroken | None = None) -> None:
        self.line, self.saying, self.says, self.broken = line, saying, str(saying), broken
        super().__init__(f"Line {line}: {saying}")

    @property
    def rule(self) -> str | None:
        """The id of the rule that is broken."""
        return self.broken.rule.id if self.broken else None


class Untold(Exception):
    """These events are no whole game as it is played by the rules of this release, so there is no record of it.

    step: number of the event that cannot be told, from 1. saying: why.
    """

    def __init__(self, step: int, saying: Saying) -> None:
        self.step, self.saying = step, saying
        super().__init__(f"Step {step}: {saying}")
