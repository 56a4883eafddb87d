"""WALLET-5 at its limits, by every way in: each limit is reached by whom it names, and nobody gets beyond it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.record import read, write
from ledger.money.backdating import REACH_DAYS
from tests.api.program import here
from tests.api.service import Client, Service, new_key
from tests.conftest import Database
from tests.ledger.evening import GOLDEN

GAME = GOLDEN["azi-three-walkover"]
FORBIDDEN, DONE = "forbidden", "done"
WITHIN, BEYOND = timedelta(minutes=-1), timedelta(minutes=1)  # a test takes time
Way = Callable[[Service, Client, str], str]


def ago(days: int, more: timedelta) -> str:
    return (datetime.now(UTC) - timedelta(days=days) - more).isoformat()


def outcome(answer: Any) -> str:
    """What became of it: done, forbidden, or the rule that refused it."""
    told = answer.json()
    if answer.status_code == 201 and "outcomes" in told:
        (one,) = told["outcomes"]
        return DONE if one["status"] == "imported" else str(one["rule"])
    return {201: DONE, 403: FORBIDDEN}.get(answer.status_code) or str(told["rule"])


def at_the_desk(what: str) -> Way:
    def way(service: Service, who: Client, when: str) -> str:
        player = service.player()
        long_ago = (datetime.now(UTC) - timedelta(days=366, seconds=-30)).isoformat()
        service.admin.done(f"/v1/players/{player}/deposits", {"amount": "9", "effective_at": long_ago})
        body = {"amount": "5", "effective_at": when}
        if what == "corrections":
            return outcome(who.post(f"/v1/players/{player}/{what}", {**body, "step": 2, "reason": "Mistyped"}, If_Match='"2"'))
        return outcome(who.post(f"/v1/players/{player}/{what}", body))

    return way


def deposits(service: Service, who: Client, when: str) -> str:
    name = new_key()
    service.admin.done("/v1/players", {"name": name})
    return outcome(who.post("/v1/imports/deposits", {"csv": f"player,amount,reference,at\n{name},5,{name},{when}\n"}))


def games(service: Service, who: Client, when: str) -> str:
    begin = read(GAME).begin
    ids = {one.player: service.player() for one in begin.seats}
    long_ago = (datetime.now(UTC) - timedelta(days=366, seconds=-30)).isoformat()
    for player in ids.values():
        service.admin.done(f"/v1/players/{player}/deposits", {"amount": "9000", "effective_at": long_ago})
    text = write(read(GAME), checks=False).replace(f'table = "{begin.table}"', f'table = "{new_key()[:9]}"')
    record = {"name": new_key(), "text": write(read(text)), "played_at": when}
    return outcome(who.post("/v1/imports/games", {"records": [record], "players": ids}))


WAYS: dict[str, tuple[Way, dict[str, str]]] = {
    # Who may do it at all: within his own limit it is done; a cashier's limit is also where an admin begins at the desk.
    "deposits": (at_the_desk("deposits"), {"cashier": DONE, "admin": DONE, "steward": FORBIDDEN}),
    "withdrawals": (at_the_desk("withdrawals"), {"cashier": DONE, "admin": DONE, "steward": FORBIDDEN}),
    "corrections": (at_the_desk("corrections"), {"cashier": FORBIDDEN, "admin": DONE, "steward": FORBIDDEN}),
    "imported deposits": (deposits, {"cashier": DONE, "admin": DONE, "steward": FORBIDDEN}),
    "imported games": (games, {"steward": DONE, "admin": DONE, "cashier": FORBIDDEN}),
}


@pytest.mark.parametrize("name", WAYS)
def test_each_limit_is_reached_by_whom_it_names_and_holds(service: Service, name: str) -> None:
    way, who = WAYS[name]
    for role, within in who.items():
        client: Client = getattr(service, role)
        assert way(service, client, ago(REACH_DAYS[role], WITHIN)) == within, role
        if within == DONE:
            assert way(service, client, ago(REACH_DAYS[role], BEYOND)) == "WALLET-5", role
            assert way(service, client, ago(0, timedelta(minutes=-5))) == ("WALLET-5" if role != "admin" else way_ahead(name))


def way_ahead(name: str) -> str:
    """Of an admin at the desk nothing is taken that is not long ago; elsewhere he is told that the future has not happened."""
    return FORBIDDEN if name in {"deposits", "withdrawals"} else "WALLET-5"


def test_an_admin_enters_at_the_desk_only_what_a_cashier_may_not_any_more(service: Service) -> None:
    path = f"/v1/players/{service.player(100)}/deposits"
    refused = service.admin.post(path, {"amount": "5", "effective_at": ago(31, WITHIN)})
    assert (refused.status_code, "A cashier enters what happened in the last 31 days" in refused.json()["detail"]) == (403, True)
    assert service.admin.post(path, {"amount": "5"}).status_code == 403
    assert outcome(service.admin.post(path, {"amount": "5", "effective_at": ago(31, BEYOND)})) == DONE


def test_commands_are_held_to_the_limits_of_an_admin(database: Database, tmp_path: Path) -> None:
    club = {"DATABASE_URL": database.admin_url, "CARDLEDGER_SCHEMA": database.schema}
    for number, (more, code) in enumerate(((WITHIN, 0), (BEYOND, 1))):
        table = tmp_path / f"{number}.csv"
        table.write_text(f"player,amount,reference,at\nZora,5,R{number},{ago(366, more)}\n")
        assert here("import", "deposits", str(table), "--register", **club).exit_code == code
        game, times = tmp_path / f"{number}.toml", tmp_path / f"times-{number}.toml"
        game.write_text(GOLDEN[("azi-three-walkover", "azi-three-nobody-bets")[number]], encoding="utf-8")
        times.write_text(f'[times]\n"{number}.toml" = {ago(366, more)}\n')
        said = here("import", "games", str(game), "--map", str(times), "--register", "--deposit-missing", **club)
        assert (said.exit_code, "366 days" in said.stderr) == (code, code == 1), said.stderr
