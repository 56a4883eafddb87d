"""What later cards prove of a hand that only its player sees, and what becomes of claims until then (AZI-DEAL-9, AZI-CLAIM-1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.azi import commands, events, legal, offence_events, recordable, unseen_events, violations
from engine.azi.commands import Bet, Call, Claim, Correct, Penalise, Play, Settle, Show
from engine.azi.offence_events import (
    ClaimLapsed,
    ClaimMade,
    ClaimUnfounded,
    ClaimUpheld,
    DealAnnulled,
    OffenceFound,
    PenaltyImposed,
    PlayRestored,
)
from engine.azi.rulebook import AZI_CLAIM_1, AZI_VIOL_2
from engine.rules import Violation
from tests.engine.azi.deals import plays, reached, ritual
from tests.engine.azi.test_unseen import led, tried, unseen
from tests.engine.scenario import breaks, keeps

# Spades are trumps, the pot is 65. Seat 1 leads hearts, and seat 2 throws a diamond.
THROWN = led("1 9H", "2 7D")
CLAIM = Claim(3, 1, 1, "7D")
MADE = ClaimMade(3, 1, 2, 1, "7D")
NAMED = (3, 1, 2, 1, "7D")
RENEGE = Violation(2, "AZI-PLAY-2", "renege", 1, 1, "7D", "open")


def found(*story: Any) -> list[tuple[str, str, str]]:
    """Rule, kind and status of what the audit lists."""
    return [(one.rule, one.kind, one.status) for one in violations(reached(*story))]


@keeps("AZI-DEAL-9", "AZI-PLAY-2")
def test_a_card_thrown_is_no_violation_as_long_as_nothing_shows_the_suit_led():
    assert violations(reached(*THROWN)) == ()
    assert violations(reached(*THROWN, *plays("3 8H", "1 9D", "2 8D", "3 TD"))) == ()


@breaks("AZI-PLAY-2", "AZI-DEAL-9")
def test_a_renege_is_proved_when_the_suit_led_is_played_later_by_the_same_hand():
    story = [*THROWN, *plays("3 8H", "1 9D", "2 AH")]
    assert violations(reached(*story)) == (RENEGE,)
    assert found(*story[:-1]) == []
    assert reached(*story).phase == "play"  # nothing comes of it until somebody says so
    tried(*story, CLAIM).then_first(MADE, ClaimUpheld(*NAMED, "AZI-PLAY-2")).then_one(PenaltyImposed, chips=130, pot=195)


@breaks("AZI-PLAY-2", "AZI-VIOL-2")
def test_a_renege_is_proved_when_the_suit_led_is_shown_and_a_steward_may_then_rule():
    story = [*THROWN, Show(2, ("AH",))]
    assert violations(reached(*story)) == (RENEGE,)
    ruled = tried(*story, Penalise(1, 1, "7D"))
    ruled.then_first(OffenceFound(1, 2, 1, "7D", "AZI-PLAY-2")).then_one(PenaltyImposed, chips=130, found_by="steward")
    ruled.then_one(PlayRestored, seat=2).then_state(turn=2, phase="play")
    assert ruled.after.offences.known.held[2].surely == ("AH", "7D")
    assert ruled.after.hands == {1: (), 2: (), 3: ()}
    assert Play(2, "7D") in recordable(ruled.after, 2)
    assert {command.card[1] for command in legal(ruled.after, 2)} == {"H"}
    again = tried(*story, Penalise(1, 1, "7D"), Play(2, "7D"))
    assert [one.status for one in violations(again.after)] == ["punished", "open"]  # now everybody sees it at once


@breaks("AZI-VIOL-2", "AZI-DEAL-9")
def test_a_steward_does_not_rule_on_what_nothing_shows():
    tried(*THROWN, Penalise(1, 1, "7D")).then_refused(AZI_VIOL_2)
    tried(*THROWN, Play(3, "8H"), Penalise(1, 1, "8H")).then_refused(AZI_VIOL_2)


@keeps("AZI-CLAIM-1", "AZI-DEAL-9")
def test_a_claim_of_what_nothing_shows_is_recorded_stays_open_and_is_listed():
    tried(*THROWN, CLAIM).then(MADE)
    assert violations(reached(*THROWN, CLAIM)) == (Violation(2, "AZI-CLAIM-1", "claim", 1, 1, "7D", "open"),)
    assert found(*THROWN, CLAIM, *plays("3 8H", "1 9D", "2 8D")) == [("AZI-CLAIM-1", "claim", "open")]


@breaks("AZI-CLAIM-1")
def test_an_open_claim_is_made_once_and_a_card_that_followed_suit_is_judged_at_once():
    tried(*THROWN, CLAIM, Claim(1, 1, 1, "7D")).then_refused(AZI_CLAIM_1)
    tried(*THROWN, CLAIM, Penalise(1, 1, "7D")).then_refused(AZI_CLAIM_1)
    tried(*THROWN, Claim(2, 1, 1, "9H")).then(ClaimMade(2, 1, 1, 1, "9H"), ClaimUnfounded(2, 1, 1, 1, "9H"))
    tried(*THROWN, Play(3, "8H"), Claim(2, 1, 1, "8H")).then(ClaimMade(2, 1, 3, 1, "8H"), ClaimUnfounded(2, 1, 3, 1, "8H"))


@breaks("AZI-PLAY-2", "AZI-CLAIM-1", "AZI-VIOL-3")
def test_an_open_claim_is_settled_by_the_card_that_proves_it_and_dealt_again_after_the_next_lead():
    story = [*THROWN, CLAIM, *plays("3 8H", "1 9D")]
    proved = tried(*story, Play(2, "AH"))
    proved.then_first(events.CardPlayed(1, 2, 2, "AH"), ClaimUpheld(*NAMED, "AZI-PLAY-2"))
    proved.then_one(PenaltyImposed, seat=2, chips=130, pot=195, found_by="claim", claimant=3)
    proved.then_one(DealAnnulled, because="renege", again=(1, 2, 3)).then_state(deal=2, phase="shuffle")
    assert found(*story, Play(2, "AH")) == [("AZI-PLAY-2", "renege", "punished")]


@breaks("AZI-PLAY-2", "AZI-VIOL-3")
def test_an_open_claim_is_settled_by_a_card_shown_and_the_right_course_restored():
    proved = tried(*THROWN, CLAIM, Play(3, "8H"), Show(2, ("AH",)))
    proved.then_first(unseen_events.CardsShown(1, 2, ("AH",)), ClaimUpheld(*NAMED, "AZI-PLAY-2"))
    proved.then_none(DealAnnulled)
    always = tried(*led("1 9H", "2 7D", "3 8H", "1 9D", restore="always"), CLAIM, Play(2, "AH"))
    always.then_one(PlayRestored, seat=2).then_state(turn=2, trick=((1, "9H"),))
    assert always.after.offences.known.held[2].surely == ("7D", "AH")


@keeps("AZI-CLAIM-1", "AZI-PLAY-4", "AZI-DEAL-9")
@pytest.mark.parametrize(("penalty", "costs"), [("none", 0), ("ante", 5)])
def test_an_open_claim_is_unfounded_once_all_cards_of_the_hand_have_come_up_without_it(penalty, costs):
    story = [*led("1 9H", "2 7D", false_claim_penalty=penalty), CLAIM, *plays("3 8H", "1 9D", "2 8D", "3 TD", "3 7H", "1 6H")]
    last = tried(*story, Play(2, "JD"))
    last.then_first(events.CardPlayed(1, 3, 2, "JD"), ClaimUnfounded(*NAMED))
    assert last.after.pot == 65 + costs
    assert last.after.stacks[3] == 1000 - 25 - costs
    shown = tried(*THROWN, CLAIM, Show(2, ("8D", "JD")))
    shown.then(unseen_events.CardsShown(1, 2, ("8D", "JD")), ClaimUnfounded(*NAMED))


@breaks("AZI-PLAY-3", "AZI-DEAL-9")
def test_who_threw_a_plain_card_and_later_plays_a_trump_failed_to_trump():
    story = [*THROWN, *plays("3 8H", "1 9D", "2 9S")]
    assert found(*story) == [("AZI-PLAY-3", "renege", "open")]
    free = led("1 9H", "2 7D", "3 8H", "1 9D", "2 9S", undertrump_is_renege=False)
    assert found(*free) == [("AZI-PLAY-3", "undertrump", "open")]
    assert found(*free, *plays("3 TD"), Show(2, ("AH",))) == [("AZI-PLAY-2", "renege", "open")]
    claimed = tried(*free, CLAIM)
    claimed.then_one(ClaimUpheld, rule="AZI-PLAY-3").then_none(PenaltyImposed)
    claimed.then_one(DealAnnulled, pot=65)


@keeps("AZI-PLAY-3", "AZI-DEAL-9")
def test_who_trumped_and_later_plays_a_trump_has_done_no_wrong_but_with_the_suit_led_he_has():
    story = [*led("1 9H", "2 7S", "3 8H"), *plays("2 8S", "3 TD", "1 9D")]
    assert found(*story) == []
    assert found(*story, Play(2, "AH")) == [("AZI-PLAY-2", "renege", "open")]


@breaks("AZI-PLAY-3")
def test_an_overtrump_is_proved_missing_by_the_higher_trump_where_the_house_demands_it():
    cards = ("1 9H", "2 9S", "3 7S", "2 9D", "3 AS")
    assert found(*led(*cards)) == []
    assert found(*led(*cards, must_overtrump=True)) == [("AZI-PLAY-3", "renege", "open")]
    lower = ("1 9H", "2 9S", "3 7S", "2 9D", "3 8S")
    assert found(*led(*lower, must_overtrump=True)) == []


@breaks("AZI-PLAY-2", "AZI-VIOL-1")
def test_of_a_card_that_everybody_has_seen_in_the_hand_a_renege_is_seen_at_once():
    exposed = [*unseen(), commands.Expose(2, "AH"), commands.KeepCard(2), commands.BetBlind(1, 10), Call(2), Call(3)]
    game = reached(*exposed, Play(1, "9H"))
    assert Play(2, "7D") in recordable(game, 2)
    assert [command.card for command in legal(game, 2) if command.card[1] != "H"] == []
    assert found(*exposed, *plays("1 9H", "2 7D")) == [("AZI-VIOL-1", "exposed_card", "free"), ("AZI-PLAY-2", "renege", "open")]


@keeps("AZI-DEAL-9", "AZI-CLAIM-1")
def test_a_claim_that_nothing_has_decided_lapses_when_the_game_ends_and_costs_nothing():
    story = [*led("1 9H", "2 7D", "3 8H", "1 AS", "2 8D", "3 TD", play_out=False, false_claim_penalty="ante"), CLAIM]
    assert reached(*story).phase == "awaiting_settlement"
    over = tried(*story, Settle())
    over.then_one(ClaimLapsed, seat=3, deal=1, trick=1, card="7D", against=2)
    over.then_one(events.PotAwarded, because="two_tricks").then_none(PenaltyImposed)
    assert [type(event) for event in over.events] == [events.PotAwarded, ClaimLapsed, events.DeckRevealed, events.GameEnded]
    assert violations(over.after) == (Violation(2, "AZI-CLAIM-1", "claim", 1, 1, "7D", "unproved"),)
    assert over.after.stacks == {1: 1000 - 15 + 65, 2: 975, 3: 975}
    shown = tried(*story, Show(2, ("AH",)))  # until the settlement the hand may be shown
    shown.then_one(ClaimUpheld, rule="AZI-PLAY-2").then_one(PenaltyImposed, chips=130)


@keeps("AZI-CLAIM-1", "AZI-VOID-1")
def test_open_claims_outlive_a_void_deal_and_lapse_with_a_void_game():
    story = [*THROWN, CLAIM, commands.VoidDeal("a card fell")]
    assert found(*story) == [("AZI-CLAIM-1", "claim", "open")]
    over = tried(*story, commands.VoidGame("enough"))
    over.then_one(ClaimLapsed, deal=1)
    assert [one.status for one in violations(over.after)] == ["unproved"]
    both = tried(*THROWN, CLAIM, Play(3, "JD"), Claim(2, 1, 1, "JD"), commands.VoidGame("enough"))
    assert [event.card for event in both.events if isinstance(event, ClaimLapsed)] == ["7D", "JD"]
    late = [*THROWN, commands.VoidDeal("a card fell"), CLAIM]
    assert found(*late) == [("AZI-CLAIM-1", "claim", "open")]


@keeps("AZI-CLAIM-1", "AZI-VIOL-3")
def test_of_a_card_taken_back_and_played_again_each_play_has_a_claim_of_its_own():
    story = [*led("1 AH", "2 7D", "3 8H", "1 9D", "2 8D", "3 TH", restore="always"), Claim(1, 1, 2, "TH")]
    story += [Show(2, ("KH",)), Penalise(1, 1, "7D"), *plays("2 KH", "3 8H", "1 JH", "2 7D", "3 TH")]
    again = tried(*story, Claim(2, 1, 2, "TH"))  # now it follows suit
    again.then(ClaimMade(2, 1, 3, 2, "TH"), ClaimUnfounded(2, 1, 3, 2, "TH"))
    assert [(one.seat, one.number) for one in again.after.offences.claims] == [(1, 6)]
    assert ("AZI-CLAIM-1", "claim", "open") in found(*story, Claim(2, 1, 2, "TH"))
    unclaimed = [one for one in story if not isinstance(one, Claim)]  # then it is the play that may have been wrong
    tried(*unclaimed, Claim(2, 1, 2, "TH")).then(ClaimMade(2, 1, 3, 2, "TH"))


@breaks("AZI-VIOL-4", "AZI-LAST-1", "AZI-CLAIM-1")
def test_a_claim_proved_by_the_card_that_has_cost_its_player_the_game_comes_too_late_for_a_penalty():
    story = [*THROWN, CLAIM, *plays("3 8H", "1 9D", "2 AH"), *ritual(3, (1, 2, 3)), commands.Deal(3, None, "6S")]
    story += [commands.BetBlind(1, 5), Call(2), commands.Fold(3), *plays("1 9H", "2 7D", "1 TH", "2 8D")]
    story += [Claim(1, 2, 1, "7D"), Claim(1, 2, 2, "8D"), Play(1, "6H")]
    over = tried(*story, Play(2, "AH"))
    over.then_one(ClaimUpheld, card="7D").then_one(offence_events.PlayerPutOut, seat=2).then_one(ClaimLapsed, card="8D")
    assert over.after.over
    assert [(one.card, one.kind, one.status) for one in violations(over.after)][1:] == [
        ("7D", "renege", "punished"),
        ("8D", "renege", "open"),
    ]


@keeps("AZI-REC-1", "AZI-CLAIM-1")
def test_a_card_mistyped_that_decided_a_claim_is_corrected_and_the_claim_is_open_again():
    story = [*THROWN, CLAIM, *plays("3 8H", "1 9D")]
    step = reached(*story).offences.step + 1
    proved = reached(*story, Play(2, "AH"))
    assert proved.stacks[2] == 975 - 130
    corrected = tried(*story, Play(2, "AH"), Correct(step, "it was the ace of diamonds"))
    corrected.then_one(offence_events.EntryCorrected, step=step, pot=65)
    assert corrected.after.stacks[2] == 975
    assert found(*story, Play(2, "AH"), Correct(step, "x"), Play(2, "AD")) == [("AZI-CLAIM-1", "claim", "open")]


@keeps("AZI-RAZ-2", "AZI-DEAL-9")
def test_who_has_declared_raznomast_and_holds_the_ace_back_is_wrong_only_with_another_trump():
    stayed = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in (1, 2, 3)]]
    story = [*stayed, *[commands.Discard(seat) for seat in (1, 2, 3)], commands.DeclareRaznomast(2), Bet(1, 5), Call(2), Call(3)]
    story += plays("3 9H", "1 8H", "2 7D")
    assert found(*story, Show(2, ("AS",))) == []
    assert found(*story, Show(2, ("AS", "8D"))) == []
    assert ("AZI-PLAY-3", "renege", "open") in found(*story, Show(2, ("8S",)))
    assert ("AZI-PLAY-2", "renege", "open") in found(*story, Show(2, ("AH",)))


@breaks("AZI-RAZ-2", "AZI-PLAY-3")
def test_where_trumps_are_beaten_a_second_trump_proves_that_the_ace_was_not_held_back_by_right():
    stayed = [*unseen(3, "azi-online", "KS", must_overtrump=True), *[commands.Stay(seat) for seat in (1, 2, 3)]]
    story = [*stayed, *[commands.Discard(seat) for seat in (1, 2, 3)], commands.DeclareRaznomast(2), Bet(1, 5), Call(2), Call(3)]
    story += plays("3 9H", "1 9S", "2 7D")
    assert found(*story, Show(2, ("AS",))) == found(*story, Show(2, ("AS", "8D"))) == []
    for second in (("7S",), ("7S", "AS"), ("7S", "8D")):  # whether or not it goes over the nine
        assert ("AZI-PLAY-3", "renege", "open") in found(*story, Show(2, second))


@breaks("AZI-RAZ-1")
def test_a_false_raznomast_waits_for_a_card_that_nothing_else_may_be_wrong_with():
    stayed = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in (1, 2, 3)]]
    story = [*stayed, *[commands.Discard(seat) for seat in (1, 2, 3)], commands.DeclareRaznomast(2), Bet(1, 5), Call(2), Call(3)]
    story += [*plays("3 9H", "1 8H", "2 7D"), Show(3, ("AS",))]
    assert found(*story) == []
    assert found(*story, *plays("3 9D", "1 8D", "2 JD")) == [("AZI-RAZ-1", "renege", "open")]
    assert violations(reached(*story, *plays("3 9D", "1 8D", "2 JD")))[0].card == "JD"


@breaks("AZI-RAZ-1", "AZI-DEAL-9")
def test_a_false_raznomast_is_proved_by_two_suits_of_which_none_is_trump():
    stayed = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in (1, 2, 3)]]
    story = [*stayed, *[commands.Discard(seat) for seat in (1, 2, 3)], commands.DeclareRaznomast(2), Bet(1, 5), Call(2), Call(3)]
    story += plays("3 9H", "1 8H", "2 7H", "3 9D", "1 8D")
    assert found(*story) == []
    assert found(*story, Play(2, "7D")) == [("AZI-RAZ-1", "renege", "open")]


@breaks("AZI-VIOL-4", "AZI-CLAIM-1")
def test_two_claims_proved_by_one_card_are_settled_one_after_the_other():
    story = [*led("1 9H", "2 7D", "3 8H", "1 TH", "2 8D", "3 7H"), CLAIM, Claim(3, 1, 2, "8D"), Play(1, "JH")]
    proved = tried(*story, Play(2, "AH"))
    kinds = [type(event).__name__ for event in proved.events]
    assert kinds[:4] == ["CardPlayed", "ClaimUpheld", "PenaltyImposed", "DealAnnulled"]
    assert kinds.count("ClaimUpheld") == kinds.count("PenaltyImposed") == 2
    assert "PlayerPutOut" in kinds
    assert proved.after.pot == 65 * 9
    assert (proved.after.stacks[2], proved.after.offences.claims) == (975 - 130 - 390, ())
