"""Sentences that keep what they are made of."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine.rules import Rule, RuleBroken, require
from engine.saying import AnyOf, Counted, Either, Row, Saying, Seats, Term

RULE = Rule("AZI-PLAY-2", "Follow suit")


def test_a_saying_is_said_in_english_with_its_facts() -> None:
    said = Saying("Seat {seat} may play {legal}: {why}", seat=3, legal=("9H", "TS", "KC"), why=Saying("{n} of {m}", n=1, m=2))
    assert str(said) == "Seat 3 may play 9H, TS and KC: 1 of 2"
    assert str(Saying("It holds {cards}", cards=())) == "It holds nothing"
    assert str(Saying("It holds {cards}", cards=["9H"])) == "It holds 9H"
    assert str(Saying("{braces}", braces="{seat}")) == "{seat}"
    with pytest.raises(KeyError):
        str(Saying("{seat}"))


def test_facts_of_several_are_joined_as_they_are_meant() -> None:
    kinds = (tuple, AnyOf, Either, Row, Seats)
    assert [str(Saying("{all}", all=kind((1, 2, 4)))) for kind in kinds] == [
        *("1, 2 and 4", "1, 2 or 4", "1 or 2 or 4", "1, 2, 4", "seats 1, 2 and 4")
    ]
    assert [str(Saying("{all}", all=kind((3,)))) for kind in kinds] == ["3", "3", "3", "3", "seat 3"]


def test_a_part_that_goes_with_a_number_has_the_form_for_it() -> None:
    assert [str(Counted("once", "{number} times", number)) for number in (1, 2)] == ["once", "2 times"]
    said = Saying("{told} left over.", told=Counted("{cards} is", "{cards} are", 2, cards=("9H", "TS")))
    assert str(said) == "9H and TS are left over."
    assert said == copy.deepcopy(said) == pickle.loads(pickle.dumps(said))  # noqa: S301
    assert str(Saying("It is {what}", what=Term("violation.renege", "a renege"))) == "It is a renege"


def test_sayings_with_the_same_template_and_facts_are_the_same_and_can_be_copied() -> None:
    said = Saying("Seat {seat}", seat=3)
    assert said == Saying("Seat {seat}", seat=3) != Saying("Seat {seat}", seat=4)
    assert said == copy.deepcopy(said) == pickle.loads(pickle.dumps(said))  # noqa: S301


def test_a_refusal_says_why_in_english_and_keeps_what_that_is_made_of() -> None:
    with pytest.raises(RuleBroken) as refused:
        require(False, RULE, "Seat {seat} must follow suit: {legal}.", seat=3, legal=("9H", "TH"))
    broken = refused.value
    assert broken.says == "Seat 3 must follow suit: 9H and TH."
    assert str(broken) == f"AZI-PLAY-2: {broken.says}"
    assert broken.saying == Saying("Seat {seat} must follow suit: {legal}.", seat=3, legal=("9H", "TH"))
    require(True, RULE, "Seat {seat}.")


def test_a_sentence_may_have_facts_of_its_own_and_what_is_a_saying_among_the_others_is_told_in_english() -> None:
    broken = RuleBroken(RULE, Saying("Cards go to {whom}.", whom=Seats((1, 2))), legal=(1, 2), who=Saying("the table"))
    assert (broken.says, broken.facts) == ("Cards go to seats 1 and 2.", {"legal": (1, 2), "who": "the table"})
    assert RuleBroken(RULE, "Card of {who}.", who=Saying("the table")).saying.facts == {"who": Saying("the table")}
