"""What lies open on the table of Casino, and what is counted of each seat."""

from __future__ import annotations

from dataclasses import asdict

from rich.text import Text

from engine.casino.state import Game
from engine.plain import JsonObject
from ledger.cli.faces import faces
from ledger.words import Voice

COUNTED = "of.score"


def counted(state: Game, seat: int) -> int:
    """The score of the seat's side."""
    return state.scores.get(state.sides.get(seat, 0), 0)


def lying(state: Game, voice: Voice) -> Text:
    """The cards and builds."""
    line = Text(f" · {voice.say('of.table')}: ") + faces(state.loose, voice)
    for build in state.builds:
        line += Text(f" · {voice.say('build', id=build.id, value=build.value, cards=voice.cards(build.cards))}")
    return line


def told(state: Game) -> JsonObject:
    """The same for a machine."""
    return {"loose": list(state.loose), "builds": [asdict(build) for build in state.builds]}
