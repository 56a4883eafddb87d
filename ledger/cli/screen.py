"""How a step of a replay looks at a terminal, and where its keys lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engine.declared import declared
from engine.games import KINDS
from ledger.cli.faces import faces, shows
from ledger.replays.film import Film, Step
from ledger.replays.landings import landings
from ledger.statements import WORDINGS
from ledger.words import Voice, choices, words

# What a key does: a way of `landings`. Arrows come as sequences, on other systems as other ones.
KEYS = {
    "\x1b[C": "next",
    "\x1bOC": "next",
    "\xe0M": "next",
    " ": "next",
    "n": "next",
    "\r": "next",
    "\x1b[D": "previous",
    "\x1bOD": "previous",
    "\xe0K": "previous",
    "b": "previous",
    "\x1b[H": "first",
    "\x1bOH": "first",
    "\x1b[1~": "first",
    "a": "first",
    "\x1b[F": "last",
    "\x1bOF": "last",
    "\x1b[4~": "last",
    "e": "last",
    "d": "next_deal",
    "D": "previous_deal",
    "t": "next_trick",
    "T": "previous_trick",
    "p": "next_penalty",
    "P": "previous_penalty",
    "v": "next_violation",
    "V": "previous_violation",
}


def led(film: Film, number: int, key: str) -> int | None:
    """The step that a key leads to from this one; None: the key means nothing, or nothing lies there."""
    return landings(film, number, judges=True)[KEYS[key]] if key in KEYS else None


def hands_of(one: Step) -> dict[int, list[str]]:
    """The cards that each seat holds after this step; "?" for one that only its player sees (AZI-DEAL-9)."""
    kind, hands = KINDS[declared(one.envelope.event).family], {}
    for seat, cards in one.state.hands.items():
        known = kind.possible(one.state, seat)
        hands[seat] = list(cards) if known is None else [*known.surely, *["?"] * (known.count - len(known.surely))]
    return hands


def table_of(film: Film, voice: Voice, title: str) -> RenderableType:
    """All steps, a row each: what happened, hands, pot and stacks where they have changed, and who is in turn."""
    say = voice.say
    shown = Table(box=SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False, collapse_padding=True)
    shown.add_column(say("of.step"), justify="right")
    shown.add_column(say("of.what"), ratio=3)
    shown.add_column(say("of.hands"), ratio=2)
    shown.add_column(say("of.pot"), justify="right")
    shown.add_column(say("of.stack"), ratio=2)
    before: tuple[Mapping[int, Sequence[str]], str | None, str | None] = ({}, None, None)
    for number in range(1, len(film.states) + 1):
        one = film.step(number)
        hands, pot = {seat: cards for seat, cards in hands_of(one).items() if cards}, voice.chips(one.state.pot)
        lines = [
            Text(f"{voice.seat(seat)}: ") + faces(cards, voice) for seat, cards in hands.items() if before[0].get(seat) != cards
        ]
        stacks = "  ".join(f"{voice.seat(seat)} {voice.chips(chips)}" for seat, chips in one.state.stacks.items())
        told = Text(words(one.envelope.event, voice))
        told.highlight_regex(r"\S+[♥♦]", "red")
        news = [Text("" if value == earlier else value) for value, earlier in zip((pot, stacks), before[1:], strict=True)]
        shown.add_row(str(number), told, Text("\n").join(lines), *news)
        before = (hands, pot, stacks)
    return shown


def step_of(film: Film, number: int, voice: Voice) -> RenderableType:
    """One step: what happened, by which rule, the chips moved, the table with all hands, and what could be done next."""
    one, say = film.step(number), voice.say
    state, event = one.state, one.envelope.event
    where = say("of.steps", step=number, steps=len(film.rows))
    head = Text(
        f"{say('of.game')} {film.game} · {say('of.step')} {where} · {one.envelope.effective_at:%Y-%m-%d %H:%M:%S}Z", style="dim"
    )
    told = Text(words(event, voice), style="bold")
    told.highlight_regex(r"\S+[♥♦]", "red")
    parts: list[RenderableType] = [head, told, _money(one, voice), _seats(one, voice), _open(one, voice)]
    if one.mid_act:
        parts.append(Text(say("of.mid_act")))
    elif state.turn:
        parts.append(Text(f"{say('of.turn', seat=voice.seat(state.turn))} {'; '.join(choices(one.offers(), voice))}"))
    parts.append(Text(f"{say('of.rule')}: {', '.join(declared(event).cited(event))}", style="dim"))
    found = film.kind.violations(state)
    if found:
        lines = [f"{voice.seat(one.seat)} {one.rule} {voice.card(one.card or '')}".strip() for one in found]
        parts.append(Text(f"{say('of.violations')}: {'; '.join(lines)}", style="yellow"))
    return Group(*[part for part in parts if part])


def _money(one: Step, voice: Voice) -> Text:
    """Each stack that has changed by the step, by what, and what for."""
    by_player = {player: seat for seat, player in one.state.players.items()}
    kinds = WORDINGS[voice.tongue.tag]
    lines = []
    for line in one.moved:
        player = line.account.split(":")[1]
        if player in by_player:
            sign = "+" if line.chips > 0 else "−"
            lines.append(f"{voice.seat(by_player[player])} {sign}{voice.chips(abs(line.chips))} ({kinds.kind(line.kind)})")
    return Text(f"{voice.say('of.money')}: {'; '.join(lines)}" if lines else "")


def _seats(one: Step, voice: Voice) -> Table:
    """Everybody with his stack and hand, and his tricks or points."""
    say, state, hands = voice.say, one.state, hands_of(one)
    game = shows(state)
    shown = Table("", say("of.player"), say("of.stack"), say(game.COUNTED), say("of.hand"), box=SIMPLE_HEAD)
    for seat in state.seats:
        mark = ("▶" if seat == state.turn else "") + ("●" if seat == state.dealer else "")
        name = Text(voice.seat(seat), style="" if seat in state.active or not state.active else "dim")
        shown.add_row(
            mark, name, voice.chips(state.stacks[seat]), str(game.counted(state, seat)), faces(hands.get(seat, ()), voice)
        )
    return shown


def _open(one: Step, voice: Voice) -> Text:
    """What lies open: the pot, and what its game lays on the table."""
    lying: Text = shows(one.state).lying(one.state, voice)
    return Text(f"{voice.say('of.pot')} {voice.chips(one.state.pot)}") + lying
