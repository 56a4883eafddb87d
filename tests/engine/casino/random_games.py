"""Whole games of Casino by random choices, told by a seed: any playable house rules, claims right and wrong, poor and rich players,
who top up and leave."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.casino import casino, commands, legal
from engine.casino.deal import cards_each, distributed, elsewhere, table_cards
from engine.casino.house_rules import HouseRules, house_rules, plain
from engine.casino.particulars import PACK
from engine.casino.scoring import TARGETS
from engine.casino.sides import standing
from engine.casino.state import CLAIMABLE, Game
from engine.decider import act
from engine.parts import PlayedCard, Seated
from engine.rules import RuleBroken
from engine.seats import clockwise
from engine.shuffle import commitment, shuffled
from tests.engine.casino.deals import DICED, preset
from tests.engine.mixes import by_chance, dice, drawn, fitted, later, mix

ACTIONS_MOST = 3000
CHOICES: dict[str, tuple[Any, ...]] = {
    **later(HouseRules),
    "partners": (False, False, True),
    "royal": (False, False, True),
    "scoring": ("to_21", "strict_11", "strict_6", "strict_6"),
    "claim": (True, True, False),
    "builder_may_trail": (False, False, True),
    "stake": (1, 5, 7),
    "per_point": (0, 0, 3),
    "deck": ("service", "entered"),
    "reveal": ("played", "all", "shown"),
}
SIZES = ((4, 4), (6, 4), (6, 2))


IN_REACH = 0.2  # how often somebody who is near the target looks whether to claim it
CHANGED = 0.2  # how many options of a preset another is put in for, where one is played nearly as it is


def random_house(seed: int) -> HouseRules:
    """Any mix of the values that are played under `refuse`; one in six is a preset as it is, and one in six has little changed."""
    base = drawn(seed, "mix", ("preset", "near a preset", "any", "any", "any", "any"))
    like = preset(drawn(seed, "preset", DICED))
    if base == "preset":
        return like
    chosen = {**mix(seed, CHOICES), "size": drawn(seed, "size", SIZES)}
    if base == "near a preset":
        chosen = {name: value for name, value in chosen.items() if by_chance(seed, f"{name} changed", CHANGED)}
    else:
        like = preset()
    if size := chosen.pop("size", None):
        chosen["hand_size"], chosen["table_size"] = size
    if chosen.get("partners", like.partners):
        chosen["players_min"] = 4
    return fitted(house_rules, HouseRules, {**plain(like), **chosen})


def random_start(seed: int, house: HouseRules) -> commands.StartGame:
    """Two to four players on any seats; some cannot post the stake, some owe."""
    rnd = dice(f"{seed}:start")
    many = 4 if house.partners else rnd.randint(2, 4)
    numbers = sorted(rnd.sample(range(1, 9), many))
    stacks = [rnd.choice((house.stake, 100, 5000)) for _ in numbers]
    if many > 2 and not house.partners and rnd.random() < 0.2:
        stacks[rnd.randrange(many)] = rnd.choice((0, -3))
    seated = tuple([Seated(seat, f"p{seat}", stack) for seat, stack in zip(numbers, stacks, strict=True)])
    dealer = rnd.choice((None, rnd.choice(numbers)))
    lot = tuple(rnd.sample(PACK, 52)) if dealer is None and house.deck == "service" else None
    return commands.StartGame("t", 1, house, "chip", 0, seated, dealer, lot)


def filled(rnd: Random, game: Game, command: Any) -> Any:
    """What comes from elsewhere than the player: dice, the cards of a real table."""
    if isinstance(command, commands.Shuffle) and game.house.deck == "service":
        secret = rnd.randbytes(32)
        told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
        return commands.Shuffle(command.seat, told, secret.hex(), shuffled(PACK, secret))
    if isinstance(command, commands.Deal) and game.house.deck == "entered":
        gone = elsewhere(game)
        order = [card for card in PACK if card not in gone]
        rnd.shuffle(order)
        hands, table = distributed(order, clockwise(game.active, game.dealer), cards_each(game), table_cards(game))
        return commands.Deal(command.seat, hands, table or None)
    return command


def any_lot(rnd: Random, game: Game) -> commands.DrawLot:
    """A draw as a real table would enter it."""
    drawing, draws = game.active, []
    while len(drawing) > 1:
        drawn = rnd.sample(PACK, len(drawing))
        draws += [PlayedCard(seat, card) for seat, card in zip(drawing, drawn, strict=True)]
        best = max("23456789TJQKA".index(card[0]) for card in drawn)
        drawing = tuple([seat for seat, card in zip(drawing, drawn, strict=True) if "23456789TJQKA".index(card[0]) == best])
    return commands.DrawLot(tuple(draws))


def aside(rnd: Random, game: Game) -> Any:
    """Something beside the course of the game, which may be refused."""
    seat = rnd.choice(game.seats)
    chance = rnd.random()
    if chance < 0.4:
        return commands.ClaimTarget(seat)
    if chance < 0.7:
        return commands.TopUp(seat, rnd.randint(1, 50))
    return commands.Leave(seat) if chance < 0.85 else commands.ReachEndTime()


def in_reach(rnd: Random, game: Game) -> Any:
    """Now and then who has the target, or nearly, claims it; of a deck that is played anybody may. None mostly."""
    if not game.house.claim or game.phase not in CLAIMABLE or rnd.random() > IN_REACH:
        return None
    near = [seat for seat in game.active if standing(game, game.sides[seat]) >= TARGETS[game.house.scoring] - 1]
    if game.phase == "awaiting_settlement":
        near += game.active
    return commands.ClaimTarget(rnd.choice(near)) if near else None


def next_command(rnd: Random, game: Game) -> Any:
    """What the one to act does: takes what he can, mostly; else he builds, or trails."""
    if game.phase == "lot":
        return any_lot(rnd, game)
    may = [command for command in legal(game, game.turn) if not isinstance(command, commands.ClaimTarget)]
    kinds = list(dict.fromkeys([command.__class__ for command in may]))
    kind = rnd.choice(kinds)
    return filled(rnd, game, rnd.choice([command for command in may if command.__class__ is kind]))


ASIDES = (commands.TopUp, commands.Leave, commands.ReachEndTime, commands.ClaimTarget)


def steps(
    seed: int, asides: float = 0.01, house: HouseRules | None = None, begin: commands.StartGame | None = None
) -> Iterator[tuple[Game, Any, list[Any], Game]]:
    """One whole game: before, command, events, after; only what is accepted. Raises AssertionError if it does not end."""
    rnd, beside = dice(f"{seed}:players"), dice(f"{seed}:asides")
    game = casino.initial
    command: Any = begin or random_start(seed, house or random_house(seed))
    for _ in range(ACTIONS_MOST):
        try:
            events, after = act(casino, game, command)
        except RuleBroken:
            assert isinstance(command, ASIDES), command
        else:
            yield game, command, events, after
            game = after
        if game.over:
            return
        claim = in_reach(beside, game) if asides else None
        command = claim or (aside(beside, game) if beside.random() < asides else next_command(rnd, game))
    raise AssertionError(f"seed {seed}: the game goes on at {game.phase}, deal {game.deal}")


def cards_of(game: Game) -> list[str]:
    """All cards the state knows of in a deck, each as often as it lies somewhere; the stock where it is known."""
    built = [card for build in game.builds for card in build.cards]
    held = [card for some in (*game.hands.values(), *game.piles.values()) for card in some]
    return [*game.loose, *built, *held, *game.aside, *(game.stock or ())]
