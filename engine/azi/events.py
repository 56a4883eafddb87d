"""What happens in a game of Azi, in the past tense. The figures a consequence was decided on are stored with it.

What holds of the events of every game, their fields too, stands in `engine/cardgame/events.py`. `trick` counts the tricks of a deal
from 1. What happens against the rules, and what is ruled on it, stands in `offence_events.py`.
"""

from collections.abc import Mapping
from typing import TypeAlias

from engine.azi import offence_events, unseen_events
from engine.azi import rulebook as by
from engine.azi.house_rules import HouseRules
from engine.azi.parts import Bid, Offer, of_azi
from engine.azi.reasons import AS_AGREED, AT_THE_END, ENDINGS, OF_DEALING, REFUSALS, WON_BY
from engine.cardgame import events as cardgame
from engine.cardgame.events import OfSeat
from engine.chips import Chips
from engine.declared import MISDEALS, SEATS, TRICK, Happened, Role
from engine.moves import stake
from engine.parts import DealtHand, Draw, PlayedCard, Seated, Stake
from engine.room.rulebook import TABLE_3

# Of another module, and part of these events for whoever reads them.
__all__ = ["DealtHand", "Draw", "Offer", "PlayedCard", "Seated", "Stake", "offence_events", "unseen_events"]


@of_azi.also(TABLE_3, fields=AS_AGREED)
class GameStarted(cardgame.GameStarted):
    """Everything the game is played by."""

    house: HouseRules


@of_azi.also(by.AZI_DEAL_1)
class LotDrawn(cardgame.LotDrawn):
    """AZI-DEAL-1: the lot has named the first dealer."""


@of_azi.also(by.AZI_ANTE_1)
class AntesPosted(cardgame.AntesPosted):
    """AZI-ANTE-1, -3."""


@of_azi.also(by.AZI_DEAL_8)
class DeckCommitted(cardgame.DeckCommitted):
    """AZI-DEAL-8: the service has shuffled."""


@of_azi.also(by.AZI_DEAL_3)
class DeckShuffled(cardgame.DeckShuffled):
    """AZI-DEAL-3: a player has shuffled."""


@of_azi("cut_offered", by.AZI_DEAL_3, role=Role.OFFERS_CUT, audit=MISDEALS)
class CutOffered(OfSeat):
    """AZI-DEAL-3. seat: of the cutter. last: he may only cut now, not shuffle."""

    last: bool


@of_azi.also(by.AZI_DEAL_4)
class DeckCut(cardgame.DeckCut):
    """AZI-DEAL-4."""


@of_azi.also(by.AZI_DEAL_5, by.AZI_DEAL_6, fields=OF_DEALING)
class CardsDealt(cardgame.CardsDealt):
    """stock: the cards under the trump."""

    trump: str
    trump_from: str


@of_azi("blind_bet", by.AZI_BID_1, fields={"price": by.AZI_BID_2}, posts=stake("blind_bet"))
class BlindBet(Bid):
    """AZI-BID-1. price: what the others must have put in to stay."""


@of_azi("blind_declined", by.AZI_BID_7)
class BlindDeclined(OfSeat):
    """AZI-BID-7: first hand does not bet blind."""


@of_azi("hand_looked", by.AZI_BID_1)
class HandLooked(OfSeat):
    """First hand looks at its cards."""


@of_azi("stayed", by.AZI_BID4_1)
class Stayed(OfSeat):
    """AZI-BID4-1: he plays."""


@of_azi("bet_opened", by.AZI_BID_7, posts=stake("bet"))
class BetOpened(Bid):
    """AZI-BID-7: the first bet after first hand declined; AZI-BID4-2: the opening raise."""


@of_azi("checked", by.AZI_BID_7)
class Checked(OfSeat):
    """Passed while no bet stood, keeping the cards."""


@of_azi("called", by.AZI_BID_5, posts=stake("call"))
class Called(Bid):
    """Made up to the price."""


@of_azi("raised", by.AZI_BID_3, posts=stake("raise"))
class Raised(Bid):
    """AZI-BID-3. price: the new one. chips: what this raise cost."""


@of_azi("folded", by.AZI_BID_5)
class Folded(OfSeat):
    """Threw the cards in and left the deal."""


@of_azi("deal_thrown_in", by.AZI_BID_8)
class DealThrownIn(Happened):
    """AZI-BID-8: nobody bet. next_dealer: who deals the redeal."""

    deal: int
    pot: Chips
    next_dealer: int


@of_azi("card_discarded", by.AZI_DISC_1, sealed={"discard": SEATS})
class CardDiscarded(OfSeat):
    """AZI-DISC-1. discard: by seat, its owner's alone, what he has put away; sealed. Empty where nobody but him knows it."""

    discard: dict[int, str]


@of_azi("raznomast_declared", by.AZI_RAZ_1)
class RaznomastDeclared(OfSeat):
    """AZI-RAZ-1."""


@of_azi("na_azi_invited", by.AZI_NAZI_1)
class InvitedToAzi(OfSeat):
    """AZI-NAZI-1. invited: the seat that may answer until the first lead."""

    invited: int


@of_azi("na_azi_answered", by.AZI_NAZI_1)
class InvitationAnswered(OfSeat):
    """AZI-NAZI-1. inviter: whose invitation it was."""

    inviter: int
    accepted: bool


@of_azi("card_played", by.AZI_PLAY_1, role=Role.PLAYS)
class CardPlayed(Happened):
    """AZI-PLAY-1."""

    deal: int
    trick: int
    seat: int
    card: str


@of_azi("trick_taken", by.AZI_PLAY_5, lands=(TRICK,))
class TrickTaken(Happened):
    """AZI-PLAY-5. cards: in the order of play."""

    deal: int
    trick: int
    seat: int
    cards: tuple[PlayedCard, ...]


@of_azi("azi_occurred", by.AZI_AZI_1, fields={"next_dealer": by.AZI_DEAL_2, "offers": by.AZI_AZI_3}, role=Role.STANDS_OFF)
class AziOccurred(Happened):
    """AZI-AZI-1 to 5. stay: seats with a trick, who play on free. offers: everybody who may buy in, in the order of asking, with
    his price as it stands now."""

    deal: int
    pot: Chips
    next_dealer: int
    stay: tuple[int, ...]
    offers: tuple[Offer, ...]


@of_azi("bought_in", by.AZI_AZI_2, fields={"chips": by.AZI_AZI_3}, posts=stake("buy_in"))
class BoughtIn(Happened):
    """AZI-AZI-2."""

    deal: int
    seat: int
    player: str
    chips: Chips
    pot: Chips


@of_azi("buy_in_declined", by.AZI_AZI_4, reasons=("because", REFUSALS), fields={"price": by.AZI_AZI_3})
class BuyInDeclined(OfSeat):
    """because: "declined", or "can_not_pay" (AZI-AZI-4), or "left"."""

    price: Chips
    because: str


@of_azi.also(by.AZI_BID_11)
class ToppedUp(cardgame.ToppedUp):
    """AZI-BID-11."""


@of_azi.also(by.AZI_LEAVE_1)
class PlayerLeft(cardgame.PlayerLeft):
    """AZI-LEAVE-1: out of this game from now."""


@of_azi.also(by.AZI_TIME_1)
class EndTimeReached(cardgame.EndTimeReached):
    """AZI-TIME-1."""


@of_azi.also(by.AZI_PLAY_6, reasons=("because", WON_BY))
class PotAwarded(cardgame.PotAwarded):
    """because: "two_tricks" (AZI-PLAY-6), "last_left" (AZI-LAST-1, AZI-BID-9), "split" (AZI-TIME-1). tricks: how many each of those
    in the deal had taken, as (seat, tricks)."""

    tricks: tuple[tuple[int, int], ...]


@of_azi.also(by.AZI_BID_9)
class DeckRevealed(cardgame.DeckRevealed):
    """AZI-BID-9: what is open from now on."""


@of_azi.also(by.AZI_DEAL_2, reasons=("how", ENDINGS), fields=AT_THE_END)
class GameEnded(cardgame.GameEnded):
    """AZI-DEAL-2, AZI-SETTLE-1."""


# All of them, by what they are about.
Opening: TypeAlias = GameStarted | LotDrawn | AntesPosted
Dealing: TypeAlias = DeckCommitted | DeckShuffled | CutOffered | DeckCut | CardsDealt | unseen_events.DealtUnseen
Bidding: TypeAlias = BlindBet | BlindDeclined | HandLooked | Stayed | BetOpened | Checked | Called | Raised | Folded | DealThrownIn
Declaring: TypeAlias = CardDiscarded | RaznomastDeclared | InvitedToAzi | InvitationAnswered | unseen_events.CardsShown
Playing: TypeAlias = CardPlayed | TrickTaken | AziOccurred | BoughtIn | BuyInDeclined
Beside: TypeAlias = ToppedUp | PlayerLeft | EndTimeReached
Ending: TypeAlias = PotAwarded | DeckRevealed | GameEnded
Event: TypeAlias = Opening | Dealing | Bidding | Declaring | Playing | Beside | Ending | offence_events.Offence

EVENTS: Mapping[str, type[Happened]] = of_azi.events
