"""cardledger doctor: what is wrong with the set-up, and how to mend it."""

from __future__ import annotations

from dataclasses import asdict

import typer
from rich.text import Text

from ledger.cli.terminal import WRONG, AsJson, guarded, out, settings, tell_json
from ledger.running.diagnosis import examined

MARKS = {"good": Text("good ", style="green"), "note": Text("note ", style="yellow"), "wrong": Text("wrong", style="red")}


def doctor(as_json: AsJson = False) -> None:
    """Check everything this deployment needs; exit code 1 if something is wrong."""
    findings = []
    with guarded():
        for finding in examined(settings()):
            findings.append(finding)
            if not as_json:
                out.print(MARKS[finding.grade], Text(f"{finding.about}: {finding.says}"), soft_wrap=True)
                if finding.mend:
                    out.print(Text(f"      {finding.mend}"), soft_wrap=True)
    wrong = any(finding.grade == "wrong" for finding in findings)
    if as_json:
        tell_json({"wrong": wrong, "findings": [asdict(finding) for finding in findings]})
    elif not wrong:
        out.print("Nothing is wrong.")
    if wrong:
        raise typer.Exit(WRONG)
