"""Whole games of Casino in which things go wrong, by seed: false builds, wrong gathers, cards out of turn, claims right and wrong,
cards shown, an unannounced last deal, corrections, void games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.cardgame.claims import laid_in
from engine.casino import casino, commands, recordable
from engine.casino.builds import value_most
from engine.casino.exposure import before_play
from engine.casino.house_rules import HouseRules, house_rules, plain
from engine.casino.particulars import PACK
from engine.casino.state import Game
from engine.decider import act
from engine.rules import RuleBroken
from tests.engine.casino.random_games import ACTIONS_MOST, ASIDES, aside, filled, in_reach, next_command, random_house, random_start
from tests.engine.mixes import dice, fitted, later, mix

OFFENCES: dict[str, tuple[Any, ...]] = {
    "false_build": ("minus_two", "minus_two", "loses_game"),
    "missing_last": ("none", "one_point"),
}


def offending_house(seed: int) -> HouseRules:
    """Any mix that is played under `record`."""
    chosen = {**plain(random_house(seed)), **mix(seed, later(HouseRules)), "enforcement": "record", **mix(seed, OFFENCES)}
    return fitted(house_rules, HouseRules, chosen)


def any_claim(rnd: Random, game: Game) -> Any:
    """About a card that was played, mostly one against the rules of late; sometimes about none."""
    deal = max(1, game.deal - rnd.choice((0, 0, 0, 1, 4)))
    laid = laid_in(game, deal)
    wrong = [one for one in laid if one.broken] if rnd.random() < 0.8 else list(laid)
    card = rnd.choice(wrong or list(laid)).card if laid else rnd.choice(PACK)
    if rnd.random() < 0.3:
        return commands.Penalise(deal, card)
    return commands.Claim(rnd.choice(game.seats), deal, card)


def wrong_play(rnd: Random, game: Game) -> Any:
    """A card of whose turn it is, with any cards of the table."""
    seat = game.turn
    card = rnd.choice(game.hands[seat])
    loose = tuple(rnd.sample(game.loose, rnd.randint(0, min(3, len(game.loose)))))
    builds = tuple(build.id for build in game.builds if rnd.random() < 0.3)
    if rnd.random() < 0.5:
        return commands.Capture(seat, card, loose, builds)
    return commands.LayBuild(seat, card, rnd.randint(1, value_most(game.house.royal)), loose, builds[0] if builds else None)


def offence(rnd: Random, game: Game) -> Any:
    """Something that goes wrong, or a claim or ruling about it; it may be refused."""
    chance = rnd.random()
    if before_play(game) and chance < 0.3:
        seat = rnd.choice(game.dealt_to)
        return commands.Expose(seat, rnd.choice(game.hands.get(seat) or PACK))
    if game.offences.unannounced and chance < 0.5:
        return commands.ClaimMissingLast(rnd.choice(game.seats))
    if chance < 0.06:
        entries = [entry.step for entry in game.offences.entries]
        return commands.Correct(rnd.choice(entries or [1]), "mistyped")
    if chance < 0.065:
        return commands.VoidGame("a card is missing")
    if chance < 0.1:
        return commands.ClaimMissingLast(rnd.choice(game.seats))
    if chance < 0.5:
        return any_claim(rnd, game)
    extra = [one for seat in game.seats for one in recordable(game, seat)]
    if game.phase == "play" and chance < 0.75:
        return wrong_play(rnd, game)
    return filled(rnd, game, rnd.choice(extra)) if extra else any_claim(rnd, game)


def tried(seed: int, asides: float = 0.01, offences: float = 0.25) -> Iterator[tuple[Game, Any, list[Any] | RuleBroken, Game]]:
    """One whole game: before, command, events or its refusal, after. Raises AssertionError if it does not end."""
    rnd, beside, wrongs = dice(f"{seed}:players"), dice(f"{seed}:asides"), dice(f"{seed}:offences")
    game = casino.initial
    command: Any = random_start(seed, offending_house(seed))
    lawful = True
    for number in range(ACTIONS_MOST):
        try:
            events, after = act(casino, game, command)
        except RuleBroken as broken:
            assert not lawful or isinstance(command, ASIDES), command
            yield game, command, broken, game
        else:
            yield game, command, events, after
            game = after
        if game.over:
            return
        lawful, claim = False, in_reach(beside, game) if asides else None
        if claim is not None:
            command = claim
        elif game.phase != "lot" and wrongs.random() < (offences if number < 400 else 0.02):
            command = offence(wrongs, game)
        elif beside.random() < asides:
            command = aside(beside, game)
        elif game.phase == "awaiting_settlement":
            command = commands.Settle()
        else:
            command, lawful = _next(rnd, game), True
    raise AssertionError(f"seed {seed}: the game goes on at {game.phase}, deal {game.deal}")


def _next(rnd: Random, game: Game) -> Any:
    """The next lawful act; who has none, since nothing but false builds is his, plays as he can."""
    from engine.casino import legal

    if game.phase == "lot" or [one for one in legal(game, game.turn) if not isinstance(one, commands.ClaimTarget)]:
        return next_command(rnd, game)
    return rnd.choice(recordable(game, game.turn))


def done(seed: int, **chances: float) -> Iterator[tuple[Game, Any, list[Any], Game]]:
    """The same without what was refused."""
    for before, command, came, after in tried(seed, **chances):
        if not isinstance(came, RuleBroken):
            yield before, command, came, after
