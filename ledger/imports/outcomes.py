"""What becomes of each thing that is to be imported."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

IMPORTED, KNOWN, CHANGED, FAILED = "imported", "known", "changed", "failed"
STATUSES = (IMPORTED, KNOWN, CHANGED, FAILED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one game or one deposit.

    source: the name it came under. status: "imported"; "known": it is in since before; "changed": its name is in since before with
    other content, so nothing was done; "failed": nothing of it was kept. became: the game ("{table}-{number}") or the player.
    line: of the file, from 1, where the fault is. rule: the one that is broken. events: how many were appended. says: a sentence.
    """

    source: str
    status: str
    says: str
    became: str | None = None
    line: int | None = None
    rule: str | None = None
    events: int = 0

    @property
    def is_good(self) -> bool:
        """Whether it is in, since now or before."""
        return self.status in {IMPORTED, KNOWN}

    def sentence(self) -> str:
        """Where and what, for a person."""
        where = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{where}: {self.says}" + (f" ({self.rule})" if self.rule else "")

    def plain(self) -> dict[str, Any]:
        """For a machine."""
        return {
            "source": self.source,
            "status": self.status,
            "became": self.became,
            "line": self.line,
            "rule": self.rule,
            "says": self.says,
            "events": self.events,
        }


class Unimportable(Exception):
    """This one thing can not be imported; nothing of it has been kept. rule: id of the one broken, if one is.

    seat, act: where in a game record the fault is: at the row of a seat, or at an act, counted from 0.
    """

    def __init__(self, says: str, *, rule: str | None = None, seat: int | None = None, act: int | None = None) -> None:
        self.says, self.rule, self.seat, self.act = says, rule, seat, act
        super().__init__(says)


@dataclass
class Tally:
    """The counts of a run."""

    counts: Counter[str] = field(default_factory=Counter)
    events: int = 0

    def add(self, outcome: Outcome) -> None:
        """One more outcome."""
        self.counts[outcome.status] += 1
        self.events += outcome.events

    @property
    def is_good(self) -> bool:
        """Whether everything is in."""
        return not self.counts[CHANGED] + self.counts[FAILED]

    def plain(self) -> dict[str, int]:
        """How many of each status, and how many events, by name."""
        return {**{status: self.counts[status] for status in STATUSES}, "events": self.events}
