"""A real table where only the players see their hands, as its steward types it: what is known and proved, claims that stay open."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import pack
from engine.record import read
from ledger.cli.screen import hands_of
from ledger.projections.model import rows
from ledger.projections.position import wait_for
from ledger.replays import film
from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Service

CARDS = set(pack("6", "C"))


@pytest.fixture
def table(service: Service) -> RealTable:
    """Three players, seat 1 deals; the third trick is not played if nobody needs it. Spades are trumps, and seat 2 leads for 90."""
    table = RealTable(service, deck="unseen", open_max="15", play_out=False).start()
    dealt(table)
    return table


def dealt(table: RealTable) -> None:
    """The ritual, the trump, a blind bet of 15 and two calls."""
    table.ritual()
    (dealing,) = table.do("deal", seat=1, trump="6S")
    told = dealing["data"]
    assert (dealing["type"], told["seats"], told["each"], told["trump"]) == ("azi.dealt_unseen", [2, 3, 1], 3, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "call"))


def seats(game: Any) -> dict[int, Any]:
    """What a viewer is shown of each seat."""
    return {seat["seat"]: seat for seat in game["seats"]}


def headlines(table: RealTable) -> str:
    """The whole transcript."""
    told = table.service.steward.read(f"/v1/games/{table.game}/replay?limit=100")
    return "\n".join(line["words"] for line in told["headlines"])


def test_a_whole_game_with_a_renege_that_later_cards_prove_and_a_claim_that_stays_open(service: Service, table: RealTable) -> None:
    table.plays("AH 7D KD")
    assert table.now()["violations"] == []  # seats 3 and 1 may have had no heart
    table.refused("AZI-VIOL-2", "penalise", deal=1, trick=1, card="KD")
    for card in ("7D", "KD"):
        (made,) = table.do("claim", seat=2, deal=1, trick=1, card=card)
        assert made["type"] == "azi.claim_made"
    again = table.by(1, "claim", deal=1, trick=1, card="7D")
    assert (again.status_code, again.json()["rule"]) == (409, "AZI-CLAIM-1")
    for client in (service.steward, service.auditor):
        listed = client.read(f"/v1/games/{table.game}")["violations"]
        assert [(one["seat"], one["kind"], one["status"]) for one in listed] == [(3, "claim", "open"), (1, "claim", "open")]
    assert "violations" not in table.table.of(2).read(f"/v1/games/{table.game}")

    table.plays("QD")
    proved = table.do("play", seat=3, card="9H")
    assert [event["type"].removeprefix("azi.") for event in proved] == [
        "card_played",
        "claim_upheld",
        "penalty_imposed",
        "deal_annulled",
    ]
    (penalty,) = table.events("penalty_imposed")
    assert (penalty["seat"], penalty["chips"], penalty["pot"], penalty["found_by"]) == (3, "180", "270", "claim")
    listed = table.now()["violations"]
    assert [(one["seat"], one["kind"], one["status"]) for one in listed] == [(3, "renege", "punished"), (1, "claim", "open")]

    dealt(table)
    table.plays("AH 7H KH AD 7D KD")
    assert table.now()["phase"] == "awaiting_settlement"
    ended = [event["type"].removeprefix("azi.") for event in table.do("settle")]
    assert ended[:4] == ["pot_awarded", "claim_lapsed", "deck_revealed", "game_ended"]
    game = service.auditor.read(f"/v1/games/{table.game}")
    assert game["over"]
    assert [(one["kind"], one["card"], one["status"]) for one in game["violations"]] == [
        ("renege", "7D", "punished"),
        ("claim", "KD", "unproved"),
    ]
    assert table.stacks() == {1: 1000 - 5 - 60, 2: 1000 - 5 - 30 + 345, 3: 1000 - 5 - 60 - 180}
    kinds = [line["kind"] for line in adds_up(service, table.seats[3])]
    assert kinds.count("penalty_renege") == 1
    books_balance(service, table.game)
    words = headlines(table)
    assert "who alone see them; 6♠ is trump" in words
    assert "The claim of seat 2 stays unproved: nothing has shown that K♦, played by seat 1 to trick 1 of deal 1" in words


def test_whoever_may_look_is_told_the_same_of_every_hand_and_nothing_is_hidden(service: Service, table: RealTable) -> None:
    table.plays("AH")
    table.do("show", seat=3, cards=["9H", "AS"])
    viewers = [table.table.of(1), table.table.of(3), service.steward, service.auditor, service.room, service.admin]
    told = [seats(client.read(f"/v1/games/{table.game}")) for client in viewers]
    for one in told:
        assert [one[seat]["possible"] for seat in (1, 2, 3)] == [told[0][seat]["possible"] for seat in (1, 2, 3)]
        assert [one[seat]["hand"] for seat in (1, 2, 3)] == [None] * 3
        assert [one[seat]["cards"] for seat in (1, 2, 3)] == [3, 2, 3]
    possible = told[0][3]["possible"]
    assert (possible["surely"], possible["put_away"]) == (["9H", "AS"], 0)
    assert set(possible["perhaps"]) == CARDS - {"6S", "AH", "9H", "AS"} == set(told[0][1]["possible"]["perhaps"])
    assert all(row.sealed is None for row in service.ledger.history(f"game-{table.game}"))
    last = film.steps(service.ledger, table.game)[-1]  # and so does `cardledger replay`
    assert hands_of(last) == {2: ["?", "?"], 3: ["9H", "AS", "?"], 1: ["?", "?", "?"]}


def test_an_exposed_card_is_replaced_by_one_that_nobody_names_and_no_read_model_holds_a_hand(service: Service) -> None:
    table = RealTable(service, deck="unseen").start()
    table.ritual()
    table.do("deal", seat=1, trump="6S")
    table.do("expose", seat=3, card="7D")
    assert seats(table.now())[3]["possible"]["surely"] == ["7D"]
    table.refused("AZI-DEAL-9", "replace_card", seat=3, card="8D")
    table.do("replace_card", seat=3)
    told = seats(table.now())
    assert (told[3]["cards"], told[3]["possible"]["surely"]) == (3, [])
    assert not any("7D" in told[seat]["possible"]["perhaps"] for seat in (1, 2, 3))
    wait_for(service.ledger, ("hands",), service.ledger.head(), 20)
    for model in ("hands", "hands_replaced"):
        assert rows(service.ledger, f"select * from {{{model}}} where game = %s", (table.game,)) == []


def test_what_may_be_entered_is_every_card_that_the_seat_may_hold_and_what_has_come_up_is_refused(table: RealTable) -> None:
    table.plays("AH")
    legal = [act["card"] for act in table.now()["legal"] if act["type"] == "play"]
    assert set(legal) == CARDS - {"6S", "AH"}
    told = table.refused("AZI-DEAL-9", "play", seat=3, card="AH")
    assert told["detail"] == "Seat 3 (Anna) cannot hold AH: seat 2 (Anna) has played it to trick 1."
    assert told["where"] == "seat 2 has played it to trick 1"
    table.refused("AZI-DEAL-9", "play", seat=3, card="6S")
    table.refused("AZI-VIOL-7", "play", seat=3, card="6C")
    table.refused("AZI-DEAL-9", "show", seat=3, cards=["9H", "TH", "JH", "QH"])
    for cards in ([], ["9H"] * 7, "9H", ["XX"], None):
        assert table.tries("show", seat=3, cards=cards).status_code == 422
    # If it was the entry before that was mistyped, it is corrected, and both are entered again.
    assert table.correct(table.step_of("card_played"), "it was the king").status_code == 201
    table.plays("KH AH")
    assert table.now()["trick"] == [{"seat": 2, "card": "KH"}, {"seat": 3, "card": "AH"}]


def test_a_player_shows_his_own_cards_only_and_an_open_claim_is_settled_by_it(table: RealTable) -> None:
    table.plays("AH 7D KH")
    assert table.by(2, "claim", deal=1, trick=1, card="7D").status_code == 201
    assert (
        table.table.of(2).post(f"/v1/games/{table.game}/actions", {"type": "show", "seat": 3, "cards": ["9H"]}).status_code == 403
    )
    shown = table.by(3, "show", cards=["9H"])
    assert [event["type"].removeprefix("azi.") for event in shown.json()["events"]] == [
        "cards_shown",
        "claim_upheld",
        "penalty_imposed",
        "play_restored",
    ]
    game = table.now()
    assert (game["turn"], game["pot"]["amount"]) == (3, "270")
    assert seats(game)[3]["possible"]["surely"] == ["9H", "7D"]
    assert {act["card"][1] for act in game["legal"]} == {"H"}


def test_the_record_of_such_a_game_is_open_to_its_players_and_can_be_checked(service: Service, table: RealTable) -> None:
    table.plays("AH 7H KH")
    table.do("show", seat=3, cards=["9H"])
    table.plays("AD 7D KD")
    table.do("settle")
    text = table.table.of(3).get(f"/v1/games/{table.game}/record").text
    assert '"1 deals unseen; trump 6S"' in text
    assert '"3 shows 9H"' in text
    assert read(text).events == tuple(service.ledger.decode(row).event for row in service.ledger.history(f"game-{table.game}"))


def test_with_four_cards_the_one_that_is_put_away_is_counted_and_not_named(service: Service) -> None:
    house = {"deck": "unseen", "enforcement": "record"}
    id_ = service.steward.done("/v1/tables", {"name": "Four", "preset": "azi-online", "seats": 2, "house": house})["id"]
    for seat in (1, 2):
        player = service.player(100)
        service.steward.done(f"/v1/tables/{id_}/seats", {"player": player, "seat": seat, "amount": "100"})
    game = service.steward.done(f"/v1/tables/{id_}/games")["id"]

    def does(word: str, **fields: Any) -> int:
        return service.steward.post(f"/v1/games/{game}/actions", {"type": word, **fields}).status_code

    assert does("draw_lot", draws=[{"seat": 1, "card": "AH"}, {"seat": 2, "card": "KH"}]) == 201
    for word, seat in (("shuffle", 1), ("cut", 2), ("offer_cut", 1), ("cut", 2)):
        assert does(word, seat=seat) == 201
    assert does("deal", seat=1, trump="KS") == 201
    assert seats(service.steward.read(f"/v1/games/{game}"))[1]["possible"]["surely"] == ["KS"]
    assert [does("stay", seat=seat) for seat in (2, 1)] == [201, 201]
    assert service.steward.read(f"/v1/games/{game}")["legal"] == [{"type": "discard", "seat": seat} for seat in (2, 1)]
    assert does("discard", seat=2, card="KH") == 409
    assert [does("discard", seat=seat) for seat in (2, 1)] == [201, 201]
    told = seats(service.steward.read(f"/v1/games/{game}"))[1]
    assert (told["cards"], told["possible"]["surely"], told["possible"]["perhaps"][0]) == (3, [], "KS")
    assert told["possible"]["put_away"] == 1
