"""Penalties and refusals as JSON."""

import re
from collections.abc import Mapping

from api.http.answers import Members, money
from api.http.refused import members
from api.service.visibility import Sight
from engine.games import KINDS
from ledger.registers.penalties import Penalty
from ledger.registers.refusals import Refusal
from ledger.store.ids import family, game_concerned, table_of_game

_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")
# Refused for what is in the hand or is not, without naming a card.
_OF_HAND = frozenset[str]().union(*(kind.of_hand for kind in KINDS.values()))
_OF_ANSWER = ("type", "title", "status", "detail", "rule")


def penalty(item: Penalty, unit: str, scale: int) -> Members:
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
        "points": item.points,
        "account": item.account,
        "recorded_at": item.recorded_at,
        "returned_by": item.returned_by,
        "dispute": item.dispute,
        "ruling": item.ruling,
        "ended_by": item.ended_by,
        "ended_in": item.ended_in,
        "stands": item.stands,
    }


def tells(item: Refusal, sees: Sight | None) -> bool:
    """Whether the viewer may know what the refusal says. sees: what he may see of the game concerned; None: no game, or he was
    answered so himself."""
    return sees is None or sees.everything or not (item.rule in _OF_HAND or _CARD.search(item.body.decode("utf-8")))


def refusal(item: Refusal, sees: Sight | None, tag: str, names: Mapping[int, str], scale: int) -> Members:
    """A line of the log, in this language, with the names by seat that the reader may know. scale: of the club. Where it must not
    tell, not even the rule is named: whether a card was refused as not held, as off suit or for lack of a trump tells of the
    hand."""
    said = members(item.body, tag, names, scale)
    told = tells(item, sees)
    stream = item.stream
    game = game_concerned(stream) if stream else None
    table = table_of_game(game) if game else stream.removeprefix("table-") if stream and family(stream) == "table" else None
    return {
        "id": item.id,
        "at": item.at,
        "role": item.role,
        "actor": item.actor,
        "via": item.via,
        "rule": item.rule if told else None,
        "title": said["title"] if told else None,
        "stream": stream,
        "table": table,
        "game": game,
        "status": item.status,
        "type": said["type"] if told else None,
        "detail": said["detail"] if told else None,
        "facts": {name: value for name, value in said.items() if name not in _OF_ANSWER} if told else None,
    }
