"""What is Casino's own where it does what every card game does: its rules for it, its phases, its pack, who has to be there."""

from typing import TYPE_CHECKING

from engine import cards
from engine.cardgame.order import in_game
from engine.cardgame.particulars import DUE, Particulars
from engine.casino import rulebook as by
from engine.casino.house_rules import PLAYERS_MOST, HouseRules
from engine.casino.parts import of_casino
from engine.rules import require
from engine.saying import Saying

if TYPE_CHECKING:
    from engine.casino.state import Game

# Between deals nobody holds cards.
RITUAL = ("shuffle", "cut", "deal")
BETWEEN_DEALS = ("lot", *RITUAL)
# The last card of a deck is played, and what lies on the table belongs to who captured last (CAS-LAST-1).
PLAYED = ("awaiting_settlement", "last_cards")
DEALT = ("exposed", "play", *PLAYED, "scoring")
# Cards have come out, and nothing is decided yet.
CLAIMABLE = (*RITUAL, *DEALT)

PACK = cards.pack("2")


def pack(house: HouseRules) -> tuple[str, ...]:  # noqa: ARG001
    """CAS-DECK-1: the whole deck in its printed order, suit by suit from the two up to the ace, whatever the house rules."""
    return PACK


def enough(house: HouseRules, stacks: list[int]) -> None:
    """Refuse a game of too few who can post the stake (CAS-POT-1)."""
    needed = PLAYERS_MOST if house.partners else house.players_min
    able = len([stack for stack in stacks if stack >= house.stake])
    says = "A game needs {needed} players who can post the stake of {price}; here are {able}."
    require(able >= needed, by.CAS_POT_1, says, needed=needed, price=house.stake, able=able)


def present(game: "Game", seat: int) -> None:
    """Refuse who is not in the game (CAS-ORDER-1), is out of it (CAS-OUT-1), or could not post the stake (CAS-ORDER-1)."""
    in_game(game, seat)
    require(seat in game.active or seat not in game.playing, by.CAS_OUT_1, "Seat {seat} is out of this game.", seat=seat)
    require(seat in game.active, by.CAS_ORDER_1, "Seat {seat} has not posted the stake and does not play.", seat=seat)


CASINO = Particulars(
    family=of_casino,
    order=by.CAS_ORDER_1,
    turn=by.CAS_DEAL_5,
    seats=by.CAS_SEAT_1,
    crowd=by.CAS_SEAT_1,
    lot=by.CAS_DEAL_4,
    ritual=by.CAS_DEAL_4,
    cut=by.CAS_DEAL_4,
    dice=by.CAS_DEAL_6,
    cards=by.CAS_DEAL_6,
    exposed=by.CAS_VIOL_3,
    choice=by.CAS_VIOL_3,
    time=by.CAS_ORDER_1,
    claim=by.CAS_VIOL_1,
    settle=by.CAS_VIOL_1,
    void=by.CAS_VOID_1,
    correcting=by.CAS_REC_1,
    due={**DUE, "awaiting_settlement": Saying("Not now. The deck is played, and a steward has to settle.")},
    dealt_phases=DEALT,
    pack=pack,
    enough=enough,
    present=present,
    about=lambda act: {"card": act.card},
)
