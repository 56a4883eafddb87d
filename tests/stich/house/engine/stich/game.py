"""The state of a game of Stich, and what is Stich's own where every card game does the same."""

from dataclasses import dataclass
from typing import ClassVar

from engine.stich import rulebook as by
from engine.stich.events import of_stich
from engine.stich.house_rules import HouseRules

from engine import cards
from engine.cardgame.house import not_agreed
from engine.cardgame.offences import Laid, Offences
from engine.cardgame.order import in_game
from engine.cardgame.particulars import DUE, Particulars
from engine.cardgame.state import CardGame
from engine.rules import require
from engine.saying import Saying

PACK, NO_HOUSE, NO_OFFENCES = cards.pack("6"), not_agreed(HouseRules), Offences()


def enough(house, stacks):
    able = len([stack for stack in stacks if stack >= house.ante])
    require(able >= 2, by.STI_ANTE_1, "Two have to post the ante; here are {able}.", able=able)


def present(game, seat):
    in_game(game, seat)
    require(seat in game.active, by.STI_ANTE_1, "Seat {seat} has not posted the ante.", seat=seat)


ORDER, DEAL, VIOL = by.STI_ORDER_1, by.STI_DEAL_1, by.STI_VIOL_1
STICH = Particulars(
    family=of_stich, order=ORDER, turn=ORDER, seats=by.STI_ANTE_1, crowd=by.STI_ANTE_1, lot=DEAL, ritual=DEAL, cut=DEAL, dice=DEAL,
    cards=DEAL, exposed=DEAL, choice=DEAL, time=ORDER, claim=VIOL, settle=VIOL, void=by.STI_VOID_1, correcting=by.STI_REC_1,
    due={**DUE, "awaiting_settlement": Saying("Not now. The trick is played, and a steward has to settle.")},
    dealt_phases=("play", "awaiting_settlement", "trick"),
    pack=lambda _: PACK, enough=enough, present=present, about=lambda act: {"card": act.card},
)  # fmt: skip


@dataclass(frozen=True)
class Game(CardGame[Laid]):
    """phase: as in every game; "awaiting_settlement" under `record` when all have played, "trick" when the pot is due."""

    by: ClassVar[Particulars] = STICH
    house: HouseRules = NO_HOUSE
    trick: tuple[tuple[int, str], ...] = ()
    reneged: tuple[str, ...] = ()  # cards that were found out
    offences: Offences = NO_OFFENCES
