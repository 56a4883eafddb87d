"""What is particular to Casino in what every card game does: its rules, its phases, its pack, who has to be present."""

from typing import TYPE_CHECKING

from engine import cards
from engine.cardgame.order import in_game
from engine.cardgame.particulars import DUE, Particulars
from engine.casino import rulebook as by
from engine.casino.house_rules import HouseRules
from engine.casino.parts import of_casino
from engine.rules import require
from engine.saying import Saying

if TYPE_CHECKING:
    from engine.casino.state import Game

# Between deals nobody holds cards.
RITUAL = ("shuffle", "cut", "deal")
BETWEEN_DEALS = ("lot", *RITUAL)
# The last card of a deck is played, and what lies on the table belongs to whoever captured last (CAS-LAST-1).
PLAYED = ("awaiting_settlement", "last_cards")
DEALT = ("exposed", "play", *PLAYED, "scoring")
# Cards have come out, and nothing is decided yet.
CLAIMABLE = (*RITUAL, *DEALT)

PACK = cards.pack("2")


def pack(house: HouseRules) -> tuple[str, ...]:  # noqa: ARG001
    """CAS-DECK-1: the whole deck in its printed order, suit by suit from the two up to the ace, whatever the house rules."""
    return PACK


def present(game: "Game", seat: int) -> None:
    """Refuse a player who is not in the game (CAS-ORDER-1), is out of it (CAS-OUT-1), or could not post the stake (CAS-ORDER-1)."""
    in_game(game, seat)
    require(seat in game.active or seat not in game.playing, by.CAS_OUT_1, "Seat {seat} is out of this game.", seat=seat)
    require(seat in game.active, by.CAS_ORDER_1, "Seat {seat} has not posted the stake and does not play.", seat=seat)


CASINO = Particulars(
    family=of_casino,
    order=by.CAS_ORDER_1,
    turn=by.CAS_DEAL_5,
    seats=by.CAS_SEAT_1,
    stakes=by.CAS_POT_1,
    lot=by.CAS_DEAL_4,
    ritual=by.CAS_DEAL_4,
    cut=by.CAS_DEAL_4,
    cards=by.CAS_DEAL_6,
    exposed=by.CAS_VIOL_3,
    claim=by.CAS_VIOL_1,
    unproved=by.CAS_DEAL_6,
    void=by.CAS_VOID_1,
    correcting=by.CAS_REC_1,
    due={**DUE, "awaiting_settlement": Saying("Not now. The deck is played, and a steward has to settle.")},
    dealt_phases=DEALT,
    first_phase="stakes",
    pack=pack,
    stake=lambda house: house.stake,
    present=present,
)
