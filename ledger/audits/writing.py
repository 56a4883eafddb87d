"""The report of an audit for machines: plain values for JSON, and CSV. Figures stand in strings: an amount
does not fit every number."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from engine.plain import JsonObject
from engine.saying import Saying
from ledger.audits.findings import FAULT, NOTE, Finding, Report, Words
from ledger.words.catalogues import SOURCE
from ledger.words.saying import told

COLUMNS = (
    "severity", "audit", "kind", "rule", "table", "game", "step", "position", "account", "expected", "found", "says",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would execute


def plain(finding: Finding, tag: str = SOURCE) -> JsonObject:
    """A finding in plain values, by the names of COLUMNS. tag: the language in which it says what it says."""
    return {
        "severity": finding.severity,
        "audit": finding.audit,
        "kind": finding.kind,
        "rule": finding.rule,
        "table": finding.table,
        "game": finding.game,
        "step": finding.step,
        "position": finding.position,
        "account": finding.account,
        "expected": _words(finding.expected, tag),
        "found": _words(finding.found, tag),
        "says": _words(finding.says, tag),
    }


def _words(value: Words | None, tag: str) -> str | None:
    return told(value, tag) if isinstance(value, Saying) else value


def plain_report(report: Report, tag: str = SOURCE) -> JsonObject:
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
        "findings": [plain(one, tag) for one in report.findings],
        "more": report.more,
    }


def csv_of(findings: Iterable[Finding], tag: str = SOURCE) -> Iterator[str]:
    """Lines of CSV, headings first; RFC 4180. tag: the language in which findings say what they say.

    Words that a spreadsheet would take for a formula get an apostrophe before them.
    """
    yield _line(COLUMNS)
    for one in findings:
        cells = plain(one, tag)
        yield _line([_cell(cells[name]) for name in COLUMNS])


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA) and not text.removeprefix("-").isdigit() else text
