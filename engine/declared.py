"""What is known of an event without any state, declared once beside its class; whoever stores, books, tells, audits or lists events
derives from it what he needs.

    @of_azi("called", by.AZI_BID_5, posts=stake("call"))
    class Called(Happened): ...

What several games have is declared beside the class that theirs come from; each cites its own rules:

    @shared("deck_shuffled", audit=MISDEALS, alike=True)
    class DeckShuffled(Happened): ...

    @of_azi.also(by.AZI_DEAL_3)
    class DeckShuffled(cardgame.DeckShuffled): ...
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypedDict, TypeVar, Unpack, dataclass_transform, overload

from engine.moves import Moves, Posts
from engine.rules import Rule

E = TypeVar("E", bound="Happened")
P = TypeVar("P")  # what the moves of an event need of it
Cites = Rule | Callable[[Any], Rule] | None  # None: the event names its rule itself

# Audiences of hidden fields. "seats": a mapping with one part for each seat, its owner's. "deck": one part, nobody's.
SEATS: Final = "seats"
DECK: Final = "deck"

# Where a replay lands: at deals by their role, elsewhere by what is declared.
DEAL: Final = "deal"
TRICK: Final = "trick"
PENALTY: Final = "penalty"
VIOLATION: Final = "violation"

# The audits whose matter an event may be.
Audit = Literal["games", "penalties", "misdeals", "money", ""]
GAMES: Final = "games"
PENALTIES: Final = "penalties"
MISDEALS: Final = "misdeals"
MONEY: Final = "money"


class Role(StrEnum):
    """What an event does that read models, replays, rulings and audits have to know of, whatever the game calls it."""

    BEGINS = "begins"  # a game: with seats, stacks, house rules
    DEALS = "deals"  # hands, sealed
    DEALS_UNSEEN = "deals unseen"  # hands that nobody but their owners has seen
    OFFERS_CUT = "offers cut"  # before the deal
    CUTS = "cuts"
    PLAYS = "plays"  # a card from the hand of its seat
    EXPOSES = "exposes"  # a card in dealing
    KEEPS = "keeps"  # the card that was exposed
    REPLACES = "replaces"  # it
    ADDS = "adds"  # chips from the wallet, while the game runs
    LEAVES = "leaves"  # the table
    ENDS_SITTING = "ends sitting"  # the agreed time has come
    STANDS_OFF = "stands off"  # nobody has won: an azi
    UPHOLDS = "upholds"  # a claim
    REFUTES = "refutes"  # a claim
    LAPSES = "lapses"  # a claim that nothing has decided
    FINES = "fines"  # an offence, in chips or points
    ANNULS = "annuls"  # a deal, which is dealt again
    CORRECTS = "corrects"  # a mistyped entry: the game is as it was before `step`
    VOIDS = "voids"  # the game
    AWARDS = "awards"  # the pot
    NAMES = "names"  # who claims in the next step: nobody of this game
    RULES = "rules"  # on a dispute
    ENDS = "ends"  # a game: with the stacks that the table gets back


DEALING: Final = (Role.DEALS, Role.DEALS_UNSEEN)
_NONE: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Declared:
    """name: stable, as it is stored, e.g. "azi.called".

    rules: the ones behind it. Cited of it is the rule that it names itself, in a field `rule`, and the one `broken`; then that of
    its reason; `rules` where it has neither. reason: the field that says why or how it came about, "" if none does; reasons: each
    word that may stand there, with the rule that is behind it then. fields: rules that are behind single fields.
    sealed: hidden field -> audience. posts: the chips it moves, None if it moves none. mirrors: it tells of chips that another
    event moves, or of stacks that stay where they are. role: what it does beside that, if that needs saying. lands: where a replay
    goes to such a step. audit: whose matter it is. sentence: the key under which languages tell it, "" if none does.
    """

    name: str
    rules: tuple[Rule, ...]
    named: tuple[str, ...]
    reason: str
    reasons: Mapping[Any, Cites]
    fields: Mapping[str, Rule]
    sealed: Mapping[str, str]
    posts: Posts | None
    mirrors: bool
    role: Role | None
    lands: frozenset[str]
    audit: Audit
    sentence: str

    @property
    def family(self) -> str:
        """Of which kind of stream it is: a game, or a part of the room."""
        return self.name.partition(".")[0]

    @property
    def word(self) -> str:
        """The name without the family before it."""
        return self.name.partition(".")[2]

    @property
    def silent(self) -> bool:
        """Whether it neither moves chips nor tells of chips that are moved."""
        return self.posts is None and not self.mirrors

    def cited(self, event: object) -> tuple[str, ...]:
        """The ids of the rules behind this event: by which it happened, or which it says were broken. The first one counts most."""
        found = [getattr(event, name) for name in self.named]
        if self.reason:
            rule = self.reasons.get(getattr(event, self.reason))
            if rule is not None:
                found.append(rule.id if isinstance(rule, Rule) else rule(event).id)
        return tuple(dict.fromkeys(filter(None, found))) or tuple([rule.id for rule in self.rules])

    def rule(self, event: object = None, field: str | None = None) -> str:
        """The one rule behind the event, or behind this field of it. event: None if it cannot be read."""
        if field is not None and field in self.fields:
            return self.fields[field].id
        return self.rules[0].id if event is None else self.cited(event)[0]


@dataclass_transform(frozen_default=True)
class Happened:
    """What every event is. By its declaration it is a frozen dataclass with slots."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]
    __declared__: ClassVar[Declared]
    __shared__: ClassVar["Shared"]


def declared(event: Happened | type[Happened]) -> Declared:
    """What is declared of an event, or of its class."""
    return event.__declared__


@dataclass(frozen=True, slots=True)
class Shared:
    """What is declared of an event in every game that has it, as in `Declared`. alike: every game tells it by the same sentence."""

    word: str
    sealed: Mapping[str, str] = field(default_factory=lambda: _NONE)
    posts: Posts | None = None
    mirrors: bool = False
    role: Role | None = None
    lands: tuple[str, ...] = ()
    audit: Audit | None = None
    alike: bool = False


class Known(TypedDict, total=False):
    """What may be declared of an event beside its word and the chips that it moves: as in `Shared`, and each game's own."""

    reasons: tuple[str, Mapping[Any, Cites]]
    fields: Mapping[str, Rule]
    sealed: Mapping[str, str]
    mirrors: bool
    role: Role
    lands: tuple[str, ...]
    audit: Audit
    alike: bool


@overload
def shared(word: str, *, posts: Callable[[P], Moves], **known: Unpack[Known]) -> Callable[[type[P]], type[P]]: ...
@overload
def shared(word: str, **known: Unpack[Known]) -> Callable[[type[E]], type[E]]: ...
def shared(word: str, **known: Any) -> Callable[[type[Any]], type[Any]]:
    """Declares the class below, from which each game's own comes: see `Family.also`."""

    def declare(kind: type[E]) -> type[E]:
        made = _slotted(kind)
        made.__shared__ = Shared(word, **known)
        return made

    return declare


class Family:
    """The events of one kind of stream, declared one by one. told: languages have sentences for them."""

    def __init__(self, name: str, *, audit: Audit = GAMES, told: bool = True) -> None:
        self.name, self.audit, self.told = name, audit, told
        self.events: dict[str, type[Happened]] = {}
        self._own: dict[type, type[Happened]] = {}

    @overload
    def __call__(
        self, word: str, rule: Rule, *more: Rule, posts: Callable[[P], Moves], **known: Unpack[Known]
    ) -> Callable[[type[P]], type[P]]: ...
    @overload
    def __call__(self, word: str, rule: Rule, *more: Rule, **known: Unpack[Known]) -> Callable[[type[E]], type[E]]: ...
    def __call__(
        self,
        word: str,
        rule: Rule,
        *more: Rule,
        reasons: tuple[str, Mapping[Any, Cites]] = ("", _NONE),
        fields: Mapping[str, Rule] = _NONE,
        **known: Any,
    ) -> Callable[[type[Any]], type[Any]]:
        """Declares the class below, which has what `posts` needs. Raises ValueError: that cannot be."""
        return lambda kind: self._declared(kind, Shared(word, **known), (rule, *more), reasons, fields)

    def also(
        self, rule: Rule, *more: Rule, reasons: tuple[str, Mapping[Any, Cites]] = ("", _NONE), fields: Mapping[str, Rule] = _NONE
    ) -> Callable[[type[E]], type[E]]:
        """Declares the class below as what it comes from, which other games have too. Raises ValueError: that cannot be."""

        def declare(kind: type[E]) -> type[E]:
            return self._declared(kind, kind.__shared__, (rule, *more), reasons, fields)

        return declare

    def takes(self, rule: Rule, *several: type[Happened]) -> None:
        """Declares events that several have as they are, each by this rule. Raises ValueError: as `also`."""
        for kind in several:
            self.also(rule)(type(kind.__name__, (kind,), {"__doc__": kind.__doc__}))

    def own(self, shared: type[E]) -> type[E]:
        """This family's own of an event that several games have. Raises KeyError: it has none."""
        return self._own[shared]  # type: ignore[return-value]

    def _declared(
        self,
        kind: type[E],
        told: Shared,
        rules: tuple[Rule, ...],
        reasons: tuple[str, Mapping[Any, Cites]],
        rules_of_fields: Mapping[str, Rule],
    ) -> type[E]:
        made = _slotted(kind)
        name = f"{self.name}.{told.word}"
        sentence = "" if not self.told else told.word if told.alike else name
        own = {one.name for one in fields(made)}
        named = tuple([name for name in ("rule", "broken") if name in own])
        about = {*rules_of_fields, *told.sealed, *filter(None, reasons[:1])}
        if name in self.events or (told.posts and told.mirrors) or about - own:
            raise ValueError(f"{name} is declared twice, or posts and mirrors, or has no field {sorted(about - own)}")
        matter = self.audit if told.audit is None else told.audit
        lands = frozenset([*told.lands, DEAL] if told.role in DEALING else told.lands)
        made.__declared__ = Declared(
            name, rules, named, *reasons, rules_of_fields, told.sealed, told.posts, told.mirrors, told.role, lands, matter, sentence
        )
        self.events[name] = made
        self._own |= dict.fromkeys([base for base in kind.__mro__ if "__shared__" in base.__dict__], made)
        return made


def _slotted(kind: type[E]) -> type[E]:
    """The class as a frozen dataclass with slots, unless it is one by itself."""
    return kind if "__dataclass_fields__" in kind.__dict__ else dataclass(frozen=True, slots=True)(kind)
