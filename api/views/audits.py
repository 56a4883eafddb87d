"""Reports of audits as JSON and CSV, each as far as the viewer may know it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from api.http.answers import Members
from engine.saying import Saying
from ledger.audits.findings import FAULT, NOTE, Finding, Report
from ledger.audits.listing import Standing
from ledger.audits.writing import plain

WITHHELD = Saying("What differs here tells of cards that you may not see.")


def told(
    findings: Iterable[Finding], *, judges: Callable[[Finding], bool], opens: Callable[[Finding], bool]
) -> list[tuple[Finding, bool]]:
    """The findings that the viewer may know of, each with whether something of it is withheld.

    judges(finding): he may know of offences in its game, which is running, that nobody has claimed. opens(finding): he may see all
    cards of its game.
    """
    shown = []
    for one in findings:
        if one.unnoticed and one.running and not judges(one):
            continue
        hidden = one.hides and not opens(one)
        shown.append((replace(one, expected=None, found=None, says=WITHHELD) if hidden else one, hidden))
    return shown


def standing(stands: Standing, findings: Iterable[tuple[Finding, bool]], following: str | None, tag: str) -> Members:
    """A page of what the standing audit has found. tag: the language in which findings say what they say."""
    return {
        "ok": not stands.faults,
        "position": stands.position,
        "games": stands.games,
        "events": stands.events,
        "unread": stands.unread,
        "faults": stands.faults,
        "notes": stands.notes,
        "findings": [{**plain(one, tag), "withheld": withheld} for one, withheld in findings],
        "next": following,
    }


def report(audit: str, seen: Report, findings: Iterable[tuple[Finding, bool]], following: str | None, tag: str) -> Members:
    """A page of an audit. tag: the language in which findings say what they say."""
    listed = list(findings)
    unknown = len(seen.findings) - len(listed)
    return {
        "audit": audit,
        "ok": seen.ok,
        "position": seen.position,
        "games": seen.games,
        "running": seen.running,
        "events": seen.events,
        "unread": seen.unread,
        "faults": seen.number(FAULT),
        "notes": seen.number(NOTE) - unknown,
        "findings": [{**plain(one, tag), "withheld": withheld} for one, withheld in listed],
        "more": seen.more,
        "next": following,
    }
