"""What the engine says of a dispute about hands that only their players saw: proved, ruled out, or nothing can be said."""

from __future__ import annotations

from typing import Any

from engine.azi import azi
from engine.azi.commands import Cut, Deal, OfferCut, Show, Shuffle
from engine.azi.opinion import opinion
from engine.decider import act
from engine.disputes.commands import Disputed
from engine.disputes.opinion import Moment, Opinion, Question
from tests.engine.azi.deals import plays
from tests.engine.azi.test_unseen import unseen
from tests.engine.azi.test_unseen_claims import CLAIM, THROWN
from tests.engine.scenario import breaks, keeps

CARD = Disputed(deal=1, trick=1, card="7D")


def asked(kind: str, about: Disputed, *story: Any) -> Opinion:
    """The opinion when this was done."""
    state, moments = azi.initial, []
    for command in story:
        for event in act(azi, state, command)[0]:
            after = azi.evolve(state, event)
            moments.append(Moment(len(moments) + 1, event, state, after))
            state = after
    return opinion(Question(kind, about, tuple(moments)))


@keeps("AZI-DEAL-9")
def test_of_a_card_that_nothing_decides_nothing_is_said_claimed_or_not():
    assert asked("renege", CARD, *THROWN).verdict == "open"
    assert asked("renege", CARD, *THROWN, CLAIM).verdict == "open"
    assert asked("other", CARD, *THROWN, CLAIM).verdict == "open"


@breaks("AZI-PLAY-2", "AZI-DEAL-9")
def test_a_renege_that_a_later_card_proves_is_against_the_rules_and_rests_on_no_hidden_hand():
    told = asked("renege", CARD, *THROWN, *plays("3 8H", "1 9D", "2 AH"))
    assert (told.verdict, told.rule, told.hands) == ("against_the_rules", "AZI-PLAY-2", ())


@keeps("AZI-PLAY-4", "AZI-DEAL-9")
def test_a_card_is_by_the_rules_once_the_whole_hand_has_come_up_without_a_better_one():
    assert asked("renege", CARD, *THROWN, CLAIM, Show(2, ("8D", "JD"))).verdict == "by_the_rules"
    assert asked("renege", Disputed(deal=1, trick=1, card="9H"), *THROWN).verdict == "by_the_rules"


@keeps("AZI-VIOL-5")
@breaks("AZI-VIOL-5")
def test_a_missing_cut_is_seen_of_such_a_deal_too():
    assert asked("missing_cut", Disputed(deal=1), *unseen()).verdict == "by_the_rules"
    uncut = [unseen()[0], Shuffle(3), Cut(2), OfferCut(3), Deal(3, None, "6S")]
    assert asked("missing_cut", Disputed(deal=1), *uncut).verdict == "against_the_rules"
