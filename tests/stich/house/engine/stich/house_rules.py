"""House rules of Stich."""

from dataclasses import dataclass
from typing import Annotated, Literal

from engine.chips import Chips
from engine.options import Between


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """ante: of everybody. penalty: what a renege costs."""

    preset: str
    players_min: Literal[2]
    players_max: Annotated[int, Between(2, 6)]
    ante: Chips
    penalty: Chips
    deck: Literal["service"]
    enforcement: Literal["refuse", "record"]
    reveal: Literal["played", "all", "shown"]
