"""House rules of Casino: whatever groups differ on. They travel with every game, whole, so an old game replays by its own rules.

The shape is complete for all presets of the family.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine import options
from engine.cardgame.house import recorded_if_unseen
from engine.casino.rulebook import CAS_DEAL_1, CAS_SEAT_1
from engine.chips import Chips
from engine.options import idle, plain, refuse
from engine.saying import Saying

__all__ = ["HouseRules", "house_rules", "plain", "playable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """One field a house rule, named as in the rules. Amounts in whole chips.

    per_point: what each loser pays the winner for a point of difference, 0 for nothing (CAS-POT-1).
    """

    preset: str
    players_min: int
    players_max: int
    hand_size: Literal[4, 6]
    table_size: Literal[4, 2]
    partners: bool
    royal: bool
    scoring: Literal["to_21", "strict_11", "strict_6"]
    claim: bool
    builder_may_trail: bool
    stake: Chips
    per_point: Chips
    false_build: Literal["minus_two", "loses_game"]
    missing_last: Literal["none", "one_point"]
    deck: Literal["service", "entered", "unseen"]
    enforcement: Literal["refuse", "record"]
    reveal: Literal["played", "all", "shown"]


# Options that say what follows from an offence, at their default where it cannot happen.
UNCLAIMED: dict[str, object] = {"false_build": "minus_two", "missing_last": "none"}
PLAYERS_LEAST, PLAYERS_MOST = 2, 4


def house_rules(mapping: Mapping[str, object]) -> HouseRules:
    """The house rules of a mapping, as `engine/options.py` reads them.

    Refuses (TABLE-1, CAS-SEAT-1, CAS-DEAL-1) an option that is unknown, missing, of the wrong type, or senseless beside the
    others; the refusal names the option, its value and what is possible.
    """
    house = options.read(HouseRules, mapping, {})
    playable(house)
    return house


def playable(house: HouseRules) -> None:
    """Refuse house rules that contradict each other."""
    recorded_if_unseen(house)
    if house.hand_size == 4 and house.table_size != 4:
        says = "With four cards in hand four lie on the table: table_size is {possible}, not {value}."
        refuse("table_size", house.table_size, (4,), says, CAS_DEAL_1)
    if house.enforcement == "refuse":
        idle(house, UNCLAIMED, "Under enforcement = refuse that never happens, so {option} cannot be {value}.")
    _seats_fit(house)
    if house.stake < 1:
        refuse("stake", house.stake, (Saying("{least} or more", least=1),))


def _seats_fit(house: HouseRules) -> None:
    """CAS-SEAT-1: two to four players; partners are two against two."""
    least = PLAYERS_MOST if house.partners else PLAYERS_LEAST
    says = "With partners four play, two against two: {option} is {possible}, not {value}." if house.partners else ""
    fewest, many = house.players_min, house.players_max
    for name, value, low in (("players_min", fewest, least), ("players_max", many, max(least, fewest))):
        if not low <= value <= PLAYERS_MOST:
            possible = Saying("{least} to {most}", least=low, most=PLAYERS_MOST) if low < PLAYERS_MOST else str(PLAYERS_MOST)
            refuse(name, value, (possible,), says, CAS_SEAT_1)
