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
    led = trick[0][1][1]
    return max(trick, key=lambda play: (play[1][1] == trump, play[1][1] == led, STRENGTH[play[1][0]]))[0]
