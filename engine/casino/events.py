"""What happens in a game of Casino, in the past tense. The figures a consequence was decided on are stored with it.

Money moves only by events that carry a tuple of `Stake`: from the players' stacks at the table into the pot of the game (`stakes`),
or out of it (`shares`, `returned`). `pot` is the pot after the event. `deal` counts the deals of the game from 1, `deck` its decks.
What happens against the rules, and what is ruled on it, stands in `offence_events.py`.
"""

from dataclasses import dataclass

from engine.casino import offence_events
from engine.casino.house_rules import HouseRules
from engine.casino.parts import DeckPoints, Score
from engine.chips import Chips
from engine.parts import DealtHand, Draw, Seated, Stake

# Of another module, and part of these events for whoever reads them.
__all__ = ["DealtHand", "DeckPoints", "Draw", "Score", "Seated", "Stake"]


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
    """CAS-DEAL-4. rounds: what everybody drew, then what those drew who tied for the highest, and so on."""

    rounds: tuple[tuple[Draw, ...], ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class StakesPosted:
    """CAS-POT-1. out: seats that could not pay, and do not play."""

    deal: int
    stakes: tuple[Stake, ...]
    out: tuple[int, ...]
    pot: Chips


@dataclass(frozen=True, slots=True)
class DeckCommitted:
    """The service has shuffled, at the word of the player at `seat`. secret (hex) and order are sealed; see engine/shuffle.py.

    shuffle: number of the shuffle before this deal, from 1. order: of the whole pack; cards that lie elsewhere are passed over.
    """

    deal: int
    shuffle: int
    seat: int
    commitment: str
    secret: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """A player has shuffled real cards."""

    deal: int
    shuffle: int
    seat: int


@dataclass(frozen=True, slots=True)
class DeckCut:
    """at: cards lifted off the top; None at a real table where nobody counted."""

    deal: int
    seat: int
    at: int | None


@dataclass(frozen=True, slots=True)
class LastAnnounced:
    """CAS-DEAL-3: the dealer has said that the next deal is the last one of this deck."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """hands: sealed, one part a seat. table: cards laid open, in the first deal of a deck. stock: what is left, top first, sealed;
    None where nobody knows it. left: how many cards that is. last: no further deal is possible."""

    deal: int
    deck: int
    dealer: int
    hands: dict[int, tuple[str, ...]]
    table: tuple[str, ...]
    stock: tuple[str, ...] | None
    left: int
    last: bool


@dataclass(frozen=True, slots=True)
class DealtUnseen:
    """CAS-DEAL-6: cards were dealt, and nobody but their owners has seen them. seats: clockwise from first hand. each: how many
    each got. The others as in CardsDealt."""

    deal: int
    deck: int
    dealer: int
    seats: tuple[int, ...]
    each: int
    table: tuple[str, ...]
    left: int
    last: bool


@dataclass(frozen=True, slots=True)
class CardTrailed:
    """CAS-TRAIL-1."""

    deal: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardsCaptured:
    """CAS-CAP-1 to 6. loose, builds: what was taken, as it was named. cards: all of it, the card from hand first. sweep: the table
    is empty (CAS-CAP-4)."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    builds: tuple[int, ...]
    cards: tuple[str, ...]
    sweep: bool


@dataclass(frozen=True, slots=True)
class BuildMade:
    """CAS-BUILD-1. build: the id it has from now on."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    build: int
    value: int
    doubled: bool


@dataclass(frozen=True, slots=True)
class BuildDoubled:
    """CAS-BUILD-3: further sets of its value have come to a build."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    build: int
    value: int


@dataclass(frozen=True, slots=True)
class BuildRaised:
    """CAS-BUILD-4: from the value `was` to `value`. doubled: sets of the new value have come with it."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    build: int
    was: int
    value: int
    doubled: bool


@dataclass(frozen=True, slots=True)
class LastCardsTaken:
    """CAS-LAST-1: what lies on the table when a deck is played, and the cards that were not dealt (CAS-DEAL-1), go to who captured
    last. seat: 0 if nobody has."""

    deal: int
    deck: int
    seat: int
    table: tuple[str, ...]
    undealt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckScored:
    """CAS-SCORE. checked: all 52 cards were captured, and the points have been checked (CAS-SCORE-4). next_dealer: of another deck,
    0 if the game is decided."""

    deal: int
    deck: int
    sides: tuple[DeckPoints, ...]
    checked: bool
    next_dealer: int


@dataclass(frozen=True, slots=True)
class TargetClaimed:
    """CAS-CLAIM-1. points: what the claim counts, finished decks and the pile as it lies, from the last card of a deck on with what
    goes to who captured last (CAS-LAST-1). target: what it takes. undealt: left-over cards that were told with the claim, since
    nobody could tell them till then; they are known from now on."""

    deal: int
    seat: int
    points: int
    target: int
    right: bool
    undealt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerPutOut:
    """CAS-OUT-1: out of this game. because: "false_claim" or "false_build"; rule: the one by which he is."""

    deal: int
    seat: int
    player: str
    because: str
    rule: str


@dataclass(frozen=True, slots=True)
class GameDecided:
    """winners: seats, both of a side. scores: final, of everybody who played.

    because: "claim" (CAS-CLAIM-1), "false_claim" (CAS-VIOL-2), "false_build" (CAS-VIOL-1), "left" (CAS-OUT-1: the others have
    gone), "target" (CAS-CLAIM-2), or "decks" (CAS-SCORE-6: the decks of a strict game are played).
    """

    deal: int
    winners: tuple[int, ...]
    because: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class PointsPosted:
    """CAS-POT-1, `per_point`: what the losers pay for the points that they have less, into the pot, whatever their stacks hold."""

    deal: int
    stakes: tuple[Stake, ...]
    pot: Chips


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """The pot goes out, whole. because: as in GameDecided."""

    deal: int
    shares: tuple[Stake, ...]
    because: str


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


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """TABLE-4. The mirror of the wallet's event: it moves no money of its own."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Left the table, and so out of this game (CAS-OUT-1); his chips stay with the game until it ends."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class EndTimeReached:
    """The agreed end of the sitting has come."""


EVENTS: dict[str, type] = {
    "casino.game_started": GameStarted,
    "casino.lot_drawn": LotDrawn,
    "casino.stakes_posted": StakesPosted,
    "casino.deck_committed": DeckCommitted,
    "casino.deck_shuffled": DeckShuffled,
    "casino.deck_cut": DeckCut,
    "casino.last_announced": LastAnnounced,
    "casino.cards_dealt": CardsDealt,
    "casino.dealt_unseen": DealtUnseen,
    "casino.card_trailed": CardTrailed,
    "casino.cards_captured": CardsCaptured,
    "casino.build_made": BuildMade,
    "casino.build_doubled": BuildDoubled,
    "casino.build_raised": BuildRaised,
    "casino.last_cards_taken": LastCardsTaken,
    "casino.deck_scored": DeckScored,
    "casino.target_claimed": TargetClaimed,
    "casino.player_put_out": PlayerPutOut,
    "casino.game_decided": GameDecided,
    "casino.points_posted": PointsPosted,
    "casino.pot_awarded": PotAwarded,
    "casino.deck_revealed": DeckRevealed,
    "casino.game_ended": GameEnded,
    "casino.topped_up": ToppedUp,
    "casino.player_left": PlayerLeft,
    "casino.end_time_reached": EndTimeReached,
    **offence_events.EVENTS,
}

# Hidden fields: event name -> field -> audience. "seats": a mapping with one part for each seat. "deck": one part, nobody's.
SEALED: dict[str, dict[str, str]] = {
    "casino.deck_committed": {"secret": "deck", "order": "deck"},
    "casino.cards_dealt": {"hands": "seats", "stock": "deck"},
}
