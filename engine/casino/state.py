"""The state of one game of Casino."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.casino.builds import Build
from engine.casino.house_rules import HouseRules
from engine.casino.offences import NO_OFFENCES, Laid, Offences, Shown

NO_HOUSE = HouseRules(
    preset="",
    players_min=0,
    players_max=0,
    hand_size=4,
    table_size=4,
    partners=False,
    royal=False,
    scoring="to_21",
    claim=False,
    builder_may_trail=False,
    stake=0,
    per_point=0,
    false_build="minus_two",
    missing_last="none",
    deck="service",
    enforcement="refuse",
    reveal="played",
)

# Between deals nobody holds cards.
RITUAL = ("shuffle", "cut", "deal")
BETWEEN_DEALS = ("lot", *RITUAL)
# The last card of a deck is played, and what lies on the table belongs to who captured last (CAS-LAST-1).
PLAYED = ("awaiting_settlement", "last_cards")
DEALT = ("exposed", "play", *PLAYED, "scoring")
# Cards have come out, and nothing is decided yet.
CLAIMABLE = (*RITUAL, *DEALT)


@dataclass(frozen=True, slots=True)
class PastDeal:
    """What stays known of a deal that is over. dealt_to: clockwise from first hand; empty if no cards were dealt. played: the same,
    unless it was annulled before a card was played. deck: which it belonged to. dealer, laid, shown, unannounced, missed: as in the
    state and its Offences."""

    dealt_to: tuple[int, ...]
    played: tuple[int, ...]
    deck: int
    dealer: int
    laid: tuple[Laid, ...] = ()
    shown: tuple[Shown, ...] = ()
    unannounced: bool = False
    missed: bool = False


@dataclass(frozen=True)
class Game:
    """Frozen and without slots (engine/changed.py); its dictionaries are never changed in place. Amounts in whole chips.

    phase: what is due, and by whom:
        new           StartGame
        lot           the draw for the first dealer is entered
        shuffle       the dealer shuffles
        cut           the cutter cuts
        deal          the dealer deals; under `record` he first announces the last deal
        exposed       the owner of a card that was shown keeps it, or demands a redeal
        play          a card
        awaiting_settlement   under `record`: claims, until the steward settles the deck
        over          nothing
      and, left again within the same act: stakes, last_cards, scoring, scored, decided, paid, awarded, revealed.
    deal: number of the deal that is prepared or played, from 1; deck: of the deck, from 1. shuffle: shuffles before this deal so
    far; the next one is shuffle + 1. A side goes by the first of its seats (CAS-SEAT-1).
    """

    phase: str = "new"
    house: HouseRules = NO_HOUSE
    table: str = ""
    number: int = 0
    unit: str = ""
    scale: int = 0
    seats: tuple[int, ...] = ()  # of everybody seated when the game began, ascending
    players: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    left: tuple[int, ...] = ()  # whose players have left the table
    time_up: bool = False  # the agreed end of the sitting has come
    playing: tuple[int, ...] = ()  # who has posted the stake, ascending
    active: tuple[int, ...] = ()  # of them, who is not out, ascending
    sides: dict[int, int] = field(default_factory=dict)  # seat -> side
    dealer: int = 0  # of this deck; if he is out, until there is to deal again (CAS-OUT-1)
    first_dealer: int = 0  # who was the first to deal in this game
    pot: int = 0
    deck: int = 0
    deal: int = 0
    first: bool = True  # this deal is the first of its deck
    shuffle: int = 0
    order: tuple[str, ...] = ()  # the cards to be dealt as they lie, top first; empty where nobody knows it
    remaining: int = 0  # how many they are
    announced: bool = False  # the next deal, or this one, as the last (CAS-DEAL-3)
    last: bool = False  # this deal was the last when it was dealt
    dealt_to: tuple[int, ...] = ()  # in this deal, clockwise from first hand
    moved: bool = False  # a card of this deal has been played
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)  # cards still held
    loose: tuple[str, ...] = ()  # cards on the table, in the order in which they came
    builds: tuple[Build, ...] = ()
    build_ids: int = 0  # given in this deck
    piles: dict[int, tuple[str, ...]] = field(default_factory=dict)  # seat -> captured in this deck
    sweeps: dict[int, int] = field(default_factory=dict)  # seat -> in this deck
    captors: tuple[int, ...] = ()  # who has captured in this deck, the latest last, each once
    aside: tuple[str, ...] = ()  # cards of this deck that count for nobody (CAS-OUT-1, CAS-LAST-1)
    hidden: int = 0  # of such cards how many nobody but their owner has seen
    turn: int = 0  # the seat to act, 0: nobody
    scores: dict[int, int] = field(default_factory=dict)  # side -> points of the decks scored, and penalties
    decks_over: int = 0
    winners: tuple[int, ...] = ()  # who takes the pot
    because: str = ""  # as in GameDecided
    final: dict[int, int] = field(default_factory=dict)  # seat -> points when the game was decided
    how: str = ""  # "won", "split" or "void"
    past: tuple[PastDeal, ...] = ()  # deals that are over, in order
    shown: frozenset[tuple[int, int]] = frozenset()  # (deal, seat) revealed after the game
    all_shown: bool = False
    brought: dict[int, int] = field(default_factory=dict)  # what each has brought into the game: the first stack and top-ups
    offences: Offences = NO_OFFENCES

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def stock(self) -> tuple[str, ...] | None:
        """What is still to be dealt, top first; None where nobody knows it."""
        return self.order if len(self.order) == self.remaining else None

    @property
    def staying(self) -> tuple[int, ...]:
        """Seats whose players have not left the table, ascending."""
        return tuple([seat for seat in self.seats if seat not in self.left]) if self.left else self.seats

    @property
    def out(self) -> tuple[int, ...]:
        """Who plays no more, or never did since he could not pay the stake."""
        return tuple([seat for seat in self.seats if seat not in self.active])
