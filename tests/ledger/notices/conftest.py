"""A receiver, and a club that has something to tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ledger.orders.app import Ledger
from tests.ledger.club import Club
from tests.ledger.notices.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture
def club(ledger: Ledger) -> Club:
    return Club(ledger)
