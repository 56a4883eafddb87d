"""What the cards that come up prove of a hand that only its player sees (AZI-DEAL-9): that a card was played against the rules, by
the rules, or neither so far. Nothing is merely suspected: a card is judged when every hand that is still possible says the same.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from engine import possibilities
from engine.azi.declarations import RAZNOMAST_CARDS
from engine.azi.duties import choices, holds_back
from engine.azi.offences import Doubt, Laid
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_PLAY_2, AZI_PLAY_3, AZI_RAZ_1
from engine.azi.state import Game
from engine.possibilities import Hands

# From what can still come out worse to what cannot.
ORDER = ("", AZI_PLAY_3.id, AZI_PLAY_2.id)


def doubt_of(game: Game, seat: int) -> Doubt | None:
    """How things stand before `seat` plays its next card; None for a lead, which is always by the rules."""
    if not game.trick:
        return None
    return Doubt(game.trick, _down(game.offences.laid, seat), seat in game.declared and not game.takers)


def judged(game: Game) -> tuple[Laid, ...]:
    """The cards laid in this deal, each with what is proved of it by now."""
    known, laid = game.offences.known, game.offences.laid
    if known is None:
        return laid
    now = tuple([_judged(game, known, laid, play) if play.doubt else play for play in laid])
    for seat in game.declared:
        now = _false_raznomast(game, known, seat, now)
    return now


def provably_wrong(game: Game, seat: int, card: str) -> bool:
    """Whether everybody would see at once that `seat` plays this card, which it may hold, against the rules."""
    known, doubt = game.offences.known, doubt_of(game, seat)
    if known is None or doubt is None:
        return False
    after = possibilities.taken_out(known, seat, card)
    mine = {card, *possibilities.surely(after, seat)}
    return _verdict(game, after, Laid(0, seat, card, "", 0, doubt), mine)[0] != ""


def _judged(game: Game, known: Hands, laid: tuple[Laid, ...], play: Laid) -> Laid:
    """The hand held, when this card was played, whatever its player has laid down since, and what he is known to hold now."""
    if play.doubt is None:
        return play
    mine = {*_down(laid, play.seat), *possibilities.surely(known, play.seat)}.difference(play.doubt.down)
    broken, final = _verdict(game, known, play, mine)
    return replace(play, broken=broken, doubt=None if final else play.doubt)


def _verdict(game: Game, known: Hands, play: Laid, mine: set[str]) -> tuple[str, bool]:
    """The rule that the card has broken for certain, or ""; and whether nothing that comes up can change that.

    mine: the cards known to have been in the hand, this one among them. Of what is unknown of it now as many cards were in it then.
    """
    seat, sure = play.seat, possibilities.surely(known, play.seat)
    unknown = known.held[seat].count - len(sure)
    least = _broken(game, play, mine)
    if not unknown or least == AZI_PLAY_2.id:
        return least, True
    others = [card for card in possibilities.possible(known, seat) if card not in sure]

    def can_be(more: tuple[str, ...]) -> bool:
        return possibilities.may_be(known, seat, frozenset({*sure, *more}))

    # Each further card can only make it worse, and for itself.
    same = [card for card in others if _broken(game, play, {*mine, card}) == least]
    if len(same) == len(others):
        return least, True
    if any(can_be(more) for more in combinations(same, unknown)):
        return least, False
    found = {_broken(game, play, {*mine, *more}) for more in combinations(others, unknown) if can_be(more)}
    return min(found, key=ORDER.index, default=least), len(found) == 1


def _broken(game: Game, play: Laid, hand: set[str]) -> str:
    """AZI-PLAY-2, AZI-PLAY-3: the rule that this card breaks out of this hand, or ""."""
    doubt, trump = play.doubt, game.trump[1]
    if doubt is None:
        return ""
    may = choices(tuple(hand), doubt.trick, trump, game.house.must_overtrump)
    if play.card in may or (doubt.spared and holds_back(tuple(hand), doubt.trick, trump)):
        return ""
    return AZI_PLAY_2.id if may[0][1] == doubt.trick[0][1][1] else AZI_PLAY_3.id


def can_be_raznomast(game: Game, seat: int) -> bool:
    """AZI-RAZ-1: whether what `seat` has laid down and what it may hold can be the ace of trumps and two of one other suit."""
    known = game.offences.known
    return known is not None and _can_be(game, known, seat, _down(game.offences.laid, seat))


def _can_be(game: Game, known: Hands, seat: int, down: tuple[str, ...]) -> bool:
    trump = game.trump[1]
    for suit in {card[1] for card in pack(game.house)} - {trump}:
        plain = [card for card in pack(game.house) if card[1] == suit]
        for pair in combinations(plain, RAZNOMAST_CARDS - 1):
            if possibilities.may_be(known, seat, frozenset({"A" + trump, *pair}.difference(down))):
                return True
    return False


def _false_raznomast(game: Game, known: Hands, seat: int, laid: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """AZI-RAZ-1: once it is proved false, the last card of his that nothing else is wrong with bears it."""
    mine = [play for play in laid if play.seat == seat]
    if any(play.broken == AZI_RAZ_1.id for play in mine) or _can_be(game, known, seat, _down(laid, seat)):
        return laid
    last = next((play for play in reversed(mine) if play.stands and not play.broken and not play.doubt), None)
    return tuple([replace(play, broken=AZI_RAZ_1.id) if play is last else play for play in laid])


def _down(laid: tuple[Laid, ...], seat: int) -> tuple[str, ...]:
    """What `seat` has laid down in this deal and not taken back."""
    return tuple([play.card for play in laid if play.seat == seat and play.stands])
