"""What happens at a table where only the players see their hands (AZI-DEAL-9), and nowhere else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DealtUnseen:
    """Cards were dealt, and nobody but their owners has seen them. seats: clockwise from first hand. each: how many each got."""

    deal: int
    dealer: int
    seats: tuple[int, ...]
    each: int
    trump: str
    trump_from: str


@dataclass(frozen=True, slots=True)
class CardsShown:
    """The player at `seat` has shown these cards of his hand, and still holds them."""

    deal: int
    seat: int
    cards: tuple[str, ...]


EVENTS: dict[str, type] = {"azi.dealt_unseen": DealtUnseen, "azi.cards_shown": CardsShown}
