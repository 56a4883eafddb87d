"""What happens in a game of Casino, in the past tense. The figures a consequence was decided on are stored with it.

Money moves only by events that carry a tuple of `Stake`: from the players' stacks at the table into the pot of the game (`stakes`),
or out of it (`shares`, `returned`). `pot` is the pot after the event. `deal` counts the deals of the game from 1, `deck` its decks.
What happens against the rules, and what is ruled on it, stands in `offence_events.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.casino import offence_events
from engine.casino import rulebook as by
from engine.casino.house_rules import HouseRules
from engine.casino.parts import DeckPoints, Score, of_casino
from engine.casino.reasons import AS_AGREED, AT_THE_END, CLAIMS, ENDINGS, EXCLUSIONS, IN_SCORING, OF_DEALING, OF_THE_TARGET, WON_BY
from engine.chips import Chips
from engine.declared import DECK, MISDEALS, PENALTIES, PENALTY, SEATS, TRICK, Role
from engine.moves import shares, stakes
from engine.parts import DealtHand, Draw, Seated, Stake
from engine.room.rulebook import TABLE_3, TABLE_4

# Of another module, and part of these events for whoever reads them.
__all__ = ["DealtHand", "DeckPoints", "Draw", "Score", "Seated", "Stake", "offence_events"]


@of_casino("game_started", TABLE_3, fields=AS_AGREED, mirrors=True, role=Role.BEGINS, alike=True)
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


@of_casino("lot_drawn", by.CAS_DEAL_4, alike=True)
@dataclass(frozen=True, slots=True)
class LotDrawn:
    """CAS-DEAL-4. rounds: what everybody drew, then what those drew who tied for the highest, and so on."""

    rounds: tuple[tuple[Draw, ...], ...]
    dealer: int


@of_casino("stakes_posted", by.CAS_POT_1, posts=stakes("stake"))
@dataclass(frozen=True, slots=True)
class StakesPosted:
    """CAS-POT-1. out: seats that could not pay, and do not play."""

    deal: int
    stakes: tuple[Stake, ...]
    out: tuple[int, ...]
    pot: Chips


@of_casino("deck_committed", by.CAS_DEAL_6, sealed={"secret": DECK, "order": DECK}, audit=MISDEALS, alike=True)
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


@of_casino("deck_shuffled", by.CAS_DEAL_4, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """A player has shuffled real cards."""

    deal: int
    shuffle: int
    seat: int


@of_casino("deck_cut", by.CAS_DEAL_4, role=Role.CUTS, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class DeckCut:
    """at: cards lifted off the top; None at a real table where nobody counted."""

    deal: int
    seat: int
    at: int | None


@of_casino("last_announced", by.CAS_DEAL_3, audit=MISDEALS)
@dataclass(frozen=True, slots=True)
class LastAnnounced:
    """CAS-DEAL-3: the dealer has said that the next deal is the last one of this deck."""

    deal: int
    seat: int


@of_casino("cards_dealt", by.CAS_DEAL_1, fields=OF_DEALING, sealed={"hands": SEATS, "stock": DECK}, role=Role.DEALS, audit=MISDEALS)
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


@of_casino("dealt_unseen", by.CAS_DEAL_1, by.CAS_DEAL_6, fields=OF_DEALING, role=Role.DEALS_UNSEEN, audit=MISDEALS)
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


@of_casino("card_trailed", by.CAS_TRAIL_1, role=Role.PLAYS)
@dataclass(frozen=True, slots=True)
class CardTrailed:
    """CAS-TRAIL-1."""

    deal: int
    seat: int
    card: str


@of_casino("cards_captured", by.CAS_CAP_6, fields={"sweep": by.CAS_CAP_4}, role=Role.PLAYS, lands=(TRICK,))
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


@of_casino("build_made", by.CAS_BUILD_1, role=Role.PLAYS)
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


@of_casino("build_doubled", by.CAS_BUILD_3, role=Role.PLAYS)
@dataclass(frozen=True, slots=True)
class BuildDoubled:
    """CAS-BUILD-3: further sets of its value have come to a build."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    build: int
    value: int


@of_casino("build_raised", by.CAS_BUILD_4, role=Role.PLAYS)
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


@of_casino("last_cards_taken", by.CAS_LAST_1)
@dataclass(frozen=True, slots=True)
class LastCardsTaken:
    """CAS-LAST-1: what lies on the table when a deck is played, and the cards that were not dealt (CAS-DEAL-1), go to who captured
    last. seat: 0 if nobody has."""

    deal: int
    deck: int
    seat: int
    table: tuple[str, ...]
    undealt: tuple[str, ...]


@of_casino("deck_scored", by.CAS_SCORE_1, by.CAS_SCORE_2, by.CAS_SCORE_3, fields=IN_SCORING)
@dataclass(frozen=True, slots=True)
class DeckScored:
    """CAS-SCORE. checked: all 52 cards were captured, and the points have been checked (CAS-SCORE-4). next_dealer: of another deck,
    0 if the game is decided."""

    deal: int
    deck: int
    sides: tuple[DeckPoints, ...]
    checked: bool
    next_dealer: int


@of_casino("target_claimed", by.CAS_CLAIM_1, reasons=("right", CLAIMS), fields=OF_THE_TARGET, audit=PENALTIES)
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


@of_casino("player_put_out", by.CAS_OUT_1, reasons=("because", EXCLUSIONS), lands=(PENALTY,), audit=PENALTIES)
@dataclass(frozen=True, slots=True)
class PlayerPutOut:
    """CAS-OUT-1: out of this game. because: "false_claim" or "false_build"; rule: the one by which he is."""

    deal: int
    seat: int
    player: str
    because: str
    rule: str


@of_casino("game_decided", by.CAS_CLAIM_2, reasons=("because", WON_BY))
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


@of_casino("points_posted", by.CAS_POT_1, posts=stakes("points"))
@dataclass(frozen=True, slots=True)
class PointsPosted:
    """CAS-POT-1, `per_point`: what the losers pay for the points that they have less, into the pot, whatever their stacks hold."""

    deal: int
    stakes: tuple[Stake, ...]
    pot: Chips


@of_casino("pot_awarded", by.CAS_POT_1, reasons=("because", WON_BY), posts=shares, role=Role.AWARDS)
@dataclass(frozen=True, slots=True)
class PotAwarded:
    """The pot goes out, whole. because: as in GameDecided."""

    deal: int
    shares: tuple[Stake, ...]
    because: str


@of_casino("deck_revealed", by.CAS_DEAL_6, alike=True)
@dataclass(frozen=True, slots=True)
class DeckRevealed:
    """What players may see from now on, by house rule `reveal`: these hands; with `everything` all hands, stocks and secrets."""

    hands: tuple[DealtHand, ...]
    everything: bool


@of_casino("game_ended", by.CAS_DEAL_4, reasons=("how", ENDINGS), fields=AT_THE_END, mirrors=True, role=Role.ENDS, alike=True)
@dataclass(frozen=True, slots=True)
class GameEnded:
    """stacks: what each player takes back to the table. how: "won", "split" or "void". left: seats whose players have left.
    next_dealer: None: by lot, since the lot of a void game was never drawn."""

    how: str
    stacks: tuple[Stake, ...]
    next_dealer: int | None
    left: tuple[int, ...]


@of_casino("topped_up", TABLE_4, mirrors=True, role=Role.ADDS, alike=True)
@dataclass(frozen=True, slots=True)
class ToppedUp:
    """TABLE-4. The mirror of the wallet's event: it moves no money of its own."""

    seat: int
    player: str
    chips: Chips


@of_casino("player_left", by.CAS_OUT_1, role=Role.LEAVES)
@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Left the table, and so out of this game (CAS-OUT-1); his chips stay with the game until it ends."""

    seat: int
    player: str


@of_casino("end_time_reached", TABLE_3, role=Role.ENDS_SITTING)
@dataclass(frozen=True, slots=True)
class EndTimeReached:
    """The agreed end of the sitting has come."""


EVENTS: Mapping[str, type] = of_casino.events
