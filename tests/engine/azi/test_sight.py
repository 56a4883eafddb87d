"""Who may see which hand."""

from engine.azi.commands import (
    BetBlind,
    Call,
    DeclineBlind,
    DeclineBuyIn,
    DemandRedeal,
    Expose,
    Fold,
    KeepCard,
    Look,
    Raise,
    ReplaceCard,
    Shuffle,
    VoidDeal,
    VoidGame,
)
from engine.azi.sight import all_revealed, owner_sees, revealed
from tests.engine.azi.deals import FOUR, deal, reached, start, to_azi
from tests.engine.scenario import breaks, keeps

BLIND = [*FOUR, BetBlind(1, 10)]


@breaks("AZI-BID-1")
def test_first_hand_does_not_see_its_cards_before_its_decision_and_the_others_do():
    game = reached(*FOUR)
    assert [owner_sees(game, 1, seat) for seat in (1, 2, 3, 4, 5, 0)] == [False, True, True, True, False, False]
    assert not owner_sees(game, 2, 2)
    assert not owner_sees(game, 0, 2)


@keeps("AZI-BID-1", "AZI-BID-6")
def test_first_hand_sees_its_cards_when_it_has_looked_or_declined_or_the_bidding_ends():
    assert owner_sees(reached(*FOUR, Look(1)), 1, 1)
    assert owner_sees(reached(*FOUR, DeclineBlind(1)), 1, 1)
    assert not owner_sees(reached(*BLIND, Call(2), Call(3)), 1, 1)
    assert owner_sees(reached(*BLIND, Look(1)), 1, 1)
    assert owner_sees(reached(*BLIND, Call(2), Call(3), Call(4)), 1, 1)
    assert owner_sees(reached(*BLIND, Fold(2), Fold(3), Fold(4)), 1, 1)


@breaks("AZI-BID-6")
def test_first_hand_that_folds_unseen_never_sees_its_cards():
    folded = [*BLIND, Raise(2, 40), Call(3), Fold(4), Fold(1)]
    assert not owner_sees(reached(*folded), 1, 1)
    assert not owner_sees(reached(*BLIND, Raise(2, 40), Fold(3), Fold(4), Fold(1)), 1, 1)


@keeps("AZI-VIOL-1")
def test_the_owner_of_a_replaced_card_sees_his_hand_as_ever_and_nobody_sees_a_deal_that_was_never_dealt():
    shown = [start(1000, 1000, 1000, 1000), *deal(4, (1, 2, 3, 4)), Expose(2, "9D"), Expose(1, "6D")]
    for story in (shown, [*shown, KeepCard(1)], [*shown, KeepCard(1), ReplaceCard(2, "KS")]):
        game = reached(*story)
        assert [owner_sees(game, 1, seat) for seat in (1, 2, 3, 4)] == [False, True, True, True]
    redealt = reached(*shown, DemandRedeal(1))
    assert [owner_sees(redealt, 1, seat) for seat in (1, 2, 3, 4)] == [False, True, True, True]
    assert not any(owner_sees(redealt, 2, seat) for seat in (1, 2, 3, 4))
    void = reached(start(1000, 1000, 1000, 1000), Shuffle(4), VoidDeal("short deck"))
    assert not any(owner_sees(void, number, seat) for number in (1, 2) for seat in (1, 2, 3, 4))


@keeps("AZI-VOID-1")
def test_after_a_void_game_the_hands_of_those_who_played_are_open():
    played = [start(1000, 1000, 1000, 1000), *deal(4, (1, 2, 3, 4)), BetBlind(1, 5), Call(2), Call(3), Fold(4)]
    game = reached(*played, VoidGame("cancelled"))
    assert [revealed(game, 1, seat) for seat in (1, 2, 3, 4)] == [True, True, True, False]


def test_a_deal_that_is_over_is_told_from_the_latest_state():
    replay = reached(*to_azi(), DeclineBuyIn(4), DeclineBuyIn(5), *deal(3, (1, 2, 3)))
    assert [owner_sees(replay, 1, seat) for seat in (1, 2, 3, 4, 5)] == [True] * 5
    assert [owner_sees(replay, 2, seat) for seat in (1, 2, 3, 4, 5)] == [False, True, True, False, False]
    between = reached(*to_azi())
    assert not any(owner_sees(between, 2, seat) for seat in (1, 2, 3, 4, 5))


@breaks("AZI-BID-9")
def test_nothing_is_open_before_the_game_is_over():
    game = reached(*to_azi(reveal="all"))
    assert not any(revealed(game, 1, seat) for seat in (1, 2, 3, 4, 5))
    assert not all_revealed(game)
