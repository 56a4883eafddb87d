"""Names beside ids in what is read: `player_name` beside `player`, `table_name` beside `table`, as far as the reader may know them.

Only in answers to reads, which are made anew each time: the answer to a write is kept, and would keep a name that is erased later.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from api.http.auth import caller
from api.service.shared import ledger
from ledger.registers.naming import names_for, staff_named, tables_named

Body = TypeVar("Body")
PEOPLE = ("player", "claimant", "by", "actor", "ruled_by", "cashier", "taken_by", "answered_by", "payer", "payee")
TABLE = "table"
# What stands under these is no answer of ours but figures, acts to be sent, options: a "table" in it may be its cards.
UNNAMED = frozenset({"facts", "legal", "legal_left_out", "house_rules", "fill", "about"})
STAFF = frozenset({"admin", "cashier", "steward", "auditor"})


def named(body: Body) -> Body:
    """The body, with the name of whoever and whatever it names by an id beside that id; null: erased, or not for this reader."""
    found = list(_found(body))
    ids = {who for one in found for key in PEOPLE if isinstance(who := one.get(key), str)}
    people, tables = _names(ids), tables_named(ledger(), {at for one in found if isinstance(at := one.get(TABLE), str)})
    for one in found:
        for key in (*PEOPLE, TABLE):
            if f"{key}_name" not in one and isinstance(who := one.get(key), str):
                one[f"{key}_name"] = (tables if key == TABLE else people).get(who)
    return body


def _names(ids: set[str]) -> Mapping[str, str]:
    """What people are called; holders of keys who are no players by what their keys are for, and that for the staff alone."""
    asking = caller()
    told = names_for(ledger(), asking, ids)
    others = ids - told.keys() if asking.role in STAFF else ()
    return {**staff_named(ledger(), others), **told} if others else told


def _found(body: object) -> Iterator[dict[str, object]]:
    """Every object in it that names somebody or a table."""
    if isinstance(body, dict):
        if any(key in body for key in (*PEOPLE, TABLE)):
            yield body
        for key, value in list(body.items()):
            if key not in UNNAMED:
                yield from _found(value)
    elif isinstance(body, list | tuple):
        for value in body:
            yield from _found(value)
