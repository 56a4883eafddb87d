"""What must hold for the money in every event and every append, whatever led to it. One pass, in order of the positions.

| check | what must hold |
|---|---|
| entry | the lines of an entry sum to zero, and so do all accounts together |
| pot | chips go into the pot of a running game only; it is never below zero, and zero when the game ends |
| stack | a game and its table know each stack as the books do: when the game begins, when it ends, when the table takes over |
| close | a closed table leaves no stack behind |
| mirror | what a table, a game or a ruling tells of a movement is what another event of the same append has posted |
| limit | no wallet goes below its credit limit by its owner's act (WALLET-2) |
| reference | no two deposits, withdrawals or settlements have the same reference (WALLET-1), and each is marked as used |
| closed | nothing was entered into a period while it was closed (DESK-3) |
| readable | this release can read the event, and knows whether it posts |

Memory: one figure for each account that is not zero, and for each credit limit; none for what is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.declared import Role, declared
from engine.deeds import adds, begins, ends
from engine.disputes.events import Ruled
from engine.room import events as room
from engine.saying import Saying
from ledger.audits.findings import Words
from ledger.money.accounts import pot, stack, wallet
from ledger.money.postings import NOTHING, Entry
from ledger.store.errors import Unreadable
from ledger.store.ids import table_of_game
from ledger.store.kinds import named
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from ledger.projections.model import Seen

MOVES = named(room.MovedToTable, room.MovedFromTable, room.DebtAssumed, room.PayoutTakenBack)
BY_THE_OWNER = named(room.Withdrawn, room.MovedToTable)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong. check: a word of the table above, or the name of a read model.

    position, stream, step: of the event; None where a read model holds it and no event. account: whose chips, or None. expected,
    found: smallest units, or words.
    """

    check: str
    position: int | None
    stream: str | None
    step: int | None
    account: str | None
    expected: int | Words | None
    found: int | Words | None
    says: Saying


class Books:
    """The accounts as they stand after the events read so far. held: those that are not zero. unreadable: positions of events that
    cannot be taken in."""

    def __init__(self) -> None:
        self.held: dict[str, int] = {}
        self.sum = 0
        self.unreadable: list[int] = []
        self.entries = 0
        self.lines = 0
        self._limits: dict[str, int] = {}
        self._shut = ""
        self._running: set[str] = set()
        self._told: Counter[str] = Counter()
        self._last: tuple[str, Seen] | None = None
        self._closed: list[Seen] = []

    def see(self, seen: Seen) -> Iterator[Finding]:
        """Take in the next event. Yields what is wrong with it, and with the append before it once that is complete."""
        try:
            command = seen.envelope.command_id
            entry = seen.entry
        except (Unreadable, KeyError) as error:
            self.unreadable.append(seen.position)
            yield _finding(seen, "readable", None, Saying("an event that can be read"), seen.topic, _why(seen, error))
            return
        if self._last is not None and self._last[0] != command:
            yield from self.end_of_append()
        self._last = command, seen
        if declared(seen.event).role in (Role.BEGINS, Role.CORRECTS):  # which may take a game up again that was over
            self._running.add(pot(seen.stream.removeprefix("game-")))
        yield from self._post(seen, entry)
        yield from self._compare(seen)
        self._mirror(seen)

    def end_of_append(self) -> Iterator[Finding]:
        """What the last append stated without posting it, or posted without stating it."""
        if self._last is not None:
            for account, chips in self._told.items():
                if chips:
                    says = Saying("What this append posts on the account and what its other events tell of it differ.")
                    yield _finding(self._last[1], "mirror", account, 0, chips, says)
        self._told.clear()
        for closed in self._closed:  # in the append that closes a table its stacks are paid out
            left = f":stack:{closed.stream.removeprefix('table-')}"
            for account in [name for name in self.held if name.endswith(left)]:
                says = Saying("The closed table leaves a stack behind.")
                yield _finding(closed, "close", account, 0, self.held[account], says)
        self._closed.clear()

    def _post(self, seen: Seen, entry: Entry) -> Iterator[Finding]:
        if isinstance(seen.event, room.BooksClosed | room.BooksReopened):
            self._shut = seen.event.before or ""
        if entry is NOTHING or not entry:
            return
        if self._shut and utc_text(seen.envelope.effective_at) < self._shut:
            says = Saying("This was entered into a closed period.")
            yield _finding(seen, "closed", entry[0].account, self._shut, utc_text(seen.envelope.effective_at), says)
        self.entries += 1
        self.lines += len(entry)
        total = sum(line.chips for line in entry)
        self.sum += total
        if total:
            yield _finding(seen, "entry", None, 0, total, Saying("The lines of this entry do not sum to zero."))
        for line in entry:
            held = self.held.get(line.account, 0) + line.chips
            if held:
                self.held[line.account] = held
            else:
                self.held.pop(line.account, None)
        for account in {line.account for line in entry}:
            yield from self._judge(seen, account, self.held.get(account, 0))
        if seen.topic in MOVES:
            self._told.update({line.account: line.chips for line in entry if ":stack:" in line.account})
        elif isinstance(seen.event, Ruled):
            for line in entry:
                if line.account.endswith(":wallet"):
                    self._told[line.account] += line.chips

    def _judge(self, seen: Seen, account: str, held: int) -> Iterator[Finding]:
        """An account that the event has changed."""
        if account.startswith("game:"):
            if account not in self._running and held:
                says = Saying("Chips stand in the pot of a game that is not running.")
                yield _finding(seen, "pot", account, 0, held, says)
            elif held < 0:
                yield _finding(seen, "pot", account, 0, held, Saying("The pot is below zero."))
        elif seen.topic in BY_THE_OWNER and account.endswith(":wallet"):
            limit = self._limits.get(account, 0)
            if held < -limit:
                says = Saying("The wallet's owner has gone below its credit limit.")
                yield _finding(seen, "limit", account, -limit, held, says)

    def _compare(self, seen: Seen) -> Iterator[Finding]:
        """What the event says of accounts, against the books."""
        event = seen.event
        if isinstance(event, room.CreditLimitSet):
            self._limits[wallet(event.player)] = event.limit
            if not event.limit:
                self._limits.pop(wallet(event.player))
        elif begins(event):
            yield from self._stacks(seen, event.table, [(one.player, one.stack) for one in event.seats])
        elif ends(event):
            yield from self._stacks(seen, table_of_game(seen.stream), [(one.player, one.chips) for one in event.stacks])
            yield from self._ended(seen)
        elif isinstance(event, room.GameFinished):
            yield from self._stacks(seen, seen.stream.removeprefix("table-"), [(one.player, one.chips) for one in event.stacks])
        elif isinstance(event, room.TableClosed):
            self._closed.append(seen)

    def _stacks(self, seen: Seen, table: str, told: list[tuple[str, int]]) -> Iterator[Finding]:
        for player, chips in told:
            account = stack(player, table)
            held = self.held.get(account, 0)
            if held != chips:
                says = Saying("The event tells another stack than the books have.")
                yield _finding(seen, "stack", account, held, chips, says)

    def _ended(self, seen: Seen) -> Iterator[Finding]:
        name = pot(seen.stream.removeprefix("game-"))
        self._running.discard(name)
        left = self.held.get(name, 0)
        if left:
            yield _finding(seen, "pot", name, 0, left, Saying("The game is over and its pot is not empty."))

    def _mirror(self, seen: Seen) -> None:
        event = seen.event
        if isinstance(event, room.ChipsTaken | room.ChipsReturned):
            sign = -1 if isinstance(event, room.ChipsTaken) else 1
            self._told[stack(event.player, seen.stream.removeprefix("table-"))] += sign * event.chips
        elif adds(event):
            self._told[stack(event.player, table_of_game(seen.stream))] -= event.chips
        elif isinstance(event, room.RulingCredited | room.RulingCharged):
            sign = -1 if isinstance(event, room.RulingCredited) else 1
            self._told[wallet(event.player)] += sign * event.chips


def _why(seen: Seen, error: Unreadable | KeyError) -> Saying:
    """Why an event cannot be taken in."""
    if isinstance(error, Unreadable):
        return Saying(
            "Event {version} of {stream} cannot be read: {why}.", version=seen.version, stream=seen.stream, why=error.cause
        )
    return Saying("This release knows no such event.")


def _finding(
    seen: Seen, check: str, account: str | None, expected: int | Words | None, found: int | Words | None, says: Saying
) -> Finding:
    return Finding(check, seen.position, seen.stream, seen.version, account, expected, found, says)
