"""The presets: complete house rules under a name, one file each in seeds/house_rules. A name begins with that of its game.

The folder stands beside the package of the engine, in a checkout as in an installed release (pyproject.toml packs it along).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import engine
from engine.plain import JsonObject


@cache
def _read() -> dict[str, JsonObject]:
    folders = [Path(place).resolve().with_name("seeds") / "house_rules" for place in engine.__path__]
    found = {file.stem: file for folder in folders for file in sorted(folder.glob("*.toml"))}
    if not found:
        raise FileNotFoundError(f"no house rules in {', '.join(map(str, folders))}")
    return {name: tomllib.loads(file.read_text(encoding="utf-8")) for name, file in found.items()}


def game_of(preset: str) -> str:
    """The game that a preset is of, by its name.

    >>> game_of("azi-three-half")
    'azi'
    """
    return preset.partition("-")[0]


def presets() -> dict[str, JsonObject]:
    """Name → plain mapping, as the game's `house_rules` reads it. Each call gives fresh mappings; the files are read once.

    Raises FileNotFoundError: there is not one preset, so the installation is incomplete.
    """
    return {name: dict(plain) for name, plain in _read().items()}
