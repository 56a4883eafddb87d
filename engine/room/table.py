"""A table: who sits where, what stands before him between games, which game is running. Rules TABLE-1 to 7.

From GameBegun to GameFinished the game holds the stacks of `playing`; the table moves nothing of theirs meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.changed import changed
from engine.chips import MOST
from engine.decider import Decider, unknown
from engine.room import commands, events
from engine.room.rulebook import TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5, TABLE_6, TABLE_7
from engine.room.words import LENGTH_MAX, fits
from engine.rules import RuleBroken, require
from engine.seats import next_clockwise

STEWARDS_MAX = 50
DISPUTE_HOURS_MAX = 8760


@dataclass(frozen=True, slots=True)
class LastGame:
    """The game that was played last, as long as it can be taken up again: no other has begun.

    stacks, next_dealer: as they were when it began. given: what everybody had at its end; left: seats of those who had left and
    were paid out.
    """

    number: int
    stacks: Mapping[int, int]
    next_dealer: int | None
    given: tuple[events.StackAfter, ...]
    left: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """id "" is a table not opened yet.

    house: complete house rules, plain. seats: how many there are, numbered clockwise from 1. players, stacks: by seat; the stacks
    of `playing` are as they were when the game began. running: number of the game being played, or None; begun: games begun so far.
    last: the game before, while none has begun since. next_dealer: a seat, or None: by lot. ends_at: UTC. ended: the agreed end has
    come. dispute_hours: see DISPUTE-2.
    """

    id: str = ""
    name: str = ""
    game: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 0
    players: Mapping[int, str] = field(default_factory=dict)
    stacks: Mapping[int, int] = field(default_factory=dict)
    stewards: tuple[str, ...] = ()
    running: int | None = None
    playing: tuple[int, ...] = ()
    begun: int = 0
    last: LastGame | None = None
    next_dealer: int | None = None
    ends_at: str | None = None
    ended: bool = False
    closed: bool = False
    dispute_hours: int = 0
    unit: str = ""
    scale: int = 0


def seat_of(table: Table, player: str) -> int | None:
    """Where `player` sits, or None."""
    for seat, sitting in table.players.items():
        if sitting == player:
            return seat
    return None


def is_playing(table: Table, player: str) -> bool:
    """Whether the running game holds this player's stack."""
    return seat_of(table, player) in table.playing


def can_pay(table: Table) -> tuple[int, ...]:
    """Seats, ascending, whose stack covers the ante or the stake of the house rules (more than nothing where there is neither)."""
    price = max(int(table.house.get("ante") or table.house.get("stake") or 0), 1)
    return tuple(sorted(seat for seat, stack in table.stacks.items() if stack >= price))


def decide(table: Table, command: commands.TableCommand) -> tuple[events.TableEvent, ...]:
    """The events of the act. Refuses by TABLE-1 to 7, in the order of the rulebook."""
    if isinstance(command, commands.OpenTable):
        return _opened(table, command)
    require(bool(table.id), TABLE_1, "This table has not been opened.")
    require(not table.closed, TABLE_6, "This table is closed.")
    match command:
        case commands.AssignSteward():
            return _assigned(table, command)
        case commands.SeatPlayer():
            return _seated(table, command)
        case commands.TakeChips() | commands.ReturnChips():
            return _moved(table, command)
        case commands.LeaveTable():
            return _left(table, command)
        case commands.BeginGame():
            return _begun(table, command)
        case commands.FinishGame():
            return _finished(table, command)
        case commands.PassDeal():
            return _passed(table, command)
        case commands.ResumeGame():
            return _resumed(table, command)
        case commands.EndSitting():
            return _ended(table, command)
        case commands.CloseTable():
            return _closed(table)
    raise unknown("a table", command)


def _opened(table: Table, command: commands.OpenTable) -> tuple[events.TableEvent, ...]:
    require(not table.id, TABLE_1, "This table is open already.")
    says = "A table has a name of 1 to {most} characters, without control characters."
    require(fits(command.name), TABLE_1, says, most=LENGTH_MAX)
    low, high = int(command.house["players_min"]), int(command.house["players_max"])
    says = "By these house rules a table has {fewest} to {most} seats, not {seats}."
    require(low <= command.seats <= high, TABLE_2, says, seats=command.seats, fewest=low, most=high)
    once = len(set(command.stewards)) == len(command.stewards) <= STEWARDS_MAX
    require(once, TABLE_7, "A table names at most {most} stewards, each once.", most=STEWARDS_MAX)
    says = "How long games may be disputed is 0 to {most} hours, not {hours}."
    hours = command.dispute_hours
    require(0 <= hours <= DISPUTE_HOURS_MAX, TABLE_1, says, hours=hours, most=DISPUTE_HOURS_MAX)
    opened = events.TableOpened(
        table=command.table,
        name=command.name,
        game=command.game,
        house=command.house,
        seats=command.seats,
        ends_at=command.ends_at,
        stewards=command.stewards,
        unit=command.unit,
        scale=command.scale,
        dispute_hours=hours,
    )
    return (opened,)


def _assigned(table: Table, command: commands.AssignSteward) -> tuple[events.TableEvent, ...]:
    require(command.steward not in table.stewards, TABLE_7, "He is a steward of this table already.", steward=command.steward)
    require(len(table.stewards) < STEWARDS_MAX, TABLE_7, "A table has at most {most} stewards.", most=STEWARDS_MAX)
    return (events.StewardAssigned(command.steward),)


def _seated(table: Table, command: commands.SeatPlayer) -> tuple[events.TableEvent, ...]:
    sitting = seat_of(table, command.player)
    require(sitting is None, TABLE_2, "He sits at this table already, at seat {seat}.", seat=sitting)
    _no_other_entry(table, command.same)
    free = tuple(seat for seat in range(1, table.seats + 1) if seat not in table.players)
    require(bool(free), TABLE_2, "All {seats} seats of this table are taken.", seats=table.seats)
    seat = free[0] if command.seat is None else command.seat
    require(1 <= seat <= table.seats, TABLE_2, "The seats of this table are 1 to {seats}.", seat=seat, seats=table.seats)
    require(seat in free, TABLE_2, "Seat {seat} is taken.", seat=seat, free=free)
    return (events.PlayerSeated(seat, command.player),)


def _no_other_entry(table: Table, same: tuple[str, ...]) -> None:
    """TABLE-2, PEOPLE-2: a person sits once at a table, by whichever of his entries."""
    other = next((entry for entry in same if seat_of(table, entry) is not None), None)
    says = "Another entry of this person, {other}, sits at this table."
    require(other is None, TABLE_2, says, other=other)


def _moved(table: Table, command: commands.TakeChips | commands.ReturnChips) -> tuple[events.TableEvent, ...]:
    player, chips = command.player, command.chips
    seat = seat_of(table, player)
    if seat is None:
        raise RuleBroken(TABLE_4, "He does not sit at this table.")
    if isinstance(command, commands.TakeChips):
        require(seat not in table.playing, TABLE_4, "He is in the running game, which takes his chips itself.", seat=seat)
        _no_other_entry(table, command.same)
        require(0 < chips <= MOST, TABLE_4, "Chips are moved in whole units, more than zero and at most 10^30.", chips=chips)
        return (events.ChipsTaken(seat, player, chips),)
    require(seat not in table.playing, TABLE_4, "No chips go back to the wallet while he is in a game.", seat=seat)
    require(chips > 0, TABLE_4, "Chips are moved in whole units, more than zero.", chips=chips)
    stack = table.stacks[seat]
    require(chips <= stack, TABLE_4, "His stack is {stack}; {chips} is more.", chips=chips, stack=stack)
    return (events.ChipsReturned(seat, player, chips),)


def _left(table: Table, command: commands.LeaveTable) -> tuple[events.TableEvent, ...]:
    seat = seat_of(table, command.player)
    if seat is None:
        raise RuleBroken(TABLE_5, "He does not sit at this table.")
    require(seat not in table.playing, TABLE_5, "He is in the running game and leaves by it, at its end.", seat=seat)
    return _paid_out(seat, command.player, table.stacks[seat])


def _paid_out(seat: int, player: str, stack: int) -> tuple[events.TableEvent, ...]:
    unseated = events.PlayerUnseated(seat, player)
    return (events.ChipsReturned(seat, player, stack), unseated) if stack else (unseated,)


def _begun(table: Table, command: commands.BeginGame) -> tuple[events.TableEvent, ...]:
    require(table.running is None, TABLE_3, "Game {number} is running at this table.", number=table.running)
    over = table.ended or (table.ends_at is not None and command.at >= table.ends_at)
    require(not over, TABLE_3, "The agreed end of this sitting has come: no new game starts.", ends_at=table.ends_at)
    able, needed = can_pay(table), int(table.house["players_min"])
    says = "A game needs {needed} players who can pay; here are {able}."
    require(len(able) >= needed, TABLE_3, says, needed=needed, able=len(able))
    return (events.GameBegun(table.game, table.begun + 1, tuple(sorted(table.players))),)


def _finished(table: Table, command: commands.FinishGame) -> tuple[events.TableEvent, ...]:
    require(command.number == table.running, TABLE_3, "Game {number} is not running at this table.", number=command.number)
    seats = tuple(sorted(stack.seat for stack in command.stacks))
    same = seats == table.playing and all(table.players[after.seat] == after.player for after in command.stacks)
    require(same and set(command.left) <= set(seats), TABLE_3, "These are not the players of game {number}.", number=command.number)
    happened: list[events.TableEvent] = [
        events.GameFinished(table.game, command.number, command.how, command.stacks, command.next_dealer, command.left)
    ]
    for after in command.stacks:
        if after.seat in command.left:
            happened += _paid_out(after.seat, after.player, after.chips)
    return tuple(happened)


def _passed(table: Table, command: commands.PassDeal) -> tuple[events.TableEvent, ...]:
    last = command.number == table.begun and table.running is None
    require(last, TABLE_3, "Game {number} is not the last one of this table, or it is running.", number=command.number)
    seat = command.next_dealer
    require(seat in table.players, TABLE_2, "Nobody sits at seat {seat} of this table.", seat=seat)
    return (events.DealPassed(command.number, seat),)


def _resumed(table: Table, command: commands.ResumeGame) -> tuple[events.TableEvent, ...]:
    """GameResumed; first the seats and stacks of those who were paid out at its end are theirs again, and chips that came meanwhile
    go back. Refused (TABLE-3) for another game than the last, once another has begun, and where somebody who played in
    it does not sit there with what it gave him."""
    last, number = table.last, command.number
    if last is None or last.number != number:
        raise RuleBroken(TABLE_3, "Game {number} is not taken up again: another one has begun.", number=number)
    happened: list[events.TableEvent] = []
    for after in last.given:
        seat, player, chips = after.seat, after.player, after.chips
        if seat in last.left:
            says = "Seat {seat}, whose player was paid out at the end of game {number}, is taken; first it has to be free."
            require(seat not in table.players, TABLE_3, says, seat=seat, number=number)
            taken = (events.ChipsTaken(seat, player, chips),) if chips else ()
            happened += [events.PlayerSeated(seat, player), *taken]
            continue
        more = table.stacks.get(seat, 0) - chips if table.players.get(seat) == player else -1
        says = "Who played game {number} at seat {seat} has taken chips away since; first he sits there again with {chips}."
        require(more >= 0, TABLE_3, says, seat=seat, number=number, chips=chips)
        if more:
            happened.append(events.ChipsReturned(seat, player, more))
    began = tuple([events.StackAfter(after.seat, after.player, last.stacks[after.seat]) for after in last.given])
    return (*happened, events.GameResumed(table.game, number, began, last.next_dealer))


def brought_since(table: Table) -> dict[int, int]:
    """Seat -> chips that have come to the stacks of the last game's players since it ended."""
    given = {after.seat: after.chips for after in table.last.given if after.seat not in table.last.left} if table.last else {}
    return {seat: more for seat, chips in given.items() if (more := table.stacks.get(seat, 0) - chips) > 0}


def _ended(table: Table, command: commands.EndSitting) -> tuple[events.TableEvent, ...]:
    require(not table.ended, TABLE_3, "The end of this sitting has come already.")
    early = table.ends_at is not None and command.at < table.ends_at
    require(not early, TABLE_3, "This sitting goes on until {ends_at}.", ends_at=table.ends_at)
    return (events.SittingEnded(),)


def _closed(table: Table) -> tuple[events.TableEvent, ...]:
    require(table.running is None, TABLE_6, "Game {number} is running at this table.", number=table.running)
    paid = [event for seat in sorted(table.players) for event in _paid_out(seat, table.players[seat], table.stacks[seat])]
    return (*paid, events.TableClosed())


def evolve(table: Table, event: events.TableEvent) -> Table:
    """The table after the event."""
    match event:
        case events.ChipsTaken():
            return changed(table, stacks={**table.stacks, event.seat: table.stacks[event.seat] + event.chips})
        case events.ChipsReturned():
            return changed(table, stacks={**table.stacks, event.seat: table.stacks[event.seat] - event.chips})
        case events.PlayerSeated():
            seat = event.seat
            return changed(table, players={**table.players, seat: event.player}, stacks={**table.stacks, seat: 0})
        case events.PlayerUnseated():
            return _without(table, event.seat)
        case events.GameBegun():
            return changed(table, running=event.number, playing=event.seats, begun=event.number, last=None)
        case events.GameFinished() | events.GameResumed():
            return _over(table, event) if isinstance(event, events.GameFinished) else _going_on(table, event)
        case events.DealPassed():
            return changed(table, next_dealer=event.next_dealer)
        case events.StewardAssigned():
            return changed(table, stewards=(*table.stewards, event.steward))
        case events.SittingEnded():
            return changed(table, ended=True)
        case events.TableClosed():
            return changed(table, closed=True)
        case events.TableOpened():
            return _new(table, event)
    raise unknown("a table", event)


def _over(table: Table, event: events.GameFinished) -> Table:
    stacks = {**table.stacks, **{after.seat: after.chips for after in event.stacks}}
    stood = {seat: table.stacks[seat] for seat in table.playing}
    last = LastGame(event.number, stood, table.next_dealer, event.stacks, event.left)
    return changed(table, running=None, playing=(), stacks=stacks, next_dealer=event.next_dealer, last=last)


def _going_on(table: Table, event: events.GameResumed) -> Table:
    stacks = {**table.stacks, **{before.seat: before.chips for before in event.stacks}}
    seats = tuple([before.seat for before in event.stacks])
    return changed(table, running=event.number, playing=seats, stacks=stacks, next_dealer=event.next_dealer, last=None)


def _without(table: Table, seat: int) -> Table:
    """AZI-SEAT-3: if the one due to deal leaves, the nearest seated player clockwise deals; if nobody sits any more, by lot."""
    players = {at: player for at, player in table.players.items() if at != seat}
    stacks = {at: stack for at, stack in table.stacks.items() if at != seat}
    dealer = table.next_dealer
    if dealer == seat:
        dealer = next_clockwise(tuple(sorted(players)), seat) if players else None
    return changed(table, players=players, stacks=stacks, next_dealer=dealer)


def _new(table: Table, event: events.TableOpened) -> Table:
    return changed(
        table,
        id=event.table,
        name=event.name,
        game=event.game,
        house=event.house,
        seats=event.seats,
        dispute_hours=event.dispute_hours,
        ends_at=event.ends_at,
        stewards=event.stewards,
        unit=event.unit,
        scale=event.scale,
    )


table: Decider[Table, commands.TableCommand, events.TableEvent] = Decider(
    Table(), decide, lambda _: None, evolve, lambda state: state.closed
)
