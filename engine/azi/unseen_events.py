"""What happens at a table where only the players see their hands (AZI-DEAL-9), and nowhere else."""

from engine.azi import rulebook as by
from engine.azi.parts import of_azi
from engine.azi.reasons import OF_DEALING
from engine.cardgame.events import OfSeat
from engine.declared import MISDEALS, Happened, Role


@of_azi("dealt_unseen", by.AZI_DEAL_5, by.AZI_DEAL_6, by.AZI_DEAL_9, fields=OF_DEALING, role=Role.DEALS_UNSEEN, audit=MISDEALS)
class DealtUnseen(Happened):
    """Cards were dealt, and nobody but their owners has seen them. seats: clockwise from first hand. each: how many each got."""

    deal: int
    dealer: int
    seats: tuple[int, ...]
    each: int
    trump: str
    trump_from: str


@of_azi("cards_shown", by.AZI_DEAL_9)
class CardsShown(OfSeat):
    """The player at `seat` has shown these cards of his hand, and still holds them."""

    cards: tuple[str, ...]
