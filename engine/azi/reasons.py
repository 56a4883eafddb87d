"""Which rule is behind an event of Azi by what it says of itself, for each word that may stand there; and behind single fields."""

from collections.abc import Mapping

from engine.azi import rulebook as by
from engine.cardgame.events import GameEnded
from engine.declared import Cites
from engine.room.rulebook import TABLE_1
from engine.rules import Rule

WON_BY = {"two_tricks": by.AZI_PLAY_6, "last_left": by.AZI_LAST_1, "split": by.AZI_TIME_1}
REFUSALS = {"declined": by.AZI_AZI_4, "can_not_pay": by.AZI_AZI_4, "left": by.AZI_LEAVE_1}
OFFENCES = {
    "renege": by.AZI_VIOL_2,
    "exposed_card": by.AZI_VIOL_1,
    "missing_cut": by.AZI_VIOL_5,
    "false_claim": by.AZI_CLAIM_1,
}
ANNULMENTS = {
    "exposed_card": by.AZI_VIOL_1,
    "missing_cut": by.AZI_VIOL_5,
    "renege": by.AZI_VIOL_3,
    "put_out": by.AZI_VIOL_4,
    "ruling": by.AZI_VOID_1,
}


def _same_dealer(ended: GameEnded) -> Rule:
    """Of a game that nobody has won: the same one deals again, if the lot has ever named one."""
    return by.AZI_DEAL_1 if ended.next_dealer is None else by.AZI_SEAT_3


ENDINGS: Mapping[str, Cites] = {"won": by.AZI_DEAL_2, "split": _same_dealer, "void": _same_dealer}

AS_AGREED = {"dealer": by.AZI_DEAL_2, **dict.fromkeys(("house", "unit", "scale"), TABLE_1)}
OF_DEALING = {"dealer": by.AZI_DEAL_2, "trump": by.AZI_DEAL_6, "trump_from": by.AZI_DEAL_6}
AT_THE_END = {"how": by.AZI_SETTLE_1, "stacks": by.AZI_SETTLE_1, "left": by.AZI_LEAVE_1}
