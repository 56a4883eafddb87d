"""JSON as it comes from outside, read strictly.

What a lenient reader would accept or guess at is refused with a reason: other encodings than UTF-8, a name twice in one object,
NaN and Infinity, half a surrogate pair, NUL, deep nesting, numbers of thousands of digits.
"""

import json
import re
from typing import Any, NoReturn

DEPTH_MAX = 16
DIGITS_MAX = 40

_DEEP = re.compile(rb"[\[{]")


class NotJson(ValueError):
    """The text can not be taken as JSON; the message is a sentence."""


def loads(raw: bytes) -> Any:
    """The value of a JSON text in UTF-8. Raises NotJson."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJson("The body is not UTF-8.") from None
    if len(_DEEP.findall(raw)) > DEPTH_MAX:
        _check_depth(text)
    try:
        value = _DECODER.decode(text)
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        raise NotJson(f"The body is not JSON: {error.msg} at character {error.pos}.") from None
    except (ValueError, RecursionError):
        raise NotJson("The body is not JSON that this service reads.") from None
    if "\\u" in text:
        _check_words(value)
    return value


def _check_depth(text: str) -> None:
    """Counts brackets outside strings, so the reader itself never recurses far."""
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
                raise NotJson(f"The body is nested deeper than {DEPTH_MAX} levels.")
        elif sign in "]}":
            depth -= 1


def _check_words(value: Any) -> None:
    """Escapes can name what no text may hold: half a surrogate pair, or NUL."""
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotJson(f"The name {json.dumps(twice)[:80]} is in one object twice.")
    return value


def _whole(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise NotJson(f"A number has more than {DIGITS_MAX} digits.")
    return int(digits)


def _fraction(digits: str) -> float:
    if len(digits) > DIGITS_MAX:
        raise NotJson(f"A number has more than {DIGITS_MAX} digits.")
    value = float(digits)
    if value in {float("inf"), float("-inf")}:
        raise NotJson("A number is too great.")
    return value


def _constant(word: str) -> NoReturn:
    raise NotJson(f"{word} is not JSON.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant)
