"""Penalties and refusals as JSON."""

import re
from typing import Any

import msgspec

from api.answers import money
from api.visibility import Sight
from ledger.ids import family, table_of_game
from ledger.penalties import Penalty
from ledger.refusals import Refusal

_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")
_OF_ANSWER = ("type", "title", "status", "detail", "rule")


def penalty(item: Penalty, unit: str, scale: int) -> dict[str, Any]:
    """A line of the register."""
    return {
        "position": item.position,
        "game": item.game,
        "table": item.table,
        "step": item.step,
        "deal": item.deal,
        "trick": item.trick,
        "card": item.card,
        "seat": item.seat,
        "player": item.player,
        "offence": item.offence,
        "rule": item.rule,
        "broken": item.broken,
        "found_by": item.found_by,
        "claimant_seat": item.claimant,
        "claimant": item.claimant_player,
        "amount": money(item.chips, unit, scale),
        "account": item.account,
        "recorded_at": item.recorded_at,
        "returned_by": item.returned_by,
    }


def refusal(item: Refusal, sees: Sight | None) -> dict[str, Any]:
    """A line of the log. sees: what the viewer may see of the game concerned; None: no game, or he was answered so himself."""
    said: dict[str, Any] = msgspec.json.decode(item.body)
    tells = sees is None or sees.everything or not _CARD.search(item.body.decode("utf-8"))
    stream = item.stream
    game = stream.removeprefix("game-") if stream and family(stream) == "game" else None
    table = table_of_game(game) if game else stream.removeprefix("table-") if stream and family(stream) == "table" else None
    return {
        "id": item.id,
        "at": item.at,
        "role": item.role,
        "actor": item.actor,
        "via": item.via,
        "rule": item.rule,
        "title": said["title"],
        "stream": stream,
        "table": table,
        "game": game,
        "status": item.status,
        "type": said["type"],
        "detail": said["detail"] if tells else None,
        "facts": {name: value for name, value in said.items() if name not in _OF_ANSWER} if tells else None,
    }
