"""A day or a moment that a query names; and what is said of a file that cannot hold what was asked for."""

from collections.abc import Iterable
from datetime import date, datetime

from marshmallow import ValidationError

from api.http.problems import Problem
from api.schemas.fields import moment
from engine.saying import Saying
from ledger.exports.formats import FORMATS, NotHeld
from ledger.store.times import calendar_day

JSON = "application/json"
MEDIA_TYPES = {"json": JSON, **{each.name: each.media_type for each in FORMATS.values()}}


def day_or_moment(text: str | None, field: str) -> date | datetime | None:
    """A day as it is written, or a time with offset. Raises Problem: malformed."""
    if text is None:
        return None
    try:
        return calendar_day(text) or moment(text)
    except ValidationError:
        says = Saying('Must be a day, such as "2026-03-01", or a time with offset, such as "2026-03-01T20:00:00+01:00".')
        raise Problem("malformed", Saying("{name}: {says}", name=field, says=says), errors={field: [says]}) from None


def not_acceptable(says: str | Saying, names: Iterable[str]) -> Problem:
    """None of the formats that were asked for will do; these would."""
    return Problem("not-acceptable", says, formats=list(names), available=[MEDIA_TYPES[name] for name in names])


def not_held(fault: NotHeld) -> Problem:
    """A format that cannot hold it."""
    return not_acceptable(fault.saying, fault.instead)
