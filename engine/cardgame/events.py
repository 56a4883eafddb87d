"""What happens in every game, in the past tense: from the lot to the pot, and beside the game. Each game declares its own of them,
with the rules that it cites.

Money moves only by events that carry `player` and `chips` (or a tuple of `Stake`): from the player's stack at the table into the
pot of the game, or back. `pot` is the pot after the event. `deal` counts the deals of the game from 1.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cardgame.house import House
from engine.chips import Chips
from engine.declared import DECK, MISDEALS, SEATS, Happened, Role, shared
from engine.moves import shares, stakes
from engine.parts import DealtHand, Draw, Seated, Stake


@dataclass(frozen=True, slots=True)
class OfSeat(Happened):
    """Something of the player at `seat`."""

    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class OfCard(OfSeat):
    """Something of a card of his."""

    card: str


@shared("game_started", mirrors=True, role=Role.BEGINS, alike=True)
class GameStarted(Happened):
    """Everything the game is played by; each game has its own house rules. dealer: None until the lot has named him. number: of the
    game at its table, from 1."""

    table: str
    number: int
    house: House
    unit: str
    scale: int
    seats: tuple[Seated, ...]
    dealer: int | None


@shared("lot_drawn", alike=True)
class LotDrawn(Happened):
    """rounds: what everybody drew, then what those drew who tied for the highest, and so on."""

    rounds: tuple[tuple[Draw, ...], ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class StakesPosted(Happened):
    """What everybody puts in first. out: seats that could not pay."""

    deal: int
    stakes: tuple[Stake, ...]
    out: tuple[int, ...]
    pot: Chips


@shared("antes_posted", posts=stakes("ante"))
class AntesPosted(StakesPosted):
    """The antes."""


@dataclass(frozen=True, slots=True)
class Shuffled(Happened):
    """shuffle: number of the shuffle before this deal, from 1."""

    deal: int
    shuffle: int
    seat: int


@shared("deck_committed", sealed={"secret": DECK, "order": DECK}, audit=MISDEALS, alike=True)
class DeckCommitted(Shuffled):
    """The service has shuffled, at the word of the player at `seat`. secret (hex) and order are sealed; see engine/shuffle.py.

    Each shuffle starts from the pack in its printed order, so the last secret and the cuts after it give the deck. order: of the
    whole pack; cards that lie elsewhere are passed over.
    """

    commitment: str
    secret: str
    order: tuple[str, ...]


@shared("deck_shuffled", audit=MISDEALS, alike=True)
class DeckShuffled(Shuffled):
    """A player has shuffled real cards."""


@shared("deck_cut", role=Role.CUTS, audit=MISDEALS, alike=True)
class DeckCut(OfSeat):
    """at: cards lifted off the top; None at a real table where nobody counted."""

    at: int | None


@shared("cards_dealt", sealed={"hands": SEATS, "stock": DECK}, role=Role.DEALS, audit=MISDEALS)
class CardsDealt(Happened):
    """hands: sealed, one part a seat. stock: what is left, top first, sealed; None where nobody knows it."""

    deal: int
    dealer: int
    hands: dict[int, tuple[str, ...]]
    stock: tuple[str, ...] | None


@shared("pot_awarded", posts=shares, role=Role.AWARDS)
class PotAwarded(Happened):
    """The pot goes out, whole. because: by what it was won."""

    deal: int
    shares: tuple[Stake, ...]
    because: str


@shared("deck_revealed", alike=True)
class DeckRevealed(Happened):
    """What players may see from now on, by house rule `reveal`: these hands; with `everything` all hands, stocks and secrets."""

    hands: tuple[DealtHand, ...]
    everything: bool


@shared("game_ended", mirrors=True, role=Role.ENDS, alike=True)
class GameEnded(Happened):
    """stacks: what each player takes back to the table. how: "won", "split" or "void". left: seats whose players have left.
    next_dealer: None: by lot, since the lot of a void game was never drawn."""

    how: str
    stacks: tuple[Stake, ...]
    next_dealer: int | None
    left: tuple[int, ...]


@shared("topped_up", mirrors=True, role=Role.ADDS, alike=True)
class ToppedUp(Happened):
    """The mirror of the wallet's event: it moves no money of its own."""

    seat: int
    player: str
    chips: Chips


@shared("player_left", role=Role.LEAVES)
class PlayerLeft(Happened):
    """Left the table, and so this game; his chips stay with the game until it ends."""

    seat: int
    player: str


@shared("end_time_reached", role=Role.ENDS_SITTING)
class EndTimeReached(Happened):
    """The agreed end of the sitting has come."""


Beside: TypeAlias = ToppedUp | PlayerLeft | EndTimeReached
