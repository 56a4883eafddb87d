"""Which cards a hand may play to a trick (AZI-PLAY-2 to 4, AZI-RAZ-2)."""

from engine.azi.state import Game
from engine.cards import STRENGTH
from engine.tricks import following


def choices(hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], trump: str, overtrump: bool) -> tuple[str, ...]:
    """The cards of `hand` that may be played to `trick`, so far (seat, card); trump: the suit.

    AZI-PLAY-2: of the suit led. AZI-PLAY-3: without one a trump; with `overtrump` one that goes over the best trump on the table,
    if there is one. AZI-PLAY-4: with neither any card.
    """
    if not trick:
        return hand
    led = trick[0][1][1]
    may = following(hand, led, trump)
    if overtrump and may and led != trump and may[0][1] == trump:
        best = max([STRENGTH[card[0]] for _, card in trick if card[1] == trump], default=-1)
        return tuple([card for card in may if STRENGTH[card[0]] > best]) or may
    return may


def may_play(game: Game, seat: int) -> tuple[str, ...]:
    """The cards that `seat` may play now. AZI-RAZ-2: whoever has declared raznomast and cannot follow to the first trick need
    not play the ace of trumps, if it is his only one."""
    hand, trick, trump = game.hands[seat], game.trick, game.trump[1]
    spared = seat in game.declared and not game.takers and holds_back(hand, trick, trump)
    return hand if spared else choices(hand, trick, trump, game.house.must_overtrump)


def holds_back(hand: tuple[str, ...], trick: tuple[tuple[int, str], ...], trump: str) -> bool:
    """AZI-RAZ-2: whether the ace is the only trump of this hand, which cannot follow. Beside another trump it is no raznomast, and
    a trump has to be played, whichever of them goes over the best on the table (AZI-PLAY-3)."""
    trumps = [card for card in hand if card[1] == trump]
    return bool(trick) and trumps == ["A" + trump] and all(card[1] != trick[0][1][1] for card in hand)
