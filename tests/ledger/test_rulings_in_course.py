"""Rulings that take the place of others while the game runs: what is undone, what can only be confirmed, and whose stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.azi import commands as azi
from engine.azi.rulebook import AZI_REC_1
from engine.disputes.commands import Disputed
from engine.room.rulebook import DISPUTE_4, DISPUTE_5
from ledger.audits.auditing import audited
from ledger.disputes import acts
from ledger.play import games, tables
from ledger.registers.penalties import penalties
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import STEWARD, STRANGER, himself, order
from tests.ledger.court import RENEGE, Court, record
from tests.ledger.plays import BIDS, DEALT, PLAYS
from tests.ledger.random_club import catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


@pytest.fixture
def reneged(ledger: Ledger) -> Court:
    """Seat 1 has thrown 7H against the rules; what that costs goes to a pot of 130."""
    return record(ledger, PLAYS[0], RENEGE)


def step_of(court: Court) -> int:
    """The last step of the game."""
    return int(court.ledger.load(f"game-{court.game}").version)


def well_kept(court: Court) -> None:
    """The chips are all somewhere, and an audit finds nothing."""
    court.club.sums_hold()
    catch_up(court.ledger)
    assert [one for one in audited(court.ledger).findings if one.severity == "fault"] == []


@keeps("DISPUTE-5")
@pytest.mark.parametrize("word", ["penalty", "void_deal", "void_game", "restore"])
def test_after_the_game_was_taken_back_to_before_a_step_any_other_ruling_comes_on_top(reneged: Court, word: str) -> None:
    step = step_of(reneged)
    dispute = reneged.open("renege", Disputed(step=step))
    reneged.rule(dispute, "restore", step=step)
    refusal = reneged.refused(DISPUTE_5, dispute, "stands")
    assert "penalty, restore, void_deal and void_game" in refusal.says
    reneged.rule(dispute, "restore", step=step)  # once more: it is confirmed
    first, confirmed = reneged.state(dispute).rulings
    assert (confirmed.steps, confirmed.undone) == (first.steps, False)
    if word == "penalty":
        reneged.club.act(reneged.game, RENEGE)
    reneged.rule(dispute, word, **({"step": step - 1} if word == "restore" else {}))
    assert reneged.state(dispute).ruling.steps[0] > first.steps[0]
    if word == "penalty":
        reneged.rule(dispute, "stands")
        assert (reneged.club.game(reneged.game).pot, reneged.state(dispute).ruling.undone) == (130, True)
    well_kept(reneged)


def test_a_deal_made_void_by_a_ruling_stays_void_where_entries_are_not_corrected(ledger: Ledger) -> None:
    court = Court(ledger, *DEALT, *BIDS)
    dispute = court.open()
    court.rule(dispute, "void_deal", rule="AZI-VOID-1")
    court.refused(DISPUTE_5, dispute, "stands")
    tables.assign_steward(court.ledger, order(STEWARD), court.table, STRANGER.subject)
    acts.appeal(court.ledger, order(himself(court.players[0])), dispute, "Look again")
    before = step_of(court)
    court.rule(dispute, "void_deal", rule="AZI-VOID-1", by=STRANGER)
    assert step_of(court) == before
    court.rule(dispute, "void_game", rule="AZI-VOID-1", by=STRANGER)
    assert court.club.game(court.game).how == "void"
    well_kept(court)


def test_a_game_made_void_while_it_ran_is_confirmed_on_appeal_and_what_was_awarded_after_it_taken_back(reneged: Court) -> None:
    dispute = reneged.open()
    reneged.rule(dispute, "void_game", rule="AZI-VOID-1")
    assert "Possible: void_game, which confirms it" in reneged.refused(DISPUTE_5, dispute, "stands").says
    acts.appeal(reneged.ledger, order(himself(reneged.players[0])), dispute, "Look again")
    reneged.rule(dispute, "void_game")
    reneged.rule(dispute, "award", to=(2,))
    assert reneged.wallets() != [800] * 4
    reneged.rule(dispute, "void_game")
    assert reneged.wallets() == [800] * 4
    reneged.rule(dispute, "void_game")
    reneged.rule(dispute, "pay", seat=1, amount=10, to=(2,))
    assert reneged.wallets() == [790, 810, 800, 800]
    well_kept(reneged)


def test_a_penalty_in_the_running_game_is_confirmed_and_stays_one(reneged: Court) -> None:
    dispute = reneged.open("renege", Disputed(deal=1, trick=1, card="7H"))
    reneged.rule(dispute, "penalty", rule="AZI-VIOL-2")
    reneged.rule(dispute, "penalty", rule="AZI-PLAY-2")
    reneged.refused(DISPUTE_4, dispute, "penalty", seat=1, amount=7)
    assert reneged.club.game(reneged.game).pot == 390
    catch_up(reneged.ledger)
    assert [(one.ruling, one.ended_by, one.returned_by) for one in penalties(reneged.ledger)] == [(2, None, None)]
    reneged.rule(dispute, "stands")
    assert reneged.club.game(reneged.game).pot == 130
    well_kept(reneged)


@breaks("DISPUTE-5")
def test_what_a_ruling_has_done_is_undone_by_no_other_dispute_and_by_no_correction(reneged: Court) -> None:
    step = step_of(reneged)
    first, second = reneged.open("renege", Disputed(step=step)), reneged.open()
    reneged.rule(first, "penalty", rule="AZI-VIOL-2")
    reneged.rule(second, "void_deal", rule="AZI-VOID-1")
    refusal = reneged.refused(DISPUTE_5, first, "stands")
    assert (refusal.facts["dispute"], second in refusal.says) == (second, True)
    reneged.rule(second, "stands")
    assert reneged.refused(DISPUTE_5, second, "restore", step=step).facts["dispute"] == first
    steward, before = order(STEWARD), step_of(reneged)
    reneged.club.refuses(DISPUTE_5, games.correct, steward, reneged.game, step=step, reason="It was the king")
    reneged.club.refuses(AZI_REC_1, games.correct, order(STEWARD), reneged.game, step=before, reason="It was the king")
    assert step_of(reneged) == before
    reneged.rule(first, "stands")
    games.correct(reneged.ledger, order(STEWARD), reneged.game, step, "It was the king")
    reneged.club.act(reneged.game, azi.Play(1, "KD"))
    assert reneged.club.game(reneged.game).pot == 130
    well_kept(reneged)
