"""A mistyped entry that has ended a game is corrected before the next one begins: the game goes on, the money follows it back,
and the table stands as before (AZI-REC-1, CAS-REC-1, TABLE-3)."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.api.casino_table import TypedGame
from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Service, new_key
from tests.engine.scenario import breaks, keeps

HANDS = {"a": "9H 2C 3C 4C", "b": "9S 6C 7C 8C"}
TABLE = "4S 3D 8H KD"
Body = dict[str, Any]


def casino(service: Service, players: int = 2, **house: Any) -> TypedGame:
    """A game whose first deal is being played, where acts are recorded."""
    game = TypedGame(service, players, 100, enforcement="record", **house)
    hands = {**HANDS, "c": "TH JC QC KC"} if players > 2 else HANDS
    game.deal(TABLE, **hands)
    return game


def corrected(game: Any, step: int, reason: str = "He only thought aloud") -> httpx.Response:
    """A correction of this step by the steward, on the present version."""
    version = game.service.steward.read(f"/v1/games/{game.game}")["version"]
    body = {"step": step, "reason": reason}
    return game.service.steward.post(f"/v1/games/{game.game}/corrections", body, If_Match=f'"{version}"')


def stands(service: Service, table: str, game: str) -> tuple[Body, Body]:
    """Table and game as the steward sees them, less what every act changes."""
    at, now = service.steward.read(f"/v1/tables/{table}"), service.steward.read(f"/v1/games/{game}")
    for told in (at, now):
        del told["version"]
    return at, now


def balances(service: Service, *players: str) -> list[tuple[str, str]]:
    """Wallet and total of each player."""
    position = service.ledger.head()
    told = [service.auditor.read(f"/v1/players/{player}/balance?min_position={position}") for player in players]
    return [(one["wallet"]["amount"], one["total"]["amount"]) for one in told]


def in_order(service: Service, table: str) -> None:
    """No audit finds a fault: neither in the games of the table nor in the money."""
    position = service.ledger.head()
    for what in ("games", "penalties", "misdeals"):
        told = service.auditor.read(f"/v1/audits/{what}?table={table}&min_position={position}")
        assert (told["faults"], told["findings"]) == (0, [one for one in told["findings"] if one["severity"] == "note"]), told
    money = service.auditor.read(f"/v1/audits/money?min_position={position}")
    assert money["faults"] == 0, money["findings"]


def listed(service: Service, game: str) -> Body:
    """The game in the list of games."""
    table, position = game.rpartition("-")[0], service.ledger.head()
    games = service.steward.read(f"/v1/games?table={table}&min_position={position}")["games"]
    return next(one for one in games if one["id"] == game)


@keeps("CAS-REC-1", "CAS-CLAIM-1", "TABLE-3")
@breaks("CAS-REC-1")
def test_a_mistyped_claim_of_the_target_is_taken_back_and_the_table_stands_as_before(service: Service) -> None:
    game = casino(service, per_point="2")
    game.play("trail", "2C")
    table, players = game.table.id, tuple(game.table.seats.values())
    before, had = stands(service, table, game.game), balances(service, *players)
    ended = game.do("claim_target", seat=2)
    assert [event["type"] for event in ended][:2] == ["casino.target_claimed", "casino.game_decided"]
    assert listed(service, game.game)["status"] == "over"
    claimed, version = ended[0]["version"], game.now()["version"]
    path, key = f"/v1/games/{game.game}/corrections", new_key()
    body = {"step": claimed, "reason": "He only thought aloud"}
    answers = [service.steward.post(path, body, key, If_Match=f'"{version}"') for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert [event["type"] for event in answers[0].json()["events"]] == ["table.game_resumed", "casino.entry_corrected"]
    assert stands(service, table, game.game) == before
    assert balances(service, *players) == had
    assert (listed(service, game.game)["status"], listed(service, game.game)["how"]) == ("running", None)
    for player in players:
        adds_up(service, player)
    books_balance(service, game.game)
    in_order(service, table)
    game.play("trail", "9S")
    again = game.do("claim_target", seat=2)
    assert again[-1]["type"] == "table.game_finished"
    assert (listed(service, game.game)["status"], listed(service, game.game)["how"]) == ("over", "won")
    books_balance(service, game.game)
    in_order(service, table)
    claimed = next(event["version"] for event in again if event["type"] == "casino.target_claimed")
    game.table.start()
    late = corrected(game, claimed)
    assert (late.status_code, late.json()["rule"]) == (409, "CAS-REC-1")
    in_order(service, table)


@keeps("CAS-REC-1", "CAS-VOID-1")
def test_whatever_ends_a_game_by_typing_is_corrected(service: Service) -> None:
    game = casino(service, false_build="loses_game")
    before = stands(service, game.table.id, game.game)
    void = game.do("void_game", reason="The wrong table")
    assert corrected(game, void[0]["version"], "The other table was meant").status_code == 201
    assert stands(service, game.table.id, game.game) == before
    game.play("build", "9H", "8H", value=10)
    before = stands(service, game.table.id, game.game)
    claim = game.do("claim", seat=2, deal=1, card="9H")
    assert "casino.game_decided" in [event["type"] for event in claim]
    assert corrected(game, claim[0]["version"], "It was the six").status_code == 201
    assert stands(service, game.table.id, game.game) == before
    in_order(service, game.table.id)


@keeps("AZI-REC-1", "AZI-BID-9", "TABLE-3")
@breaks("AZI-REC-1")
def test_a_mistyped_fold_that_leaves_one_player_is_corrected_in_azi_too(service: Service) -> None:
    table = RealTable(service).start()
    table.deal({2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}, "6S")
    table.bids((2, "bet_blind", 10), (3, "fold"))
    before, had = stands(service, table.id, table.game), balances(service, *table.seats.values())
    table.bids((1, "fold"))
    assert table.now()["over"]
    fold = table.step_of("folded")
    assert table.correct(fold, "He had called").status_code == 201
    assert stands(service, table.id, table.game) == before
    assert balances(service, *table.seats.values()) == had
    table.bids((1, "call"))
    in_order(service, table.id)
    table.do("void_game", reason="enough")
    books_balance(service, table.game)
    table.start()
    table_of = table.game
    table.game = table_of.rpartition("-")[0] + "-1"
    late = table.correct(fold, "Too late")
    assert (late.status_code, late.json()["rule"]) == (409, "AZI-REC-1")


@keeps("CAS-REC-1", "TABLE-5", "WALLET-3")
def test_who_was_paid_out_at_the_end_has_his_stack_at_the_table_again_until_the_game_is_truly_over(service: Service) -> None:
    game = casino(service, 3, per_point="30", scoring="to_21")
    table, seats = game.table.id, game.table.seats
    service.steward.done(f"/v1/tables/{table}/leave", {"player": seats[3]})
    before, had = stands(service, table, game.game), balances(service, *seats.values())
    game.play("capture", "8C", "8H") if game.now()["turn"] == 2 else game.play("trail", "2C")
    before, had = stands(service, table, game.game), balances(service, *seats.values())
    ended = game.do("claim_target", seat=1)
    paid = balances(service, seats[3])
    assert paid == [("95", "95")]
    service.cashier.done(f"/v1/players/{seats[3]}/withdrawals", {"amount": "95"})
    claimed = next(event["version"] for event in ended if event["type"] == "casino.target_claimed")
    assert corrected(game, claimed).status_code == 201
    assert stands(service, table, game.game) == before
    assert balances(service, seats[1], seats[2]) == had[:2]
    assert balances(service, seats[3]) == [("-95", "0")]
    in_order(service, table)
    game.do("void_game", reason="enough")
    assert balances(service, seats[3]) == [("5", "5")]
    assert [one["player"] for one in service.steward.read(f"/v1/tables/{table}")["seats"] if one["player"]] == [seats[1], seats[2]]
    for player in seats.values():
        adds_up(service, player)
    in_order(service, table)


@keeps("TABLE-3", "TABLE-4")
@breaks("TABLE-3")
def test_chips_that_came_meanwhile_go_back_and_who_took_his_away_brings_them_first(service: Service) -> None:
    game = casino(service)
    table, seats = game.table.id, game.table.seats
    claimed = game.do("claim_target", seat=2)[0]["version"]
    service.cashier.done(f"/v1/players/{seats[2]}/deposits", {"amount": "60"})
    service.steward.done(f"/v1/tables/{table}/chips", {"player": seats[2], "direction": "top_up", "amount": "50"})
    service.steward.done(f"/v1/tables/{table}/leave", {"player": seats[1]})
    refused = corrected(game, claimed)
    assert (refused.status_code, refused.json()["rule"]) == (409, "TABLE-3")
    assert refused.json()["seat"] == 1
    assert game.now()["over"]
    service.steward.done(f"/v1/tables/{table}/seats", {"player": seats[1], "seat": 1, "amount": "105"})
    answer = corrected(game, claimed)
    assert answer.status_code == 201, answer.text
    assert [event["type"] for event in answer.json()["events"]] == [
        "table.chips_returned",
        "table.game_resumed",
        "casino.entry_corrected",
    ]
    assert game.table.chips() == {1: 95, 2: 95}
    assert balances(service, seats[1], seats[2]) == [("0", "95"), ("60", "155")]
    books_balance(service, game.game)
    in_order(service, table)


@keeps("CAS-REC-1", "CAS-OUT-1", "TABLE-5")
def test_a_corrected_game_that_is_over_again_at_once_ends_once_more_with_what_the_correction_changes(service: Service) -> None:
    game = casino(service, per_point="10")
    table, seats = game.table.id, game.table.seats
    game.play("trail", "2C")
    game.play("trail", "6C")
    taken = game.play("capture", "9H", "2C")[0]["version"]
    service.steward.done(f"/v1/tables/{table}/leave", {"player": seats[2]})
    assert game.now()["over"]
    service.cashier.done(f"/v1/players/{seats[1]}/deposits", {"amount": "30"})
    service.steward.done(f"/v1/tables/{table}/chips", {"player": seats[1], "direction": "top_up", "amount": "30"})
    answer = corrected(game, taken, "It was another card")
    assert answer.status_code == 201, answer.text
    names = [event["type"] for event in answer.json()["events"]]
    assert (names.count("table.game_resumed"), names.count("table.game_finished"), names.count("casino.game_ended")) == (1, 1, 1)
    assert game.now()["over"]
    assert balances(service, seats[1], seats[2]) == [("30", "135"), ("95", "95")]
    stacks = {
        one["player"]: one["stack"]["amount"] for one in service.steward.read(f"/v1/tables/{table}")["seats"] if one["player"]
    }
    assert stacks == {seats[1]: "105"}
    books_balance(service, game.game)
    in_order(service, table)


@breaks("TABLE-6", "CAS-REC-1")
def test_a_game_of_a_closed_table_is_over_for_good(service: Service) -> None:
    game = casino(service)
    claimed = game.do("claim_target", seat=2)[0]["version"]
    service.steward.done(f"/v1/tables/{game.table.id}/close")
    refused = corrected(game, claimed)
    assert (refused.status_code, refused.json()["rule"]) == (409, "TABLE-6")
    assert game.now()["over"]


@breaks("TABLE-3", "CAS-REC-1")
def test_a_seat_that_was_taken_since_has_to_be_free_again(service: Service) -> None:
    game = casino(service, 3)
    table, seats = game.table.id, game.table.seats
    service.steward.done(f"/v1/tables/{table}/leave", {"player": seats[2]})
    ended = game.do("claim_target", seat=3)
    other = service.player(50)
    service.steward.done(f"/v1/tables/{table}/seats", {"player": other, "seat": 2, "amount": "50"})
    claimed = next(event["version"] for event in ended if event["type"] == "casino.target_claimed")
    refused = corrected(game, claimed)
    assert (refused.status_code, refused.json()["rule"], refused.json()["seat"]) == (409, "TABLE-3", 2)
    service.steward.done(f"/v1/tables/{table}/leave", {"player": other})
    assert corrected(game, claimed).status_code == 201
    in_order(service, table)


@breaks("DISPUTE-5")
def test_what_a_ruling_has_moved_since_the_end_is_not_taken_away_in_passing(service: Service) -> None:
    game = casino(service)
    claimed = game.do("claim_target", seat=2)[0]["version"]
    opened = {"game": game.game, "kind": "wrong_pot", "words": "He never claimed", "step": claimed}
    dispute = game.table.of(2).done("/v1/disputes", opened)["id"]

    def rule(decision: str, reason: str) -> None:
        version = service.steward.get(f"/v1/disputes/{dispute}").headers["ETag"]
        body = {"decision": decision, "reason": reason, "rule": "CAS-VOID-1"}
        answer = service.steward.post(f"/v1/disputes/{dispute}/rulings", body, If_Match=version)
        assert answer.status_code == 201, answer.text

    rule("void_game", "Nobody claimed")
    refused = corrected(game, claimed)
    assert (refused.status_code, refused.json()["rule"]) == (409, "DISPUTE-5")
    rule("stands", "It is corrected instead")
    assert corrected(game, claimed).status_code == 201
    assert balances(service, *game.table.seats.values()) == [("0", "95"), ("0", "95")]
    in_order(service, game.table.id)


@keeps("CAS-REC-1")
def test_such_a_game_is_recorded_exactly_and_imported_as_it_was(service: Service) -> None:
    game = casino(service)
    claimed = game.do("claim_target", seat=2)[0]["version"]
    assert corrected(game, claimed).status_code == 201
    game.play("trail", "2C")
    game.do("claim_target", seat=1)
    text = service.steward.get(f"/v1/games/{game.game}/record", Accept="application/toml").text
    assert "steward: corrects step" in text
    headers = service.steward.headers(Content_Type="application/toml")
    checked = service.http.post("/v1/records", content=text.encode(), headers=headers)
    assert checked.status_code == 200, checked.text
    in_order(service, game.table.id)


@pytest.mark.parametrize("reveal", ["played", "all"])
@keeps("CAS-REC-1", "CAS-DEAL-6")
@breaks("CAS-DEAL-6")
def test_what_the_end_has_opened_is_closed_again_and_no_deck_that_all_could_see_is_played_on(service: Service, reveal: str) -> None:
    from tests.api.casino_table import casino_table

    table = casino_table(service, 2, 100, enforcement="record", reveal=reveal)
    table.start()
    table.play_until("play")
    ended = table.of(1).post(f"/v1/games/{table.game}/actions", {"type": "claim_target", "seat": 1}).json()["events"]
    claimed = next(event["version"] for event in ended if event["type"] == "casino.target_claimed")
    assert [seat["hand"] for seat in table.seen(1)["seats"] if seat["seat"] == 2] == [None]
    version = service.steward.read(f"/v1/games/{table.game}")["version"]
    body = {"step": claimed, "reason": "Nobody claimed"}
    answer = service.steward.post(f"/v1/games/{table.game}/corrections", body, If_Match=f'"{version}"')
    if reveal == "all":
        assert (answer.status_code, answer.json()["rule"]) == (409, "CAS-DEAL-6")
        return
    assert answer.status_code == 201
    replayed = table.of(1).read(f"/v1/games/{table.game}/events?limit=100")["events"]
    dealt = next(event for event in replayed if event["type"] == "casino.cards_dealt")
    assert set(dealt["opened"]["hands"]) == {"1"}
    in_order(service, table.id)
