"""What happens in a game of Azi, in the past tense. The figures a consequence was decided on are stored with it.

Money moves only by events that carry `player` and `chips` (or a tuple of `Stake`): from the player's stack at the table into the
pot of the game, or back. `pot` is the pot after the event. `deal` counts the deals of the game from 1, `trick` the tricks of a
deal from 1. What happens against the rules, and what is ruled on it, stands in `offence_events.py`.
"""

from dataclasses import dataclass

from engine.azi import offence_events, unseen_events
from engine.azi.house_rules import HouseRules
from engine.azi.parts import Offer
from engine.chips import Chips
from engine.parts import DealtHand, Draw, PlayedCard, Seated, Stake

# Of another module, and part of these events for whoever reads them.
__all__ = ["DealtHand", "Draw", "Offer", "PlayedCard", "Seated", "Stake"]


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


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """AZI-DEAL-1. rounds: what everybody drew, then what those drew who tied for the highest, and so on."""

    rounds: tuple[tuple[Draw, ...], ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class AntesPosted:
    """AZI-ANTE-1, -3. out: seats that could not pay."""

    deal: int
    stakes: tuple[Stake, ...]
    out: tuple[int, ...]
    pot: Chips


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


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """A player has shuffled a real deck."""

    deal: int
    shuffle: int
    seat: int


@dataclass(frozen=True, slots=True)
class CutOffered:
    """AZI-DEAL-3. seat: of the cutter. last: he may only cut now, not shuffle."""

    deal: int
    seat: int
    last: bool


@dataclass(frozen=True, slots=True)
class DeckCut:
    """at: cards lifted off the top; None at a real table where nobody counted."""

    deal: int
    seat: int
    at: int | None


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """hands: sealed, one part a seat. stock: the cards under the trump, top first, sealed; None where nobody knows them."""

    deal: int
    dealer: int
    hands: dict[int, tuple[str, ...]]
    trump: str
    trump_from: str
    stock: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class BlindBet:
    """AZI-BID-1. price: what the others must have put in to stay."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@dataclass(frozen=True, slots=True)
class BlindDeclined:
    """AZI-BID-7: first hand does not bet blind."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class HandLooked:
    """First hand looks at its cards."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class Stayed:
    """AZI-BID4-1: he plays."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class BetOpened:
    """AZI-BID-7: the first bet after first hand declined; AZI-BID4-2: the opening raise."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@dataclass(frozen=True, slots=True)
class Checked:
    """Passed while no bet stood, keeping the cards."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    """Made up to the price."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@dataclass(frozen=True, slots=True)
class Raised:
    """AZI-BID-3. price: the new one. chips: what this raise cost."""

    deal: int
    seat: int
    player: str
    chips: Chips
    price: Chips
    pot: Chips


@dataclass(frozen=True, slots=True)
class Folded:
    """Threw the cards in and left the deal."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class DealThrownIn:
    """AZI-BID-8: nobody bet. next_dealer: who deals the redeal."""

    deal: int
    pot: Chips
    next_dealer: int


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """AZI-DISC-1. discard: by seat, its owner's alone, what he has put away; sealed. Empty where nobody but him knows it."""

    deal: int
    seat: int
    discard: dict[int, str]


@dataclass(frozen=True, slots=True)
class RaznomastDeclared:
    """AZI-RAZ-1."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class InvitedToAzi:
    """AZI-NAZI-1. invited: the seat that may answer until the first lead."""

    deal: int
    seat: int
    invited: int


@dataclass(frozen=True, slots=True)
class InvitationAnswered:
    """AZI-NAZI-1. inviter: whose invitation it was."""

    deal: int
    seat: int
    inviter: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """AZI-PLAY-1."""

    deal: int
    trick: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """AZI-PLAY-5. cards: in the order of play."""

    deal: int
    trick: int
    seat: int
    cards: tuple[PlayedCard, ...]


@dataclass(frozen=True, slots=True)
class AziOccurred:
    """AZI-AZI-1 to 5. stay: seats with a trick, who play on free. offers: everybody who may buy in, in the order of asking, with
    his price as it stands now."""

    deal: int
    pot: Chips
    next_dealer: int
    stay: tuple[int, ...]
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """AZI-AZI-2."""

    deal: int
    seat: int
    player: str
    chips: Chips
    pot: Chips


@dataclass(frozen=True, slots=True)
class BuyInDeclined:
    """because: "declined", or "can_not_pay" (AZI-AZI-4), or "left"."""

    deal: int
    seat: int
    price: Chips
    because: str


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """AZI-BID-11. The mirror of the wallet's event: it moves no money of its own."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """AZI-LEAVE-1: out of this game from now; his chips stay with the game until it ends."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class EndTimeReached:
    """AZI-TIME-1: the agreed end of the sitting has come."""


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """The pot goes out, whole. because: "two_tricks" (AZI-PLAY-6), "last_left" (AZI-LAST-1, AZI-BID-9), "split" (AZI-TIME-1).
    tricks: how many each of those in the deal had taken, as (seat, tricks)."""

    deal: int
    shares: tuple[Stake, ...]
    because: str
    tricks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class DeckRevealed:
    """What players may see from now on, by house rule `reveal`: these hands; with `everything` all hands, stocks and secrets."""

    hands: tuple[DealtHand, ...]
    everything: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """stacks: what each player takes back to the table. how: "won", "split" or "void". left: seats whose players have left.
    next_dealer: None: by lot, since the lot of a void game was never drawn."""

    how: str
    stacks: tuple[Stake, ...]
    next_dealer: int | None
    left: tuple[int, ...]


EVENTS: dict[str, type] = {
    "azi.game_started": GameStarted,
    "azi.lot_drawn": LotDrawn,
    "azi.antes_posted": AntesPosted,
    "azi.deck_committed": DeckCommitted,
    "azi.deck_shuffled": DeckShuffled,
    "azi.cut_offered": CutOffered,
    "azi.deck_cut": DeckCut,
    "azi.cards_dealt": CardsDealt,
    "azi.blind_bet": BlindBet,
    "azi.blind_declined": BlindDeclined,
    "azi.hand_looked": HandLooked,
    "azi.stayed": Stayed,
    "azi.bet_opened": BetOpened,
    "azi.checked": Checked,
    "azi.called": Called,
    "azi.raised": Raised,
    "azi.folded": Folded,
    "azi.deal_thrown_in": DealThrownIn,
    "azi.card_discarded": CardDiscarded,
    "azi.raznomast_declared": RaznomastDeclared,
    "azi.na_azi_invited": InvitedToAzi,
    "azi.na_azi_answered": InvitationAnswered,
    "azi.card_played": CardPlayed,
    "azi.trick_taken": TrickTaken,
    "azi.azi_occurred": AziOccurred,
    "azi.bought_in": BoughtIn,
    "azi.buy_in_declined": BuyInDeclined,
    "azi.topped_up": ToppedUp,
    "azi.player_left": PlayerLeft,
    "azi.end_time_reached": EndTimeReached,
    "azi.pot_awarded": PotAwarded,
    "azi.deck_revealed": DeckRevealed,
    "azi.game_ended": GameEnded,
    **unseen_events.EVENTS,
    **offence_events.EVENTS,
}

# Hidden fields: event name -> field -> audience. "seats": a mapping with one part for each seat. "deck": one part, nobody's.
SEALED: dict[str, dict[str, str]] = {
    "azi.deck_committed": {"secret": "deck", "order": "deck"},
    "azi.cards_dealt": {"hands": "seats", "stock": "deck"},
    "azi.card_discarded": {"discard": "seats"},
    **offence_events.SEALED,
}
