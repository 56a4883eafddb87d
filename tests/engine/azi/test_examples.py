"""The worked examples of the rules, with their figures."""

from engine.azi import azi
from engine.azi.commands import (
    BetBlind,
    BuyIn,
    Call,
    Check,
    Cut,
    DeclineBlind,
    DeclineBuyIn,
    Fold,
    OfferCut,
    Play,
    Raise,
    Shuffle,
)
from engine.azi.events import AziOccurred, BlindBet, BoughtIn, Called, DealThrownIn, Offer, Raised
from engine.azi.rulebook import AZI_BID_3, AZI_BID_4, AZI_DEAL_4, AZI_PLAY_2, AZI_PLAY_3
from tests.engine.azi.deals import FOUR, deal, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

BLIND_10 = [*FOUR, BetBlind(1, 10)]


@keeps("AZI-BID-2", "AZI-BID-3", "AZI-BID-5", "AZI-BID-6", "AZI-BID-10")
def test_example_1_a_raise_over_a_blind_bet_makes_a_pot_of_130_and_the_raiser_leads():
    raised = [*BLIND_10, Call(2), Raise(3, 40), Fold(4)]
    given(azi, *raised).when(Call(1)).then(Called(1, 1, "p1", 20, 40, 110))
    given(azi, *raised, Call(1)).when(Call(2)).then(Called(1, 2, "p2", 20, 40, 130)).then_state(phase="play", turn=3, pot=130)
    assert reached(*raised, Call(1), Call(2)).stacks == {1: 965, 2: 955, 3: 955, 4: 995}


@breaks("AZI-BID-3")
def test_example_2_over_20_a_raise_goes_from_21_to_40():
    given(azi, *BLIND_10).when(Raise(2, 41)).then_refused(AZI_BID_3, seat=2, low=21, high=40, price=41)
    given(azi, *BLIND_10).when(Raise(2, 21)).then(Raised(1, 2, "p2", 21, 21, 51))
    given(azi, *BLIND_10).when(Raise(2, 40)).then(Raised(1, 2, "p2", 40, 40, 70))


@keeps("AZI-BID-2")
def test_example_2_a_raise_to_the_standing_price_is_a_call():
    given(azi, *BLIND_10).when(Raise(2, 20)).then(Called(1, 2, "p2", 20, 20, 50))


@breaks("AZI-BID-4", "AZI-BID-1")
def test_example_3_under_a_cap_of_25():
    capped = [start(1000, 1000, 1000, 1000, cap="25"), *deal(4, (1, 2, 3, 4))]
    given(azi, *capped).when(BetBlind(1, 13)).then_refused(AZI_BID_4, seat=1, price=26, cap=25, high=12)
    given(azi, *capped).when(BetBlind(1, 12)).then(BlindBet(1, 1, "p1", 12, 24, 32))
    given(azi, *capped, BetBlind(1, 12)).when(Raise(2, 25)).then(Raised(1, 2, "p2", 25, 25, 57))
    given(azi, *capped, BetBlind(1, 12)).when(Raise(2, 26)).then_refused(AZI_BID_4, seat=2, price=26, cap=25)


@keeps("AZI-BID-8", "AZI-ANTE-3")
def test_example_4_nobody_bets_and_the_pot_grows_from_20_to_40_to_60():
    passed = [DeclineBlind(1), Check(2), Check(3)]
    again = [*deal(4, (1, 2, 3, 4)), *passed]
    scenario = given(azi, *FOUR, *passed).when(Check(4))
    scenario.then_one(DealThrownIn, deal=1, pot=20, next_dealer=4).then_state(pot=40, deal=2, phase="shuffle", turn=4)
    given(azi, *FOUR, *passed, Check(4), *again).when(Check(4)).then_state(pot=60, deal=3)
    moved = [start(1000, 1000, 1000, 1000, all_pass_dealer="next"), *deal(4, (1, 2, 3, 4)), *passed]  # noqa: S106
    given(azi, *moved).when(Check(4)).then_one(DealThrownIn, next_dealer=1).then_state(pot=40, dealer=1, dealt_to=(2, 3, 4, 1))


@keeps("AZI-AZI-1", "AZI-AZI-2", "AZI-AZI-3", "AZI-AZI-4")
def test_example_5_a_third_of_100_is_34_for_each_of_two():
    azi_of_100 = to_azi(hundred=True)
    last = azi_of_100.pop()
    happened = AziOccurred(1, 100, 3, (1, 2, 3), (Offer(4, 34), Offer(5, 34)))
    given(azi, *azi_of_100).when(last).then_one(AziOccurred, **{name: getattr(happened, name) for name in happened.__slots__})
    given(azi, *azi_of_100, last).when(BuyIn(4)).then(BoughtIn(2, 4, "p4", 34, 134))
    given(azi, *azi_of_100, last, BuyIn(4)).when(BuyIn(5)).then(BoughtIn(2, 5, "p5", 34, 168)).then_state(pot=168, phase="shuffle")


@keeps("AZI-AZI-2")
def test_example_5_with_a_running_base_the_second_pays_45():
    running = to_azi(hundred=True, buy_in_base="running")
    given(azi, *running, BuyIn(4)).when(BuyIn(5)).then(BoughtIn(2, 5, "p5", 45, 179))
    given(azi, *running, DeclineBuyIn(4)).when(BuyIn(5)).then(BoughtIn(2, 5, "p5", 34, 134))


@breaks("AZI-PLAY-2", "AZI-PLAY-3")
def test_example_8_follow_else_trump_else_anything():
    def to_hearts(hand: str) -> list[object]:
        hands = {1: "7H 8H 6S", 2: hand, 3: "TD JD QD"}
        return [start(1000, 1000, 1000), *deal(3, hands, "KS"), BetBlind(1, 5), Call(2), Call(3), Play(1, "7H")]

    both = to_hearts("9H AS 6D")
    given(azi, *both).when(Play(2, "AS")).then_refused(AZI_PLAY_2, seat=2, legal=("9H",))
    given(azi, *both).when(Play(2, "6D")).then_refused(AZI_PLAY_2, seat=2, legal=("9H",))
    given(azi, *both).when(Play(2, "9H")).then_state(turn=3)
    trump = to_hearts("6D 8S AD")
    for card in ("6D", "AD"):
        given(azi, *trump).when(Play(2, card)).then_refused(AZI_PLAY_3, seat=2, legal=("8S",))
    given(azi, *trump).when(Play(2, "8S")).then_state(turn=3)
    for card in ("6D", "7D", "AD"):
        given(azi, *to_hearts("6D 7D AD")).when(Play(2, card)).then_state(turn=3)


@breaks("AZI-DEAL-4")
def test_example_10_a_cut_leaves_four_cards_in_each_part():
    for ready in ([Shuffle(4)], [Shuffle(4), Cut(3, 10), OfferCut(4)]):
        for short in (3, 24, 0, 27, -5):
            given(azi, start(50, 50, 50, 50), *ready).when(Cut(3, short)).then_refused(AZI_DEAL_4, at=short, fewest=4, most=23)
        for fair in (4, 23):
            given(azi, start(50, 50, 50, 50), *ready).when(Cut(3, fair)).then_state(turn=4)


@keeps("AZI-BID-5", "AZI-BID-6", "AZI-BID-8")
def test_example_11_a_redeal_and_a_blind_bettor_who_raises_make_a_pot_of_210():
    thrown_in = [*FOUR, DeclineBlind(1), Check(2), Check(3), Check(4), *deal(4, (1, 2, 3, 4))]
    bids = [BetBlind(1, 10), Call(2), Fold(3), Raise(4, 40)]
    given(azi, *thrown_in, *bids).when(Raise(1, 80)).then(Raised(2, 1, "p1", 60, 80, 170))
    given(azi, *thrown_in, *bids, Raise(1, 80), Fold(2)).when(Call(4)).then_state(pot=210, phase="play", turn=1)


@keeps("AZI-AZI-3")
def test_example_12_who_folded_buys_in_for_half():
    story = to_azi(name="azi-three-half")
    last = story.pop()
    given(azi, *story).when(last).then_one(AziOccurred, pot=50, offers=(Offer(4, 25), Offer(5, 25)))
    given(azi, *story, last, DeclineBuyIn(4)).when(BuyIn(5)).then(BoughtIn(2, 5, "p5", 25, 75))
