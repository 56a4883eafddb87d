"""What holds in every game, whatever is played: laws, tried on random games by seed.

`@law(games=60)` makes a test of a function of one seed: it plays the first seeds, and every seed that ever broke this law
(`kept_seeds.toml`). `./run laws` plays fresh seeds, and keeps what fails.
"""

from __future__ import annotations

import json
import linecache
import os
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from traceback import walk_tb

import pytest

from tests import lengths

ROOT = Path(__file__).parents[2]
# Another file is named by the tests of the laws themselves.
KEPT = Path(os.environ.get("CARDLEDGER_KEPT_SEEDS", Path(__file__).with_name("kept_seeds.toml")))
LAWS: dict[str, Callable[[int], None]] = {}


def law(*, games: int, chunks: int = 1, first: int = 0) -> Callable[[Callable[[int], None]], Callable[..., None]]:
    """So many games from the seed `first` on are played in a run of the usual length, in so many parts, and all that were kept.

    The law of one seed raises whatever it likes if it is broken.
    """

    def told(play: Callable[[int], None]) -> Callable[..., None]:
        name = named(play)
        LAWS[name] = play
        played = lengths.seeds(games)
        each = -(-played // chunks)
        parts = [range(first + at, first + min(played, at + each)) for at in range(0, played, each)]
        cases = [pytest.param(part, id=f"{part.start}-{part.stop - 1}") for part in parts]
        cases += [pytest.param((seed,), id=f"kept-{seed}") for seed in kept(name)]

        @pytest.mark.parametrize("seeds", cases)
        def test(seeds: Iterable[int]) -> None:
            for seed in seeds:
                try:
                    play(seed)
                except Exception as fault:
                    fault.add_note(f"at seed {seed}")
                    raise

        test.__name__, test.__qualname__, test.__doc__, test.__module__ = (
            play.__name__,
            play.__name__,
            play.__doc__,
            play.__module__,
        )
        return test

    return told


def named(play: Callable[[int], None]) -> str:
    """A law by its file, without what all share, and its name."""
    file = Path(play.__code__.co_filename).resolve().with_suffix("")
    folder = ROOT / "tests"
    return f"{file.relative_to(folder) if file.is_relative_to(folder) else file.name}::{play.__name__}"


def all_kept() -> list[tuple[str, int]]:
    """Law and seed of every game that is kept."""
    if not KEPT.exists():
        return []
    return [(one["law"], one["seed"]) for one in tomllib.loads(KEPT.read_text("utf-8")).get("kept", [])]


def kept(name: str) -> list[int]:
    """The seeds that ever broke this law."""
    return [seed for one, seed in all_kept() if one == name]


def keep(name: str, seed: int, says: str) -> None:
    """From now on each run of the tests plays this seed."""
    with KEPT.open("a", encoding="utf-8") as file:
        file.write(f"\n[[kept]]\nlaw = {json.dumps(name)}\nseed = {seed}\nsays = {json.dumps(says)}\n")


def fault_of(name: str, seed: int) -> str:
    """What breaks this law at this seed, in a line: where, and what it says; "" if nothing does."""
    try:
        LAWS[name](seed)
    except Exception as fault:  # noqa: BLE001
        frame, line = list(walk_tb(fault.__traceback__))[-1]
        file = Path(frame.f_code.co_filename)
        code = linecache.getline(str(file), line).strip()
        return f"{file.name}:{line}: {code}: {type(fault).__name__} {fault}"
    return ""
