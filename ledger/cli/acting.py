"""What an operator does at the terminal in his own name: an order as a request would be, of an admin, once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Annotated

import typer

from engine.rules import RuleBroken
from ledger.cli.terminal import REFUSED, say, stop
from ledger.orders.order import Answer, Caller, Order
from ledger.people.keys import is_subject
from ledger.store.ids import new_id

By = Annotated[str, typer.Option("--by", help="Id of the person who does it, as events will name him.")]


def order_of(by: str) -> Order:
    """An order of the person with this id."""
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
