"""Sentences that keep what they are made of."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine.rules import Rule, RuleBroken, require
from engine.saying import Saying

RULE = Rule("AZI-PLAY-2", "Follow suit")


def test_a_saying_is_said_in_english_with_its_facts() -> None:
    said = Saying("Seat {seat} may play {legal}: {why}", seat=3, legal=("9H", "TS", "KC"), why=Saying("{n} of {m}", n=1, m=2))
    assert str(said) == "Seat 3 may play 9H, TS and KC: 1 of 2"
    assert str(Saying("It holds {cards}", cards=())) == "It holds nothing"
    assert str(Saying("It holds {cards}", cards=["9H"])) == "It holds 9H"
    assert str(Saying("{braces}", braces="{seat}")) == "{seat}"
    with pytest.raises(KeyError):
        str(Saying("{seat}"))


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
