"""The state of a game of Stich, and what is Stich's own where every card game does the same."""

from dataclasses import dataclass
from typing import ClassVar

from engine.stich import rulebook as by
from engine.stich.events import of_stich

from engine import cards, seats
from engine.cardgame.offences import Laid
from engine.cardgame.particulars import Particulars
from engine.cardgame.state import CardGame

PACK = cards.pack("6")
STICH = Particulars(
    family=of_stich,
    order=by.STI_ORDER_1,
    seats=by.STI_ANTE_1,
    cards=by.STI_DEAL_1,
    claim=by.STI_VIOL_1,
    void=by.STI_VOID_1,
    correcting=by.STI_REC_1,
    pack=lambda _: PACK,
    stake=lambda house: house.ante,
    cutter=lambda game: seats.next_clockwise(game.active, game.dealer),
)


@dataclass(frozen=True)
class Game(CardGame[Laid]):
    """trick: what has been played, as (seat, card)."""

    by: ClassVar[Particulars] = STICH
    trick: tuple[tuple[int, str], ...] = ()
