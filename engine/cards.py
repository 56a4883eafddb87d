"""Cards are two letters, rank and suit: "9H", "TS", "AD". Ranks 2 to 9, T, J, Q, K, A; suits C, D, H, S."""

RANKS = "23456789TJQKA"
SUITS = "CDHS"
STRENGTH = {rank: number for number, rank in enumerate(RANKS)}


def pack(lowest: str, missing_suit: str | None = None) -> tuple[str, ...]:
    """All cards from rank `lowest` to the ace, suit by suit, less one whole suit if it is named.

    >>> len(pack("6", "C")), len(pack("2"))
    (27, 52)
    """
    ranks = RANKS[RANKS.index(lowest) :]
    return tuple(rank + suit for suit in SUITS if suit != missing_suit for rank in ranks)


def suit_of(card: str) -> str:
    """The suit of a card: "H" of "9H"."""
    return card[1]
