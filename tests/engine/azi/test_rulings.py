"""Void deals and games, and the correction of mistyped entries."""

from __future__ import annotations

import pytest

from engine.azi import azi, violations
from engine.azi.commands import (
    BetBlind,
    BuyIn,
    Call,
    Claim,
    Correct,
    Cut,
    Deal,
    DeclineBlind,
    DeclineBuyIn,
    Fold,
    KeepCard,
    Leave,
    Look,
    OfferCut,
    Penalise,
    Play,
    ReachEndTime,
    Settle,
    Shuffle,
    TopUp,
    VoidDeal,
    VoidGame,
)
from engine.azi.events import AntesPosted, DeckRevealed, GameEnded, GameStarted, PotAwarded, Stake
from engine.azi.legal import legal
from engine.azi.offence_events import DealAnnulled, EntryCorrected, GameVoided
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_DEAL_8, AZI_ORDER_1, AZI_REC_1, AZI_VOID_1
from engine.azi.settlement import winner
from engine.decider import act
from engine.shuffle import commitment, shuffled
from tests.engine.azi.deals import AZI_HANDS, FOUR, deal, plays, reached, start, to_azi
from tests.engine.scenario import breaks, given, keeps

RECORD = start(1000, 1000, 1000, 1000, enforcement="record")
DEALT = [RECORD, *deal(4, (1, 2, 3, 4))]
BIDS = [*DEALT, BetBlind(1, 10), Call(2)]


def step_of(kind: str, *commands: object, last: bool = False) -> int:
    """The number of the first (or last) event of this class in the game that these commands make."""
    state, names = azi.initial, []
    for command in commands:
        events, state = act(azi, state, command)
        names += [event.__class__.__name__ for event in events]
    return len(names) - names[::-1].index(kind) if last else names.index(kind) + 1


@keeps("AZI-VOID-1")
@pytest.mark.parametrize("opening", [BIDS, [*FOUR, BetBlind(1, 10), Call(2)]])
def test_a_void_deal_gives_back_antes_and_bids_and_the_same_dealer_deals_for_new_antes(opening):
    stakes = (Stake(1, "p1", 15), Stake(2, "p2", 25), Stake(3, "p3", 5), Stake(4, "p4", 5))
    antes = AntesPosted(2, tuple(Stake(seat, f"p{seat}", 5) for seat in (1, 2, 3, 4)), (), 20)
    void = given(azi, *opening).when(VoidDeal("two cards were stuck together"))
    void.then(DealAnnulled(1, "ruling", "AZI-VOID-1", "two cards were stuck together", 4, (), stakes, 0), antes)
    void.then_state(phase="shuffle", pot=20, dealer=4, deal=2, stacks=dict.fromkeys((1, 2, 3, 4), 995))


@keeps("AZI-VOID-1", "AZI-VIOL-2")
def test_penalties_stay_in_a_void_deal_and_go_back_in_a_void_game():
    reneged = [*DEALT_FOUR, *plays("1 9H", "2 7S"), Penalise(1, 1, "7S")]
    assert reached(*reneged).pot == 55 * 3
    void = given(azi, *reneged).when(VoidDeal("wrong deck")).then_one(DealAnnulled, pot=110)
    void.then_state(pot=130, stacks={1: 995, 2: 885, 3: 995, 4: 995})
    whole = given(azi, *reneged).when(VoidGame("wrong deck"))
    back = (Stake(1, "p1", 10), Stake(2, "p2", 125), Stake(3, "p3", 15), Stake(4, "p4", 15))
    whole.then_first(GameVoided(1, "wrong deck", back, 0)).then_state(over=True, pot=0, how="void")


DEALT_FOUR = [
    *[RECORD, *deal(4, {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S", 4: "TD JD QD"}, "KS")],
    *[BetBlind(1, 5), Call(2), Call(3), Call(4)],
]


@keeps("AZI-VOID-1", "AZI-SEAT-3")
def test_a_void_game_ends_with_everybodys_own_chips_and_the_same_dealer():
    topped = [*BIDS, TopUp(3, 50)]
    void = given(azi, *topped).when(VoidGame("the lights went out"))
    stacks = tuple(Stake(seat, f"p{seat}", 1050 if seat == 3 else 1000) for seat in (1, 2, 3, 4))
    void.then_one(GameEnded, how="void", stacks=stacks, next_dealer=4).then_one(DeckRevealed, hands=()).then_none(PotAwarded)
    given(azi, RECORD).when(VoidGame("nobody came")).then_one(GameEnded, how="void", next_dealer=4)
    lot = GameStarted("t", 1, RECORD.house, "chip", 0, RECORD.seats, None)
    given(azi, lot).when(VoidGame("nobody came")).then_one(GameEnded, how="void", next_dealer=None)


@breaks("AZI-VOID-1")
def test_between_deals_there_is_no_deal_to_void_and_a_ruling_has_a_reason():
    given(azi, *to_azi()).when(VoidDeal("why not")).then_refused(AZI_VOID_1, phase="buy_in")
    for reason in ("", "   ", "x\n", "x" * 501):
        given(azi, *BIDS).when(VoidDeal(reason)).then_refused(AZI_VOID_1)
        given(azi, *BIDS).when(VoidGame(reason)).then_refused(AZI_VOID_1)
    given(azi, *BIDS, VoidGame("over")).when(VoidDeal("late")).then_refused(AZI_ORDER_1)
    given(azi, *BIDS, VoidGame("over")).when(VoidGame("late")).then_refused(AZI_ORDER_1)


@keeps("AZI-VOID-1", "AZI-LEAVE-1")
def test_who_has_left_since_is_not_dealt_in_again():
    gone = [*BIDS, Leave(3), VoidDeal("short deck")]
    assert reached(*gone).dealt_to == (1, 2, 4)
    dealer = [*BIDS, Leave(4), VoidDeal("short deck")]
    assert (reached(*dealer).dealer, reached(*dealer).dealt_to, reached(*dealer).pot) == (1, (2, 3, 1), 15)
    first = [*DEALT, Leave(1), VoidDeal("short deck")]
    assert reached(*first).dealt_to == (2, 3, 4)


@keeps("AZI-LAST-1", "AZI-VOID-1")
def test_if_only_one_can_pay_the_new_ante_the_pot_is_his():
    poor = [start(1000, 30, enforcement="record", players_min=2), *deal(2, {1: "9H 7H 6D", 2: "6H 7S 8D"}, "KS"), BetBlind(1, 5)]
    broke = [*poor, Call(2), *plays("1 9H", "2 7S"), Claim(1, 1, 1, "7S")]
    void = given(azi, *broke).when(VoidDeal("again")).then_one(PotAwarded, because="last_left", shares=(Stake(1, "p1", 55),))
    void.then_state(over=True, stacks={1: 1050, 2: -20})


@keeps("AZI-REC-1")
def test_a_mistyped_card_is_taken_back_with_all_that_came_after_it_and_is_no_violation():
    story = [*DEALT_FOUR, *plays("1 9H", "2 7S", "3 8H", "4 TD")]
    step = step_of("CardPlayed", *story) + 1
    before = reached(*DEALT_FOUR, Play(1, "9H"))
    corrected = given(azi, *story).when(Correct(step, "it was the six")).then(EntryCorrected(step, "it was the six", (), (), 55))
    corrected.then_state(turn=2, trick=((1, "9H"),), hands=before.hands, takers=(), pot=55)
    assert not violations(corrected.after)
    given(azi, *story, Correct(step, "it was the six")).when(Play(2, "6H")).then_state(turn=3)


@keeps("AZI-REC-1")
def test_what_was_paid_since_goes_back_and_what_was_given_back_goes_in_again():
    step = step_of("BlindBet", *BIDS)
    back = (Stake(1, "p1", 10), Stake(2, "p2", 20))
    given(azi, *BIDS).when(Correct(step, "no bet")).then(EntryCorrected(step, "no bet", back, (), 20)).then_state(
        phase="blind", turn=1
    )
    voided = [*BIDS, VoidDeal("a mistake")]
    step = step_of("DealAnnulled", *voided)
    undone = given(azi, *voided).when(Correct(step, "the other table"))
    undone.then_one(EntryCorrected, returned=(), taken=(Stake(1, "p1", 10), Stake(2, "p2", 20)), pot=50)
    undone.then_state(phase="bid", turn=3, pot=50, deal=1)


@keeps("AZI-REC-1")
def test_a_claim_and_its_penalty_are_undone_with_the_card_that_was_mistyped():
    story = [*DEALT_FOUR, *plays("1 9H", "2 7S"), Claim(3, 1, 1, "7S"), *plays("2 6H", "3 8H")]
    step = step_of("CardPlayed", *story) + 1
    undone = given(azi, *story).when(Correct(step, "mistyped")).then_one(EntryCorrected, returned=(Stake(2, "p2", 110),), pot=55)
    assert not undone.after.offences.fines
    given(azi, *story, Correct(step, "mistyped"), Play(2, "7S")).when(Claim(3, 1, 1, "7S")).then_state(pot=165)


@keeps("AZI-REC-1", "AZI-BID-11", "AZI-TIME-1", "AZI-LEAVE-1")
def test_top_ups_leavings_and_the_end_time_since_are_kept():
    story = [*DEALT, DeclineBlind(1), TopUp(2, 70), Leave(3), ReachEndTime()]
    for kind in ("BlindDeclined", "DeckCut", "CardsDealt"):
        step = step_of(kind, *story)
        undone = given(azi, *story).when(Correct(step, "mistyped")).then_first(EntryCorrected(step, "mistyped", (), (), 20))
        undone.then_state(time_up=True, left=(3,), stacks={1: 995, 2: 1065, 3: 995, 4: 995})
        assert 3 not in (undone.after.active or undone.after.dealt_to)
    twice = [*story, Correct(step_of("BlindDeclined", *story), "first"), DeclineBlind(1)]
    given(azi, *twice).when(Correct(step_of("CardsDealt", *twice), "second")).then_state(time_up=True, left=(3,), pot=20)


@breaks("AZI-REC-1")
def test_what_is_no_entry_or_belongs_to_a_deal_that_is_past_can_not_be_corrected():
    story = [*to_azi(enforcement="record")]
    for kind in ("GameStarted", "AntesPosted", "TrickTaken"):
        given(azi, *story).when(Correct(step_of(kind, *story), "mistyped")).then_refused(AZI_REC_1)
    for step in (0, -1, 999):
        given(azi, *story).when(Correct(step, "mistyped")).then_refused(AZI_REC_1, step=step)
    given(azi, *story).when(Correct(step_of("CardPlayed", *story), "")).then_refused(AZI_REC_1)
    first = step_of("CardPlayed", *story)
    settled = [*story, Settle(), BuyIn(4), DeclineBuyIn(5), Shuffle(3), Cut(2, 9), OfferCut(3), Cut(2, 9)]
    undone = given(azi, *settled).when(Correct(first, "mistyped")).then_one(EntryCorrected, returned=(Stake(4, "p4", 17),))
    undone.then_state(phase="play", pot=50, deal=1)
    hands = {seat: tuple(AZI_HANDS[seat].split()) for seat in (1, 2, 3, 4)}
    begun = [*settled, Deal(3, hands, "TS")]
    given(azi, *begun).when(Correct(first, "mistyped")).then_refused(AZI_REC_1)
    given(azi, *begun).when(Correct(step_of("BoughtIn", *begun), "mistyped")).then_state(phase="buy_in", turn=4, pot=50)
    given(azi, *FOUR, BetBlind(1, 10)).when(Correct(12, "mistyped")).then_refused(AZI_REC_1)
    given(azi, *BIDS, VoidGame("over")).when(Correct(999, "mistyped")).then_refused(AZI_REC_1)


@keeps("AZI-REC-1", "AZI-BID-9", "AZI-VOID-1")
def test_an_entry_that_has_ended_the_game_is_corrected_and_the_game_goes_on_with_its_chips():
    walked = [*DEALT, BetBlind(1, 10), Fold(2), Fold(3)]
    stood = given(azi, *walked).state
    ended = given(azi, *walked).when(Fold(4)).then_one(PotAwarded, because="last_left").then_state(stacks={**stood.stacks, 1: 1015})
    fold = step_of("Folded", *walked, Fold(4), last=True)
    back = given(azi, *walked, Fold(4)).when(Correct(fold, "He had called"))
    back.then(EntryCorrected(fold, "He had called", (), (Stake(1, "p1", 30),), 30))
    back.then_state(phase="bid", turn=4, pot=30, stacks=stood.stacks, active=(1, 4), winners=(), how="")
    assert ended.after.over
    given(azi, *walked, Fold(4), Correct(fold, "He had called")).when(Call(4)).then_none(GameEnded).then_state(pot=50)
    void = [*walked, VoidGame("Another table was meant")]
    again = given(azi, *void).when(Correct(step_of("GameVoided", *void), "Another table was meant"))
    again.then_state(phase="bid", pot=30, how="", stacks=stood.stacks)


@keeps("AZI-REC-1", "AZI-SETTLE-1")
def test_a_card_or_a_settlement_that_has_ended_the_game_is_corrected_too():
    story = [*DEALT, BetBlind(1, 10), Call(2), Call(3), Fold(4)]
    state = given(azi, *story).state
    while state.phase == "play":
        story.append(legal(state, state.turn)[0])
        state = given(azi, *story).state
    assert state.phase == "awaiting_settlement"
    won = [*story, Settle()]
    assert given(azi, *won).state.over == (winner(state) > 0) is True
    early = given(azi, *won).when(Correct(step_of("PotAwarded", *won), "Somebody claims yet"))
    early.then_state(phase="awaiting_settlement", pot=state.pot, stacks=state.stacks)
    card = step_of("CardPlayed", *won, last=True)
    given(azi, *won).when(Correct(card, "Another card")).then_state(phase="play", pot=state.pot, stacks=state.stacks)


@breaks("AZI-REC-1", "AZI-DEAL-8")
def test_a_deal_of_the_services_deck_is_not_dealt_anew_after_the_game_either():
    story = [start(1000, 1000, 1000, 1000, enforcement="record", deck="service")]
    state = reached(*story)
    secret = bytes(range(32))
    while state.phase in ("shuffle", "offer", "cut", "last_shuffle", "offer_last", "last_cut", "deal"):
        one = legal(state, state.turn)[0]
        if isinstance(one, Shuffle):
            told = commitment(f"game-{state.table}-{state.number}", state.deal, state.shuffle + 1, secret)
            one = Shuffle(one.seat, told, secret.hex(), shuffled(pack(state.house), secret))
        story.append(one)
        state = reached(*story)
    story += [BetBlind(1, 10), Fold(2), Fold(3), Fold(4)]
    given(azi, *story).when(Correct(step_of("CardsDealt", *story), "Dealt again")).then_refused(AZI_DEAL_8)
    given(azi, *story).when(Correct(step_of("Folded", *story), "He had called")).then_state(phase="bid", turn=2, pot=30)


@breaks("AZI-REC-1")
def test_play_can_not_be_taken_up_again_without_somebody_who_was_in_it_and_has_left():
    story = to_azi(enforcement="record")
    played, settled = step_of("CardPlayed", *story), [*story, Settle(), Leave(1)]
    given(azi, *settled).when(Correct(played, "mistyped")).then_refused(AZI_REC_1, step=played)
    given(azi, *settled).when(Correct(step_of("AziOccurred", *settled), "mistyped")).then_refused(AZI_REC_1)
    outsider = [*story, Settle(), Leave(4)]
    given(azi, *outsider).when(Correct(played, "mistyped")).then_state(phase="play", left=(4,))
    bidding = step_of("Called", *settled)
    given(azi, *settled).when(Correct(bidding, "mistyped")).then_state(phase="bid", active=(2, 3, 4, 5), left=(1,))


@keeps("AZI-REC-1")
def test_looking_and_declining_are_one_entry():
    looked = [*DEALT, Look(1)]
    given(azi, *looked).when(Correct(step_of("HandLooked", *looked), "mistyped")).then_state(phase="blind", looked=False)
    given(azi, *looked).when(Correct(step_of("BlindDeclined", *looked), "mistyped")).then_refused(AZI_REC_1)


@keeps("AZI-TIME-1")
def test_the_end_of_the_sitting_can_come_while_a_deal_waits_to_be_settled():
    story = to_azi(enforcement="record", at_end_time="split_pot")
    given(azi, *story, ReachEndTime()).when(Settle()).then_one(PotAwarded, because="split").then_state(over=True)
    given(azi, *to_azi(enforcement="record"), ReachEndTime()).when(Settle()).then_state(phase="buy_in")


@breaks("AZI-ORDER-1")
def test_nothing_is_ruled_before_a_game_and_after_it():
    given(azi).when(Correct(1, "x")).then_refused(AZI_ORDER_1)
    for command in (
        Settle(),
        VoidDeal("x"),
        VoidGame("x"),
        Penalise(1, 1, "6H"),
        Claim(1, 1, 1, "6H"),
        KeepCard(1),
    ):
        given(azi).when(command).then_refused(AZI_ORDER_1)
        given(azi, *BIDS, Fold(3), Fold(4), VoidGame("over")).when(command).then_refused(AZI_ORDER_1)
