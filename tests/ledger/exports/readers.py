"""Independent readers of what statements are given as: other people's programs, and for CSV and hledger the rules of the form.

Each takes the bytes of a file, and gives what it has found there, or raises Wrong: the form is not kept, or it does not add up.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter
from xml.etree import ElementTree as ET

import xmlschema
from beancount import loader
from beancount.core import data
from ofxparse import OfxParser
from ofxtools.Parser import OFXTree
from pycamt.parser import Camt053Parser
from pypdf import PdfReader

from ledger.exports.table import restored
from ledger.statements.words import GROUP_OF

CAMT = "{urn:iso:std:iso:20022:tech:xsd:camt.053.001.08}"


class Wrong(Exception):
    """The reader does not accept the file."""


@dataclass(frozen=True)
class Found:
    """What a reader has found. texts: everything in words, as one text."""

    opening: Fraction
    amounts: tuple[Fraction, ...]
    closing: Fraction
    texts: str


def must(holds: object, what: str) -> None:
    if not holds:
        raise Wrong(what)


def adding_up(opening: Fraction, amounts: list[Fraction], closing: Fraction, texts: str) -> Found:
    must(opening + sum(amounts) == closing, "opening and lines do not give the closing balance")
    return Found(opening, tuple(amounts), closing, texts)


def read_csv(file: bytes) -> Found:
    """By Python's csv: one width, CRLF; balances follow, totals are those of the lines."""
    text = file.decode()
    must(text.count("\r\n") == text.count("\n") == text.count("\r"), "a row does not end with CRLF")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    must(all(None not in row and None not in row.values() for row in rows), "rows of different width")
    opening, *rest = rows
    totals: Counter[str] = Counter()
    balance, amounts = Fraction(opening["balance"]), []
    for row in rest[:-1]:
        amount = Fraction(row["amount"])
        if row["record"] == "line":
            balance += amount
            amounts.append(amount)
            must(balance == Fraction(row["balance"]), f"balance at {row['position']}")
            totals[GROUP_OF[row["kind"]]] += amount  # type: ignore[assignment]
        else:
            must(row["record"] == "total", "an unknown record")
            must(totals.pop(row["kind"]) == amount, f"total of {row['kind']}")
    must(not totals, "a total is missing")
    must((opening["record"], rest[-1]["record"]) == ("opening", "closing"), "no opening or no closing balance")
    return adding_up(Fraction(opening["balance"]), amounts, Fraction(rest[-1]["balance"]), restored(opening["name"]))


def read_hledger(file: bytes) -> Found:
    """By the rules of the form: every entry comes to zero, every balance that is asserted is the one there is."""
    held: Counter[str] = Counter()
    amounts: list[Fraction] = []
    opening = closing = Fraction(0)
    text = file.decode()
    for number, entry in enumerate(_postings(text)):
        must(sum(amount for _, amount, _, _ in entry) == 0, f"entry {number} does not come to zero")
        for account, amount, sign, asserted in entry:
            held[account] += amount  # type: ignore[assignment]
            if sign == "=":
                must(held[account] == asserted, f"balance of {account} in entry {number}")
            if sign == "=*":
                together = sum((chips for name, chips in held.items() if name.startswith(f"{account}:")), Fraction(0))
                must(together == asserted, f"balance of all in entry {number}")
        own = sum((amount for _, amount, sign, _ in entry if sign == "="), Fraction(0))
        closing = sum((asserted for _, _, sign, asserted in entry if sign == "=" and asserted is not None), Fraction(0))
        if number == 0:
            opening = own
        else:
            amounts.append(own)
    return adding_up(opening, amounts, closing, text)


def _postings(text: str) -> Iterator[list[tuple[str, Fraction, str, Fraction | None]]]:
    form = re.compile(r'    (\S+)  (-?[0-9.]+) "[^"]+"(?: (=\*?) (-?[0-9.]+) "[^"]+")?')
    for block in re.split(r"\n(?=\d{4}-\d\d-\d\d )", text)[1:]:
        entry = []
        for line in block.splitlines()[1:]:
            if line.startswith("    ") and not line.startswith("    ;"):
                found = form.fullmatch(line)
                if found is None:
                    raise Wrong(f"not a posting: {line}")
                entry.append((found[1], Fraction(found[2]), found[3] or "", Fraction(found[4]) if found[4] else None))
        yield entry


def check_by_hledger(file: bytes) -> Found:
    """By the program itself, in its strictest way; and then as above."""
    program = shutil.which("hledger")
    assert program is not None
    run = subprocess.run([program, "-f-", "check", "--strict", "ordereddates"], input=file, capture_output=True, check=False)
    must(run.returncode == 0, run.stderr.decode())
    return read_hledger(file)


def read_beancount(file: bytes) -> Found:
    """By beancount's own loader, which is what bean-check runs."""
    entries, errors, options = loader.load_string(file.decode())
    must(not errors, str(errors[:3]))
    told = [entry for entry in entries if isinstance(entry, data.Transaction)]
    held = {one.account: Fraction(one.amount.number) for one in entries if isinstance(one, data.Balance)}
    together = held.pop("Assets:Cardledger", None)
    must(together in {None, sum(held.values())}, "the balance of all accounts")
    own = [
        sum((Fraction(posting.units.number) for posting in one.postings if posting.account in held), Fraction(0)) for one in told
    ]
    opened = bool(told) and "position" not in told[0].meta
    opening = own.pop(0) if opened else Fraction(0)
    return adding_up(opening, own, sum(held.values(), Fraction(0)), options["title"])


def read_ofx(file: bytes) -> Found:
    """By ofxtools, which knows the length and the values of every element."""
    tree = OFXTree()
    tree.parse(io.BytesIO(file))
    (told,) = tree.convert().statements
    (opening,) = told.ballist
    transactions = list(told.banktranlist)
    must(len({one.fitid for one in transactions}) == len(transactions), "a transaction has the name of another one")
    must(all(one.dtuser.utcoffset() is not None for one in transactions), "a time without offset")
    bounds = told.banktranlist.dtstart, told.banktranlist.dtend
    must(all(bounds[0] <= one.dtposted <= bounds[1] for one in transactions), "a transaction outside of the period")
    return adding_up(
        Fraction(opening.value),
        [Fraction(one.trnamt) for one in transactions],
        Fraction(told.ledgerbal.balamt),
        "\n".join(one.memo for one in transactions),
    )


def read_old_ofx(file: bytes) -> Found:
    """By ofxparse, which takes a file without a header of the old kind for ASCII."""
    with catch_warnings():
        simplefilter("ignore")  # of its own parser, which is one of HTML
        told = OfxParser.parse(io.BytesIO(file)).account.statement
    opening = re.search(rb"<NAME>OPENING</NAME>.*?<VALUE>([-0-9.]+)</VALUE>", file)
    must(opening is not None and told.start_date is not None and told.end_date is not None, "no period, or no opening balance")
    must(all(told.start_date <= one.date <= told.end_date for one in told.transactions), "a transaction outside of the period")
    return adding_up(
        Fraction(opening[1].decode() if opening else ""),
        [Fraction(one.amount) for one in told.transactions],
        Fraction(told.balance),
        "\n".join(one.memo for one in told.transactions),
    )


@cache
def _schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(Path(__file__).parent / "schemas" / "camt.053.001.08.xsd")


def read_camt053(file: bytes) -> Found:
    """By its schema, and by pycamt; counts and sums of its summary are those of the entries."""
    try:
        _schema().validate(file.decode())
    except xmlschema.XMLSchemaException as fault:
        raise Wrong(str(fault)) from None
    parser = Camt053Parser(file)
    (told,) = parser.get_statement_info()
    try:
        entries = [one for one in parser.get_transactions() if one["Amount"]]
    except KeyError as fault:
        raise Wrong(str(fault)) from None
    amounts = [_signed(one["Amount"], one["CreditDebitIndicator"]) for one in entries]
    root = ET.fromstring(file)  # noqa: S314 — our own file
    opening, closing = (_signed(*(_text(one, name) for name in ("Amt", "CdtDbtInd"))) for one in root.iter(f"{CAMT}Bal"))
    by_pycamt = [float(told[name]) for name in ("OpeningBalance", "ClosingBalance")]  # it makes floats of debts
    must(by_pycamt == [float(opening), float(closing)], "pycamt reads other balances")
    summary = next(root.iter(f"{CAMT}TxsSummry"))
    for tag, some in (("TtlCdtNtries", [a for a in amounts if a > 0]), ("TtlDbtNtries", [-a for a in amounts if a < 0])):
        (part,) = summary.iter(f"{CAMT}{tag}")
        must((int(_text(part, "NbOfNtries")), Fraction(_text(part, "Sum"))) == (len(some), sum(some)), tag)
    (both,) = summary.iter(f"{CAMT}TtlNtries")
    must((int(_text(both, "NbOfNtries")), Fraction(_text(both, "Sum"))) == (len(amounts), sum(map(abs, amounts))), "TtlNtries")
    nets = [_signed(_text(one, "Amt"), _text(one, "CdtDbtInd")) for one in summary.iter(f"{CAMT}TtlNetNtry")]
    must(nets[0] == sum(nets[1:]) == sum(amounts), "TtlNetNtry")
    _by_kind(root, summary)
    return adding_up(opening, amounts, closing, "".join(root.itertext()))


def read_camt053_as_books_do(file: bytes) -> Found:
    """By the rules of an importer in use (OCA's, of Odoo): dates as days, one detail an entry, balances by their code."""
    space = {"c": CAMT.strip("{}")}
    root = ET.fromstring(file)  # noqa: S314 — our own file
    (told,) = root.findall(".//c:Stmt", space)
    balances = {one.findtext(".//c:Cd", "", space): one for one in told.findall("c:Bal", space)}
    amounts, texts, ends = [], [], [balances[code].findtext("c:Dt/c:Dt", "", space) for code in ("OPBD", "CLBD")]
    for entry in told.findall("c:Ntry", space):
        (detail,) = entry.findall("c:NtryDtls/c:TxDtls", space)
        booked = date.fromisoformat(entry.findtext("c:BookgDt/c:Dt", "", space)).isoformat()
        date.fromisoformat(entry.findtext("c:ValDt/c:Dt", "", space))
        must(ends[0] <= booked <= ends[1], "an entry outside of the period")
        must(detail.findtext("c:Refs/c:AcctSvcrRef", "", space), "an entry without a reference")
        amounts.append(_signed(entry.findtext("c:Amt", "", space), entry.findtext("c:CdtDbtInd", "", space)))
        texts += [entry.findtext("c:AddtlNtryInf", "", space), detail.findtext("c:AddtlTxInf", "", space)]
    opening, closing = (
        _signed(*(balances[code].findtext(f"c:{tag}", "", space) for tag in ("Amt", "CdtDbtInd"))) for code in ("OPBD", "CLBD")
    )
    return adding_up(opening, amounts, closing, "\n".join([*texts, told.findtext("c:Acct/c:Ownr/c:Nm", "", space)]))


def _by_kind(root: ET.Element, summary: ET.Element) -> None:
    """Sums of each kind are those of its entries."""
    code = f"{CAMT}BkTxCd/{CAMT}Prtry/{CAMT}Cd"
    sums: Counter[tuple[str, str]] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for entry in root.iter(f"{CAMT}Ntry"):
        key = (entry.findtext(code, ""), _text(entry, "CdtDbtInd"))
        sums[key] += Fraction(_text(entry, "Amt"))  # type: ignore[assignment]
        counts[key] += 1
    for part in summary.iter(f"{CAMT}TtlNtriesPerBkTxCd"):
        kind = part.findtext(code, "")
        for tag, sign in (("CdtNtries", "CRDT"), ("DbtNtries", "DBIT")):
            (told,) = part.iter(f"{CAMT}{tag}")
            found = (counts[kind, sign], sums[kind, sign])
            must((int(_text(told, "NbOfNtries")), Fraction(_text(told, "Sum"))) == found, f"{kind} {tag}")
        both = (counts[kind, "CRDT"] + counts[kind, "DBIT"], sums[kind, "CRDT"] + sums[kind, "DBIT"])
        must((int(_text(part, "NbOfNtries")), Fraction(_text(part, "Sum"))) == both, kind)
        net = _signed(*(part.findtext(f"{CAMT}TtlNetNtry/{CAMT}{tag}", "") for tag in ("Amt", "CdtDbtInd")))
        must(net == sums[kind, "CRDT"] - sums[kind, "DBIT"], f"{kind} net")


def _text(part: ET.Element, tag: str) -> str:
    return part.findtext(f"{CAMT}{tag}", "")


def _signed(amount: str, sign: str) -> Fraction:
    return Fraction(amount) * (1 if sign == "CRDT" else -1)


def read_pdf(file: bytes) -> Found:
    """By pypdf: the words of all pages in order."""
    return read_words("\n".join(words_of(file)))


def words_of(file: bytes) -> list[str]:
    """The words of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(file)).pages]


_FIGURE = re.compile("([+\u2212]?)([0-9]{1,3}(?:\u202f[0-9]{3})*)(?:[.,]([0-9]+))?")
_SUMS = ("Opening balance", "Начальный остаток", "Anfangssaldo", "Closing balance", "Конечный остаток", "Endsaldo")
_CARRIED = ("Brought forward", "Перенос с", "Übertrag von", "Carried forward", "Перенос на", "Übertrag auf")
_TOTALS = ("Totals", "Итоги", "Summen")
_MOMENT = re.compile(r"(?:\d{4}-\d\d-\d\d|\d\d\.\d\d\.\d{4}) \d\d:\d\d:\d\d")


def read_words(text: str) -> Found:
    """What a person reads: a moment begins a movement, the two figures after it are the amount and the balance."""
    lines = text.split("\n")
    start = next(number for number, line in enumerate(lines) if line in _SUMS)
    opening, closing = figure(lines[start + 1]), figure(lines[start + 3])
    end = next((number for number, line in enumerate(lines) if line in _TOTALS), len(lines))
    balance, amounts = opening, []
    body = iter(lines[start + 4 : end])
    for line in body:
        if _MOMENT.fullmatch(line):
            amount, after = (figure(next(word for word in body if _FIGURE.fullmatch(word))) for _ in range(2))
            balance += amount
            amounts.append(amount)
            must(balance == after, f"balance at {line}")
        elif line.startswith((*_SUMS, *_CARRIED)):
            must(figure(next(body)) == balance, line)
    must(balance == closing, "the closing balance")
    totals = [word for word in lines[end:] if _FIGURE.fullmatch(word)]
    rows = [tuple(map(figure, totals[place : place + 3])) for place in range(0, len(totals) - len(totals) % 3, 3)]
    must(all(received + paid == net for received, paid, net in rows), "a total does not add up")
    if rows:
        must([sum(column) for column in zip(*rows[:-1], strict=True)] == list(rows[-1]), "totals do not come to their sum")
        must(rows[-1][2] == sum(amounts), "the totals are not those of the lines")
    return adding_up(opening, amounts, closing, text)


def figure(word: str) -> Fraction:
    """An amount as it is written for people."""
    found = _FIGURE.fullmatch(word)
    if found is None:
        raise Wrong(f"not a figure: {word}")
    value = Fraction(found[2].replace("\u202f", "") + (f".{found[3]}" if found[3] else ""))
    return -value if found[1] == "\u2212" else value


READERS: dict[str, tuple[str, Callable[[bytes], Found]]] = {
    "csv": ("csv", read_csv),
    "pdf": ("pdf", read_pdf),
    "hledger": ("hledger", read_hledger),
    "beancount": ("beancount", read_beancount),
    "ofx": ("ofx", read_ofx),
    "old ofx": ("ofx", read_old_ofx),
    "camt053": ("camt053", read_camt053),
    "camt053 as books do": ("camt053", read_camt053_as_books_do),
}
LENIENT = {"old ofx", "camt053 as books do"}  # read what they need and do not look whether the rest agrees
if shutil.which("hledger"):  # where the program is installed it has its say as well
    READERS["hledger itself"] = ("hledger", check_by_hledger)


def figures_in(name: str, file: str) -> list[tuple[int, int]]:
    """Where in a file the figures stand that a reader is to watch over: (begin, end) of each run of digits and points."""
    patterns: dict[str, str] = {
        "csv": r",(-?[0-9.]+)(?=,chip,|,-?[0-9.]+,chip,)",
        "hledger": r"(?m)^    [^;\s]\S*  -?([0-9.]+)|=\*? -?([0-9.]+)",
        "beancount": r"(?m)^  [A-Z]\S+  -?([0-9.]+)|^[0-9-]+ balance \S+  -?([0-9.]+)",
        "ofx": r"<(?:TRNAMT|BALAMT|VALUE)>-?([0-9.]+)",
        "camt053": r"<(?:Amt[^>]*|Sum|NbOfNtries)>([0-9.]+)",
        "pdf": "(?m)^[+\u2212]?([0-9\u202f.]+)$",
    }
    found: Any = re.finditer(patterns[name], file)
    return [next(one.span(group) for group in range(1, len(one.groups()) + 1) if one[group]) for one in found]
