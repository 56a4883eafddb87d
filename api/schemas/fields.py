"""Fields with the limits of this interface: amounts, names, ids, cards, times."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, TypedDict, Unpack

from marshmallow import ValidationError, fields
from marshmallow.exceptions import SCHEMA
from marshmallow.types import Validator

from api.http.forms import Description
from engine.chips import MOST
from engine.plain import Json
from engine.room.signs import code, hidden
from engine.saying import Saying

_AMOUNT = re.compile(r"[1-9][0-9]{0,30}")
_ID = re.compile(r"[a-z0-9]{1,40}")
_SUBJECT = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_CARD = re.compile(r"[2-9TJQKA][CDHS]")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?([Zz]|[+-]\d{2}:\d{2})")

NUMBER_OR_AMOUNT = {"oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^[1-9][0-9]{0,30}$"}]}
SEAT_MAX = 10
SHOWN_MAX = 20  # so many characters of a value that is refused stand in the answer
A_CARD = Saying('A card is a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S), such as "9H", not {value}.', value="")
NAME_LENGTH_MAX = 80


Metadata = Mapping[str, Description]
NOTHING: Metadata = {}


class Options(TypedDict, total=False):
    """What may be said of every field, as marshmallow takes it."""

    load_default: object
    data_key: str
    attribute: str
    validate: Validator | Iterable[Validator]
    post_load: Callable[[str], object]
    required: bool
    allow_none: bool


def unfit(template: str, field: str = SCHEMA, /, **facts: object) -> ValidationError:
    """A value is not as it has to be, for the reason that this makes (`Saying`). field: which one, where it is said of several."""
    return ValidationError([Saying(template, **facts)], field)


class Text(fields.String):
    """A JSON string and nothing else; marshmallow alone would also take bytes."""

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **kwargs: object) -> str:  # noqa: ARG002
        if not isinstance(value, str):
            raise ValidationError("Must be a string.")
        return self._checked(value)

    def _checked(self, value: str) -> str:
        return value


class Amount(Text):
    """Chips, smallest units, more than zero, as a decimal string: "130"; with zero=True also "0". Loads to int."""

    def __init__(self, *, zero: bool = False, metadata: Metadata = NOTHING, **options: Unpack[Options]) -> None:
        pattern = r"^(0|[1-9][0-9]{0,30})$" if zero else r"^[1-9][0-9]{0,30}$"
        told = {"pattern": pattern, "example": "130", "description": "Smallest units as a decimal string", **metadata}
        super().__init__(metadata=told, **options)
        self.zero = zero

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **kwargs: object) -> Any:  # noqa: ARG002
        if not isinstance(value, str):
            raise ValidationError('An amount is a decimal string of smallest units, such as "130".')
        if self.zero and value == "0":
            return 0
        if not _AMOUNT.fullmatch(value) or int(value) > MOST:
            least = "0" if self.zero else "1"
            raise unfit("An amount is a whole number from {least} to 10^30: no sign, no fraction, no leading zeros.", least=least)
        return int(value)


class Name(Text):
    """What people call something: 1 to 80 characters, any writing, nothing that is not seen, not blank."""

    def __init__(self, *, length_max: int = NAME_LENGTH_MAX, metadata: Metadata = NOTHING, **options: Unpack[Options]) -> None:
        super().__init__(metadata={"minLength": 1, "maxLength": length_max, **metadata}, **options)
        self.length_max = length_max

    def _checked(self, value: str) -> str:
        if not value.strip():
            raise ValidationError("Must not be blank.")
        if len(value) > self.length_max:
            raise unfit("Must not be longer than {most} characters.", most=self.length_max)
        if any(unicodedata.category(sign) in {"Cc", "Cs", "Cn"} for sign in value):
            raise ValidationError("Must not contain control characters.")
        if sign := hidden(value):
            raise unfit("Must not contain {sign}: nobody sees it, or it turns the writing round.", sign=code(sign))
        return value


class Word(Text):
    """A text of a fixed form, e.g. an id. says: what it must be; a fact `value` of it stands for what was given."""

    def __init__(
        self, form: re.Pattern[str], says: str | Saying, *, metadata: Metadata = NOTHING, **options: Unpack[Options]
    ) -> None:
        super().__init__(metadata={"pattern": f"^{form.pattern}$", **metadata}, **options)
        self.form, self.says = form, says

    def _checked(self, value: str) -> str:
        if not self.form.fullmatch(value):
            raise ValidationError([self._says(value)])
        return value

    def _says(self, value: str) -> str | Saying:
        if not isinstance(self.says, Saying) or "value" not in self.says.facts:
            return self.says
        return Saying(self.says.template, **{**self.says.facts, "value": repr(value[:SHOWN_MAX])})


def player_id(**options: Unpack[Options]) -> Word:
    """The id of a player or table."""
    return Word(_ID, "Must be an id: small letters and digits.", **options)


def shown_name() -> fields.String:
    """The name of whom or what the id beside it names."""
    described = (
        "of the id beside it; null where it was erased, or is not for you to read; left out where there is no id, and in answers to"
        " writes"
    )
    return fields.String(allow_none=True, metadata={"description": described})


def subject(**options: Unpack[Options]) -> Word:
    """Who stands behind a key."""
    return Word(_SUBJECT, "Must be an id: 1 to 40 small letters, digits and dashes.", **options)


def card(*, metadata: Metadata = NOTHING, **options: Unpack[Options]) -> Word:
    """A card: rank and suit, "9H", "TS"."""
    return Word(_CARD, A_CARD, metadata=metadata, **options)


class Whole(fields.Integer):
    """A JSON whole number within bounds; neither a string nor true nor 1.0."""

    def __init__(self, least: int, most: int, *, metadata: Metadata = NOTHING, **options: Unpack[Options]) -> None:
        super().__init__(strict=True, metadata={"minimum": least, "maximum": most, **metadata}, **options)
        self.least, self.most = least, most

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **kwargs: object) -> int:  # noqa: ARG002
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValidationError("Must be a whole number.")
        if not self.least <= value <= self.most:
            raise unfit("Must be from {least} to {most}.", least=self.least, most=self.most)
        return value


class Truth(fields.Boolean):
    """A JSON true or false; neither 1 nor "yes"."""

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **kwargs: object) -> bool:  # noqa: ARG002
        if not isinstance(value, bool):
            raise ValidationError("Must be true or false.")
        return value


def seat(**options: Unpack[Options]) -> Whole:
    """A seat's number, clockwise from 1."""
    return Whole(1, SEAT_MAX, **options)


class Counted(Word):
    """A whole number in a query, where everything is text: ASCII digits only."""

    def __init__(self, least: int, most: int, **options: Unpack[Options]) -> None:
        says = Saying("Must be a whole number from {least} to {most}.", least=least, most=most)
        super().__init__(re.compile(r"(0|[1-9][0-9]{0,17})"), says, **options)
        self.least, self.most = least, most
        self.metadata = {
            "type": "integer",
            "minimum": least,
            "maximum": most,
            **{k: v for k, v in self.metadata.items() if k != "pattern"},
        }

    def _serialize(self, value: Any, attr: str | None, obj: object, **kwargs: object) -> Any:  # noqa: ARG002
        return value  # a default in the description is a number

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **kwargs: object) -> Any:
        number = int(super()._deserialize(value, attr, data, **kwargs))
        if not self.least <= number <= self.most:
            raise ValidationError([self.says])
        return number


class Moment(Text):
    """A time in RFC 3339 with offset; loads to an aware datetime. A time without offset is refused: whose noon would it be?"""

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(metadata={"format": "date-time", "example": "2026-03-01T20:00:00+01:00"}, **options)

    def _deserialize(self, value: Json, attr: str | None, data: Mapping[str, Json] | None, **kwargs: object) -> Any:
        return moment(super()._deserialize(value, attr, data, **kwargs))


def moment(text: str) -> datetime:
    """An aware time from RFC 3339. Raises ValidationError."""
    if not _MOMENT.fullmatch(text) or not text.isascii():
        raise ValidationError('Must be a time with offset, such as "2026-03-01T20:00:00+01:00".')
    try:
        at = datetime.fromisoformat(text.upper().replace(" ", "T"))
        at.timestamp()
        at.utctimetuple()
    except (ValueError, OverflowError):
        raise ValidationError("There is no such time.") from None
    return at
