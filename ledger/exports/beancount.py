"""A statement as a ledger for Beancount.

The player's accounts are assets of his; the cash desk and pots are where chips come from and go to. Each movement balances by
itself, and on the day after the last one `balance` asserts what each account holds, and all of them together: so `bean-check` finds
any figure that has been changed. Beancount calculates with 28 digits; a statement that needs more is not available in this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from ledger.exports.entries import Entry, entries
from ledger.money.accounts import parse
from ledger.statements.lines import StatementLine
from ledger.statements.whole import Whole
from ledger.statements.words import Wording
from ledger.store.times import utc_text
from ledger.words.figures import decimal

EQUITY = "Equity:Opening-Balances"
PLAYER = "Assets:Cardledger"
_BREAKS = re.compile(r"[\x00-\x1f\x7f\x85]")


def write(whole: Whole, wording: Wording) -> Iterator[bytes]:
    """The file: title and currency, the opening balances, one transaction a movement, the closing balances."""
    yield _head(whole, wording).encode()
    first, opened = whole.first_day, set[str]()
    last = first
    yield _opening(whole, wording, first, opened).encode()
    for entry in entries(whole):
        yield _transaction(whole, wording, entry, opened).encode()
        last = max(last, entry.day)
    if last < date.max:  # a balance is asserted in the morning of the day after
        yield _closing(whole, last + timedelta(days=1), first, opened).encode()


def account(name: str) -> str:
    """The name of an account of the books as Beancount writes one; different accounts have different names.

    >>> account("player:p1:stack:t1"), account("game:t1-3:pot")
    ('Assets:Cardledger:Stack:T1', 'Income:Cardledger:Pot:T1-3')
    """
    one = parse(name)
    if one.kind == "wallet":
        return f"{PLAYER}:Wallet"
    if one.kind == "stack":
        return f"{PLAYER}:Stack:{_part(one.table or '')}"
    if one.kind == "pot":
        return f"Income:Cardledger:Pot:{_part(one.game or '')}"
    return "Equity:Cardledger:" + ":".join(_part(part) for part in name.split(":"))


def _part(name: str) -> str:
    """An id begins with a lower-case letter or a digit, a part of a name with a capital or a digit."""
    return name[:1].upper() + name[1:]


def _currency(whole: Whole) -> str:
    """Capitals, with a dash for a space: two to 20 characters, as Beancount requires."""
    word = re.sub(r"[^A-Z]+", "-", whole.unit.upper()).strip("-")
    return word if len(word) > 1 else f"{word}-UNIT"


def _amount(whole: Whole, amount: int) -> str:
    return f"{decimal(amount, whole.scale)} {_currency(whole)}"


def _asserted(whole: Whole, amount: int) -> str:
    """A balance, exact to the unit: by default Beancount would tolerate one unit in the last place."""
    return f"{decimal(amount, whole.scale)} ~ 0 {_currency(whole)}"


def _text(text: str) -> str:
    """A string, on one line."""
    plain = _BREAKS.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _opened(opened: set[str], day: date, *accounts: str) -> str:
    """Directives that open the accounts that are not yet."""
    new = [name for name in dict.fromkeys(accounts) if name not in opened]
    opened.update(new)
    return "".join(f"{day} open {name}\n" for name in new)


def _head(whole: Whole, wording: Wording) -> str:
    title = f"{wording.say('title')}: {whole.name or ''} ({whole.wanted.player})"
    return (
        f'option "title" {_text(title)}\noption "operating_currency" "{_currency(whole)}"\n'
        f"; position {whole.wanted.position}, {utc_text(whole.taken_at)};"
        f" {whole.wanted.scope}, {whole.wanted.basis}, {whole.tz}\n\n"
    )


def _opening(whole: Whole, wording: Wording, day: date, opened: set[str]) -> str:
    names = {account(name): chips for name, chips in whole.openings.items()}
    directives = _opened(opened, day, EQUITY, PLAYER, *names)
    if not whole.openings:
        return f"{directives}\n"
    postings = "".join(f"  {name}  {_amount(whole, chips)}\n" for name, chips in names.items())
    return f"{directives}\n{day} * {_text(wording.say('opening'))}\n{postings}  {EQUITY}  {_amount(whole, -whole.opening)}\n\n"


def _transaction(whole: Whole, wording: Wording, entry: Entry, opened: set[str]) -> str:
    line = entry.line
    own, counter = account(line.account), account(line.counter_account)
    where = wording.about(line)
    narration = wording.kind(line.kind) + (f", {where}" if where else "")
    return (
        f"{_opened(opened, entry.day, own, counter)}"
        f"{entry.day} * {_text(narration)}{f' ^game-{line.game}' if line.game else ''}\n"
        f'  position: "{line.position}-{line.line}"\n'
        f'  kind: "{line.kind}"\n'
        f'  stream: "{line.stream}"\n'
        f'  step: "{line.step}"\n{_said(line)}'
        f'  recorded: "{utc_text(line.recorded_at)}"\n'
        f'  effective: "{utc_text(line.effective_at)}"\n'
        f"  {own}  {_amount(whole, line.amount)}\n"
        f"  {counter}  {_amount(whole, -line.amount)}\n\n"
    )


def _said(line: StatementLine) -> str:
    """What the entry says of itself."""
    detail = line.detail
    ruling = None if detail.ruling is None else str(detail.ruling)
    said = {"table": line.table_name, "reference": detail.reference, "reason": detail.reason}
    told = {**said, "dispute": detail.dispute, "ruling": ruling}
    return "".join(f"  {name}: {_text(text)}\n" for name, text in told.items() if text)


def _closing(whole: Whole, day: date, first: date, opened: set[str]) -> str:
    """day: the one after the last movement, since a balance is that of the morning."""
    held = {account(name): chips for name, chips in whole.closings.items()}
    directives = _opened(opened, first, *held)
    if whole.wanted.scope == "all":
        held[PLAYER] = whole.closing
    return directives + "".join(f"{day} balance {name}  {_asserted(whole, chips)}\n" for name, chips in held.items())
