"""When the acts of a recorded game were done. No part of the game: they stand behind the record, which is the same without.

[times]
# step = when its act was done, UTC; the first is when the game began
1 = "2026-03-01T19:00:00.000000Z"
"""

import re
from collections.abc import Mapping

from engine.record.faults import RecordFault
from engine.record.game import Record
from engine.saying import Saying

HEADING = ("", "[times]", "# step = when its act was done, UTC; the first is when the game began")
_ROW = re.compile(r'([1-9][0-9]{0,8}) = "([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z)"')
Times = Mapping[int, str]  # step of an act -> when, UTC, RFC 3339 of fixed width; in the order of both


def timed(text: str, times: Times) -> str:
    """The text of a record with its times behind it."""
    return text + "".join(f"{line}\n" for line in (*HEADING, *(f'{step} = "{at}"' for step, at in times.items())))


def parted(text: str) -> tuple[str, dict[int, str]]:
    """A text without its times, and these; none if it has none. Raises RecordFault: what stands there are no times."""
    lines = text.split("\n")
    if HEADING[1] not in lines:
        return text, {}
    first = max(lines.index(HEADING[1]) - 1, 0)
    times: dict[int, str] = {}
    last = (0, "")
    for number, line in enumerate(lines[first : first + len(HEADING)], first + 1):
        if line != HEADING[number - first - 1]:
            raise RecordFault(number, Saying("Here the line {line} comes.", line=repr(HEADING[number - first - 1])))
    for number, line in enumerate(lines[first + len(HEADING) : -1], first + len(HEADING) + 1):
        row = _ROW.fullmatch(line)
        if row is None or not _is_moment(row[2]):
            raise RecordFault(number, Saying("Here a step and its time come, in UTC and to the microsecond."))
        if int(row[1]) <= last[0] or row[2] < last[1]:
            raise RecordFault(number, Saying("Steps and times go on: none comes before the one above."))
        last = int(row[1]), row[2]
        times[last[0]] = last[1]
    if lines[-1] or not times:
        raise RecordFault(len(lines), Saying("Here a step and its time come, in UTC and to the microsecond."))
    return "".join(f"{line}\n" for line in lines[:first]), times


def fit(record: Record, text: str, times: Times) -> None:
    """Raises RecordFault: a time of what is no act of the game. text: the record, behind which the times stand."""
    steps = {one.step for one in record.acts}
    for number, step in enumerate(times, text.count("\n") + len(HEADING) + 1):
        if step not in steps:
            raise RecordFault(number, Saying("No act begins at step {step}.", step=step))


def _is_moment(text: str) -> bool:
    year, month, day = (int(part) for part in text[:10].split("-"))
    hour, minute, second = (int(part) for part in text[11:19].split(":"))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 0 < month <= 12 and 0 < day <= days[month - 1] and hour < 24 and minute < 60 and second < 60
