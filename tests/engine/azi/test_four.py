"""Azi with four cards: each puts one away."""

import pytest

from engine.azi import azi, legal
from engine.azi.commands import (
    Bet,
    BetBlind,
    Call,
    Check,
    Claim,
    Correct,
    DeclineBlind,
    Discard,
    Fold,
    Leave,
    Look,
    Play,
    Raise,
    VoidDeal,
)
from engine.azi.events import CardDiscarded, PotAwarded
from engine.azi.offence_events import DealAnnulled, EntryCorrected
from engine.azi.rulebook import (
    AZI_BID_5,
    AZI_DISC_1,
    AZI_DISC_2,
    AZI_ORDER_1,
    AZI_SEAT_1,
    AZI_VIOL_7,
)
from engine.declared import declared
from tests.engine.azi.deals import deal, dealt_by_service, plays, reached, start
from tests.engine.scenario import breaks, given, keeps

# Spades are trumps; seat 3 deals, seat 1 is first hand.
HANDS = {1: "AS 9S 6H 7D", 2: "6S AH 7H 8D", 3: "7S 8H AD 9D"}


def four(*stacks: int, **changes: object) -> list[object]:
    """A deal of these hands."""
    return [start(*(stacks or (1000, 1000, 1000)), name="azi-four", **changes), *deal(3, HANDS, "TS")]


BLIND = [*four(), BetBlind(1, 10)]
AWAY = [Discard(2, "8D"), Call(2), Discard(3, "9D"), Call(3)]


@keeps("AZI-FOUR-1", "AZI-DISC-1")
def test_a_card_is_put_away_and_three_are_kept():
    away = given(azi, *BLIND).when(Discard(2, "8D")).then(CardDiscarded(1, 2, {2: "8D"}))
    away.then_state(phase="bid", turn=2, discards={2: "8D"}, price=20)
    assert away.after.hands[2] == ("6S", "AH", "7H")
    assert declared(CardDiscarded).sealed == {"discard": "seats"}


@breaks("AZI-DISC-1", "AZI-FOUR-1")
def test_one_card_and_no_more_and_only_where_four_are_dealt():
    given(azi, *BLIND, Discard(2, "8D")).when(Discard(2, "7H")).then_refused(AZI_DISC_1, seat=2)
    three = [start(1000, 1000, 1000), *deal(3, (1, 2, 3)), BetBlind(1, 10)]
    given(azi, *three).when(Discard(2, "9D")).then_refused(AZI_DISC_1, seat=2)


@breaks("AZI-DISC-2")
def test_before_his_first_word_everybody_puts_a_card_away_but_who_folds_need_not():
    for word in (Call(2), Raise(2, 30)):
        given(azi, *BLIND).when(word).then_refused(AZI_DISC_2, seat=2)
    declined = [*four(), DeclineBlind(1)]
    for word in (Bet(2, 10), Check(2)):
        given(azi, *declined).when(word).then_refused(AZI_DISC_2, seat=2)
        given(azi, *declined, Discard(2, "8D")).when(word).then_state(turn=3)
    given(azi, *BLIND).when(Fold(2)).then_state(active=(1, 3), turn=3)
    assert set(legal(reached(*BLIND), 2)) == {*[Discard(2, card) for card in HANDS[2].split()], Fold(2)}


@breaks("AZI-DISC-2")
def test_nobody_puts_a_card_away_before_first_hand_has_decided_or_after_the_first_lead():
    given(azi, *four()).when(Discard(2, "8D")).then_refused(AZI_DISC_2, seat=2, phase="blind")
    played = [*BLIND, *AWAY, Discard(1, "7D"), Play(1, "AS")]
    given(azi, *played).when(Discard(2, "6S")).then_refused(AZI_DISC_2, seat=2, phase="play")


@keeps("AZI-DISC-2", "AZI-ORDER-1")
def test_a_card_may_be_put_away_out_of_turn_and_only_one_that_is_held():
    given(azi, *BLIND).when(Discard(3, "9D")).then(CardDiscarded(1, 3, {3: "9D"})).then_state(turn=2)
    given(azi, *BLIND).when(Discard(3, "8D")).then_refused(AZI_VIOL_7, seat=3, card="8D")
    given(azi, *BLIND).when(Discard(7, "8D")).then_refused(AZI_ORDER_1, seat=7)
    given(azi, *BLIND, Fold(2)).when(Discard(2, "8D")).then_refused(AZI_ORDER_1, seat=2)


@keeps("AZI-DISC-2", "AZI-BID-6")
def test_who_has_bet_blind_puts_a_card_away_before_the_first_lead():
    called = given(azi, *BLIND, *AWAY[:-1]).when(Call(3)).then_state(phase="discard", turn=1, looked=True, pot=65)
    assert legal(called.after, 1) == tuple(Discard(1, card) for card in HANDS[1].split())
    given(azi, *BLIND, *AWAY).when(Play(1, "AS")).then_refused(AZI_ORDER_1, phase="discard", turn=1)
    led = given(azi, *BLIND, *AWAY).when(Discard(1, "7D")).then(CardDiscarded(1, 1, {1: "7D"}))
    led.then_state(phase="play", turn=1, played=(1, 2, 3))


@keeps("AZI-DISC-2", "AZI-BID-6")
def test_who_has_bet_blind_may_look_and_put_a_card_away_in_the_bidding_but_not_unlooked():
    given(azi, *BLIND).when(Discard(1, "7D")).then_refused(AZI_DISC_2, seat=1)
    given(azi, *BLIND, Look(1)).when(Discard(1, "7D")).then_state(turn=2, discards={1: "7D"})
    given(azi, *BLIND, Look(1), Discard(1, "7D"), *AWAY[:-1]).when(Call(3)).then_state(phase="play", turn=1)


@keeps("AZI-DISC-2", "AZI-BID-6")
def test_a_blind_bettor_who_is_raised_answers_without_having_put_a_card_away():
    raised = [*BLIND, Discard(2, "8D"), Raise(2, 40), Fold(3)]
    given(azi, *raised).when(Call(1)).then_state(phase="discard", turn=1)
    given(azi, *raised, Call(1)).when(Discard(1, "7D")).then_state(phase="play", turn=2)
    given(azi, *raised).when(Raise(1, 80)).then_state(turn=2, price=80)


@keeps("AZI-DISC-2")
def test_first_hand_that_declined_puts_a_card_away_when_its_word_comes():
    opened = [*four(), DeclineBlind(1), Discard(2, "8D"), Bet(2, 10), Fold(3)]
    given(azi, *opened).when(Call(1)).then_refused(AZI_DISC_2, seat=1)
    given(azi, *opened, Discard(1, "7D")).when(Call(1)).then_state(phase="play", turn=2)
    given(azi, *opened).when(Fold(1)).then_one(PotAwarded, because="last_left")


@keeps("AZI-DISC-1", "AZI-PLAY-2")
def test_a_card_that_was_put_away_is_not_played_and_binds_nobody_to_a_suit():
    story = [*BLIND, Discard(2, "8D"), Call(2), Discard(3, "8H"), Call(3), Discard(1, "7D"), Play(1, "6H"), Play(2, "7H")]
    given(azi, *story).when(Play(3, "8H")).then_refused(AZI_VIOL_7, seat=3)
    given(azi, *story).when(Play(3, "7S")).then_state(turn=3, takers=(3,))


@keeps("AZI-LEAVE-1", "AZI-LAST-1")
def test_leaving_before_the_card_is_put_away_is_a_fold():
    given(azi, *BLIND, *AWAY).when(Leave(1)).then_state(phase="play", turn=2, active=(2, 3))
    alone = [*BLIND, Discard(2, "8D"), Call(2), Fold(3)]
    given(azi, *alone).when(Leave(1)).then_one(PotAwarded, because="last_left").then_state(winners=(2,))


@keeps("AZI-BID-8")
def test_a_deal_that_nobody_bets_on_is_thrown_in_with_all_that_was_put_away():
    passed = [*four(), DeclineBlind(1), Discard(2, "8D"), Check(2), Discard(3, "9D")]
    given(azi, *passed).when(Check(3)).then_state(deal=2, discards={}, phase="shuffle", pot=30)


@keeps("AZI-VIOL-3", "AZI-DISC-1")
def test_a_redeal_after_a_renege_brings_new_cards_to_put_away():
    changes = {"enforcement": "record", "restore": "never"}
    story = [*four(**changes), BetBlind(1, 10), *AWAY, Discard(1, "7D"), *plays("1 6H", "2 6S")]
    claimed = given(azi, *story).when(Claim(3, 1, 1, "6S")).then_one(DealAnnulled, because="renege", again=(1, 2, 3))
    claimed.then_state(discards={}, phase="shuffle")
    again = reached(*story, Claim(3, 1, 1, "6S"), *deal(3, HANDS, "TS"))
    assert [len(hand) for hand in again.hands.values()] == [4, 4, 4]


@keeps("AZI-REC-1", "AZI-DISC-1")
def test_a_card_put_away_by_mistake_of_the_steward_comes_back():
    story = [*four(enforcement="record"), BetBlind(1, 10), Discard(2, "8D")]
    step = reached(*story).offences.step
    back = given(azi, *story, Call(2)).when(Correct(step, "it was 7H")).then_one(EntryCorrected, step=step)
    back.then_state(discards={}, pot=25, turn=2)
    assert "8D" in back.after.hands[2]


@keeps("AZI-VOID-1")
def test_a_void_deal_while_cards_are_put_away_returns_the_bids():
    given(azi, *BLIND, *AWAY).when(VoidDeal("the deck was short")).then_state(pot=15, deal=2, phase="shuffle")


@breaks("AZI-DISC-2", "AZI-BID-5")
def test_the_card_comes_before_everything_else_that_is_wrong_with_a_word():
    given(azi, *BLIND).when(Bet(2, 10)).then_refused(AZI_DISC_2)
    given(azi, *BLIND, Discard(2, "8D")).when(Bet(2, 10)).then_refused(AZI_BID_5)


@keeps("AZI-FOUR-1", "AZI-SEAT-1")
def test_six_players_get_24_cards_and_the_25th_is_trump():
    game = dealt_by_service(6, "azi-four")
    assert [len(hand) for hand in game.hands.values()] == [4] * 6
    assert game.trump == game.order[24]
    assert len(game.stock) == 2


@breaks("AZI-SEAT-1", "AZI-FOUR-1")
def test_a_seventh_player_finds_no_cards():
    given(azi).when(start(*(1000,) * 7, name="azi-four")).then_refused(AZI_SEAT_1, most=6, seated=7)


@keeps("AZI-DISC-1", "AZI-BID-9")
@pytest.mark.parametrize("seat", [2, 3])
def test_the_hand_of_who_played_is_open_after_the_game_with_the_card_that_was_put_away(seat):
    over = reached(*BLIND, *AWAY, Discard(1, "7D"), *plays("1 AS", "2 6S", "3 7S", "1 9S", "2 7H", "3 8H", "1 6H", "2 AH", "3 AD"))
    assert over.over
    assert (1, seat) in over.shown
