"""Amounts as people write and read them, and currencies as other programs name them."""

import re

from engine.chips import MOST
from engine.saying import Saying

NO_CURRENCY = "X" * 3  # ISO 4217: there is no currency
_CODE = re.compile(r"[A-Z]{3}")
_WRITTEN = re.compile(r"([0-9]{1,40})(?:([.,])([0-9]{1,40}))?")
_GROUP = 3  # digits between the marks of thousands


def decimal(amount: int, scale: int) -> str:
    """An amount of smallest units with `scale` digits behind a point, exact, without grouping.

    >>> decimal(-1250, 2), decimal(7, 0)
    ('-12.50', '7')
    """
    if not scale:
        return str(amount)
    digits = str(abs(amount)).rjust(scale + 1, "0")
    return f"{'-' if amount < 0 else ''}{digits[:-scale]}.{digits[-scale:]}"


def written(text: str, unit: str, scale: int, *, spelt_out: bool = False) -> int | Saying:
    """An amount as somebody has written it, in smallest units, 0 to 10^30; or the sentence that says how to write it.

    At most `scale` digits stand behind a point, or behind a comma where that cannot separate thousands. spelt_out: a whole number
    will not do where the unit has digits behind the point, since it may be meant in smallest units.

    >>> written("59.05", "EUR", 2), written("59,5", "EUR", 2), written("59", "EUR", 2)
    (5905, 5950, 5900)
    >>> str(written("1250", "EUR", 2, spelt_out=True))
    '1250 could be 1250.00 EUR or 12.50 EUR: write the digits behind the point.'
    """
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or (found[2] and len(found[3]) > scale):
        return _as_in(text, unit, scale)
    before, mark, behind = found[1], found[2], found[3] or ""
    amount = int(before + behind.ljust(scale, "0"))
    if amount > MOST:
        return Saying("An amount is at most 10^30 smallest units.")
    if mark == "," and len(behind) == _GROUP:
        shown = "{text} could be {small} or {great}: write the one that is meant."
        return Saying(shown, text=text.strip(), small=f"{before}.{behind}", great=before + behind)
    if spelt_out and scale and not mark:
        shown = "{text} could be {great} {unit} or {small} {unit}: write the digits behind the point."
        return Saying(shown, text=before, great=decimal(amount, scale), small=decimal(int(before), scale), unit=unit)
    return amount


def _as_in(text: str, unit: str, scale: int) -> Saying:
    if not scale:
        return Saying("{text} is no amount in {unit}: write a whole number, as in 1250.", text=text, unit=unit)
    shown = "{text} is no amount in {unit}: write it as in {example}, with at most {scale} digits behind the point."
    return Saying(shown, text=text, unit=unit, example=decimal(1250 * 10 ** max(scale - 2, 0), scale), scale=scale)


def smallest(unit: str, scale: int) -> str:
    """One smallest unit of the club, as it stands behind the words "smallest units".

    >>> smallest("EUR", 2), smallest("chip", 0)
    ('0.01 EUR', '1 chip')
    """
    return f"{decimal(1, scale)} {unit}"


def digits(amount: int, scale: int) -> int:
    """How many digits the amount has when it is written out.

    >>> digits(-1250, 2), digits(5, 2)
    (4, 3)
    """
    return max(len(str(abs(amount))), scale + 1)


def currency(unit: str) -> str:
    """The ISO 4217 code of the club's unit; chips have none, and there is a code for that too.

    >>> currency("EUR"), currency("chip") == NO_CURRENCY
    ('EUR', True)
    """
    return unit if _CODE.fullmatch(unit) else NO_CURRENCY
