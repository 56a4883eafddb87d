"""The lot for the first dealer: each draws a card, the highest rank deals (ace high), ties draw again."""

from engine.cards import STRENGTH
from engine.parts import Draw
from engine.rules import Rule, require
from engine.saying import Saying, Seats

Rounds = tuple[tuple[Draw, ...], ...]


def drawn(seats: tuple[int, ...], lot: tuple[str, ...]) -> tuple[Rounds, int]:
    """Each takes the next card of `lot`, ties again: the rounds, and on whom it falls. Should the pack not last, it falls on the
    first seat still tied."""
    rounds = []
    while len(seats) > 1 and len(lot) >= len(seats):
        one = tuple([Draw(seat, card) for seat, card in zip(seats, lot, strict=False)])
        rounds.append(one)
        lot = lot[len(seats) :]
        seats = highest(one)
    return tuple(rounds), seats[0]


def highest(draws: tuple[Draw, ...]) -> tuple[int, ...]:
    """The seats that drew the highest rank."""
    best = max([STRENGTH[draw.card[0]] for draw in draws])
    return tuple([draw.seat for draw in draws if STRENGTH[draw.card[0]] == best])


def entered(
    seats: tuple[int, ...], draws: tuple[Draw, ...], deal_rule: Rule, card_rule: Rule, pack: tuple[str, ...]
) -> tuple[Rounds, int]:
    """The same of the draws of a real table, told one after the other.

    Refuses the draw of somebody else, a round in which not exactly those draw who have to, and draws too many (`deal_rule`); a card
    that is not in the pack or comes twice in a round (`card_rule`).
    """
    known, rounds, who = frozenset(pack), [], Seats(seats)
    for draw in draws:
        says = Saying("For this lot draw {who}, not seat {seat}.", who=who, seat=draw.seat)
        require(draw.seat in seats, deal_rule, says, seat=draw.seat, legal=seats)
    while len(seats) > 1:
        one, draws = draws[: len(seats)], draws[len(seats) :]
        says = Saying("Now draw, once each: {who}.", who=Seats(seats))
        require(sorted([draw.seat for draw in one]) == sorted(seats), deal_rule, says, legal=seats)
        _drawn_once(one, known, card_rule)
        rounds.append(one)
        seats = tuple(sorted(highest(one)))
    require(not draws, deal_rule, "By these draws the lot falls on seat {seat}, and nobody draws again.", seat=seats[0])
    return tuple(rounds), seats[0]


def _drawn_once(draws: tuple[Draw, ...], known: frozenset[str], rule: Rule) -> None:
    """Refuse (`rule`) a card that is not in the pack or comes twice."""
    seen: set[str] = set()
    for draw in draws:
        require(draw.card in known, rule, "Card {card} of seat {seat} is not in this pack.", seat=draw.seat, card=draw.card)
        says = "Card {card} of seat {seat} has been drawn already in this round."
        require(draw.card not in seen, rule, says, seat=draw.seat, card=draw.card)
        seen.add(draw.card)


def complete(cards: tuple[str, ...], pack: tuple[str, ...]) -> tuple[str, ...]:
    """A lot that begins with these cards: the rest of the pack after them, in its printed order."""
    return cards + tuple([card for card in pack if card not in cards])
