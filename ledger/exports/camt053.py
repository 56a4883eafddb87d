"""A statement as camt.053.001.08, the bank-to-customer statement of ISO 20022.

Its dates are days, since that is what importing programs read: BookgDt by the time that orders the statement, ValDt by the time at
the table; the moments stand with the entry's details. Its summary counts and adds up all entries, and those of each kind. Amounts
have at most 18 digits, five of them behind the point: a statement that needs more is not available in this format.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from xml.sax.saxutils import escape

from ledger.statements.lines import StatementLine
from ledger.statements.sums import Sum, by_kind
from ledger.statements.whole import Whole
from ledger.statements.words import Wording
from ledger.store.times import utc_text
from ledger.words.figures import currency, decimal

SPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
ISSUER = "cardledger"


def write(whole: Whole, wording: Wording) -> Iterator[bytes]:
    """The file: header, account, both balances, the summary, an entry a line."""
    wanted = whole.wanted
    start, end = utc_text(wanted.start or whole.first_at), utc_text(wanted.end or whole.taken_at)
    name, taken = whole.key, utc_text(whole.taken_at)
    yield (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{SPACE}">\n<BkToCstmrStmt>\n'
        f"<GrpHdr><MsgId>{name}</MsgId><CreDtTm>{taken}</CreDtTm></GrpHdr>\n"
        f"<Stmt><Id>{name}</Id><CreDtTm>{taken}</CreDtTm>"
        f"<FrToDt><FrDtTm>{start}</FrDtTm><ToDtTm>{end}</ToDtTm></FrToDt>\n"
        f"{_account(whole, wording)}\n{_balance(whole, 'OPBD', whole.opening, whole.first_day)}\n"
        f"{_balance(whole, 'CLBD', whole.closing, whole.last_day)}\n{_summary(whole)}\n"
    ).encode()
    for line in whole.lines():
        yield _entry(whole, wording, line).encode()
    yield b"</Stmt>\n</BkToCstmrStmt>\n</Document>\n"


def _account(whole: Whole, wording: Wording) -> str:
    scope = whole.wanted.scope
    part = "" if scope == "all" else "." + scope.removeprefix("stack:")
    owner = f"<Ownr><Nm>{escape(whole.name[:140])}</Nm></Ownr>" if whole.name else ""
    return (
        f"<Acct><Id><Othr><Id>{(whole.wanted.player + part)[:34]}</Id></Othr></Id><Ccy>{currency(whole.unit)}</Ccy>"
        f"<Nm>{escape(wording.scope(scope)[:70])}</Nm>{owner}</Acct>"
    )


def _amount(whole: Whole, amount: int) -> str:
    """Without a sign: the sign is said beside, as credit or debit."""
    return f'<Amt Ccy="{currency(whole.unit)}">{decimal(abs(amount), whole.scale)}</Amt><CdtDbtInd>{_sign(amount)}</CdtDbtInd>'


def _sign(amount: int) -> str:
    return "CRDT" if amount >= 0 else "DBIT"


def _balance(whole: Whole, code: str, amount: int, day: date) -> str:
    return f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{_amount(whole, amount)}<Dt><Dt>{day}</Dt></Dt></Bal>"


def _summary(whole: Whole) -> str:
    kinds = by_kind(whole.within)
    received, paid = sum(kind.received for kind in kinds), sum(kind.paid for kind in kinds)
    credits_, debits = sum(kind.received_lines for kind in kinds), sum(kind.paid_lines for kind in kinds)
    total = _counted(whole, whole.count, received + paid)
    return (
        f"<TxsSummry><TtlNtries>{total}{_net(whole, received - paid)}</TtlNtries>"
        f"<TtlCdtNtries>{_counted(whole, credits_, received)}</TtlCdtNtries>"
        f"<TtlDbtNtries>{_counted(whole, debits, paid)}</TtlDbtNtries>"
        f"{''.join(_kind(whole, kind) for kind in kinds)}</TxsSummry>"
    )


def _counted(whole: Whole, lines: int, amount: int) -> str:
    return f"<NbOfNtries>{lines}</NbOfNtries><Sum>{decimal(amount, whole.scale)}</Sum>"


def _net(whole: Whole, amount: int) -> str:
    """The net amount stands without a currency here."""
    return f"<TtlNetNtry><Amt>{decimal(abs(amount), whole.scale)}</Amt><CdtDbtInd>{_sign(amount)}</CdtDbtInd></TtlNetNtry>"


def _kind(whole: Whole, kind: Sum) -> str:
    return (
        f"<TtlNtriesPerBkTxCd>{_counted(whole, kind.lines, kind.received + kind.paid)}{_net(whole, kind.amount)}"
        f"<CdtNtries>{_counted(whole, kind.received_lines, kind.received)}</CdtNtries>"
        f"<DbtNtries>{_counted(whole, kind.paid_lines, kind.paid)}</DbtNtries>{_code(kind.kind)}</TtlNtriesPerBkTxCd>"
    )


def _code(kind: str) -> str:
    """What for, by the journal's own names: none of the banks' codes is meant for cards."""
    return f"<BkTxCd><Prtry><Cd>{kind[:35]}</Cd><Issr>{ISSUER}</Issr></Prtry></BkTxCd>"


def _entry(whole: Whole, wording: Wording, line: StatementLine) -> str:
    where = wording.about(line)
    told = wording.kind(line.kind) + (f", {where}" if where else "")
    booked, valued = whole.local(whole.moment(line)).date(), whole.local(line.effective_at).date()
    moments = f"{utc_text(line.recorded_at)} / {utc_text(line.effective_at)}"
    return (
        f"<Ntry><NtryRef>{line.position}-{line.line}</NtryRef>{_amount(whole, line.amount)}<Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><Dt>{booked}</Dt></BookgDt><ValDt><Dt>{valued}</Dt></ValDt>"
        f"<AcctSvcrRef>{line.position}-{line.line}</AcctSvcrRef>{_code(line.kind)}"
        f"<NtryDtls><TxDtls><Refs><AcctSvcrRef>{line.position}-{line.line}</AcctSvcrRef></Refs>"
        f"<AddtlTxInf>{line.account} / {line.counter_account} / {line.stream} / {line.step} / {moments}</AddtlTxInf></TxDtls>"
        f"</NtryDtls><AddtlNtryInf>{escape(told[:500])}</AddtlNtryInf></Ntry>\n"
    )
