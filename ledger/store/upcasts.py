"""How events of older shapes are read as new: stored bytes are never rewritten.

An entry (name, version) turns the plain JSON data of that version, hidden parts included, into the data of the next one. The
version that is written is one more than the highest entry of its name, so a changed shape is: the new dataclass, an entry here, and
a frozen sample of the old bytes. A new house-rule option needs none: absent, it stands for how everybody played before.
"""

from collections.abc import Callable, Mapping

from engine.plain import JsonObject

Upcast = Callable[[JsonObject], JsonObject]

# What tables have that were opened before disputes came, as a new one has unless it is told otherwise (DISPUTE-2).
DISPUTE_HOURS_BEFORE = 168


def _disputable(data: JsonObject) -> JsonObject:
    return {**data, "dispute_hours": DISPUTE_HOURS_BEFORE}


def _nothing_told(data: JsonObject) -> JsonObject:
    """CAS-CLAIM-1: a claim of the target told no cards that are left over."""
    return {**data, "undealt": []}


def _as_it_is(data: JsonObject) -> JsonObject:
    """A field may be empty since then that never was before."""
    return data


UPCASTS: Mapping[tuple[str, int], Upcast] = {
    ("table.opened", 1): _disputable,
    ("casino.target_claimed", 1): _nothing_told,
    ("dispute.ruled", 1): _as_it_is,  # appeal_until
}
