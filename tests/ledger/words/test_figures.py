"""Amounts as people write them, read at every scale: one figure means one amount, or is refused with what to write."""

from __future__ import annotations

import pytest

from ledger.words.figures import decimal, smallest, written
from tests.ledger.units import UNITS


@pytest.mark.parametrize(("unit", "scale"), UNITS)
@pytest.mark.parametrize("amount", [0, 1, 5905, 10**30])
def test_what_is_printed_is_read_as_the_same_amount(amount: int, unit: str, scale: int) -> None:
    assert written(decimal(amount, scale), unit, scale) == amount
    assert written(decimal(amount, scale), unit, scale, spelt_out=True) == amount


@pytest.mark.parametrize(
    ("text", "scale", "amount"),
    [
        ("59", 0, 59), ("59", 2, 5900), ("59.05", 2, 5905), ("59,05", 2, 5905), ("59,5", 2, 5950), (" 59.5 ", 2, 5950),
        ("0.00000001", 8, 1), ("1.250", 8, 125_000_000), ("1,25", 8, 125_000_000), ("1", 8, 100_000_000),
    ],
)  # fmt: skip
def test_a_point_a_comma_and_whole_numbers_are_read(text: str, scale: int, amount: int) -> None:
    assert written(text, "EUR", scale) == amount


@pytest.mark.parametrize(
    ("text", "scale", "says"),
    [
        ("1.5", 0, "1.5 is no amount in EUR: write a whole number, as in 1250."),
        ("1,250", 0, "1,250 is no amount in EUR: write a whole number, as in 1250."),
        ("1,250", 2, "1,250 is no amount in EUR: write it as in 12.50, with at most 2 digits behind the point."),
        ("1.250,00", 2, "1.250,00 is no amount in EUR: write it as in 12.50, with at most 2 digits behind the point."),
        ("-5", 2, "-5 is no amount in EUR: write it as in 12.50, with at most 2 digits behind the point."),
        ("5.", 2, "5. is no amount in EUR: write it as in 12.50, with at most 2 digits behind the point."),
        ("١", 2, "١ is no amount in EUR: write it as in 12.50, with at most 2 digits behind the point."),
        ("0.000000001", 8, "0.000000001 is no amount in EUR: write it as in 12.50000000, with at most 8 digits behind the point."),
        ("1,250", 8, "1,250 could be 1.250 or 1250: write the one that is meant."),
        ("1" + "0" * 29, 2, "An amount is at most 10^30 smallest units."),
    ],
)  # fmt: skip
def test_what_could_mean_something_else_is_refused_with_what_to_write(text: str, scale: int, says: str) -> None:
    assert str(written(text, "EUR", scale)) == says


def test_a_whole_number_will_not_do_where_it_may_be_meant_in_smallest_units() -> None:
    says = "1250 could be 1250.00 EUR or 12.50 EUR: write the digits behind the point."
    assert str(written("1250", "EUR", 2, spelt_out=True)) == says
    assert written("1250", "chip", 0, spelt_out=True) == 1250
    assert (smallest("chip", 0), smallest("EUR", 2), smallest("XBT", 8)) == ("1 chip", "0.01 EUR", "0.00000001 XBT")
