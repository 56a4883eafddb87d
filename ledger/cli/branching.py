"""cardledger branch: what if a game had gone on otherwise from a step. Nothing is kept.

HIDDEN: who may read the database may see everything, so every hand is played here.
"""

from __future__ import annotations

from typing import Annotated

import typer

from engine.branch import ACTS_MAX
from engine.declared import Happened
from engine.games import KINDS, Kind
from engine.plain import JsonObject
from engine.playing import Playing
from engine.rules import RuleBroken
from ledger.cli.naming import A_GAME, the_game
from ledger.cli.terminal import REFUSED, AsJson, chips, ledger_here, out, stop, tell_json
from ledger.play.branches import by_dice
from ledger.replays import transcript
from ledger.replays.film import film

GAMES_MOST = 10_000
PLAYED = "; ".join([f"in {name} {', '.join(kind.players)}" for name, kind in KINDS.items()])


def branch(
    game: Annotated[str, typer.Argument(help=A_GAME)],
    step: Annotated[int, typer.Option(help="Play on after this step and everything its act caused.", min=1)],
    how: Annotated[str, typer.Option("--play", help=f"How it is played on: {PLAYED}.")] = "random",
    seed: Annotated[int, typer.Option(help="The same seed plays the same acts.", min=0)] = 1,
    times: Annotated[
        int, typer.Option(help="How many times, each with the next seed; if more than once, only the results are shown.", min=1)
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Play a game on from one of its steps in a copy, at random: what happens, and what each player has in the end."""
    with ledger_here() as place:
        game = the_game(place.ledger, game)
        whole = film(place.ledger, game)
        if step > len(whole.rows):
            stop(f"The game {game} has {len(whole.rows)} steps.", REFUSED)
        at = whole.act_end(step)
    try:
        ends = [_played(whole.kind, whole.states[at - 1], how, seed + number) for number in range(min(times, GAMES_MOST))]
    except RuleBroken as broken:
        stop(str(broken), REFUSED)
    if as_json:
        tell_json({"game": game, "step": at, "play": how, "branches": [_plain(*end) for end in ends]})
        return
    if at != step:
        out.print(f"Step {step} is in the middle of an act; it goes on after the whole act, from step {at}.", markup=False)
    if times == 1:
        for event in ends[0][1]:
            out.print(f"  {transcript.words(event)}", markup=False, soft_wrap=True)
    for number, _, after in ends:
        stacks = ", ".join(f"seat {seat} {chips(amount, after.scale)}" for seat, amount in after.stacks.items())
        out.print(f"Seed {number}: {'over' if after.over else after.phase}; {stacks}", markup=False, soft_wrap=True)


def _played(kind: Kind, state: Playing, how: str, seed: int) -> tuple[int, list[Happened], Playing]:
    """The seed, what has happened, the state in the end."""
    happened: list[Happened] = []
    for _, events, after in by_dice(kind, state, how, ACTS_MAX, seed):
        happened += events
        state = after
    return seed, happened, state


def _plain(seed: int, happened: list[Happened], state: Playing) -> JsonObject:
    """One branch for a machine; amounts are decimal strings."""
    stacks = {str(seat): str(amount) for seat, amount in state.stacks.items()}
    return {
        "seed": seed,
        "over": state.over,
        "phase": state.phase,
        "events": len(happened),
        "pot": str(state.pot),
        "stacks": stacks,
    }
