"""cardledger replay: a game step by step, whole, one step, by keys, as a transcript, or for a machine.

HIDDEN: who may read the database may see everything, so a replay here shows every hand.
"""

from __future__ import annotations

import sys
from typing import Annotated

import click
import typer

from engine.declared import declared
from engine.plain import JsonObject
from ledger.cli.faces import shows
from ledger.cli.naming import A_GAME, the_game
from ledger.cli.screen import hands_of, led, step_of, table_of
from ledger.cli.terminal import REFUSED, WRONG, AsJson, err, ledger_here, out, speak, stop, tell_json
from ledger.people import people
from ledger.replays.film import Film, Step, film
from ledger.replays.landings import MARKS, landed, told_steps
from ledger.replays.transcript import OFFERED_MOST, Told, stopped, transcript
from ledger.running.opening import Place
from ledger.words import TONGUES, Voice, choices, words

MARK = f"{', '.join(MARKS)}, or step"


def show_replay(
    game: Annotated[str, typer.Argument(help=A_GAME)],
    step: Annotated[int | None, typer.Option(help="This step only; with --next or --previous, from there.", min=1)] = None,
    following: Annotated[str | None, typer.Option("--next", help=f"Go on to the next one: {MARK}.")] = None,
    earlier: Annotated[str | None, typer.Option("--previous", help=f"Go back to the previous one: {MARK}.")] = None,
    language: Annotated[str | None, typer.Option("--lang", help=f"Language: {', '.join(TONGUES)}.")] = None,
    as_transcript: Annotated[bool, typer.Option("--transcript", help="Plain text, a line for each step.")] = False,
    whole: Annotated[bool, typer.Option("--all", help="All steps in a table, also at a terminal that has keys.")] = False,
    as_json: AsJson = False,
) -> None:
    """A game step by step, with every hand: what happened, by which rule, the chips, and what could be done next.

    At a terminal the steps are gone through by keys, forwards and backwards, to the next deal, trick, penalty or violation.
    """
    spoken = speak(language)
    for mark in (following, earlier):
        if mark not in {None, "step", *MARKS}:
            stop(f"There is no way to a {mark}; there are {MARK}.", REFUSED)
    with ledger_here() as place:
        game = the_game(place.ledger, game)
        played, voice, players = _begun(place, game, spoken)
        number = _number(played, step, following, earlier)
    one_only = number is not None
    numbers = range(1, len(played.states) + 1) if number is None else [number]
    if as_json:
        told = [_step(played.step(each), voice) for each in numbers]
        tell_json({"game": game, "lang": spoken, "steps": told, "stopped": _stopped(played, voice)})
    elif as_transcript:
        for line in transcript(played, voice, _everything, players, numbers if one_only else None):
            typer.echo(line)
    elif number is not None:
        out.print(step_of(played, number, voice))
    elif not whole and sys.stdin.isatty() and sys.stdout.isatty():
        _by_keys(played, voice)
    else:
        out.print(table_of(played, voice, f"{voice.say('of.game')} {game}"))
    if played.stopped and not one_only:
        if not as_json and not as_transcript:
            for line in stopped(played, voice):
                err.print(line, style="red", markup=False, soft_wrap=True)
        raise typer.Exit(WRONG)


def _begun(place: Place, game: str, language: str) -> tuple[Film, Voice, dict[int, str]]:
    """The game, the words for it, and what its players are called at the head of a transcript. Raises NotFound, Unreplayable."""
    played = film(place.ledger, game)
    first = played.stream().state
    names = people.names(place.ledger, first.players.values())
    named = {seat: names[player] for seat, player in first.players.items() if player in names}
    players = {seat: named.get(seat, player) for seat, player in first.players.items()}
    return played, Voice(TONGUES[language], named, first.scale), players


def _number(played: Film, step: int | None, following: str | None, earlier: str | None) -> int | None:
    """The one step that is asked for; None: all. Raises NotFound, Unreplayable: at that step or before it."""
    mark, way = (following, "next") if following else (earlier, "previous")
    if mark is None:
        return None if step is None else played.step(step).number
    return landed(played, step, way if mark == "step" else f"{way}_{mark}", judges=True)


def _everything(one: Step) -> Told:
    return Told({seat: tuple(cards) for seat, cards in hands_of(one).items()}, one.offers(OFFERED_MOST))


def _by_keys(played: Film, voice: Voice) -> None:
    """Shows a step and goes where the keys lead, until q, Escape or Ctrl-C."""
    number, note = 1, ""
    while True:
        out.clear()
        out.print(step_of(played, number, voice))
        if played.stopped and number == len(played.states):
            for line in stopped(played, voice):
                out.print(line, style="red", markup=False)
        out.print(note or voice.say("of.keys"), style="dim", markup=False)
        try:
            key = click.getchar()
        except (KeyboardInterrupt, EOFError):
            return
        if key in {"q", "\x1b", "\x03"}:
            return
        found = _asked_for(played, voice) if key == "g" else led(played, number, key)
        note = "" if found is not None else voice.say("of.none")
        number = found or number


def _asked_for(played: Film, voice: Voice) -> int | None:
    """The step whose number is typed; None: there is none that could be shown."""
    typed = out.input(f"{voice.say('of.step')} 1–{len(played.states)}: ").strip()
    return int(typed) if typed.isdecimal() and 1 <= int(typed) <= len(played.states) else None


def _stopped(played: Film, voice: Voice) -> JsonObject | None:
    if played.stopped is None:
        return None
    return {"step": played.stopped.step, "words": next(stopped(played, voice)), "not_evaluated": told_steps(played)}


def _step(one: Step, voice: Voice) -> JsonObject:
    """A step for a machine."""
    state, event, offers = one.state, one.envelope.event, one.offers()
    return {
        "step": one.number,
        "mid_act": one.mid_act,
        "type": one.row.topic,
        "at": one.envelope.effective_at.isoformat(),
        "actor": one.envelope.actor,
        "words": words(event, voice),
        "rules": list(declared(event).cited(event)),
        "money": [{"account": line.account, "amount": str(line.chips), "kind": line.kind} for line in one.moved],
        "phase": state.phase,
        "turn": state.turn or None,
        "pot": str(state.pot),
        "stacks": {str(seat): str(amount) for seat, amount in state.stacks.items()},
        "hands": {str(seat): cards for seat, cards in hands_of(one).items()},
        **shows(state).told(state),
        "legal": len(offers.acts),
        "legal_left_out": bool(offers.left_out),
        "choices": choices(offers, voice),
    }
