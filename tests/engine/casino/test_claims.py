"""What goes against the rules where it is recorded: false builds, wrong gathers, cards out of turn, an unannounced last deal. Who
claims it, until when it is put right, and what it costs."""

import pytest

from engine.casino import violations
from engine.casino.builds import Build
from engine.casino.commands import (
    Capture,
    Claim,
    ClaimMissingLast,
    Deal,
    LayBuild,
    Leave,
    Penalise,
    PlayOutOfTurn,
    Settle,
    Trail,
)
from engine.casino.events import (
    BuildDoubled,
    BuildMade,
    BuildRaised,
    CardsCaptured,
    CardsDealt,
    CardTrailed,
    GameDecided,
    PlayerPutOut,
)
from engine.casino.legal import legal, recordable
from engine.casino.offence_events import (
    CardPlayedOutOfTurn,
    ClaimMade,
    ClaimUnfounded,
    ClaimUpheld,
    MissingLastClaimed,
    OffenceFound,
    PlayRestored,
    PointsDeducted,
)
from engine.casino.parts import Score
from engine.casino.rulebook import (
    CAS_BUILD_1,
    CAS_CAP_6,
    CAS_DEAL_3,
    CAS_DEAL_5,
    CAS_ORDER_1,
    CAS_VIOL_1,
    CAS_VIOL_4,
)
from tests.engine.casino.deals import announced, any_deal, at, claim, lying, play, reached_from, to_last_deal
from tests.engine.casino.random_games import cards_of
from tests.engine.scenario import breaks, keeps

HELD = "6C 7C 8C TC"
RECORD = {"enforcement": "record"}


def told(game, kind):
    """The violations of this kind, as (seat, rule, card, status)."""
    return [(one.seat, one.rule, one.card, one.status) for one in violations(game) if one.kind == kind]


@breaks("CAS-VIOL-1", "CAS-BUILD-1", "CAS-BUILD-2")
@pytest.mark.parametrize(
    ("words", "rule"), [("1 5H = 9 4S", "CAS-BUILD-1"), ("1 5H = 8 4S", "CAS-BUILD-2"), ("1 KH = 8 4S", "CAS-DECK-1")]
)
def test_a_false_build_is_recorded_and_a_claim_takes_it_apart_and_costs_two_points(words, rule):
    game = lying({1: "5H KH 8H", 2: HELD}, "4S 3D", **RECORD)
    card = play(words).card
    made = at(game).when(play(words)).then_one(BuildMade, doubled=False).after
    assert told(made, "false_build") == [(1, rule, card, "open")]
    story = at(made).when(claim(2, made, card))
    story.then(
        ClaimMade(2, 1, 1, card),
        ClaimUpheld(2, 1, 1, card, rule),
        PlayRestored(1, 1, card, ("4S", "3D", card), ()),
        PointsDeducted(1, 1, "p1", card, 2, -2, "false_build", "CAS-VIOL-1", rule, "claim", 2),
    ).then_state(scores={1: -2, 2: 0}, turn=2, builds=())
    assert told(story.after, "false_build") == [(1, rule, card, "punished")]
    at(story.after).when(claim(2, made, card)).then_refused(CAS_VIOL_1)


@breaks("CAS-VIOL-1", "CAS-BUILD-4", "CAS-BUILD-5", "CAS-BUILD-3")
def test_a_false_change_of_a_build_gives_it_back_to_its_owner():
    single = Build(1, 6, ("4D", "2D"), doubled=False, owner=2)
    game = lying({1: "AH 7H", 2: HELD}, "3C", [(6, "4D 2D", 2)], **RECORD)
    raised = at(game).when(LayBuild(1, "AH", 10, ("3C",), 1)).then_one(BuildRaised, was=6, value=10).after
    assert raised.builds[0].owner == 1
    at(raised).when(claim(2, raised, "AH")).then_one(PlayRestored, loose=("3C", "AH"), builds=(single,))
    added = at(game).when(LayBuild(1, "7H", 6, (), 1)).then_one(BuildDoubled).after
    at(added).when(Penalise(1, "7H")).then_one(OffenceFound, rule="CAS-BUILD-3", against=1).then_one(
        PointsDeducted, found_by="steward", claimant=None
    ).then_state(builds=(single,), loose=("3C", "7H"))
    doubled = lying({1: "AH 7H", 2: HELD}, "3C", [(6, "4D 2D 6D", 2)], **RECORD)
    made = at(doubled).when(LayBuild(1, "AH", 7, (), 1)).then_one(BuildRaised, doubled=True).after
    at(made).when(claim(2, made, "AH")).then_one(ClaimUpheld, rule="CAS-BUILD-5")


@keeps("CAS-VIOL-1")
@breaks("CAS-VIOL-1")
def test_once_the_next_player_has_played_a_false_build_stands_and_costs_all_the_same():
    game = lying({1: "5H 2C", 2: "9D 7C 8C"}, "4S", **RECORD)
    made = reached_from(game, play("1 5H = 9 4S"))
    later = reached_from(made, play("2 8C"))
    story = at(later).when(claim(2, later, "5H")).then_none(PlayRestored).then_one(PointsDeducted, score=-2)
    assert story.after.builds[0].value == 9
    captured = reached_from(made, play("2 9D x #1"))
    at(captured).when(claim(2, captured, "5H")).then_none(PlayRestored).then_one(PointsDeducted, score=-2).then_state(
        piles={2: ("9D", "4S", "5H")}
    )


@breaks("CAS-VIOL-1", "CAS-CAP-2", "CAS-CAP-3", "CAS-CAP-1")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (Capture(1, "9H", ("4S", "3D")), "CAS-CAP-2"),
        (Capture(1, "9H", ("4S", "3D"), (1,)), "CAS-CAP-3"),
        (Capture(1, "KH", ("3D",)), "CAS-CAP-1"),
    ],
)
def test_cards_gathered_wrongly_go_back_with_the_card_played(command, rule):
    game = lying({1: "9H KH", 2: HELD}, "4S 3D", [(8, "5D 3S", 2)], piles={1: "2C 2D"}, captors=(1, 2), **RECORD)
    taken = at(game).when(command).then_one(CardsCaptured).after
    assert told(taken, "wrong_gather") == [(1, rule, command.card, "open")]
    story = at(taken).when(claim(2, taken, command.card)).then_one(ClaimUpheld, rule=rule).then_none(PointsDeducted)
    story.then_state(loose=("4S", "3D", command.card), builds=game.builds, piles={1: ("2C", "2D")}, captors=(1, 2), turn=2)
    assert told(story.after, "wrong_gather") == [(1, rule, command.card, "free")]
    later = reached_from(taken, play("2 6C"))
    at(later).when(claim(2, later, command.card)).then_one(ClaimUpheld).then_none(PlayRestored)


@breaks("CAS-VIOL-1", "CAS-OUT-1")
def test_what_somebody_has_gathered_wrongly_goes_back_though_his_pile_has_been_set_aside_since():
    game = lying({1: "9H KH", 2: HELD, 3: "2S 3S"}, "4S 3D 2H", piles={1: "5C 5D"}, **RECORD)
    taken = reached_from(game, Capture(1, "9H", ("4S", "3D")), Leave(1))
    assert sorted(taken.aside) == sorted(("5C", "5D", "9H", "4S", "3D", "KH"))
    story = at(taken).when(claim(2, taken, "9H")).then_one(PlayRestored).then_none(PointsDeducted)
    story.then_state(loose=("4S", "3D", "2H", "9H"), piles={}, captors=())
    assert sorted(story.after.aside) == ["5C", "5D", "KH"]
    assert len(cards_of(story.after)) == len(set(cards_of(story.after))) == 52


@breaks("CAS-VIOL-1", "CAS-CAP-4")
def test_a_sweep_gathered_wrongly_is_none():
    game = lying({1: "9H KH", 2: HELD}, "4S 3D", **RECORD)
    swept = at(game).when(Capture(1, "9H", ("4S", "3D"))).then_one(CardsCaptured, sweep=True).after
    at(swept).when(claim(2, swept, "9H")).then_state(sweeps={1: 0}, loose=("4S", "3D", "9H"), piles={1: ()})


@keeps("CAS-VIOL-1")
@breaks("CAS-VIOL-1")
def test_a_claim_against_a_lawful_play_or_none_changes_nothing():
    game = reached_from(lying({1: "9H KH", 2: HELD}, "9S", **RECORD), play("1 9H x 9S"))
    story = at(game).when(claim(2, game, "9H")).then(ClaimMade(2, 1, 1, "9H"), ClaimUnfounded(2, 1, 1, "9H"))
    assert story.after.scores == {1: 0, 2: 0}
    at(game).when(Claim(2, 1, "2C")).then_refused(CAS_VIOL_1)
    at(game).when(Claim(2, 7, "9H")).then_refused(CAS_VIOL_1)
    at(game).when(Penalise(1, "9H")).then_refused(CAS_VIOL_1)
    at(game).when(Claim(9, 1, "9H")).then_refused(CAS_ORDER_1)
    refusing = reached_from(lying({1: "9H KH", 2: HELD}, "9S"), play("1 9H x 9S"))
    at(refusing).when(Claim(2, 1, "9H")).then_refused(CAS_VIOL_1)


@breaks("CAS-VIOL-1", "CAS-CAP-6", "CAS-BUILD-1")
def test_what_is_no_play_at_all_is_refused_under_record_too():
    game = lying({1: "9H KH", 2: HELD}, "4S 3D", [(8, "5D 3S", 2)], **RECORD)
    at(game).when(Capture(1, "9H")).then_refused(CAS_CAP_6)
    at(game).when(Capture(1, "9H", ("2S",))).then_refused(CAS_CAP_6)
    at(game).when(LayBuild(1, "9H", 11, ("4S",))).then_refused(CAS_BUILD_1)
    at(game).when(LayBuild(1, "9H", 9)).then_refused(CAS_BUILD_1)
    at(game).when(LayBuild(1, "9H", 7, (), 1)).then_refused(CAS_BUILD_1)
    at(game).when(Trail(2, "6C")).then_refused(CAS_DEAL_5)
    at(game).when(Trail(1, "6C")).then_refused(CAS_ORDER_1)


@breaks("CAS-BUILD-7", "CAS-VIOL-1")
def test_who_gives_the_last_card_for_his_build_away_has_made_it_false():
    game = lying({1: "9S 9H 2H", 2: HELD}, "9D", [(9, "5D 4D", 1)], **RECORD)
    kept = reached_from(game, Capture(1, "9S", ("9D",)))
    assert violations(kept) == ()
    one = lying({1: "9S 2H", 2: HELD}, "9D", [(9, "5D 4D", 1)], **RECORD)
    given_away = at(one).when(Capture(1, "9S", ("9D",))).then_one(CardsCaptured).after
    assert told(given_away, "false_build") == [(1, "CAS-BUILD-7", "9S", "open")]
    at(given_away).when(claim(2, given_away, "9S")).then_one(PointsDeducted, broken="CAS-BUILD-7").then_state(
        loose=("5D", "4D"), builds=(), piles={1: ("9S", "9D")}
    )
    trailed = at(one).when(Trail(1, "9S")).then_one(CardTrailed).after
    at(trailed).when(claim(2, trailed, "9S")).then_state(loose=("9D", "9S", "5D", "4D"), builds=(), scores={1: -2, 2: 0})


@breaks("CAS-BUILD-7")
def test_trailing_while_a_build_stands_costs_nothing_and_lies():
    game = lying({1: "9S 2H", 2: HELD}, "KD", [(9, "5D 4D", 1)], **RECORD)
    assert Trail(1, "2H") in recordable(game, 1)
    assert Trail(1, "2H") not in legal(game, 1)
    trailed = reached_from(game, Trail(1, "2H"))
    assert told(trailed, "trailed") == [(1, "CAS-BUILD-7", "2H", "open")]
    at(trailed).when(claim(2, trailed, "2H")).then_one(ClaimUpheld, rule="CAS-BUILD-7").then_none(PlayRestored).then_none(
        PointsDeducted
    )


@keeps("CAS-BUILD-7")
def test_a_false_build_binds_its_owner_no_more():
    game = lying({1: "5H 2C KH", 2: HELD}, "4S", **RECORD)
    game = reached_from(game, play("1 5H = 9 4S"), play("2 8C"))
    assert Trail(1, "2C") in legal(game, 1)
    after = reached_from(game, Trail(1, "2C"))
    assert [one.card for one in violations(after)] == ["5H"]


@breaks("CAS-VIOL-1", "CAS-OUT-1")
def test_where_it_loses_the_game_a_false_build_puts_out_or_decides():
    lost = {"false_build": "loses_game", **RECORD}
    three = reached_from(lying({1: "5H 2C", 2: HELD, 3: "2D 3D"}, "4S", **lost), play("1 5H = 9 4S"))
    at(three).when(claim(3, three, "5H")).then_one(PlayRestored).then_one(PlayerPutOut, seat=1, because="false_build").then_state(
        active=(2, 3), loose=("4S", "5H"), aside=("2C",)
    )
    two = reached_from(lying({1: "5H 2C", 2: HELD}, "4S", **lost), play("1 5H = 9 4S"))
    at(two).when(claim(2, two, "5H")).then_one(GameDecided, winners=(2,), because="false_build").then_state(phase="over")


@keeps("CAS-VIOL-1")
def test_after_the_last_card_of_a_deck_claims_are_heard_until_the_steward_settles():
    game = lying({1: "KC", 2: "9C"}, "2D 8H", piles={1: "3C 3D"}, remaining=0, first=False, **RECORD)
    game = reached_from(game, Trail(1, "KC"), Capture(2, "9C", ("2D", "8H", "KC")))
    assert game.phase == "awaiting_settlement"
    story = at(game).when(Claim(1, 1, "9C")).then_state(loose=("2D", "8H", "KC", "9C"), phase="awaiting_settlement")
    assert at(story.after).when(Settle()).events[0].seat == 1
    at(lying({1: "KC", 2: "9C"}, **RECORD)).when(Settle()).then_refused(CAS_VIOL_1)


@keeps("CAS-VIOL-1")
def test_the_last_card_of_a_deal_is_put_right_until_the_next_deal_is_played():
    game = reached_from(lying({1: "KC", 2: "9C"}, "2D 8H", **RECORD), Trail(1, "KC"), Capture(2, "9C", ("2D", "8H")))
    assert game.phase == "deal"
    restored = at(game).when(Claim(1, 1, "9C")).then_one(PlayRestored, deal=1).after
    assert restored.loose == ("2D", "8H", "KC", "9C")
    dealt = reached_from(game, Deal(2))
    at(dealt).when(Claim(1, 1, "9C")).then_one(PlayRestored, deal=1)
    played = reached_from(dealt, Trail(1, dealt.hands[1][0]))
    at(played).when(Claim(1, 1, "9C")).then_none(PlayRestored).then_one(ClaimUpheld)


@breaks("CAS-VIOL-4")
@keeps("CAS-VIOL-4")
def test_a_card_out_of_turn_lies_exposed_and_is_trailed_in_turn():
    game = lying({1: "2H 3H", 2: "9S 6C"}, "KD", [(9, "5D 4D", 2)], **RECORD)
    at(game).when(PlayOutOfTurn(1, "2H")).then_refused(CAS_VIOL_4)
    at(game).when(PlayOutOfTurn(2, "2H")).then_refused(CAS_ORDER_1)
    shown = at(game).when(PlayOutOfTurn(2, "9S")).then(CardPlayedOutOfTurn(1, 2, "9S")).after
    assert (shown.turn, shown.hands[2]) == (1, ("9S", "6C"))
    at(shown).when(PlayOutOfTurn(2, "9S")).then_refused(CAS_VIOL_4)
    his = reached_from(shown, Trail(1, "2H"))
    assert [one for one in legal(his, 2) if not hasattr(one, "seat") or one.__class__ is Trail] == [Trail(2, "9S")]
    at(his).when(Capture(2, "9S", (), (1,))).then_refused(CAS_VIOL_4)
    at(his).when(Trail(2, "6C")).then_refused(CAS_VIOL_4, legal=("9S",))
    trailed = at(his).when(Trail(2, "9S")).then_one(CardTrailed).after
    assert trailed.builds[0].owner == 0
    assert trailed.offences.pinned == ()
    assert [one.kind for one in violations(trailed)] == ["out_of_turn"]
    at(trailed).when(claim(1, trailed, "9S")).then_one(ClaimUnfounded)


@breaks("CAS-DEAL-3")
@keeps("CAS-DEAL-3")
def test_a_missing_announcement_is_claimed_before_the_first_card_and_gives_each_opponent_a_point():
    game = to_last_deal(50, 50, 50, missing_last="one_point", **RECORD)
    silent = at(game).when(any_deal(game)).then(*at(game).when(any_deal(game)).events).then_one(CardsDealt, last=True).after
    assert told(silent, "missing_last") == [(3, "CAS-DEAL-3", None, "open")]
    at(silent).when(ClaimMissingLast(3)).then_refused(CAS_DEAL_3)
    at(silent).when(ClaimMissingLast(9)).then_refused(CAS_ORDER_1)
    claimed = at(silent).when(ClaimMissingLast(1)).then(MissingLastClaimed(silent.deal, 1, 3, (Score(1, 1), Score(2, 1)))).after
    assert claimed.scores == {1: 1, 2: 1, 3: 0}
    assert told(claimed, "missing_last") == [(3, "CAS-DEAL-3", None, "punished")]
    at(claimed).when(ClaimMissingLast(2)).then_refused(CAS_DEAL_3)
    late = reached_from(silent, Trail(1, silent.hands[1][0]))
    at(late).when(ClaimMissingLast(1)).then_refused(CAS_DEAL_3)
    said = reached_from(announced(game), any_deal(game))
    at(said).when(ClaimMissingLast(1)).then_refused(CAS_DEAL_3)
    free = to_last_deal(50, 50, **RECORD)
    free = reached_from(free, any_deal(free))
    at(free).when(ClaimMissingLast(1)).then(MissingLastClaimed(free.deal, 1, 2, ()))
