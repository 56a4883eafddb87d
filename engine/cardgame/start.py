"""How a game begins: who plays, and the lot for the first dealer."""

from typing import Any

from engine import lot, seats
from engine.cardgame.commands import DrawLot, StartGame
from engine.cardgame.events import GameStarted, LotDrawn
from engine.cardgame.house import House
from engine.cardgame.particulars import Particulars
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.parts import Draw, Seated
from engine.rules import require


def start_game(game: CardGame[Any], command: StartGame) -> tuple[GameStarted | LotDrawn, ...]:
    """GameStarted, and LotDrawn if the lot comes with the command.

    Refuses a game that has begun, seats or players that come twice, more players than the house takes or fewer than it needs who
    can pay, and neither dealer nor lot where the service deals. A dealer who does not sit here is followed by the nearest seat
    clockwise.
    """
    by, house = game.by, command.house
    require(game.phase == "new", by.order, "This game has begun already.")
    seated = tuple(sorted(command.seats, key=lambda player: player.seat))
    _may_play(by, house, seated)
    numbers = tuple([player.seat for player in seated])
    dealer = command.dealer
    if dealer is not None and dealer not in numbers:
        dealer = seats.next_clockwise(numbers, dealer)
    started = by.family.own(GameStarted)(command.table, command.number, house, command.unit, command.scale, seated, dealer)
    if dealer is not None:
        return (started,)
    if command.lot is None:
        require(house.deck != "service", by.lot, "The first dealer is drawn by lot, and no lot has come.")
        return (started,)
    whole = by.pack(house)
    require(len(command.lot) == len(whole) and set(command.lot) == set(whole), by.cards, "The lot is drawn from the whole pack.")
    return (started, by.family.own(LotDrawn)(*lot.drawn(numbers, command.lot)))


def _may_play(by: Particulars, house: House, seated: tuple[Seated, ...]) -> None:
    numbers, players = {player.seat for player in seated}, {player.player for player in seated}
    once = len(numbers) == len(players) == len(seated) and min(numbers, default=1) > 0
    require(once, by.seats, "Each seat and each player comes once, and seats are numbered from 1.")
    says = "At most {most} play here, not {seated}."
    require(len(seated) <= house.players_max, by.crowd, says, most=house.players_max, seated=len(seated))
    by.enough(house, [player.stack for player in seated])


def draw_lot(game: CardGame[Any], command: DrawLot) -> tuple[LotDrawn]:
    """LotDrawn, from the draws of a real table, given one after the other; the highest rank deals, ace high.

    Refuses another phase, a card that is not in the pack or comes twice in a round, and a round in which not exactly those draw who
    have to.
    """
    by = game.by
    require(game.phase == "lot", by.order, "No lot is due in this game.", phase=game.phase)
    draws = tuple([Draw(draw.seat, draw.card) for draw in command.draws])
    return (by.family.own(LotDrawn)(*lot.entered(game.staying, draws, by.lot, by.cards, by.pack(game.house))),)


def started(game: G, event: GameStarted, house: House, first: str, **more: Any) -> G:
    """The state after the beginning. house: of the event. first: the phase that comes first, once there is a dealer."""
    stacks = {player.seat: player.stack for player in event.seats}
    return changed(
        game,
        phase="lot" if event.dealer is None else first,
        house=house,
        table=event.table,
        number=event.number,
        unit=event.unit,
        scale=event.scale,
        seats=tuple(stacks),
        players={player.seat: player.player for player in event.seats},
        stacks=stacks,
        brought=stacks,
        dealer=event.dealer or 0,
        deal=1,
        offences=changed(game.offences, recorded=True) if house.enforcement == "record" else game.offences,
        **more,
    )
