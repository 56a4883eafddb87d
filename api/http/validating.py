"""What validators say about a value, with the parts of the sentence, so that it can be given in other languages too."""

import re
from collections.abc import Mapping
from typing import TypeAlias, TypeVar

import marshmallow
from marshmallow import fields

from engine.saying import Row, Saying

# What is wrong with a value: in a sentence, or for each of its parts.
Errors: TypeAlias = str | Saying | list["Errors"] | Mapping[str, "Errors"]

# As marshmallow says it; our own fields raise sayings themselves (`schemas/fields.py`).
SAID = (
    Saying("Must be one of: {choices}."),
    Saying("Seats are 1 to {most}."),
    Saying("Length must be between {least} and {most}."),
    Saying("Longer than maximum length {most}."),
    Saying("Shorter than minimum length {least}."),
    Saying("Missing data for required field."),
    Saying("Unknown field."),
    Saying("Field may not be null."),
    Saying("Invalid input type."),
    Saying("Not a valid list."),
    Saying("Not a valid mapping type."),
    Saying("Not a valid string."),
)
S = TypeVar("S", bound=marshmallow.Schema)
_FACT = re.compile(r"\\{(\w+)\\}")
_FORMS = tuple([(re.compile(_FACT.sub(r"(?P<\1>.+)", re.escape(one.template)), re.DOTALL), one.template) for one in SAID])


def recognised(found: Errors) -> Errors:
    """The messages of a validation error, in their structure, each as a saying: with its facts where it is known how it is made."""
    if isinstance(found, Mapping):
        return {name: recognised(inner) for name, inner in found.items()}
    if isinstance(found, list):
        return [recognised(each) for each in found]
    if not isinstance(found, str):
        return found
    heard = ((form.fullmatch(found), template) for form, template in _FORMS)
    plain = Saying(found.replace("{", "{{").replace("}", "}}"))
    return next((Saying(template, **match.groupdict()) for match, template in heard if match), plain)


def tells_fields(schema: S) -> S:
    """The schema, so that who names a field that it lacks is told the fields that it has; the same for the schemas within it."""
    known = [field.data_key or name for name, field in schema.load_fields.items()]
    if known:
        # marshmallow hands on what stands here as it is
        schema.error_messages["unknown"] = Saying("Unknown field. Known here: {known}.", known=Row(known))  # type: ignore[assignment]
    for field in schema.load_fields.values():
        inner = field.inner if isinstance(field, fields.List) else field
        if isinstance(inner, fields.Nested):
            tells_fields(inner.schema)
    return schema
