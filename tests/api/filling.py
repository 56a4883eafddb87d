"""How a client fills in what an offered act leaves open, knowing nothing but its bounds."""

from __future__ import annotations

from random import Random
from typing import Any

Act = dict[str, Any]
HIGH = "23456789TJQKA"


def filled(act: Act, dice: Random, end: str = "") -> Act:
    """The act as it is sent. end: "least" or "greatest" of each number; without it any of the two."""
    sent = {name: value for name, value in act.items() if name != "fill"}
    used: set[str] = set()
    for name, bounds in act.get("fill", {}).items():
        if name == "draws":
            sent[name] = _draws(bounds, dice)
        elif "least" in bounds:
            sent[name] = bounds[end or dice.choice(("least", "greatest"))]
        elif "hand_of" in bounds:
            sent[name] = dice.choice(sent["hands"][str(bounds["hand_of"])])
        elif "seats" in bounds:
            sent[name] = {str(seat): _cards(bounds, bounds["count"], dice, used) for seat in bounds["seats"]}
        elif "count" in bounds:
            sent[name] = _cards(bounds, bounds["count"], dice, used)
        else:
            (sent[name],) = _cards(bounds, 1, dice, used)
    return sent


def _cards(bounds: Act, count: int, dice: Random, used: set[str]) -> list[str]:
    """Cards that may be named and have not been."""
    cards = dice.sample([card for card in bounds["of"] if card not in used], count)
    used |= set(cards)
    return cards


def _draws(bounds: Act, dice: Random) -> list[Act]:
    """A card for each of these seats, and again for those who tie at the top."""
    found: list[Act] = []
    seats = bounds["seats"]
    while len(seats) > 1:
        drawn = [{"seat": seat, "card": card} for seat, card in zip(seats, dice.sample(bounds["of"], len(seats)), strict=True)]
        best = max(HIGH.index(draw["card"][0]) for draw in drawn)
        seats = [draw["seat"] for draw in drawn if HIGH.index(draw["card"][0]) == best]
        found += drawn
    return found


def beyond(act: Act, dice: Random) -> list[Act]:
    """The act filled in wrongly: a number just below or above its bounds, a card that may not be named, one twice, one too few, a
    seat that is left out."""
    wrong: list[Act] = []
    for name, bounds in act.get("fill", {}).items():
        right = filled(act, dice)
        if "least" in bounds:
            make, below = type(bounds["least"]), int(bounds["least"]) - 1
            below -= act["type"] == "raise"  # to the price that stands is a call (AZI-BID-3)
            wrong += [{**right, name: make(below)}, {**right, name: make(int(bounds["greatest"]) + 1)}]
        elif name == "hands":
            seat = str(bounds["seats"][0])
            hands = right["hands"]
            wrong.append({**right, "hands": {**hands, seat: hands[seat][1:]}})
            wrong.append({**right, "hands": {**hands, seat: [hands[seat][0], *hands[seat][:-1]]}})
            wrong.append({**right, "hands": {other: cards for other, cards in hands.items() if other != seat}})
        elif name == "draws":
            wrong += [{**right, "draws": right["draws"][1:]}, {**right, "draws": [*right["draws"], right["draws"][0]]}]
        elif "count" in bounds:
            wrong += [{**right, name: right[name][1:]}, {**right, name: [right[name][0], *right[name][:-1]]}]
        if "of" in bounds and name not in {"draws", "hands"}:
            others = [rank + suit for rank in HIGH for suit in "CDHS" if rank + suit not in bounds["of"]]
            if others:
                one = dice.choice(others)
                wrong.append({**right, name: [one, *right[name][1:]] if "count" in bounds else one})
    return wrong
