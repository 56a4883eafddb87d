"""What somebody wants in a game of Casino. Dice and clock come in as fields, filled by the ledger; players never send them.

`ACTIONS` names the commands as the interface does: {"type": "capture", "seat": 3, "card": "9H", "loose": ["7C", "2S"]}.
"""

from dataclasses import dataclass

from engine.casino.house_rules import HouseRules
from engine.chips import Chips
from engine.parts import PlayedCard, Seated


@dataclass(frozen=True, slots=True)
class StartGame:
    """dealer None: the lot decides; `lot` is then a shuffled pack to draw from, or None if the draw is entered by DrawLot."""

    table: str
    number: int
    house: HouseRules
    unit: str
    scale: int
    seats: tuple[Seated, ...]
    dealer: int | None
    lot: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawLot:
    """CAS-DEAL-4 at a real table: what each player drew, round by round, in the order in which they drew."""

    draws: tuple[PlayedCard, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """commitment, secret (hex), order: from the ledger's dice when the service shuffles, None at a real table. order: of the whole
    pack, also where some cards lie elsewhere (CAS-VIOL-3): they are passed over."""

    seat: int
    commitment: str | None = None
    secret: str | None = None
    order: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """at: cards lifted off the top; None only at a real table where nobody counted."""

    seat: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class AnnounceLast:
    """CAS-DEAL-3, under `record`: the dealer says that the next deal is the last one of this deck."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """hands, and in the first deal of a deck the cards of the table: as dealt at a real table; hands None where only the players
    see them, both None when the service deals."""

    seat: int
    hands: dict[int, tuple[str, ...]] | None = None
    table: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Trail:
    """CAS-TRAIL-1: put the card loose on the table."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Capture:
    """CAS-CAP-6: take these loose cards and these builds, by their ids, with the card from hand."""

    seat: int
    card: str
    loose: tuple[str, ...] = ()
    builds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LayBuild:
    """CAS-BUILD: lay the card from hand with these loose cards as a build of this value.

    build: None for a new one, or the id of the one that is doubled (of the same value) or raised (to this value).
    """

    seat: int
    card: str
    value: int
    loose: tuple[str, ...] = ()
    build: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimTarget:
    """CAS-CLAIM-1: he says that he has reached the target. undealt: the cards that are left over, as in Settle, once the last card
    of a deck is played."""

    seat: int
    undealt: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TopUp:
    """Chips from the wallet, in his turn or between deals. Comes with the wallet's own command, never alone."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReachEndTime:
    """The agreed end of the sitting has come. The game is played to its end."""


@dataclass(frozen=True, slots=True)
class PlayOutOfTurn:
    """CAS-VIOL-4, under `record`: he has put this card on the table, and it was not his turn."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Claim:
    """CAS-VIOL-1, under `record`: who sits at `seat` says that this card was played against the rules in this deal."""

    seat: int
    deal: int
    card: str


@dataclass(frozen=True, slots=True)
class Penalise:
    """CAS-VIOL-1, by a steward: the same without a claim."""

    deal: int
    card: str


@dataclass(frozen=True, slots=True)
class ClaimMissingLast:
    """CAS-DEAL-3, under `record`: the dealer has not announced the last deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Expose:
    """CAS-VIOL-3, by a steward: while dealing the dealer has shown this card of the player at `seat`."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class KeepCard:
    """CAS-VIOL-3: its owner keeps a card that was shown. card: which; None if only one of his waits for his choice."""

    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class DemandRedeal:
    """CAS-VIOL-3: the owner of a card that was shown has the deal repeated."""

    seat: int


@dataclass(frozen=True, slots=True)
class Settle:
    """CAS-VIOL-1, by a steward under `record`: the last card of a deck is played and nobody claims any more. undealt: the cards
    that are left over, where only the players see their hands and one that nobody has seen was set aside; None where they are
    known."""

    undealt: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class VoidGame:
    """By a steward: the whole game is made void."""

    reason: str


@dataclass(frozen=True, slots=True)
class Correct:
    """CAS-REC-1, by a steward under `record`: entry number `step` of the game was mistyped. step: of its event, from 1."""

    step: int
    reason: str


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
