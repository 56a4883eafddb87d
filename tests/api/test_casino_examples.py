"""The worked examples of Casino and the disputes D21 to D26, typed in at a real table through the interface."""

from __future__ import annotations

import pytest

from tests.api.casino_table import TypedGame
from tests.api.service import Service


def test_example_1_and_d23_aces_by_three_and_courts_one_for_one(service: Service) -> None:
    game = TypedGame(service)
    game.deal("AH AD AC QH", a="AS QS 2C 3C", b="QD 4D 5D 6D")
    game.play("capture", "AS", "AH AD AC")
    game.play("trail", "QD")
    told = game.refuses("CAS-CAP-1", "capture", "QS", "QH QD")
    assert told["loose"] == ["QH", "QD"]
    assert told["type"] == "/rules/casino#CAS-CAP-1"
    events = game.play("capture", "QS", "QH")
    assert (events[0]["type"], events[0]["data"]["cards"]) == ("casino.cards_captured", ["QS", "QH"])
    assert game.now()["loose"] == ["QD"]


def test_example_2_sums_and_pairs_in_one_turn(service: Service) -> None:
    game = TypedGame(service)
    game.deal("7D 5H 2S 3C", a="7S 9C 2C KC", b="6H 4D 5D KD")
    told = game.refuses("CAS-CAP-2", "capture", "7S", "7D 5H")
    assert told["left_over"] == ["5H"]
    assert told["detail"] == "7S takes sets of 7, each card in one set: 5H is left over."
    game.play("capture", "7S", "7D 5H 2S")
    game.play("trail", "6H")
    events = game.play("capture", "9C", "3C 6H")
    assert events[0]["data"]["sweep"]
    assert [(seat["pile"], seat["sweeps"]) for seat in game.now()["seats"]] == [(7, 1), (0, 0)]


def test_example_3_and_d22_a_build_of_nine_becomes_ten_and_never_seventeen(service: Service) -> None:
    game = TypedGame(service)
    game.deal("4H KH QH JH", a="5C 9S TS AD", b="8H TD 2D 3D")
    events = game.play("build", "5C", "4H", value=9)
    assert (events[0]["type"], events[0]["data"]["build"]) == ("casino.build_made", 1)
    told = game.refuses("CAS-BUILD-1", "build", "8H", value=17, build=1)
    assert (told["most"], told["declared"]) == (10, 17)
    game.refuses("CAS-BUILD-1", "build", "2D", "3D", value=5)
    game.play("trail", "2D")
    game.refuses("CAS-BUILD-7", "trail", "TS")
    game.play("build", "AD", value=10, build=1)
    assert game.now()["builds"] == [{"id": 1, "value": 10, "cards": ["4H", "5C", "AD"], "doubled": False, "owner": 1}]
    game.play("capture", "TD", builds=[1])
    assert game.now()["builds"] == []


def test_d21_a_build_is_no_summand(service: Service) -> None:
    game = TypedGame(service)
    game.deal("2D 3H TC KH", a="5C 7S 8S 9S", b="TD 4D 5D 6D")
    game.play("build", "5C", "2D", value=7)
    told = game.refuses("CAS-CAP-3", "capture", "TD", "3H TC", builds=[1])
    assert (told["build"], told["value"], told["card"]) == (1, 7, "TD")
    game.play("capture", "TD", "TC")
    assert game.now()["loose"] == ["3H", "KH"]


@pytest.mark.parametrize("false_build", ["minus_two", "loses_game"])
def test_d24_a_build_of_nine_without_a_nine_is_taken_apart_and_costs_two_points_or_the_game(
    service: Service, false_build: str
) -> None:
    game = TypedGame(service, enforcement="record", false_build=false_build)
    game.deal("4H KH QH JH", a="5C 8S TS AD", b="9H TD 2D 3D")
    game.play("build", "5C", "4H", value=9)
    events = game.do("claim", seat=2, deal=1, card="5C")
    words = [event["type"].removeprefix("casino.") for event in events]
    if false_build == "loses_game":
        assert words[:4] == ["claim_made", "claim_upheld", "play_restored", "game_decided"]
        assert game.now()["winners"] == [2]
        return
    assert words == ["claim_made", "claim_upheld", "play_restored", "points_deducted"]
    now = game.now()
    assert now["builds"] == []
    assert sorted(now["loose"]) == sorted(["4H", "KH", "QH", "JH", "5C"])
    assert [seat["score"] for seat in now["seats"]] == [-2, 0]
    listed = service.auditor.read(f"/v1/penalties?game={game.game}&min_position={service.ledger.head()}")["penalties"]
    assert [(one["offence"], one["points"], one["amount"]["amount"], one["account"], one["claimant_seat"]) for one in listed] == [
        ("false_build", 2, "0", None, 2)
    ]
    assert game.tries("claim", seat=2, deal=1, card="5C").status_code == 409


def pairs() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Twenty-six pairs of equal rank, thirteen for each: seven spades, two aces and little casino; six, two aces and big casino."""
    dark = {rank: (f"{rank}H", f"{rank}S") for rank in "A23456789TJQK"}
    light = {rank: (f"{rank}C", f"{rank}D") for rank in "A23456789TJQK"}
    first = [dark[rank] for rank in "2345678"] + [light[rank] for rank in "A98765"]
    return first, [pair for rank in dark for pair in (dark[rank], light[rank]) if pair not in first]


def test_d25_26_cards_each_score_nothing_for_cards_and_an_equal_strict_game_shares_the_pot(service: Service) -> None:
    one, two = pairs()
    lie, take = ([pair[0] for pair in one], [pair[0] for pair in two]), ([pair[1] for pair in one], [pair[1] for pair in two])
    hands = [
        (take[0][:4], lie[0][4:8]),
        (take[0][4:8], lie[1][:4]),
        (lie[1][4:8], take[1][:4]),
        (lie[1][8:12], take[1][4:8]),
        ([lie[0][8], lie[1][12], lie[0][9], lie[0][10]], take[1][8:12]),
        ([take[0][8], take[0][9], take[0][10], take[0][11]], [take[1][12], lie[0][11], lie[0][12], take[0][12]]),
    ]
    mates = {b: a for a, b in one + two}
    game = TypedGame(service, preset="casino-strict-6")
    for number, (first, second) in enumerate(hands):
        game.deal(" ".join(lie[0][:4]) if number == 0 else "", a=" ".join(first), b=" ".join(second))
        for cards in zip(first, second, strict=True):
            for seat, card in enumerate(cards, 1):
                captures = card in mates and card != take[0][12]
                body = {"loose": [mates[card]]} if captures else {}
                events = game.do("capture" if captures else "trail", seat=seat, card=card, **body)
    told = {event["type"].removeprefix("casino."): event["data"] for event in events}
    assert told["last_cards_taken"]["seat"] == 1
    scored = told["deck_scored"]["sides"]
    assert [(side["cards"], side["spades"], side["sweeps"], side["points"]) for side in scored] == [(0, 1, 0, 4), (0, 0, 0, 4)]
    assert told["game_ended"]["how"] == "split"
    assert {share["seat"]: share["chips"] for share in told["pot_awarded"]["shares"]} == {1: "5", 2: "5"}


def test_d26_no_deck_that_adds_up_to_more_can_be_typed_in(service: Service) -> None:
    game = TypedGame(service)
    game.deal("TD KH QH JH", a="5C 8S TS AD", b="9H TC 2D 3D")
    for card in ["5C", "8S", "TS", "AD"]:
        game.play("trail", card)
        game.play("trail", {"5C": "9H", "8S": "TC", "TS": "2D", "AD": "3D"}[card])
    for twice in ("TD", "5C", "1D", "2S 2S"):
        hand = [*twice.split(), "4C", "4D", "4S", "6C"][:4]
        body = {"hands": {"1": hand, "2": ["7C", "7D", "7H", "7S"]}}
        answer = game.tries("deal", seat=2, **body)
        if twice == "1D":
            assert answer.status_code == 422
        else:
            assert (answer.status_code, answer.json()["rule"]) == (409, "CAS-DEAL-6")


@pytest.mark.parametrize("captures", [2, 3])
def test_example_6_a_claim_of_what_is_reached_wins_and_of_one_point_less_loses(service: Service, captures: int) -> None:
    game = TypedGame(service, preset="casino-strict-6")
    game.deal("TD AC AD 2S", a="TS AH 2H 3H", b="KC QC JC 9C")
    for card, loose, other in [("TS", "TD", "KC"), ("AH", "AC AD", "QC"), ("2H", "2S", "JC")][:captures]:
        game.play("capture", card, loose)
        game.play("trail", other)
    events = game.do("claim_target", seat=1)
    claimed, decided = events[0]["data"], events[1]["data"]
    assert (claimed["points"], claimed["target"], claimed["right"]) == ((6, 6, True) if captures == 3 else (5, 6, False))
    assert decided["winners"] == ([1] if captures == 3 else [2])
    assert game.table.chips() == ({1: 105, 2: 95} if captures == 3 else {1: 95, 2: 105})


def test_example_8_after_a_wrong_claim_the_two_who_remain_are_dealt_six_each(service: Service) -> None:
    game = TypedGame(service, 3, preset="casino-letter", table_size=4)
    cards = [rank + suit for rank in "KQJT98765432A" for suit in "CDHS"]

    def drawn(count: int) -> str:
        return " ".join([cards.pop(0) for _ in range(count)])

    game.deal(drawn(4), a=drawn(6), b=drawn(6), c=drawn(6))
    for _ in range(18):
        game.play("trail", next(act["card"] for act in game.now()["legal"] if act["type"] == "trail"))
    game.deal(a=drawn(6), b=drawn(6), c=drawn(6))
    events = game.do("claim_target", seat=1)
    assert [event["type"] for event in events] == ["casino.target_claimed", "casino.player_put_out"]
    while game.now()["phase"] == "play":
        game.play("trail", next(act["card"] for act in game.now()["legal"] if act["type"] == "trail"))
    now = game.now()
    assert (now["phase"], now["stock"], [seat["out"] for seat in now["seats"]]) == ("deal", 12, [True, False, False])
    game.deal(b=drawn(6), c=drawn(6))
    assert [seat["cards"] for seat in game.now()["seats"]] == [0, 6, 6]


def test_where_only_the_players_see_their_hands_a_false_build_is_proved_when_the_hand_is_played_out(service: Service) -> None:
    game = TypedGame(service, deck="unseen", enforcement="record")
    game.deal("4H KH QH JH")
    seats = game.now()["seats"]
    assert [(seat["cards"], seat["hand"], len(seat["possible"]["perhaps"])) for seat in seats] == [(4, None, 48)] * 2
    game.play("build", "5C", "4H", value=9)
    assert [event["type"] for event in game.do("claim", seat=2, deal=1, card="5C")] == ["casino.claim_made"]
    words: list[str] = []
    for card in ["2D", "8S", "3D", "TS", "TD", "AD"]:
        events = game.do("trail", seat=game.now()["turn"], card=card)
        words += [event["type"].removeprefix("casino.") for event in events if event["type"] != "casino.card_trailed"]
    assert words == ["claim_upheld", "points_deducted"]
    assert [seat["score"] for seat in game.now()["seats"]] == [-2, 0]
    assert "4H" not in game.now()["seats"][0]["possible"]["perhaps"]
