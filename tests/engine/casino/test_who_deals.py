"""Who deals when the dealer goes out or the game is void, and what nobody deals any more; the pot of several winners."""

from engine.casino.commands import AnnounceLast, ClaimTarget, Leave, Settle, Trail, VoidGame
from engine.casino.events import DeckScored, GameEnded, LastCardsTaken, PointsPosted, PotAwarded, TargetClaimed
from engine.casino.state import Game
from engine.parts import Stake
from tests.engine.casino.deals import any_deal, at, lying, reached_from, to_last_deal
from tests.engine.scenario import breaks, keeps


def last_deal_of_three() -> Game:
    """Two cards are left over; the last deal is to be played, and seat 3 has dealt it."""
    game = to_last_deal(50, 50, 50, hand_size=6, table_size=2, enforcement="record")
    return reached_from(game, AnnounceLast(3), any_deal(game))


def trailed_to_the_end(game: Game) -> Game:
    """Every card of the deal is trailed."""
    while game.phase == "play":
        game = reached_from(game, Trail(game.turn, game.hands[game.turn][0]))
    return game


@keeps("CAS-OUT-1", "CAS-DEAL-1")
def test_cards_left_over_are_dealt_if_enough_for_the_rest_when_somebody_goes_out_before_the_last_card():
    over = trailed_to_the_end(reached_from(last_deal_of_three(), ClaimTarget(1)))
    assert (over.phase, over.remaining, over.dealer) == ("deal", 2, 3)
    assert at(over).when(AnnounceLast(3)).events


@keeps("CAS-LAST-1", "CAS-CLAIM-1")
@breaks("CAS-OUT-1")
def test_once_the_last_card_is_played_cards_left_over_stay_the_last_capturers_whoever_claims_wrongly_first():
    game = trailed_to_the_end(last_deal_of_three())
    assert (game.phase, game.remaining) == ("awaiting_settlement", 2)
    out = at(game).when(ClaimTarget(1)).then_state(phase="awaiting_settlement", active=(2, 3), turn=0).after
    at(out).when(Settle()).then_one(LastCardsTaken, table=game.loose, undealt=("KS", "AS"))
    hands = {1: "3C", 2: "4C", 3: "5C"}
    changes = {"captors": (2, 1), "remaining": 2, "first": False, "enforcement": "record"}
    played = lying(hands, "AD AH", piles={1: "TD 2S"}, name="casino-strict-6", **changes)
    for seat, card in hands.items():
        played = reached_from(played, Trail(seat, card))
    wrong = reached_from(played, ClaimTarget(3))
    for told in (played, wrong):
        at(told).when(ClaimTarget(1)).then_one(TargetClaimed, points=5 + sum(card[0] == "A" for card in told.stock or ()))


@keeps("CAS-OUT-1", "CAS-DEAL-4")
def test_a_dealer_who_goes_out_has_had_his_deck_and_the_next_who_remains_has_the_next_one():
    out = reached_from(last_deal_of_three(), ClaimTarget(3))
    assert (out.dealer, out.turn, out.active) == (3, 1, (1, 2))
    dealt_on = trailed_to_the_end(out)
    assert (dealt_on.phase, dealt_on.dealer, dealt_on.turn) == ("deal", 1, 1)
    last = reached_from(dealt_on, AnnounceLast(1), any_deal(dealt_on))
    at(trailed_to_the_end(last)).when(Settle()).then_one(DeckScored, next_dealer=2)
    four = to_last_deal(50, 50, 50, 50, enforcement="record")
    four = reached_from(four, AnnounceLast(4), any_deal(four), ClaimTarget(4))
    at(trailed_to_the_end(four)).when(Settle()).then_one(DeckScored, next_dealer=1)


@keeps("CAS-OUT-1", "CAS-DEAL-4")
def test_if_all_others_leave_before_a_deal_the_next_game_is_not_dealt_past_anybody():
    game = to_last_deal(50, 50, 50, enforcement="record")
    gone = reached_from(game, Leave(1))
    at(gone).when(Leave(3)).then_one(GameEnded, how="won", next_dealer=2, left=(1, 3))


@keeps("CAS-VOID-1")
def test_after_a_void_game_of_several_decks_whoever_was_the_first_to_deal_deals_again():
    game = trailed_to_the_end(last_deal_of_three())
    second = reached_from(game, Settle())
    assert (second.deck, second.dealer) == (2, 1)
    at(second).when(VoidGame("a card is missing")).then_one(GameEnded, how="void", next_dealer=3)
    at(reached_from(second, Leave(3))).when(VoidGame("a card is missing")).then_one(GameEnded, how="void", next_dealer=1)


@keeps("CAS-POT-1", "CAS-SCORE-6")
def test_what_is_paid_for_points_is_shared_with_the_pot_and_parts_differ_by_one_chip_at_most():
    hands = {1: "3C", 2: "4C", 3: "5C"}
    changes = {"scores": {1: 0, 2: 0, 3: 0}, "remaining": 0, "first": False, "per_point": 3}
    game = lying(hands, "", piles={1: "AD AC AS", 2: "AH TD"}, captors=(), name="casino-strict-6", **changes)
    story = at(reached_from(game, Trail(1, "3C"), Trail(2, "4C"))).when(Trail(3, "5C"))
    story.then_one(PointsPosted, stakes=(Stake(3, "p3", 9),), pot=24)
    story.then_one(PotAwarded, shares=(Stake(1, "p1", 12), Stake(2, "p2", 12)), because="decks")
