"""Answers that wait for events: a view gives them as the body of its response, and the server keeps them without a thread.

A server that does not know them finds an ordinary body in them: a stream that ends at once, so that the client comes back; a long
poll that does not wait.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import flask

from api.http.limits import Seats
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.people import keys, people

ROOM = "room"
BEGIN = b"retry: 2000\n\n"
WAITED = "cardledger.waited"  # in the environment of a request that is asked again after it has waited: the position it got to


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who waits, and the SHA-256 of the key that has admitted him: once it is revoked he sees nothing more."""

    caller: Caller
    key: bytes


def still_admitted(ledger: Ledger, watchers: Collection[Watcher]) -> frozenset[Watcher]:
    """Who of these may still see anything: keys that were not revoked, rooms that still speak for their player. One query for all
    keys, and one for all players whom rooms speak for."""
    good = keys.good(ledger, {who.key for who in watchers})
    spoken_for = {who.caller.player for who in watchers if who.caller.role == ROOM and who.caller.player is not None}
    registrars = people.registrars(ledger, spoken_for) if spoken_for else {}
    return frozenset([who for who in watchers if who.key in good and _speaks(who.caller, registrars)])


def _speaks(caller: Caller, registrars: Mapping[str, str]) -> bool:
    return caller.role != ROOM or caller.player is None or registrars.get(caller.player) == caller.subject


@dataclass(slots=True)
class Waiting:
    """after: the position behind which it waits. seats: where its place is given back, by `close`, whenever and however it ends."""

    who: Watcher
    after: int
    seats: Seats
    _left: bool = field(default=False, init=False)

    def close(self) -> None:
        """Called by the server at the end."""
        if not self._left:
            self._left = True
            self.seats.leave()


@dataclass(slots=True)
class Stream(Waiting):
    """Server-sent events from behind `after`, until it ends or its time is over. seconds: how long that is."""

    seconds: float

    def __iter__(self) -> Iterator[bytes]:
        yield BEGIN


@dataclass(slots=True)
class Poll(Waiting):
    """A long poll that has found nothing so far. seconds: how long it may wait. empty: the answer if nothing comes."""

    seconds: float
    empty: bytes

    def __iter__(self) -> Iterator[bytes]:
        yield self.empty


def waited_until() -> int | None:
    """The position up to which this request has already waited in vain; None: it has not waited."""
    position: int | None = flask.request.environ.get(WAITED)
    return position
