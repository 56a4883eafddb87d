"""What somebody wants in a game of Azi. Dice and clock come in as fields, filled by the ledger; players never send them.

The interface names them by their words: {"type": "raise", "seat": 3, "amount": "40"}.
"""

from typing import TypeAlias

from engine.azi.house_rules import HouseRules
from engine.cardgame import commands as cardgame
from engine.cardgame.commands import *  # noqa: F403 - the same in every game
from engine.cardgame.commands import BySeat
from engine.chips import Chips
from engine.wanted import Wanted, wanted

Play = cardgame.Play
Settle = cardgame.Settle  # AZI-SETTLE-1


@wanted("")
class StartGame(cardgame.StartGame):
    """A game of Azi begins."""

    house: HouseRules


@wanted("offer_cut", "{seat} offers the cut")
class OfferCut(BySeat):
    """The dealer does not shuffle once more and offers the last cut."""


@wanted("deal")
class Deal(BySeat):
    """hands, trump: as dealt at a real table; None when the service deals. Where only the players see the hands, trump alone."""

    hands: dict[int, tuple[str, ...]] | None = None
    trump: str | None = None


@wanted("bet_blind", "{seat} bets blind {chips}")
class BetBlind(BySeat):
    """chips: what he puts in, not the price it makes."""

    chips: Chips


@wanted("decline_blind", "{seat} does not bet blind")
class DeclineBlind(BySeat):
    """First hand does not bet blind."""


@wanted("look", "{seat} looks")
class Look(BySeat):
    """First hand looks at its cards; before its decision that declines the blind bet."""


@wanted("stay", "{seat} stays")
class Stay(BySeat):
    """AZI-BID4-1: he plays."""


@wanted("bet", "{seat} bets {price}")
class Bet(BySeat):
    """The opening bet: after first hand declined, or the first raise where there is no blind bet. price: a total."""

    price: Chips


@wanted("check", "{seat} checks")
class Check(BySeat):
    """Pass while no bet stands."""


@wanted("call", "{seat} calls")
class Call(BySeat):
    """Make up to the price."""


@wanted("raise", "{seat} raises to {price}")
class Raise(BySeat):
    """price: the new total, not the addition. The standing price itself is a call."""

    price: Chips


@wanted("fold", "{seat} folds")
class Fold(BySeat):
    """Throw the cards in."""


@wanted("discard", "{seat} discards {card}", "{seat} discards")
class Discard(BySeat):
    """AZI-DISC-1: put one of four cards away. card: None where only the players see the hands."""

    card: str | None = None


@wanted("declare_raznomast", "{seat} declares raznomast")
class DeclareRaznomast(BySeat):
    """AZI-RAZ-1: he has the ace of trumps and two cards of one other suit."""


@wanted("invite_to_azi", "{seat} invites {invited} to azi")
class InviteToAzi(BySeat):
    """AZI-NAZI-1: he asks the player at seat `invited` to play to azi with him."""

    invited: int


@wanted("answer_to_azi", "{seat} {accept} to azi with {inviter}")
class AnswerToAzi(BySeat):
    """AZI-NAZI-1: his answer to the invitation of seat `inviter`."""

    inviter: int
    accept: bool


@wanted("show")
class Show(BySeat):
    """AZI-DEAL-9, where only the players see the hands: the player at `seat` shows these cards of his and keeps them."""

    cards: tuple[str, ...]


@wanted("buy_in", "{seat} buys in")
class BuyIn(BySeat):
    """Pay the price and play the next deal."""


@wanted("decline_buy_in", "{seat} does not buy in")
class DeclineBuyIn(BySeat):
    """Stay out of the next deal."""


@wanted(
    "claim",
    "{player}, who has sat down at {seat}, claims {card} of trick {trick}, deal {deal}",
    "{seat} claims {card} of trick {trick}, deal {deal}",
)
class Claim(BySeat):
    """AZI-CLAIM-1: the player at `seat` says that `card` was played against the rules in this trick of this deal.

    player: who it is, if he sat down since the game began and is not in it.
    """

    deal: int
    trick: int
    card: str
    player: str | None = None


@wanted("penalise", "steward: penalises {card} of trick {trick}, deal {deal}", by_steward=True)
class Penalise(Wanted):
    """AZI-VIOL-2, AZI-VIOL-3, by a steward: the same without a claim."""

    deal: int
    trick: int
    card: str


@wanted("replace_card", "{seat} has {given_up} replaced by {card}", "{seat} has {given_up} replaced")
class ReplaceCard(BySeat):
    """AZI-VIOL-1: its owner gives up a card that was shown.

    card: the new one, the top card under the turned trump, as dealt at a real table; None when the service deals, or only he sees
    it. given_up: the one that was shown; None if only one of his waits for his choice.
    """

    card: str | None = None
    given_up: str | None = None


@wanted("void_deal", "steward: makes the deal void: {reason}", by_steward=True)
class VoidDeal(Wanted):
    """AZI-VOID-1, by a steward: this deal is made void."""

    reason: str


# All of them, by what they are about.
Opening: TypeAlias = StartGame | cardgame.DrawLot | cardgame.Shuffle | OfferCut | cardgame.Cut | Deal
Bidding: TypeAlias = BetBlind | DeclineBlind | Look | Stay | Bet | Check | Call | Raise | Fold
Playing: TypeAlias = Discard | DeclareRaznomast | InviteToAzi | AnswerToAzi | Play | Show | BuyIn | DeclineBuyIn
Claiming: TypeAlias = Settle | Claim | Penalise
Exposing: TypeAlias = cardgame.Expose | cardgame.KeepCard | ReplaceCard | cardgame.DemandRedeal
Ruling: TypeAlias = VoidDeal | cardgame.VoidGame | cardgame.Correct
Command: TypeAlias = Opening | Bidding | Playing | cardgame.Beside | Claiming | Exposing | Ruling
