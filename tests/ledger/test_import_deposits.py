"""Bulk import of deposits: each line once, each wrong line named, the rest kept."""

from __future__ import annotations

import codecs
from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO, StringIO
from typing import Any

import pytest

from ledger.imports import deposits
from ledger.imports.deposits import BadTable, DepositImport, Row, rows
from ledger.imports.encodings import BadEncoding, opened
from ledger.imports.outcomes import CHANGED, FAILED, IMPORTED, KNOWN, Outcome
from ledger.imports.pieces import pieces
from ledger.imports.players import BadMapping, Players, mapping
from ledger.money import wallets
from ledger.orders.app import Ledger
from ledger.store.errors import NotAllowed
from ledger.words.figures import decimal, smallest
from tests.conftest import Database
from tests.ledger.club import ADMIN, CASHIER, STEWARD, Club, order
from tests.ledger.evening import GOLDEN
from tests.ledger.units import UNITS, counts_in

GAME = GOLDEN["azi-three-walkover"]
STRANGE = 'é 😀 <&> \\ U+2116 №, "quoted"'


def run(
    ledger: Ledger, text: str, *, by: Any = ADMIN, names: dict[str, str] | None = None, registers: bool = True
) -> list[Outcome]:
    """Imports a CSV file."""
    players = Players(ledger, names or {}, registers=registers)
    return list(DepositImport(ledger, by, players, "d.csv").take(rows(StringIO(text, newline=""), ledger.unit, ledger.scale)))


def told(outcomes: list[Outcome]) -> list[tuple[str, int | None]]:
    return [(one.status, one.line) for one in outcomes]


def test_each_line_becomes_a_deposit_at_its_time_and_the_same_file_again_changes_nothing(ledger: Ledger) -> None:
    club = Club(ledger)
    anna = club.register("Anna")
    quoted = STRANGE.replace('"', '""')
    at = datetime.now(UTC).replace(microsecond=0) - timedelta(days=365)
    moment = at.astimezone(timezone(timedelta(hours=1))).isoformat()
    text = (
        "reference,player,amount,at\r\n"
        f"R1,Anna,100,{moment}\r\n"
        f'R2,"{quoted}",{10**30},\r\n'
        f"R3,{anna},1,{at.isoformat()}\r\n"
        f"R1,Anna,100,{moment}\r\n"
    )
    assert told(run(ledger, text)) == [(IMPORTED, 2), (IMPORTED, 3), (IMPORTED, 4), (KNOWN, 5)]
    assert club.wallet(anna).balance == 101
    envelopes = [ledger.decode(row) for row in ledger.tail(1, 100)]
    assert {one.via for one in envelopes} == {"import"}
    assert [one.effective_at for one in envelopes if getattr(one.event, "reference", "") == "R1"] == [at]
    before = ledger.head()
    assert {one.status for one in run(ledger, text)} == {KNOWN}
    assert ledger.head() == before
    club.sums_hold()


def test_a_line_that_is_wrong_is_named_and_the_others_are_kept(ledger: Ledger) -> None:
    long = "x" * 201
    wrong = [
        "Anna,0,A1,", "Anna,-5,A2,", "Anna,1.5,A3,", f"Anna,{10**30 + 1},A4,", "Anna,١,A5,", "Anna,5,,", f"Anna,5,{long},",
        "Anna,5,A6,2025-03-01", "Anna,5,A7,2025-03-01T20:00:00", "Anna,5,A8", ",5,A9,", "\x00,5,B1,", 'Anna,5,"B2"x,',
        "Anna,5,B\x003,",
        "y" * 20_000, "Anna,5,B4,2999-01-01T00:00:00Z",
    ]  # fmt: skip
    text = "player,amount,reference,at\n" + "".join(f"{line}\n" for line in (*wrong, "Anna,7,good,"))
    outcomes = run(ledger, text)
    assert told(outcomes) == [*[(FAILED, line) for line in range(2, 2 + len(wrong))], (IMPORTED, 2 + len(wrong))]
    assert all(one.says for one in outcomes)
    (player,) = ledger.recorder.rows("select player from people where name = 'Anna'")
    assert Club(ledger).wallet(player[0]).balance == 7
    assert [row.topic for row in ledger.tail(0, 10)] == ["wallet.opened", "wallet.deposited"]


@pytest.mark.parametrize(("unit", "scale"), UNITS)
def test_an_amount_is_read_as_people_write_it_or_in_smallest_units_and_never_guessed(
    database: Database, ledger: Ledger, unit: str, scale: int
) -> None:
    counts_in(database, unit, scale)
    club = Club(ledger)
    anna = club.register("Anna")
    typed = decimal(125_000_000, scale)
    assert told(run(ledger, f"player;amount;reference\nAnna;{typed};R1\nAnna;{typed.replace('.', ',')};R2\n")) == [
        (IMPORTED, 2), (IMPORTED, 3),
    ]  # fmt: skip
    assert told(run(ledger, "player,smallest_units,reference\nAnna,125000000,R1\nAnna,7,R3\n")) == [(KNOWN, 2), (IMPORTED, 3)]
    assert club.wallet(anna).balance == 250_000_007
    (old,) = run(ledger, "player,amount,reference\nAnna,1250,R4\n")
    assert old.status == (FAILED if scale else IMPORTED)
    assert not scale or old.says.startswith(
        f"1250 could be {decimal(1250 * 10**scale, scale)} {unit} or {decimal(1250, scale)} {unit}:"
    )
    (split,) = run(ledger, "player,smallest_units,reference\nAnna,12.50,R5\n")
    assert (split.status, smallest(unit, scale) in split.says) == (FAILED, True)


@pytest.mark.parametrize("columns", ["player,chips,reference", "player,reference", "player,amount,smallest_units,reference"])
def test_a_file_that_does_not_say_how_its_amounts_are_written_is_refused(ledger: Ledger, columns: str) -> None:
    with pytest.raises(BadTable, match="player, reference, amount or smallest_units, and, where it is known, at"):
        run(ledger, f"{columns}\nAnna,1,2,3\n")


def test_a_reference_that_is_in_with_something_else_is_told(ledger: Ledger) -> None:
    club = Club(ledger)
    anna = club.register("Anna")
    wallets.deposit(ledger, order(CASHIER), anna, 5, "desk")
    head = "player,amount,reference\n"
    assert told(run(ledger, head + "Anna,5,R1\n", by=CASHIER, registers=False)) == [(IMPORTED, 2)]
    before = ledger.head()
    outcomes = run(ledger, head + "Anna,6,R1\nAnna,5,desk\nZoe,5,R1\n")
    assert [(one.status, one.rule) for one in outcomes] == [(CHANGED, "WALLET-1")] * 3
    assert ledger.head() == before
    assert ledger.recorder.rows("select count(*) from people")[0][0] == 1


def test_what_is_no_table_of_deposits_is_refused_whole(ledger: Ledger) -> None:
    for text in ("", "player,amount\nAnna,5\n", "player,amount,reference,colour\n", "player,player,amount,reference\n", "a;b\n"):
        with pytest.raises(BadTable):
            run(ledger, text)
    assert told(run(ledger, "\ufeffplayer,amount,reference\nAnna,5,R1\n")) == [(IMPORTED, 2)]


def test_only_a_cashier_or_an_admin_imports_deposits_and_only_an_admin_registers_on_the_way(ledger: Ledger) -> None:
    for by, registers in ((STEWARD, False), (CASHIER, True)):
        with pytest.raises(NotAllowed):
            run(ledger, "player,amount,reference\n", by=by, registers=registers)
    (outcome,) = run(ledger, "player,amount,reference\nAnna,5,R1\n", by=CASHIER, registers=False)
    assert (outcome.status, ledger.head()) == (FAILED, 0)


def test_more_lines_than_one_append_takes_come_in_by_several_each_whole(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deposits, "BATCH", 3)
    text = "player,amount,reference\n" + "".join(f"Player {number % 2},1,R{number}\n" for number in range(8))
    assert {one.status for one in run(ledger, text)} == {IMPORTED}
    orders = [ledger.decode(row).command_id for row in ledger.tail(0, 100)]
    assert len(set(orders)) == 3
    Club(ledger).sums_hold()


@pytest.mark.parametrize(
    "text", ["players = 1", "[players]\na = 1", "[times]\na = 2025-03-01T20:00:00", "[times]\na = 'x'", "[other]", "=", "\xff"]
)
def test_a_mapping_file_that_can_not_be_used_says_why(text: str) -> None:
    with pytest.raises(BadMapping):
        mapping(text.encode("latin-1"))


TABLE = "player{0}amount{0}reference{0}at\r\nЁжик «Ё»{0}5{0}чек 1{0}\r\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff", "sep={0}\r\n", "\ufeffsep={0}\r\n"])
def test_a_table_is_read_by_whatever_separator_its_first_line_has(ledger: Ledger, separator: str, mark: str) -> None:
    text = (mark + TABLE).format(separator)
    (outcome,) = run(ledger, text)
    assert (outcome.status, outcome.line) == (IMPORTED, 2 + ("sep=" in mark))
    assert run(ledger, "player|amount|reference\n".replace("|", separator)) == []
    with pytest.raises(BadTable, match="commas, semicolons or tabs"):
        run(ledger, TABLE.format("|"))


@pytest.mark.parametrize(
    ("codec", "encoding"),
    [("utf-8", None), ("utf-8-sig", None), ("utf-8-sig", "utf-8"), ("utf-16", None), ("cp1251", "windows-1251")],
)
def test_a_file_is_read_in_the_encoding_that_it_or_somebody_tells(codec: str, encoding: str | None) -> None:
    (row,) = rows(opened(BytesIO(TABLE.format(";").encode(codec)), encoding), "chip", 0)
    assert isinstance(row, Row)
    assert (row.player, row.reference) == ("Ёжик «Ё»", "чек 1")


@pytest.mark.parametrize(
    ("text", "codec", "encoding", "says"),
    [
        (TABLE.format(";"), "cp1251", None, "Line 2 is not UTF-8. It looks like windows-1251: “Ёжик «Ё»;5;чек 1;”"),
        (
            "player,amount,reference\nJörg,5,a\nRené,5,b\n",
            "cp1252",
            None,
            "Line 2 is not UTF-8. It looks like windows-1252: “Jörg,5,a”",
        ),
        ("a\n\udc98\udc98", "utf-8", None, "Line 2 is not utf-8"),
        (TABLE.format(","), "utf-8", "utf-16", "Line 1 is not utf-16"),
    ],
)
def test_a_file_in_another_encoding_is_refused_with_its_line_and_what_it_looks_like(
    text: str, codec: str, encoding: str | None, says: str
) -> None:
    with pytest.raises(BadEncoding) as fault:
        opened(BytesIO(text.encode(codec, "surrogateescape")), encoding)
    assert says in str(fault.value.saying)


def test_records_and_mapping_files_may_begin_with_a_mark_and_are_utf_8() -> None:
    marked = codecs.BOM_UTF8 + GAME.encode()
    assert [piece.text for piece in pieces("x", BytesIO(marked))] == [GAME]
    assert mapping(codecs.BOM_UTF8 + b'[players]\na = "b"\n').players == {"a": "b"}
    for raw, says in ((GAME.replace("blue", "синий").encode("cp1251"), "windows-1251"), (GAME.encode("utf-16"), "UTF-16")):
        (piece,) = pieces("x", BytesIO(raw))
        assert (piece.text, says in str(piece.says)) == (None, True)
    with pytest.raises(BadMapping, match="outside the calendar"):
        mapping(b'[times]\n"x" = 0001-01-01T00:00:00+14:00\n')
    with pytest.raises(BadMapping, match="windows-1251"):
        mapping('[players]\n"Борис" = "b"\n'.encode("cp1251"))
