"""Whole games of Azi by random choices, told by a seed: any playable house rules, poor and rich players, who top up and leave."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.azi import azi, commands, legal
from engine.azi.events import Seated
from engine.azi.house_rules import UNBID, HouseRules, house_rules, plain
from engine.azi.particulars import pack
from engine.azi.simulator.chance import any_lot, with_chance
from engine.azi.simulator.players import tame
from engine.azi.state import DEALT, Game
from engine.decider import act
from engine.rules import RuleBroken
from tests.engine.azi.deals import DICED, preset
from tests.engine.mixes import by_chance, dice, drawn, fitted, later, mix

ACTIONS_MOST = 4000
CHOICES: dict[str, tuple[Any, ...]] = {
    **later(HouseRules),
    "missing_suit": ("C", "D", "H", "S"),
    "cards_dealt": (2, 3, 3, 4),
    "bidding": ("blind", "blind", "stay_raise", "none"),
    "raises_max": (None, None, 1, 3),
    "raznomast": (True, False),
    "na_azi": (True, False),
    "trump_from": ("stock", "dealer_last"),
    "ante": (1, 5, 7),
    "cap": (None, None, 14, 25, 100),
    "raise_limit_with_cap": ("cap", "double"),
    "blind_counts_double": (True, False),
    "all_pass_dealer": ("same", "next"),
    "dealer_rule": ("winner", "rotate"),
    "buy_in_no_trick": ("1/3", "1/2", "1", "ante"),
    "buy_in_folded": ("1/3", "1/2", "1", "ante"),
    "buy_in_base": ("at_azi", "running"),
    "round_buy_in": ("up", "down", "nearest", "half_up"),
    "play_out": (True, False),
    "must_overtrump": (True, False),
    "deck": ("service", "entered"),
    "reveal": ("played", "all", "shown"),
    "at_end_time": ("finish_game", "split_pot"),
}


LEADS = ("bid_winner", "bid_winner", "right_of_bid_winner", "left_of_dealer", "dealer")
LEADS_UNBID = ("left_of_dealer", "dealer")
OPENINGS = (None, None, "ante", "three antes")
CHANGED = 0.2  # how many options of a preset another is put in for, where one is played nearly as it is


def random_house(seed: int) -> HouseRules:
    """Any mix of the values that are played; one in six is a preset as it is, and one in six has little changed in it."""
    base = drawn(seed, "mix", ("preset", "near a preset", "any", "any", "any", "any"))
    like = preset(drawn(seed, "preset", DICED))
    if base == "preset":
        return like
    chosen = {**mix(seed, CHOICES), "first_lead": drawn(seed, "first_lead", LEADS), "open_max": drawn(seed, "open_max", OPENINGS)}
    if base == "near a preset":
        chosen = {name: value for name, value in chosen.items() if by_chance(seed, f"{name} changed", CHANGED)}
    else:
        like = preset()
    return fitted(house_rules, HouseRules, fitting(seed, {**plain(like), "players_min": 2, **chosen}))


def fitting(seed: int, chosen: dict[str, Any]) -> dict[str, Any]:
    """The same mix without what makes no sense beside the rest."""
    chosen["cards_kept"] = min(3, chosen["cards_dealt"])
    chosen["players_max"] = 26 // chosen["cards_dealt"] if chosen["cards_dealt"] == 4 else 7
    if chosen["bidding"] == "none" and chosen["first_lead"] not in LEADS_UNBID:
        chosen["first_lead"] = drawn(seed, "first_lead unbid", LEADS_UNBID)
    chosen["raznomast"] &= chosen["cards_kept"] == 3
    opening = {"ante": int(chosen["ante"]), "three antes": 3 * int(chosen["ante"])}.get(chosen["open_max"])
    chosen["open_max"] = opening if chosen["cap"] is None else None
    chosen |= UNBID[chosen["bidding"]]
    if chosen["cap"] is None:
        chosen["raise_limit_with_cap"] = "cap"
    prices = {chosen["buy_in_no_trick"], chosen["buy_in_folded"]}
    chosen["buy_in_base"] = "at_azi" if prices == {"ante"} else chosen["buy_in_base"]
    chosen["round_buy_in"] = "up" if prices <= {"1", "ante"} else chosen["round_buy_in"]
    return chosen


def random_start(seed: int, house: HouseRules) -> commands.StartGame:
    """As many players as the house takes, on any seats; some cannot pay the ante, some owe."""
    rnd = dice(f"{seed}:start")
    numbers = sorted(rnd.sample(range(1, 9), rnd.randint(house.players_min, house.players_max)))
    wealth = rnd.choice(((1000, 5000), (0, 60), (-5, 300)))
    stacks = [rnd.randint(*wealth) for _ in numbers]
    for poor in range(house.players_min):
        stacks[poor] = max(stacks[poor], house.ante + rnd.randint(0, 40))
    rnd.shuffle(stacks)
    seated = tuple([Seated(seat, f"p{seat}", stack) for seat, stack in zip(numbers, stacks, strict=True)])
    dealer = rnd.choice((None, rnd.choice(numbers)))
    lot = tuple(rnd.sample(pack(house), 27)) if dealer is None and house.deck == "service" else None
    return commands.StartGame("t", 1, house, "chip", 0, seated, dealer, lot)


def aside(rnd: Random, game: Game) -> Any:
    """Something beside the course of the game, which may be refused."""
    seat = rnd.choice(game.seats)
    if rnd.random() < 0.4:
        return commands.TopUp(seat, rnd.randint(1, 50))
    return commands.Leave(seat) if rnd.random() < 0.6 else commands.ReachEndTime()


def next_command(rnd: Random, game: Game, quiet: bool) -> Any:
    """What the one to act does: mostly he stays in and does not raise. Quiet players pass and buy in, until the game gets long."""
    if game.phase == "lot":
        return any_lot(rnd, game)
    may = legal(game, game.turn)
    hushed = [command for command in may if isinstance(command, commands.DeclineBlind | commands.Check | commands.BuyIn)]
    if quiet and hushed and game.deal < 30 and rnd.random() < 0.85:
        return rnd.choice(hushed)
    wild = 0.05 if game.deal > 30 else 0.25
    return with_chance(rnd, game, rnd.choice(may if rnd.random() < wild else tame(may)))


def steps(seed: int, asides: float = 0.02, begin: commands.StartGame | None = None) -> Iterator[tuple[Game, Any, list[Any], Game]]:
    """One whole game: before, command, events, after; only what is accepted. Raises AssertionError if it does not end."""
    rnd, beside = dice(f"{seed}:players"), dice(f"{seed}:asides")
    game = azi.initial
    command: Any = begin or random_start(seed, random_house(seed))
    quiet = by_chance(seed, "quiet", 0.4)
    for _ in range(ACTIONS_MOST):
        try:
            events, after = act(azi, game, command)
        except RuleBroken:
            assert isinstance(command, commands.TopUp | commands.Leave | commands.ReachEndTime), command
        else:
            yield game, command, events, after
            game = after
        if game.over:
            return
        command = aside(beside, game) if beside.random() < asides else next_command(rnd, game, quiet)
    raise AssertionError(f"seed {seed}: the game goes on at {game.phase}, deal {game.deal}")


def cards_of(game: Game) -> list[str]:
    """All cards the state knows of while a deal is played, each as often as it lies somewhere; tricks taken are not in it."""
    assert game.phase in DEALT
    held = [card for hand in game.hands.values() for card in hand]
    turned = [game.trump] if game.trump_from == "stock" else []
    return [*held, *game.discards.values(), *[card for _, card in game.trick], *turned, *(game.stock or ())]
