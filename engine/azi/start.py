"""How a game begins: who plays, the lot for the first dealer (AZI-DEAL-1), the antes (AZI-ANTE-1 to 3)."""

from functools import cache, partial
from typing import Any

from engine import cards, lot, seats
from engine.azi import events
from engine.azi.commands import DrawLot, StartGame
from engine.azi.events import Draw, Seated, Stake
from engine.azi.house_rules import HouseRules
from engine.azi.rulebook import AZI_DEAL_1, AZI_DEAL_9, AZI_ORDER_1, AZI_SEAT_1, AZI_SEAT_2
from engine.azi.state import Game
from engine.rules import require


def pack(house: HouseRules) -> tuple[str, ...]:
    """AZI-DECK-1: the whole deck in its printed order, suit by suit from the six up."""
    return _pack(house.missing_suit)


_pack = cache(partial(cards.pack, "6"))


def start_game(game: Game, command: StartGame) -> tuple[Any, ...]:
    """GameStarted, and LotDrawn if the lot comes with the command.

    Refuses a game that has begun (AZI-ORDER-1), seats or players that come twice (AZI-SEAT-2), more players than the house takes or
    fewer than it needs who can pay the ante (AZI-SEAT-1), and neither dealer nor lot where the service deals (AZI-DEAL-1).
    A dealer who does not sit here is followed by the nearest seat clockwise (AZI-SEAT-3).
    """
    require(game.phase == "new", AZI_ORDER_1, "This game has begun already.")
    house = command.house
    seated = tuple(sorted(command.seats, key=lambda player: player.seat))
    _may_play(house, seated)
    numbers = tuple([player.seat for player in seated])
    dealer = command.dealer
    if dealer is not None and dealer not in numbers:
        dealer = seats.next_clockwise(numbers, dealer)
    started = events.GameStarted(command.table, command.number, house, command.unit, command.scale, seated, dealer)
    if dealer is not None:
        return (started,)
    if command.lot is None:
        require(house.deck != "service", AZI_DEAL_1, "The first dealer is drawn by lot, and no lot has come.")
        return (started,)
    whole = pack(house)
    require(len(command.lot) == len(whole) and set(command.lot) == set(whole), AZI_DEAL_9, "The lot is drawn from the whole pack.")
    return (started, events.LotDrawn(*lot.drawn(numbers, command.lot)))


def _may_play(house: HouseRules, seated: tuple[Seated, ...]) -> None:
    numbers, players = {player.seat for player in seated}, {player.player for player in seated}
    once = len(numbers) == len(players) == len(seated) and min(numbers, default=1) > 0
    require(once, AZI_SEAT_2, "Each seat and each player comes once, and seats are numbered from 1.")
    says = "At most {most} play here, not {seated}."
    require(len(seated) <= house.players_max, AZI_SEAT_1, says, most=house.players_max, seated=len(seated))
    able = len([player for player in seated if player.stack >= house.ante])
    says = "A game needs {needed} players who can pay the ante of {ante}; here are {able}."
    require(able >= house.players_min, AZI_SEAT_1, says, needed=house.players_min, ante=house.ante, able=able)


def draw_lot(game: Game, command: DrawLot) -> tuple[Any, ...]:
    """LotDrawn, from the draws of a real table, given one after the other; the highest rank deals (AZI-DECK-2).

    Refuses another phase (AZI-ORDER-1), a card that is not in the pack or comes twice in a round (AZI-DEAL-9), and a round in which
    not exactly those draw who have to (AZI-DEAL-1).
    """
    require(game.phase == "lot", AZI_ORDER_1, "No lot is due in this game.", phase=game.phase)
    draws = tuple([Draw(draw.seat, draw.card) for draw in command.draws])
    return (events.LotDrawn(*lot.entered(game.staying, draws, AZI_DEAL_1, AZI_DEAL_9, pack(game.house))),)


def lot_of_one(game: Game) -> events.LotDrawn:
    """It falls on the only one who has not left."""
    return events.LotDrawn((), game.staying[0])


def due_for_ante(game: Game) -> tuple[int, ...]:
    """Before the game everybody, before a redeal whoever has posted each ante so far, also if he had folded before a renege and was
    not dealt in again (AZI-VIOL-3); less those who have left or were put out."""
    eligible = game.eligible
    return tuple([seat for seat in eligible if seat in game.anted]) if game.anted else eligible


def antes(game: Game) -> events.AntesPosted:
    """AZI-ANTE-1 before the game, AZI-ANTE-3 before a redeal: who can pay posts the ante, who can not is out of the deal.

    If nobody can pay, the redeal goes to the same players as before, without antes.
    """
    due = due_for_ante(game)
    ante, stacks = game.house.ante, game.stacks
    paying = tuple(sorted([seat for seat in due if stacks[seat] >= ante]))
    out = tuple(sorted([seat for seat in due if stacks[seat] < ante])) if paying else ()
    stakes = tuple([Stake(seat, game.players[seat], ante) for seat in paying])
    return events.AntesPosted(game.deal, stakes, out, game.pot + ante * len(paying))
