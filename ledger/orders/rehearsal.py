"""A ledger that keeps nothing: orders are decided on what there is and on what was rehearsed before them, and then forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ledger.orders.app import Ledger
from ledger.orders.attempt import Attempt
from ledger.orders.order import Done, Order

if TYPE_CHECKING:
    from ledger.store.envelope import Kept
    from ledger.store.ids import StreamId
    from ledger.store.recorder import Along, Beside
    from ledger.store.streams import AnyStream, Stream

S = TypeVar("S")  # state
C = TypeVar("C")  # commands


class Rehearsal(Ledger):
    """Reads through the ledger that it is made of, and shares its connections; writes nothing, not even a refusal.

    What is beside events in tables (names, references, what was imported) is as the ledger has it: whoever rehearses keeps in mind
    himself what he would have added there.
    """

    def __init__(self, ledger: Ledger) -> None:
        vars(self).update(vars(ledger))
        self._after: dict[str, AnyStream] = {}
        self._rows: dict[str, list[Kept]] = {}

    def close(self) -> None:
        """The connections are the other ledger's, and stay open; the library closes what is forgotten."""

    def load(self, stream_id: StreamId[S, C]) -> Stream[S, C]:
        """The stream as it stands, or would stand by now. Raises NotFound: no stream can have this name."""
        known: Stream[S, C] | None = self._after.get(stream_id)
        return known or super().load(stream_id)

    def history(self, stream_id: str, after: int = 0) -> list[Kept]:
        """The rows of a stream after that version, with those that would have been appended by now."""
        more = [row for row in self._rows.get(stream_id, ()) if row.originator_version > after]
        return [*super().history(stream_id, after), *more]

    def execute(
        self,
        order: Order,
        work: Callable[[Attempt], None],
        *,
        beside: Beside | None = None,  # noqa: ARG002
        along: Callable[[], Along] | None = None,  # noqa: ARG002
        from_memory: bool = False,  # noqa: ARG002
    ) -> Done:
        """What the order would bring about. Raises as `Ledger.execute`, but keeps nothing; position: None."""
        attempt = Attempt(order, self._moment(order), self.load, self._codec)
        work(attempt)
        decided = attempt.decided()
        for row in decided.rows:
            self._rows.setdefault(row.stream, []).append(row)
        self._after |= {name: stream for name, stream in decided.streams.items() if stream.version}
        return Done(order.answer(decided), None, replayed=False, decided=decided)
