"""How a sensible player rates his cards. Rules of thumb, not rules of the game: nobody is bound by them."""

from engine.cards import STRENGTH
from engine.tricks import taker

BEST = STRENGTH["A"]
BEATEN_IN_TRUMPS = 0.45  # how likely one rival beats the lowest trump
BEATEN_BESIDE_TRUMPS = 0.35  # how likely he trumps or does not let through what is no trump, were it the ace
BEATEN_IN_SUIT = 0.35  # and how much likelier if it is the lowest card


def tricks_hoped_for(hand: tuple[str, ...], trump: str, rivals: int) -> float:
    """How many tricks these cards may take against so many. trump: the suit."""
    return sum(_takes(card, trump) ** rivals for card in hand)


def _takes(card: str, trump: str) -> float:
    above = (BEST - STRENGTH[card[0]]) / BEST
    return 1 - (BEATEN_IN_TRUMPS * above if card[1] == trump else BEATEN_BESIDE_TRUMPS + BEATEN_IN_SUIT * above)


def chance(hand: tuple[str, ...], trump: str, rivals: int) -> float:
    """How likely it is to take the two tricks that win; against two rivals about a quarter, with a hand as it comes."""
    return min(1.0, (tricks_hoped_for(hand, trump, rivals) / 2) ** 2)


def kept(hand: tuple[str, ...], trump: str, rivals: int) -> tuple[str, ...]:
    """The best of a hand when one card has to be put away."""
    fewer = [tuple([card for card in hand if card != away]) for away in hand]
    return max(fewer, key=lambda cards: tricks_hoped_for(cards, trump, rivals))


def cheapness(card: str, trump: str) -> tuple[bool, int]:
    """By it cards are sorted from the one that is missed least."""
    return card[1] == trump, STRENGTH[card[0]]


def cheapest_winner(may: tuple[str, ...], trick: tuple[tuple[int, str], ...], trump: str) -> str | None:
    """Of the cards that may be played, the least that takes the trick as it lies; None if none does."""
    winning = [card for card in may if taker((*trick, (-1, card)), trump) == -1]
    return min(winning, key=lambda card: cheapness(card, trump), default=None)


def lead(may: tuple[str, ...], trump: str, rivals: int) -> str:
    """The card that is likeliest to take the trick."""
    return max(may, key=lambda card: (_takes(card, trump) ** rivals, card))
