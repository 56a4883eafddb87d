"""A record as text. There is exactly one text for a game."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import cast

from engine.plain import JsonObject
from engine.playing import Playing
from engine.record.checks import checked
from engine.record.game import Record, steps_of
from engine.record.lines import quoted, value

FORMAT = "cardledger game record 1"
TYPED = f"{FORMAT}, typed"
HEAD = (
    "# All acts of one game, in order. Antes, tricks, azis and who takes the pot follow by the rules and are not written.",
    "# Seats stand for their players. Amounts are whole chips.",
)
SEATS = ("", "[seats]", "# seat = the player and the chips before him when the game begins")
HOUSE = ("", "[house_rules]")
ACTS = ("", "[acts]", "# step = the act, and the pot after it and all that follows from it")
END = ("", "[end]", "# how the game ends; seat = the chips before each player then")
LOT, NO_LIMIT = "lot", "none"


def write(record: Record, *, checks: bool = True) -> str:
    """The text of a record. checks: False for one as somebody types it: it says so, and has no checks."""
    lines = checked(told(record, FORMAT)) if checks else told(record, TYPED)
    return "".join(f"{line}\n" for line in lines)


def told(record: Record, form: str) -> list[str]:
    """The lines of a record of this form, without checks."""
    begin, kind, state = record.begin, record.kind, record.state
    head: JsonObject = {
        "format": form,
        "game": kind.name,
        "table": begin.table,
        "number": begin.number,
        "unit": begin.unit,
        "scale": begin.scale,
        "dealer": LOT if begin.dealer is None else begin.dealer,
    }
    return [
        *HEAD,
        *[f"{name} = {value(plain)}" for name, plain in head.items()],
        *SEATS,
        *[
            f"{one.seat} = {{ player = {quoted(one.player)}, stack = {quoted(str(one.stack))} }}"
            for one in sorted(begin.seats, key=lambda one: one.seat)
        ],
        *HOUSE,
        *_house(kind.plain, cast(Hashable, begin.house)),
        *ACTS,
        *[f"{step} = [{quoted(words)}, {quoted(str(pot))}]" for step, words, pot in steps_of(record)],
        *END,
        *end_of(state),
    ]


@lru_cache(maxsize=32)
def _house(plain: Callable[[object], JsonObject], house: Hashable) -> tuple[str, ...]:
    """The lines of house rules, which are the same for every game of an evening."""
    return tuple([f"{name} = {value(NO_LIMIT if option is None else option)}" for name, option in plain(house).items()])


def end_of(state: Playing) -> list[str]:
    """The lines of how the game has ended."""
    return [f"how = {quoted(state.how)}", *[f"{seat} = {quoted(str(chips))}" for seat, chips in sorted(state.stacks.items())]]
