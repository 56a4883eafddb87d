"""A statement as a journal for hledger, and for what else reads its format.

Account names are those of the books. Each posting asserts the balance after it, and the last entry the balances that the statement
closes with, so `hledger check` finds any figure that has been changed; accounts and the commodity are declared, for `--strict`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from ledger.exports.entries import Entry, entries
from ledger.statements.lines import StatementLine
from ledger.statements.whole import Whole
from ledger.statements.words import Wording
from ledger.store.times import utc_text
from ledger.words.figures import decimal

EQUITY = "equity:opening"
_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85]")


def write(whole: Whole, wording: Wording) -> Iterator[bytes]:
    """The file: a head in comments, the opening balances, one entry a movement, the closing balances."""
    yield _head(whole, wording).encode()
    last, declared = whole.first_day, {EQUITY}
    yield _opening(whole, wording, last, declared).encode()
    for entry in entries(whole):
        yield _entry(whole, wording, entry, declared).encode()
        last = max(last, entry.day)
    yield _closing(whole, wording, last, declared).encode()


def _head(whole: Whole, wording: Wording) -> str:
    unit = _unit(whole)
    sample = "1000." + "0" * whole.scale
    return (
        f"; {wording.say('title')}: {_commented(whole.name or '')} ({whole.wanted.player})\n"
        f"; position {whole.wanted.position}, {utc_text(whole.taken_at)}; {whole.wanted.scope}, {whole.wanted.basis}, {whole.tz}\n"
        f"decimal-mark .\ncommodity {sample} {unit}\n\n"
    )


def _unit(whole: Whole) -> str:
    """The commodity: quoted, since a unit may be written with spaces and dashes."""
    return f'"{whole.unit}"'


def _amount(whole: Whole, amount: int) -> str:
    return f"{decimal(amount, whole.scale)} {_unit(whole)}"


def _commented(text: str) -> str:
    """A text that people wrote, on one line whatever a reader takes for the end of a line."""
    return _BREAKS.sub(" ", text)


def _declared(declared: set[str], *accounts: str) -> str:
    """Declarations of the accounts that have none yet."""
    new = [account for account in dict.fromkeys(accounts) if account not in declared]
    declared.update(new)
    return "".join(f"account {account}\n" for account in new)


def _opening(whole: Whole, wording: Wording, day: date, declared: set[str]) -> str:
    """One entry with all that is there already, even if that is nothing."""
    held = whole.openings
    postings = "".join(f"    {name}  {_amount(whole, chips)} = {_amount(whole, chips)}\n" for name, chips in held.items())
    return (
        f"account {EQUITY}\n{_declared(declared, *held)}"
        f"{day} * {wording.say('opening')}\n{postings}    {EQUITY}  {_amount(whole, -whole.opening)}\n\n"
    )


def _entry(whole: Whole, wording: Wording, entry: Entry, declared: set[str]) -> str:
    line = entry.line
    where = _plain(wording.about(line))
    counter = "" if entry.counter_balance is None else f" = {_amount(whole, entry.counter_balance)}"
    return (
        f"{_declared(declared, line.account, line.counter_account)}"
        f"{entry.day} * ({line.position}-{line.line}) {wording.kind(line.kind)}{f', {where}' if where else ''}\n"
        f"    ; kind:{line.kind}, stream:{line.stream}, step:{line.step}\n{_tags(line)}"
        f"    ; recorded:{utc_text(line.recorded_at)}, effective:{utc_text(line.effective_at)}\n"
        f"    {line.account}  {_amount(whole, line.amount)} = {_amount(whole, entry.balance)}\n"
        f"    {line.counter_account}  {_amount(whole, -line.amount)}{counter}\n\n"
    )


def _plain(text: str) -> str:
    """What people have written, in a place where a semicolon begins a comment and a bar parts payee from note."""
    return re.sub(r"\s+", " ", text.replace(";", ",").replace("|", "/"))


def _tags(line: StatementLine) -> str:
    """What the entry says of itself, in tags; a comma ends one, so there is none in them."""
    said = {"table": line.table_name, "reference": line.detail.reference, "reason": line.detail.reason}
    told = [f"{name}:{_plain(text).replace(',', ' ')}" for name, text in said.items() if text]
    if line.detail.ruling is not None:
        told.append(f"dispute:{line.detail.dispute}, ruling:{line.detail.ruling}")
    return f"    ; {', '.join(told)}\n" if told else ""


def _closing(whole: Whole, wording: Wording, day: date, declared: set[str]) -> str:
    """Moves nothing, and asserts what each account holds, and all of the player's accounts together if the statement is of all."""
    held, nothing = whole.closings, _amount(whole, 0)
    parent = f"player:{whole.wanted.player}" if whole.wanted.scope == "all" else EQUITY
    together = f" =* {_amount(whole, whole.closing)}" if whole.wanted.scope == "all" else ""
    postings = "".join(f"    {name}  {nothing} = {_amount(whole, chips)}\n" for name, chips in held.items())
    return f"{_declared(declared, parent, *held)}{day} * {wording.say('closing')}\n{postings}    {parent}  {nothing}{together}\n"
