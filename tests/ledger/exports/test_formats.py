"""Statements in every format, read by other programs: nothing is lost, and nothing can be changed unseen."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from ledger.books.details import NOTHING
from ledger.books.moments import Basis, Horizon
from ledger.exports import formats
from ledger.exports.formats import FORMATS, NotHeld, export
from ledger.exports.pdf import BOTTOM, FIRST_TOP, ROW, SUM_ROW, TOP, plan
from ledger.exports.table import ENCODINGS, SEPARATORS, Shape
from ledger.money.accounts import HOUSE_DIFFERENCES
from ledger.statements import ENGLISH, WORDINGS, DoesNotAddUp, Whole
from tests.ledger.exports import readers
from tests.ledger.exports.paper import NAME, NOON, PLAYER, SAID, STACK, TABLE, WALLET, movements, whole
from tests.ledger.exports.readers import LENIENT, READERS, Found, Wrong, figures_in, read_words, words_of

CHANGES = 8  # digits changed in each format
FORMS = sorted(FORMATS)
HELD = {WALLET: 123456, STACK: -5000}


def made(told: Whole, form: str, tag: str = "en") -> bytes:
    return b"".join(export(told, form, WORDINGS[tag]))


def figures(told: Whole) -> tuple[Fraction, tuple[Fraction, ...], Fraction]:
    unit = Fraction(1, 10**told.scale)
    amounts = tuple(line.amount * unit for line in told.lines())
    return told.opening * unit, amounts, told.closing * unit


def merged(told: Whole) -> tuple[Fraction, ...]:
    """Amounts as journals of double entry have them: both sides of a movement between the player's own accounts are one entry."""
    unit, lines = Fraction(1, 10**told.scale), list(told.lines())
    own = set(told.closings)
    return tuple(
        line.amount * unit if line.counter_account not in own else Fraction(0)
        for line in lines
        if line.counter_account not in own or line.line % 2 == 0
    )


def agrees(found: Found, told: Whole, form: str) -> None:
    opening, amounts, closing = figures(told)
    if form in {"hledger", "beancount"}:
        amounts = merged(told) + ((Fraction(0),) if form == "hledger" else ())  # hledger's last entry asserts, and moves nothing
    assert (found.opening, found.amounts, found.closing) == (opening, amounts, closing)


@pytest.mark.parametrize("tag", WORDINGS)
@pytest.mark.parametrize("reader", READERS)
def test_every_line_and_both_balances_are_read_back(reader: str, tag: str) -> None:
    form, read = READERS[reader]
    told = whole(movements(45), openings=HELD)
    found = read(made(told, form, tag))
    agrees(found, told, form)
    if form in {"ofx", "camt053", "hledger"}:
        assert WORDINGS[tag].kind("penalty_renege") in found.texts
    if form != "ofx":
        assert NAME in found.texts  # D36


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "asked",
    [
        {"scale": 2, "unit": "EUR", "basis": "effective", "tz": "America/St_Johns"},
        {"name": None, "unit": "T", "openings": {}},
        {"start": NOON - timedelta(days=9), "end": NOON + timedelta(days=90), "unit": "Room chip"},
    ],
    ids=["cents", "erased", "period"],
)
def test_clubs_of_any_unit_and_scale_and_periods_of_any_kind_are_read_back(reader: str, asked: dict[str, Any]) -> None:
    form, read = READERS[reader]
    told = whole(movements(30), **{"openings": HELD, **asked})
    agrees(read(made(told, form)), told, form)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(("scope", "account"), [("wallet", WALLET), ("stacks", STACK), (f"stack:{TABLE}", STACK)])
def test_wallet_and_stacks_apart_are_read_back(reader: str, scope: str, account: str) -> None:
    form, read = READERS[reader]
    told = whole([row for row in movements(40) if row[6] == account], openings={account: 77}, scope=scope)
    agrees(read(made(told, form)), told, form)
    nothing = whole([], scope=scope)
    agrees(read(made(nothing, form)), nothing, form)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("held", [{}, {WALLET: 700}, {WALLET: -700, STACK: 5}], ids=["nothing", "wallet", "debt"])
def test_a_period_without_lines_opens_and_closes_alike(reader: str, held: dict[str, int]) -> None:
    form, read = READERS[reader]
    found = read(made(whole([], openings=held), form))
    assert found.opening == found.closing == sum(held.values())
    assert not any(found.amounts)


@pytest.mark.parametrize("reader", sorted(set(READERS) - LENIENT))
def test_a_changed_digit_is_found(reader: str) -> None:
    form, read = READERS[reader]
    text = (
        "\n".join(words_of(made(whole(movements(30), openings=HELD), form)))
        if form == "pdf"
        else made(whole(movements(30), openings=HELD), form).decode()
    )
    check: Callable[[str], object] = read_words if form == "pdf" else lambda changed: read(changed.encode())
    check(text)
    dice = random.Random(36)  # noqa: S311
    places = [place for begin, end in figures_in(form, text) for place in range(begin, end) if text[place].isdigit()]
    assert len(places) > 100
    for place in dice.sample(places, CHANGES):
        digit = str((int(text[place]) + dice.randint(1, 9)) % 10)
        with pytest.raises(Wrong):
            check(text[:place] + digit + text[place + 1 :])


@pytest.mark.parametrize("form", FORMS)
def test_amounts_are_exact_or_the_format_is_refused_with_those_that_can(form: str) -> None:
    """D30, and 10^30 beyond it: nothing is rounded, anywhere."""
    exact = whole(movements(6, 9007199254740993))
    reader = READERS[form][1]
    agrees(reader(made(exact, form)), exact, form)
    greatest = whole(movements(6, 10**30))
    if FORMATS[form].digits_max is None:
        agrees(reader(made(greatest, form)), greatest, form)
        return
    with pytest.raises(NotHeld) as refused:
        export(greatest, form)
    assert refused.value.instead == ("json", "csv", "pdf", "hledger")
    assert "digits" in refused.value.says


def test_the_longest_amounts_that_a_format_takes_are_read_back_exactly() -> None:
    for form, format_ in FORMATS.items():
        if format_.digits_max is not None:
            told = whole(movements(3, (10**format_.digits_max - 1) // 2))
            agrees(READERS[form][1](made(told, form)), told, form)


def test_more_digits_behind_the_point_or_more_lines_than_a_format_takes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotHeld) as refused:
        export(whole(movements(3), scale=6), "camt053")
    assert "behind the point" in refused.value.says
    monkeypatch.setattr(formats, "FORMATS", {**FORMATS, "pdf": replace(FORMATS["pdf"], lines_max=20)})
    export(whole(movements(20)), "pdf")
    with pytest.raises(NotHeld) as refused:
        export(whole(movements(21)), "pdf")
    assert "lines" in refused.value.says
    assert "pdf" not in refused.value.instead


@pytest.mark.parametrize("form", FORMS)
def test_the_same_statement_gives_the_same_bytes(form: str) -> None:
    assert made(whole(movements(30)), form) == made(whole(movements(30)), form)


def test_statements_that_are_drawn_at_the_same_time_do_not_mix() -> None:
    told = [whole(movements(30), name=name) for name in ("Анна", "Émile", "😀", "Жанна")]
    apart = [made(each, "pdf", "ru") for each in told]
    with ThreadPoolExecutor(len(told)) as threads:
        assert list(threads.map(lambda each: made(each, "pdf", "ru"), told)) == apart


@pytest.mark.parametrize("form", FORMS)
def test_lines_that_do_not_come_to_the_sums_of_the_journal_give_no_file(form: str) -> None:
    rows = movements(30)
    told = replace(whole(rows), rows=lambda: iter(rows[:-1]))
    with pytest.raises(DoesNotAddUp):
        export(told, form)


def test_a_long_file_goes_out_while_its_lines_are_still_being_read() -> None:
    rows, read = movements(2000), []

    def one_by_one() -> Any:
        for row in rows:
            read.append(row)
            yield row

    pieces = export(replace(whole(rows), rows=one_by_one), "csv")
    assert len(next(pieces)) >= formats.PIECE
    assert len(read) < 1000
    assert len(b"".join(pieces)) > formats.PIECE
    assert len(read) == 2000
    broken = export(replace(whole(rows), rows=lambda: iter(rows[:-1])), "csv")
    with pytest.raises(DoesNotAddUp):
        list(broken)


def test_entries_of_a_journal_stand_on_the_days_of_the_time_zone() -> None:
    """D33: in St. John's clocks went back over midnight in 2010, from 00:01 to 23:01; the day that has begun goes on."""
    midnight = datetime(2010, 11, 7, 2, 30, tzinfo=UTC)
    times = [midnight + timedelta(seconds=seconds) for seconds in (-300, 30, 90, 3600, 7200)]
    rows = [
        row._replace(recorded_at=at, effective_at=at) for at, row in zip(times, [movements(1)[0], *movements(7)[3:]], strict=True)
    ]
    journal = made(whole(rows, tz="America/St_Johns"), "hledger").decode()
    days = [line[:10] for line in journal.splitlines() if line.startswith("2010")]
    assert days == sorted(days)
    assert set(days) == {"2010-11-06", "2010-11-07"}
    assert days.count("2010-11-06") == 2  # the opening balance and the first entry; by the clocks it would be four
    READERS["hledger"][1](journal.encode())


def test_all_accounts_of_the_books_have_different_names_in_beancount() -> None:
    from ledger.exports.beancount import account

    names = [WALLET, STACK, "game:t1-3:pot", "game:t1-31:pot", "game:1t-3:pot", "house:cash", "house:penalties", HOUSE_DIFFERENCES]
    assert len({account(name) for name in names}) == len(names)


def test_words_of_the_pages_stand_in_the_language_with_every_page_numbered() -> None:
    pages = words_of(made(whole(movements(70)), "pdf", "ru"))
    assert len(pages) == 3
    assert [f"Страница {number} из 3" in page for number, page in enumerate(pages, 1)] == [True] * 3
    assert "Выписка по счёту" in pages[0]
    assert "Перенос на следующую страницу" in pages[0]
    assert "Перенос с прошлой страницы" in pages[1]
    assert "Итоги" in pages[2]
    assert PLAYER in pages[0]


def test_what_the_font_lacks_is_a_square_and_its_number_stands_at_the_foot_of_the_page() -> None:
    pages = words_of(made(whole(movements(40), name="明 Ming עוז ع 👩\u200d👧"), "pdf", "de"))
    assert "□ Ming" in pages[0]
    assert "זוע" in pages[0] or "עוז" in pages[0]  # by what is read: as it is seen, or as it is written
    assert "□ steht für das, was diese Schrift nicht hat: U+660E U+0639" in pages[0]
    assert "U+200D" not in pages[0]
    assert "diese Schrift" not in words_of(made(whole(movements(5), name="Жанна Ö."), "pdf", "de"))[0]


@pytest.mark.parametrize("count", [26, 56])
def test_every_page_has_its_number_and_its_rows(count: int) -> None:
    told = whole(movements(count), openings=HELD)
    file = made(told, "pdf")
    agrees(readers.read_pdf(file), told, "pdf")
    pages = words_of(file)
    assert all(f"Page {number} of {len(pages)}" in page for number, page in enumerate(pages, 1))


def test_rows_never_run_into_the_foot_of_a_page_and_no_page_is_empty() -> None:
    for count in range(120):
        for groups in (0, 1, 14):
            pages = plan(count, groups)
            assert sum(pages.lines) == count
            assert all(pages.lines[:-1])
            assert len(pages.lines) == 1 or pages.lines[-1]
            for number, lines in enumerate(pages.lines):
                assert (TOP if number else FIRST_TOP) + 3 * SUM_ROW + lines * ROW <= BOTTOM


def test_an_unknown_format_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        export(whole([]), "xls", ENGLISH)


@pytest.mark.parametrize("tz", ["UTC", "Pacific/Kiritimati", "America/St_Johns", "Europe/Berlin"])
@pytest.mark.parametrize("basis", ["recorded", "effective"])
def test_banks_formats_date_by_the_days_of_the_zone_and_the_time_asked_for(tz: str, basis: Basis) -> None:
    told = whole(movements(120), openings=HELD, tz=tz, basis=basis)
    days = [told.local(told.moment(line)).date() for line in told.lines()]
    assert len(set(days)) > 1
    posted = re.findall(r"<DTPOSTED>(\d{8})</DTPOSTED>", made(told, "ofx").decode())
    assert posted == [f"{day:%Y%m%d}" for day in days]
    camt = made(told, "camt053").decode()
    assert re.findall(r"<BookgDt><Dt>([-0-9]+)</Dt></BookgDt>", camt) == [str(day) for day in days]
    valued = [told.local(line.effective_at).date() for line in told.lines()]
    assert re.findall(r"<ValDt><Dt>([-0-9]+)</Dt></ValDt>", camt) == [str(day) for day in valued]


def test_the_last_day_of_a_period_is_the_day_before_its_end() -> None:
    april = datetime(2026, 3, 31, 22, tzinfo=UTC)  # midnight in Berlin
    told = whole(movements(9), openings=HELD, start=NOON, end=april)
    assert "<DTEND>20260331</DTEND>" in made(told, "ofx").decode()
    assert re.findall(r"<Dt><Dt>([-0-9]+)</Dt></Dt>", made(told, "camt053").decode()) == ["2026-03-28", "2026-03-31"]


def test_statements_of_camt_have_a_name_that_is_theirs_alone_and_stays_the_same() -> None:
    asked: list[dict[str, Any]] = [
        {},
        {"start": NOON},
        {"end": NOON + timedelta(days=9)},
        {"tz": "UTC"},
        {"basis": "effective"},
        {"scope": "wallet"},
        {"scope": f"stack:{TABLE}"},
    ]
    names = [re.findall(r"<(?:MsgId|Id)>(\w{32})</", made(whole([], **one), "camt053").decode()) for one in asked]
    assert all(message == statement for message, statement in names)
    assert len({message for message, _ in names}) == len(asked)
    told = whole([])
    later = replace(told, wanted=replace(told.wanted, upto=Horizon(10**6 + 1, told.taken_at)))
    assert later.key != told.key == whole([]).key


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("tag", WORDINGS)
def test_every_format_says_the_table_the_game_the_receipt_the_ruling_and_the_reason(form: str, tag: str) -> None:
    rows = [row._replace(table_name="Blue", detail=SAID.get(row.kind, NOTHING)) for row in movements(30)]
    file = made(whole(rows, openings=HELD), form, tag)
    text = " ".join(words_of(file)) if form == "pdf" else file.decode()
    asked = ["Blue", "R-7", "wrongly", "Seen, by: all"]
    numbers = (
        ("-3-2", ",1\r\n") if form == "csv" else (f"{WORDINGS[tag].say('ruling', table='Blue', number=3, dispute=2, ruling=1)}",)
    )
    assert [said for said in (*asked, *numbers) if said not in text] == []


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_csv_in_any_shape_is_the_same_table(separator: str, encoding: str) -> None:
    name = {"windows-1251": "Борис; Ёж", "windows-1252": "Müller; Söhne"}.get(encoding, NAME)
    plain = [row._replace(table_name=name, detail=NOTHING) for row in movements(30)]
    told = whole(movements(30) if "utf" in encoding else plain, openings=HELD, name=name)
    tag = "ru" if encoding == "windows-1251" else "de"
    file = b"".join(export(told, "csv", WORDINGS[tag], Shape(separator, encoding)))
    assert file.startswith(b"\xef\xbb\xbf") == (encoding == "utf-8-bom")
    text = file.decode("utf-8-sig" if "utf-8" in encoding else encoding)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=SEPARATORS[separator]))
    usual = made(told, "csv", tag).decode()
    assert rows == list(csv.reader(io.StringIO(usual, newline="")))


@pytest.mark.parametrize(
    ("name", "tag", "encoding", "sign"),
    [("Борис", "en", "windows-1252", "Б"), ("Anna", "ru", "windows-1252", "Н"), (NAME, "en", "windows-1251", "é")],
)
def test_an_encoding_without_a_character_of_the_statement_is_refused_by_naming_it(
    name: str, tag: str, encoding: str, sign: str
) -> None:
    with pytest.raises(NotHeld) as refused:
        export(whole(movements(5), name=name), "csv", WORDINGS[tag], Shape("comma", encoding))
    assert refused.value.says == f"The encoding {encoding} does not have the character {sign}."
