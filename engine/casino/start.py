"""How a game begins: who plays (CAS-SEAT-1), the lot for the first dealer (CAS-DEAL-4), the stakes (CAS-POT-1)."""

from typing import Any

from engine import cards, lot, seats
from engine.casino import events
from engine.casino.commands import DrawLot, StartGame
from engine.casino.house_rules import PLAYERS_MOST, HouseRules
from engine.casino.rulebook import CAS_DEAL_4, CAS_DEAL_6, CAS_ORDER_1, CAS_POT_1, CAS_SEAT_1
from engine.casino.state import Game
from engine.parts import Draw, Seated, Stake
from engine.rules import require

PACK = cards.pack("2")


def pack(house: HouseRules) -> tuple[str, ...]:  # noqa: ARG001
    """CAS-DECK-1: the whole deck in its printed order, suit by suit from the two up to the ace, whatever the house rules."""
    return PACK


def start_game(game: Game, command: StartGame) -> tuple[Any, ...]:
    """GameStarted, and LotDrawn if the lot comes with the command.

    Refuses a game that has begun (CAS-ORDER-1), seats or players that come twice, more players than the house takes (CAS-SEAT-1),
    fewer than it needs who can post the stake (CAS-POT-1), and neither dealer nor lot where the service deals (CAS-DEAL-4). A
    dealer who does not sit here is followed by the nearest seat clockwise.
    """
    require(game.phase == "new", CAS_ORDER_1, "This game has begun already.")
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
        require(house.deck != "service", CAS_DEAL_4, "The first dealer is drawn by lot, and no lot has come.")
        return (started,)
    whole = len(command.lot) == len(PACK) and set(command.lot) == set(PACK)
    require(whole, CAS_DEAL_6, "The lot is drawn from the whole pack.")
    return (started, events.LotDrawn(*lot.drawn(numbers, command.lot)))


def _may_play(house: HouseRules, seated: tuple[Seated, ...]) -> None:
    numbers, players = {player.seat for player in seated}, {player.player for player in seated}
    once = len(numbers) == len(players) == len(seated) and min(numbers, default=1) > 0
    require(once, CAS_SEAT_1, "Each seat and each player comes once, and seats are numbered from 1.")
    says = "At most {most} play here, not {seated}."
    require(len(seated) <= house.players_max, CAS_SEAT_1, says, most=house.players_max, seated=len(seated))
    enough(house, [player.stack for player in seated])


def enough(house: HouseRules, stacks: list[int]) -> None:
    """Refuse a game of too few who can post the stake (CAS-POT-1)."""
    needed = PLAYERS_MOST if house.partners else house.players_min
    able = len([stack for stack in stacks if stack >= house.stake])
    says = "A game needs {needed} players who can post the stake of {price}; here are {able}."
    require(able >= needed, CAS_POT_1, says, needed=needed, price=house.stake, able=able)


def draw_lot(game: Game, command: DrawLot) -> tuple[Any, ...]:
    """LotDrawn, from the draws of a real table, given one after the other; the highest rank deals, ace high.

    Refuses another phase (CAS-ORDER-1), a card that is not in the pack or comes twice in a round (CAS-DEAL-6), and a round in which
    not exactly those draw who have to (CAS-DEAL-4).
    """
    require(game.phase == "lot", CAS_ORDER_1, "No lot is due in this game.", phase=game.phase)
    draws = tuple([Draw(draw.seat, draw.card) for draw in command.draws])
    return (events.LotDrawn(*lot.entered(game.active, draws, CAS_DEAL_4, CAS_DEAL_6, PACK)),)


def stakes(game: Game) -> events.StakesPosted:
    """CAS-POT-1: everybody posts the stake before the game; who can not is no part of it."""
    stake, stacks = game.house.stake, game.stacks
    paying = tuple([seat for seat in game.active if stacks[seat] >= stake])
    out = tuple([seat for seat in game.active if stacks[seat] < stake])
    posted = tuple([Stake(seat, game.players[seat], stake) for seat in paying])
    return events.StakesPosted(game.deal, posted, out, stake * len(paying))
