"""Moments as texts."""

from datetime import UTC, datetime


def utc_text(moment: datetime) -> str:
    """UTC, RFC 3339, always of the same width: so texts compare as the moments they are. `moment` carries an offset.

    >>> utc_text(datetime.fromisoformat("2026-01-02T14:00:00+04:00"))
    '2026-01-02T10:00:00.000000Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
