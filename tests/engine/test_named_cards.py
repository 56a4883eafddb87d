"""A refusal for a card names the card: whenever the same act with another card would be accepted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.azi import azi
from engine.casino import casino
from engine.decider import Decider
from engine.parts import PlayedCard
from engine.rules import RuleBroken
from tests.engine.azi import offending_games as azi_offending
from tests.engine.azi import random_games as azi_random
from tests.engine.azi import unseen_games as azi_unseen
from tests.engine.casino import offending_games as casino_offending
from tests.engine.casino import random_games as casino_random
from tests.engine.casino.test_unseen import both
from tests.engine.mixes import dice

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
ODD = "ZZ"
Tried = tuple[Any, Any]
# What is tried: in one game, in the other, or in both.
EXPECTED = {
    "azi": {"Play", "Discard", "Deal", "DrawLot", "Claim", "Penalise", "Expose", "KeepCard", "Show", "ReplaceCard"},
    "casino": {"Trail", "Capture", "LayBuild", "Deal", "DrawLot", "Claim", "Penalise", "Expose", "KeepCard", "PlayOutOfTurn"},
}


def azi_games(seeds: range) -> Iterator[Tried]:
    for seed in seeds:
        yield from [(before, command) for before, command, *_ in azi_random.steps(seed)]
        yield from [(before, command) for before, command, came, _ in azi_offending.tried(seed) if not isinstance(came, RuleBroken)]
        steps = [step for step, _ in azi_unseen.played(seed)]
        yield from [(step.before, step.command) for step in steps if not isinstance(step.made, RuleBroken)]


def casino_games(seeds: range) -> Iterator[Tried]:
    for seed in seeds:
        yield from [(before, command) for before, command, *_ in casino_random.steps(seed)]
        yield from [(before, command) for before, command, *_ in casino_offending.done(seed)]
        before = casino.initial
        for (_, command), _, game, *_ in both(seed):
            yield before, command
            before = game


def cards_in(command: Any) -> list[str]:
    """All cards that the act names."""
    found: list[str] = []
    for name in command.__class__.__dataclass_fields__:
        value = getattr(command, name)
        match name, value:
            case (("card" | "given_up" | "trump"), str()):
                found.append(value)
            case (("loose" | "cards" | "table" | "undealt"), tuple()):
                found += value
            case "hands", dict():
                found += [card for hand in value.values() for card in hand]
            case "draws", tuple():
                found += [draw.card for draw in value]
    return found


def with_other(rnd: Random, command: Any) -> Any:
    """The same act with one card exchanged for another one, perhaps for one that it names already or one of no pack."""
    names = [name for name in command.__class__.__dataclass_fields__ if getattr(command, name)]
    names = [
        name for name in names if name in {"card", "given_up", "trump", "loose", "cards", "table", "undealt", "hands", "draws"}
    ]
    if not names:
        return None
    name = rnd.choice(names)
    value, new = getattr(command, name), rnd.choice([*rnd.sample(PACK, 4), *cards_in(command)[:2], ODD])
    if isinstance(value, str):
        return replace(command, **{name: new})
    if isinstance(value, dict):
        seat = rnd.choice(list(value))
        at = rnd.randrange(len(value[seat]))
        return replace(command, hands={**value, seat: (*value[seat][:at], new, *value[seat][at + 1 :])})
    at = rnd.randrange(len(value))
    one: Any = PlayedCard(value[at].seat, new) if name == "draws" else new
    return replace(command, **{name: (*value[:at], one, *value[at + 1 :])})


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("game", ["azi", "casino"])
def test_who_is_refused_for_a_card_is_told_which_one(game: str, chunk: int) -> None:
    decider: Decider[Any] = azi if game == "azi" else casino
    rnd, seen = dice(f"{game} {chunk}"), Counter[str]()
    seeds = range(100 * chunk, 100 * chunk + (3 if game == "azi" else 2))
    for before, command in azi_games(seeds) if game == "azi" else casino_games(seeds):
        for _ in range(2):
            other = with_other(rnd, command)
            if other is None or other == command:
                continue
            try:
                decider.decide(before, other)
            except RuleBroken as broken:
                says = broken.says
            else:
                continue
            if says.startswith("Now draw"):  # the new card ties, and a further round is missing
                continue
            seen[command.__class__.__name__] += 1
            assert any(card in says for card in cards_in(other)), (other, says)
            assert "(" not in says.replace("(s)", ""), says
    assert len(EXPECTED[game] - set(seen)) <= 4, seen


@pytest.mark.parametrize("game", ["azi", "casino"])
def test_every_act_that_names_a_card_is_tried(game: str) -> None:
    seeds = range(30 if game == "azi" else 10)
    tried = {command.__class__.__name__ for _, command in (azi_games(seeds) if game == "azi" else casino_games(seeds))}
    assert EXPECTED[game] <= tried
