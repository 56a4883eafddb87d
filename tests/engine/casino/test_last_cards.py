"""From the last card of a deck on, what lies on the table and what is left over belongs to who captured last: a claim counts it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.casino import casino, commands, events, to_fill
from engine.casino.commands import Capture, Claim, ClaimTarget, Correct, Leave, Settle, Trail
from engine.casino.deal import elsewhere
from engine.casino.legal import legal
from engine.casino.notation import WORDS
from engine.casino.particulars import PACK
from engine.casino.rulebook import CAS_DEAL_6
from engine.casino.state import Game
from engine.changed import changed
from engine.decider import act
from engine.games import KINDS
from engine.record import read, recorded, write
from engine.rules import RuleBroken
from tests.engine.casino.deals import at, lying, reached, reached_from, ritual, start
from tests.engine.casino.offending_games import done
from tests.engine.scenario import breaks, keeps
from tests.laws import law

STRICT = {"enforcement": "record", "name": "casino-strict-6"}
LAST = {1: "QS", 2: "KS"}
FIVE = "TD 2S AS AH 3C 3D"


def played_out(table: str = "AD", pile: str = FIVE, **changes: Any) -> Game:
    """Two players, the last card of the deck is played, and seat 2 has captured last."""
    game = lying(LAST, table, piles={1: "4C 4D", 2: pile}, remaining=0, first=False, **{**STRICT, **changes})
    return reached_from(game, Trail(1, "QS"), Trail(2, "KS"))


@keeps("CAS-CLAIM-1", "CAS-LAST-1")
def test_a_claim_after_the_last_card_counts_the_table_for_who_captured_last():
    game = played_out()
    assert game.phase == "awaiting_settlement"
    at(game).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=6, right=True).then_one(
        events.GameDecided, winners=(2,), because="claim"
    ).then_none(events.LastCardsTaken).then_state(phase="over")
    at(game).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=0, right=False)


@breaks("CAS-CLAIM-1")
@keeps("CAS-LAST-1")
def test_before_the_last_card_the_table_is_nobodys():
    game = lying(LAST, "AD", piles={1: "4C 4D", 2: FIVE}, remaining=0, first=False, **STRICT)
    at(game).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=5, right=False)
    at(reached_from(game, Trail(1, "QS"))).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=5, right=False)


@keeps("CAS-CLAIM-1", "CAS-LAST-1", "CAS-CAP-4")
def test_it_counts_builds_too_and_no_sweep_and_the_next_deck_counts_anew():
    changes = {"name": "casino-family", "scores": {1: 0, 2: 15}}
    game = lying(LAST, "", [(5, "AD 4H", 1)], {1: "4C 4D", 2: FIVE}, remaining=0, first=False, **{**STRICT, **changes})
    game = reached_from(game, Trail(1, "QS"), Trail(2, "KS"))
    at(game).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=21, right=True)
    changes["scores"] = {1: 0, 2: 10}
    short = reached_from(played_out(**changes), Settle())
    assert (short.phase, short.deck, short.scores) == ("shuffle", 2, {1: 0, 2: 16})
    at(short).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=16, right=False)


@keeps("CAS-CLAIM-1", "CAS-LAST-1", "CAS-SCORE-1", "CAS-SCORE-2")
def test_left_over_cards_count_with_the_table_for_27_cards_and_seven_spades():
    low = " ".join([rank + suit for rank in "3456789" for suit in "CDH"])
    changes: dict[str, Any] = {"enforcement": "record", "first": False, "remaining": 2, "captors": (1, 2)}
    game = lying({1: "QC", 2: "KC", 3: "JC"}, "QD", piles={1: "KD KH", 2: low}, **changes)
    game = reached_from(game, Trail(1, "QC"), Trail(2, "KC"), Trail(3, "JC"))
    assert (game.phase, game.stock) == ("awaiting_settlement", ("2C", "TC"))
    at(game).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=3)
    spades = lying({1: "QC", 2: "KC", 3: "JC"}, "QD", piles={1: "KD", 2: "3S 4S 5S 6S 7S"}, **changes)
    spades = changed(spades, order=("8S", "9S"))
    spades = reached_from(spades, Trail(1, "QC"), Trail(2, "KC"), Trail(3, "JC"))
    at(spades).when(ClaimTarget(2)).then_one(events.TargetClaimed, points=1)


@keeps("CAS-SEAT-1", "CAS-CLAIM-1", "CAS-LAST-1")
def test_partners_have_the_last_cards_of_either_in_their_pile():
    hands = {1: "3C", 2: "4C", 3: "5C", 4: "7C"}
    changes = {"partners": True, "players_min": 4, "remaining": 0, "first": False, "captors": (2, 3)}
    game = lying(hands, "AD", piles={1: "TD 2S", 2: "AC", 3: "AS AH"}, **{**STRICT, **changes})
    for seat, card in hands.items():
        game = reached_from(game, Trail(seat, card))
    at(game).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=6, right=True).then_one(
        events.GameDecided, winners=(1, 3), because="claim"
    )


@keeps("CAS-POT-1", "CAS-LAST-1")
def test_whoever_ends_the_game_the_last_cards_count_in_the_final_scores():
    game = played_out(per_point=2, name="casino-family", scores={1: 21, 2: 10})
    story = at(game).when(ClaimTarget(1)).then_one(events.TargetClaimed, right=True)
    assert story.after.final == {1: 21, 2: 16}
    left = at(played_out(per_point=2)).when(Leave(1)).then_one(events.GameDecided, winners=(2,), because="left")
    assert left.after.final == {1: 0, 2: 6}


@keeps("CAS-OUT-1", "CAS-LAST-1")
def test_if_all_others_leave_after_the_last_card_it_is_not_undone_by_cards_left_over():
    hands = {1: "3C", 2: "4C", 3: "5C", 4: "7C"}
    partners = {"partners": True, "players_min": 4, "per_point": 2, "captors": (2, 1)}
    game = lying(hands, "AD", piles={1: "TD 2S", 2: "AC"}, remaining=2, first=False, **{**STRICT, **partners})
    for seat, card in hands.items():
        game = reached_from(game, Trail(seat, card))
    story = at(game).when(Leave(4)).then_one(events.GameDecided, winners=(1, 3), because="left")
    assert story.after.final == {1: 4, 2: 0, 3: 4, 4: 0}


@breaks("CAS-VIOL-1", "CAS-CLAIM-1")
@keeps("CAS-LAST-1")
def test_a_last_capture_that_is_put_right_gives_the_table_back_to_who_captured_before():
    game = lying({1: "KC", 2: "9C"}, "AD 8H", piles={1: FIVE, 2: "4C 4D"}, captors=(2, 1), remaining=0, first=False, **STRICT)
    game = reached_from(game, Trail(1, "KC"), Capture(2, "9C", ("AD", "KC")))
    at(game).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=5, right=False)
    restored = reached_from(game, Claim(1, 1, "9C"))
    at(restored).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=6, right=True)
    mistyped = at(game).when(Correct(game.offences.step, "He trailed it")).after
    at(reached_from(mistyped, Trail(2, "9C"))).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=6, right=True)


def hidden_left_over(per_point: int = 0) -> tuple[Game, list[str]]:
    """Four players whose hands nobody sees; one is put out, and at the end two cards are left over that could be his. Seat 3 has
    captured last. With the cards that nobody has seen."""
    game = reached(start(50, 50, 50, 50, deck="unseen", enforcement="record", hand_size=6, table_size=2, per_point=per_point))
    game = reached_from(game, *ritual(4, game.active), commands.Deal(4, None, ("4S", "3D")))
    game = reached_from(game, ClaimTarget(4))
    rest = [card for card in PACK if card not in ("4S", "3D", "4C", "AS")]
    game = reached_from(game, Trail(1, rest.pop(0)), Trail(2, rest.pop(0)), Capture(3, "4C", ("4S",)))
    while game.phase != "awaiting_settlement":
        while game.phase == "play":
            game = reached_from(game, Trail(game.turn, rest.pop(0)))
        if game.phase == "deal":
            last = [one for one in legal(game, 1) if isinstance(one, commands.AnnounceLast)]
            game = reached_from(game, *last, commands.Deal(1))
    return game, [*rest, "AS"]


@keeps("CAS-CLAIM-1", "CAS-LAST-1", "CAS-DEAL-6")
@breaks("CAS-DEAL-6")
def test_left_over_cards_that_nobody_can_tell_are_told_with_the_claim_as_with_the_settlement():
    game, rest = hidden_left_over()
    assert (game.remaining, game.hidden, game.captors) == (2, 6, (3,))
    bounds = {"undealt": {"count": 2, "of": tuple([card for card in PACK if card not in elsewhere(game)])}}
    assert to_fill(game, ClaimTarget(3)) == to_fill(game, Settle()) == bounds
    at(game).when(ClaimTarget(3)).then_refused(CAS_DEAL_6, count=2)
    at(game).when(ClaimTarget(1, (rest[0], "4S"))).then_refused(CAS_DEAL_6)
    told = (rest[0], "AS")
    claim = at(game).when(ClaimTarget(1, told)).then_one(events.TargetClaimed, right=False).then_state(active=(2, 3)).after
    assert set(claim.stock or ()) == set(told)
    without = at(game).when(ClaimTarget(3, (rest[0], rest[1]))).events[0].points
    assert at(game).when(ClaimTarget(3, told)).events[0].points == without + 1
    assert WORDS.hear(game, WORDS.say(ClaimTarget(3, told))) == ClaimTarget(3, told)
    assert WORDS.hear(game, "3 claims the target, left over nothing") is None
    at(reached_from(game, Settle(told))).when(ClaimTarget(3, told)).then_refused(CAS_DEAL_6)


@keeps("CAS-OUT-1", "CAS-DEAL-6")
def test_what_was_told_is_known_from_then_on_and_the_game_is_recorded_exactly():
    game, happened = casino.initial, list[Any]()
    rest = [card for card in PACK if card not in ("4S", "3D", "4C")]
    told = tuple(rest[-2:])

    def do(command: Any) -> None:
        nonlocal game
        made, game = act(casino, game, command)
        happened.extend(made)

    do(start(50, 50, 50, 50, deck="unseen", enforcement="record", hand_size=6, table_size=2))
    for command in (*ritual(4, (1, 2, 3, 4)), commands.Deal(4, None, ("4S", "3D")), ClaimTarget(4), Capture(1, "4C", ("4S",))):
        do(command)
    while game.phase != "awaiting_settlement":
        do(Trail(game.turn, rest.pop(0)) if game.phase == "play" else legal(game, game.turn)[0])
    do(ClaimTarget(2, told))
    assert (game.phase, game.stock) == ("awaiting_settlement", told)
    do(Settle())
    do(commands.VoidGame("enough"))
    record = recorded(KINDS["casino"], tuple(happened))
    assert read(write(record)) == record


@keeps("CAS-CLAIM-1", "CAS-LAST-1", "CAS-SCORE-1", "CAS-SCORE-3")
@law(games=12, first=17000)
def test_in_any_game_a_claim_after_the_last_card_counts_what_the_settlement_would(seed):
    compared(seed)


def test_the_games_by_which_that_is_tried_leave_cards_on_the_table():
    told = [compared(seed) for seed in range(17000, 17012)]
    assert sum(looked for looked, _ in told) > 10
    assert sum(lying for _, lying in told) > 3


def compared(seed: int) -> tuple[int, int]:
    """One game, looked at whenever the last card of a deck is played: how many claims were compared with the settlement, and how
    often cards lay there then."""
    looked = lying_there = 0
    for *_, game in done(seed, offences=0.05):
        if game.phase != "awaiting_settlement":
            continue
        settled = act(casino, game, Settle())[0]
        scored = next(event for event in settled if isinstance(event, events.DeckScored))
        due = {seat: side.score for side in scored.sides for seat in side.seats}
        for seat in game.active if game.house.claim else ():
            claimed = act(casino, game, ClaimTarget(seat))[0][0]
            assert claimed.points == due[seat], seat
            looked += 1
        lying_there += any(isinstance(event, events.LastCardsTaken) for event in settled)
    return looked, lying_there


@keeps("CAS-OUT-1", "CAS-DEAL-6")
def test_a_card_that_lay_exposed_when_its_hand_was_set_aside_is_held_by_nobody_else():
    game = reached(start(50, 50, 50, deck="unseen", enforcement="record"), *ritual(3, (1, 2, 3)))
    game = reached_from(game, commands.Deal(3, None, ("4S", "3D", "8H", "KD")), commands.PlayOutOfTurn(2, "9C"), Leave(2))
    assert (game.hidden, "9C" in game.aside) == (3, True)
    assert "9C" in elsewhere(game)
    rest = iter([card for card in PACK if card not in elsewhere(game)])
    while game.phase == "play":
        game = reached_from(game, Trail(game.turn, next(rest)))
    game = reached_from(game, commands.Deal(3))
    with pytest.raises(RuleBroken, match="CAS-DEAL-6"):
        act(casino, game, Trail(game.turn, "9C"))


@keeps("CAS-LAST-1", "CAS-OUT-1", "CAS-CLAIM-1")
@pytest.mark.parametrize("goes", [Leave(2), ClaimTarget(2)])
def test_what_is_the_last_capturers_counts_for_nobody_when_he_goes_out_before_the_deck_is_settled(goes: Any):
    hands = {1: "QS", 2: "4S", 3: "QH"}
    game = lying(hands, "AD 4H", piles={1: "TD 2S AS AH 3C", 2: "4C 4D 5C 5D"}, remaining=0, first=False, captors=(2, 1), **STRICT)
    game = reached_from(game, Trail(1, "QS"), Capture(2, "4S", ("4H",)), Trail(3, "QH"))
    assert game.phase == "awaiting_settlement"
    at(game).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=5, right=False)
    game = reached_from(game, goes)
    at(game).when(ClaimTarget(1)).then_one(events.TargetClaimed, points=5, right=False).then_one(events.GameDecided, winners=(3,))
    out = act(casino, game, Leave(3))[0]
    assert next(event.scores for event in out if isinstance(event, events.GameDecided))[1].points == 0
    at(game).when(Settle()).then_one(events.LastCardsTaken, seat=2, table=("AD", "QS", "QH")).then_one(
        events.GameDecided, winners=(1,)
    )
