"""Whole games of Azi in which things go wrong, by seed: cards against the rules, claims right and wrong, cards shown, missing cuts,
corrections, void deals and games; beside them top-ups, leavings and the end of the sitting."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.azi import azi, commands, legal, recordable
from engine.azi.exposure import before_bidding
from engine.azi.house_rules import HouseRules, house_rules, plain
from engine.azi.particulars import pack
from engine.azi.simulator.chance import with_chance
from engine.azi.state import Game
from engine.cardgame.claims import laid_in
from engine.decider import act
from engine.rules import RuleBroken
from tests.engine.azi.random_games import ACTIONS_MOST, aside, next_command, random_house, random_start
from tests.engine.mixes import by_chance, dice, fitted, later, mix

OFFENCES_MOST, DEALS_MOST = 30, 100
OFFENCES: dict[str, tuple[Any, ...]] = {
    "exposed_card": ("owner_chooses", "redeal_and_penalty"),
    "exposed_penalty": ("ante", "twice_pot"),
    "undertrump_is_renege": (True, False),
    "restore": ("until_next_trick", "always", "never"),
    "false_claim_penalty": ("none", "ante"),
}


def offending_house(seed: int) -> HouseRules:
    """Any mix that is played, two in three under `record`."""
    chosen: dict[str, Any] = plain(random_house(seed))
    offences = mix(seed, OFFENCES)
    chosen |= mix(seed, later(HouseRules))
    if by_chance(seed, "record", 0.66):
        chosen |= {"enforcement": "record", **offences}
    elif chosen["deck"] == "entered":
        chosen |= {name: offences[name] for name in ("exposed_card", "exposed_penalty")}
    if chosen["exposed_card"] == "owner_chooses":
        chosen["exposed_penalty"] = "ante"
    return fitted(house_rules, HouseRules, chosen)


def any_claim(rnd: Random, game: Game) -> Any:
    """About a card that was played, mostly one against the rules, mostly of this deal or the last; sometimes about none."""
    deal = rnd.choice((game.deal, game.deal, max(1, game.deal - 1), rnd.randint(1, game.deal)))
    plays = laid_in(game, deal)
    wrong = [play for play in plays if play.broken]
    if not plays or rnd.random() < 0.03:
        return commands.Claim(rnd.choice(game.seats), deal, rnd.randint(1, 3), rnd.choice(pack(game.house)))
    play = rnd.choice(wrong if wrong and rnd.random() < 0.8 else plays)
    if rnd.random() < 0.3:
        return commands.Penalise(deal, play.trick, play.card)
    return commands.Claim(rnd.choice(game.seats), deal, play.trick, play.card)


def any_shown(rnd: Random, game: Game) -> Any:
    """A card of somebody who was dealt in."""
    seat = rnd.choice(game.dealt_to or game.seats)
    return commands.Expose(seat, rnd.choice(game.hands.get(seat) or pack(game.house)))


def any_correction(rnd: Random, game: Game) -> Any:
    """Of one of the last steps, or of any."""
    step = game.offences.step
    return commands.Correct(rnd.randint(max(1, step - 12), step + 1) if rnd.random() < 0.9 else rnd.randint(0, step), "mistyped")


def trouble(rnd: Random, game: Game) -> Any:
    """Something that goes wrong, or somebody says so; None if nothing does."""
    chance = rnd.random()
    if before_bidding(game) and chance < 0.15:
        return any_shown(rnd, game)
    if chance < 0.03:
        return any_correction(rnd, game)
    if chance < 0.036:
        return commands.VoidDeal("the deck was short")
    if chance < 0.038:
        return commands.VoidGame("the lights went out")
    if chance < 0.045:
        return commands.DemandRedeal(rnd.choice(game.seats))
    if game.past or game.phase in ("play", "awaiting_settlement"):
        known = any(play.broken for play in laid_in(game, game.deal))
        if chance < (0.5 if game.phase == "awaiting_settlement" and known else 0.25 if known else 0.07):
            return any_claim(rnd, game)
    offences = [one for seat in game.seats for one in recordable(game, seat)]
    if offences and chance > 0.6:
        return with_chance(rnd, game, rnd.choice(offences))
    return None


def tried(seed: int, asides: float = 0.03) -> Iterator[tuple[Game, Any, list[Any] | RuleBroken, Game]]:
    """One whole game: before, command, its events or the refusal, after. Raises AssertionError if it does not end, or if what is
    legal or recordable is refused."""
    rnd, beside, wrongs = dice(f"{seed}:players"), dice(f"{seed}:asides"), dice(f"{seed}:offences")
    game, happened = azi.initial, 0
    command: Any = random_start(seed, offending_house(seed))
    quiet, sure = by_chance(seed, "quiet", 0.4), True
    for _ in range(ACTIONS_MOST):
        try:
            events, after = act(azi, game, command)
        except RuleBroken as broken:
            if sure:
                raise AssertionError(f"seed {seed}: {command} is refused: {broken}") from broken
            yield game, command, broken, game
        else:
            yield game, command, events, after
            game = after
        if game.over:
            return
        wrong = trouble(wrongs, game) if happened < OFFENCES_MOST else None
        happened += wrong is not None
        sure = False
        if wrong is not None:
            command = wrong
        elif game.deal > DEALS_MOST:  # all chips are in the pot, so nobody bets, and nobody comes to add any or to leave
            command, sure = commands.VoidGame("nobody can bet"), True
        elif beside.random() < asides:
            command = aside(beside, game)
        elif game.phase == "awaiting_settlement":
            command, sure = commands.Settle(), True
        else:
            assert game.phase == "lot" or legal(game, game.turn), f"nobody can act at {game.phase}"
            command, sure = next_command(rnd, game, quiet), True
    raise AssertionError(f"seed {seed}: the game goes on at {game.phase}, deal {game.deal}")
