"""What can be known of hands that only their owners see: what each surely holds, what it may hold, what it cannot hold.

Every card that comes up is seen by all. A card that nobody has seen yet may lie in any hand with room for it, among the cards that
an owner has put away face down, or where it was never dealt. Nothing is guessed from how somebody plays: he may play against the
rules. What is told is exact as long as each owner puts one card away at most; with more it may allow too much, never too little.
Cards are as in engine/cards.py; a state never changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Holding:
    """One hand. count: cards in it. away: cards that its owner has put away face down since they were dealt to him.

    surely: cards known to be in the hand. perhaps: cards known to be in it or among those put away. beneath: cards known to be
    among those put away.
    """

    count: int
    away: int = 0
    surely: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    beneath: tuple[str, ...] = ()

    @property
    def room(self) -> int:
        """How many of the cards in the hand and put away nobody knows."""
        return self.count + self.away - len(self.surely) - len(self.perhaps) - len(self.beneath)


@dataclass(frozen=True, slots=True)
class Hands:
    """unplaced: the cards that nobody has seen yet, in the order of the pack. held: by seat, everybody who was dealt to."""

    unplaced: tuple[str, ...]
    held: dict[int, Holding]


@dataclass(frozen=True, slots=True)
class Told:
    """What anybody may be told of one hand. count: cards in it. surely: those that it holds. perhaps: the others that it may hold.
    away: how many its owner has put away face down."""

    count: int
    surely: tuple[str, ...]
    perhaps: tuple[str, ...]
    away: int


def dealt(pack: tuple[str, ...], seats: tuple[int, ...], count: int) -> Hands:
    """`count` cards each, and nobody has seen one."""
    return Hands(pack, {seat: Holding(count) for seat in seats})


def come_up(hands: Hands, card: str) -> Hands:
    """`card` was turned up outside the hands."""
    return replace(hands, unplaced=tuple([one for one in hands.unplaced if one != card]))


def surely(hands: Hands, seat: int) -> tuple[str, ...]:
    """The cards that this hand is known to hold; all that nobody has seen, if there is no other place for them."""
    held = hands.held[seat]
    if held.away == len(held.beneath) and held.room == len(hands.unplaced):
        return (*held.surely, *hands.unplaced)
    return held.surely


def possible(hands: Hands, seat: int) -> tuple[str, ...]:
    """Every card that this hand may hold, those that it surely holds first."""
    held = hands.held[seat]
    if held.count == len(held.surely):
        return held.surely
    return (*held.surely, *held.perhaps, *(hands.unplaced if held.room else ()))


def told(hands: Hands, seat: int) -> Told:
    """The same for people."""
    held, sure = hands.held[seat], surely(hands, seat)
    return Told(held.count, sure, tuple([card for card in possible(hands, seat) if card not in sure]), held.away)


def known(hands: Hands, seat: int, cards: tuple[str, ...]) -> Hands | None:
    """The hand of `seat` holds these cards, as everybody knows now; None if it cannot be."""
    held = hands.held[seat]
    if len(set(cards)) < len(cards) or not set(cards) <= set(possible(hands, seat)):
        return None
    new = tuple([card for card in cards if card not in held.surely])
    sure = (*held.surely, *new)
    left = tuple([card for card in held.perhaps if card not in new])
    now = replace(held, surely=sure, perhaps=left)
    if len(sure) > held.count or now.room < 0:
        return None
    unplaced = tuple([card for card in hands.unplaced if card not in new])
    return Hands(unplaced, {**hands.held, seat: _settled(now)})


def _settled(held: Holding) -> Holding:
    """If every card of the hand is known, those that may be in it or put away are put away."""
    if held.perhaps and held.count == len(held.surely):
        return replace(held, perhaps=(), beneath=(*held.beneath, *held.perhaps))
    return held


def taken_out(hands: Hands, seat: int, card: str, *, drawn: int = 0) -> Hands:
    """`card`, which it may hold, leaves the hand for all to see: it is played, or given up for `drawn` cards that nobody sees."""
    shown = known(hands, seat, (card,)) or hands
    held = shown.held[seat]
    rest = tuple([one for one in held.surely if one != card])
    return replace(shown, held={**shown.held, seat: replace(held, count=held.count - 1 + drawn, surely=rest)})


def taken_back(hands: Hands, seat: int, card: str) -> Hands:
    """`card`, which has come up, goes into this hand."""
    held = hands.held[seat]
    return replace(hands, held={**hands.held, seat: replace(held, count=held.count + 1, surely=(*held.surely, card))})


def put_away(hands: Hands, seat: int) -> Hands:
    """The owner puts a card away face down: any one of his."""
    held = hands.held[seat]
    either = Holding(held.count - 1, held.away + 1, (), (*held.surely, *held.perhaps), held.beneath)
    return replace(hands, held={**hands.held, seat: _settled(either)})


def may_be(hands: Hands, seat: int, cards: frozenset[str]) -> bool:
    """Whether the hand of `seat` may be exactly these cards."""
    held = hands.held[seat]
    rest = cards - set(held.surely) - set(held.perhaps)
    if len(cards) != held.count or not set(held.surely) <= cards or not rest <= set(hands.unplaced):
        return False
    return len([card for card in held.perhaps if card not in cards]) <= held.away - len(held.beneath)
