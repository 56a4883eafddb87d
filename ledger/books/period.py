"""The period of a statement, [from, to): days of a named time zone, or moments with their offset."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engine.saying import Saying
from ledger.store.times import calendar_day

MIDDLE = 5000  # of the calendar
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class BadPeriod(Exception):
    """The period makes no sense: an unknown time zone, a time without offset, an end before the beginning. `saying`: why; `says`:
    the same in English.

    field: "from", "to", "day", "tz", "scope", "limit" or "cursor".
    """

    def __init__(self, field: str, saying: str | Saying) -> None:
        self.field, self.saying = field, saying
        self.says = str(saying)
        super().__init__(self.says)


def bounds(start: date | datetime | None, end: date | datetime | None, tz: str) -> tuple[datetime | None, datetime | None]:
    """Both bounds in UTC, each None where the period is open. Raises BadPeriod."""
    first, last = bound(start, tz, "from"), bound(end, tz, "to")
    if first is not None and last is not None and last < first:
        raise BadPeriod("to", "The end of the period lies before its beginning.")
    return first, last


def bound(moment: date | datetime | None, tz: str, field: str) -> datetime | None:
    """The bound of a period in UTC: a date's first moment in `tz`, also where midnight is skipped or comes twice.

    Raises BadPeriod naming `field`, or "tz".
    """
    there = zone(tz)
    if moment is None:
        return None
    try:
        if not isinstance(moment, datetime):
            # fold=0: a midnight that is skipped counts with the offset before the change, which is the moment of the change
            return datetime.combine(moment, time(), there).astimezone(UTC)
        if moment.utcoffset() is None:
            raise BadPeriod(field, "A time needs its offset, as in 2026-03-29T14:00:00+02:00.")
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise BadPeriod(field, "This time lies outside the calendar.") from error


def day_of(text: str | None, tz: str) -> tuple[datetime | None, datetime | None]:
    """First moment of a day, as in "2026-03-01", in `tz`, and that of the day after it, None behind the end of the calendar; None:
    of no day. Raises BadPeriod naming "day" or "tz"."""
    there = zone(tz)
    if text is None:
        return None, None
    day = calendar_day(text)
    if day is None:
        raise BadPeriod("day", "Must be a day, such as 2026-03-01.")
    first = datetime.combine(day, time(), there)
    try:
        return _at(first), _at(datetime.combine(day + timedelta(days=1), time(), there))
    except OverflowError:
        return _at(first), None


def _at(moment: datetime) -> datetime:
    """In UTC; at the very edges of the calendar the last moment that UTC has on this side."""
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return _FIRST if moment.year < MIDDLE else _LAST


def zone(tz: str) -> ZoneInfo:
    """The time zone of this IANA name. Raises BadPeriod: there is none."""
    try:
        found = ZoneInfo(tz)
        if tz in _zones():
            return found
    except (LookupError, ValueError, OSError):
        pass
    raise BadPeriod("tz", "There is no such time zone; name one as in Europe/Berlin.")


@cache
def _zones() -> frozenset[str]:
    """Names of IANA's, without what machines add of their own: their local time, or zones that count leap seconds."""
    return frozenset(available_timezones() - {"localtime", "Factory"})
