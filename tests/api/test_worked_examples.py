"""The worked examples of the rules of Azi that concern three cards, played through the interface with their figures."""

from __future__ import annotations

import pytest

from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Service

# Seat 4 deals in the examples of four, so that seats speak in the order of their numbers.
FOUR = {1: "KD 7H 6S", 2: "TD AH 8H", 3: "AD QS KH", 4: "6D 7D 8D"}
AZI = {1: "AH 7D 8D", 2: "6D TH QS", 3: "AD 9H KD", 4: "6H 7H 8S", 5: "JD 9S KH"}


def four(service: Service, **house: object) -> RealTable:
    """Four players, dealt by seat 4; seat 1 is first hand."""
    table = RealTable(service, 4, 2000, dealer=4, **house).start()
    table.deal(FOUR, "9S")
    return table


def pot_of_130(service: Service, **house: object) -> RealTable:
    """Example 1: a pot of 130."""
    table = four(service, **house)
    table.bids((1, "bet_blind", 10), (2, "call"), (3, "raise", 40), (4, "fold"), (1, "call"), (2, "call"))
    return table


def test_example_1_a_raise_over_the_blind_bet_makes_a_pot_of_130_and_the_raiser_leads(service: Service) -> None:
    table = pot_of_130(service)
    assert (table.pot(), table.now()["phase"], table.turn()) == (130, "play", 3)
    assert table.stacks() == {1: 1965, 2: 1955, 3: 1955, 4: 1995}


def test_example_2_a_raise_beyond_double_is_refused_and_one_of_the_price_is_a_call(service: Service) -> None:
    table = four(service)
    table.bids((1, "bet_blind", 10))
    told = table.refused("AZI-BID-3", "raise", seat=2, amount="41")
    assert (told["low"], told["high"]) == ("21", "40")
    events = table.do("raise", seat=2, amount="20")
    assert [event["type"] for event in events] == ["azi.called"]


def test_example_3_a_cap_of_25_bounds_the_blind_bet_and_the_raises(service: Service) -> None:
    table = four(service, cap="25", open_max="25")
    table.refused("AZI-BID-4", "bet_blind", seat=1, amount="13")
    table.bids((1, "bet_blind", 12))
    assert table.now()["price"]["amount"] == "24"
    table.refused("AZI-BID-4", "raise", seat=2, amount="26")
    table.bids((2, "raise", 25))


@pytest.mark.parametrize(("all_pass_dealer", "dealers"), [("same", [4, 4, 4]), ("next", [4, 1, 2])])
def test_example_4_every_deal_in_which_nobody_bets_adds_the_antes_again(
    service: Service, all_pass_dealer: str, dealers: list[int]
) -> None:
    table = RealTable(service, 4, dealer=4, all_pass_dealer=all_pass_dealer).start()
    for pot, dealer in zip((20, 40, 60), dealers, strict=True):
        game = table.now()
        assert (game["pot"]["amount"], game["dealer"]) == (str(pot), dealer)
        table.deal(FOUR, "9S")
        first = table.turn()
        table.bids((first, "decline_blind"), *[((first + after - 1) % 4 + 1, "check") for after in (1, 2, 3)])
    assert table.pot() == 80


def azi_of_100(service: Service, **house: object) -> RealTable:
    """Example 5: one trick each of three, seats 4 and 5 have folded."""
    table = RealTable(service, 5, dealer=5, **house).start()
    table.deal(AZI, "6S")
    table.bids((1, "bet_blind", 9), (2, "call"), (3, "raise", 28), (4, "fold"), (5, "fold"), (1, "call"), (2, "call"))
    table.plays("AD 7D 6D  9H AH TH  8D QS KD")
    assert (table.now()["phase"], table.pot()) == ("awaiting_settlement", 100)
    table.do("settle")
    return table


def test_example_5_two_buy_in_for_a_third_of_the_pot_as_it_was_at_the_azi(service: Service) -> None:
    table = azi_of_100(service)
    assert [(offer["seat"], offer["price"]["amount"]) for offer in table.now()["offers"]] == [(4, "34"), (5, "34")]
    table.do("buy_in", seat=4)
    table.do("buy_in", seat=5)
    assert table.pot() == 168
    books_balance(service, table.game)


def test_example_5_under_running_the_second_pays_a_third_of_the_grown_pot(service: Service) -> None:
    table = azi_of_100(service, buy_in_base="running")
    table.do("buy_in", seat=4)
    assert [(offer["seat"], offer["price"]["amount"]) for offer in table.now()["offers"] if offer["seat"] == 5] == [(5, "45")]
    table.do("buy_in", seat=5)
    assert table.pot() == 179


@pytest.mark.parametrize(("round_buy_in", "price"), [("up", 17), ("down", 16)])
def test_d15_a_third_of_50_is_17_rounded_up_and_16_rounded_down(service: Service, round_buy_in: str, price: int) -> None:
    table = RealTable(service, 5, dealer=5, round_buy_in=round_buy_in).start()
    table.deal(AZI, "6S")
    table.bids((1, "bet_blind", 5), (2, "call"), (3, "call"), (4, "fold"), (5, "fold"))
    assert table.pot() == 50
    table.plays("7D 6D AD  9H AH TH  8D QS KD")
    table.do("settle")
    assert [offer["price"]["amount"] for offer in table.now()["offers"]] == [str(price)] * 2
    table.do("buy_in", seat=4)
    assert table.pot() == 50 + price


def test_example_7_a_renege_costs_260_and_the_second_in_a_row_780_and_the_game(service: Service) -> None:
    table = pot_of_130(service)
    table.plays("AD 7H")
    table.do("claim", seat=3, deal=1, trick=1, card="7H")
    game = table.now()
    assert (game["pot"]["amount"], game["phase"], game["turn"]) == ("390", "play", 1)
    assert game["trick"] == [{"seat": 3, "card": "AD"}]
    table.plays("6S")
    table.do("claim", seat=2, deal=1, trick=1, card="6S")
    assert [(one["chips"], one["pot"]) for one in table.events("penalty_imposed")] == [("260", "390"), ("780", "1170")]
    assert [one["rule"] for one in table.events("player_put_out")] == ["AZI-VIOL-4"]
    game = table.now()
    assert (game["pot"]["amount"], game["phase"], game["deal"]) == ("1170", "shuffle", 2)
    assert [seat["seat"] for seat in game["seats"] if seat["out"]] == [1]
    table.deal({2: "TD AH 8H", 3: "AD QS KH"}, "9S")
    table.bids((2, "bet_blind", 5), (3, "fold")) if table.turn() == 2 else table.bids((3, "bet_blind", 5), (2, "fold"))
    assert table.now()["over"]
    assert table.stacks()[1] == 2000 - 35 - 260 - 780
    assert sum(table.stacks().values()) == 8000
    kinds = [line["kind"] for line in adds_up(service, table.seats[1])]
    assert kinds[-5:] == ["ante", "blind_bet", "call", "penalty_renege", "penalty_renege"]
    books_balance(service, table.game)


@pytest.mark.parametrize(
    ("hand", "may"),
    [("9H AS 6D", ["9H"]), ("6D 8S AD", ["8S"]), ("6D 7D AD", ["6D", "7D", "AD"])],
)
def test_example_8_what_may_be_played_to_the_seven_of_hearts(service: Service, hand: str, may: list[str]) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.deal({2: "7H 8H TH", 3: hand, 1: "KH QH JH"}, "KS")
    table.bids((2, "bet_blind", 5), (3, "call"), (1, "call"))
    table.plays("7H")
    assert [act["card"] for act in table.table.seen(3)["legal"]] == may


def test_example_9_a_penalty_of_260_on_a_stack_of_40_leaves_a_debt_and_no_ante_before_a_top_up(service: Service) -> None:
    table = RealTable(service, 4, 75, dealer=4).start()
    table.deal(FOUR, "9S")
    table.bids((1, "bet_blind", 10), (2, "call"), (3, "raise", 40), (4, "fold"), (1, "call"), (2, "call"))
    assert table.stacks()[1] == 40
    table.plays("AD 7H")
    table.do("claim", seat=3, deal=1, trick=1, card="7H")
    assert table.stacks()[1] == -220
    table.plays("KD TD  QS 6S 8H  KH 7H AH")
    table.do("settle")
    assert table.now()["over"]
    player = table.seats[1]
    has = service.auditor.read(f"/v1/players/{player}/balance?min_position={service.ledger.head()}")
    assert has["stacks"][table.id]["amount"] == "-220"
    table.start()
    assert 1 not in [stake["seat"] for stake in table.events("antes_posted")[0]["stakes"]]
    table.do("void_game", reason="Only to see who antes next")
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "300"})
    body = {"player": player, "direction": "top_up", "amount": "300"}
    service.steward.done(f"/v1/tables/{table.id}/chips", body)
    table.start()
    assert 1 in [stake["seat"] for stake in table.events("antes_posted")[0]["stakes"]]
    adds_up(service, player)
    books_balance(service, table.game)


def test_example_10_a_cut_leaves_four_cards_in_each_part(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.do("shuffle", seat=1)
    for at in (3, 24):
        table.refused("AZI-DEAL-4", "cut", seat=3, at=at)
    table.do("cut", seat=3, at=4)
    table.do("offer_cut", seat=1)
    table.do("cut", seat=3, at=23)


def test_example_11_an_all_pass_and_a_ladder_of_raises_make_a_pot_of_210(service: Service) -> None:
    table = four(service)
    table.bids((1, "decline_blind"), (2, "check"), (3, "check"), (4, "check"))
    assert table.pot() == 40
    table.deal(FOUR, "9S")
    before = table.stacks()
    table.bids((1, "bet_blind", 10), (2, "call"), (3, "fold"), (4, "raise", 40), (1, "raise", 80), (2, "fold"), (4, "call"))
    assert table.pot() == 210
    assert {seat: before[seat] - stack for seat, stack in table.stacks().items()} == {1: 70, 2: 20, 3: 0, 4: 80}


def test_example_12_half_the_pot_buys_in_who_had_folded_at_azi_three_half(service: Service) -> None:
    table = RealTable(service, 5, dealer=5, preset="azi-three-half").start()
    table.deal(AZI, "6S")
    table.bids((1, "bet_blind", 5), (2, "call"), (3, "call"), (4, "fold"), (5, "fold"))
    assert table.pot() == 50
    table.plays("7D 6D AD  9H AH TH  8D QS KD")
    table.do("settle")
    assert {offer["seat"]: offer["price"]["amount"] for offer in table.now()["offers"]} == {4: "25", 5: "25"}
    table.do("buy_in", seat=4)
    table.do("decline_buy_in", seat=5)
    assert table.pot() == 75
