"""The end of a deck and of the game: the last cards, the points, who has won, what the pot does (CAS-LAST, CAS-SCORE, CAS-POT)."""

from engine import seats
from engine.cardgame import settlement
from engine.casino import events
from engine.casino.deal import undealt
from engine.casino.events import DeckPoints, Event, Score
from engine.casino.scoring import TARGETS, deck_points, point_payments, winning_sides
from engine.casino.sides import in_play, on_table, pile_of, seats_of, standing, sweeps_of
from engine.casino.state import Game
from engine.parts import Stake


def last_cards(game: Game) -> Event:
    """CAS-LAST-1: to whoever captured last, or nobody; that is no sweep. Nothing is left: the deck is scored."""
    return taken(game, undealt(game) or ())


def taken(game: Game, over: tuple[str, ...]) -> Event:
    """The same, with the cards that were not dealt."""
    table = on_table(game)
    if not table and not over:
        return scored(game)
    return events.LastCardsTaken(game.deal, game.deck, game.captors[-1] if game.captors else 0, table, over)


def scored(game: Game) -> events.DeckScored:
    """CAS-SCORE-1 to 4: every side that is not out scores its pile. Raises ImpossibleTotal if all 52 cards were captured and the
    points cannot be."""
    sides = in_play(game)
    whole = not game.aside and not game.hidden
    sweeps = {side: sweeps_of(game, side) for side in sides}
    found = deck_points({side: pile_of(game, side) for side in sides}, sweeps, game.house.scoring, whole=whole)
    told = tuple(
        [
            DeckPoints(seats_of(game, side), *points, points.total, game.scores[side] + points.total)
            for side, points in found.items()
        ]
    )
    scores = {side: game.scores[side] + points.total for side, points in found.items()}
    won = winning_sides(scores, game.house.scoring, game.decks_over + 1)
    dealer = 0 if won else seats.next_clockwise(game.active, game.dealer)
    return events.DeckScored(game.deal, game.deck, told, whole, dealer)


def at_end_of_deck(game: Game) -> events.GameDecided:
    """CAS-CLAIM-2, CAS-SCORE-6: the highest have won, with the target or after the decks of a strict game."""
    scores = {side: game.scores[side] for side in in_play(game)}
    won = winning_sides(scores, game.house.scoring, game.decks_over)
    return decided(game, won, "target" if max(scores.values()) >= TARGETS[game.house.scoring] else "decks")


def decided(game: Game, won: tuple[int, ...], because: str) -> events.GameDecided:
    """The winners by seat, and what everybody has: finished decks, penalties, and the piles as they lie."""
    winners = tuple([seat for seat in game.playing if game.sides[seat] in won])
    scores = tuple([Score(seat, standing(game, game.sides[seat])) for seat in game.playing])
    return events.GameDecided(game.deal, winners, because, scores)


def last_side(game: Game) -> Event | None:
    """CAS-OUT-1: the others have left, and one side is left; else None."""
    if len(game.active) > 1 and not game.house.partners:
        return None
    sides = in_play(game)
    return decided(game, sides, "left") if len(sides) == 1 else None


def paid_or_awarded(game: Game) -> Event:
    """What the losers pay for points (CAS-POT-1), and then the pot."""
    paying = point_payments(game.final, game.winners, game.house.per_point)
    if not paying:
        return awarded(game)
    stakes = tuple([Stake(seat, game.players[seat], chips) for seat, chips in paying.items()])
    return events.PointsPosted(game.deal, stakes, game.pot + sum(paying.values()))


def awarded(game: Game) -> events.PotAwarded:
    """The whole pot, with what was paid for points, in equal parts to the winners; odd units to the earlier seats after the dealer
    (CAS-SCORE-6)."""
    return events.PotAwarded(game.deal, settlement.shares(game, game.winners), game.because)
