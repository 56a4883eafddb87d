"""A recorded game carried out at a table of this club: who played sits down with what he had, and then every act of it follows.

The difference between a player's stack and what the record says goes to his wallet or comes from it (TABLE-4), so no chip is
created.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine.cardgame.commands import Shuffle, TopUp
from engine.deeds import naming
from engine.parts import Seated
from engine.record import Record
from engine.record.times import Times
from engine.room import commands
from engine.room.rulebook import TABLE_2, TABLE_4, WALLET_2
from engine.room.table import Table, seat_of
from engine.rules import RuleBroken
from engine.saying import Amount, Saying
from engine.shuffle import commitment
from engine.wanted import Wanted
from ledger.imports.outcomes import Unimportable
from ledger.money.courses import Courses
from ledger.money.persons import others
from ledger.play.games import END_TIME, act_in_game
from ledger.play.payouts import pay_out
from ledger.store.ids import game_stream, table_stream, wallet_stream
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.ids import GameStream

SHUFFLE = "shuffle"


@dataclass(frozen=True, slots=True)
class Sitting:
    """own: the table was opened by the import, so whoever is not in the game leaves it. deposits: what a wallet lacks for the
    stack of its player comes in at the cash desk. courses: of wallets, for games that were played earlier (WALLET-5)."""

    ledger: Ledger
    attempt: Attempt
    table: str
    own: bool
    deposits: bool
    courses: Courses

    def play(self, record: Record, ids: Mapping[str, str], times: Times) -> str:
        """The whole game, as the next one of the table; its stream. ids: who is who. times: of its acts, where they are known.
        Raises Unimportable, with the place."""
        begin = record.begin
        seated = tuple([replace(one, player=ids[one.player]) for one in begin.seats])
        self._seat(seated)
        begun = self._now(commands.BeginGame(utc_text(self.ledger.clock())))
        stream = game_stream(self.table, begun.begun)
        first: Wanted = replace(begin, table=self.table, number=begun.begun, seats=seated)
        for number, act in enumerate(record.acts):
            if (at := times.get(act.step)) is not None:
                self.attempt.moment = datetime.fromisoformat(at)
            try:
                self._act(record, stream, first if number == 0 else self._newcomer(act.command, ids))
            except RuleBroken as broken:
                raise Unimportable(broken.saying, rule=broken.rule.id, act=number) from broken
        for player in [player for player in self._table().players.values() if player not in {one.player for one in seated}]:
            self._now(commands.LeaveTable(player))
        return stream

    def _newcomer(self, command: Wanted, ids: Mapping[str, str]) -> Wanted:
        """AZI-CLAIM-1: somebody who claims without being in the game sits down first, if he is not seated yet."""
        told = naming(command)
        if told.player is None or told.seat is None:
            return command
        player, before = ids[told.player], self._table().players.get(told.seat)
        if before != player:
            if before is not None:
                self._now(commands.LeaveTable(before))
            self._now(commands.SeatPlayer(player, told.seat, others(self.attempt, player)))
        return replace(command, player=player)

    def _act(self, record: Record, stream: GameStream, command: Wanted) -> None:
        actions = record.kind.actions
        if type(command) is actions.get(END_TIME) and not self._table().ended:
            self._now(commands.EndSitting(utc_text(self.ledger.clock())))
        if isinstance(command, Shuffle) and type(command) is actions.get(SHUFFLE):
            command = self._committed(stream, command)
        if isinstance(command, TopUp) and command.__class__ is record.kind.top_up:
            player = self.attempt.read(stream).state.players[command.seat]
            self._cover(player, command.chips)
            act_in_game(self.attempt, stream, command)
            self._from_wallet(player, command.chips)
        else:
            act_in_game(self.attempt, stream, command)

    def _committed(self, stream: GameStream, shuffle: Shuffle) -> Shuffle:
        """What the service commits to names the game, and this is another one than the one that was recorded."""
        if shuffle.secret is None:
            return shuffle
        game = self.attempt.read(stream).state
        return replace(shuffle, commitment=commitment(stream, game.deal, game.shuffle + 1, bytes.fromhex(shuffle.secret)))

    def _seat(self, seated: tuple[Seated, ...]) -> None:
        """Exactly these sit at the table afterwards, each with his stack."""
        for player in self._strangers(seated):
            chips = self._table().stacks[seat_of(self._table(), player) or 0]
            self._now(commands.LeaveTable(player))
            pay_out(self.attempt, self.table, player, chips)
        for one in seated:
            try:
                self._bring(one)
            except RuleBroken as broken:
                raise Unimportable(broken.saying, rule=broken.rule.id, seat=one.seat) from broken

    def _strangers(self, seated: tuple[Seated, ...]) -> list[str]:
        """Who sits at the table elsewhere than the record says. Raises Unimportable if others play at the table too."""
        table, places = self._table(), {one.seat: one.player for one in seated}
        found = [player for seat, player in table.players.items() if places.get(seat) != player]
        if found and not self.own:
            seat = seat_of(table, found[0])
            says = "At seat {seat} of the table somebody sits who is not there in the record: let him leave first."
            raise Unimportable(Saying(says, seat=seat), rule=TABLE_2.id)
        return found

    def _bring(self, one: Seated) -> None:
        """A player to his seat, with exactly his stack."""
        if seat_of(self._table(), one.player) is None:
            self._now(commands.SeatPlayer(one.player, one.seat, others(self.attempt, one.player)))
        missing = one.stack - self._table().stacks[one.seat]
        if missing > 0:
            self._cover(one.player, missing)
            self._now(commands.TakeChips(one.player, missing))
            self._from_wallet(one.player, missing)
        elif missing < 0 and one.stack < 0:
            says = "The stack is {stack}: a debt comes from the game before it at the same table. Import that one first."
            raise Unimportable(Saying(says, stack=Amount(one.stack)), rule=TABLE_4.id, seat=one.seat)
        elif missing < 0:
            self._now(commands.ReturnChips(one.player, -missing))
            pay_out(self.attempt, self.table, one.player, -missing)

    def _cover(self, player: str, chips: int) -> None:
        """The wallet holds these chips. Raises RuleBroken (WALLET-2)."""
        wallet = self.attempt.read(wallet_stream(player)).state
        lacking = chips - wallet.balance
        if self.deposits and (spare := self._spare(player)) is not None:
            lacking = max(lacking, chips - spare)
        if self.deposits and lacking > 0:
            self.attempt.act(wallet_stream(player), commands.Deposit(lacking))
        elif lacking > wallet.limit:
            says = (
                "His wallet holds {balance}, and {chips} go to the table: import his deposits first, "
                "or have what is missing deposited."
            )
            raise RuleBroken(WALLET_2, says, balance=wallet.balance, chips=chips)

    def _from_wallet(self, player: str, chips: int) -> None:
        self.attempt.act(wallet_stream(player), commands.MoveToTable(player, self.table, chips, self._spare(player)))

    def _spare(self, player: str) -> int | None:
        if self.attempt.order.effective_at is None:
            return None
        return self.courses.of(self.attempt, wallet_stream(player)).spare(self.attempt.moment)

    def _table(self) -> Table:
        state: Table = self.attempt.read(table_stream(self.table)).state
        return state

    def _now(self, command: commands.TableCommand) -> Table:
        """A command to the table. Raises RuleBroken."""
        state: Table = self.attempt.act(table_stream(self.table), command).state
        return state
