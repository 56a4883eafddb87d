"""What is wrong with a record, or with a history that is to become one."""

from engine.rules import RuleBroken


class RecordFault(Exception):
    """A text is no game record; nothing of it is taken.

    line: where, from 1. says: a sentence. broken: the refusal, if an act or the house rules in this line break a rule, else None.
    """

    def __init__(self, line: int, says: str, broken: RuleBroken | None = None) -> None:
        self.line, self.says, self.broken = line, says, broken
        super().__init__(f"Line {line}: {says}")

    @property
    def rule(self) -> str | None:
        """The id of the rule that is broken."""
        return self.broken.rule.id if self.broken else None


class Untold(Exception):
    """These events are no whole game as it is played by the rules of this release, so there is no record of it.

    step: number of the event that can not be told, from 1.
    """

    def __init__(self, step: int, says: str) -> None:
        self.step, self.says = step, says
        super().__init__(f"Step {step}: {says}")
