"""At no step of any game does an answer name a card that its reader may not know, to whomever and wherever he asks (D29).

See also `test_hidden_twins.py` (nothing hangs on a hidden card) and `test_hidden_elsewhere.py` (streams, logs, damaged events).
`./run test --all` plays random games more.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import lengths
from tests.api.onlookers import Watch, Wire
from tests.api.service import Service
from tests.api.sight_lines import CODE
from tests.api.wild_games import MOODS, WildGame
from tests.engine.azi.deals import DICED

ONCE, OVER, NEXT = {"blind_counts_double": False}, {"must_overtrump": True}, {"all_pass_dealer": "next"}
RECORD, ONLINE, FOUR = {"enforcement": "record"}, {"preset": "azi-online"}, {"preset": "azi-four"}
Row = tuple[str, str, int, int, dict[str, Any], str]
# deck, mood, players, seed, house rules beside the deck, and what comes about in this game
GAMES: list[Row] = [
    ("service", "bold", 3, 19, {"reveal": "shown", **ONCE, **NEXT}, "bet_blind look leave two_tricks refused"),
    ("service", "bold", 3, 23, {"reveal": "played", **ONLINE, **OVER}, "declared_falsely answer_to_azi discard two_tricks refused"),
    ("service", "bold", 3, 6, {"reveal": "played", **RECORD, **NEXT}, "bet look leave claim play_restored two_tricks"),
    ("service", "timid", 4, 31, {"reveal": "all", **FOUR, **NEXT}, "deal_thrown_in look decline_blind discard leave last_left"),
    ("entered", "bold", 3, 13, {"reveal": "shown", **ONLINE}, "declare_raznomast azi_occurred answer_to_azi refused last_left"),
    ("entered", "timid", 3, 11, {"reveal": "played", **ONCE, **RECORD, **NEXT}, "fold unseen expose replace_card cards_undone"),
]


def more(seed: int) -> Row:
    """A game like those above, of any preset."""
    dice = random.Random(seed)  # noqa: S311
    house = {"preset": dice.choice(DICED), "reveal": dice.choice(("shown", "played", "all")), **dice.choice(({}, OVER, RECORD))}
    return dice.choice(("service", "entered")), dice.choice(list(MOODS)), dice.randint(3, 4), seed, house, ""


GAMES += [more(seed) for seed in range(lengths.by_length(0, 0, 10))]


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
    caplog.set_level(logging.INFO, "httpcore")  # a client's, not the service's
    game = WildGame(service, mood, players, seed, {"deck": deck, **house}, watch_with)
    for _ in game.steps():
        assert not game.watch.found, "\n".join(game.watch.found)
    truth = game.watch.look_back()
    assert not game.watch.found, "\n".join(game.watch.found)
    assert set(comes_about.split()) <= game.happened | truth.happened, "the game has become another one"
    keys = [one.headers["Authorization"].split()[1] for one in game.watch.everybody if one.headers]
    hidden = [*keys, *[part.salt for part in truth.parts], *CODE.findall(caplog.text)]
    assert not [word for word in hidden if word in caplog.text], "a log holds a key, a salt or a card"
