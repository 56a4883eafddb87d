"""A replay made void by a ruling: who is in it, and what is paid again (AZI-VOID-1)."""

from typing import Any

from engine.azi import azi
from engine.azi.commands import (
    BetBlind,
    BuyIn,
    Call,
    Check,
    Correct,
    DeclineBlind,
    DeclineBuyIn,
    Leave,
    Penalise,
    Settle,
    TopUp,
    VoidDeal,
)
from engine.azi.events import AntesPosted, BoughtIn, BuyInDeclined, PotAwarded, Stake
from engine.azi.offence_events import DealAnnulled
from engine.azi.rulebook import AZI_REC_1
from tests.engine.azi.deals import deal, plays, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

AZI = [*to_azi(enforcement="record"), Settle()]
FOUR_IN = [*AZI, BuyIn(4), DeclineBuyIn(5)]
CARDS = {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S", 4: "TD JD 9S"}
BIDS = [*FOUR_IN, *deal(3, CARDS, "KS"), BetBlind(4, 5), Call(1)]


def paid_again(events: tuple[Any, ...]) -> list[tuple[int, int]]:
    """Who pays how much for the replay once more."""
    return [(event.seat, event.chips) for event in events if isinstance(event, BoughtIn)]


@keeps("AZI-VOID-1", "AZI-AZI-2")
def test_who_had_bought_in_is_in_and_who_had_declined_is_out_and_nobody_is_asked_anew():
    void = given(azi, *BIDS).when(VoidDeal("dead cards came back"))
    back = (Stake(1, "p1", 10), Stake(4, "p4", 22))
    void.then(
        DealAnnulled(2, "ruling", "AZI-VOID-1", "dead cards came back", 3, (1, 2, 3, 4), back, 50), BoughtIn(3, 4, "p4", 17, 67)
    )
    void.then_state(phase="shuffle", turn=3, dealt_to=(4, 1, 2, 3), pot=67, stacks={1: 990, 2: 985, 3: 985, 4: 978, 5: 995})


@keeps("AZI-VOID-1")
def test_a_replay_void_twice_or_before_its_cards_are_dealt_keeps_its_buy_ins_too():
    twice = [*BIDS, VoidDeal("dead cards"), *deal(3, CARDS, "KS"), BetBlind(4, 10)]
    for story in (twice, FOUR_IN, [*BIDS, VoidDeal("dead cards")]):
        void = given(azi, *story).when(VoidDeal("short deck"))
        void.then_one(BoughtIn, seat=4, chips=17, pot=67).then_state(phase="shuffle", pot=67, dealt_to=(4, 1, 2, 3))


@keeps("AZI-VOID-1")
def test_a_void_replay_into_which_nobody_bought_is_dealt_to_those_with_a_trick():
    story = [*AZI, DeclineBuyIn(4), DeclineBuyIn(5), *deal(3, (1, 2, 3))]
    given(azi, *story).when(VoidDeal("short deck")).then_none(BoughtIn).then_state(phase="shuffle", dealt_to=(1, 2, 3), pot=50)


@keeps("AZI-VOID-1", "AZI-AZI-2")
def test_what_is_paid_again_is_what_was_paid_before_whatever_the_pot_has_become():
    running = [*to_azi(enforcement="record", buy_in_base="running"), Settle(), BuyIn(4), BuyIn(5)]
    bids = [BetBlind(4, 5), Call(5), Call(1), Call(2), Call(3)]
    story = [*running, *deal(3, {**CARDS, 5: "9D TS QS"}, "KS"), *bids, *plays("4 TD", "5 TS"), Penalise(2, 1, "TS")]
    assert reached(*running).pot == 50 + 17 + 23
    void = given(azi, *story).when(VoidDeal("short deck"))
    assert paid_again(void.events) == [(4, 17), (5, 23)]
    void.then_state(pot=3 * 135 - 45)


@keeps("AZI-VOID-1")
@breaks("AZI-VIOL-6", "AZI-AZI-4")
def test_who_owes_by_a_penalty_can_not_pay_again_and_is_out_of_the_replay():
    azi_of_poor = [*to_azi(1000, 1000, 1000, 60, 1000, enforcement="record"), Settle(), BuyIn(4), DeclineBuyIn(5)]
    bids = [BetBlind(4, 5), Call(1), Call(2), Call(3)]
    tricks = plays("4 TD", "1 6D", "2 8D", "3 8S", "3 8H", "4 JD")
    story = [*azi_of_poor, *deal(3, CARDS, "KS"), *bids, *tricks, Penalise(2, 2, "JD")]
    assert reached(*story).stacks[4] == 60 - 5 - 17 - 5 - 204
    void = given(azi, *story).when(VoidDeal("short deck")).then_one(BuyInDeclined, seat=4, price=17, because="can_not_pay")
    void.then_state(phase="shuffle", dealt_to=(1, 2, 3), pot=254)


@keeps("AZI-VOID-1", "AZI-LEAVE-1", "AZI-LAST-1")
def test_who_has_left_since_neither_pays_nor_plays_and_whoever_is_left_alone_takes_the_pot():
    five = [*AZI, BuyIn(4), BuyIn(5), *deal(3, (1, 2, 3, 4, 5)), BetBlind(4, 5)]
    given(azi, *five, Leave(5)).when(VoidDeal("short deck")).then_one(BoughtIn, seat=4, pot=67).then_state(dealt_to=(4, 1, 2, 3))
    outsiders = given(azi, *five, Leave(1), Leave(2), Leave(3)).when(VoidDeal("short deck"))
    outsiders.then_state(phase="shuffle", dealer=4, dealt_to=(5, 4), pot=84)
    alone = given(azi, *outsiders.history, VoidDeal("short deck")).when(Leave(4))
    alone.then_one(PotAwarded, shares=(Stake(5, "p5", 84),), because="last_left")


@keeps("AZI-VOID-1", "AZI-REC-1")
def test_a_buy_in_that_is_paid_again_is_no_entry_but_the_ruling_is():
    story = [*BIDS, VoidDeal("short deck")]
    step = reached(*story).offences.step
    given(azi, *story).when(Correct(step, "mistyped")).then_refused(AZI_REC_1)
    given(azi, *story).when(Correct(step - 1, "mistyped")).then_state(phase="bid", pot=82, deal=2, turn=2)


@keeps("AZI-VOID-1", "AZI-ANTE-1")
def test_who_sat_the_void_deal_out_does_not_come_in_by_it():
    poor = [start(1000, 1000, 1000, 4, dealer=3, enforcement="record"), *deal(3, (1, 2, 3)), TopUp(4, 100)]
    void = given(azi, *poor).when(VoidDeal("short deck"))
    void.then_one(AntesPosted, out=(), pot=15).then_state(dealt_to=(1, 2, 3))


@keeps("AZI-VOID-1", "AZI-ANTE-3")
def test_a_void_deal_for_which_nobody_could_pay_is_dealt_again_without_antes():
    silent = [DeclineBlind(1), Check(2), Check(3)]
    broke = [start(5, 5, 5, enforcement="record"), *deal(3, (1, 2, 3)), *silent, *deal(3, (1, 2, 3)), DeclineBlind(1), TopUp(2, 90)]
    assert reached(*broke).pot == 15
    void = given(azi, *broke).when(VoidDeal("short deck")).then_none(AntesPosted)
    void.then_state(phase="shuffle", pot=15, dealt_to=(1, 2, 3))


@keeps("AZI-VOID-1")
def test_a_stream_from_before_in_which_buy_ins_were_offered_anew_still_folds():
    state = reached(*BIDS)
    back = (Stake(1, "p1", 10), Stake(4, "p4", 22))
    after = azi.evolve(state, DealAnnulled(2, "ruling", "AZI-VOID-1", "short deck", 3, (), back, 50))
    assert (after.phase, after.asked, after.offers, after.rejoining) == ("buy_in", (4, 5), {4: 17, 5: 17}, False)
    declined = azi.evolve(after, BuyInDeclined(3, 4, 17, "declined"))
    bought = azi.evolve(declined, BoughtIn(3, 5, "p5", 17, 67))
    assert (bought.phase, bought.dealt_to, bought.pot) == ("shuffle", (5, 1, 2, 3), 67)
