"""D27, and more than one line taken out: whatever is changed in a record is found, named by its line, and nothing is taken."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.azi import azi, commands
from engine.decider import act
from engine.record import RecordFault, is_typed, read, recorded, write
from engine.record.page import LENGTH_MAX
from engine.record.writing import FORMAT, TYPED
from tests import lengths
from tests.engine.azi.deals import start
from tests.engine.mixes import dice
from tests.engine.record.games import AZI, GOLDEN, random_record

SIGNS = "0123456789abcdefABCDHSTJQK \"'\\=[]{},;:-#.\n\r\t\x00é\u2028😀\ud800"
RANDOM_GAMES = lengths.by_length(2, 4, 40)
ACTS_MOST = 60
SECONDS_MOST = 20


def text_of(lines: list[str]) -> str:
    """Lines as a text."""
    return "".join(f"{line}\n" for line in lines)


def fault_of(text: str) -> RecordFault:
    """What is wrong with a text; it must be something, and be found in time."""
    began = time.monotonic()
    with pytest.raises(RecordFault) as caught:
        read(text)
    assert time.monotonic() - began < SECONDS_MOST
    fault = caught.value
    assert fault.says[0].isupper() or fault.says[0] in "[\"'"
    assert fault.says[-1] == "."
    assert len(fault.says) < 600
    assert fault.line >= 1
    return fault


def changed(lines: list[str], at: int, rnd: Random) -> list[str]:
    """One character of a line is another one."""
    line = lines[at]
    place = rnd.randrange(len(line))
    sign = rnd.choice([sign for sign in SIGNS if sign != line[place]])
    return [*lines[:at], line[:place] + sign + line[place + 1 :], *lines[at + 1 :]]


def every_line_is_missed(text: str, rnd: Random) -> None:
    """Each line is deleted, doubled, exchanged with the next, or changed by one character; it is named.

    One of the four in turn, another one in another text; all four of each line if everything is to be tried.
    """
    lines, turn = text.splitlines(), rnd.randrange(4)
    for at in range(len(lines)):
        for kind in range(4) if lengths.is_all() else [(at + turn) % 4]:
            a_line_is_missed(lines, at, kind, rnd)


def a_line_is_missed(lines: list[str], at: int, kind: int, rnd: Random) -> None:
    """One line is no longer as it was: 0 deleted, 1 doubled, 2 exchanged with the next, 3 changed."""
    number, line, following = at + 1, lines[at], lines[at + 1] if at + 1 < len(lines) else None
    if kind == 0 and line != following:
        assert fault_of(text_of(lines[:at] + lines[at + 1 :])).line == number, ("deleted", number)
    elif kind == 1:
        assert fault_of(text_of(lines[: at + 1] + lines[at:])).line in (number, number + 1), ("doubled", number)
    elif kind == 2 and following is not None and line != following:
        swapped = [*lines[:at], following, line, *lines[at + 2 :]]
        assert fault_of(text_of(swapped)).line in (number, number + 1), ("exchanged", number)
    elif kind == 3 and line:
        assert fault_of(text_of(changed(lines, at, rnd))).line == number, ("changed", number)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_line_of_a_golden_game_is_missed(file: Path) -> None:
    every_line_is_missed(file.read_text(encoding="utf-8"), dice(GOLDEN.index(file)))


@pytest.mark.parametrize("seed", range(RANDOM_GAMES))
def test_every_line_of_a_random_game_is_missed(seed: int) -> None:
    record = random_record(seed)
    while len(record.acts) > ACTS_MOST:
        seed += RANDOM_GAMES
        record = random_record(seed)
    every_line_is_missed(write(record), dice(seed))


@pytest.mark.parametrize("seed", range(RANDOM_GAMES))
def test_a_typed_record_that_is_changed_is_another_game_or_none(seed: int) -> None:
    """It has no checks, so a change that leaves a game by the rules with these figures cannot be told from a game."""
    rnd, text = dice(seed), write(random_record(seed), checks=False)
    lines, taken = text.splitlines(), 0
    for _ in range(150):
        at = rnd.randrange(len(lines))
        other = changed(lines, at, rnd) if lines[at] and rnd.random() < 0.6 else lines[:at] + lines[at + 1 :]
        other = other if rnd.random() < 0.7 else [*other[:at], rnd.choice(lines), *other[at:]]
        if other == lines:
            continue
        try:
            record = read(text_of(other))
        except RecordFault:
            continue
        taken += 1
        assert write(record, checks=False) == text_of(other)
    assert taken < 30


def test_two_lines_that_fit_each_other_do_not_pass_either() -> None:
    lines = GOLDEN[0].read_text(encoding="utf-8").splitlines()
    for at in range(len(lines) - 1):
        assert fault_of(text_of(lines[:at] + lines[at + 2 :])).line in (at + 1, at + 2)
    for last in range(len(lines)):
        assert fault_of(text_of(lines[:last])).line <= last + 1


def test_an_act_against_the_rules_names_its_line_and_the_rule() -> None:
    text = (Path(GOLDEN[0].parent) / "azi-three-raise-over-the-blind.toml").read_text(encoding="utf-8")
    typed = write(read(text), checks=False)
    for old, new, rule in (
        ("3 raises to 40", "3 raises to 41", "AZI-BID-3"),
        ("1 plays KD", "1 plays 7H", "AZI-PLAY-2"),
        ("1 plays KD", "1 plays AH", "AZI-VIOL-7"),
        ("3 cuts at 11", "3 cuts at 3", "AZI-DEAL-4"),
        ("1 calls", "2 calls", "AZI-VIOL-7"),
        ('cap = "none"', 'cap = "9"', "AZI-BID-1"),
        ('deck = "entered"', 'deck = "read"', "TABLE-1"),
        ("bidding = ", "bidings = ", "TABLE-1"),
        ('4 = { player = "dmitri"', '4 = { player = "anna"', "AZI-SEAT-2"),
    ):
        assert old in typed
        fault = fault_of(typed.replace(old, new, 1))
        assert fault.rule == rule, (new, fault)
        expected = next(number for number, line in enumerate(typed.splitlines(), 1) if old in line)
        if rule != "AZI-SEAT-2":
            assert fault.line == expected, (new, fault)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"3 raises to 40", "90"', '"3 raises to 40", "91"', "The pot is 90 after this."),
        ('11 = ["3', '12 = ["3', "Here step 11 comes, not 12."),
        ("3 raises to 40", "3 raises it to 40", "No act is told by these words."),
        ('"3 raises to 40"', '"3 raises to 20"', "The pot is 70 after this."),
        ('how = "won"', 'how = "split"', "By the acts the game ends otherwise; here the line 'how = \"won\"' comes."),
        ("dealer = 4", "dealer = true", "This is no dealer that this release reads."),
        ('game = "azi"', 'game = "whist"', "This is no game that this release reads."),
        (f'"{TYPED}"', f'"{FORMAT}"', "Here [checks] comes, with the checks of the lines before."),
        ('ante = "5"', "ante = 5", "This is written otherwise: 'ante = \"5\"'."),
    ],
)  # fmt: skip
def test_what_does_not_come_out_is_named(old: str, new: str, says: str) -> None:
    text = (Path(GOLDEN[0].parent) / "azi-three-raise-over-the-blind.toml").read_text(encoding="utf-8")
    typed = write(read(text), checks=False)
    assert old in typed
    expected = next(number for number, line in enumerate(typed.splitlines(), 1) if old in line)
    fault = fault_of(typed.replace(old, new, 1))
    assert fault.says == says
    assert fault.line == (len(typed.splitlines()) + 1 if new == f'"{FORMAT}"' else expected)


def test_a_record_with_checks_does_not_become_a_typed_one_by_its_first_line() -> None:
    text = GOLDEN[0].read_text(encoding="utf-8")
    fault = fault_of(text.replace(FORMAT, TYPED, 1))
    assert (fault.line, fault.says) == (3, "A record that was typed has no checks, and this one has.")
    assert not is_typed(text)


def test_more_corrections_than_can_be_read_in_time_are_refused() -> None:
    state, events = azi.initial, []
    done: list[Any] = [start(100, 100, 100, enforcement="record"), *[commands.TopUp(1, 1)] * 2000]
    for command in [*done, *[commands.Shuffle(3), None] * 60, commands.VoidGame("over")]:
        made, state = act(azi, state, command or commands.Correct(len(events) - 1, "mistyped"))
        events += made
    fault = fault_of(write(recorded(AZI, events), checks=False))
    assert fault.says == "There are more corrections here than a record may have."


HOSTILE = {
    "nothing": "",
    "a line feed": "\n",
    "no line feed": "x",
    "many line feeds": "\n" * (LENGTH_MAX - 1),
    "too long": "x" * (LENGTH_MAX + 1),
    "one long line": "x" * (LENGTH_MAX - 1) + "\n",
    "deep": "a = " + "[" * 100_000 + "\n",
    "deep tables": "a = " + "{b=" * 50_000 + "\n",
    "a long key": ".".join("a" * 100_000) + " = 1\n",
    "other line ends": "# a\r\nb = 1\r\n",
    "a mark of byte order": "\ufeff# a\n",
    "a great number": "number = " + "9" * 100_000 + "\n",
    "half a pair": 'a = "\ud800"\n',
    "only checks": "[checks]\n" * 100_000,
    "rows of checks": '1-12 = "000000"\n' * 40_000,
    "a great row of checks": f'1-999999999 = "{"000000 " * 100_000}"\n',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused_in_time(name: str) -> None:
    fault_of(HOSTILE[name])


@pytest.mark.parametrize(
    "value",
    ["[" * 1000, "{a=" * 500, "1e400", "nan", "1979-05-27", '"""x"""', "'x'", '"\\ud800"', '"\\q"', "[]", '["a"]', "0x1", "+1",
     "-1", "01", "1.5", '["a", "b", "c"]', '{ player = "x" }', '"' + "x" * 100_000 + '"', "9" * 5000, '"a" # b'],
)  # fmt: skip
def test_wrong_values_anywhere_are_refused_in_time(value: str) -> None:
    lines = write(read(GOLDEN[0].read_text(encoding="utf-8")), checks=False).splitlines()
    for at, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if equals and not line.startswith("#"):
            assert fault_of(text_of([*lines[:at], f"{key} = {value}", *lines[at + 1 :]])).line == at + 1
