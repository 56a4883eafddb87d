"""The house rules that every card game has."""

from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from engine.options import refuse

H = TypeVar("H")


class House(Protocol):
    """The house rules that every card game has, each under this name among its own."""

    @property
    def preset(self) -> str:
        """The preset that they began with."""

    @property
    def players_min(self) -> int:
        """How many it takes."""

    @property
    def players_max(self) -> int:
        """How many can play."""

    @property
    def deck(self) -> str:
        """Where the cards come from: "service", "entered" (of a real table), "unseen" (of one, and only the players see them)."""

    @property
    def enforcement(self) -> str:
        """What becomes of play against the rules: "refuse" or "record"."""

    @property
    def reveal(self) -> str:
        """What is open after the game: "played", "all" or "shown"."""


@dataclass(frozen=True, slots=True)
class _Nothing:
    """What stands for house rules in a game that has not begun."""

    preset: str = ""
    players_min: int = 0
    players_max: int = 0
    deck: str = ""
    enforcement: str = ""
    reveal: str = ""


NOTHING_AGREED: Final[House] = _Nothing()


def not_agreed(house: type[H]) -> H:
    """The house rules of a game that has not begun: none of them is agreed yet."""
    return house(**dict.fromkeys(house.__dataclass_fields__))  # type: ignore[attr-defined]


def recorded_if_unseen(house: House) -> None:
    """Refuse to refuse plays of hands that nobody else sees."""
    if house.deck == "unseen" and house.enforcement == "refuse":
        says = "Where nobody but the players sees the hands no play can be refused: deck = {value} needs enforcement = record."
        refuse("deck", house.deck, ("service", "entered"), says)
