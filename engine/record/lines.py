"""One line of a record: the few forms of TOML that it uses, so that no text can make the reader recurse or grow."""

import re
import tomllib

from engine.plain import Json

LENGTH_MAX = 3000
STRING = r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\]|\\u[0-9A-F]{4})*"'
WHOLE = r"(?:0|[1-9][0-9]{0,8})"
ROW = re.compile(rf"([a-z_]+|[1-9][0-9]{{0,8}}) = ({STRING}|{WHOLE}|true|false)")
SEATED = re.compile(rf"([1-9][0-9]{{0,8}}) = (\{{ player = {STRING}, stack = {STRING} \}})")
ACTED = re.compile(rf"([1-9][0-9]{{0,8}}) = (\[{STRING}, {STRING}\])")
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
_PLAIN = re.compile(r'"([^"\\\x00-\x1f\x7f]*)"')
_PLAIN_SEAT = re.compile(r'\{ player = "([^"\\\x00-\x1f\x7f]*)", stack = "([^"\\\x00-\x1f\x7f]*)" \}')
_TRUTHS = {"true": True, "false": False}
_PLAIN_PAIR = re.compile(r'\["([^"\\\x00-\x1f\x7f]*)", "([^"\\\x00-\x1f\x7f]*)"\]')


def quoted(text: str) -> str:
    """A text as a TOML string. Only what TOML cannot hold otherwise is escaped."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    return f"\\{sign}" if sign in '"\\' else f"\\u{ord(sign):04X}"


def value(plain: Json) -> str:
    """A text, whole number, or truth value in TOML."""
    if isinstance(plain, bool):
        return "true" if plain else "false"
    return quoted(plain) if isinstance(plain, str) else str(plain)


def row(line: str, form: re.Pattern[str]) -> tuple[str, Json] | None:
    """The key and the value of a line of this form; None if it has another one."""
    found = form.fullmatch(line) if len(line) <= LENGTH_MAX else None
    if found is None:
        return None
    # Most lines by far hold texts without escapes, and those say themselves what they are.
    if plain := _PLAIN_PAIR.fullmatch(found[2]):
        return found[1], [plain[1], plain[2]]
    if plain := _PLAIN.fullmatch(found[2]):
        return found[1], plain[1]
    if plain := _PLAIN_SEAT.fullmatch(found[2]):
        return found[1], {"player": plain[1], "stack": plain[2]}
    if found[2] in _TRUTHS:
        return found[1], _TRUTHS[found[2]]
    try:
        return found[1], tomllib.loads(f"it = {found[2]}")["it"]
    except tomllib.TOMLDecodeError:
        return None
