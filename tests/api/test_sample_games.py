"""The sample games: in which order they are played, and what they show. That they come out as they say is tried with the demo."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.demo.client import DemoFault
from api.demo.script import scripts
from ledger.play.presets import game_of, presets

GAME = 'title = "A"\nwords = "B"\ncalls = []\n'


def test_sample_games_are_played_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("10-last", "2-first", "9a-then", "9-next"):
        (tmp_path / f"{name}.toml").write_text(GAME)
    assert [script.name for script in scripts(tmp_path)] == ["2-first", "9-next", "9a-then", "10-last"]
    assert scripts()[0].name == "1-the-club"


def test_a_sample_game_without_a_number_has_no_place(tmp_path: Path) -> None:
    (tmp_path / "raznomast.toml").write_text(GAME)
    with pytest.raises(DemoFault, match=r"raznomast\.toml has no number"):
        scripts(tmp_path)


def test_every_preset_of_azi_has_a_sample_game() -> None:
    played = {call.body.get("preset") for script in scripts() for call in script.calls if call.path == "/v1/tables"}
    assert {name for name in presets() if game_of(name) == "azi"} <= played
