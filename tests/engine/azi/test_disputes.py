"""Disputes that really happen, and what the rules say to them; worked examples 7 and 9."""

from __future__ import annotations

from itertools import product

import pytest

from engine.azi import azi
from engine.azi.commands import (
    Bet,
    BetBlind,
    BuyIn,
    Call,
    Check,
    Claim,
    Cut,
    Deal,
    DeclineBlind,
    DemandRedeal,
    Expose,
    Fold,
    KeepCard,
    Leave,
    OfferCut,
    Play,
    Raise,
    ReachEndTime,
    ReplaceCard,
    Settle,
    Shuffle,
    TopUp,
    VoidDeal,
    VoidGame,
)
from engine.azi.events import AntesPosted, AziOccurred, BoughtIn, Called, CutOffered, DeckShuffled, GameEnded, PotAwarded, Stake
from engine.azi.offence_events import (
    CardExposed,
    CardReplaced,
    ClaimUnfounded,
    ClaimUpheld,
    DealAnnulled,
    ExposedCardKept,
    GameVoided,
    PenaltyImposed,
    PlayerPutOut,
    PlayRestored,
)
from engine.azi.rulebook import AZI_DEAL_7, AZI_DEAL_9, AZI_ORDER_1, AZI_VIOL_5
from tests.engine.azi.deals import deal, plays, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

# Four players, antes of 5, a blind bet of 10, a raise to 40, a fold: the pot is 130 and seat 3 leads.
HANDS = {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S", 4: "TD JD QD"}
POT_130 = [
    *[start(1000, 1000, 1000, 1000, enforcement="record"), *deal(4, HANDS, "KS")],
    *[BetBlind(1, 10), Call(2), Raise(3, 40), Fold(4), Call(1), Call(2)],
]


@keeps("AZI-VIOL-2", "AZI-VIOL-3", "AZI-VIOL-4")
def test_example_7_a_renege_costs_260_of_a_pot_of_130_and_the_second_one_780_and_the_game():
    reneged = [*POT_130, Play(3, "8H"), Play(1, "6D")]
    first = given(azi, *reneged).when(Claim(2, 1, 1, "6D"))
    first.then_one(ClaimUpheld, against=1, rule="AZI-PLAY-2").then_one(PenaltyImposed, seat=1, player="p1", chips=260, pot=390)
    first.then_one(PlayRestored, seat=1).then_state(pot=390, turn=1, trick=((3, "8H"),))
    again = [*reneged, Claim(2, 1, 1, "6D"), *plays("1 9H", "2 7S")]
    other = given(azi, *again).when(Claim(1, 1, 1, "7S")).then_one(PenaltyImposed, seat=2, chips=780, pot=1170)
    other.then_none(PlayerPutOut)
    twice = [*reneged, Claim(2, 1, 1, "6D"), Play(1, "6D")]
    second = given(azi, *twice).when(Claim(2, 1, 1, "6D")).then_one(PenaltyImposed, seat=1, chips=780, pot=1170)
    second.then_one(PlayerPutOut, seat=1).then_one(DealAnnulled, again=(2, 3), pot=1170, because="put_out")
    assert second.after.stacks == {1: 965 - 260 - 780, 2: 955, 3: 955, 4: 995}


@keeps("AZI-VIOL-6")
@breaks("AZI-ANTE-1")
def test_example_9_a_penalty_of_260_on_a_stack_of_40_leaves_220_owed_and_no_ante():
    poor = [start(1000, 85, 1000, 1000, enforcement="record", restore="never"), *POT_130[1:]]
    assert reached(*poor).stacks[2] == 40
    owes = given(azi, *poor, *plays("3 8H", "1 9H", "2 7S")).when(Claim(1, 1, 1, "7S"))
    owes.then_one(PenaltyImposed, chips=260).then_state(pot=390, dealt_to=(1, 2, 3))
    assert owes.after.stacks[2] == -220
    redealt = [
        *poor,
        *plays("3 8H", "1 9H", "2 7S"),
        Claim(1, 1, 1, "7S"),
        *deal(4, {seat: HANDS[seat] for seat in (1, 2, 3)}, "KS"),
    ]
    passed = [*redealt, DeclineBlind(1), Check(2)]
    given(azi, *passed).when(Check(3)).then_one(AntesPosted, out=(2,), pot=405)
    given(azi, *redealt, DeclineBlind(1), TopUp(2, 225), Check(2)).when(Check(3)).then_one(AntesPosted, out=(), pot=410)


# D1 and D2: three players, a pot of 90; 1 leads hearts, 2 throws a diamond though he holds the nine of hearts.
POT_90 = [
    *[start(1000, 1000, 1000, enforcement="record"), *deal(3, {1: "AH 6D 7D", 2: "9H 8D AD", 3: "7H 8H KD"}, "KS")],
    *[DeclineBlind(1), Bet(2, 10), Raise(3, 20), Raise(1, 25), Call(2), Call(3)],
]


@keeps("AZI-VIOL-3")
def test_d1_a_renege_seen_after_the_third_trick_costs_180_and_is_dealt_again_for_270():
    assert reached(*POT_90).pot == 90
    seen = [*POT_90, *plays("1 AH", "2 8D", "3 7H", "1 6D", "2 AD", "3 KD", "2 9H", "3 8H", "1 7D")]
    assert reached(*seen).phase == "awaiting_settlement"
    claimed = given(azi, *seen).when(Claim(1, 1, 1, "8D")).then_one(PenaltyImposed, seat=2, chips=180, pot=270)
    claimed.then_one(DealAnnulled, because="renege", again=(1, 2, 3), returned=()).then_none(PlayRestored)
    claimed.then_none(AntesPosted).then_state(phase="shuffle", pot=270, dealer=3)
    given(azi, *seen, Settle()).when(Claim(1, 1, 1, "8D")).then_refused(AZI_ORDER_1)


@keeps("AZI-VIOL-3")
def test_d2_claimed_before_the_next_lead_the_card_goes_back_and_the_180_stay():
    seen = [*POT_90, *plays("1 AH", "2 8D", "3 7H")]
    given(azi, *seen).when(Claim(3, 1, 1, "8D")).then_one(PlayRestored, trick=1, seat=2).then_state(pot=270, turn=2)
    given(azi, *seen, Claim(3, 1, 1, "8D"), Play(2, "9H")).when(Play(3, "7H")).then_state(pot=270, turn=1, takers=(1,))


@keeps("AZI-CLAIM-1")
def test_d7_a_claim_about_a_trick_without_a_renege_is_unfounded():
    fair = [*POT_90, *plays("1 AH", "2 9H", "3 7H")]
    given(azi, *fair).when(Claim(1, 1, 1, "7H")).then_one(ClaimUnfounded, seat=1, against=3).then_none(PenaltyImposed)
    costly = [start(1000, 1000, 1000, enforcement="record", false_claim_penalty="ante"), *fair[1:]]
    given(azi, *costly).when(Claim(1, 1, 1, "7H")).then_one(PenaltyImposed, seat=1, chips=5, pot=95, offence="false_claim")


SHOWN = [start(1000, 1000, 1000, 1000), *deal(4, {**HANDS, 2: "7H 9D 8D", 1: "9H 7D 6D"}, "KS"), Expose(2, "7H")]


@keeps("AZI-VIOL-1")
def test_d9_the_owner_of_a_card_dealt_face_up_chooses_one_of_three_and_only_a_redeal_costs_the_dealer():
    given(azi, *SHOWN[:-1]).when(SHOWN[-1]).then(CardExposed(1, 2, "7H"))
    given(azi, *SHOWN).when(KeepCard(2)).then(ExposedCardKept(1, 2, "7H")).then_state(pot=20)
    given(azi, *SHOWN).when(ReplaceCard(2, "QS")).then(CardReplaced(1, 2, "7H", {2: "QS"})).then_state(pot=20)
    given(azi, *SHOWN).when(DemandRedeal(2)).then_one(PenaltyImposed, seat=4, chips=5, pot=25).then_state(phase="shuffle")


@breaks("AZI-DEAL-9")
def test_d10_the_replacement_is_no_card_that_is_known_to_lie_elsewhere():
    for elsewhere in ("KS", "9H", "7H", "AC"):
        given(azi, *SHOWN).when(ReplaceCard(2, elsewhere)).then_refused(AZI_DEAL_9, seat=2)


FORGOT = [
    *[start(1000, 1000, 1000, 1000, enforcement="record"), Shuffle(4)],
    Deal(4, {seat: tuple(hand.split()) for seat, hand in HANDS.items()}, "KS"),
]


@keeps("AZI-VIOL-5")
def test_d11_a_forgotten_cut_is_redealt_before_the_blind_bet_and_too_late_after_it():
    before = given(azi, *FORGOT).when(DemandRedeal(3)).then_one(PenaltyImposed, seat=4, chips=5, pot=25, offence="missing_cut")
    before.then_none(AntesPosted).then_state(phase="shuffle", dealer=4, stacks={1: 995, 2: 995, 3: 995, 4: 990})
    given(azi, *FORGOT, BetBlind(1, 10)).when(DemandRedeal(3)).then_refused(AZI_VIOL_5)


@keeps("AZI-DEAL-7")
def test_d12_a_shuffle_after_the_final_cut_is_refused_or_recorded_and_then_another_cut_is_due():
    ritual = [Shuffle(4), Cut(3, 10), OfferCut(4), Cut(3, 10)]
    given(azi, start(1000, 1000, 1000, 1000), *ritual).when(Shuffle(4)).then_refused(AZI_DEAL_7, seat=4)
    real = [FORGOT[0], *ritual]
    given(azi, *real).when(Shuffle(4)).then(DeckShuffled(1, 2, 4), CutOffered(1, 3, True))
    given(azi, *real, Shuffle(4), FORGOT[-1]).when(DemandRedeal(1)).then_one(PenaltyImposed, offence="missing_cut")
    given(azi, *real, Shuffle(4), Cut(3, 10), FORGOT[-1]).when(DemandRedeal(1)).then_refused(AZI_VIOL_5)


@keeps("AZI-VOID-1")
def test_d13_in_a_void_deal_bids_and_buy_ins_go_back_and_penalties_and_the_carried_pot_stay():
    replay = [*to_azi(enforcement="record"), Settle(), BuyIn(4), BuyIn(5), *deal(3, {**HANDS, 5: "9D 9S TS"}, "KS")]
    bids = [*replay, BetBlind(4, 5), Call(5), Call(1), Call(2), Call(3)]
    bids += plays("4 TD", "5 9D", "1 6D", "2 8D", "3 8S", "3 8H", "4 JD", "5 9S", "1 9H", "2 7S")
    assert reached(*bids).pot == 50 + 17 + 17 + 45
    reneged = [*bids, Claim(1, 2, 2, "7S")]
    assert reached(*reneged).pot == 129 * 3
    back = tuple(Stake(seat, f"p{seat}", chips) for seat, chips in ((1, 10), (2, 10), (3, 10), (4, 22), (5, 27)))
    void = given(azi, *reneged).when(VoidDeal("dead cards were shuffled back")).then_one(DealAnnulled, returned=back, pot=50 + 258)
    void.then_one(DealAnnulled, again=(1, 2, 3, 4, 5))
    assert [event for event in void.events if isinstance(event, BoughtIn)] == [
        BoughtIn(3, 4, "p4", 17, 325),
        BoughtIn(3, 5, "p5", 17, 342),
    ]
    void.then_state(phase="shuffle", pot=342, dealt_to=(4, 5, 1, 2, 3), dealer=3)


@keeps("AZI-TIME-1")
def test_d14_of_a_pot_of_25_shared_by_two_the_odd_unit_goes_to_the_first_seat_left_of_the_dealer():
    house = {"enforcement": "record", "at_end_time": "split_pot"}
    gone = [Leave(2), Leave(3), Leave(4)]
    passed = [start(*[1000] * 5, **house), *deal(5, (1, 2, 3, 4, 5)), ReachEndTime(), DeclineBlind(1), *gone]
    shares = (Stake(1, "p1", 13), Stake(5, "p5", 12))
    given(azi, *passed).when(Check(5)).then_one(PotAwarded, shares=shares, because="split").then_state(over=True)


@keeps("AZI-VOID-1")
@pytest.mark.parametrize(("deck", "enforcement"), [("entered", "refuse"), ("entered", "record")])
def test_d17_a_cancelled_game_gives_everybody_his_own_money_back(deck, enforcement):
    house = {"deck": deck, "enforcement": enforcement}
    bids = [start(1000, 1000, 1000, 1000, **house), *deal(4, HANDS, "KS"), BetBlind(1, 10), Call(2)]
    back = (Stake(1, "p1", 15), Stake(2, "p2", 25), Stake(3, "p3", 5), Stake(4, "p4", 5))
    void = given(azi, *bids).when(VoidGame("cancelled")).then_first(GameVoided(1, "cancelled", back, 0))
    void.then_one(GameEnded, how="void", next_dealer=4).then_none(PotAwarded).then_state(over=True, pot=0)
    assert set(void.after.stacks.values()) == {1000}


@keeps("AZI-VIOL-2", "AZI-LAST-1")
def test_d18_who_folded_in_the_deal_that_decides_the_pot_gets_none_of_it_after_any_ruling():
    for ruling, at_end in product((None, Claim(4, 1, 1, "7S")), (None, ReachEndTime())):
        story = [start(*[1000] * 4, enforcement="record", at_end_time="split_pot"), *deal(4, HANDS, "KS")]
        story += [BetBlind(1, 5), Call(2), Call(3), Fold(4), *plays("1 9H", "2 7S" if ruling else "2 6H")]
        story += [ruling, Play(2, "6H")] if ruling else []
        story += [at_end] if at_end else []
        tail = ("3 8H", "1 7H", "2 7S", "3 6S", "2 8D", "3 8S", "1 6D")
        ended = given(azi, *story, *plays(*tail)).when(Settle())
        ended.then_none(Called)
        if at_end:
            award = next(event for event in ended.events if isinstance(event, PotAwarded))
            assert 4 not in {share.seat for share in award.shares}
            assert ended.after.stacks[4] == 995
        else:
            ended.then_one(AziOccurred, stay=(1, 2, 3))
