"""What happens in a game of Casino, in the past tense. The figures a consequence was decided on are stored with it.

What holds of the events of every game, their fields too, stands in `engine/cardgame/events.py`. `deck` counts the decks of the game
from 1. What happens against the rules, and what is ruled on it, stands in `offence_events.py`.
"""

from collections.abc import Mapping
from typing import TypeAlias

from engine.cardgame import events as cardgame
from engine.cardgame.events import OfCard, OfSeat
from engine.casino import offence_events
from engine.casino import rulebook as by
from engine.casino.house_rules import HouseRules
from engine.casino.parts import DeckPoints, Score, of_casino
from engine.casino.reasons import AS_AGREED, AT_THE_END, CLAIMS, ENDINGS, EXCLUSIONS, IN_SCORING, OF_DEALING, OF_THE_TARGET, WON_BY
from engine.chips import Chips
from engine.declared import MISDEALS, PENALTIES, PENALTY, TRICK, Happened, Role
from engine.moves import stakes
from engine.parts import DealtHand, Draw, Seated, Stake
from engine.room.rulebook import TABLE_3, TABLE_4

# Of another module, and part of these events for whoever reads them.
__all__ = ["DealtHand", "DeckPoints", "Draw", "Score", "Seated", "Stake", "offence_events"]


@of_casino.also(TABLE_3, fields=AS_AGREED)
class GameStarted(cardgame.GameStarted):
    """Everything the game is played by."""

    house: HouseRules


@of_casino.also(by.CAS_DEAL_4)
class LotDrawn(cardgame.LotDrawn):
    """CAS-DEAL-4: the lot has named the first dealer."""


@of_casino("stakes_posted", by.CAS_POT_1, posts=stakes("stake"))
class StakesPosted(cardgame.StakesPosted):
    """CAS-POT-1. Who cannot pay does not play."""


@of_casino.also(by.CAS_DEAL_6)
class DeckCommitted(cardgame.DeckCommitted):
    """CAS-DEAL-6: the service has shuffled."""


@of_casino.also(by.CAS_DEAL_4)
class DeckShuffled(cardgame.DeckShuffled):
    """CAS-DEAL-4: a player has shuffled."""


@of_casino.also(by.CAS_DEAL_4)
class DeckCut(cardgame.DeckCut):
    """CAS-DEAL-4."""


@of_casino("last_announced", by.CAS_DEAL_3, audit=MISDEALS)
class LastAnnounced(OfSeat):
    """CAS-DEAL-3: the dealer has said that the next deal is the last one of this deck."""


@of_casino.also(by.CAS_DEAL_1, fields=OF_DEALING)
class CardsDealt(cardgame.CardsDealt):
    """table: cards laid open, in the first deal of a deck. left: how many cards are left to deal. last: no further deal is
    possible."""

    deck: int
    table: tuple[str, ...]
    left: int
    last: bool


@of_casino("dealt_unseen", by.CAS_DEAL_1, by.CAS_DEAL_6, fields=OF_DEALING, role=Role.DEALS_UNSEEN, audit=MISDEALS)
class DealtUnseen(Happened):
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
class CardTrailed(OfCard):
    """CAS-TRAIL-1."""


@of_casino("cards_captured", by.CAS_CAP_6, fields={"sweep": by.CAS_CAP_4}, role=Role.PLAYS, lands=(TRICK,))
class CardsCaptured(OfCard):
    """CAS-CAP-1 to 6. loose, builds: what was taken, as it was named. cards: all of it, the card from hand first. sweep: the table
    is empty (CAS-CAP-4)."""

    loose: tuple[str, ...]
    builds: tuple[int, ...]
    cards: tuple[str, ...]
    sweep: bool


@of_casino("build_made", by.CAS_BUILD_1, role=Role.PLAYS)
class BuildMade(OfCard):
    """CAS-BUILD-1. build: the id it has from now on."""

    loose: tuple[str, ...]
    build: int
    value: int
    doubled: bool


@of_casino("build_doubled", by.CAS_BUILD_3, role=Role.PLAYS)
class BuildDoubled(OfCard):
    """CAS-BUILD-3: further sets of its value have come to a build."""

    loose: tuple[str, ...]
    build: int
    value: int


@of_casino("build_raised", by.CAS_BUILD_4, role=Role.PLAYS)
class BuildRaised(OfCard):
    """CAS-BUILD-4: from the value `was` to `value`. doubled: sets of the new value have come with it."""

    loose: tuple[str, ...]
    build: int
    was: int
    value: int
    doubled: bool


@of_casino("last_cards_taken", by.CAS_LAST_1)
class LastCardsTaken(Happened):
    """CAS-LAST-1: what lies on the table when a deck is played, and the cards that were not dealt (CAS-DEAL-1), go to whoever
    captured last. seat: 0 if nobody has."""

    deal: int
    deck: int
    seat: int
    table: tuple[str, ...]
    undealt: tuple[str, ...]


@of_casino("deck_scored", by.CAS_SCORE_1, by.CAS_SCORE_2, by.CAS_SCORE_3, fields=IN_SCORING)
class DeckScored(Happened):
    """CAS-SCORE. checked: all 52 cards were captured, and the points have been checked (CAS-SCORE-4). next_dealer: of another deck,
    0 if the game is decided."""

    deal: int
    deck: int
    sides: tuple[DeckPoints, ...]
    checked: bool
    next_dealer: int


@of_casino("target_claimed", by.CAS_CLAIM_1, reasons=("right", CLAIMS), fields=OF_THE_TARGET, audit=PENALTIES)
class TargetClaimed(OfSeat):
    """CAS-CLAIM-1. points: what the claim counts, finished decks and the pile as it lies, from the last card of a deck on with what
    goes to whoever captured last (CAS-LAST-1). target: what it takes. undealt: left-over cards that were told with the claim, since
    nobody could tell them till then; they are known from now on."""

    points: int
    target: int
    right: bool
    undealt: tuple[str, ...]


@of_casino("player_put_out", by.CAS_OUT_1, reasons=("because", EXCLUSIONS), lands=(PENALTY,), audit=PENALTIES)
class PlayerPutOut(OfSeat):
    """CAS-OUT-1: out of this game. because: "false_claim" or "false_build"; rule: the one by which he is."""

    player: str
    because: str
    rule: str


@of_casino("game_decided", by.CAS_CLAIM_2, reasons=("because", WON_BY))
class GameDecided(Happened):
    """winners: seats, both of a side. scores: final, of everybody who played.

    because: "claim" (CAS-CLAIM-1), "false_claim" (CAS-VIOL-2), "false_build" (CAS-VIOL-1), "left" (CAS-OUT-1: the others have
    gone), "target" (CAS-CLAIM-2), or "decks" (CAS-SCORE-6: the decks of a strict game are played).
    """

    deal: int
    winners: tuple[int, ...]
    because: str
    scores: tuple[Score, ...]


@of_casino("points_posted", by.CAS_POT_1, posts=stakes("points"))
class PointsPosted(Happened):
    """CAS-POT-1, `per_point`: what the losers pay for the points that they have less, into the pot, whatever their stacks hold."""

    deal: int
    stakes: tuple[Stake, ...]
    pot: Chips


@of_casino.also(by.CAS_POT_1, reasons=("because", WON_BY))
class PotAwarded(cardgame.PotAwarded):
    """CAS-POT-1. because: as in GameDecided."""


@of_casino.also(by.CAS_DEAL_6)
class DeckRevealed(cardgame.DeckRevealed):
    """CAS-DEAL-6: what is open from now on."""


@of_casino.also(by.CAS_DEAL_4, reasons=("how", ENDINGS), fields=AT_THE_END)
class GameEnded(cardgame.GameEnded):
    """CAS-POT-1, CAS-DEAL-4."""


@of_casino.also(TABLE_4)
class ToppedUp(cardgame.ToppedUp):
    """TABLE-4."""


@of_casino.also(by.CAS_OUT_1)
class PlayerLeft(cardgame.PlayerLeft):
    """CAS-OUT-1: out of this game from now."""


@of_casino.also(TABLE_3)
class EndTimeReached(cardgame.EndTimeReached):
    """The game is played to its end."""


# All of them, by what they are about.
Opening: TypeAlias = GameStarted | LotDrawn | StakesPosted
Dealing: TypeAlias = DeckCommitted | DeckShuffled | DeckCut | LastAnnounced | CardsDealt | DealtUnseen
Laying: TypeAlias = CardTrailed | CardsCaptured | BuildMade | BuildDoubled | BuildRaised
Deciding: TypeAlias = LastCardsTaken | DeckScored | TargetClaimed | PlayerPutOut | GameDecided
Beside: TypeAlias = ToppedUp | PlayerLeft | EndTimeReached
Ending: TypeAlias = PointsPosted | PotAwarded | DeckRevealed | GameEnded
Event: TypeAlias = Opening | Dealing | Laying | Deciding | Beside | Ending | offence_events.Offence

EVENTS: Mapping[str, type[Happened]] = of_casino.events
