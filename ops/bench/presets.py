"""The presets of house rules: where they lie, and which of them are played by dice."""

import tomllib
from pathlib import Path

PRESETS = Path(__file__).parents[2] / "seeds" / "house_rules"


def diced(game: str) -> list[str]:
    """Those of a game whose cards the service deals, by name; the others want a real table."""
    files = {file.stem: tomllib.loads(file.read_text("utf-8")) for file in PRESETS.glob(f"{game}-*.toml")}
    return sorted(name for name, house in files.items() if house["deck"] == "service")
