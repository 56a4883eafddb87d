"""What happens in a game of Azi, in the past tense. The figures a consequence was decided on are stored with it.

Money moves only by events that carry `player` and `chips` (or a tuple of `Stake`): from the player's stack at the table into the
pot of the game, or back. `pot` is the pot after the event. `deal` counts the deals of the game from 1, `trick` the tricks of a
deal from 1. What happens against the rules, and what is ruled on it, stands in `offence_events.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.azi import offence_events, unseen_events
from engine.azi import rulebook as by
from engine.azi.house_rules import HouseRules
from engine.azi.parts import Offer, of_azi
from engine.azi.reasons import AS_AGREED, AT_THE_END, ENDINGS, OF_DEALING, REFUSALS, WON_BY
from engine.chips import Chips
from engine.declared import DECK, MISDEALS, SEATS, TRICK, Role
from engine.moves import shares, stake, stakes
from engine.parts import DealtHand, Draw, PlayedCard, Seated, Stake
from engine.room.rulebook import TABLE_3

# Of another module, and part of these events for whoever reads them.
__all__ = ["DealtHand", "Draw", "Offer", "PlayedCard", "Seated", "Stake", "offence_events", "unseen_events"]


@of_azi("game_started", TABLE_3, fields=AS_AGREED, mirrors=True, role=Role.BEGINS, alike=True)
@dataclass(frozen=True, slots=True)
class GameStarted:
    """Everything the game is played by. dealer: None until the lot has named him. number: of the game at its table, from 1."""

    table: str
    number: int
    house: HouseRules
    unit: str
    scale: int
    seats: tuple[Seated, ...]
    dealer: int | None


@of_azi("lot_drawn", by.AZI_DEAL_1, alike=True)
@dataclass(frozen=True, slots=True)
class LotDrawn:
    """AZI-DEAL-1. rounds: what everybody drew, then what those drew who tied for the highest, and so on."""

    rounds: tuple[tuple[Draw, ...], ...]
    dealer: int


@of_azi("antes_posted", by.AZI_ANTE_1, posts=stakes("ante"))
@dataclass(frozen=True, slots=True)
class AntesPosted:
    """AZI-ANTE-1, -3. out: seats that could not pay."""

    deal: int
    stakes: tuple[Stake, ...]
    out: tuple[int, ...]
    pot: Chips


@of_azi("deck_committed", by.AZI_DEAL_8, sealed={"secret": DECK, "order": DECK}, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class DeckCommitted:
    """The service has shuffled, at the word of the player at `seat`. secret (hex) and order are sealed; see engine/shuffle.py.

    shuffle: number of the shuffle in this deal, from 1. Each one starts from the pack in its printed order, so the last secret and
    the cuts after it give the deck.
    """

    deal: int
    shuffle: int
    seat: int
    commitment: str
    secret: str
    order: tuple[str, ...]


@of_azi("deck_shuffled", by.AZI_DEAL_3, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """A player has shuffled a real deck."""

    deal: int
    shuffle: int
    seat: int


@of_azi("cut_offered", by.AZI_DEAL_3, audit=MISDEALS)
@dataclass(frozen=True, slots=True)
class CutOffered:
    """AZI-DEAL-3. seat: of the cutter. last: he may only cut now, not shuffle."""

    deal: int
    seat: int
    last: bool


@of_azi("deck_cut", by.AZI_DEAL_4, role=Role.CUTS, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class DeckCut:
    """at: cards lifted off the top; None at a real table where nobody counted."""

    deal: int
    seat: int
    at: int | None


@of_azi(
    "cards_dealt",
    by.AZI_DEAL_5,
    by.AZI_DEAL_6,
    fields=OF_DEALING,
    sealed={"hands": SEATS, "stock": DECK},
    role=Role.DEALS,
    audit=MISDEALS,
)
@dataclass(frozen=True, slots=True)
class CardsDealt:
    """hands: sealed, one part a seat. stock: the cards under the trump, top first, sealed; None where nobody knows them."""

    deal: int
    dealer: int
    hands: dict[int, tuple[str, ...]]
    trump: str
    trump_from: str
    stock: tuple[str, ...] | None


@of_azi("blind_bet", by.AZI_BID_1, fields={"price": by.AZI_BID_2}, posts=stake("blind_bet"))
@dataclass(frozen=True, slots=True)
class BlindBet:
    """AZI-BID-1. price: what the others must have put in to stay."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@of_azi("blind_declined", by.AZI_BID_7)
@dataclass(frozen=True, slots=True)
class BlindDeclined:
    """AZI-BID-7: first hand does not bet blind."""

    deal: int
    seat: int


@of_azi("hand_looked", by.AZI_BID_1)
@dataclass(frozen=True, slots=True)
class HandLooked:
    """First hand looks at its cards."""

    deal: int
    seat: int


@of_azi("stayed", by.AZI_BID4_1)
@dataclass(frozen=True, slots=True)
class Stayed:
    """AZI-BID4-1: he plays."""

    deal: int
    seat: int


@of_azi("bet_opened", by.AZI_BID_7, posts=stake("bet"))
@dataclass(frozen=True, slots=True)
class BetOpened:
    """AZI-BID-7: the first bet after first hand declined; AZI-BID4-2: the opening raise."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@of_azi("checked", by.AZI_BID_7)
@dataclass(frozen=True, slots=True)
class Checked:
    """Passed while no bet stood, keeping the cards."""

    deal: int
    seat: int


@of_azi("called", by.AZI_BID_5, posts=stake("call"))
@dataclass(frozen=True, slots=True)
class Called:
    """Made up to the price."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@of_azi("raised", by.AZI_BID_3, posts=stake("raise"))
@dataclass(frozen=True, slots=True)
class Raised:
    """AZI-BID-3. price: the new one. chips: what this raise cost."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@of_azi("folded", by.AZI_BID_5)
@dataclass(frozen=True, slots=True)
class Folded:
    """Threw the cards in and left the deal."""

    deal: int
    seat: int


@of_azi("deal_thrown_in", by.AZI_BID_8)
@dataclass(frozen=True, slots=True)
class DealThrownIn:
    """AZI-BID-8: nobody bet. next_dealer: who deals the redeal."""

    deal: int
    pot: Chips
    next_dealer: int


@of_azi("card_discarded", by.AZI_DISC_1, sealed={"discard": SEATS})
@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """AZI-DISC-1. discard: by seat, its owner's alone, what he has put away; sealed. Empty where nobody but him knows it."""

    deal: int
    seat: int
    discard: dict[int, str]


@of_azi("raznomast_declared", by.AZI_RAZ_1)
@dataclass(frozen=True, slots=True)
class RaznomastDeclared:
    """AZI-RAZ-1."""

    deal: int
    seat: int


@of_azi("na_azi_invited", by.AZI_NAZI_1)
@dataclass(frozen=True, slots=True)
class InvitedToAzi:
    """AZI-NAZI-1. invited: the seat that may answer until the first lead."""

    deal: int
    seat: int
    invited: int


@of_azi("na_azi_answered", by.AZI_NAZI_1)
@dataclass(frozen=True, slots=True)
class InvitationAnswered:
    """AZI-NAZI-1. inviter: whose invitation it was."""

    deal: int
    seat: int
    inviter: int
    accepted: bool


@of_azi("card_played", by.AZI_PLAY_1, role=Role.PLAYS)
@dataclass(frozen=True, slots=True)
class CardPlayed:
    """AZI-PLAY-1."""

    deal: int
    trick: int
    seat: int
    card: str


@of_azi("trick_taken", by.AZI_PLAY_5, lands=(TRICK,))
@dataclass(frozen=True, slots=True)
class TrickTaken:
    """AZI-PLAY-5. cards: in the order of play."""

    deal: int
    trick: int
    seat: int
    cards: tuple[PlayedCard, ...]


@of_azi("azi_occurred", by.AZI_AZI_1, fields={"next_dealer": by.AZI_DEAL_2, "offers": by.AZI_AZI_3}, role=Role.STANDS_OFF)
@dataclass(frozen=True, slots=True)
class AziOccurred:
    """AZI-AZI-1 to 5. stay: seats with a trick, who play on free. offers: everybody who may buy in, in the order of asking, with
    his price as it stands now."""

    deal: int
    pot: Chips
    next_dealer: int
    stay: tuple[int, ...]
    offers: tuple[Offer, ...]


@of_azi("bought_in", by.AZI_AZI_2, fields={"chips": by.AZI_AZI_3}, posts=stake("buy_in"))
@dataclass(frozen=True, slots=True)
class BoughtIn:
    """AZI-AZI-2."""

    deal: int
    seat: int
    player: str
    chips: Chips
    pot: Chips


@of_azi("buy_in_declined", by.AZI_AZI_4, reasons=("because", REFUSALS), fields={"price": by.AZI_AZI_3})
@dataclass(frozen=True, slots=True)
class BuyInDeclined:
    """because: "declined", or "can_not_pay" (AZI-AZI-4), or "left"."""

    deal: int
    seat: int
    price: Chips
    because: str


@of_azi("topped_up", by.AZI_BID_11, mirrors=True, role=Role.ADDS, alike=True)
@dataclass(frozen=True, slots=True)
class ToppedUp:
    """AZI-BID-11. The mirror of the wallet's event: it moves no money of its own."""

    seat: int
    player: str
    chips: Chips


@of_azi("player_left", by.AZI_LEAVE_1, role=Role.LEAVES)
@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """AZI-LEAVE-1: out of this game from now; his chips stay with the game until it ends."""

    seat: int
    player: str


@of_azi("end_time_reached", by.AZI_TIME_1, role=Role.ENDS_SITTING)
@dataclass(frozen=True, slots=True)
class EndTimeReached:
    """AZI-TIME-1: the agreed end of the sitting has come."""


@of_azi("pot_awarded", by.AZI_PLAY_6, reasons=("because", WON_BY), posts=shares, role=Role.AWARDS)
@dataclass(frozen=True, slots=True)
class PotAwarded:
    """The pot goes out, whole. because: "two_tricks" (AZI-PLAY-6), "last_left" (AZI-LAST-1, AZI-BID-9), "split" (AZI-TIME-1).
    tricks: how many each of those in the deal had taken, as (seat, tricks)."""

    deal: int
    shares: tuple[Stake, ...]
    because: str
    tricks: tuple[tuple[int, int], ...]


@of_azi("deck_revealed", by.AZI_BID_9, alike=True)
@dataclass(frozen=True, slots=True)
class DeckRevealed:
    """What players may see from now on, by house rule `reveal`: these hands; with `everything` all hands, stocks and secrets."""

    hands: tuple[DealtHand, ...]
    everything: bool


@of_azi("game_ended", by.AZI_DEAL_2, reasons=("how", ENDINGS), fields=AT_THE_END, mirrors=True, role=Role.ENDS, alike=True)
@dataclass(frozen=True, slots=True)
class GameEnded:
    """stacks: what each player takes back to the table. how: "won", "split" or "void". left: seats whose players have left.
    next_dealer: None: by lot, since the lot of a void game was never drawn."""

    how: str
    stacks: tuple[Stake, ...]
    next_dealer: int | None
    left: tuple[int, ...]


EVENTS: Mapping[str, type] = of_azi.events
