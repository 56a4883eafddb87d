"""What may be read of an event or a command of whichever game: what all events of one role have, and what
things name of a game, as far as each names anything.

A test holds every event of a role against what stands here of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard

from engine.declared import Happened, Role, declared
from engine.parts import Seated, Stake
from engine.playing import House

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Named(NamedTuple):
    """What something names of a game; None: nothing of the kind. step, deal: from 1. against: whose
    card a claim is about."""

    step: int | None
    deal: int | None
    trick: int | None
    card: str | None
    seat: int | None
    player: str | None
    against: int | None


def naming(thing: object) -> Named:
    """What an event, a command, a dispute or a decision names."""
    return Named(*[getattr(thing, name, None) for name in Named._fields])


# Fields of commands in which people write what they like.
_WRITTEN = ("name", "reason", "reference", "words")


_OF_KIND: dict[type, tuple[str, ...]] = {}


def texts(command: object) -> Iterator[str]:
    """What somebody has written into a command, of a decision in it too."""
    names = _OF_KIND.get(type(command))
    if names is None:
        known = {one.name for one in fields(command)} if is_dataclass(command) else set()
        names = _OF_KIND[type(command)] = tuple([name for name in (*_WRITTEN, "decision") if name in known])
    for name in names:
        value = getattr(command, name)
        if isinstance(value, str):
            yield value
        elif value is not None:
            yield from texts(value)


def values(thing: DataclassInstance) -> dict[str, object]:
    """The values of its fields by their names, as they are."""
    return {one.name: getattr(thing, one.name) for one in fields(thing)}


class OfDeck(NamedTuple):
    """What a deal says of its deck, in games in which it says anything. deck: its number, where several deals come from one, else
    one below 0 of the deal's own. table: cards laid open; None in a game in which none are. turned: the trump, "" if it comes from
    a hand or there is none. last: no further deal comes from the deck."""

    deck: int
    table: tuple[str, ...] | None
    turned: str
    last: bool


def of_deck(event: Deals | DealsUnseen) -> OfDeck:
    """What it says of its deck."""
    turned = getattr(event, "trump", "") if getattr(event, "trump_from", "") == "stock" else ""
    deck, table = getattr(event, "deck", -event.deal), getattr(event, "table", None)
    return OfDeck(deck, table, turned, getattr(event, "last", False))


class Cost(NamedTuple):
    """What a penalty costs: chips, or points of the score; 0 of the other."""

    chips: int
    points: int


def cost(event: Fines) -> Cost:
    """What it costs."""
    return Cost(getattr(event, "chips", 0), getattr(event, "points", 0))


class Begins(Protocol):
    """The first event of a game."""

    @property
    def table(self) -> str:
        """The id of its table."""

    @property
    def number(self) -> int:
        """Its number there."""

    @property
    def house(self) -> House:
        """Its house rules."""

    @property
    def unit(self) -> str:
        """What the club counts."""

    @property
    def scale(self) -> int:
        """Decimal places at which an amount is shown."""

    @property
    def seats(self) -> tuple[Seated, ...]:
        """Who plays."""

    @property
    def dealer(self) -> int | None:
        """Who deals first; None: a lot decides."""


class Ends(Protocol):
    """The last event of a game, with what its table gets back."""

    @property
    def how(self) -> str:
        """ "won", "split" or "void"."""

    @property
    def stacks(self) -> tuple[Stake, ...]:
        """The stacks as the game leaves them."""

    @property
    def next_dealer(self) -> int | None:
        """Who deals the next game; None: a lot decides."""

    @property
    def left(self) -> tuple[int, ...]:
        """Seats whose players have left."""


class Deals(Protocol):
    """Hands are dealt."""

    @property
    def deal(self) -> int:
        """Which deal."""

    @property
    def hands(self) -> dict[int, tuple[str, ...]]:
        """Seat -> cards."""

    @property
    def stock(self) -> tuple[str, ...] | None:
        """What is left; None where nobody knows it."""


class DealsUnseen(Protocol):
    """Hands are dealt that only their owners see."""

    @property
    def deal(self) -> int:
        """Which deal."""

    @property
    def seats(self) -> tuple[int, ...]:
        """To whom."""


class OffersCut(Protocol):
    """A cut is offered."""

    @property
    def deal(self) -> int:
        """Before which deal."""

    @property
    def last(self) -> bool:
        """Whether it is the last one."""


class Cuts(Protocol):
    """The deck is cut."""

    @property
    def at(self) -> int | None:
        """How many cards are lifted off; None where nobody counted."""


class Plays(Protocol):
    """A card is played."""

    @property
    def seat(self) -> int:
        """Whose."""

    @property
    def card(self) -> str:
        """Which."""


class Adds(Protocol):
    """Chips come from the wallet while the game runs."""

    @property
    def seat(self) -> int:
        """To which stack."""

    @property
    def player(self) -> str:
        """Whose."""

    @property
    def chips(self) -> int:
        """How many."""


class Corrects(Protocol):
    """A mistyped entry is taken back."""

    @property
    def step(self) -> int:
        """The game is as it was before it."""


class Awards(Protocol):
    """The pot goes out."""

    @property
    def shares(self) -> tuple[Stake, ...]:
        """What each gets."""


class Fines(Protocol):
    """A penalty is imposed."""

    @property
    def deal(self) -> int:
        """In which deal the offence was."""

    @property
    def card(self) -> str | None:
        """By which card."""

    @property
    def seat(self) -> int:
        """Who pays."""

    @property
    def player(self) -> str:
        """Whose seat that is."""

    @property
    def offence(self) -> str:
        """What he did, in a word of the game."""

    @property
    def rule(self) -> str:
        """The rule that sets the penalty."""

    @property
    def broken(self) -> str:
        """The rule that was broken."""

    @property
    def found_by(self) -> str:
        """Who found it: "claim", "steward" or "demand"."""

    @property
    def claimant(self) -> int | None:
        """The seat that claimed it."""


class Replaces(Protocol):
    """A card that was exposed is replaced."""

    @property
    def deal(self) -> int:
        """In which deal."""

    @property
    def card(self) -> str:
        """The exposed card."""

    @property
    def replacement(self) -> dict[int, str]:
        """Its owner's seat -> the new card; empty where only he sees it."""


class Names(Protocol):
    """Somebody who is not in the game is named."""

    @property
    def seat(self) -> int:
        """Where he sits."""

    @property
    def player(self) -> str:
        """Who he is."""


def replaces(event: Happened) -> TypeGuard[Replaces]:
    """Whether it replaces a card."""
    return declared(event).role is Role.REPLACES


def names(event: Happened) -> TypeGuard[Names]:
    """Whether it names somebody."""
    return declared(event).role is Role.NAMES


def begins(event: Happened) -> TypeGuard[Begins]:
    """Whether it begins a game."""
    return declared(event).role is Role.BEGINS


def ends(event: Happened) -> TypeGuard[Ends]:
    """Whether it ends one."""
    return declared(event).role is Role.ENDS


def deals(event: Happened) -> TypeGuard[Deals]:
    """Whether it deals hands that are known."""
    return declared(event).role is Role.DEALS


def deals_unseen(event: Happened) -> TypeGuard[DealsUnseen]:
    """Whether it deals hands that only their owners see."""
    return declared(event).role is Role.DEALS_UNSEEN


def offers_cut(event: Happened) -> TypeGuard[OffersCut]:
    """Whether it offers a cut."""
    return declared(event).role is Role.OFFERS_CUT


def cuts(event: Happened) -> TypeGuard[Cuts]:
    """Whether it cuts the deck."""
    return declared(event).role is Role.CUTS


def plays(event: Happened) -> TypeGuard[Plays]:
    """Whether it plays a card."""
    return declared(event).role is Role.PLAYS


def adds(event: Happened) -> TypeGuard[Adds]:
    """Whether it adds chips."""
    return declared(event).role is Role.ADDS


def corrects(event: Happened) -> TypeGuard[Corrects]:
    """Whether it takes an entry back."""
    return declared(event).role is Role.CORRECTS


def awards(event: Happened) -> TypeGuard[Awards]:
    """Whether it gives the pot away."""
    return declared(event).role is Role.AWARDS


def fines(event: Happened) -> TypeGuard[Fines]:
    """Whether it imposes a penalty."""
    return declared(event).role is Role.FINES


BY_ROLE: Mapping[Role, type] = {
    Role.BEGINS: Begins,
    Role.ENDS: Ends,
    Role.DEALS: Deals,
    Role.DEALS_UNSEEN: DealsUnseen,
    Role.OFFERS_CUT: OffersCut,
    Role.CUTS: Cuts,
    Role.PLAYS: Plays,
    Role.ADDS: Adds,
    Role.CORRECTS: Corrects,
    Role.AWARDS: Awards,
    Role.FINES: Fines,
    Role.REPLACES: Replaces,
    Role.NAMES: Names,
}
