"""Players, tables, games, disputes: found by name at a terminal, and shown whole at its usual width, however long the names are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from engine.azi import commands as azi
from engine.disputes.commands import Disputed
from ledger.money import wallets
from ledger.orders.order import Caller
from ledger.people import keys, people
from ledger.play import tables
from tests.api.program import here
from tests.ledger.club import CASHIER, STEWARD, Clock, Club, himself, order
from tests.ledger.court import RENEGE, Court, play_out_recorded, record
from tests.ledger.plays import DEALT, PLAYS

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database

LONG = ("Bartholomäus Konstantin-Friedrich von und zu Hohenlohe-Schillingsfürst der Jüngere " * 3)[:200].strip()


@pytest.fixture
def court(ledger: Ledger) -> Court:
    """A game with a claimed renege, a dispute that was ruled on, a debt, and names that are longer than a line."""
    court = record(ledger, PLAYS[0], RENEGE, azi.Claim(2, 1, 1, "7H"))
    play_out_recorded(court)
    dispute = court.open("wrong_player", Disputed(seat=2))
    court.rule(dispute, "pay", seat=2, amount=10, to=(1,))
    for number, player in enumerate(court.players):
        name = f"{LONG[:180]} Ende{number}"
        ledger.recorder.rows("update people set name = %s, sought = null where player = %s returning name", name, player)
    owing = court.players[3]
    wallets.set_credit_limit(ledger, order(CASHIER), owing, 2_000)
    wallets.withdraw(ledger, order(CASHIER), owing, 1_500)
    keys.issue(ledger, "cashier", CASHIER.subject, f"{LONG[:185]} CashDesk")
    keys.issue(ledger, "player", court.players[0], f"{LONG[:185]} HisKey")
    return court


def test_a_command_takes_a_name_and_lists_who_may_be_meant(database: Database, ledger: Ledger) -> None:
    club = Club(ledger)
    anna, boris, other = club.register("Änna Müller"), club.register("Борис"), club.register("Борислав")
    anne = club.register("Anne")
    address = {"DATABASE_URL": database.admin_url}

    def told(*words: str) -> Any:
        answer = here(*words, "--json", **address)
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.stdout)

    for said in (anna, "Änna Müller", "anna muller", "  ANNA ", "müll"):
        assert told("balance", said)["player"] == anna
    assert told("balance", "борис")["player"] == boris  # the whole name of one, a part of another
    assert {one["id"] for one in told("players", "борис")["players"]} == {boris, other}
    several = here("balance", "ann", **address)
    assert (several.exit_code, several.stdout) == (4, "")
    assert "ann may be more than one: say which by its id." in several.stderr
    assert f"{anna}  Änna Müller" in several.stderr
    assert f"{anne}  Anne" in several.stderr
    people.erase(ledger, anne)
    assert told("balance", "ann")["player"] == anna
    for nobody in ("zoe", "Anne", " ", "\u0301"):
        assert here("balance", nobody, **address).exit_code == 4


def test_a_game_is_its_table_and_its_number_and_a_dispute_that_and_its_own(database: Database, court: Court) -> None:
    address = {"DATABASE_URL": database.admin_url}
    second = Club(court.ledger).open()  # of the same name, without a game

    def told(*words: str) -> Any:
        answer = here(*words, "--json", **address)
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.stdout)

    for said in (court.game, "Green table 1", "green #1", "GREEN TABLE, 1"):
        assert told("replay", said, "--step", "2")["game"] == court.game
    for said in (f"{court.game}-1", "green table 1-1", "Green table #1/1"):
        assert told("disputes", said)["dispute"] == f"{court.game}-1"
    assert [one["game"] for one in told("penalties", "--game", "green table 1", "--player", f"{LONG[:180]} Ende0")["penalties"]]
    several = here("penalties", "--table", "green", **address)
    assert several.exit_code == 4
    assert {court.table in several.stderr, second in several.stderr} == {True}
    for words in (("replay", "Green table 2"), ("replay", "Green table"), ("disputes", "Green table 1-9"), ("disputes", "nothing")):
        assert here(*words, **address).exit_code == 4, words


def test_games_are_listed_by_day_player_table_preset_and_end(database: Database, ledger: Ledger) -> None:
    clock = Clock()
    court = Court(ledger, *DEALT, clock=clock)
    clock.go(minutes=90)
    court.club.act(court.game, azi.VoidGame("Spilt over"))
    address = {"DATABASE_URL": database.admin_url}

    def games(*words: str) -> list[Any]:
        answer = here("games", *words, "--json", **address)
        assert answer.exit_code == 0, answer.output
        listed: list[Any] = json.loads(answer.stdout)["games"]
        return listed

    (game,) = games()
    assert (game["id"], game["table_name"], game["how"], game["duration_s"]) == (court.game, "Green table", "void", 5_400)
    assert [one["name"] for one in game["players"]] == ["Anna"] * 4
    asked = {"--day": "2026-01-02", "--table": court.table, "--player": court.players[0], "--preset": "azi-three", "--how": "void"}
    for word, value in asked.items():
        assert games(word, value) == [game], word
    stranger = Club(ledger).register("Zoe")
    for word, value in {
        "--day": "2026-01-03",
        "--player": stranger,
        "--preset": "azi-two",
        "--how": "won",
        "--status": "running",
    }.items():
        assert games(word, value) == [], word
    assert games("--day", "2026-01-03", "--tz", "Pacific/Kiritimati") == [game]
    for words in (("--day", "today"), ("--how", "lost"), ("--tz", "Mars"), ("--status", "new"), ("--ruled", "no")):
        assert here("games", *words, **address).exit_code == 4, words


def test_every_list_shows_everything_at_80_columns(database: Database, court: Court) -> None:
    ledger, address = court.ledger, {"DATABASE_URL": database.admin_url, "COLUMNS": "80"}
    tables.open_table(ledger, order(STEWARD), name=f"{LONG[:185]} LastTable", preset="azi-three", changes={}, seats=4)
    names = list(people.names(ledger, court.players).values())
    assert len(names) == 4
    key = keys.listed(ledger)[0].id
    holds = {
        ("players",): [*court.players, *names],
        ("tables",): [court.table, "LastTable", *names],
        ("games",): [court.game, "Green table", *names],
        ("penalties",): [court.game, court.players[0], names[0], "AZI-PLAY-2", "260"],
        ("disputes",): [f"{court.game}-1", court.players[0], names[0]],
        ("disputes", f"{court.game}-1"): [f"{court.game}-1", names[0], court.players[1], names[1]],
        ("statistics",): [*court.players, *names],
        ("statistics", "--by", "each"): [*court.players, *names, court.table],
        ("debts",): [court.players[3], names[3], "700", "2000"],
        ("balance", court.players[3]): [court.players[3], names[3], "-700"],
        ("cash", "report"): ["carl", f"{LONG[:185]} CashDesk", "1500"],
        ("key", "list"): [key, court.players[0], names[0], "HisKey"],
        ("statement", court.players[3]): [court.players[3], names[3], "1500"],
        ("audit", "penalties"): [],
    }
    for words, wanted in holds.items():
        answer = here(*words, **address)
        assert answer.exit_code == 0, (words, answer.output)
        assert max(map(len, answer.stdout.splitlines())) <= 80 or words[0] == "disputes", words
        for one in wanted:  # whatever is cut is cut at its end
            assert one.split()[-1] in answer.stdout, (words, one, answer.stdout)
        assert "…" not in answer.stdout, words


def test_a_table_that_fits_is_a_table(database: Database, ledger: Ledger) -> None:
    Club(ledger).register("Anna")
    lines = here("players", DATABASE_URL=database.admin_url, COLUMNS="80").stdout.splitlines()
    assert "name" in lines[1]
    assert "id" in lines[1]
    assert lines[3].split()[0] == "Anna"


def test_the_key_of_a_player_is_made_by_his_name(database: Database, ledger: Ledger) -> None:
    player = Club(ledger).register("Anna")
    assert (
        here("key", "create", "--role", "player", "--subject", "anna", "--name", "x", DATABASE_URL=database.admin_url).exit_code
        == 0
    )
    assert [key.subject for key in keys.listed(ledger)] == [player]
    assert himself(player) == Caller(player, "player", player)
