"""cardledger balance, debts, cash, audit money: what is told to people and to machines, and the exit codes."""

from __future__ import annotations

import json
from typing import Any

from ledger.money import wallets
from ledger.orders.app import Ledger
from tests.api.program import here
from tests.conftest import Database
from tests.ledger.random_club import ADMIN, CASHIER, deposit, order, register
from tests.ledger.test_projections import behind_the_guards


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
        "cash count 1.5 --by carl": "1.5 is no whole number",
    }.items():
        answer = here(*words.split(), DATABASE_URL=database.admin_url)
        assert (answer.exit_code, answer.stdout) == (4, ""), words
        assert says in answer.stderr
