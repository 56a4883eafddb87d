"""At no step of any game does an answer name a card that its reader may not know, to whomever and wherever he asks (D29).

See also `test_hidden_twins.py` (nothing hangs on a hidden card) and `test_hidden_elsewhere.py` (streams, logs, damaged events).
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.api.onlookers import Watch, Wire
from tests.api.service import Service
from tests.api.sight_lines import CODE
from tests.api.wild_games import WildGame

ONCE, OVER, NEXT = {"blind_counts_double": False}, {"must_overtrump": True}, {"all_pass_dealer": "next"}
RECORD = {"enforcement": "record"}
# deck, mood, players, seed, house rules beside the deck, and what comes about in this game
GAMES: list[tuple[str, str, int, int, dict[str, Any], str]] = [
    ("service", "timid", 5, 27, {"reveal": "shown", **NEXT}, "azi_occurred buy_in leave fold chips last_left look decline_blind"),
    ("service", "timid", 4, 22, {"reveal": "all", **NEXT}, "deal_thrown_in fold last_left look bet_blind unseen raise"),
    ("service", "bold", 3, 14, {"reveal": "played", **OVER}, "bet_blind raise fold two_tricks refused"),
    ("service", "bold", 3, 12, {"reveal": "played", **RECORD, **NEXT}, "leave expose replace_card claim two_tricks"),
    ("service", "bold", 3, 1, {"preset": "azi-four", "reveal": "played", **NEXT}, "look discard fold two_tricks"),
    ("entered", "timid", 4, 3, {"reveal": "shown", **ONCE, **NEXT}, "deal_thrown_in leave fold last_left look bet_blind"),
    ("entered", "bold", 3, 19, {"reveal": "all", **NEXT}, "azi_occurred leave two_tricks bet_blind refused"),
    ("entered", "timid", 3, 45, {"reveal": "played", **RECORD, **NEXT}, "fold look expose keep_card replace_card cards_undone"),
]


@pytest.fixture
def watch_with(service: Service) -> Iterator[Callable[..., Watch]]:
    """Makes the watch of a game, on one connection."""
    wire = Wire(service.url)
    yield lambda *who, dice: Watch(*who, wire, dice, service.ledger.head())
    wire.close()


@pytest.mark.parametrize(
    ("deck", "mood", "players", "seed", "house", "comes_about"), GAMES, ids=[f"{game[0]}-{game[2]}-{game[3]}" for game in GAMES]
)
def test_nobody_is_told_a_card_that_he_may_not_know(
    service: Service,
    watch_with: Callable[..., Watch],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    deck: str,
    mood: str,
    players: int,
    seed: int,
    house: dict[str, Any],
    comes_about: str,
) -> None:
    monkeypatch.setattr(service.ledger, "dice", random.Random(seed).randbytes)  # noqa: S311
    caplog.set_level(logging.DEBUG)
    game = WildGame(service, mood, players, seed, {"deck": deck, **house}, watch_with)
    for _ in game.steps():
        assert not game.watch.found, "\n".join(game.watch.found)
    truth = game.watch.look_back()
    assert not game.watch.found, "\n".join(game.watch.found)
    assert set(comes_about.split()) <= game.happened | truth.happened, "the game has become another one"
    keys = [one.headers["Authorization"].split()[1] for one in game.watch.everybody if one.headers]
    hidden = [*keys, *[part.salt for part in truth.parts], *CODE.findall(caplog.text)]
    assert not [word for word in hidden if word in caplog.text], "a log holds a key, a salt or a card"
