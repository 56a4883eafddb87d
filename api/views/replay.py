"""A game's replay as JSON: step by step, as one viewer may see it."""

from typing import Any

from api.answers import raw
from api.views import games as view
from api.visibility import Sight, shown
from ledger import replay, transcript
from ledger.app import Ledger
from ledger.streams import Stream


def headlines(ledger: Ledger, game: Stream, after: int, limit: int) -> dict[str, Any]:
    """What happened at each step, in a sentence. Nothing in it is hidden from those at the table."""
    rows = [row for row in ledger.history(game.id, after) if row.originator_version <= game.version][:limit]
    lines = []
    for row in rows:
        envelope = ledger.decode(row)
        words = transcript.words(envelope.event)
        lines.append({"step": row.originator_version, "type": row.topic, "at": envelope.effective_at, "words": words})
    following = rows[-1].originator_version if rows and rows[-1].originator_version < game.version else None
    return {"game": game.id.removeprefix("game-"), "steps": game.version, "headlines": lines, "next": following}


def states(ledger: Ledger, game: Stream, numbers: tuple[int, ...], sees: Sight) -> list[dict[str, Any] | None]:
    """The state after each of these steps, without anybody's legal acts, as the viewer may see it; None before the first step."""
    name = game.id.removeprefix("game-")
    told: list[dict[str, Any] | None] = []
    for number in numbers:
        played = replay.step(ledger, name, number) if number else None
        state = played and {"id": name, "game": game.kind, **view.state(played.state, number, sees.at(number)), "legal": []}
        told.append(state or None)
    return told


def step(ledger: Ledger, game: Stream, number: int, sees: Sight) -> dict[str, Any]:
    """The event of this step, its words, the state after it, and what the seat in turn could then do, if the viewer may know that.

    Hands are shown by what the viewer may see now, not then. Raises NotFound: the game has not so many steps.
    """
    name = game.id.removeprefix("game-")
    played = replay.step(ledger, name, number)
    state, sees = played.state, sees.at(number)
    turn = state.turn
    knows = not state.hands.get(turn) or sees.hand(state.deal, turn) or (turn == sees.seat and not sees.blind)
    legal = view.legal_words(view.told(played.legal, state, turn, sees)) if knows else []
    return {
        "game": name,
        "steps": game.version,
        "step": number,
        "event": raw(shown(played.row, sees)),
        "words": transcript.words(played.envelope.event),
        "state": {"id": name, "game": game.kind, **view.state(state, number, sees), "legal": legal},
    }
