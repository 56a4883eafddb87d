"""The presets: complete house rules under a name, one file each in seeds/house_rules. A name begins with that of its game.

The folder stands beside the packages, in a checkout as in an installed release (pyproject.toml packs it along).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "seeds" / "house_rules"


@cache
def _read(folder: Path) -> dict[str, dict[str, Any]]:
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.toml"))}


def game_of(preset: str) -> str:
    """The game that a preset is of, by its name.

    >>> game_of("azi-three-half")
    'azi'
    """
    return preset.partition("-")[0]


def presets(folder: Path = FOLDER) -> dict[str, dict[str, Any]]:
    """Name → plain mapping, as the game's `house_rules` reads it. Each call gives fresh mappings; the files are read once.

    Raises FileNotFoundError: there is not one preset, so the installation is not whole.
    """
    found = _read(folder)
    if not found:
        raise FileNotFoundError(f"no house rules in {folder}")
    return {name: dict(plain) for name, plain in found.items()}
