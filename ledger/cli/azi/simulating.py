"""cardledger simulate: games of Azi by dice, and what came of them. Nothing is opened, and nothing is kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated

import typer

from engine.azi import simulator
from engine.azi.events import Event
from engine.azi.house_rules import house_rules
from engine.azi.simulator import PLAYERS, Tally, tally
from engine.plain import JsonObject
from engine.rules import RuleBroken
from ledger.cli.listing import Listing
from ledger.cli.terminal import REFUSED, AsJson, out, stop, tell_json
from ledger.play.presets import game_of, presets

GAMES_MOST = 100_000
STACK = 1000

Preset = Annotated[str, typer.Argument(help="The house rules: a preset of Azi, as azi-three.")]
Players = Annotated[int, typer.Option(help="How many sit at the table.", min=2, max=8)]
Games = Annotated[int, typer.Option(help="How many games.", min=1, max=GAMES_MOST)]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
How = Annotated[str, typer.Option("--play", help="How they play: " + ", ".join(PLAYERS) + ".")]
Stack = Annotated[int, typer.Option(help="Chips before each player when a game begins, in smallest units.", min=1)]


def simulate(
    preset: Preset,
    players: Players = 4,
    games: Games = 200,
    seed: Seed = 1,
    how: How = "sensible",
    stack: Stack = STACK,
    as_json: AsJson = False,
) -> None:
    """Simulate games of Azi: how many deals, azis and redeals, how large the pots. random: any legal act, folding and
    raising now and then; steady: everybody dealt in plays his cards, at random; sensible: by the strength of the hand."""
    known = [name for name in presets() if game_of(name) == "azi"]
    if preset not in known:
        stop(f"There is no preset {preset} of Azi; there are {', '.join(known)}.", REFUSED)
    if presets()[preset]["deck"] == "unseen":
        stop(f"{preset}: only the players see these hands, so nobody can play them by dice.", REFUSED)
    if how not in PLAYERS:
        stop(f"Nobody plays {how}; possible is {', '.join(PLAYERS)}.", REFUSED)
    try:
        counted = tally(_happened(preset, players, games, seed, how, stack))
    except RuleBroken as broken:
        stop(str(broken), REFUSED)
    if as_json:
        tell_json({"preset": preset, "players": players, "seed": seed, "play": how, **_plain(counted)})
    else:
        _show(f"{preset}, {players} players, seed {seed}, {how} play", counted)


def _happened(preset: str, players: int, games: int, seed: int, how: str, stack: int) -> Iterator[Event]:
    dice, house = random.Random(seed), house_rules(presets()[preset])  # noqa: S311
    for number in range(1, games + 1):
        start = simulator.begin(dice, house, players, stack, number)
        for _, events, _ in simulator.play(dice, start, PLAYERS[how]):
            yield from events


def _plain(counted: Tally) -> JsonObject:
    played = {str(active): {"deals": deals, "azis": counted.azis[active]} for active, deals in sorted(counted.played.items())}
    return {
        "games": counted.games,
        "deals": counted.deals,
        "thrown_in": counted.thrown_in,
        "walkovers": counted.walkovers,
        "played": played,
        "pots": str(counted.pots),
        "pot_greatest": str(counted.pot_greatest),
        "deals_most": counted.deals_most,
    }


def _show(title: str, counted: Tally) -> None:
    out.print(
        f"{title}: {counted.games} games, {counted.deals} deals, in one game {counted.deals_most} at most.",
        markup=False,
        soft_wrap=True,
    )
    out.print(
        f"Nobody bet in {counted.thrown_in} deals; {counted.walkovers} pots went to the only one left.",
        markup=False,
        soft_wrap=True,
    )
    out.print(
        f"A pot was {counted.pots // counted.games} on average, {counted.pot_greatest} at most.", markup=False, soft_wrap=True
    )
    table = Listing("players in", "deals played", "azis", "share", wraps="share")
    for active, deals in sorted(counted.played.items()):
        azis = counted.azis[active]
        table.add_row(str(active), str(deals), str(azis), f"{azis / deals:.2f}")
    out.print(table)
