"""Records as an import meets them: the golden games, and those of a whole evening at one table, one game after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.azi.commands import StartGame
from engine.azi.events import Seated
from engine.azi.house_rules import house_rules
from engine.decider import act
from engine.games import KINDS
from engine.record import recorded, write
from ledger.play.presets import presets
from tests.engine.azi.random_games import next_command
from tests.engine.mixes import dice

GOLDEN = {file.stem: file.read_text(encoding="utf-8") for file in (Path(__file__).parents[1] / "records").glob("*.toml")}
NAMES = ("Vera", "Wim", "Xenia", "Yuri")


def evening(seed: int, games: int, stack: int = 1000, **changes: Any) -> list[str]:
    """The records of so many games in a row: who sits where stays, and with what the last game left him."""
    rnd, azi = dice(seed), KINDS["azi"]
    house = house_rules({**presets()["azi-three"], **changes})
    stacks, dealer, told = dict.fromkeys(range(1, len(NAMES) + 1), stack), 1, []
    for number in range(1, games + 1):
        seated = tuple([Seated(seat, NAMES[seat - 1], stacks[seat]) for seat in stacks])
        command: Any = StartGame("green", number, house, "chip", 0, seated, dealer, None)
        state, happened = azi.decider.initial, []
        while not state.over:
            made, state = act(azi.decider, state, command)
            happened += made
            if not state.over:
                command = next_command(rnd, state, quiet=False)
        told.append(write(recorded(azi, happened)))
        stacks, dealer = dict(state.stacks), happened[-1].next_dealer
    return told
