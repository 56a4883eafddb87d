"""What an operator does at the terminal in his own name: an order as a request would be, of an admin, once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

import typer

from engine.rules import RuleBroken
from ledger.cli.terminal import REFUSED, say, stop
from ledger.orders.order import Answer, Caller, Order
from ledger.people.keys import is_subject
from ledger.registers.naming import actor_named
from ledger.store.ids import new_id

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

By = Annotated[str, typer.Option("--by", help="Who does it: the name of his key, or the id as which events will name him.")]


def order_of(ledger: Ledger, said: str) -> Order:
    """An order of this person: of the holder of a key of that name, or with that id."""
    by = actor_named(ledger, said)
    if not is_subject(by):
        stop(f"{by!r} is no opaque id of a-z, 0-9 and -, at most 40 characters.", REFUSED)
    key = new_id()
    caller = Caller(by, "admin")
    return Order(caller, key, sha256(key.encode()).digest(), lambda _: Answer(201, b""), lambda _: Answer(409, b""))


@contextmanager
def by_the_rules() -> Iterator[None]:
    """Ends the program with the rule and the sentence, where an act breaks one."""
    try:
        yield
    except RuleBroken as refusal:
        stop(f"{refusal.rule.id}: {say(refusal.saying)}", REFUSED)
