"""What somebody wants in every game. Dice and clock come in as fields, filled by the ledger; players never send them.

The commands are the same in all games, except StartGame, of which each has its own; the game says by which rule they are decided.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cardgame.house import House
from engine.chips import Chips
from engine.parts import PlayedCard, Seated
from engine.wanted import Wanted, wanted

# What every game hands on as its own; what not every game has alike, it takes where it does.
__all__ = ["Correct", "Cut", "DemandRedeal", "DrawLot", "Expose", "KeepCard", "Leave", "ReachEndTime", "Shuffle", "TopUp",
           "VoidGame"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BySeat(Wanted):
    """What the player at `seat` wants."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartGame(Wanted):
    """dealer None: the lot decides; `lot` is then a shuffled pack to draw from, or None if the draw is entered by DrawLot."""

    table: str
    number: int
    house: House
    unit: str
    scale: int
    seats: tuple[Seated, ...]
    dealer: int | None
    lot: tuple[str, ...] | None = None


@wanted("draw_lot")
class DrawLot(Wanted):
    """At a real table: what each player drew for the first deal, round by round, in the order in which they drew."""

    draws: tuple[PlayedCard, ...]


@wanted("shuffle")
class Shuffle(BySeat):
    """commitment, secret (hex), order: from the ledger's dice when the service shuffles, None at a real table. order: of the whole
    pack, also where some cards lie elsewhere: they are passed over."""

    commitment: str | None = None
    secret: str | None = None
    order: tuple[str, ...] | None = None


@wanted("cut", "{seat} cuts at {at}", "{seat} cuts")
class Cut(BySeat):
    """at: cards lifted off the top; None only at a real table where nobody counted."""

    at: int | None = None


@wanted("deal", "{seat} deals")
class Deal(BySeat):
    """Where the service deals."""


@wanted("play", "{seat} plays {card}")
class Play(BySeat):
    """One card to the trick, in a game that has tricks."""

    card: str


@wanted("settle", "steward: settles", by_steward=True)
class Settle(Wanted):
    """By a steward under `record`: all cards are played and nobody claims any more."""


@wanted("", "{seat} tops up by {chips}")
class TopUp(BySeat):
    """Chips from the wallet, in his turn or between deals. Comes with the wallet's own command, never alone."""

    chips: Chips


@wanted("", "{seat} leaves the table")
class Leave(BySeat):
    """Leave the table."""


@wanted("reach_end_time", "the agreed end comes")
class ReachEndTime(Wanted):
    """The agreed end of the sitting has come."""


@wanted("expose", "steward: the dealer has shown {card} of {seat}", by_steward=True)
class Expose(BySeat):
    """By a steward: while dealing the dealer has shown this card of the player at `seat`."""

    card: str


@wanted("keep_card", "{seat} keeps {card}")
class KeepCard(BySeat):
    """Its owner keeps a card that was shown. card: which; None if only one of his waits for his choice."""

    card: str | None = None


@wanted("demand_redeal", "{seat} demands a redeal")
class DemandRedeal(BySeat):
    """The owner of a card that was shown has the deal repeated; or any player, where another fault in dealing allows it."""


@wanted("void_game", "steward: makes the game void: {reason}", by_steward=True)
class VoidGame(Wanted):
    """By a steward: the whole game is made void."""

    reason: str


@wanted("correct", "steward: corrects step {step}: {reason}", by_steward=True)
class Correct(Wanted):
    """By a steward under `record`: entry number `step` of the game was mistyped. step: of its event, from 1."""

    step: int
    reason: str


# All of them, by what they are about; a game in which no card can be shown has no Exposing.
Dealing: TypeAlias = DrawLot | Shuffle | Cut
Beside: TypeAlias = TopUp | Leave | ReachEndTime
Exposing: TypeAlias = Expose | KeepCard | DemandRedeal
Ruling: TypeAlias = VoidGame | Correct
Command: TypeAlias = Dealing | Beside | Exposing | Ruling
