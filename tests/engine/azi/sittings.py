"""Whole sittings at one table, by seed: several games in a row, steered towards azi after azi.

Between and during the games players sit down, leave, bring chips, cannot pay; deals and games are made void, pots are shared when
the time is up, cards go against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.azi import azi, commands, legal
from engine.azi.house_rules import HouseRules, plain
from engine.azi.particulars import pack
from engine.azi.simulator.chance import any_lot, with_chance
from engine.azi.simulator.players import tame
from engine.azi.state import Game
from engine.decider import act
from engine.parts import Seated
from engine.room import commands as of_room
from engine.room.events import StackAfter
from engine.room.table import Table, can_pay, table
from engine.rules import RuleBroken
from tests.engine.azi.course_of_dealing import after
from tests.engine.azi.offending_games import any_claim, offending_house, trouble
from tests.engine.azi.random_games import ACTIONS_MOST
from tests.engine.azi.rules_anew import broken_rule, taker
from tests.engine.mixes import by_chance, dice, drawn

NOON = "2026-01-02T12:00:00.000000Z"
GAMES_MOST = 4
CALM_AFTER = 300  # acts, after which nobody disturbs a game any more
TRIED_ON = 4  # how often each card is tried


@dataclass
class Played:
    """One game of a sitting. before: the table when it began; after: when it had ended. acts: what was accepted."""

    before: Table
    begin: commands.StartGame
    acts: list[tuple[Game, Any, list[Any], Game]] = field(default_factory=list)
    after: Table = table.initial

    @property
    def events(self) -> list[Any]:
        """Of the game, in order."""
        return [event for *_, made, _ in self.acts for event in made]


@dataclass(frozen=True)
class Tempers:
    """What this table is like: chances by act. wrong: whether things go against the rules."""

    buys_in: float
    leaves: float
    voids: float
    sits_down: float
    passes: float
    wrong: bool


def tempers(seed: int) -> Tempers:
    """Each by a seed of its own."""
    return Tempers(
        buys_in=drawn(seed, "buys in", (0.5, 0.8, 0.2)),
        leaves=drawn(seed, "leaves", (0.0, 0.015, 0.05)),
        voids=drawn(seed, "voids", (0.0, 0.01, 0.03)),
        sits_down=drawn(seed, "sits down", (0.02, 0.0, 0.05)),
        passes=drawn(seed, "passes", (0.1, 0.5, 0.0)),
        wrong=by_chance(seed, "wrong", 0.5),
    )


def sitting(seed: int) -> Iterator[Played]:
    """Every game of it. Raises AssertionError if one does not end."""
    rnd, house, temper = dice(f"{seed}:sitting"), offending_house(seed), tempers(seed)
    room = opened(rnd, house)
    for number in range(1, GAMES_MOST + 1):
        room = between(rnd, room, house)
        if room.ended or len(can_pay(room)) < house.players_min:
            return
        before = room
        _, room = act(table, room, of_room.BeginGame(NOON))
        seats = tuple([Seated(seat, room.players[seat], room.stacks[seat]) for seat in room.playing])
        lot = tuple(rnd.sample(pack(house), 27)) if before.next_dealer is None and house.deck == "service" else None
        told = Played(before, commands.StartGame("t", number, house, "chip", 0, seats, before.next_dealer, lot))
        room = played(rnd, temper, room, told)
        end = told.events[-1]
        stacks = tuple([StackAfter(stake.seat, stake.player, stake.chips) for stake in end.stacks])
        _, room = act(table, room, of_room.FinishGame(number, end.how, stacks, end.next_dealer, end.left))
        told.after = room
        yield told


def opened(rnd: Random, house: HouseRules) -> Table:
    """A table with some players, rich or poor."""
    opening = of_room.OpenTable("t", "Friday", "azi", plain(house), house.players_max, None, (), "chip", 0)
    _, room = act(table, table.initial, opening)
    many = rnd.randint(max(house.players_min, min(3, house.players_max)), house.players_max)
    for seat in rnd.sample(range(1, house.players_max + 1), many):
        room = seated(rnd, room, house, seat)
    return room


def seated(rnd: Random, room: Table, house: HouseRules, seat: int) -> Table:
    """Somebody new sits down there, with chips, or too few."""
    player = f"p{seat}-{rnd.randrange(10**6)}"
    _, room = act(table, room, of_room.SeatPlayer(player, seat))
    _, room = act(table, room, of_room.TakeChips(player, rnd.choice((500, 5000, house.ante * 3, max(1, house.ante - 1)))))
    return room


def free(room: Table) -> list[int]:
    """Seats that nobody has taken."""
    return [seat for seat in range(1, room.seats + 1) if seat not in room.players]


def between(rnd: Random, room: Table, house: HouseRules) -> Table:
    """Before a game: some leave, some sit down, who cannot pay may bring chips."""
    for seat in sorted(room.players):
        if room.begun and rnd.random() < 0.12:
            _, room = act(table, room, of_room.LeaveTable(room.players[seat]))
        elif room.stacks[seat] < house.ante and rnd.random() < 0.5:
            _, room = act(table, room, of_room.TakeChips(room.players[seat], house.ante * 4 - room.stacks[seat]))
    while free(room) and (rnd.random() < 0.3 or len(can_pay(room)) < house.players_min):
        room = seated(rnd, room, house, rnd.choice(free(room)))
    return room


def played(rnd: Random, temper: Tempers, room: Table, told: Played) -> Table:
    """The game, act by act; meanwhile somebody may sit down at the table. Raises AssertionError if it does not end."""
    game, command = azi.initial, told.begin
    for number in range(ACTIONS_MOST):
        try:
            made, after = act(azi, game, command)
        except RuleBroken:
            made, after = [], game
        if made:
            told.acts.append((game, command, made, after))
            game = after
        if game.over:
            return room
        calm = number > CALM_AFTER
        if not calm and free(room) and rnd.random() < temper.sits_down:
            room = seated(rnd, room, game.house, rnd.choice(free(room)))
        command = None if calm else disturbing(rnd, temper, game) or watching(rnd, temper, room, game)
        command = command or due(rnd, temper, game, calm=calm)
    raise AssertionError(f"the game goes on at {game.phase}, deal {game.deal}")


def disturbing(rnd: Random, temper: Tempers, game: Game) -> Any:
    """Something beside the course of the game, which may be refused; None mostly."""
    chance = rnd.random()
    if game.phase == "buy_in" and chance < 3 * temper.leaves:
        return commands.Leave(rnd.choice((*game.asked, *game.joined)))
    if chance < temper.leaves:
        likely = [seat for seat in (game.dealer, game.cutter, *game.dealt_to[:1], *game.takers[-1:]) if seat in game.staying]
        return commands.Leave(rnd.choice(likely if likely and rnd.random() < 0.6 else game.staying))
    if chance < temper.leaves + temper.voids:
        return commands.VoidDeal("the deck was short")
    if chance > 0.999:
        return commands.VoidGame("the lights went out")
    if chance > 0.993:
        return commands.ReachEndTime()
    if chance > 0.98:
        return commands.TopUp(rnd.choice(game.seats), rnd.choice((1, 20, 300)))
    return trouble(rnd, game) if temper.wrong and rnd.random() < 0.5 else None


def watching(rnd: Random, temper: Tempers, room: Table, game: Game) -> Any:
    """Now and then who sat down while the game ran claims what he has seen (AZI-CLAIM-1); None mostly."""
    new = [seat for seat in room.players if seat not in game.seats]
    if not new or not temper.wrong or game.phase == "lot" or rnd.random() > 0.1:
        return None
    claim, seat = any_claim(rnd, game), rnd.choice(new)
    return replace(claim, seat=seat, player=room.players[seat]) if isinstance(claim, commands.Claim) else None


def due(rnd: Random, temper: Tempers, game: Game, *, calm: bool) -> Any:
    """What whoever is to act does: mostly what leads to an azi."""
    if game.phase == "lot":
        return any_lot(rnd, game)
    if game.phase == "awaiting_settlement":
        return commands.Settle()
    if calm and game.stacks[game.turn] < game.house.ante:
        return commands.TopUp(game.turn, game.house.ante * 10 - game.stacks[game.turn])  # else nobody could bet any more
    may = legal(game, game.turn)
    by_kind: dict[type, list[Any]] = {}
    for one in may:
        by_kind.setdefault(one.__class__, []).append(one)
    if commands.BuyIn in by_kind:
        return rnd.choice(by_kind[commands.BuyIn if not calm and rnd.random() < temper.buys_in else commands.DeclineBuyIn])
    if commands.Play in by_kind:
        return spread(rnd, game, by_kind[commands.Play], calm=calm)
    quiet = [*by_kind.get(commands.DeclineBlind, ()), *by_kind.get(commands.Check, ())]
    if quiet and not calm and rnd.random() < temper.passes:
        return rnd.choice(quiet)
    return with_chance(rnd, game, rnd.choice(may if rnd.random() < 0.06 else tame(may)))


def spread(rnd: Random, game: Game, plays: list[commands.Play], *, calm: bool) -> commands.Play:
    """The card after which it is an azi most often, as somebody finds who sees all hands; or least often, when it is to end."""
    if len(plays) == 1 or rnd.random() < 0.1:
        return rnd.choice(plays)
    azis = {play: sum(ends_in_azi(rnd, game, play.card) for _ in range(TRIED_ON)) for play in plays}
    return min(plays, key=azis.__getitem__) if calm else max(plays, key=azis.__getitem__)


def ends_in_azi(rnd: Random, game: Game, card: str) -> bool:
    """Whether it is azi if this card is played and then any lawful ones."""
    hands, trick, takers = dict(game.hands), game.trick, list(game.takers)
    seat = game.turn
    for _ in range(sum(len(game.hands[one]) for one in game.active)):
        hands[seat] = tuple([held for held in hands[seat] if held != card])
        trick = (*trick, (seat, card))
        seat = after(game.active, seat)
        if len(trick) == len(game.active):
            seat = taker(trick, game.trump[1])
            if seat in takers:
                return False
            takers, trick = [*takers, seat], ()
        hand = hands[seat]
        card = rnd.choice(
            [one for one in hand if not broken_rule(hand, one, trick, game.trump[1], game.house.must_overtrump)] or [""]
        )
    return True
