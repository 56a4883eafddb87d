"""What somebody wants in a game of Azi. Dice and clock come in as fields, filled by the ledger; players never send them.

`ACTIONS` names the commands as the interface does: {"type": "raise", "seat": 3, "amount": "40"}.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.azi.house_rules import HouseRules
from engine.cardgame import commands as cardgame
from engine.cardgame.commands import (
    Correct,
    Cut,
    DemandRedeal,
    DrawLot,
    Expose,
    KeepCard,
    Leave,
    ReachEndTime,
    Shuffle,
    TopUp,
    VoidGame,
)
from engine.chips import Chips

# The same in every game.
__all__ = ["Correct", "Cut", "DemandRedeal", "DrawLot", "Expose", "KeepCard", "Leave", "ReachEndTime", "Shuffle", "TopUp",
           "VoidGame"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartGame(cardgame.StartGame):
    """A game of Azi begins."""

    house: HouseRules


@dataclass(frozen=True, slots=True)
class OfferCut(cardgame.BySeat):
    """The dealer does not shuffle once more and offers the last cut."""


@dataclass(frozen=True, slots=True)
class Deal(cardgame.BySeat):
    """hands, trump: as dealt at a real table; None when the service deals. Where only the players see the hands, trump alone."""

    hands: dict[int, tuple[str, ...]] | None = None
    trump: str | None = None


@dataclass(frozen=True, slots=True)
class BetBlind(cardgame.BySeat):
    """chips: what he puts in, not the price it makes."""

    chips: Chips


@dataclass(frozen=True, slots=True)
class DeclineBlind(cardgame.BySeat):
    """First hand does not bet blind."""


@dataclass(frozen=True, slots=True)
class Look(cardgame.BySeat):
    """First hand looks at its cards; before its decision that declines the blind bet."""


@dataclass(frozen=True, slots=True)
class Stay(cardgame.BySeat):
    """AZI-BID4-1: he plays."""


@dataclass(frozen=True, slots=True)
class Bet(cardgame.BySeat):
    """The opening bet: after first hand declined, or the first raise where there is no blind bet. price: a total."""

    price: Chips


@dataclass(frozen=True, slots=True)
class Check(cardgame.BySeat):
    """Pass while no bet stands."""


@dataclass(frozen=True, slots=True)
class Call(cardgame.BySeat):
    """Make up to the price."""


@dataclass(frozen=True, slots=True)
class Raise(cardgame.BySeat):
    """price: the new total, not the addition. The standing price itself is a call."""

    price: Chips


@dataclass(frozen=True, slots=True)
class Fold(cardgame.BySeat):
    """Throw the cards in."""


@dataclass(frozen=True, slots=True)
class Discard(cardgame.BySeat):
    """AZI-DISC-1: put one of four cards away. card: None where only the players see the hands."""

    card: str | None = None


@dataclass(frozen=True, slots=True)
class DeclareRaznomast(cardgame.BySeat):
    """AZI-RAZ-1: he has the ace of trumps and two cards of one other suit."""


@dataclass(frozen=True, slots=True)
class InviteToAzi(cardgame.BySeat):
    """AZI-NAZI-1: he asks the player at seat `invited` to play to azi with him."""

    invited: int


@dataclass(frozen=True, slots=True)
class AnswerToAzi(cardgame.BySeat):
    """AZI-NAZI-1: his answer to the invitation of seat `inviter`."""

    inviter: int
    accept: bool


@dataclass(frozen=True, slots=True)
class Play(cardgame.BySeat):
    """One card to the trick."""

    card: str


@dataclass(frozen=True, slots=True)
class Show(cardgame.BySeat):
    """AZI-DEAL-9, where only the players see the hands: who sits at `seat` shows these cards of his and keeps them."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BuyIn(cardgame.BySeat):
    """Pay the price and play the next deal."""


@dataclass(frozen=True, slots=True)
class DeclineBuyIn(cardgame.BySeat):
    """Stay out of the next deal."""


@dataclass(frozen=True, slots=True)
class Settle:
    """AZI-SETTLE-1, by a steward under `record`: the tricks are over and nobody claims any more."""


@dataclass(frozen=True, slots=True)
class Claim(cardgame.BySeat):
    """AZI-CLAIM-1: who sits at `seat` says that `card` was played against the rules in this trick of this deal.

    player: who it is, if he sat down since the game began and is not in it.
    """

    deal: int
    trick: int
    card: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Penalise:
    """AZI-VIOL-2, AZI-VIOL-3, by a steward: the same without a claim."""

    deal: int
    trick: int
    card: str


@dataclass(frozen=True, slots=True)
class ReplaceCard(cardgame.BySeat):
    """AZI-VIOL-1: its owner gives up a card that was shown.

    card: the new one, the top card under the turned trump, as dealt at a real table; None when the service deals, or only he sees
    it. given_up: the one that was shown; None if only one of his waits for his choice.
    """

    card: str | None = None
    given_up: str | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """AZI-VOID-1, by a steward: this deal is made void."""

    reason: str


# All of them, by what they are about.
Opening: TypeAlias = StartGame | DrawLot | Shuffle | OfferCut | Cut | Deal
Bidding: TypeAlias = BetBlind | DeclineBlind | Look | Stay | Bet | Check | Call | Raise | Fold
Playing: TypeAlias = Discard | DeclareRaznomast | InviteToAzi | AnswerToAzi | Play | Show | BuyIn | DeclineBuyIn
Beside: TypeAlias = TopUp | Leave | ReachEndTime
Judging: TypeAlias = Settle | Claim | Penalise | Expose | KeepCard | ReplaceCard | DemandRedeal | VoidDeal | VoidGame | Correct
Command: TypeAlias = Opening | Bidding | Playing | Beside | Judging

# Words of the interface. StartGame, TopUp and Leave have routes of their own, since they touch table and wallet too.
ACTIONS: dict[str, type] = {
    "draw_lot": DrawLot,
    "shuffle": Shuffle,
    "offer_cut": OfferCut,
    "cut": Cut,
    "deal": Deal,
    "bet_blind": BetBlind,
    "decline_blind": DeclineBlind,
    "look": Look,
    "stay": Stay,
    "bet": Bet,
    "check": Check,
    "call": Call,
    "raise": Raise,
    "fold": Fold,
    "discard": Discard,
    "declare_raznomast": DeclareRaznomast,
    "invite_to_azi": InviteToAzi,
    "answer_to_azi": AnswerToAzi,
    "play": Play,
    "show": Show,
    "buy_in": BuyIn,
    "decline_buy_in": DeclineBuyIn,
    "reach_end_time": ReachEndTime,
    "settle": Settle,
    "claim": Claim,
    "penalise": Penalise,
    "expose": Expose,
    "keep_card": KeepCard,
    "replace_card": ReplaceCard,
    "demand_redeal": DemandRedeal,
    "void_deal": VoidDeal,
    "void_game": VoidGame,
    "correct": Correct,
}

# Of them, those that a steward alone may send, whatever the deck; `expose` names a seat, but it is not that player's act.
STEWARDS = frozenset({"settle", "penalise", "expose", "void_deal", "void_game", "correct"})
