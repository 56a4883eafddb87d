"""Forms of requests: marshmallow reads them, and what they load to has types."""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

import marshmallow

G = TypeVar("G")
# A part of the description of the interface, in which schemas may stand.
Description: TypeAlias = (
    bool | int | float | str | type[marshmallow.Schema] | Sequence["Description"] | Mapping[str, "Description"] | None
)


class Form(marshmallow.Schema, Generic[G]):
    """What a body or a query is read by. G: what it loads to, a TypedDict with the names and types of its fields; a test compares
    them."""
