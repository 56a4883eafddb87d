"""Claims where a play is named by its deal and its card: what is said of it, and what is found. `rule` is the id of a rule."""

from dataclasses import dataclass

from engine.cardgame import offence_events
from engine.cardgame.commands import BySeat
from engine.wanted import Wanted, wanted

# The commands, which a game hands on as its own.
__all__ = ["Claim", "Penalise"]


@wanted("claim", "{seat} claims {card} of deal {deal}")
class Claim(BySeat):
    """Under `record`: the player at `seat` says that this card was played against the rules in this deal."""

    deal: int
    card: str


@wanted("penalise", "steward: penalises {card} of deal {deal}", by_steward=True)
class Penalise(Wanted):
    """By a steward: the same without a claim."""

    deal: int
    card: str


@dataclass(frozen=True, slots=True)
class ClaimMade(offence_events.ClaimMade):
    """Somebody says that it went against the rules."""

    card: str


@dataclass(frozen=True, slots=True)
class ClaimUpheld(offence_events.ClaimUpheld):
    """He is right. rule: which was broken."""

    card: str
    rule: str


@dataclass(frozen=True, slots=True)
class ClaimUnfounded(offence_events.ClaimUnfounded):
    """He is wrong."""

    card: str


@dataclass(frozen=True, slots=True)
class ClaimLapsed(offence_events.ClaimLapsed):
    """Nothing has shown whether he is."""

    card: str


@dataclass(frozen=True, slots=True)
class OffenceFound(offence_events.OffenceFound):
    """A steward finds it, without a claim. rule: which was broken."""

    card: str
    rule: str


EVENTS = (ClaimMade, ClaimUpheld, ClaimUnfounded, ClaimLapsed, OffenceFound)
