"""Raznomast, and agreeing to play to azi."""

import pytest

from engine.azi import azi, legal, recordable, violations
from engine.azi.commands import (
    AnswerToAzi,
    Bet,
    BetBlind,
    Call,
    Claim,
    Correct,
    DeclareRaznomast,
    Discard,
    Fold,
    InviteToAzi,
    Penalise,
    Play,
    Raise,
    Settle,
    Stay,
)
from engine.azi.events import AziOccurred, InvitationAnswered, InvitedToAzi, PotAwarded, RaznomastDeclared
from engine.azi.house_rules import house_rules, plain
from engine.azi.offence_events import ClaimUnfounded, ClaimUpheld, EntryCorrected, OffenceFound, PenaltyImposed, PlayRestored
from engine.azi.rulebook import AZI_NAZI_1, AZI_ORDER_1, AZI_PLAY_2, AZI_PLAY_3, AZI_RAZ_1
from engine.rules import RuleBroken
from tests.engine.azi.deals import deal, plays, preset, reached, start
from tests.engine.scenario import breaks, given, keeps

# Seat 4 deals, and its ten of spades is trump. Seat 2 keeps the ace of spades and two hearts.
HANDS = {1: "TD JD 6S KD", 2: "AS 9H 7H 8D", 3: "AD QD KH 6H", 4: "8S 9D QH TS"}
STAYS = [Stay(1), Stay(2), Stay(3), Stay(4)]
AWAY = [Discard(1, "KD"), Discard(2, "8D"), Discard(3, "6H"), Discard(4, "QH")]
BIDS = [Bet(1, 5), Raise(2, 10), Call(3), Fold(4), Call(1)]


def dealt(**changes: object) -> list[object]:
    """These hands."""
    return [start(*(1000,) * 4, name="azi-online", **changes), *deal(4, HANDS, "TS")]


READY = [*dealt(), *STAYS, *AWAY]
PLAY = [*READY, *BIDS]


@keeps("AZI-RAZ-1")
def test_who_holds_the_ace_of_trumps_and_two_of_another_suit_declares_in_or_out_of_turn_until_the_first_lead():
    for story in (READY, PLAY, [*dealt(), *STAYS, *AWAY[:2]]):
        given(azi, *story).when(DeclareRaznomast(2)).then(RaznomastDeclared(1, 2)).then_state(declared=(2,))
        assert DeclareRaznomast(2) in legal(reached(*story), 2)
    assert reached(*PLAY).turn == 1


@breaks("AZI-RAZ-1")
def test_without_the_cards_too_early_too_late_or_twice_it_is_refused():
    given(azi, *READY).when(DeclareRaznomast(3)).then_refused(AZI_RAZ_1, seat=3)
    given(azi, *dealt(), *STAYS).when(DeclareRaznomast(2)).then_refused(AZI_RAZ_1, phase="discard")
    given(azi, *dealt()).when(DeclareRaznomast(2)).then_refused(AZI_RAZ_1, phase="stay")
    given(azi, *PLAY, Play(1, "TD")).when(DeclareRaznomast(2)).then_refused(AZI_RAZ_1, phase="play")
    given(azi, *PLAY, DeclareRaznomast(2)).when(DeclareRaznomast(2)).then_refused(AZI_RAZ_1, seat=2)
    given(azi, *PLAY).when(DeclareRaznomast(4)).then_refused(AZI_ORDER_1, seat=4)
    given(azi, *dealt(raznomast=False), *STAYS, *AWAY).when(DeclareRaznomast(2)).then_refused(AZI_RAZ_1, seat=2)


@keeps("AZI-RAZ-2")
def test_the_declarer_may_hold_the_ace_back_in_the_first_trick_and_has_to_play_it_when_the_suit_comes_again():
    led = [*PLAY, DeclareRaznomast(2), Play(1, "TD")]
    assert legal(reached(*led), 2) == (Play(2, "AS"), Play(2, "9H"), Play(2, "7H"))
    again = [*led, Play(2, "7H"), Play(3, "QD"), Play(3, "AD"), Play(1, "JD")]
    assert legal(reached(*again), 2) == (Play(2, "AS"),)
    given(azi, *again).when(Play(2, "9H")).then_refused(AZI_PLAY_3, seat=2, legal=("AS",))


@breaks("AZI-RAZ-2")
def test_who_has_not_declared_plays_the_ace_and_who_can_follow_follows():
    given(azi, *PLAY, Play(1, "TD")).when(Play(2, "7H")).then_refused(AZI_PLAY_3, seat=2, legal=("AS",))
    trump = [*PLAY, DeclareRaznomast(2), Play(1, "6S")]
    given(azi, *trump).when(Play(2, "7H")).then_refused(AZI_PLAY_2, seat=2, legal=("AS",))


@keeps("AZI-RAZ-1")
def test_a_declarer_who_takes_two_tricks_wins_as_usual():
    away = [Discard(1, "6S"), Discard(2, "8D"), Discard(3, "KH"), Discard(4, "QH")]
    story = [*dealt(), *STAYS, *away, *BIDS, DeclareRaznomast(2), *plays("1 TD", "2 AS", "3 QD", "2 9H", "3 6H")]
    given(azi, *story).when(Play(1, "JD")).then_one(PotAwarded, because="two_tricks").then_state(winners=(2,))


FALSE = {1: "TD JD 6S KD", 2: "AS 9H 7S 8D", 3: "AD QD KH 6H", 4: "8S 9D QH TS"}


@breaks("AZI-RAZ-1")
def test_where_it_is_recorded_a_false_declaration_is_a_renege_once_a_card_has_proved_it():
    begun = [start(*(1000,) * 4, name="azi-online", enforcement="record"), *deal(4, FALSE, "TS"), *STAYS, *AWAY, *BIDS]
    assert DeclareRaznomast(2) in recordable(reached(*begun), 2)
    given(azi, *begun).when(DeclareRaznomast(2)).then(RaznomastDeclared(1, 2))
    story = [*begun, DeclareRaznomast(2), Play(1, "TD"), Play(2, "7S")]
    (found,) = violations(reached(*story))
    assert (found.seat, found.rule, found.kind, found.card) == (2, "AZI-RAZ-1", "renege", "7S")
    claimed = given(azi, *story).when(Claim(3, 1, 1, "7S")).then_one(ClaimUpheld, rule="AZI-RAZ-1", against=2)
    claimed.then_one(PenaltyImposed, seat=2, chips=100, pot=150, broken="AZI-RAZ-1").then_none(PlayRestored)
    claimed.then_state(phase="play", turn=3)


# Three cards, diamonds are trumps. 3 leads a heart and 1 trumps with the nine; 2 declares with a second trump beside the ace.
TWO_TRUMPS = {1: "9D 8S 7S", 2: "AD 6D TS", 3: "KH QH JH"}


def beside_the_ace(hands: dict[int, str], **changes: object) -> list[object]:
    """Up to the turn of 2."""
    house = {"raznomast": True, "must_overtrump": True, "enforcement": "record", **changes}
    bids = [BetBlind(1, 5), Call(2), Raise(3, 20), Call(1), Call(2), DeclareRaznomast(2)]
    return [start(*(1000,) * 3, **house), *deal(3, hands, "KD"), *bids, *plays("3 KH", "1 9D")]


@breaks("AZI-RAZ-2", "AZI-PLAY-3", "AZI-CLAIM-1")
@pytest.mark.parametrize("overtrump", [True, False])
@pytest.mark.parametrize("renege", [True, False])
def test_with_a_second_trump_beside_the_ace_a_plain_card_breaks_the_duty_to_trump_whatever_overtrumping_allows(overtrump, renege):
    story = beside_the_ace(TWO_TRUMPS, must_overtrump=overtrump, undertrump_is_renege=renege)
    lawful = (Play(2, "AD"),) if overtrump else (Play(2, "AD"), Play(2, "6D"))
    assert legal(reached(*story), 2) == lawful
    assert Play(2, "TS") in recordable(reached(*story), 2)
    thrown = given(azi, *story, Play(2, "TS"))
    (found,) = violations(thrown.state)
    assert (found.seat, found.rule, found.kind, found.status) == (2, "AZI-PLAY-3", "renege" if renege else "undertrump", "open")
    claimed = thrown.when(Claim(3, 1, 1, "TS")).then_one(ClaimUpheld, seat=3, rule="AZI-PLAY-3").then_none(ClaimUnfounded)
    claimed.then_one(PlayRestored, seat=2).then_state(turn=2, pot=70 * 3 if renege else 70)
    thrown.when(Penalise(1, 1, "TS")).then_one(OffenceFound, rule="AZI-PLAY-3")


@keeps("AZI-RAZ-2", "AZI-PLAY-3")
@pytest.mark.parametrize("overtrump", [True, False])
def test_with_the_ace_alone_any_card_may_be_thrown_and_who_can_follow_follows(overtrump):
    alone = beside_the_ace({**TWO_TRUMPS, 2: "AD 6S TS"}, must_overtrump=overtrump)
    assert legal(reached(*alone), 2) == (Play(2, "AD"), Play(2, "6S"), Play(2, "TS"))
    assert not violations(reached(*alone, Play(2, "TS")))
    given(azi, *alone, Play(2, "TS")).when(Claim(3, 1, 1, "TS")).then_one(ClaimUnfounded, against=2)
    follows = beside_the_ace({**TWO_TRUMPS, 2: "AD 6H TS"}, must_overtrump=overtrump)
    assert legal(reached(*follows), 2) == (Play(2, "6H"),)


@breaks("AZI-RAZ-2", "AZI-PLAY-3")
def test_with_a_second_trump_the_lower_one_does_not_do_where_trumps_have_to_be_beaten():
    (found, *_) = violations(reached(*beside_the_ace(TWO_TRUMPS), Play(2, "6D")))
    assert (found.rule, found.card) == ("AZI-PLAY-3", "6D")
    (proved,) = violations(reached(*beside_the_ace(TWO_TRUMPS, must_overtrump=False), Play(2, "6D")))
    assert (proved.rule, proved.card) == ("AZI-RAZ-1", "6D")


@keeps("AZI-NAZI-1")
def test_active_players_invite_each_other_between_the_bidding_and_the_first_lead():
    given(azi, *PLAY).when(InviteToAzi(2, 3)).then(InvitedToAzi(1, 2, 3)).then_state(unanswered=((2, 3),), turn=1)
    invited = [*PLAY, InviteToAzi(2, 3)]
    given(azi, *invited).when(AnswerToAzi(3, 2, True)).then(InvitationAnswered(1, 3, 2, True)).then_state(partners=(2, 3))
    given(azi, *invited).when(AnswerToAzi(3, 2, False)).then(InvitationAnswered(1, 3, 2, False)).then_state(partners=())
    assert set(legal(reached(*invited), 3)) == {AnswerToAzi(3, 2, True), AnswerToAzi(3, 2, False), InviteToAzi(3, 1)}


@breaks("AZI-NAZI-1")
def test_at_another_time_and_of_others_it_is_refused_and_without_an_answer_it_is_declined():
    given(azi, *READY).when(InviteToAzi(2, 3)).then_refused(AZI_NAZI_1, phase="bid")
    given(azi, *PLAY, Play(1, "TD")).when(InviteToAzi(2, 3)).then_refused(AZI_NAZI_1, phase="play")
    for other in (2, 4, 9):
        given(azi, *PLAY).when(InviteToAzi(2, other)).then_refused(AZI_NAZI_1, seat=2, invited=other)
    given(azi, *PLAY).when(InviteToAzi(4, 2)).then_refused(AZI_ORDER_1, seat=4)
    invited = [*PLAY, InviteToAzi(2, 3)]
    for command in (InviteToAzi(2, 3), InviteToAzi(3, 2), AnswerToAzi(1, 2, True), AnswerToAzi(3, 1, True)):
        given(azi, *invited).when(command).then_refused(AZI_NAZI_1)
    late = [*invited, Play(1, "TD")]
    given(azi, *late).when(AnswerToAzi(3, 2, True)).then_refused(AZI_NAZI_1)
    assert reached(*late).partners == ()
    off = [*dealt(na_azi=False), *STAYS, *AWAY, *BIDS]
    given(azi, *off).when(InviteToAzi(2, 3)).then_refused(AZI_NAZI_1)


@keeps("AZI-REC-1")
@pytest.mark.parametrize(
    ("before", "act"),
    [([], DeclareRaznomast(2)), ([], InviteToAzi(2, 3)), ([InviteToAzi(2, 3)], AnswerToAzi(3, 2, True))],
    ids=["raznomast", "invitation", "answer"],
)
def test_a_mistyped_declaration_is_taken_back_like_any_other_entry(before, act):
    begun = [start(*(1000,) * 4, name="azi-online", enforcement="record"), *deal(4, HANDS, "TS"), *STAYS, *AWAY, *BIDS, *before]
    was, step = reached(*begun), reached(*begun, act).offences.step
    undone = given(azi, *begun, act).when(Correct(step, "mistyped")).then(EntryCorrected(step, "mistyped", (), (), was.pot))
    undone.then_state(declared=was.declared, unanswered=was.unanswered, partners=was.partners, turn=was.turn)


TWO_FOR_1 = plays("1 6S", "2 AS", "3 QD", "2 9H", "3 KH", "1 TD", "3 AD", "1 JD")


@keeps("AZI-NAZI-2")
def test_a_partner_with_two_tricks_plays_on_free_and_the_third_trick_is_played():
    story = [*PLAY, InviteToAzi(3, 2), AnswerToAzi(2, 3, True), *TWO_FOR_1]
    happened = given(azi, *story).when(Play(2, "7H")).then_none(PotAwarded)
    happened.then_one(AziOccurred, pot=50, stay=(2, 3)).then_state(phase="buy_in")


@breaks("AZI-NAZI-2")
def test_who_has_not_agreed_takes_the_pot_with_two_tricks():
    story = [*PLAY, InviteToAzi(1, 2), AnswerToAzi(2, 1, True), *TWO_FOR_1]
    given(azi, *story).when(Play(2, "7H")).then_one(PotAwarded, because="two_tricks").then_state(winners=(3,))


HIGH = {1: "KD AD 6S JD", 2: "7S 9H TD 8D", 3: "9D QD KH 6H", 4: "8S 6D QH TS"}


@keeps("AZI-NAZI-2", "AZI-PLAY-6")
def test_after_two_tricks_of_a_partner_the_third_is_played_though_play_out_is_off():
    bids = [Bet(1, 5), Raise(2, 10), Call(3), Fold(4), Call(1)]
    away = [Discard(1, "JD"), Discard(2, "9H"), Discard(3, "6H"), Discard(4, "QH")]
    begun = [start(*(1000,) * 4, name="azi-online"), *deal(4, HIGH, "TS"), *STAYS, *away, *bids]
    *cards, last = plays("1 AD", "2 8D", "3 9D", "1 KD", "2 TD", "3 QD")
    agreed = [*begun, InviteToAzi(1, 2), AnswerToAzi(2, 1, True), *cards]
    given(azi, *agreed).when(last).then_none(PotAwarded).then_state(phase="play", turn=1, takers=(1, 1))
    given(azi, *agreed, last, *plays("1 6S", "2 7S")).when(Play(3, "KH")).then_one(AziOccurred, stay=(1, 2))
    given(azi, *begun, *cards).when(last).then_one(PotAwarded, because="two_tricks")


@keeps("AZI-NAZI-2", "AZI-SETTLE-1")
def test_where_it_is_recorded_the_steward_settles_the_azi_of_a_partner():
    begun = [*dealt(enforcement="record"), *STAYS, *AWAY, *BIDS, InviteToAzi(3, 2), AnswerToAzi(2, 3, True)]
    story = [*begun, *TWO_FOR_1, Play(2, "7H")]
    given(azi, *story).when(Settle()).then_none(PotAwarded).then_one(AziOccurred, stay=(2, 3))


@breaks("TABLE-1", "AZI-RAZ-1")
def test_raznomast_is_of_three_cards():
    with pytest.raises(RuleBroken) as broken:
        house_rules({**plain(preset("azi-two")), "raznomast": True})
    assert broken.value.facts["option"] == "raznomast"
