"""Read models that a command at the terminal brings up to date by itself: it waits as long as they move, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from ledger.cli import books
from ledger.orders.app import Ledger
from ledger.projections.position import reached
from ledger.store.errors import NotYet
from tests.ledger.random_club import RandomClub

MODELS = ("journal", "balances", "pots")
LOOK_S = 40.0  # on the clock of these tests, from look to look: two of them are longer than anybody waits for what stands still


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """All time that went by: it goes with the looks, not with this machine."""
    gone = [0.0]
    clock = SimpleNamespace(monotonic=lambda: sum(gone), sleep=lambda _: gone.append(LOOK_S))
    monkeypatch.setattr(books, "time", clock)
    monkeypatch.setattr(books, "QUIET_S", 0.0)
    return gone


def looks(monkeypatch: pytest.MonkeyPatch, positions: Iterator[int]) -> None:
    monkeypatch.setattr(books, "reached", lambda *_: next(positions))


def test_a_command_brings_the_books_up_to_date(ledger: Ledger) -> None:
    RandomClub(ledger, seed=3).play(1)
    books.caught_up(ledger, MODELS, MODELS)
    assert reached(ledger, MODELS) == ledger.head()


def test_books_far_behind_are_awaited_as_long_as_they_move_and_that_is_shown(
    ledger: Ledger, seconds: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    RandomClub(ledger, seed=3).play(1)
    looks(monkeypatch, iter(range(1, ledger.head() + 1)))
    books.caught_up(ledger, ("journal",), ("penalties",))
    assert sum(seconds) > 10 * books.PATIENCE_S
    assert f"{ledger.head()}/{ledger.head()}" in capsys.readouterr().err


def test_books_that_stand_still_are_not_awaited_for_ever(
    ledger: Ledger, seconds: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    RandomClub(ledger, seed=3).play(1)
    looks(monkeypatch, iter([1, 1, 2, 2, 2]))
    with pytest.raises(NotYet) as stopped:
        books.caught_up(ledger, ("journal",), ("penalties",))
    assert stopped.value.position == 2
    assert sum(seconds) == 5 * LOOK_S
