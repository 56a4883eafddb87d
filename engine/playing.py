"""What is known of a game that is played, whichever it is: as much of its state as whoever keeps, counts or shows games reads. What
only some games have stands in no protocol here; whoever reads it names the game, or asks its `Kind`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class House(Protocol):
    """The house rules of any game, as far as every game has them."""

    @property
    def deck(self) -> str:
        """Where the cards come from: "service", "entered" (of a real table), "unseen" (of one, and only the players see them)."""

    @property
    def enforcement(self) -> str:
        """What becomes of play against the rules: "refuse" or "record"."""

    @property
    def preset(self) -> str:
        """The preset that they began with."""


def splits(house: House) -> bool:
    """Whether the pot is split when the agreed end of the sitting comes, in a game in which it can be."""
    return getattr(house, "at_end_time", "") == "split_pot"


class OfTricks(NamedTuple):
    """What lies open in a game of tricks. trump: the card, "" if there is none. trick: whose cards lie in it. tricks: seat -> how
    many it has taken; None if the game has no tricks. price: of the bidding, None if there is none."""

    trump: str
    trick: tuple[tuple[int, str], ...]
    tricks: Mapping[int, int] | None
    price: int | None


def of_tricks(game: Playing) -> OfTricks:
    """What lies open, as far as this game has anything of the kind."""
    trump, trick = getattr(game, "trump", ""), getattr(game, "trick", ())
    return OfTricks(trump, trick, getattr(game, "tricks", None), getattr(game, "price", None))


class Exposed(Protocol):
    """A card that was shown in dealing."""

    @property
    def seat(self) -> int:
        """Whose it is."""

    @property
    def card(self) -> str:
        """Which."""

    @property
    def choice(self) -> str:
        """What its owner has chosen, "" while he has not."""


class Offences(Protocol):
    """What went against the rules in a game, as far as every game shows it."""

    @property
    def shown(self) -> Sequence[Exposed]:
        """The cards that were shown in dealing."""


class Playing(Protocol):
    """The state of any game. Amounts are whole chips; seats that are 0 and words that are "" stand for nobody and nothing."""

    @property
    def house(self) -> House:
        """Its house rules."""

    @property
    def table(self) -> str:
        """The id of the table at which it is played."""

    @property
    def number(self) -> int:
        """Its number there, from 1."""

    @property
    def unit(self) -> str:
        """What the club counts."""

    @property
    def scale(self) -> int:
        """Decimal places at which an amount is shown."""

    @property
    def phase(self) -> str:
        """What is due, in a word of the game."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""

    @property
    def how(self) -> str:
        """How it has ended: "won", "split", "void"."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Of everybody seated when it began, ascending."""

    @property
    def players(self) -> Mapping[int, str]:
        """Seat -> player."""

    @property
    def stacks(self) -> Mapping[int, int]:
        """Seat -> chips before him."""

    @property
    def left(self) -> tuple[int, ...]:
        """Seats whose players have left the table."""

    @property
    def active(self) -> tuple[int, ...]:
        """Seats still in it."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that take the pot."""

    @property
    def time_up(self) -> bool:
        """Whether the agreed end of the sitting has come."""

    @property
    def dealer(self) -> int:
        """The seat that deals."""

    @property
    def turn(self) -> int:
        """The seat to act."""

    @property
    def pot(self) -> int:
        """The chips in the pot."""

    @property
    def deal(self) -> int:
        """The number of the deal that is prepared or played, from 1."""

    @property
    def shuffle(self) -> int:
        """Shuffles in this deal so far."""

    @property
    def hands(self) -> Mapping[int, tuple[str, ...]]:
        """Seat -> the cards that it holds; empty where only the players see them."""

    @property
    def offences(self) -> Offences:
        """What went against the rules."""
