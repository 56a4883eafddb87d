"""A small third game, a trick for a pot, laid over the house from the folder beside this: nothing above it knows of it."""

from pathlib import Path

import engine

HOUSE = Path(__file__).with_name("house")


def lay() -> None:
    """Lay the game over the house, in this process, before anybody looks for games."""
    engine.__path__.append(str(HOUSE / "engine"))
