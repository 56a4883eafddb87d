"""Whole chips. An amount is an int of the club's smallest unit, at most 10^30; there are no fractions of it anywhere."""

from fractions import Fraction
from typing import Annotated, Literal

# Marks fields that hold an amount: the ledger writes them as decimal strings, since JSON numbers lose digits above 2^53.
CHIPS = "chips"
Chips = Annotated[int, CHIPS]
MOST = 10**30

Rounding = Literal["up", "down", "nearest", "half_up"]


def share(amount: int, fraction: Fraction, rounding: Rounding = "up") -> int:
    """`fraction` of `amount` in whole chips. "nearest" takes halves to the even neighbour, "half_up" takes them up.

    >>> share(50, Fraction(1, 3)), share(50, Fraction(1, 3), "down")
    (17, 16)
    """
    whole, rest = divmod(amount * fraction.numerator, fraction.denominator)
    if rest == 0 or rounding == "down":
        return whole
    if rounding == "up":
        return whole + 1
    twice = 2 * rest
    if twice == fraction.denominator:
        return whole + 1 if rounding == "half_up" else whole + whole % 2
    return whole + 1 if twice > fraction.denominator else whole


def split(amount: int, parts: int) -> tuple[int, ...]:
    """`amount` in equal parts that add up to it exactly; the odd units go to the first parts.

    >>> split(25, 2)
    (13, 12)
    """
    whole, odd = divmod(amount, parts)
    return tuple(whole + 1 if number < odd else whole for number in range(parts))
