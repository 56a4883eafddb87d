"""A few rules told a second time and in another way than the engine does, to check it by."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, getcontext
from typing import Any

getcontext().prec = 200
RANKS = "6789TJQKA"
ROUNDING = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_EVEN, "half_up": ROUND_HALF_UP}


def broken_rule(hand: tuple[str, ...], card: str, trick: tuple[tuple[int, str], ...], trump: str, overtrump: bool) -> str:
    """AZI-PLAY-2 and 3 retold from the rules: which rule this card goes against."""
    if not trick or card[1] == trick[0][1][1]:
        return ""
    led = trick[0][1][1]
    if any(held[1] == led for held in hand):
        return "AZI-PLAY-2"
    trumps = [held for held in hand if held[1] == trump]
    if not trumps:
        return ""
    if card[1] != trump:
        return "AZI-PLAY-3"
    down = [RANKS.index(other[0]) for _, other in trick if other[1] == trump]
    higher = [held for held in trumps if all(RANKS.index(held[0]) > rank for rank in down)]
    return "AZI-PLAY-3" if overtrump and higher and card not in higher else ""


def taker(trick: tuple[tuple[int, str], ...], trump: str) -> int:
    """AZI-PLAY-5: whose card takes the trick."""
    led = trick[0][1][1]
    return max(trick, key=lambda one: (one[1][1] == trump, one[1][1] == led, RANKS.index(one[1][0])))[0]


def buy_in(house: Any, part: str, pot: int) -> int:
    """AZI-AZI-3 and 4: what this part of the pot comes to, rounded as the house does, one chip at least."""
    if part == "ante":
        return int(house.ante)
    over, _, under = part.partition("/")
    exact = Decimal(pot) * int(over) / int(under or 1)
    return max(1, int(exact.to_integral_value(ROUNDING[house.round_buy_in])))
