"""A sample game: a list of calls of the interface, read from a file of seeds/games and sent in order. Its README describes the
form.

Every call has an Idempotency-Key of file and line. So a script that was interrupted resumes where it stopped, and one that was
already played changes nothing: the service gives its first answers again, and the values kept from them are the same.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from api.demo.client import Client, DemoFault
from engine.plain import Json, JsonObject

GAMES = Path(__file__).parents[2] / "seeds" / "games"
PLACES = ("dealer", "first_hand", "second_hand")  # at a table of three
_NUMBER = re.compile(r"(\d+)[a-z]?-")
_NAME = re.compile(r"\{([a-z_]+)\}")
_CALL_PARTS = 4


class Then(TypedDict, total=False):
    """What is done with an answer. keep: name -> the place in it of a value to be kept. expect: place -> the value there. refused:
    the rule by which it is refused."""

    keep: dict[str, str]
    expect: dict[str, Json]
    refused: str


@dataclass(frozen=True, slots=True)
class Call:
    """One line of a script. number: from 1. by: who calls. then: keep, expect, refused."""

    number: int
    by: str
    method: str
    path: str
    body: JsonObject
    then: Then


@dataclass(frozen=True, slots=True)
class Script:
    """A sample game. name: of its file, without the ending. replayed: the demo shows it step by step."""

    name: str
    title: str
    words: str
    calls: tuple[Call, ...]
    replayed: bool


def scripts(folder: Path = GAMES) -> list[Script]:
    """The sample games in the order of their numbers. Raises DemoFault: a file is not as the README describes."""
    return [_read(path) for path in sorted(folder.glob("*.toml"), key=_place)]


def _place(path: Path) -> tuple[int, str]:
    number = _NUMBER.match(path.stem)
    if number is None:
        raise DemoFault(f"{path.name} has no number, so it has no place among the sample games.")
    return int(number[1]), path.stem


def _read(path: Path) -> Script:
    try:
        told = tomllib.loads(path.read_text("utf-8"))
        calls = tuple(_call(number, line) for number, line in enumerate(told["calls"], 1))
        return Script(path.stem, told["title"], told["words"], calls, told.get("replayed", False))
    except (tomllib.TOMLDecodeError, KeyError, ValueError) as fault:
        raise DemoFault(f"{path.name} cannot be read as a sample game: {fault}") from fault


def _call(number: int, line: tuple[str, str, JsonObject, Then]) -> Call:
    if len(line) != _CALL_PARTS:
        raise ValueError(f"call {number} must have {_CALL_PARTS} parts")
    by, route, body, then = line
    method, path = route.split(" ", 1)
    return Call(number, by, method, path, body, then)


def play(client: Client, script: Script, kept: JsonObject) -> Iterator[Call]:
    """Send the calls one after the other; gives each after it was answered. kept: values by name, added to as answers come.

    Raises DemoFault: an answer is not what the script expects.
    """
    for call in script.calls:
        if call.by in PLACES:
            kept.update(_places(int(str(kept["dealer"]))))
        by = str(kept[f"player_at_{kept[call.by]}"] if call.by in PLACES else kept.get(call.by, call.by))
        answer = client.send(
            by, call.method, str(_filled(call.path, kept)), _all_filled(call.body, kept), f"{script.name}:{call.number}"
        )
        where = f"{script.name}, call {call.number} ({call.method} {call.path})"
        _check(where, call.then, answer.status, answer.body)
        for name, place in call.then.get("keep", {}).items():
            kept[name] = _at(where, answer.body, place)
        seats = answer.body.get("seats")
        for seated in seats if isinstance(seats, list) else ():
            kept[f"player_at_{seated['seat']}"] = seated["player"]
        yield call


def _places(dealer: int) -> dict[str, int]:
    """Seats of a table of three by their place in the deal."""
    return {"dealer": dealer, "first_hand": dealer % 3 + 1, "second_hand": (dealer + 1) % 3 + 1}


def _all_filled(body: JsonObject, kept: JsonObject) -> JsonObject:
    return {key: _filled(item, kept) for key, item in body.items()}


def _filled(value: Json, kept: JsonObject) -> Json:
    """The value with kept values in place of their names; a text that is only a name becomes the value itself."""
    if isinstance(value, dict):
        return {key: _filled(item, kept) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, kept) for item in value]
    if not isinstance(value, str):
        return value
    if alone := _NAME.fullmatch(value):
        return kept[alone[1]]
    return _NAME.sub(lambda found: str(kept[found[1]]), value)


def _check(where: str, then: Then, status: int, body: JsonObject) -> None:
    refused = then.get("refused")
    if refused is not None:
        if status != 409 or body.get("rule") != refused:
            raise DemoFault(f"{where}: should have been refused by {refused}, but was answered {status}: {body}")
        return
    if status >= 300:
        raise DemoFault(f"{where}: {status} {body.get('detail', body)}")
    for place, value in then.get("expect", {}).items():
        found = _at(where, body, place)
        if found != value:
            raise DemoFault(f"{where}: {place} should be {value!r}, but is {found!r}")


def _at(where: str, body: Json, place: str) -> Json:
    """The value at "state.pot.amount" or "events.2.type"."""
    for part in place.split("."):
        try:
            if isinstance(body, list):
                body = body[int(part)]
            elif isinstance(body, dict):
                body = body[part]
            else:
                raise TypeError(part)
        except (LookupError, ValueError, TypeError):
            raise DemoFault(f"{where}: the answer has no {place}") from None
    return body
