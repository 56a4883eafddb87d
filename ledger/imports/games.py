"""Bulk import of games: each record becomes an ordinary game with a stream of its own, in one append with the chips it needs.

A game that cannot be imported is reported with its line and rule, nothing of it is kept, and the rest goes on. What is in is
recognised by its content, so an import that was interrupted anywhere is resumed by running it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine.deeds import naming
from engine.record import Record, RecordFault, read
from engine.record.times import Times, parted
from engine.record.times import fit as fit_times
from engine.rules import RuleBroken
from engine.saying import Saying
from ledger.imports import register
from ledger.imports.identity import digest_of, game_of, line_of
from ledger.imports.outcomes import CHANGED, FAILED, IMPORTED, KNOWN, Outcome, Unimportable
from ledger.imports.pieces import Piece
from ledger.imports.players import Meant, Players
from ledger.imports.register import Registered
from ledger.imports.sitting import Sitting
from ledger.imports.tables import OwnTables, fit
from ledger.money.backdating import in_time
from ledger.money.closing import still_open
from ledger.money.courses import Courses
from ledger.orders.order import Answer, Caller, Order
from ledger.orders.permission import allow, has_role, is_steward
from ledger.orders.rehearsal import Rehearsal
from ledger.play import tables
from ledger.store.errors import NotFound, TooLarge, UnfitText
from ledger.store.ids import is_stream, new_id, table_of_game, table_stream
from ledger.store.recorder import Along

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger


@dataclass(frozen=True, slots=True)
class Manner:
    """How games are imported.

    caller: a steward, or an admin, who alone may have deposited what wallets lack (deposits). players: who is meant by the names.
    table: where to play, a table of the caller's; None: tables of the import's own, one for each table and house rules of the
    records. stewards: of these, beside the caller. times: when a record was played, by its name. takes_changed: a record whose
    name is in with other content is another game.
    """

    caller: Caller
    players: Players
    table: str | None = None
    stewards: Sequence[str] = ()
    times: Mapping[str, datetime] = field(default_factory=dict)
    deposits: bool = False
    takes_changed: bool = False


class _InMeanwhile(Exception):
    """Another import was faster."""

    def __init__(self, known: Registered) -> None:
        self.known = known


class GameImport:
    """One run of an import. Raises NotAllowed, NotFound: the caller may not, or there is no such table."""

    def __init__(self, ledger: Ledger, manner: Manner) -> None:
        self._ledger, self._manner = ledger, manner
        self._run, self._dry = new_id(), isinstance(ledger, Rehearsal)
        self._done: dict[str, Registered] = {}  # by content, and by name: what this run has brought in, be it in rehearsal
        self._own, self._courses = OwnTables(ledger, manner.stewards), Courses(ledger)
        has_role(manner.caller, "admin", "steward")
        allow(manner.caller.role == "admin" or not manner.deposits, "Only an admin may have deposited what wallets lack.")
        if manner.table is not None:
            stream = ledger.load(table_stream(manner.table)) if is_stream(table_stream(manner.table)) else None
            if stream is None or not stream.version:
                raise NotFound("There is no such table.")
            of_his = manner.caller.role == "admin" or is_steward(manner.caller, stream.state)
            allow(of_his, "Only an admin and the stewards of this table may do this.")

    def take(self, piece: Piece) -> Outcome:
        """Import one record, or say why not. Raises Conflict, Unavailable, OutcomeUnknown: then the import goes on another time."""
        if piece.text is None:
            return Outcome(piece.source, FAILED, piece.says, line=piece.fault)
        try:
            text, times = parted(piece.text)
        except RecordFault as fault:
            return Outcome(piece.source, FAILED, fault.saying, line=piece.line - 1 + fault.line)
        piece = replace(piece, text=text)
        kept = {} if piece.source in self._manner.times else times
        digest = digest_of(text)
        same, named, is_here = register.game(self._ledger, digest, piece.source, game_of(text))
        same, named = same or self._done.get(digest), named or self._done.get(piece.source)
        if same is not None:
            return self._known(piece, same)
        try:
            record = read(text)
            fit_times(record, text, times)
        except RecordFault as fault:
            return Outcome(piece.source, FAILED, fault.saying, line=piece.line - 1 + fault.line, rule=fault.rule)
        if named is not None and not self._manner.takes_changed:
            says = (
                "Under this name game {game} is in, with other content; nothing was changed. "
                "What was wrong in a game is put right by a ruling; another game needs another name."
            )
            return Outcome(piece.source, CHANGED, Saying(says, game=named.became), named.became)
        try:
            return self._of_this_ledger(piece, record) if is_here else self._imported(piece, record, digest, kept)
        except Unimportable as fault:
            line = piece.line - 1 + line_of(text, fault.seat, fault.act)
            return Outcome(piece.source, FAILED, fault.saying, line=line, rule=fault.rule)

    def close(self) -> list[Saying]:
        """The import is over: the tables that it has opened are closed, and their stacks paid out (TABLE-6). Sentences about those
        that cannot be."""
        notes = []
        for table in sorted(self._own.used):
            stream = self._ledger.load(table_stream(table))
            if stream.version and not stream.state.closed:
                try:
                    tables.close(self._ledger, self._order(f"close-{table}", Caller(self._manner.caller.subject, "admin")), table)
                except RuleBroken as broken:
                    notes.append(Saying("Table {table} stays open: {why}", table=table, why=broken.saying))
        return notes

    def _known(self, piece: Piece, same: Registered) -> Outcome:
        if same.own:
            self._own.used.add(table_of_game(same.became))
        if self._dry and self._done.get(same.digest) is same:
            return Outcome(piece.source, KNOWN, Saying("This is what came before it, and can be imported once."))
        return Outcome(piece.source, KNOWN, Saying("This is in as game {game}.", game=same.became), same.became)

    def _imported(self, piece: Piece, record: Record, digest: str, times: Times) -> Outcome:
        begin = record.begin
        if (begin.unit, begin.scale) != (self._ledger.unit, self._ledger.scale):
            says = "The record counts in {unit} of {scale} places, this club in {own_unit} of {own_scale}."
            theirs, ours = {"unit": begin.unit, "scale": begin.scale}, (self._ledger.unit, self._ledger.scale)
            raise Unimportable(Saying(says, **theirs, own_unit=ours[0], own_scale=ours[1]))
        meant = self._meant(record)
        own = self._manner.table is None
        became: list[str] = []

        def work(attempt: Attempt) -> None:
            if became and (known := register.game(self._ledger, digest, "")[0]) is not None:
                raise _InMeanwhile(known)  # another try: the same record has come in since the first
            if order.effective_at is not None:
                try:
                    still_open(attempt, order.effective_at)
                except RuleBroken as closed:
                    raise Unimportable(closed.saying, rule=closed.rule.id) from closed
            meant.register(attempt, self._ledger)
            table = self._table(attempt, record)
            stream = Sitting(self._ledger, attempt, table, own, self._manner.deposits, self._courses).play(record, meant.ids, times)
            became[:] = [stream.removeprefix("game-")]

        def along() -> Along:
            return register.entries(register.GAME, [Registered(digest, piece.source, became[0], own)])

        beside = meant.entries(self._manner.caller.subject) if meant.new else None
        known = list(times.values())
        first, last = (known[0], known[-1]) if known else (None, None)
        begun = self._manner.times.get(piece.source) if first is None else datetime.fromisoformat(first)
        order = self._order(digest, self._manner.caller, begun)
        try:
            in_time(order, self._ledger.clock())
            in_time(order if last is None else replace(order, effective_at=datetime.fromisoformat(last)), self._ledger.clock())
        except RuleBroken as broken:
            raise Unimportable(broken.saying, rule=broken.rule.id) from broken
        try:
            try:
                done = self._ledger.execute(order, work, beside=beside, along=along, from_memory=True)
            except Unimportable:
                became.clear()
                done = self._ledger.execute(order, work, beside=beside, along=along)
        except (TooLarge, UnfitText) as fault:
            raise Unimportable(fault.saying) from fault
        except _InMeanwhile as found:
            return self._known(piece, found.known)
        self._manner.players.keep(meant)
        return self._done_with(
            Registered(digest, piece.source, became[0], own), 0 if done.decided is None else len(done.decided.rows)
        )

    def _done_with(self, game: Registered, events: int) -> Outcome:
        """The outcome of a game that is in now, or would be."""
        self._done[game.digest] = self._done[game.source] = game
        if game.own:
            self._own.used.add(table_of_game(game.became))
        if self._dry:
            return Outcome(game.source, IMPORTED, Saying("Can be imported; nothing was kept."), events=events)
        return Outcome(game.source, IMPORTED, Saying("Imported as game {game}.", game=game.became), game.became, events=events)

    def _of_this_ledger(self, piece: Piece, record: Record) -> Outcome:
        """The outcome for a record that names a game of this ledger. Raises Unimportable: that game went differently."""
        game = game_of(piece.text or "")
        if tuple([self._ledger.decode(row).event for row in self._ledger.history(f"game-{game}")]) != record.events:
            raise Unimportable(Saying("Game {game} is in this ledger, and it went otherwise: this is no record of it.", game=game))
        return Outcome(piece.source, KNOWN, Saying("This game was played in this ledger, as {game}.", game=game), game)

    @staticmethod
    def names_in(piece: Piece) -> list[str]:
        """The names of the players in a record; none, if it cannot be read."""
        try:
            record = read(piece.text or "")
        except RecordFault:
            return []
        newcomers = [name for act in record.acts if (name := naming(act.command).player)]
        return [*[one.player for one in record.begin.seats], *newcomers]

    def _meant(self, record: Record) -> Meant:
        seats = record.begin.seats
        newcomers = {number: name for number, act in enumerate(record.acts) if (name := naming(act.command).player)}
        meant, faults = self._manner.players.meant([*[one.player for one in seats], *newcomers.values()])
        for one in seats:
            if one.player in faults:
                raise Unimportable(faults[one.player].saying, seat=one.seat)
        for number, name in newcomers.items():
            if name in faults:
                raise Unimportable(faults[name].saying, act=number)
        return meant

    def _table(self, attempt: Attempt, record: Record) -> str:
        table = self._manner.table
        if table is None:
            return self._own.open(attempt, record)
        fit(attempt.read(table_stream(table)).state, record)
        return table

    def _order(self, about: str, caller: Caller, effective_at: datetime | None = None) -> Order:
        """An order of this run. It keeps no refusal: what cannot be imported now may be importable later."""
        answered = Answer(201, b"{}")
        return Order(
            caller,
            f"import-{self._run}-{about}",
            bytes.fromhex(about) if len(about) == 64 else about.encode(),
            lambda _: answered,
            lambda _: Answer(409, b"{}"),
            effective_at=effective_at,
            imports=True,
        )
