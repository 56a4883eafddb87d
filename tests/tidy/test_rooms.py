"""What is out of its room: imports upwards, and games named outside of the folders of their names."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath

import pytest

from tests.tidy import house, rule_checks


@pytest.mark.parametrize(
    ("room", "text", "kept"),
    [
        ("orders", "import ledger.store\n", True),
        ("store", "import ledger.orders\n", False),
        ("money", "from ledger.play import games\n", False),
        ("exports", "import ledger.imports\n", False),
    ],
)
def test_an_import_from_a_lower_to_a_higher_room_is_found(tmp_path: Path, room: str, text: str, kept: bool) -> None:
    shutil.copy(house.ROOT / "pyproject.toml", tmp_path)
    for folder in (*(house.ROOT / name for name in house.PACKAGES), *(house.ROOT / "ledger").iterdir()):
        if (folder / "__init__.py").exists() or folder.name == "settings.py":
            place = tmp_path / folder.relative_to(house.ROOT)
            place = place.with_suffix("") if place.suffix else place
            place.mkdir()
            (place / "__init__.py").write_text('"""Empty."""\n')
    (tmp_path / "ledger" / "play" / "games.py").write_text('"""Empty."""\n')
    (tmp_path / "ledger" / room / "part.py").write_text(f'"""One import."""\n{text}')
    assert house.imports_kept(tmp_path, "rooms-of-the-ledger") is kept


@pytest.mark.parametrize(
    "text",
    [
        'game = "azi"',
        "from engine.azi import azi",
        "import engine.casino",
        "AZI_DEAL = 1",
        "class InviteToAzi: ...",
        "x = casino.y",
    ],
)
def test_a_game_named_outside_of_the_folders_of_its_name_is_found(text: str) -> None:
    games = ("azi", "casino")
    assert rule_checks.games_named(PurePosixPath("ledger/play/games.py"), text, games)
    assert not rule_checks.games_named(PurePosixPath("ledger/words/azi/events.py"), text, games)
    passed = '"""Of Azi."""\nsays = "By AZI-PLAY-2."\nmetadata = {"example": "azi.called"}\nlazily = 1'
    assert not rule_checks.games_named(PurePosixPath("api/schemas/events.py"), passed, games)
