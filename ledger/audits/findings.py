"""What audits say: findings, each with its rule, its game, its step, what should be there and what is; and the report of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.declared import GAMES, MISDEALS, MONEY, PENALTIES
from engine.saying import Saying
from ledger.store.ids import table_of_game

__all__ = ["GAMES", "MISDEALS", "MONEY", "PENALTIES"]  # of the engine, for whoever reads findings
OF_GAMES = (GAMES, PENALTIES, MISDEALS)
AUDITS = (*OF_GAMES, MONEY)
FAULT, NOTE = "fault", "note"
SEVERITIES = (FAULT, NOTE)
UNNOTICED = frozenset({"unclaimed", "missing_cut", "exposed_card", "shuffle_after_cut"})
Words = str | Saying  # figures and the record's own names, or a saying
FINDINGS_MAX = 1_000  # held by a report; the others are only counted


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong.

    audit: which one found it; one of AUDITS. severity: "fault": the record is wrong; "note": the record is right, and somebody
    should know about it, such as a renege that nobody has claimed. kind: one word or two, e.g. "wrong_amount". rule: id of the rule
    concerned, None where none is. game: "{table}-{number}", None where it is about no game. step: of its event in the game, from 1,
    None where it is about no single one; position: of that event among all. expected, found: in words and figures; None where there
    is nothing to compare. says: a sentence. derived: it follows from replaying the game, so the audit of games has it too. hides:
    what it says may reveal hidden cards. running: its game was not over.
    """

    audit: str
    severity: str
    kind: str
    rule: str | None
    game: str | None
    step: int | None
    expected: Words | None
    found: Words | None
    says: Saying
    position: int | None = None
    account: str | None = None
    derived: bool = False
    hides: bool = False
    running: bool = False

    @property
    def unnoticed(self) -> bool:
        """Whether it is about an offence that nobody has claimed or ruled on."""
        return self.severity == NOTE and self.kind in UNNOTICED

    @property
    def table(self) -> str | None:
        """The table of its game."""
        return None if self.game is None else table_of_game(self.game)

    def belongs_to(self, audits: Iterable[str]) -> bool:
        """Whether one of these audits has it."""
        return self.audit in audits or (self.derived and GAMES in audits)


@dataclass(slots=True)
class Report:
    """What an audit has seen and found; filled while it runs.

    audits: those that were asked for. position: of the last event that it could see. games: judged; running: of them, those that
    were not over. events: of these games; unread: those of them that could not be evaluated. findings: the first FINDINGS_MAX.
    counts: all, by (audit, severity, kind).
    """

    audits: tuple[str, ...]
    position: int = 0
    games: int = 0
    running: int = 0
    events: int = 0
    unread: int = 0
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    cut: bool = False  # the audit itself stops reporting here

    def add(self, finding: Finding) -> None:
        """Take in a finding, if an audit that was asked for has it."""
        if not finding.belongs_to(self.audits):
            return
        self.counts[finding.audit, finding.severity, finding.kind] += 1
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(finding)

    def number(self, severity: str) -> int:
        """How many findings of this severity there are."""
        return sum(count for (_, of, _), count in self.counts.items() if of == severity)

    @property
    def ok(self) -> bool:
        """Whether there is no fault; notes may be there."""
        return not self.number(FAULT)

    @property
    def more(self) -> bool:
        """Whether there are findings beside those that the report holds."""
        return self.cut or self.counts.total() > len(self.findings)
