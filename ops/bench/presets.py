"""Where the presets of house rules lie."""

from pathlib import Path

PRESETS = Path(__file__).parents[2] / "seeds" / "house_rules"
