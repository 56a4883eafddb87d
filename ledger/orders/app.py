"""The ledger: one way in, `execute`; one way back, `history` and what is folded from it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from time import sleep
from typing import TYPE_CHECKING, TypeVar, cast

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper
from eventsourcing.utils import Environment, EnvType
from psycopg.rows import tuple_row

from engine.rules import RuleBroken
from ledger.database.connection import LedgerConnection
from ledger.database.datastore import LedgerDatastore, LedgerFactory
from ledger.orders.attempt import Attempt, Moved
from ledger.orders.order import Answer, Done, Order
from ledger.store import kinds
from ledger.store.cache import StreamCache
from ledger.store.codec import LedgerMapper
from ledger.store.envelope import Envelope, Kept, link
from ledger.store.errors import Conflict, KeyReused, NotAllowed, NotFound, Stale
from ledger.store.ids import StreamId, family, is_stream
from ledger.store.recorder import Along, Beside, Entry, LedgerRecorder, Outcome
from ledger.store.streams import AnyStream, Stream

if TYPE_CHECKING:
    from ledger.store.ids import AnyStreamId

__all__ = ["ATTEMPTS_MAX", "Attempt", "Ledger", "Stream", "now"]

S = TypeVar("S")  # state
C = TypeVar("C")  # commands
ATTEMPTS_MAX = 5
PAUSE_MILLISECONDS = 4
PURGE_SECONDS_MAX = 600.0
REMEMBERED = frozenset({"wallet", "table"})


def now() -> datetime:
    """This moment, UTC."""
    return datetime.now(UTC)


class Ledger(Application[str]):
    """A club's ledger. place: {"LEDGER_URL": connection string of the service, "LEDGER_SCHEMA": the club's schema}.

    dice: so many random bytes. clock: the time, UTC. Safe for threads; make it after a fork. The environment of the process is not
    read. The database must be migrated.
    """

    name = "ledger"
    factory: LedgerFactory  # type: ignore[assignment]  # the library means factories of any recorder
    recorder: LedgerRecorder

    def __init__(
        self, place: EnvType, *, dice: Callable[[int], bytes] = secrets.token_bytes, clock: Callable[[], datetime] = now
    ) -> None:
        self.dice, self.clock = dice, clock
        self._remembered = StreamCache()
        super().__init__(place)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """The library's hook: only what was passed in. By default it would add the whole environment of the process."""
        return Environment(name, {**(env or {}), "CREATE_TABLE": "n"})

    def construct_factory(self, env: Environment) -> LedgerFactory:  # type: ignore[override]
        """The library's hook for what makes connections."""
        return LedgerFactory(env)

    def construct_mapper(self) -> Mapper[str]:
        """The library's hook for the codec."""
        return LedgerMapper(kinds.EVENTS, kinds.SEALED)

    def construct_recorder(self) -> LedgerRecorder:
        """The library's hook for the recorder."""
        return LedgerRecorder(self.datastore)

    @property
    def datastore(self) -> LedgerDatastore:
        """Connections to the club's schema."""
        return self.factory.datastore

    @cached_property
    def unit(self) -> str:
        """What the club counts, e.g. "chip"."""
        return self._club[0]

    @cached_property
    def scale(self) -> int:
        """Decimal places at which an amount of units is shown."""
        return self._club[1]

    @cached_property
    def _club(self) -> tuple[str, int]:
        unit, scale = self.recorder.rows("select unit, scale from club")[0]
        return str(unit), int(scale)

    def load(self, stream_id: StreamId[S, C]) -> Stream[S, C]:
        """The stream as it stands now, folded. Version 0: it does not exist. Raises NotFound: no stream can have this name."""
        if not is_stream(stream_id):
            raise NotFound
        remembers = family(stream_id) in REMEMBERED
        known = self._remembered.get(stream_id) if remembers else None
        stream = (self._read_on(known) if known else None) or self._fold(kinds.unwritten(stream_id), self.history(stream_id))
        if remembers and stream.version:
            self._remembered.put(stream)
        return stream

    def _read_on(self, known: AnyStream) -> AnyStream | None:
        """A remembered stream, brought up to date. None: the store's history is not the remembered one."""
        rows = self.recorder.read(known.id, known.version - 1)
        if not rows or link(rows[0]) != known.head:
            self._remembered.drop(known.id)
            return None
        return self._fold(known, rows[1:])

    def _fold(self, stream: AnyStream, rows: list[Kept]) -> AnyStream:
        if not rows:
            return stream
        kind = stream.kind or kinds.kind_of(stream.id, rows[0].topic)
        decider = kinds.decider(kind)
        decode, evolve = self._codec.to_domain_event, decider.evolve
        state = decider.initial if stream.state is None else stream.state
        for row in rows:
            state = evolve(state, decode(row).event)
        return Stream(stream.id, state, rows[-1].originator_version, link(rows[-1]), kind)

    @property
    def _codec(self) -> LedgerMapper:
        return cast(LedgerMapper, self.mapper)

    def history(self, stream_id: str, after: int = 0) -> list[Kept]:
        """The rows of a stream after that version, in order. Empty: there are none."""
        return self.recorder.read(stream_id, after) if is_stream(stream_id) else []

    def decode(self, row: Kept) -> Envelope:
        """What a row says. Raises Unreadable."""
        return self._codec.to_domain_event(row)

    def tail(self, after: int, limit: int) -> list[Kept]:
        """At most `limit` rows of all streams after a position, in order, with position and recorded_at."""
        return self.recorder.tail(after, limit)

    def head(self) -> int:
        """The position of the last event; 0: there is none."""
        return self.recorder.head()

    def purge_answers(self) -> int:
        """Forget answers that are older than 30 days; refusals stay, and so do events. How many went."""
        return self.recorder.patience.ask(_purged)

    def execute(
        self,
        order: Order,
        work: Callable[[Attempt], None],
        *,
        beside: Beside | None = None,
        along: Callable[[], Along] | None = None,
        from_memory: bool = False,
    ) -> Done:
        """Carry out an order: all of its events, in however many streams, or none; once, however often it is sent.

        work: reads and acts; run again for each attempt, at most five, since others may change the same streams in the meantime.
        beside: further statements of the same transaction, run only if the events are kept; Moved, raised there, has it decided
        again. along: an insert of the same statement, asked for when the work is done. from_memory: the first attempt takes wallets
        and tables as this process knows them, and games as not begun. What it writes is guarded as always; but a refusal may rest
        on an outdated state, so order again without it before you believe one. A known key gives its first answer, also where the
        work would now refuse. Raises RuleBroken (kept under the key, with its answer), KeyReused, Conflict, NotAllowed, NotFound,
        Stale, OutcomeUnknown, Unavailable.
        """
        for number in range(1, ATTEMPTS_MAX + 1):
            load = self._as_remembered if from_memory and number == 1 else self.load
            done = self._attempt(order, work, beside, along, load)
            if done is not None:
                return done
            if number < ATTEMPTS_MAX:
                sleep(secrets.randbelow(PAUSE_MILLISECONDS << number) / 1000)
        raise Conflict

    def answered(self, order: Order) -> Done | None:
        """The answer that the order's key has already; None: the key is new. Raises KeyReused."""
        known = self.recorder.known(order.caller.scope, order.key, order.fingerprint)
        return None if known is None else _as_first_answered(known)

    def _as_remembered(self, stream_id: AnyStreamId) -> AnyStream:
        if family(stream_id) == "game":
            return kinds.unwritten(stream_id)
        return self._remembered.get(stream_id) or self.load(stream_id)

    def _attempt(
        self,
        order: Order,
        work: Callable[[Attempt], None],
        beside: Beside | None,
        along: Callable[[], Along] | None,
        load: Callable[[AnyStreamId], AnyStream],
    ) -> Done | None:
        """None: what was read has changed meanwhile."""
        attempt = Attempt(order, self._moment(order), load, self._codec)
        try:
            work(attempt)
        except RuleBroken as refusal:
            return self._refuse(order, attempt, refusal)
        except Moved:
            return None
        except (NotAllowed, NotFound, Stale):
            known = self.recorder.known(order.caller.scope, order.key, order.fingerprint)
            if known is None:
                raise
            return _as_first_answered(known)
        decided = attempt.decided()
        answer = order.answer(decided)
        try:
            outcome = self.recorder.append(decided.rows, _entry(order, answer), attempt.heads, beside, along() if along else None)
        except Moved:
            return None
        if outcome.name == "conflict":
            return None
        if outcome.name != "appended":
            return _as_first_answered(outcome)
        for stream in decided.streams.values():
            if stream.kind in REMEMBERED:
                self._remembered.put(stream)
        return Done(answer, outcome.position, replayed=False, decided=decided)

    def _moment(self, order: Order) -> datetime:
        at = order.effective_at or self.clock()
        if at.utcoffset() is None:
            raise ValueError("a time without an offset says nothing")
        return at.astimezone(UTC)

    def _refuse(self, order: Order, attempt: Attempt, refusal: RuleBroken) -> Done | None:
        """Keep the refusal under the key and raise it; or the answer that the key has already. None: as `_attempt`.

        One stream alone was as read at some moment, which is enough to refuse, if the store still knows that moment. Several were
        perhaps read at several moments: then they must still be so.
        """
        entry = _entry(order, order.refuse(refusal), refusal.rule.id, attempt.touched)
        outcome = self.recorder.append((), entry, attempt.heads)
        if outcome.name == "appended":
            raise refusal
        return None if outcome.name == "conflict" else _as_first_answered(outcome)


def _purged(connection: LedgerConnection) -> int:
    with connection.unhurried(PURGE_SECONDS_MAX), connection.cursor(row_factory=tuple_row) as cursor:
        ((gone,),) = cursor.execute("select purge_answers()").fetchall()
    return int(gone)


def _entry(order: Order, answer: Answer, rule: str | None = None, stream: str | None = None) -> Entry:
    caller = order.caller
    return Entry(caller.scope, order.key, order.fingerprint, answer.status, answer.body, answer.etag, rule, stream, caller.actor)


def _as_first_answered(outcome: Outcome) -> Done:
    """The answer that a known key has. Raises KeyReused: it belongs to another request."""
    if outcome.name == "key_reused":
        raise KeyReused
    answer = Answer(outcome.status or 0, outcome.body or b"", outcome.etag)
    return Done(answer, outcome.position, replayed=True, decided=None)
