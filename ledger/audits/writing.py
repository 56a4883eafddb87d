"""The report of an audit for machines: plain values for JSON, and CSV. Figures stand in strings: an amount
does not fit every number."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.plain import JsonObject
from engine.saying import Saying
from ledger.audits.findings import FAULT, NOTE, Finding, Report, Words
from ledger.people import people
from ledger.registers.naming import tables_named
from ledger.words.catalogues import SOURCE
from ledger.words.saying import told

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

COLUMNS = (
    "severity", "audit", "kind", "rule", "table", "table_name", "game", "step", "position", "account", "player", "player_name",
    "expected", "found", "says",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would execute


@dataclass(frozen=True, slots=True)
class Named:
    """What the tables and players of findings are called, by id; without those who have no name, or none for this reader."""

    tables: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)


NOBODY = Named()


def names_in(ledger: Ledger, findings: Iterable[Finding]) -> Named:
    """What they are called. For who may read every name. Model "tables"."""
    listed = list(findings)
    tables = tables_named(ledger, {one.table for one in listed})
    return Named(tables, people.names(ledger, {who for one in listed if (who := player_of(one))}))


def player_of(finding: Finding) -> str | None:
    """Whose account it is about; None: about no player's."""
    owner = (finding.account or "").split(":")
    return owner[1] if owner[0] == "player" and len(owner) > 1 else None


def plain(finding: Finding, tag: str = SOURCE, named: Named = NOBODY) -> JsonObject:
    """A finding in plain values, by the names of COLUMNS. tag: the language in which it says what it says."""
    player = player_of(finding)
    return {
        "severity": finding.severity,
        "audit": finding.audit,
        "kind": finding.kind,
        "rule": finding.rule,
        "table": finding.table,
        "table_name": named.tables.get(finding.table or ""),
        "game": finding.game,
        "step": finding.step,
        "position": finding.position,
        "account": finding.account,
        "player": player,
        "player_name": named.players.get(player or ""),
        "expected": _words(finding.expected, tag),
        "found": _words(finding.found, tag),
        "says": _words(finding.says, tag),
    }


def _words(value: Words | None, tag: str) -> str | None:
    return told(value, tag) if isinstance(value, Saying) else value


def plain_report(report: Report, tag: str = SOURCE, named: Named = NOBODY) -> JsonObject:
    """A whole report, in this language. counts: of each audit, severity and kind, all of them, also where `findings` holds only the
    first ones."""
    return {
        "audits": list(report.audits),
        "ok": report.ok,
        "position": report.position,
        "games": report.games,
        "running": report.running,
        "events": report.events,
        "unread": report.unread,
        "faults": report.number(FAULT),
        "notes": report.number(NOTE),
        "counts": [
            {"audit": audit, "severity": severity, "kind": kind, "count": count}
            for (audit, severity, kind), count in sorted(report.counts.items())
        ],
        "findings": [plain(one, tag, named) for one in report.findings],
        "more": report.more,
    }


def csv_of(findings: Iterable[Finding], tag: str = SOURCE, named: Named = NOBODY) -> Iterator[str]:
    """Lines of CSV, headings first; RFC 4180. tag: the language in which findings say what they say.

    Words that a spreadsheet would take for a formula get an apostrophe before them.
    """
    yield _line(COLUMNS)
    for one in findings:
        cells = plain(one, tag, named)
        yield _line([_cell(cells[name]) for name in COLUMNS])


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) and not text.removeprefix("-").isdigit() else text
