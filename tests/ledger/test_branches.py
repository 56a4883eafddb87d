"""Branches: a game played on in a copy, by hand and by dice, and nothing else in the world changed by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.azi import commands as azi
from engine.azi.rulebook import AZI_PLAY_2
from engine.branch import ACTS_MAX, BranchBegun, PlayedOn, PlayOn, branch
from engine.decider import fold
from engine.room.rulebook import BRANCH_1
from engine.rules import RuleBroken
from ledger.audits.money import audit
from ledger.play import branches
from ledger.projections import MODELS
from ledger.projections.model import rows
from ledger.registers.refusals import refusals
from ledger.replays.film import film
from ledger.store.errors import NotAllowed, NotFound, Stale
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import AUDITOR, CASHIER, STEWARD, STRANGER, Club, himself, order, told
from tests.ledger.plays import EXAMPLE_1, PLAYS
from tests.ledger.random_club import RandomClub, catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.play.branches import Copy


class Tree:
    """A game that is over, and branches of it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.club = ledger, Club(ledger)
        table, self.players = self.club.started(200, 200, 200, 200)
        self.game = f"{table}-1"
        self.club.act(self.game, *EXAMPLE_1)
        self.last = ledger.load(f"game-{self.game}").version

    def begin(self, step: int) -> str:
        done = branches.begin(self.ledger, order(STEWARD), self.game, step)
        return told(done)[0][0].removeprefix("branch-")

    def step_of(self, kind: str, nth: int) -> int:
        found = [row.originator_version for row in self.ledger.history(f"game-{self.game}") if row.topic == f"azi.{kind}"]
        return found[nth]

    def copy(self, branch: str) -> Copy:
        return branches.read_branch(self.ledger, AUDITOR, branch)[1]

    def world(self) -> tuple[object, ...]:
        """All rows but those of branches, and all that the read models hold."""
        kept = self.ledger.recorder.rows(
            "select count(*), sum(hashtextextended(state::text, 0)) from events where originator_id !~ '^branch-'"
        )
        catch_up(self.ledger)
        models = [
            rows(self.ledger, f"select count(*), sum(hashtextextended(t::text, 0)) from {{{table}}} t")
            for model in MODELS.values()
            for table in model.tables
        ]
        return kept, models


@pytest.fixture
def tree(ledger: Ledger) -> Tree:
    """Worked example 1, played to its end."""
    return Tree(ledger)


@keeps("BRANCH-1")
def test_a_branch_goes_on_from_its_step_and_the_world_does_not_know_of_it(tree: Tree) -> None:
    before = tree.world()
    one = tree.begin(tree.step_of("card_played", 0) - 1)
    other = tree.begin(tree.last)
    assert (one, other) == (f"{tree.game}-1", f"{tree.game}-2")
    assert tree.copy(other).state == tree.club.game(tree.game)
    for card in PLAYS[1:3]:
        with pytest.raises(RuleBroken):
            branches.play(tree.ledger, order(STEWARD), one, lambda _, card=card: card)
    for card in PLAYS:
        branches.play(tree.ledger, order(STEWARD), one, lambda _, card=card: card)
    copy = tree.copy(one)
    assert copy.state == tree.club.game(tree.game)
    assert [item.step for item in branches.branches_of(tree.ledger, tree.game)] == [copy.branch.step, tree.last]
    assert tree.world() == before
    assert audit(tree.ledger).findings == ()
    tree.club.sums_hold()


def test_another_play_has_another_end_and_an_illegal_one_is_refused_by_the_games_rules(tree: Tree) -> None:
    branch = tree.begin(tree.step_of("card_played", 1) - 1)
    with pytest.raises(RuleBroken) as broken:
        branches.play(tree.ledger, order(STEWARD), branch, lambda _: azi.Play(1, "7H"))
    assert broken.value.rule is AZI_PLAY_2
    assert refusals(tree.ledger, rule=AZI_PLAY_2.id) == []
    version = tree.ledger.load(f"branch-{branch}").version
    with pytest.raises(Stale):
        branches.play(tree.ledger, order(STEWARD, if_match=version + 1), branch, lambda _: PLAYS[1])
    branches.play(tree.ledger, order(STEWARD), branch, lambda _: PLAYS[1])
    branches.play_out(tree.ledger, order(STEWARD), branch, "sensible", 50, 3)
    copy = tree.copy(branch)
    assert sum(copy.state.stacks.values()) + copy.state.pot == 800
    assert len(copy.branch.acts) > 1
    assert copy.state == tree.copy(branch).state


def test_the_same_seed_plays_the_same_acts(tree: Tree) -> None:
    step = tree.step_of("cards_dealt", 0)
    copies = []
    for seed in (7, 7, 8):
        branch = tree.begin(step)
        branches.play_out(tree.ledger, order(STEWARD), branch, "random", 400, seed)
        copies.append(tree.copy(branch))
    assert copies[0].branch.acts == copies[1].branch.acts != copies[2].branch.acts
    assert all(copy.state.over for copy in copies)


@breaks("BRANCH-1")
def test_what_the_game_has_not_can_not_be_branched_or_played(tree: Tree) -> None:
    for step in (0, tree.last + 1):
        tree.club.refuses(BRANCH_1, branches.begin, order(STEWARD), tree.game, step=step)
    branch = tree.begin(tree.last)
    for how in ("random", "nobody"):
        with pytest.raises(RuleBroken) as broken:
            branches.play_out(tree.ledger, order(STEWARD), branch, how, 5, 1)
        assert broken.value.rule is BRANCH_1
    with pytest.raises(NotFound):
        tree.copy(f"{tree.game}-9")


@breaks("BRANCH-1")
def test_a_branch_has_a_bound() -> None:
    begun = BranchBegun("t-1-1", "t-1", 4, "", "sam")
    full = PlayedOn(({"act": "fold", "seat": 1},) * ACTS_MAX, ACTS_MAX, True)
    state = fold(branch, branch.initial, [begun, full])
    with pytest.raises(RuleBroken) as broken:
        branch.decide(state, PlayOn(({"act": "fold", "seat": 1},), dice=False))
    assert (broken.value.rule, broken.value.facts) == (BRANCH_1, {"most": ACTS_MAX})


def test_a_branch_is_for_who_may_see_all_of_the_game(tree: Tree) -> None:
    branch = tree.begin(tree.last)
    for caller in (STRANGER, AUDITOR):
        assert branches.read_branch(tree.ledger, caller, branch)
    for caller in (himself(tree.players[0]), CASHIER):
        with pytest.raises(NotAllowed):
            branches.read_branch(tree.ledger, caller, branch)
        with pytest.raises(NotAllowed):
            branches.begin(tree.ledger, order(caller), tree.game, 1)
    at, players = tree.club.started(200, 200, 200, reveal="all")
    running = f"{at}-1"
    branches.begin(tree.ledger, order(STEWARD), running, 1)
    for caller in (STRANGER, AUDITOR, himself(players[0])):
        with pytest.raises(NotAllowed):
            branches.begin(tree.ledger, order(caller), running, 1)
    tree.club.act(running, azi.VoidGame("Power cut"))
    branches.begin(tree.ledger, order(himself(players[0])), running, 1)


def test_from_every_step_of_a_game_dealt_by_the_service_it_can_be_played_on_and_no_chip_is_lost(ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=4)
    club.play(1)
    whole = film(ledger, f"{club.table}-1")
    for step in range(1, len(whole.rows) + 1, max(1, len(whole.rows) // 12)):
        begun, acts = whole.states[whole.act_end(step) - 1], 0
        state = begun
        for _, _, after in branches.by_dice(whole.kind, state, "random", 300, 5):
            state, acts = after, acts + 1
        assert state.over or acts == 300
        assert sum(state.stacks.values()) + state.pot == sum(begun.stacks.values()) + begun.pot
