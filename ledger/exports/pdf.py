"""A statement as PDF, for people: A4, a head with both balances, a row a movement, the totals at the end.

Every row has the same height, so the number of pages is known from the beginning. Nothing in the file depends on when it was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from ledger.exports.layout import BLACK, BOLD, GREY, LACKING, MARGIN, PLAIN, RED, RIGHT, Colour, Sheet, figure, width_of
from ledger.statements.lines import StatementLine
from ledger.statements.whole import Whole
from ledger.statements.words import Wording

ROW, SUM_ROW = 21.0, 15.0
FIRST_TOP, TOP, BOTTOM = 196.0, 74.0, 782.0  # of the table's head on the first page and on others; where rows must end
SIZE, SMALL = 8.5, 6.5
LACKING_MAX = 12  # signs that are named on a page
TIME_WIDTH, FIGURE_WIDTH_MIN, FIGURE_WIDTH_MAX, GAP = 94.0, 62.0, 158.0, 10.0


def write(whole: Whole, wording: Wording) -> Iterator[bytes]:
    """The file, in one piece: its fonts are written last, with the letters that it uses."""
    yield _Paper(whole, wording).made()


@dataclass(frozen=True, slots=True)
class Plan:
    """How many lines stand on each page, and whether the totals need one more."""

    lines: tuple[int, ...]
    more_for_totals: bool

    @property
    def pages(self) -> int:
        """All pages."""
        return len(self.lines) + self.more_for_totals


def plan(count: int, groups: int) -> Plan:
    """How `count` lines and the totals of so many groups are spread over pages. Each page but the last ends with a row that is
    carried forward, each but the first begins with one; the first begins with the opening balance."""
    pages: list[int] = []
    left, top = count, FIRST_TOP
    while True:
        room = int((BOTTOM - top - 2 * SUM_ROW - SUM_ROW) // ROW)
        pages.append(min(left, room))
        left -= pages[-1]
        used = top + 2 * SUM_ROW + pages[-1] * ROW + SUM_ROW
        if not left:
            return Plan(tuple(pages), used + _totals_height(groups) > BOTTOM)
        top = TOP


def _totals_height(groups: int) -> float:
    return 34 + (groups + 2) * SUM_ROW


class _Paper:
    """One statement on its way to paper."""

    def __init__(self, whole: Whole, wording: Wording) -> None:
        self.whole, self.words = whole, wording
        self.plan = plan(whole.count, len(whole.totals))
        self.page = 0
        greatest = sum(one.received + one.paid for one in whole.within) + sum(abs(held) for held in whole.openings.values())
        width = width_of(self.figure(-greatest), BOLD, SIZE) + GAP
        self.figure_width = min(max(FIGURE_WIDTH_MIN, width), FIGURE_WIDTH_MAX)
        self.what = MARGIN + TIME_WIDTH
        self.what_width = RIGHT - 2 * self.figure_width - self.what - GAP
        owner = whole.name or whole.wanted.player
        self.sheet = Sheet(f"{wording.say('title')}: {owner}", wording.scope(whole.wanted.scope), wording.tag)

    def made(self) -> bytes:
        """The file."""
        lines = self.whole.lines()
        balance = self.whole.opening
        for number, on_page in enumerate(self.plan.lines):
            y = self._top()
            y = self._sum(y, self.words.say("brought") if number else self.words.say("opening"), balance)
            for _ in range(on_page):
                line = next(lines)
                balance = line.balance
                y = self._line(y, line)
            if number + 1 < len(self.plan.lines):
                self._sum(y, self.words.say("carried"), balance)
                self._foot()
        if not self.whole.count:
            self.sheet.left(self.what, y + 10, self.words.say("none"), SIZE, room=self.what_width, colour=GREY)
            y += SUM_ROW
        next(lines, None)  # which looks whether it has added up
        y = self._sum(y, self.words.say("closing"), self.whole.closing)
        if self.plan.more_for_totals:
            self._foot()
            y = self._top()
        self._totals(y)
        self._foot()
        return self.sheet.done()

    def figure(self, amount: int, *, signed: bool = False) -> str:
        """An amount as this language writes it."""
        return figure(amount, self.whole.scale, self.words.mark, signed=signed)

    def moment(self, moment: datetime) -> str:
        """A moment on the clocks of the statement's time zone."""
        return f"{self.whole.local(moment):{self.words.say('day')} %H:%M:%S}"

    def _top(self) -> float:
        """The head of a page; where its first row begins."""
        self.page += 1
        whole, words, sheet = self.whole, self.words, self.sheet
        name = whole.name or ""
        if self.page == 1:
            self._title(name)
            y = FIRST_TOP
        else:
            told = f"{words.say('title')} · {name or words.say('player')} · {whole.wanted.player}"
            sheet.left(MARGIN, 52, told, SIZE, room=RIGHT - MARGIN, colour=GREY)
            y = TOP
        sheet.rule(y - 12, GREY)
        sheet.left(MARGIN, y, words.say("time"), SMALL, room=TIME_WIDTH, colour=GREY)
        sheet.left(self.what, y, words.say("what"), SMALL, room=self.what_width, colour=GREY)
        sheet.right(RIGHT - self.figure_width, y, words.say("amount"), SMALL, room=self.figure_width - GAP, colour=GREY)
        sheet.right(RIGHT - 2, y, words.say("balance"), SMALL, room=self.figure_width - GAP, colour=GREY)
        sheet.rule(y + 5, GREY)
        return y + SUM_ROW - 4

    def _title(self, name: str) -> None:
        """The head of the first page: whose statement, of what, from when to when, and both balances."""
        whole, words, sheet = self.whole, self.words, self.sheet
        half = (RIGHT - MARGIN) * 0.62
        sheet.left(MARGIN, 60, words.say("title"), 18, room=half, face=BOLD)
        sheet.left(MARGIN, 84, name or words.say("player"), 12, room=half)
        sheet.left(MARGIN, 98, whole.wanted.player, SIZE, room=half, colour=GREY)
        start, end = whole.wanted.start, whole.wanted.end
        since = words.say("since", start=self.moment(start)) if start else words.say("always")
        until = words.say("until", end=self.moment(end)) if end else words.say("so_far", end=self.moment(whole.taken_at))
        units = words.say("units", unit=whole.unit, tz=whole.tz, basis=words.basis(whole.wanted.basis))
        for place, (label, told) in enumerate(
            ((words.say("period"), f"{since} {until}"), (words.say("account"), words.scope(whole.wanted.scope)), ("", units))
        ):
            y = 122 + 14 * place
            sheet.left(MARGIN, y, label, SIZE, room=56, colour=GREY)
            sheet.left(MARGIN + (60 if label else 0), y, told, SIZE, room=RIGHT - MARGIN - 60)
        for place, (label, held) in enumerate(((words.say("opening"), whole.opening), (words.say("closing"), whole.closing))):
            y = 60 + 32 * place
            sheet.right(RIGHT, y - 9, label, SMALL, room=RIGHT - MARGIN - half - GAP, colour=GREY)
            room = RIGHT - MARGIN - half - GAP
            sheet.right(RIGHT, y + 5, self.figure(held), 12, room=room, face=BOLD, colour=_ink(held))

    def _sum(self, y: float, label: str, amount: int) -> float:
        """A row with a balance and no movement; returns where the next row begins."""
        room = RIGHT - self.figure_width - GAP - self.what
        self.sheet.band(y - 1, SUM_ROW)
        self.sheet.left(self.what, y + 9.5, label, SIZE, room=room, face=BOLD)
        self.sheet.right(
            RIGHT - 2, y + 9.5, self.figure(amount), SIZE, room=self.figure_width - GAP, face=BOLD, colour=_ink(amount)
        )
        return y + SUM_ROW

    def _line(self, y: float, line: StatementLine) -> float:
        """A movement: when, what for, where, how much, and the balance after it."""
        whole, words, sheet = self.whole, self.words, self.sheet
        sheet.left(MARGIN, y + 9, self.moment(whole.moment(line)), SIZE, room=TIME_WIDTH - 4)
        sheet.left(self.what, y + 9, words.kind(line.kind), SIZE, room=self.what_width)
        sheet.left(self.what, y + 17, self._about(line), SMALL, room=self.what_width, colour=GREY)
        amount, balance = self.figure(line.amount, signed=True), self.figure(line.balance)
        sheet.right(RIGHT - self.figure_width, y + 9, amount, SIZE, room=self.figure_width - GAP)
        sheet.right(RIGHT - 2, y + 9, balance, SIZE, room=self.figure_width - GAP, colour=_ink(line.balance))
        sheet.rule(y + ROW - 1)
        return y + ROW

    def _about(self, line: StatementLine) -> str:
        """Where it happened, and its other time if that differs."""
        other, label = line.recorded_at, "recorded"
        if self.whole.wanted.basis == "recorded":
            other, label = line.effective_at, "effective"
        told = [self.words.about(line)]
        if abs((line.recorded_at - line.effective_at).total_seconds()) >= 1:
            told.append(self.words.say(label, moment=self.moment(other)))
        return " · ".join(part for part in told if part)

    def _totals(self, y: float) -> None:
        """What the period brought and took, by purpose."""
        words, sheet, totals = self.words, self.sheet, self.whole.totals
        if not totals:
            return
        columns = [RIGHT - place * (self.figure_width * 0.94) for place in (2, 1, 0)]
        room = self.figure_width * 0.94 - 4
        y += 26
        sheet.left(MARGIN, y, words.say("totals"), 11, room=120, face=BOLD)
        for x, label in zip(columns, (words.say("received"), words.say("paid"), words.say("net")), strict=True):
            sheet.right(x, y, label, SMALL, room=room, colour=GREY)
        sheet.rule(y + 5, GREY)
        rows = [(words.group(one.group), one.received, -one.paid, one.amount, one.lines) for one in totals]
        received, paid = sum(one.received for one in totals), sum(one.paid for one in totals)
        rows.append((words.say("net"), received, -paid, received - paid, self.whole.count))
        for place, (label, *figures, lines) in enumerate(rows, 1):
            y += SUM_ROW
            face = BOLD if place == len(rows) else PLAIN
            sheet.left(MARGIN, y, f"{label} ({lines})", SIZE, room=columns[0] - room - MARGIN - 4, face=face)
            for x, amount in zip(columns, figures, strict=True):
                sheet.right(x, y, self.figure(amount) if amount else "0", SIZE, room=room, face=face)
            sheet.rule(y + 5)

    def _foot(self) -> None:
        """The foot of a page, which ends it."""
        words, half = self.words, (RIGHT - MARGIN) / 2
        taken = words.say("taken", position=self.whole.wanted.position, moment=self.moment(self.whole.taken_at))
        self.sheet.left(MARGIN, 812, taken, SMALL, room=half, colour=GREY)
        if self.sheet.lacking:
            codes = " ".join(f"U+{ord(sign):04X}" for sign in list(self.sheet.lacking)[:LACKING_MAX])
            more = " …" if len(self.sheet.lacking) > LACKING_MAX else ""
            told = words.say("lacking", sign=LACKING, codes=codes + more)
            self.sheet.left(MARGIN, 802, told, SMALL, room=RIGHT - MARGIN, colour=GREY)
        page = words.say("page", page=self.page, pages=self.plan.pages)
        self.sheet.right(RIGHT, 812, page, SMALL, room=half - GAP, colour=GREY)
        self.sheet.next_page()


def _ink(balance: int) -> Colour:
    """A debt is red."""
    return RED if balance < 0 else BLACK
