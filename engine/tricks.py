"""Following and taking in trick games with trumps."""

from engine.cards import STRENGTH


def following(hand: tuple[str, ...], led: str | None, trump: str) -> tuple[str, ...]:
    """The cards of `hand` that follow: of the suit led, else trumps, else all. `led`, `trump`: suits; `led` None for the leader."""
    if led is None:
        return hand
    suit = tuple([card for card in hand if card[1] == led])
    return suit or tuple([card for card in hand if card[1] == trump]) or hand


def taker(trick: tuple[tuple[int, str], ...], trump: str) -> int:
    """The seat that takes a full trick of (seat, card): the highest trump, without one the highest card of the suit led."""
    seat, best = trick[0]
    for other, card in trick[1:]:
        higher = STRENGTH[card[0]] > STRENGTH[best[0]] if card[1] == best[1] else card[1] == trump
        if higher:
            seat, best = other, card
    return seat
