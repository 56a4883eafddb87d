"""A record read back: every act carried out again, every figure compared, every fault named by its line. Nothing is repaired."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.decider import act
from engine.games import KINDS, Kind
from engine.parts import Seated
from engine.record import checks, lines, writing
from engine.record.faults import RecordFault, Untold
from engine.record.game import Act, Record, recorded
from engine.record.page import Page, lines_of
from engine.rules import RuleBroken
from engine.saying import Saying

ACTS_MAX = 10_000
LOOKED_BACK_MAX = 100_000
HOUSES_KEPT = 32
AMOUNT = re.compile(r"0|-?[1-9][0-9]{0,39}")
HEAD = {"format": str, "game": str, "table": str, "number": int, "unit": str, "scale": int, "dealer": int}


TYPED_LINE = f"format = {lines.quoted(writing.TYPED)}"


def is_typed(text: str) -> bool:
    """Whether the text says of itself that it was typed, and so has no checks."""
    return TYPED_LINE in text.split("\n", len(writing.HEAD) + 1)


def read(text: str) -> Record:
    """The game that a text tells, exactly as `write` writes it, with checks or as it is typed.

    Raises RecordFault with the first line that is not right: changed since the checks were made, of another form, with an act that
    breaks a rule or a figure that does not come out.
    """
    given, typed = lines_of(text), is_typed(text)
    damaged = None if typed else checks.damage(given)
    if typed and checks.HEADING in given:
        raise RecordFault(given.index(TYPED_LINE) + 1, Saying("A record that was typed has no checks, and this one has."))
    try:
        record = _told(given if typed else checks.without(given))
    except RecordFault as fault:
        if damaged is not None and fault.line != damaged[0] and not checks.absent(given):
            raise RecordFault(*damaged) from None
        raise
    if damaged is not None:
        raise RecordFault(*damaged)
    return record


def _told(given: Sequence[str]) -> Record:
    """The game, with every line compared with how it would be written."""
    page = Page(given)
    begin, kind, form = _begin(page)
    acts, events, state = _acts(page, kind, begin)
    page.take(*writing.END)
    for line in writing.end_of(state):
        if page.read >= len(given) or given[page.read] != line:
            page.fail("By the acts the game ends otherwise; here the line {line} comes.", line=repr(line))
        page.on()
    if page.read < len(given):
        page.fail("The record is at its end; nothing more comes.")
    try:
        record = recorded(kind, events)
    except Untold as fault:
        number = len(given) if fault.step > acts[-1][0].step else 1
        raise RecordFault(number, fault.saying) from None
    for number, (line, written) in enumerate(zip(given, writing.told(record, form), strict=False), 1):
        if line != written:
            raise RecordFault(number, Saying("This is written otherwise: {line}.", line=repr(written)))
    if len(record.acts) != len(acts):
        raise RecordFault(acts[-1][1], Saying("These acts are told in another number of lines."))
    return record


def _begin(page: Page) -> tuple[Any, Kind, str]:
    """The command that begins the game, its kind, the form of the record; read up to the first act."""
    page.take(*writing.HEAD)
    head = {name: _head(page, name) for name in HEAD}
    kind = KINDS[head["game"]]
    page.take(*writing.SEATS)
    seated: list[Seated] = []
    while (row := page.row(lines.SEATED)) is not None:
        if not AMOUNT.fullmatch(row[1]["stack"]):
            page.fail("A stack is a whole number of chips.")
        seated.append(Seated(int(row[0]), row[1]["player"], int(row[1]["stack"])))
        page.on()
    page.take(*writing.HOUSE)
    house = _house(page, kind)
    page.take(*writing.ACTS)
    dealer = None if head["dealer"] == writing.LOT else head["dealer"]
    begin = kind.start(head["table"], head["number"], house, head["unit"], head["scale"], tuple(seated), dealer, None)
    return begin, kind, head["format"]


def _head(page: Page, name: str) -> Any:
    row = page.row(lines.ROW)
    if row is None or row[0] != name:
        page.fail("Here {name} comes.", name=name)
    given = row[1]
    fits = type(given) is HEAD[name] or (name == "dealer" and given == writing.LOT)
    if name == "format":
        fits = given in (writing.FORMAT, writing.TYPED)
    elif name == "game":
        fits = given in KINDS
    if not fits:
        page.fail("This is no {name} that this release reads.", name=name)
    page.on()
    return given


def _house(page: Page, kind: Kind) -> Any:
    """The house rules. Raises RecordFault, also with the rule by which an option is refused."""
    before = page.read
    end = next((number for number in range(before, len(page.given)) if not page.given[number]), len(page.given))
    try:
        house = _house_of(kind.name, tuple(page.given[before:end]))
    except RecordFault as fault:
        raise RecordFault(before + fault.line, fault.saying, fault.broken) from None
    page.read = end
    return house


@lru_cache(maxsize=HOUSES_KEPT)
def _house_of(game: str, given: tuple[str, ...]) -> Any:
    """The house rules that these lines tell, the same for every game of an evening. Raises RecordFault, counting from these."""
    page, options, places = Page(given), dict[str, Any](), dict[str, int]()
    while (row := page.row(lines.ROW)) is not None:
        if row[0] in options:
            page.fail("The house rule {option} is here already.", option=row[0])
        options[row[0]], places[row[0]] = row[1], page.number
        page.on()
    if page.read < len(given):
        page.fail("This line tells no house rule.")
    try:
        return KINDS[game].house_rules(options)
    except RuleBroken as broken:
        raise RecordFault(places.get(str(broken.facts.get("option")), 0), broken.saying, broken) from None


def _acts(page: Page, kind: Kind, begin: Any) -> tuple[list[tuple[Act, int]], list[Any], Any]:
    """Every act, carried out: (act, its line), the events, the state at the end."""
    state, looked_back = kind.decider.initial, 0
    events: list[Any] = []
    acts: list[tuple[Act, int]] = []
    while (row := page.row(lines.ACTED)) is not None:
        step, (words, pot) = len(events) + 1, row[1]
        if len(acts) == ACTS_MAX:
            page.fail("A record has at most {most} acts.", most=ACTS_MAX)
        if int(row[0]) != step:
            page.fail("Here step {step} comes, not {found}.", step=step, found=row[0])
        command = kind.notation.hear(state, words) if acts else kind.notation.opens(begin, words)
        if command is None:
            page.fail("No act is told by these words.")
        if type(command) in kind.notation.looks_back:
            looked_back += step
            if looked_back > LOOKED_BACK_MAX:
                page.fail("There are more corrections here than a record may have.")
        try:
            made, state = act(kind.decider, state, command)
        except RuleBroken as broken:
            raise RecordFault(page.number, broken.saying, broken) from None
        if not AMOUNT.fullmatch(pot) or int(pot) != state.pot:
            page.fail("The pot is {pot} after this.", pot=state.pot)
        events += made
        acts.append((Act(step, command, state.pot), page.number))
        page.on()
    if not acts:
        page.fail("Here the first act comes.")
    if not kind.decider.is_over(state):
        page.fail("Here an act is missing or cannot be read: the game is not over.")
    return acts, events, state
