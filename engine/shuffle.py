"""The published shuffle: a secret of 32 bytes gives the order of a pack, and its commitment is known before anybody cuts.

Cards lie top first. Anyone who is later given the secret can repeat both functions with nothing but SHA-256.
"""

from hashlib import sha256

SECRET_BYTES = 32


def commitment(stream: str, deal: int, shuffle: int, secret: bytes) -> str:
    """What is published before the cut: SHA-256 (hex) over game, number of the deal, of the shuffle in it, and the secret."""
    return sha256(b"cardledger shuffle 1\n%s\n%d\n%d\n" % (stream.encode(), deal, shuffle) + secret).hexdigest()


def shuffled(pack: tuple[str, ...], secret: bytes) -> tuple[str, ...]:
    """The order that `secret` gives to `pack` (at most 256 cards): Fisher-Yates from the last card up, driven by the bytes of
    SHA-256(secret ‖ 0), SHA-256(secret ‖ 1), … (counter of 4 bytes, big-endian).

    A byte at or above the greatest multiple of the number of cards left is passed over, so no order is likelier than another.
    """
    cards, counter, stream, place = list(pack), 0, b"", 0
    for left in range(len(cards), 1, -1):
        limit = 256 - 256 % left
        while True:
            if place == len(stream):
                stream, place = sha256(secret + counter.to_bytes(4, "big")).digest(), 0
                counter += 1
            byte = stream[place]
            place += 1
            if byte < limit:
                break
        at = byte % left
        cards[left - 1], cards[at] = cards[at], cards[left - 1]
    return tuple(cards)


def cut(cards: tuple[str, ...], at: int) -> tuple[str, ...]:
    """The deck after `at` cards were lifted off its top and put under the rest."""
    return cards[at:] + cards[:at]


def belong_together(
    stream: str, deal: int, number: int, pack: tuple[str, ...], published: str, secret: str, order: tuple[str, ...]
) -> bool:
    """Whether commitment, secret (hex) and order are those of this shuffle: number `number` in this deal of the game."""
    told = bytes.fromhex(secret)
    return len(told) == SECRET_BYTES and published == commitment(stream, deal, number, told) and order == shuffled(pack, told)
