"""What is particular to Azi in what every card game does: its rules, its phases, its pack, who has to be present."""

from functools import cache, partial

from engine import cards
from engine.azi import rulebook as by
from engine.azi.house_rules import HouseRules
from engine.azi.parts import of_azi
from engine.cardgame.particulars import DUE, Particulars
from engine.rules import require
from engine.saying import Saying

# Between deals: the pot waits, nobody holds cards.
RITUAL = ("shuffle", "offer", "cut", "last_shuffle", "offer_last", "last_cut", "deal")
BETWEEN_DEALS = ("lot", "ante", *RITUAL, "buy_in")
DEALT = ("exposed", "blind", "stay", "bid", "discard", "play", "awaiting_settlement")

_pack = cache(partial(cards.pack, "6"))


def pack(house: HouseRules) -> tuple[str, ...]:
    """AZI-DECK-1, AZI-DECK-2: the whole deck in its printed order, suit by suit from the six up to the ace."""
    return _pack(house.missing_suit)


def enough(house: HouseRules, stacks: list[int]) -> None:
    """Refuse a game of fewer players than the house needs who can pay the ante (AZI-SEAT-1)."""
    able = len([stack for stack in stacks if stack >= house.ante])
    says = "A game needs {needed} players who can pay the ante of {ante}; here are {able}."
    require(able >= house.players_min, by.AZI_SEAT_1, says, needed=house.players_min, ante=house.ante, able=able)


AZI = Particulars(
    family=of_azi,
    order=by.AZI_ORDER_1,
    turn=by.AZI_VIOL_7,
    seats=by.AZI_SEAT_2,
    crowd=by.AZI_SEAT_1,
    lot=by.AZI_DEAL_1,
    ritual=by.AZI_DEAL_3,
    cut=by.AZI_DEAL_4,
    dice=by.AZI_DEAL_8,
    cards=by.AZI_DEAL_9,
    exposed=by.AZI_VIOL_1,
    choice=by.AZI_VIOL_7,
    time=by.AZI_TIME_1,
    claim=by.AZI_CLAIM_1,
    finding=by.AZI_VIOL_2,
    unproved=by.AZI_VIOL_2,
    settle=by.AZI_SETTLE_1,
    void=by.AZI_VOID_1,
    correcting=by.AZI_REC_1,
    due={
        **DUE,
        "cut": Saying("Not now. Seat {turn} has to cut or to shuffle."),
        "last_shuffle": Saying("Not now. The dealer, seat {turn}, may shuffle once more or offers the cut."),
        "last_cut": Saying("Not now. Seat {turn} has to cut."),
        "blind": Saying("Not now. First hand, seat {turn}, bets blind or declines."),
        "stay": Saying("Not now. Seat {turn} says whether he plays."),
        "bid": Saying("Not now. The bidding is going on; it is the turn of seat {turn}."),
        "discard": Saying("Not now. Cards are put away before it goes on, first by seat {turn}."),
        "awaiting_settlement": Saying("Not now. The tricks are over, and a steward has to settle."),
        "buy_in": Saying("Not now. It is azi, and seat {turn} says whether to buy in."),
    },
    dealt_phases=DEALT,
    pack=pack,
    stake=lambda house: house.ante,
    enough=enough,
    about=lambda act: {"trick": act.trick, "card": act.card},
)
