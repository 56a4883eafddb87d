"""cardledger simulate: games without players, without a database, and the same by the same seed."""

from __future__ import annotations

import json

import pytest

from ledger.play.presets import game_of, presets
from tests.api.program import here


@pytest.mark.parametrize(
    "preset", [name for name, house in presets().items() if game_of(name) == "azi" and house["deck"] != "unseen"]
)
def test_every_preset_of_azi_whose_cards_are_known_can_be_simulated(preset: str) -> None:
    told = json.loads(here("simulate", preset, "--games", "12", "--play", "random", "--json").stdout)
    assert (told["preset"], told["games"], told["play"]) == (preset, 12, "random")
    assert told["deals"] == told["thrown_in"] + told["walkovers"] + sum(one["deals"] for one in told["played"].values())
    assert told == json.loads(here("simulate", preset, "--games", "12", "--play", "random", "--json").stdout)


def test_what_came_of_it_is_told_in_words() -> None:
    told = here("simulate", "azi-two", "--games", "30", "--players", "3", "--seed", "4").stdout
    assert told.startswith("azi-two, 3 players, seed 4, sensible play: 30 games, ")
    assert "share" in told
    assert told != here("simulate", "azi-two", "--games", "30", "--players", "3", "--seed", "5").stdout.replace("seed 5", "seed 4")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("azi-five",), "There is no preset azi-five of Azi; there are azi-four, "),
        (("casino-open",), "There is no preset casino-open of Azi"),
        (("azi-two", "--play", "badly"), "Nobody plays badly; possible is random, steady, sensible."),
        (("azi-four", "--players", "7"), "AZI-SEAT-1: At most 6 play here, not 7."),
        (("azi-three-unseen",), "azi-three-unseen: only the players see these hands"),
        (("azi-two", "--stack", "4"), "AZI-SEAT-1: A game needs 3 players"),
    ],
)
def test_what_can_not_be_played_is_refused_with_the_reason(words: tuple[str, ...], says: str) -> None:
    answer = here("simulate", *words)
    assert (answer.exit_code, answer.stdout) == (4, "")
    assert says in " ".join(answer.stderr.split())
