"""cardledger balance, debts, cash, audit money: what is told to people and to machines, and the exit codes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ledger.money import wallets
from ledger.orders.app import Ledger
from ledger.words.figures import decimal
from tests.api.program import here
from tests.conftest import Database
from tests.ledger.random_club import ADMIN, CASHIER, deposit, order, register
from tests.ledger.test_projections import behind_the_guards
from tests.ledger.units import UNITS, counts_in


def test_the_money_of_a_club_at_the_terminal(database: Database, ledger: Ledger) -> None:
    address = {"DATABASE_URL": database.admin_url}

    def told(*words: str) -> Any:
        answer = here(*words, "--json", **address)
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.stdout)

    player = register(ledger, "Anna Ö.")
    first = deposit(ledger, player, 500)
    wallets.set_credit_limit(ledger, order(ADMIN), player, 100)
    wallets.withdraw(ledger, order(CASHIER), player, 580)
    assert (told("balance", player)["wallet"], told("balance", player, "--at-position", str(first))["wallet"]) == ("-80", "500")
    assert told("balance", player, "--as-of", "2020-01-01T00:00:00Z", "--effective")["total"] == "0"
    (debt,) = told("debts")["debts"]
    assert (debt["player"], debt["owed"], debt["beyond_limit"], debt["kind"]) == (player, "80", "0", "withdrawal")
    assert here("cash", "count", "0", "--by", "carl", **address).exit_code == 4
    counted = told("cash", "count", "3", "--by", "carl", "--reason", "Too little change")
    assert (counted["booked"], counted["difference"]) == ("-80", "83")
    (day,) = told("cash", "report", "--tz", "Pacific/Apia")["days"]
    assert (day["opening"], day["came"], day["went"], day["difference"], day["closing"]) == ("0", "500", "580", "83", "3")
    assert day["cashiers"]["carl"]["difference"] == "83"
    audited = told("audit", "money")
    assert (audited["ok"], audited["sum"], audited["findings"]) == (True, "0", [])
    for words, said in (
        (("balance", player), "Anna Ö."),
        (("debts",), player),
        (("cash", "report"), "carl"),
        (("audit", "money"), "In order: 3 entries of 6 lines"),
    ):
        assert said in here(*words, **address).stdout, words
    behind_the_guards(database, "update club_views.balances set chips = chips + 1 where account = 'house:cash'")
    answer = here("audit", "money", "--json", **address)
    assert answer.exit_code == 1
    (finding,) = json.loads(answer.stdout)["findings"]
    assert (finding["check"], finding["account"], finding["expected"], finding["found"]) == ("balances", "house:cash", "-3", "-2")
    assert "house:cash" in here("audit", "money", **address).stdout


def test_what_is_not_understood_is_one_sentence_and_exit_code_4(database: Database, ledger: Ledger) -> None:
    player = register(ledger)
    for words, says in {
        f"balance {player} --as-of noon": "noon is no time with its offset",
        f"balance {player} --as-of 2026-03-01T20:00:00": "is no time with its offset",
        f"balance {player} --at-position 999": "The last event is at position 1.",
        "balance nobody": "There is no player nobody.",
        "cash report --from 1.3.2026": "Must be a day",
        "cash report --tz Mars/Olympus": "There is no such time zone",
        "cash count 1.5 --by carl": "1.5 is no amount in chip: write a whole number, as in 1250.",
    }.items():
        answer = here(*words.split(), DATABASE_URL=database.admin_url)
        assert (answer.exit_code, answer.stdout) == (4, ""), words
        assert says in answer.stderr


@pytest.mark.parametrize(("unit", "scale"), UNITS)
def test_a_count_is_typed_as_reports_print_it(database: Database, ledger: Ledger, unit: str, scale: int) -> None:
    address = counts_in(database, unit, scale)
    deposit(ledger, register(ledger, "Anna"), 59 * 10**scale)
    printed = decimal(59 * 10**scale, scale)
    for typed in {printed, "59", printed.replace(".", ",")}:
        assert here("cash", "count", typed, "--by", "carl", **address).stdout == (
            f"counted {printed}, booked {printed}, difference {decimal(0, scale)} {unit}.\n"
        )
    german = here("cash", "count", printed, "--by", "carl", **address, LC_ALL="de_DE.UTF-8")
    assert f"counted {printed.replace('.', ',')}," in german.stdout


def test_a_count_whose_point_seems_to_stand_elsewhere_is_asked_about(database: Database, ledger: Ledger) -> None:
    address = counts_in(database, "EUR", 2)
    deposit(ledger, register(ledger, "Anna"), 5905)
    for typed in ("5905", "5000", "0.59"):
        asked = here("cash", "count", typed, "--by", "carl", "--reason", "a mistake", **address)
        assert (asked.exit_code, asked.stdout) == (4, "")
        assert "the books say 59.05 EUR: if the point stands where it belongs, add --confirm." in asked.stderr
    without = here("cash", "count", "59", "--by", "carl", **address)
    assert without.stderr == "DESK-2: 59.00 were counted, the books say 59.05: a difference needs a reason.\n"
    assert here("cash", "count", "70", "--by", "carl", "--reason", "found", **address).exit_code == 0
    sure = here("cash", "count", "0.70", "--by", "carl", "--reason", "robbed", "--confirm", **address)
    assert sure.stdout == "counted 0.70, booked 70.00, difference -69.30 EUR.\n"
