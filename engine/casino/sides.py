"""Who plays for whom (CAS-SEAT-1), what the piles hold, and what everybody has at this moment.

A side goes by the first of its seats. Alone each player is a side.
"""

from engine.casino.deal import undealt
from engine.casino.scoring import claimable
from engine.casino.state import PLAYED, Game


def sides_of(playing: tuple[int, ...], partners: bool) -> dict[int, int]:
    """Seat -> side. playing: ascending; of partners the first and the third play against the second and the fourth."""
    return {seat: playing[number % 2] if partners else seat for number, seat in enumerate(playing)}


def in_play(game: Game) -> tuple[int, ...]:
    """The sides that are not out, in the order of seats."""
    return tuple(dict.fromkeys([game.sides[seat] for seat in game.active]))


def seats_of(game: Game, side: int) -> tuple[int, ...]:
    """The seats of a side, ascending."""
    return tuple([seat for seat in game.playing if game.sides[seat] == side])


def on_table(game: Game) -> tuple[str, ...]:
    """All cards that lie on the table, loose ones first."""
    return (*game.loose, *[card for build in game.builds for card in build.cards])


def pile_of(game: Game, side: int) -> tuple[str, ...]:
    """What a side has captured in this deck: partners have one pile. From the last card on also what goes to whoever captured last
    (CAS-LAST-1), but for left-over cards that nobody can tell yet; of a player who is out nothing counts (CAS-OUT-1)."""
    if not game.house.partners:
        pile = game.piles.get(side, ())
    else:
        pile = tuple([card for seat in seats_of(game, side) for card in game.piles.get(seat, ())])
    if game.phase in PLAYED and game.captors and game.captors[-1] in game.active and game.sides[game.captors[-1]] == side:
        return (*pile, *on_table(game), *(undealt(game) or ()))
    return pile


def sweeps_of(game: Game, side: int) -> int:
    """How many sweeps a side has made in this deck."""
    return sum([game.sweeps.get(seat, 0) for seat in seats_of(game, side)])


def standing(game: Game, side: int) -> int:
    """CAS-CLAIM-1: the points of finished decks, penalties, and the pile as it lies; from the last card on with what is his by it
    (CAS-LAST-1)."""
    return claimable(game.scores[side], pile_of(game, side), sweeps_of(game, side), game.house.scoring)
