"""What somebody wants in a game of Casino. Dice and clock come in as fields, filled by the ledger; players never send them.

`ACTIONS` names the commands as the interface does: {"type": "capture", "seat": 3, "card": "9H", "loose": ["7C", "2S"]}.
"""

from dataclasses import dataclass
from typing import TypeAlias

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
from engine.casino.house_rules import HouseRules

# The same in every game.
__all__ = ["Correct", "Cut", "DemandRedeal", "DrawLot", "Expose", "KeepCard", "Leave", "ReachEndTime", "Shuffle", "TopUp",
           "VoidGame"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartGame(cardgame.StartGame):
    """A game of Casino begins."""

    house: HouseRules


@dataclass(frozen=True, slots=True)
class AnnounceLast(cardgame.BySeat):
    """CAS-DEAL-3, under `record`: the dealer says that the next deal is the last one of this deck."""


@dataclass(frozen=True, slots=True)
class Deal(cardgame.BySeat):
    """hands, and in the first deal of a deck the cards of the table: as dealt at a real table; hands None where only the players
    see them, both None when the service deals."""

    hands: dict[int, tuple[str, ...]] | None = None
    table: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Trail(cardgame.BySeat):
    """CAS-TRAIL-1: put the card loose on the table."""

    card: str


@dataclass(frozen=True, slots=True)
class Capture(cardgame.BySeat):
    """CAS-CAP-6: take these loose cards and these builds, by their ids, with the card from hand."""

    card: str
    loose: tuple[str, ...] = ()
    builds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LayBuild(cardgame.BySeat):
    """CAS-BUILD: lay the card from hand with these loose cards as a build of this value.

    build: None for a new one, or the id of the one that is doubled (of the same value) or raised (to this value).
    """

    card: str
    value: int
    loose: tuple[str, ...] = ()
    build: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimTarget(cardgame.BySeat):
    """CAS-CLAIM-1: he says that he has reached the target. undealt: the cards that are left over, as in Settle, once the last card
    of a deck is played."""

    undealt: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayOutOfTurn(cardgame.BySeat):
    """CAS-VIOL-4, under `record`: he has put this card on the table, and it was not his turn."""

    card: str


@dataclass(frozen=True, slots=True)
class Claim(cardgame.BySeat):
    """CAS-VIOL-1, under `record`: who sits at `seat` says that this card was played against the rules in this deal."""

    deal: int
    card: str


@dataclass(frozen=True, slots=True)
class Penalise:
    """CAS-VIOL-1, by a steward: the same without a claim."""

    deal: int
    card: str


@dataclass(frozen=True, slots=True)
class ClaimMissingLast(cardgame.BySeat):
    """CAS-DEAL-3, under `record`: the dealer has not announced the last deal."""


@dataclass(frozen=True, slots=True)
class Settle:
    """CAS-VIOL-1, by a steward under `record`: the last card of a deck is played and nobody claims any more. undealt: the cards
    that are left over, where only the players see their hands and one that nobody has seen was set aside; None where they are
    known."""

    undealt: tuple[str, ...] | None = None


# All of them, by what they are about.
Opening: TypeAlias = StartGame | DrawLot | Shuffle | Cut | AnnounceLast | Deal
Playing: TypeAlias = Trail | Capture | LayBuild | ClaimTarget | PlayOutOfTurn
Beside: TypeAlias = TopUp | Leave | ReachEndTime
Judging: TypeAlias = Claim | Penalise | ClaimMissingLast | Settle | Expose | KeepCard | DemandRedeal | VoidGame | Correct
Command: TypeAlias = Opening | Playing | Beside | Judging

# Words of the interface. StartGame, TopUp and Leave have routes of their own, since they touch table and wallet too.
ACTIONS: dict[str, type] = {
    "draw_lot": DrawLot,
    "shuffle": Shuffle,
    "cut": Cut,
    "announce_last": AnnounceLast,
    "deal": Deal,
    "trail": Trail,
    "capture": Capture,
    "build": LayBuild,
    "claim_target": ClaimTarget,
    "reach_end_time": ReachEndTime,
    "play_out_of_turn": PlayOutOfTurn,
    "claim": Claim,
    "penalise": Penalise,
    "claim_missing_last": ClaimMissingLast,
    "settle": Settle,
    "expose": Expose,
    "keep_card": KeepCard,
    "demand_redeal": DemandRedeal,
    "void_game": VoidGame,
    "correct": Correct,
}

# Of them, those that a steward alone may send, whatever the deck; `expose` names a seat, but it is not that player's act.
STEWARDS = frozenset({"settle", "penalise", "expose", "void_game", "correct"})
