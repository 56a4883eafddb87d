"""Plain values, as JSON has them: what house rules, bounds and events are turned into to be kept or sent, and what is read back."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = dict[str, "Json"]
