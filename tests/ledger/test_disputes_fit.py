"""What a dispute names fits the game, and nobody uses up the disputes of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.disputes.commands import Disputed
from engine.room.rulebook import DISPUTE_1
from engine.rules import RuleBroken
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import STEWARD, himself
from tests.ledger.court import Court
from tests.ledger.plays import EXAMPLE_1

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


@pytest.fixture
def won(ledger: Ledger) -> Court:
    """Worked example 1 played to its end."""
    return Court(ledger, *EXAMPLE_1)


def played(court: Court) -> tuple[int, str]:
    """The step and the card of the first play."""
    rows = court.ledger.history(f"game-{court.game}")
    step = next(row.originator_version for row in rows if row.topic == "azi.card_played")
    return step, court.ledger.decode(rows[step - 1]).event.card


def refusal(court: Court, about: Disputed) -> str:
    """The words by which a dispute about this is refused, which changes nothing."""
    before = court.ledger.head()
    with pytest.raises(RuleBroken) as broken:
        court.open("renege", about)
    assert (broken.value.rule, court.ledger.head()) == (DISPUTE_1, before)
    return broken.value.says


@breaks("DISPUTE-1")
def test_what_a_dispute_names_fits_together(won: Court) -> None:
    step, card = played(won)
    assert refusal(won, Disputed(step=step, card="7C")) == "The pack of this game has no card 7C."
    other = "7D" if card != "7D" else "8D"
    assert refusal(won, Disputed(step=step, card=other)) == f"Step {step} is about {card}, not {other}."
    assert refusal(won, Disputed(step=1, card=other)) == f"Step 1 is about no card {other}."
    assert refusal(won, Disputed(step=step, deal=1, trick=2)) == f"Step {step} is of trick 1, not 2."
    assert "there is no trick 9" in refusal(won, Disputed(deal=1, trick=9))
    assert "was not played in trick 2 of deal 1" in refusal(won, Disputed(deal=1, trick=2, card=card))
    for about in (
        Disputed(step=step, card=card),
        Disputed(step=step, deal=1, trick=1, card=card),
        Disputed(deal=1, trick=1, card=card),
        Disputed(deal=1, card="6H"),
        Disputed(deal=1, trick=3),
    ):
        won.open("renege", about)


@keeps("DISPUTE-1")
def test_nobody_uses_up_the_disputes_of_others(won: Court) -> None:
    for _ in range(10):
        won.open()
        won.open(by=STEWARD)
    assert "You have opened 10 disputes" in refusal(won, Disputed())
    with pytest.raises(RuleBroken):
        won.open(by=STEWARD)
    assert won.open(by=himself(won.players[1])) == f"{won.game}-21"
