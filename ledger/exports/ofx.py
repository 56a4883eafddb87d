"""A statement as OFX 1.6 (Open Financial Exchange), as banks give it to accounting programs.

The account is the player's id, and the branch tells which of his accounts if it is not all of them. OFX knows no opening balance
of a period, so it stands in the list of further balances, as OPENING. Dates are days of the statement's time zone, by the time that
orders it, so that no reader moves them into another day; DTUSER is the moment at the table. The header is of version 1: it names
the encoding in the way that old readers know, and new ones too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from xml.sax.saxutils import escape

from ledger.statements.lines import StatementLine
from ledger.statements.whole import Whole
from ledger.statements.words import Wording
from ledger.words.figures import currency, decimal

BANK = "CARDROOM"
NAME_LENGTH_MAX, MEMO_LENGTH_MAX, ID_LENGTH_MAX = 32, 255, 22
_TYPES = {"deposit": "DEP", "withdrawal": "CASH", "to_table": "XFER", "from_table": "XFER", "debt": "XFER"}
_LANGUAGES = {"ru": "RUS"}  # readers do not know every code: ofxtools has none for German
_HEADER = (
    "OFXHEADER:100\nDATA:OFXSGML\nVERSION:160\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\nCOMPRESSION:NONE\n"
    "OLDFILEUID:NONE\nNEWFILEUID:NONE\n\n"
)
_OK = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"


def write(whole: Whole, wording: Wording) -> Iterator[bytes]:
    """The file: who speaks, the account, a transaction a line, the closing balance and the opening one."""
    start, end = _day(whole.first_day), _day(whole.last_day)
    yield (
        f"{_HEADER}<OFX><SIGNONMSGSRSV1><SONRS>{_OK}<DTSERVER>{_moment(whole.taken_at)}</DTSERVER>"
        f"<LANGUAGE>{_LANGUAGES.get(wording.tag, 'ENG')}</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n"
        f"<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>{_OK}<STMTRS><CURDEF>{currency(whole.unit)}</CURDEF>\n"
        f"{_account(whole)}\n<BANKTRANLIST><DTSTART>{start}</DTSTART><DTEND>{end}</DTEND>\n"
    ).encode()
    for line in whole.lines():
        yield _transaction(whole, wording, line).encode()
    yield (
        f"</BANKTRANLIST>\n<LEDGERBAL><BALAMT>{decimal(whole.closing, whole.scale)}</BALAMT>"
        f"<DTASOF>{end}</DTASOF></LEDGERBAL>\n"
        f"<BALLIST><BAL><NAME>OPENING</NAME><DESC>{_short(wording.say('opening'), 80)}</DESC><BALTYPE>NUMBER</BALTYPE>"
        f"<VALUE>{decimal(whole.opening, whole.scale)}</VALUE><DTASOF>{start}</DTASOF></BAL></BALLIST>\n"
        "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    ).encode()


def _account(whole: Whole) -> str:
    scope = whole.wanted.scope
    branch = "" if scope == "all" else f"<BRANCHID>{scope.removeprefix('stack:')[:ID_LENGTH_MAX]}</BRANCHID>"
    player = whole.wanted.player[:ID_LENGTH_MAX]
    return f"<BANKACCTFROM><BANKID>{BANK}</BANKID>{branch}<ACCTID>{player}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>"


def _transaction(whole: Whole, wording: Wording, line: StatementLine) -> str:
    words, where = wording.kind(line.kind), wording.about(line)
    memo = "; ".join(part for part in (words, where, line.counter_account) if part)
    kind = _TYPES.get(line.kind, "CREDIT" if line.amount > 0 else "DEBIT")
    return (
        f"<STMTTRN><TRNTYPE>{kind}</TRNTYPE><DTPOSTED>{_day(whole.local(whole.moment(line)).date())}</DTPOSTED>"
        f"<DTUSER>{_moment(line.effective_at)}</DTUSER><TRNAMT>{decimal(line.amount, whole.scale)}</TRNAMT>"
        f"<FITID>{line.position}-{line.line}</FITID><NAME>{_short(words, NAME_LENGTH_MAX)}</NAME>"
        f"<MEMO>{_short(memo, MEMO_LENGTH_MAX)}</MEMO></STMTTRN>\n"
    )


def _day(day: date) -> str:
    """
    >>> _day(date(2026, 3, 29))
    '20260329'
    """
    return f"{day.year:04}{day:%m%d}"


def _moment(moment: datetime) -> str:
    """To the millisecond, UTC.

    >>> _moment(datetime.fromisoformat("2026-03-29T14:00:00.123456+02:00"))
    '20260329120000.123[0:GMT]'
    """
    there = moment.astimezone(UTC)
    return f"{there.year:04}{there:%m%d%H%M%S}.{there.microsecond // 1000:03}[0:GMT]"


def _short(text: str, length: int) -> str:
    return escape(text[:length])
