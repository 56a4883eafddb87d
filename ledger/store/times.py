"""Moments as texts."""

import re
from datetime import UTC, datetime

_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?([Zz]|[+-]\d{2}:\d{2})")


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
