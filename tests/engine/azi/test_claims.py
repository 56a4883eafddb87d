"""Cards against the rules: claimed, found, penalised, restored or dealt again."""

from __future__ import annotations

import pytest

from engine.azi import azi, legal, recordable, violations
from engine.azi.commands import (
    Bet,
    BetBlind,
    BuyIn,
    Call,
    Check,
    Claim,
    DeclineBlind,
    DeclineBuyIn,
    Fold,
    Leave,
    Penalise,
    Play,
    Settle,
    TopUp,
    VoidDeal,
)
from engine.azi.events import (
    AntesPosted,
    AziOccurred,
    CardPlayed,
    Checked,
    DealThrownIn,
    Offer,
    PlayedCard,
    PotAwarded,
    Stake,
    TrickTaken,
)
from engine.azi.offence_events import (
    ClaimMade,
    ClaimUnfounded,
    ClaimUpheld,
    DealAnnulled,
    OffenceFound,
    PenaltyImposed,
    PlayerPutOut,
    PlayRestored,
)
from engine.azi.rulebook import (
    AZI_BID_1,
    AZI_BID_11,
    AZI_CLAIM_1,
    AZI_LEAVE_1,
    AZI_ORDER_1,
    AZI_PLAY_2,
    AZI_SETTLE_1,
    AZI_VIOL_2,
    AZI_VIOL_6,
    AZI_VIOL_7,
)
from engine.rules import Violation
from tests.engine.azi.deals import AZI_PLAYS, deal, plays, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

HANDS = {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S", 4: "TD JD QD"}


def playing(hands: dict[int, str] | None = None, **changes: object) -> list[object]:
    """Antes of 5, all call a blind bet of 5 with 10; seat 1 leads; spades are trumps."""
    hands = HANDS if hands is None else hands
    dealer = max(hands)
    opened = [start(*[1000] * dealer, **{"enforcement": "record", **changes}), *deal(dealer, hands, "KS"), BetBlind(1, 5)]
    return [*opened, *[Call(seat) for seat in list(hands)[1:]]]


THREE = {seat: HANDS[seat] for seat in (1, 2, 3)}
RENEGED = [*playing(THREE), *plays("1 9H", "2 7S")]  # pot 40; seat 2 holds 6H
UPHELD = (ClaimMade(3, 1, 2, 1, "7S"), ClaimUpheld(3, 1, 2, 1, "7S", "AZI-PLAY-2"))
FINE = PenaltyImposed(1, 2, "p2", "7S", 80, 120, "renege", "AZI-VIOL-2", "AZI-PLAY-2", "claim", 3, trick=1)


@keeps("AZI-VIOL-2", "AZI-VIOL-3", "AZI-CLAIM-1")
def test_a_claimed_renege_costs_twice_the_pot_and_the_card_goes_back():
    restored = PlayRestored(1, 1, 2, (PlayedCard(2, "7S"),))
    claimed = given(azi, *RENEGED).when(Claim(3, 1, 1, "7S")).then(*UPHELD, FINE, restored)
    claimed.then_state(pot=120, turn=2, trick=((1, "9H"),), stacks={1: 990, 2: 905, 3: 985})
    assert sorted(claimed.after.hands[2]) == ["6H", "7S", "8D"]
    assert legal(claimed.after, 2) == (Play(2, "6H"),)


@keeps("AZI-VIOL-2", "AZI-CLAIM-1")
def test_a_steward_finds_the_same_without_a_claim():
    found = given(azi, *RENEGED).when(Penalise(1, 1, "7S"))
    found.then_first(OffenceFound(1, 2, 1, "7S", "AZI-PLAY-2")).then_one(
        PenaltyImposed, found_by="steward", claimant=None, chips=80
    )
    found.then_one(PlayRestored, seat=2)
    given(azi, *RENEGED).when(Penalise(1, 1, "9H")).then_refused(AZI_VIOL_2, seat=1)
    given(azi, *RENEGED, Penalise(1, 1, "7S")).when(Claim(1, 1, 1, "7S")).then_refused(AZI_CLAIM_1)


@breaks("AZI-VIOL-2", "AZI-CLAIM-1")
def test_a_card_by_the_rules_costs_nothing_and_under_refuse_there_is_nothing_to_claim():
    lawful = [*playing(THREE), *plays("1 9H", "2 6H")]
    given(azi, *lawful).when(Claim(1, 1, 1, "6H")).then(ClaimMade(1, 1, 2, 1, "6H"), ClaimUnfounded(1, 1, 2, 1, "6H"))
    strict = [*playing(THREE, enforcement="refuse"), *plays("1 9H")]
    given(azi, *strict).when(Play(2, "7S")).then_refused(AZI_PLAY_2, legal=("6H",))
    given(azi, *strict).when(Claim(1, 1, 1, "9H")).then_refused(AZI_CLAIM_1)
    given(azi, *strict).when(Penalise(1, 1, "9H")).then_refused(AZI_CLAIM_1)


@keeps("AZI-VIOL-7", "AZI-VIOL-2")
def test_under_record_a_card_against_the_rules_is_an_ordinary_play_that_only_the_audit_sees():
    game = reached(*playing(THREE), *plays("1 9H"))
    assert legal(game, 2) == (Play(2, "6H"),)
    assert recordable(game, 2) == (Play(2, "7S"), Play(2, "8D"))
    assert recordable(game, 3) == ()
    given(azi, *playing(THREE), *plays("1 9H")).when(Play(2, "7S")).then(CardPlayed(1, 1, 2, "7S")).then_state(turn=3, pot=40)
    assert violations(reached(*RENEGED)) == (Violation(2, "AZI-PLAY-2", "renege", 1, 1, "7S", "open"),)
    assert violations(reached(*RENEGED, Claim(3, 1, 1, "7S")))[0].status == "punished"


@breaks("AZI-VIOL-7")
def test_under_record_too_out_of_turn_a_wrong_amount_and_a_card_not_held_are_refused():
    given(azi, *RENEGED).when(Play(1, "7H")).then_refused(AZI_VIOL_7, turn=3)
    given(azi, *RENEGED).when(Play(3, "9D")).then_refused(AZI_VIOL_7)
    given(azi, *RENEGED).when(Play(3, "XX")).then_refused(AZI_VIOL_7)
    low = [start(1000, 1000, 1000, enforcement="record"), *deal(3, THREE, "KS")]
    given(azi, *low).when(BetBlind(1, 11)).then_refused(AZI_BID_1, high=10)


@keeps("AZI-CLAIM-1")
def test_a_claim_names_a_card_that_was_played_and_comes_once():
    for trick, card in ((1, "6H"), (2, "7S"), (0, "7S"), (1, "XX")):
        given(azi, *RENEGED).when(Claim(3, 1, trick, card)).then_refused(AZI_CLAIM_1)
    for number in (0, 2, -1):
        given(azi, *RENEGED).when(Claim(3, number, 1, "7S")).then_refused(AZI_CLAIM_1)
    given(azi, *RENEGED).when(Claim(4, 1, 1, "7S")).then_refused(AZI_ORDER_1)
    given(azi, *RENEGED, Claim(3, 1, 1, "9H")).when(Claim(2, 1, 1, "9H")).then_refused(AZI_CLAIM_1)
    given(azi, *RENEGED, Claim(3, 1, 1, "7S"), Play(2, "6H")).when(Claim(1, 1, 1, "7S")).then_refused(AZI_CLAIM_1)
    given(azi, *RENEGED).when(Claim(2, 1, 1, "7S")).then_one(PenaltyImposed, seat=2, claimant=2)


@breaks("AZI-CLAIM-1")
def test_a_false_claim_costs_an_ante_by_house_rule():
    costly = [*playing(THREE, false_claim_penalty="ante"), *plays("1 9H", "2 6H")]
    fine = PenaltyImposed(1, 3, "p3", "6H", 5, 45, "false_claim", "AZI-CLAIM-1", "AZI-CLAIM-1", "claim", 3, trick=1)
    given(azi, *costly).when(Claim(3, 1, 1, "6H")).then_first(ClaimMade(3, 1, 2, 1, "6H"), ClaimUnfounded(3, 1, 2, 1, "6H"), fine)
    given(azi, *costly).when(Claim(3, 1, 1, "6H")).then_state(turn=3, pot=45)


UNDER = {1: "9H 7H 6D", 2: "7S 8D TD", 3: "8H 8S 6S"}


@keeps("AZI-VIOL-2", "AZI-VIOL-3")
def test_not_trumping_is_the_same_offence_or_restored_free_by_house_rule():
    threw = plays("1 9H", "2 8D")
    given(azi, *playing(UNDER), *threw).when(Claim(1, 1, 1, "8D")).then_one(PenaltyImposed, chips=80, broken="AZI-PLAY-3")
    free = playing(UNDER, undertrump_is_renege=False)
    claimed = given(azi, *free, *threw).when(Claim(1, 1, 1, "8D"))
    claimed.then_none(PenaltyImposed).then_one(PlayRestored, seat=2).then_state(pot=40, turn=2)
    assert violations(claimed.after) == (Violation(2, "AZI-PLAY-3", "undertrump", 1, 1, "8D", "free"),)
    given(azi, *free, *threw, Play(3, "8H")).when(Penalise(1, 1, "8D")).then_one(PlayRestored, seat=2).then_state(pot=40)
    again = [*free, *threw, Claim(1, 1, 1, "8D"), Play(2, "TD")]
    given(azi, *again).when(Claim(1, 1, 1, "TD")).then_none(PlayerPutOut).then_none(PenaltyImposed)


@breaks("AZI-VIOL-2")
def test_a_missing_overtrump_is_the_same_offence_where_one_has_to_overtrump():
    hands = {1: "9H 7H 6D", 2: "7S 8D TD", 3: "8S 6S JD"}
    down = plays("1 9H", "2 7S", "3 6S")
    given(azi, *playing(hands, must_overtrump=True), *down).when(Claim(1, 1, 1, "6S")).then_one(PenaltyImposed, seat=3, chips=80)
    given(azi, *playing(hands), *down).when(Claim(1, 1, 1, "6S")).then_one(ClaimUnfounded)


@keeps("AZI-VIOL-2", "AZI-VIOL-3")
def test_several_reneges_are_charged_one_after_another_those_taken_back_too():
    hands = {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S"}
    two = [*playing(hands), *plays("1 9H", "2 7S", "3 8S")]
    first = given(azi, *two).when(Claim(1, 1, 1, "7S")).then_one(PenaltyImposed, seat=2, chips=80, pot=120)
    first.then_one(PlayRestored, taken_back=(PlayedCard(2, "7S"), PlayedCard(3, "8S"))).then_state(turn=2, trick=((1, "9H"),))
    second = given(azi, *two, Claim(1, 1, 1, "7S")).when(Claim(1, 1, 1, "8S")).then_one(PenaltyImposed, seat=3, chips=240, pot=360)
    second.then_none(PlayRestored).then_state(turn=2, phase="play")


LATER = [*playing(THREE), *plays("1 9H", "2 7S", "3 8H", "2 6H")]  # 7S took the trick, 6H is down in the next


@breaks("AZI-VIOL-3")
@pytest.mark.parametrize("restore", ["until_next_trick", "never"])
def test_where_it_can_not_be_restored_it_is_dealt_again_for_the_money_in_the_pot(restore):
    late = [*playing(THREE, restore=restore), *LATER[len(playing(THREE)) :]]
    again = DealAnnulled(1, "renege", "AZI-VIOL-3", None, 3, (1, 2, 3), (), 120)
    claimed = given(azi, *late).when(Claim(3, 1, 1, "7S")).then(*UPHELD, FINE, again)
    claimed.then_state(phase="shuffle", deal=2, dealer=3, pot=120, trick=(), hands={}, dealt_to=(1, 2, 3))
    given(azi, *late, Claim(3, 1, 1, "7S"), *deal(3, THREE, "KS")).when(BetBlind(1, 5)).then_state(pot=125)


@keeps("AZI-VIOL-3")
def test_under_always_later_tricks_go_back_too_and_under_never_nothing():
    always = [*playing(THREE, restore="always"), *LATER[len(playing(THREE)) :]]
    back = (PlayedCard(2, "7S"), PlayedCard(3, "8H"), PlayedCard(2, "6H"))
    given(azi, *always).when(Claim(3, 1, 1, "7S")).then_one(PlayRestored, taken_back=back).then_state(
        takers=(), trick=((1, "9H"),), turn=2
    )
    given(azi, *[*playing(THREE, restore="never"), *plays("1 9H", "2 7S")]).when(Claim(3, 1, 1, "7S")).then_one(DealAnnulled)


def test_only_those_who_were_in_when_play_began_are_dealt_in_again():
    four = [start(1000, 1000, 1000, 1000, enforcement="record", restore="never"), *deal(4, HANDS, "KS"), BetBlind(1, 5)]
    story = [*four, Call(2), Call(3), Fold(4), *plays("1 9H", "2 7S")]
    given(azi, *story).when(Claim(4, 1, 1, "7S")).then_one(DealAnnulled, again=(1, 2, 3), dealer=4)


@keeps("AZI-ANTE-3", "AZI-BID-8")
def test_an_all_pass_after_a_renege_redeal_takes_antes_from_everybody_who_has_anted_in_this_game_who_had_folded_before_too():
    four = [start(1000, 1000, 1000, 1000, enforcement="record", restore="never"), *deal(4, HANDS, "KS"), BetBlind(1, 5)]
    renege = [*four, Call(2), Call(3), Fold(4), *plays("1 9H", "2 7S"), Claim(4, 1, 1, "7S")]
    redealt = [*renege, *deal(4, THREE, "KS"), DeclineBlind(1), Check(2)]
    antes = AntesPosted(3, tuple(Stake(seat, f"p{seat}", 5) for seat in (1, 2, 3, 4)), (), 155)
    again = given(azi, *redealt).when(Check(3)).then(Checked(2, 3), DealThrownIn(2, 135, 4), antes)
    again.then_state(pot=155, dealt_to=(1, 2, 3, 4), stacks={1: 985, 2: 890, 3: 980, 4: 990})
    given(azi, *redealt[:-1], Fold(2)).when(Check(3)).then(Checked(2, 3), DealThrownIn(2, 135, 4), antes)


@keeps("AZI-VIOL-4")
def test_two_in_one_deal_put_a_player_out_and_the_others_are_dealt_new_cards():
    twice = [*RENEGED, Claim(3, 1, 1, "7S"), Play(2, "8D")]
    out = given(azi, *twice).when(Claim(3, 1, 1, "8D"))
    out.then_one(PenaltyImposed, seat=2, chips=240, pot=360).then_one(PlayerPutOut, seat=2)
    out.then_one(DealAnnulled, because="put_out", rule="AZI-VIOL-4", again=(1, 3), pot=360).then_state(dealt_to=(1, 3), pot=360)
    two = {1: "9H 7H 6D", 2: "6H 7S 8D"}
    alone = [*playing(two, players_min=2), *plays("1 9H", "2 7S"), Claim(1, 1, 1, "7S"), Play(2, "8D")]
    given(azi, *alone).when(Claim(1, 1, 1, "8D")).then_one(PotAwarded, because="last_left", shares=(Stake(1, "p1", 225),))


CLEAN = {1: "AS 6H 6D", 2: "6S AH 7D", 3: "7S 7H AD"}


@breaks("AZI-VIOL-4")
def test_a_clean_deal_between_two_reneges_wipes_the_first_one_out():
    offending = {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S"}
    first = [*to_azi(enforcement="record", restore="never"), Settle(), DeclineBuyIn(4), DeclineBuyIn(5)]
    renege = [*deal(3, offending, "KS"), BetBlind(1, 5), Call(2), Call(3), *plays("1 9H", "2 7S"), Claim(1, 2, 1, "7S")]
    clean = [*deal(3, CLEAN, "TS"), BetBlind(1, 5), Call(2), Call(3), *plays(*AZI_PLAYS), Settle()]
    bought = [DeclineBuyIn(4), DeclineBuyIn(5)]
    again = [*deal(3, offending, "KS"), BetBlind(1, 5), Call(2), Call(3), *plays("1 9H", "2 7S")]
    given(azi, *first, *renege, *again).when(Claim(1, 3, 1, "7S")).then_one(PlayerPutOut, seat=2)
    given(azi, *first, *renege, *clean, *bought, *again).when(Claim(1, 4, 1, "7S")).then_none(PlayerPutOut)


# Trick 1: 1 leads the trump ace, 2 throws AH though he holds 6S; each of 1, 2, 3 takes one trick all the same.
RENEGE_UNSEEN = [
    *to_azi(enforcement="record")[: -len(AZI_PLAYS)],
    *plays("1 AS", "2 AH", "3 7S", "1 6D", "2 7D", "3 AD", "3 7H", "1 6H", "2 6S"),
    Settle(),
]


@keeps("AZI-CLAIM-1")
def test_a_claim_about_an_earlier_deal_costs_the_penalty_and_changes_nothing_else():
    late = given(azi, *RENEGE_UNSEEN).when(Claim(4, 1, 1, "AH"))
    late.then_one(PenaltyImposed, deal=1, trick=1, seat=2, chips=100, pot=150).then_none(PlayRestored).then_none(DealAnnulled)
    late.then_none(PlayerPutOut).then_state(phase="buy_in", offers={4: 17, 5: 17})
    running = [*RENEGE_UNSEEN]
    running[0] = start(*[1000] * 5, enforcement="record", buy_in_base="running")
    given(azi, *running).when(Claim(4, 1, 1, "AH")).then_state(offers={4: 50, 5: 50})


# Penalised for deal 1; in deal 2 seat 2 folds, and it is azi of 3, 4 and 1; in deal 3 he has bought in again and reneges.
FOLDED = [
    *[*RENEGE_UNSEEN, Claim(4, 1, 1, "AH"), BuyIn(4), DeclineBuyIn(5)],
    *deal(2, {3: "AS 6H 6D", 4: "6S AH 7D", 1: "7S 7H AD", 2: "8D 8H 8S"}, "TS"),
    *[BetBlind(3, 5), Call(4), Call(1), Fold(2)],
    *plays("3 AS", "4 6S", "1 7S", "3 6H", "4 AH", "1 7H", "4 7D", "1 AD", "3 6D"),
    *[Settle(), BuyIn(2), DeclineBuyIn(5)],
    *deal(1, {2: "6H 7S 8D", 3: "9H 7H 6D", 4: "8H 8S 6S", 1: "TD JD QD"}, "KS"),
    *[BetBlind(2, 5), Call(3), Call(4), Call(1)],
    *plays("2 8D", "3 6D", "4 8S", "1 TD", "4 8H", "1 JD", "2 7S"),
]


@keeps("AZI-VIOL-4")
def test_a_folded_deal_wipes_nothing_out_and_an_excluded_player_buys_in_no_more():
    assert reached(*FOLDED).pot == 291
    out = given(azi, *FOLDED).when(Claim(3, 3, 2, "7S")).then_one(PenaltyImposed, chips=582, pot=873)
    out.then_one(PlayerPutOut, seat=2, player="p2").then_one(DealAnnulled, again=(1, 3, 4), because="put_out")
    replay = [
        *[*FOLDED, Claim(3, 3, 2, "7S")],
        *deal(1, {3: "AS 6H 6D", 4: "6S AH 7D", 1: "7S 7H AD"}, "TS"),
        *[BetBlind(3, 5), Call(4), Call(1)],
        *plays("3 AS", "4 6S", "1 7S", "3 6H", "4 AH", "1 7H", "4 7D", "1 AD", "3 6D"),
    ]
    given(azi, *replay).when(Settle()).then_one(AziOccurred, stay=(1, 3, 4), offers=(Offer(5, 300),))


# It is azi, 1 and 3 have left, and 2 has reneged twice: with 7D and with JS.
TWICE_IN_AN_AZI = [
    start(1000, 1000, 1000, 1000, 1000, dealer=4, enforcement="record"),
    *deal(4, {1: "AH 6H KD", 2: "9H 7D JS", 3: "TH 8H KH", 4: "8S QH QD", 5: "8D 9D TD"}, "TS"),
    *[DeclineBlind(5), Bet(1, 10), Call(2), Call(3), Fold(4), Fold(5)],
    *[*plays("1 AH", "2 7D", "3 TH", "1 6H", "2 JS", "3 8H", "2 9H", "3 KH", "1 KD"), Settle(), Leave(1), Leave(3)],
    Claim(4, 1, 1, "7D"),
]


@breaks("AZI-VIOL-4")
@pytest.mark.parametrize("second", [Claim(4, 1, 2, "JS"), Penalise(1, 2, "JS")])
def test_who_is_only_asked_to_buy_in_has_no_claim_yet_and_the_last_one_with_a_claim_is_not_put_out(second):
    last = given(azi, *TWICE_IN_AN_AZI).when(second).then_one(PenaltyImposed, seat=2, chips=330, pot=495)
    last.then_none(PlayerPutOut).then_none(PotAwarded).then_state(phase="buy_in", joined=(2,), asked=(4, 5))
    declined = given(azi, *TWICE_IN_AN_AZI, second, DeclineBuyIn(4)).when(DeclineBuyIn(5))
    declined.then_one(PotAwarded, because="last_left", shares=(Stake(2, "p2", 495),))
    given(azi, *TWICE_IN_AN_AZI, BuyIn(4)).when(second).then_one(PlayerPutOut, seat=2).then_state(joined=(4,), asked=(5,))


@keeps("AZI-VIOL-4", "AZI-VOID-1")
def test_two_old_reneges_claimed_in_the_bidding_put_a_player_out_as_if_he_folded_and_a_void_deal_does_not_bring_him_back():
    second = [
        *[*RENEGE_UNSEEN, DeclineBuyIn(4), DeclineBuyIn(5)],
        *deal(2, {3: "AS 6H 6D", 1: "7S 7H AD", 2: "6S AH 7D"}, "TS"),
        *[BetBlind(3, 5), Call(1), Call(2)],
        *plays("3 AS", "1 7S", "2 AH", "3 6D", "1 AD", "2 7D", "1 7H", "2 6S", "3 6H"),
        *[Settle(), DeclineBuyIn(4), DeclineBuyIn(5), *deal(2, (1, 2, 3), "TS"), BetBlind(3, 5), Claim(4, 1, 1, "AH")],
    ]
    out = given(azi, *second).when(Claim(4, 2, 1, "AH")).then_one(PlayerPutOut, seat=2).then_none(DealAnnulled)
    out.then_state(phase="bid", active=(3, 1), turn=1)
    void = given(azi, *second, Claim(4, 2, 1, "AH")).when(VoidDeal("short deck"))
    void.then_state(phase="shuffle", dealt_to=(3, 1), pot=715)


@keeps("AZI-SETTLE-1")
def test_under_record_the_last_card_waits_for_the_steward():
    story = to_azi(enforcement="record")
    last = story.pop()
    waiting = given(azi, *story).when(last)
    waiting.then_first(CardPlayed(1, 3, 1, "6D")).then_one(TrickTaken, trick=3).then_none(AziOccurred)
    waiting.then_state(phase="awaiting_settlement", turn=0, pot=50)
    given(azi, *story, last).when(Settle()).then_one(AziOccurred, pot=50).then_state(phase="buy_in")
    given(azi, *story, last, Settle()).when(Settle()).then_refused(AZI_SETTLE_1, phase="buy_in")
    given(azi, *to_azi()).when(Settle()).then_refused(AZI_SETTLE_1)
    for seat in (1, 2, 3, 4, 5):
        assert legal(reached(*story, last), seat) == ()


@breaks("AZI-SETTLE-1")
def test_before_settlement_the_last_trick_can_be_restored_and_nobody_who_played_leaves():
    hands = {1: "AS KD 9H", 2: "6S 6H 7D", 3: "7S 7H 8H"}
    story = [*playing(hands), *plays("1 AS", "2 6S", "3 7S", "1 9H", "2 6H", "3 7H", "1 KD", "2 7D", "3 8H")]
    given(azi, *story).when(Leave(2)).then_refused(AZI_LEAVE_1)
    given(azi, *story).when(Play(1, "KD")).then_refused(AZI_ORDER_1, phase="awaiting_settlement")
    given(azi, *story[:-1]).when(TopUp(1, 5)).then_refused(AZI_BID_11)
    given(azi, *story).when(TopUp(1, 5)).then_state(phase="awaiting_settlement", pot=40)
    given(azi, *story).when(Settle()).then_one(PotAwarded, because="two_tricks").then_state(over=True)
    early = [*playing(hands), *plays("1 AS", "2 6S", "3 7S", "1 9H", "2 6H", "3 8H", "1 KD", "2 7D", "3 7H")]
    given(azi, *early).when(Claim(2, 1, 2, "8H")).then_one(ClaimUnfounded).then_state(phase="awaiting_settlement")
    wrong = [*playing(hands), *plays("1 AS", "2 6S", "3 7S", "1 9H", "2 7D", "3 8H", "1 KD", "2 6H", "3 7H")]
    last = given(azi, *wrong).when(Claim(3, 1, 2, "7D"))
    last.then_one(PenaltyImposed, chips=80).then_one(DealAnnulled, because="renege").then_state(phase="shuffle")


@keeps("AZI-VIOL-6")
def test_who_owes_may_decline_check_and_fold_but_puts_nothing_in_until_a_top_up():
    bare = [start(1000, 40, 1000, enforcement="record", restore="never"), *deal(3, THREE, "KS"), BetBlind(1, 5), Call(2), Call(3)]
    owes = [*bare, *plays("1 9H", "2 7S"), Claim(3, 1, 1, "7S"), *deal(3, THREE, "KS"), DeclineBlind(1)]
    game = reached(*owes)
    assert game.stacks[2] == -55
    assert legal(game, 2) == (Check(2), Fold(2))
    given(azi, *owes).when(Bet(2, 5)).then_refused(AZI_VIOL_6, seat=2, owes=55)
    given(azi, *owes, TopUp(2, 60)).when(Bet(2, 5)).then_state(pot=125)


@breaks("AZI-VIOL-6")
def test_who_owes_is_not_dealt_in_for_a_new_ante_and_is_asked_for_no_buy_in():
    bare = [start(1000, 40, 1000, enforcement="record", restore="never"), *deal(3, THREE, "KS"), BetBlind(1, 5), Call(2), Call(3)]
    owes = [*bare, *plays("1 9H", "2 7S"), Claim(3, 1, 1, "7S"), *deal(3, THREE, "KS"), DeclineBlind(1), Check(2)]
    given(azi, *owes).when(Check(3)).then_state(dealt_to=(1, 3), pot=130)
