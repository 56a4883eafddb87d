"""The report of the cash desk as PDF: for each day both balances, and each cashier's sums and entries with their receipts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby

from ledger.books.desk import DeskDay, DeskReport, Takings
from ledger.books.period import zone
from ledger.books.receipts import Receipt
from ledger.exports.layout import BLACK, BOLD, GREY, MARGIN, RED, RIGHT, Sheet, figure
from ledger.statements.words import Wording

ROW, TOP, BOTTOM = 15.0, 64.0, 786.0
SIZE, SMALL = 8.5, 6.5
TIME, WHAT, RECEIPT, WHO = MARGIN, MARGIN + 48, MARGIN + 196, MARGIN + 296  # where the columns begin
FIGURE_WIDTH = 96.0


def write(
    told: DeskReport, entries: Iterable[Receipt], names: Mapping[str, str], unit: str, scale: int, tz: str, wording: Wording
) -> Iterator[bytes]:
    """The file, in one piece. tz: of the days and times. names: of players and cashiers, by their ids."""
    yield _Paper(names, unit, scale, tz, wording).made(told, list(entries))


class _Paper:
    """One report on its way to paper."""

    def __init__(self, names: Mapping[str, str], unit: str, scale: int, tz: str, wording: Wording) -> None:
        self.names, self.unit, self.scale, self.tz, self.words = names, unit, scale, zone(tz), wording
        self.zone, self.page, self.y = tz, 0, BOTTOM + 1
        self.sheet = Sheet(wording.say("desk"), unit, wording.tag)

    def made(self, told: DeskReport, entries: list[Receipt]) -> bytes:
        """The file."""
        of_day = {number: list(some) for number, some in groupby(entries, key=lambda one: one.day)}
        for number, day in enumerate(told.days):
            self._day(day, of_day.get(number, []))
        units = self.words.say("units", unit=self.unit, tz=self.zone, basis=self.words.basis(told.basis))
        self._row()
        self.sheet.left(MARGIN, self.y, units, SMALL, room=RIGHT - MARGIN, colour=GREY)
        self._row()
        self.sheet.left(MARGIN, self.y, self.words.say("position", position=told.position), SMALL, room=300, colour=GREY)
        self._foot()
        return self.sheet.done()

    def _day(self, day: DeskDay, entries: list[Receipt]) -> None:
        self._row(2 * ROW, room=4 * ROW)
        self.sheet.band(self.y - 11, ROW)
        self.sheet.left(MARGIN + 2, self.y, f"{day.day:{self.words.say('day')}}", 10, room=160, face=BOLD)
        self._sums(day.takings)
        self._balance("opening", day.opening)
        for who, his in sorted(day.cashiers.items()):
            self._row(ROW + 5, room=3 * ROW)
            self.sheet.left(MARGIN, self.y, self._called(who), SIZE, room=WHO - MARGIN, face=BOLD)
            self._sums(his)
            self.sheet.rule(self.y + 4, GREY)
            for one in entries:
                if one.cashier == who:
                    self._entry(one)
        self._balance("closing", day.closing)

    def _balance(self, label: str, chips: int) -> None:
        self._row()
        self.sheet.left(WHAT, self.y, self.words.say(label), SIZE, room=240, face=BOLD)
        colour = RED if chips < 0 else BLACK
        told = figure(chips, self.scale, self.words.mark)
        self.sheet.right(RIGHT, self.y, told, SIZE, room=FIGURE_WIDTH, face=BOLD, colour=colour)

    def _sums(self, takings: Takings) -> None:
        say, mark = self.words.say, self.words.mark
        both = ((say("received"), takings.came), (say("paid"), takings.went))
        told = [f"{label} {figure(chips, self.scale, mark)}" for label, chips in both]
        for label, amount in ((say("corrected"), takings.corrected), (say("difference"), takings.difference)):
            if amount:
                told.append(f"{label} {figure(amount, self.scale, mark, signed=True)}")
        self.sheet.right(RIGHT, self.y, " · ".join(told), SMALL, room=RIGHT - WHO, colour=GREY)

    def _entry(self, one: Receipt) -> None:
        self._row()
        detail, player = one.detail, one.player
        self.sheet.left(TIME, self.y, f"{self._local(one.at):%H:%M:%S}", SIZE, room=WHAT - TIME - 4)
        what = self.words.kind(one.kind)
        self.sheet.left(WHAT, self.y, f"{what}: {detail.reason}" if detail.reason else what, SIZE, room=RECEIPT - WHAT - 6)
        self.sheet.left(RECEIPT, self.y, detail.reference or "", SIZE, room=WHO - RECEIPT - 6)
        self.sheet.left(WHO, self.y, "" if player is None else self._called(player), SIZE, room=RIGHT - FIGURE_WIDTH - WHO)
        told = figure(one.cash, self.scale, self.words.mark, signed=True)
        self.sheet.right(RIGHT, self.y, told, SIZE, room=FIGURE_WIDTH - 6)
        self.sheet.rule(self.y + 4)

    def _called(self, who: str) -> str:
        name = self.names.get(who)
        return f"{name} ({who})" if name else who

    def _local(self, moment: datetime) -> datetime:
        try:
            return moment.astimezone(self.tz)
        except OverflowError:
            return moment.astimezone(UTC)

    def _row(self, height: float = ROW, room: float = ROW) -> None:
        """The next line, on the next page where fewer than `room` points are left."""
        self.y += height
        if self.y + room - ROW > BOTTOM:
            if self.page:
                self._foot()
            self.page += 1
            self.y = TOP
            self.sheet.left(MARGIN, 44, self.words.say("desk"), 14 if self.page == 1 else SIZE, room=RIGHT - MARGIN, face=BOLD)
            say = self.words.say
            for x, label in ((TIME, say("time")), (WHAT, say("what")), (RECEIPT, say("receipt")), (WHO, say("player"))):
                self.sheet.left(x, TOP - 6, label, SMALL, room=140, colour=GREY)
            self.y += ROW

    def _foot(self) -> None:
        self.sheet.right(RIGHT, 812, self.words.say("leaf", page=self.page), SMALL, room=120, colour=GREY)
        self.sheet.next_page()
