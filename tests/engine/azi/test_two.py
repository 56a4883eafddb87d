"""Azi with two cards: both tricks are needed."""

from engine.azi import azi
from engine.azi.commands import BetBlind, BuyIn, Call, DeclineBuyIn, Fold
from engine.azi.events import AziOccurred, Offer, PotAwarded, TrickTaken
from engine.azi.rulebook import AZI_DEAL_9
from tests.engine.azi.deals import deal, dealt_by_service, plays, reached, start
from tests.engine.scenario import breaks, given, keeps

# Spades are trumps.
TWO = {1: "AS AH", 2: "6S 6H", 3: "7D 7H"}
BIDS = [BetBlind(1, 5), Call(2), Call(3)]


def two(hands: dict[int, str], *stacks: int, **changes: object) -> list[object]:
    """A deal of these hands of two, by the last seat."""
    return [start(*(stacks or (1000,) * len(hands)), name="azi-two", **changes), *deal(len(hands), hands, "TS")]


@keeps("AZI-TWO-1", "AZI-DEAL-5", "AZI-PLAY-6")
def test_two_cards_each_and_both_tricks_win_the_pot():
    story = [*two(TWO), *BIDS, *plays("1 AS", "2 6S", "3 7D", "1 AH", "2 6H")]
    won = given(azi, *story).when(plays("3 7H")[0])
    won.then_one(TrickTaken, trick=2, seat=1).then_one(PotAwarded, because="two_tricks", tricks=((1, 2), (2, 0), (3, 0)))
    won.then_none(AziOccurred).then_state(phase="over")


@keeps("AZI-TWO-1", "AZI-AZI-1", "AZI-AZI-3")
def test_two_active_players_can_have_an_azi():
    hands = {1: "AS 6H", 2: "6S AH", 3: "7D 7H"}
    story = [*two(hands), BetBlind(1, 5), Call(2), Fold(3), *plays("1 AS", "2 6S", "1 6H")]
    happened = given(azi, *story).when(plays("2 AH")[0]).then_none(PotAwarded)
    happened.then_one(AziOccurred, stay=(1, 2), next_dealer=2, pot=30, offers=(Offer(3, 10),)).then_state(phase="buy_in")


@keeps("AZI-TWO-1", "AZI-AZI-5")
def test_after_an_azi_of_two_the_third_buys_in_and_is_dealt_two_cards():
    hands = {1: "AS 6H", 2: "6S AH", 3: "7D 7H"}
    story = [*two(hands), BetBlind(1, 5), Call(2), Fold(3), *plays("1 AS", "2 6S", "1 6H", "2 AH")]
    again = reached(*story, BuyIn(3), *deal(2, {1: "6D 7D", 2: "8D 9D", 3: "TD JD"}))
    assert {seat: len(hand) for seat, hand in again.hands.items()} == {3: 2, 1: 2, 2: 2}
    assert reached(*story, DeclineBuyIn(3)).dealt_to == (1, 2)


@breaks("AZI-TWO-1")
def test_three_cards_for_one_of_them_are_refused():
    story = two(TWO)
    entered = story.pop()
    hands = {**entered.hands, 2: ("6S", "6H", "8H")}
    given(azi, *story).when(type(entered)(3, hands, "TS")).then_refused(AZI_DEAL_9, seat=2, count=2, got=3)


def test_with_seven_players_the_service_deals_fourteen_cards_and_the_fifteenth_is_trump():
    game = dealt_by_service(7, "azi-two")
    assert [len(hand) for hand in game.hands.values()] == [2] * 7
    assert game.trump == game.order[14]
    assert game.hands[1] == (game.order[0], game.order[7])
    assert len(game.stock) == 12
