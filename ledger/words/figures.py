"""Amounts and currencies as other programs write them."""

import re

NO_CURRENCY = "X" * 3  # ISO 4217: there is no currency
_CODE = re.compile(r"[A-Z]{3}")


def decimal(amount: int, scale: int) -> str:
    """An amount of whole units with `scale` digits behind a point, exact, without grouping.

    >>> decimal(-1250, 2), decimal(7, 0)
    ('-12.50', '7')
    """
    if not scale:
        return str(amount)
    digits = str(abs(amount)).rjust(scale + 1, "0")
    return f"{'-' if amount < 0 else ''}{digits[:-scale]}.{digits[-scale:]}"


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
