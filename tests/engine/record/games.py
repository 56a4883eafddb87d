"""Histories and records for tests: golden games, and random ones by seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.games import KINDS
from engine.record import Record, recorded
from engine.rules import RuleBroken
from tests.engine.azi.offending_games import tried
from tests.engine.azi.random_games import steps

AZI = KINDS["azi"]
GOLDEN = sorted((Path(__file__).parents[2] / "records").glob("*.toml"))


def played(seed: int, *, offending: bool) -> tuple[list[Any], list[list[Any]]]:
    """The commands of a random game that were accepted, and what came of each."""
    told = tried(seed) if offending else steps(seed)
    acts = [(command, made) for _, command, made, _ in told if not isinstance(made, RuleBroken)]
    return [command for command, _ in acts], [made for _, made in acts]


def random_record(seed: int) -> Record:
    """The record of a random game; every other one is of a game in which things go wrong."""
    _, made = played(seed, offending=seed % 2 == 1)
    return recorded(AZI, [event for events in made for event in events])
