"""The end of a deck and of a game: last cards, the next dealer, who wins, the pot, points paid, what is revealed."""

import pytest

from engine.casino.commands import ClaimTarget, Trail, VoidGame
from engine.casino.events import (
    DeckRevealed,
    DeckScored,
    GameDecided,
    GameEnded,
    LastCardsTaken,
    PlayerPutOut,
    PointsPosted,
    PotAwarded,
    TargetClaimed,
)
from engine.casino.rulebook import CAS_CLAIM_1, CAS_OUT_1
from engine.changed import changed
from engine.parts import DealtHand, Stake
from tests.engine.casino.deals import any_deal, at, lying, reached, reached_from, ritual, start, to_last_deal
from tests.engine.casino.test_examples import HALF, OTHER
from tests.engine.scenario import breaks, keeps

LAST = {1: "QS", 2: "KS"}


def last_card(scores, decks=0, **changes):
    """Two players before the last card of a deck: seat 1 gets 8 points, seat 2 none."""
    game = lying(LAST, "", piles={2: OTHER, 1: HALF}, remaining=0, first=False, scores=scores, **changes)
    return at(reached_from(changed(game, decks_over=decks, deck=decks + 1), Trail(1, "QS")))


@keeps("CAS-VOID-1", "CAS-DEAL-4")
def test_after_a_void_game_who_dealt_its_first_deck_deals_again_whoever_dealt_the_last_one():
    second = last_card({1: 12, 2: 20}).when(Trail(2, "KS")).then_state(dealer=1, deck=2)
    at(second.after).when(VoidGame("marked cards")).then_one(GameEnded, how="void", next_dealer=2)


@keeps("CAS-DEAL-4", "CAS-SCORE-5", "CAS-CLAIM-2")
def test_a_deck_without_a_winner_is_followed_by_one_of_the_next_dealer():
    story = last_card({1: 12, 2: 20}).when(Trail(2, "KS")).then_one(DeckScored, next_dealer=1, checked=True).then_none(GameDecided)
    game = story.after
    assert (game.phase, game.turn, game.dealer, game.deck, game.deal) == ("shuffle", 1, 1, 2, 2)
    assert (game.scores, game.remaining, game.piles, game.loose) == ({1: 20, 2: 20}, 52, {}, ())


@keeps("CAS-CLAIM-2")
@pytest.mark.parametrize(("scores", "winners"), [({1: 14, 2: 20}, (1,)), ({1: 14, 2: 24}, (2,)), ({1: 13, 2: 21}, ())])
def test_without_a_claim_the_highest_of_those_with_the_target_wins_and_equal_ones_play_on(scores, winners):
    story = last_card(scores).when(Trail(2, "KS"))
    if winners:
        story.then_one(GameDecided, winners=winners, because="target").then_state(phase="over")
    else:
        story.then_none(GameDecided).then_state(phase="shuffle")


@keeps("CAS-SCORE-6", "CAS-SCORE-5")
def test_a_strict_game_ends_after_its_decks_with_the_highest():
    story = last_card({1: 0, 2: 0}, name="casino-strict-6").when(Trail(2, "KS"))
    story.then_one(GameDecided, winners=(1,), because="target")
    last_card({1: 0, 2: 9}, name="casino-strict-11").when(Trail(2, "KS")).then_none(GameDecided)
    second = last_card({1: 0, 2: 9}, 1, name="casino-strict-11").when(Trail(2, "KS"))
    second.then_one(GameDecided, winners=(2,), because="decks").then_one(GameEnded, how="won")


@keeps("CAS-LAST-1", "CAS-SCORE-4")
def test_if_nobody_captured_the_cards_go_to_nobody_and_nothing_is_checked():
    game = to_last_deal(50, 50, 50, 50, hand_size=6, table_size=2)
    game = reached_from(game, any_deal(game))
    while game.phase == "play":
        before, game = game, reached_from(game, Trail(game.turn, game.hands[game.turn][0]))
    story = at(before).when(Trail(before.turn, before.hands[before.turn][0]))
    story.then_one(DeckScored, checked=False)
    taken = next(event for event in story.events if isinstance(event, LastCardsTaken))
    assert (taken.seat, len(taken.table), len(taken.undealt)) == (0, 50, 2)
    assert all(side.points == 0 for event in story.events if isinstance(event, DeckScored) for side in event.sides)


@keeps("CAS-DEAL-1", "CAS-LAST-1")
def test_cards_left_over_go_with_the_rest_to_the_last_capturer():
    game = lying({1: "QS", 2: "KS", 3: "3D"}, "", piles={2: "2C 2D"}, remaining=2, first=False)
    before = reached_from(game, Trail(1, "QS"), Trail(2, "KS"))
    at(before).when(Trail(3, "3D")).then_one(LastCardsTaken, seat=2, table=("QS", "KS", "3D"), undealt=game.order)


@keeps("CAS-POT-1")
def test_losers_pay_for_points_and_stacks_may_go_below_zero():
    game = lying({1: "3C", 2: "4C", 3: "5C"}, "6C", piles={1: "TD 2S AS AH AC"}, scores={1: 15, 2: 15, 3: 18}, per_point=40)
    story = at(game).when(ClaimTarget(1))
    story.then_one(PointsPosted, stakes=(Stake(2, "p2", 240), Stake(3, "p3", 120)), pot=375)
    story.then_one(PotAwarded, shares=(Stake(1, "p1", 375),)).then_state(stacks={1: 470, 2: -145, 3: -25}, pot=0)


@keeps("CAS-POT-1", "CAS-OUT-1")
def test_who_is_out_pays_too_by_the_points_of_his_finished_decks_and_nobody_is_paid_for_having_more():
    game = lying({1: "3C", 2: "4C", 3: "5C"}, "6C", piles={1: "TD 2S AS AH", 2: "AD"}, scores={1: 16, 2: 20, 3: 30}, per_point=2)
    out = at(game).when(ClaimTarget(2)).then_one(TargetClaimed, right=True)
    assert out.after.final == {1: 21, 2: 21, 3: 30}
    wrong = changed(game, scores={1: 16, 2: 19, 3: 30})
    gone = at(wrong).when(ClaimTarget(2)).then_one(PlayerPutOut, seat=2, rule="CAS-VIOL-2").after
    assert gone.piles == {1: ("TD", "2S", "AS", "AH")}
    story = at(gone).when(ClaimTarget(1)).then_one(PointsPosted, stakes=(Stake(2, "p2", 4),))
    assert story.after.final == {1: 21, 2: 19, 3: 30}


@keeps("CAS-SEAT-1", "CAS-POT-1", "CAS-CLAIM-1")
def test_partners_have_one_pile_one_score_and_share_the_pot():
    hands = {1: "3C", 2: "4C", 3: "5C", 4: "7C"}
    settings = {"partners": True, "players_min": 4, "per_point": 2, "stake": 5}
    game = lying(hands, "6C", piles={1: "TD 2S", 3: "AS AH AC"}, scores={1: 15, 2: 14}, sweeps={3: 1}, **settings)
    story = at(game).when(ClaimTarget(3)).then_one(TargetClaimed, points=22, right=True)
    story.then_one(GameDecided, winners=(1, 3)).then_one(PointsPosted, stakes=(Stake(2, "p2", 16), Stake(4, "p4", 16)))
    story.then_one(PotAwarded, shares=(Stake(1, "p1", 26), Stake(3, "p3", 26))).then_one(GameEnded, how="won", next_dealer=1)
    at(game).when(ClaimTarget(4)).then_one(TargetClaimed, right=False).then_one(GameDecided, winners=(1, 3), because="false_claim")


@breaks("CAS-CLAIM-1", "CAS-OUT-1")
def test_a_claim_needs_the_house_rule_a_card_and_a_player():
    at(reached(start(50, 50), *ritual(2, (1, 2)))).when(ClaimTarget(1)).then_refused(CAS_CLAIM_1)
    off = lying({1: "3C", 2: "4C"}, claim=False)
    at(off).when(ClaimTarget(1)).then_refused(CAS_CLAIM_1)
    three = lying({1: "3C", 2: "4C", 3: "5C"})
    out = at(three).when(ClaimTarget(2)).then_one(PlayerPutOut, because="false_claim").after
    at(out).when(ClaimTarget(2)).then_refused(CAS_OUT_1)


@keeps("CAS-CLAIM-1", "CAS-SCORE-1", "CAS-SCORE-2")
def test_a_claim_counts_27_cards_and_seven_spades_as_soon_as_they_are_there():
    low = [rank + suit for rank in "3456789" for suit in "CDH"]
    spades = "3S 4S 5S 6S 7S 8S"
    for cards, points in ((" ".join(low), 0), (" ".join(low) + " " + spades, 3), (spades + " 9S", 1)):
        game = lying({1: "JC", 2: "QC"}, piles={1: cards})
        at(game).when(ClaimTarget(1)).then_one(TargetClaimed, points=points)


@keeps("CAS-OUT-1")
def test_the_last_to_remain_of_three_wins_by_the_others_wrong_claims():
    game = lying({1: "3C", 2: "4C", 3: "5C"})
    story = at(at(game).when(ClaimTarget(1)).after).when(ClaimTarget(2))
    story.then_one(GameDecided, winners=(3,), because="false_claim").then_state(stacks={1: 95, 2: 95, 3: 110})


@keeps("CAS-OUT-1", "CAS-LAST-1")
def test_the_captures_of_who_is_out_count_no_more_for_the_last_cards():
    game = lying({1: "3C", 2: "4C", 3: "5C"}, "", piles={2: "AC AD", 1: "KC KD"}, captors=(2, 1), remaining=0, first=False)
    out = reached_from(game, ClaimTarget(1))
    assert out.captors == (2,)
    at(reached_from(out, Trail(2, "4C"))).when(Trail(3, "5C")).then_one(LastCardsTaken, seat=2).then_one(DeckScored, checked=False)


@keeps("CAS-POT-1")
@pytest.mark.parametrize(("reveal", "hands", "everything"), [("played", 2, False), ("all", 2, True), ("shown", 0, False)])
def test_after_the_game_the_house_rule_says_what_is_open(reveal, hands, everything):
    story = last_card({1: 14, 2: 0}, reveal=reveal).when(Trail(2, "KS"))
    shown = tuple([DealtHand(1, seat) for seat in (1, 2)][:hands])
    story.then_one(DeckRevealed, hands=shown, everything=everything)
