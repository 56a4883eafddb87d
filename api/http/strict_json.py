"""JSON from outside, read strictly. What a lenient parser would accept or guess is refused with a reason: other encodings than
UTF-8, a name twice in one object, NaN and Infinity, half a surrogate pair, NUL, deep nesting, numbers of thousands of digits.
"""

import json
import re
from typing import NoReturn

from engine.plain import Json, JsonObject
from engine.saying import Saying

DEPTH_MAX = 16
DIGITS_MAX = 40

_DEEP = re.compile(rb"[\[{]")


class NotJson(ValueError):
    """The text cannot be taken as JSON; `saying`: why."""

    def __init__(self, saying: str | Saying) -> None:
        self.saying = saying
        super().__init__(str(saying))


def loads(raw: bytes) -> Json:
    """The value of a JSON text in UTF-8. Raises NotJson."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJson("The body is not UTF-8.") from None
    if len(_DEEP.findall(raw)) > DEPTH_MAX:
        _check_depth(text)
    try:
        value: Json = _DECODER.decode(text)
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        raise NotJson(Saying("The body is not JSON: {why} at character {place}.", why=error.msg, place=error.pos)) from None
    except (ValueError, RecursionError):
        raise NotJson("The body is not JSON that this service reads.") from None
    if "\\u" in text:
        _check_words(value)
    return value


def _check_depth(text: str) -> None:
    """Counts brackets outside strings, so the parser itself never recurses far."""
    depth, quoted, escaped = 0, False, False
    for sign in text:
        if quoted:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                quoted = False
        elif sign == '"':
            quoted = True
        elif sign in "[{":
            depth += 1
            if depth > DEPTH_MAX:
                raise NotJson(Saying("The body is nested deeper than {most} levels.", most=DEPTH_MAX))
        elif sign in "]}":
            depth -= 1


def _check_words(value: Json) -> None:
    """Escapes can denote what no text may contain: half a surrogate pair, or NUL."""
    if isinstance(value, str):
        if "\x00" in value:
            raise NotJson("A text holds the character NUL.")
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise NotJson("A text holds half of a surrogate pair.") from None
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_words(name)
            _check_words(item)
    elif isinstance(value, list):
        for item in value:
            _check_words(item)


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotJson(Saying("The name {name} is in one object twice.", name=json.dumps(twice)[:80]))
    return value


def _whole(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise NotJson(Saying("A number has more than {most} digits.", most=DIGITS_MAX))
    return int(digits)


def _fraction(digits: str) -> float:
    if len(digits) > DIGITS_MAX:
        raise NotJson(Saying("A number has more than {most} digits.", most=DIGITS_MAX))
    value = float(digits)
    if value in {float("inf"), float("-inf")}:
        raise NotJson("A number is too great.")
    return value


def _constant(word: str) -> NoReturn:
    raise NotJson(Saying("{word} is not JSON.", word=word))


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant)
