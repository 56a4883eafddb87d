"""cardledger statement: files of every format, to the output or beside it."""

from __future__ import annotations

import json
from pathlib import Path

from ledger.orders.app import Ledger
from tests.api.program import here
from tests.conftest import Database
from tests.ledger.exports.readers import READERS
from tests.ledger.random_club import RandomClub

SENSELESS = {
    "--format xls": "There is no format xls; there are json, csv, pdf, hledger, beancount, ofx, camt053.",
    "--lang fr": "There is no language fr; there are en, ru, de.",
    "--format csv --encoding ebcdic": "encodings are utf-8, utf-8-bom, windows-1251, windows-1252.",
    "--format pdf --separator tab": "--separator and --encoding go with --format csv.",
    "--from yesterday": "yesterday is neither a day",
    "--scope pots": "The scope is all, wallet, stacks, or stack: with the id of a table.",
    "--from 2026-03-01T20:00:00": "is neither a day",
}


def test_a_statement_is_written_as_a_file_or_a_table_in_any_language(database: Database, ledger: Ledger, tmp_path: Path) -> None:
    club = RandomClub(ledger, seed=61)
    club.play(1)
    player, address = club.players[0], {"DATABASE_URL": database.admin_url}
    told = json.loads(here("statement", player, "--format", "json", **address).stdout)
    amounts = [int(line["amount"]) for line in told["lines"]]
    assert sum(int(total["amount"]) for total in told["totals"]) == sum(amounts) == int(told["closing"])
    for form in ("csv", "hledger", "pdf"):
        file = tmp_path / form
        answer = here("statement", player, "--format", form, "--lang", "ru", "--output", str(file), **address)
        assert (answer.exit_code, answer.stdout) == (0, "")
        assert READERS[form][1](file.read_bytes()).closing == int(told["closing"])
    printed = here("statement", player, "--format", "pdf", "--lang", "ru", **address)
    assert printed.stdout_bytes == (tmp_path / "pdf").read_bytes()
    shaped = here("statement", player, "--format", "csv", "--separator", "semicolon", "--encoding", "utf-8-bom", **address)
    assert shaped.stdout_bytes.startswith(b"\xef\xbb\xbfrecord;position;line;")
    words = here("statement", player, "--lang", "de", "--scope", f"stack:{club.table}", "--tz", "Europe/Berlin", **address).stdout
    for said in ("Grundeinsatz", "Anfangssaldo", "Endsaldo", "Summen", "Europe/Berlin"):
        assert said in words


def test_what_is_senseless_is_one_sentence_and_exit_code_4(database: Database, ledger: Ledger) -> None:
    player = RandomClub(ledger, seed=62, players=3).players[0]
    for words, says in SENSELESS.items():
        answer = here("statement", player, *words.split(), DATABASE_URL=database.admin_url)
        assert answer.exit_code == 4
        assert says in answer.stderr
        assert answer.stdout == ""
