"""Claims of who sits at the table and is not in the game, since he sat down while it ran (AZI-CLAIM-1)."""

from typing import Any

from engine.azi import azi, legal, violations
from engine.azi.commands import BetBlind, Call, Claim, Correct, Deal, Fold, Leave, Play, Settle, VoidGame
from engine.azi.offence_events import (
    ClaimantNamed,
    ClaimLapsed,
    ClaimMade,
    ClaimUnfounded,
    ClaimUpheld,
    PenaltyImposed,
    PlayRestored,
)
from engine.azi.rulebook import AZI_CLAIM_1, AZI_ORDER_1
from engine.decider import act
from engine.games import KINDS
from engine.record import read, recorded, write
from tests.engine.azi.deals import deal, plays, reached, start
from tests.engine.scenario import breaks, given, keeps

HANDS = {1: "9H 7H 6D", 2: "6H 7S 8D", 3: "8H 8S 6S"}
BIDS = [BetBlind(1, 10), Call(2), Call(3)]


def playing(**changes: Any) -> list[Any]:
    """Three players; 2 has thrown a spade on hearts, and 9H before it was lawful."""
    house = {"enforcement": "record", "false_claim_penalty": "ante", **changes}
    return [start(1000, 1000, 1000, **house), *deal(3, HANDS, "KD"), *BIDS, *plays("1 9H", "2 7S")]


@keeps("AZI-CLAIM-1")
def test_who_has_sat_down_since_the_game_began_claims_like_everybody_at_the_table():
    claimed = given(azi, *playing()).when(Claim(5, 1, 1, "7S", "eva"))
    claimed.then_first(ClaimantNamed(5, "eva"), ClaimMade(5, 1, 2, 1, "7S"), ClaimUpheld(5, 1, 2, 1, "7S", "AZI-PLAY-2"))
    claimed.then_one(PenaltyImposed, seat=2, chips=130, claimant=5).then_one(PlayRestored, seat=2).then_state(turn=2, pot=195)
    assert legal(claimed.after, 5) == ()


@keeps("AZI-CLAIM-1")
def test_a_false_claim_of_his_is_kept_and_costs_nothing_and_the_play_is_claimed_once():
    wrong = given(azi, *playing()).when(Claim(5, 1, 1, "9H", "eva"))
    wrong.then(ClaimantNamed(5, "eva"), ClaimMade(5, 1, 1, 1, "9H"), ClaimUnfounded(5, 1, 1, 1, "9H")).then_state(pot=65)
    given(azi, *playing(), Claim(5, 1, 1, "9H", "eva")).when(Claim(3, 1, 1, "9H")).then_refused(AZI_CLAIM_1)
    given(azi, *playing()).when(Claim(3, 1, 1, "9H")).then_one(PenaltyImposed, seat=3, chips=5, offence="false_claim")


@keeps("AZI-CLAIM-1")
def test_he_is_named_once_and_anew_if_somebody_else_has_taken_his_seat():
    once = [*playing(), Claim(5, 1, 1, "9H", "eva")]
    given(azi, *once).when(Claim(5, 1, 1, "7S", "eva")).then_none(ClaimantNamed)
    given(azi, *once).when(Claim(5, 1, 1, "7S", "fred")).then_first(ClaimantNamed(5, "fred"), ClaimMade(5, 1, 2, 1, "7S"))


@breaks("AZI-CLAIM-1", "AZI-ORDER-1")
def test_nobody_claims_from_a_seat_where_nobody_sits_nor_who_has_left_the_game_nor_after_it():
    given(azi, *playing()).when(Claim(5, 1, 1, "7S")).then_refused(AZI_ORDER_1, seat=5)
    gone = [*playing()[:-4], Call(2), Fold(3), Leave(3), *plays("1 9H", "2 7S")]
    for player in (None, "p3"):
        given(azi, *gone).when(Claim(3, 1, 1, "7S", player)).then_refused(AZI_ORDER_1, seat=3)
    given(azi).when(Claim(5, 1, 1, "7S", "eva")).then_refused(AZI_ORDER_1)
    over = [*playing()[:-4], Fold(2)]
    given(azi, *over).when(Fold(3)).then_state(over=True)
    given(azi, *over, Fold(3)).when(Claim(5, 1, 1, "7S", "eva")).then_refused(AZI_ORDER_1)
    refusing = [*playing()[:-2]]
    refusing[0] = start(1000, 1000, 1000)
    given(azi, *refusing).when(Claim(5, 1, 1, "9H", "eva")).then_refused(AZI_CLAIM_1)


@keeps("AZI-CLAIM-1", "AZI-DEAL-9")
def test_his_open_claim_is_decided_by_the_cards_that_come_up_and_costs_him_nothing_if_it_lapses():
    unseen = playing(deck="unseen")
    unseen[5] = Deal(3, None, "KD")
    opened = given(azi, *unseen).when(Claim(5, 1, 1, "7S", "eva")).then(ClaimantNamed(5, "eva"), ClaimMade(5, 1, 2, 1, "7S"))
    assert [(one.kind, one.status) for one in violations(opened.after)] == [("claim", "open")]
    story = [*unseen, Claim(5, 1, 1, "7S", "eva"), *plays("3 8H", "1 7H")]
    given(azi, *story).when(Play(2, "6H")).then_one(ClaimUpheld, seat=5).then_one(PenaltyImposed, claimant=5, seat=2)
    given(azi, *story).when(VoidGame("fire")).then_one(ClaimLapsed, seat=5).then_none(PenaltyImposed)
    last = [*story, *plays("2 TS", "3 8S", "1 6D")]
    given(azi, *last).when(Play(2, "JS")).then_one(ClaimUnfounded, seat=5).then_none(PenaltyImposed)


@keeps("AZI-REC-1", "AZI-CLAIM-1")
def test_his_mistyped_claim_is_taken_back_with_what_came_of_it():
    story = [*playing(), Claim(5, 1, 1, "7S", "eva")]
    step = reached(*playing()).offences.step + 2
    given(azi, *story).when(Correct(step, "it was another card")).then_state(pot=65, turn=3, trick=((1, "9H"), (2, "7S")))
    again = [*story, Correct(step, "it was another card")]
    given(azi, *again).when(Claim(5, 1, 1, "7S", "eva")).then_one(ClaimUpheld, seat=5)


@keeps("AZI-CLAIM-1")
def test_a_record_tells_who_he_is_and_gives_the_same_game_again():
    tail = ("2 6H", "3 8H", "1 7H", "2 8D", "3 8S", "2 7S", "3 6S", "1 6D")
    events, state = [], azi.initial
    for command in [*playing(), Claim(5, 1, 1, "9H", "eva k."), Claim(5, 1, 1, "7S", "eva k."), *plays(*tail), Settle()]:
        made, state = act(azi, state, command)
        events += made
    assert state.over
    text = write(recorded(KINDS["azi"], events))
    assert "eva k., who has sat down at 5, claims 9H of trick 1, deal 1" in text
    assert read(text).events == tuple(events)
