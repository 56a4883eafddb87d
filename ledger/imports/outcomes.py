"""The outcome for each thing to be imported."""

from collections import Counter
from dataclasses import dataclass, field

from engine.plain import JsonObject
from engine.saying import Saying
from ledger.words.catalogues import SOURCE
from ledger.words.saying import told

IMPORTED, KNOWN, CHANGED, FAILED = "imported", "known", "changed", "failed"
STATUSES = (IMPORTED, KNOWN, CHANGED, FAILED)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one game or one deposit.

    source: the name it came under. status: "imported"; "known": it was in before; "changed": its name was in before with other
    content, so nothing was done; "failed": nothing of it was kept. became: the game ("{table}-{number}") or the player. line: of
    the file, from 1, where the fault is. rule: the one that is broken. events: how many were appended. saying: a sentence; says:
    the same in English.
    """

    source: str
    status: str
    saying: Saying
    became: str | None = None
    line: int | None = None
    rule: str | None = None
    events: int = 0

    @property
    def is_good(self) -> bool:
        """Whether it is in, since now or before."""
        return self.status in {IMPORTED, KNOWN}

    @property
    def says(self) -> str:
        """What became of it, in English."""
        return str(self.saying)

    def sentence(self, tag: str = SOURCE, scale: int = 0) -> str:
        """Where and what, as a sentence in this language. scale: of the club."""
        where: str | Saying = self.source
        if self.line is not None:
            where = Saying("{source}, line {line}", source=self.source, line=self.line)
        return f"{told(where, tag)}: {told(self.saying, tag, scale)}" + (f" ({self.rule})" if self.rule else "")

    def plain(self, tag: str = SOURCE, scale: int = 0) -> JsonObject:
        """For a machine; what it says, in this language. scale: of the club."""
        return {
            "source": self.source,
            "status": self.status,
            "became": self.became,
            "line": self.line,
            "rule": self.rule,
            "says": told(self.saying, tag, scale),
            "events": self.events,
        }


class Unimportable(Exception):
    """This one thing cannot be imported; nothing of it has been kept. rule: id of the one broken, if one is.

    seat, act: where in a game record the fault is: at the row of a seat, or at an act, counted from 0.
    """

    def __init__(self, saying: Saying, *, rule: str | None = None, seat: int | None = None, act: int | None = None) -> None:
        self.saying, self.rule, self.seat, self.act = saying, rule, seat, act
        super().__init__(str(saying))


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
