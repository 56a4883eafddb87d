"""Days and moments as texts."""

import re
from datetime import UTC, date, datetime

_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def utc_text(moment: datetime) -> str:
    """UTC, RFC 3339, always of the same width: so texts compare as the moments they are. `moment` carries an offset.

    >>> utc_text(datetime.fromisoformat("2026-01-02T14:00:00+04:00"))
    '2026-01-02T10:00:00.000000Z'
    """
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def moment_of(text: str) -> datetime | None:
    """The moment that a text names, RFC 3339 with an offset, in UTC; None: it names none.

    >>> moment_of("2026-01-02T14:00:00+04:00"), moment_of("2026-01-02T14:00:00")
    (datetime.datetime(2026, 1, 2, 10, 0, tzinfo=datetime.timezone.utc), None)
    """
    if not _MOMENT.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def calendar_day(text: str) -> date | None:
    """The day that a text names, written as in RFC 3339 and in no other form of ISO 8601; None: it names none.

    >>> calendar_day("2026-03-01"), calendar_day("2026-W09-7"), calendar_day("2026-02-29")
    (datetime.date(2026, 3, 1), None, None)
    """
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
