"""Rulings that name what has no effect, share what cannot be shared, or come from a steward who was appealed against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.disputes.commands import Disputed
from engine.room.rulebook import DISPUTE_3, DISPUTE_4, DISPUTE_6
from ledger.audits.auditing import audited
from ledger.disputes import acts
from ledger.play import tables
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import STEWARD, STRANGER, himself, order
from tests.ledger.court import RENEGE, Court, record
from tests.ledger.plays import EXAMPLE_1, PLAYS
from tests.ledger.random_club import catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


@pytest.fixture
def won(ledger: Ledger) -> Court:
    """Worked example 1 played to its end."""
    return Court(ledger, *EXAMPLE_1)


@breaks("DISPUTE-6")
def test_an_amount_that_does_not_give_each_a_unit_is_refused(won: Court) -> None:
    dispute = won.open()
    for word in ("pay", "penalty"):
        assert "at least one unit" in won.refused(DISPUTE_6, dispute, word, seat=1, amount=1, to=(2, 3)).says
        won.rule(dispute, word, seat=1, amount=2, to=(2, 3))
        assert won.wallets() == [798, 801, 801, 800]
    catch_up(won.ledger)
    assert [one for one in audited(won.ledger).findings if one.severity == "fault"] == []


@breaks("DISPUTE-4")
@pytest.mark.parametrize(
    ("word", "more", "part"),
    [
        ("award", {"to": (2,), "seat": 1}, "seat"),
        ("award", {"to": (2,), "amount": 5}, "amount"),
        ("stands", {"seat": 1}, "seat"),
        ("stands", {"amount": 5}, "amount"),
        ("stands", {"to": (2,)}, "to"),
        ("void_game", {"amount": 5}, "amount"),
        ("pay", {"seat": 1, "amount": 5, "to": (2,), "step": 3}, "step"),
        ("penalty", {"seat": 1, "amount": 5, "card": "7H"}, "card"),
    ],
)
def test_a_ruling_names_nothing_that_would_have_no_effect(won: Court, word: str, more: dict[str, Any], part: str) -> None:
    refusal = won.refused(DISPUTE_4, won.open(), word, **more)
    assert (refusal.facts["part"], f"names no {part}" in refusal.says) == (part, True)


def test_neither_does_one_in_a_running_game(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    dispute = court.open("renege", Disputed(deal=1, trick=1, card="7H"))
    for word, more in (
        ("penalty", {"amount": 5}),
        ("penalty", {"step": 3}),
        ("void_deal", {"deal": 1}),
        ("void_game", {"seat": 1}),
        ("restore", {"step": 3, "card": "7H"}),
    ):
        assert court.refused(DISPUTE_4, dispute, word, **more).facts["decision"] == word


def test_a_refusal_says_in_words_what_is_possible(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    for kind in ("missing_cut", "exposed_card"):
        refusal = court.refused(DISPUTE_4, court.open(kind), "penalty", rule="AZI-VIOL-5")
        assert "stands, void_deal and void_game" in refusal.says
        assert kind in refusal.says
    dispute = court.open()
    assert court.refused(DISPUTE_4, dispute, "hang").says.startswith("A ruling is one of stands, penalty, restore, void_deal,")
    for rule in ("FOO-1", "CAS-SCORE-1"):
        assert f"has a rule {rule};" in court.refused(DISPUTE_4, dispute, "stands", rule=rule).says


@keeps("DISPUTE-4")
@breaks("DISPUTE-3")
def test_who_was_appealed_against_rules_no_more_once_the_appeal_is_decided(won: Court) -> None:
    tables.assign_steward(won.ledger, order(STEWARD), won.table, STRANGER.subject)
    dispute, owner, other = won.open(), himself(won.players[0]), himself(won.players[1])
    won.rule(dispute, "stands")
    acts.appeal(won.ledger, order(owner), dispute, "Look again")
    acts.withdraw(won.ledger, order(owner), dispute)
    won.club.refuses(DISPUTE_3, acts.appeal, order(owner), dispute, words="And again")
    won.rule(dispute, "stands")  # the appeal was withdrawn, and decided nothing
    acts.appeal(won.ledger, order(other), dispute, "I have not had my say")
    won.rule(dispute, "pay", seat=1, amount=5, to=(2,), by=STRANGER)
    refusal = won.refused(DISPUTE_4, dispute, "stands")
    assert "has been decided" in refusal.says
    won.club.refuses(DISPUTE_3, acts.appeal, order(himself(won.players[2])), dispute, words="And again")
    won.rule(dispute, "pay", seat=1, amount=6, to=(2,), by=STRANGER)
    assert won.wallets() == [794, 806, 800, 800]
