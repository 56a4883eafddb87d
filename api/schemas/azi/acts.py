"""The acts of Azi alone."""

from collections.abc import Mapping

from api.schemas import fields as own
from api.schemas.acts import ANY_CARD, NO_CARD, Act, SeatAct


class BetBlindAct(SeatAct):
    """First hand bets before looking. amount: what is put in; the price for the others is twice that."""

    amount = own.Amount(required=True, attribute="chips")


class PriceAct(SeatAct):
    """A bet or a raise. amount: the total that a player must have put in from now on to stay, not the addition."""

    amount = own.Amount(required=True, attribute="price")


class DiscardAct(SeatAct):
    """Put one of four cards away (AZI-DISC-1). card: which; left out where only the players see their hands (AZI-DEAL-9). An
    unknown card, or one not held, is refused by AZI-VIOL-7."""

    card = own.Word(ANY_CARD, NO_CARD, load_default=None, allow_none=True)


class InviteToAziAct(SeatAct):
    """Ask the player at seat `invited` to play to azi together (AZI-NAZI-1)."""

    invited = own.seat(required=True)


class AnswerToAziAct(SeatAct):
    """Answer the invitation to azi of the player at seat `inviter` (AZI-NAZI-1)."""

    inviter = own.seat(required=True)
    accept = own.Truth(required=True)


ACTS: Mapping[str, type[Act]] = {
    "bet_blind": BetBlindAct,
    "bet": PriceAct,
    "raise": PriceAct,
    "discard": DiscardAct,
    "invite_to_azi": InviteToAziAct,
    "answer_to_azi": AnswerToAziAct,
}
