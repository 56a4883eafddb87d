"""What happens at a table where only the players see their hands (AZI-DEAL-9), and nowhere else."""

from dataclasses import dataclass

from engine.azi import rulebook as by
from engine.azi.parts import of_azi
from engine.azi.reasons import OF_DEALING
from engine.declared import MISDEALS, Role


@of_azi("dealt_unseen", by.AZI_DEAL_5, by.AZI_DEAL_6, by.AZI_DEAL_9, fields=OF_DEALING, role=Role.DEALS_UNSEEN, audit=MISDEALS)
@dataclass(frozen=True, slots=True)
class DealtUnseen:
    """Cards were dealt, and nobody but their owners has seen them. seats: clockwise from first hand. each: how many each got."""

    deal: int
    dealer: int
    seats: tuple[int, ...]
    each: int
    trump: str
    trump_from: str


@of_azi("cards_shown", by.AZI_DEAL_9)
@dataclass(frozen=True, slots=True)
class CardsShown:
    """The player at `seat` has shown these cards of his hand, and still holds them."""

    deal: int
    seat: int
    cards: tuple[str, ...]
