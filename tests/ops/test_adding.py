"""`./run new` for real: in a copy of the house something is added as `engine/README.md` says, and the tests of the copy find it in
order. What is left to be written by hand is counted."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.ops.scratch import Scratch

BY_HAND_MOST = 8
LEFT = "tests/tidy/test_house.py::test_nothing_is_left_for_later_and_no_test_is_passed_over"
GAMES = ("azi", "casino")
WHY = "Nobody sits at seat {seat}."

AZI_TESTS = '''"""AZI-BID-1: the house rule `blind_bet`."""

from __future__ import annotations

import pytest

from engine.azi import azi
from engine.azi.commands import BetBlind
from engine.azi.rulebook import AZI_BID_1
from engine.rules import RuleBroken
from tests.engine.azi.deals import FOUR, deal, preset, start
from tests.engine.scenario import breaks, given, keeps

ANTE = [start(*(1000,) * 4, blind_bet="ante"), *deal(4, range(1, 5))]


@keeps("AZI-BID-1")
def test_where_blind_bet_is_absent_the_game_goes_as_before() -> None:
    assert preset() == preset(blind_bet="any")
    given(azi, *FOUR).when(BetBlind(1, 7)).then_state(price=14)


@keeps("AZI-BID-1")
@breaks("AZI-BID-1")
def test_blind_bet_ante_is_kept_and_broken() -> None:
    given(azi, *ANTE).when(BetBlind(1, 5)).then_state(price=10)
    given(azi, *ANTE).when(BetBlind(1, 7)).then_refused(AZI_BID_1, low=5, high=5)
    with pytest.raises(RuleBroken, match="plays no part"):
        preset("azi-online", blind_bet="ante")
'''
CASINO_TESTS = '''"""CAS-POT-1: the house rule `points_paid`."""

from __future__ import annotations

from engine.casino.scoring import point_payments
from tests.engine.casino.deals import preset
from tests.engine.scenario import breaks, keeps


@keeps("CAS-POT-1")
def test_where_points_paid_is_absent_the_game_goes_as_before() -> None:
    assert preset() == preset(points_paid="all")
    assert point_payments({1: 21, 2: 10}, (1,), 2, preset().points_paid) == {2: 22}


@keeps("CAS-POT-1")
@breaks("CAS-POT-1")
def test_points_paid_one_is_kept_and_broken() -> None:
    assert point_payments({1: 21, 2: 10}, (1,), 2, preset(points_paid="one").points_paid) == {2: 2}
'''


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


def decide_blind_bet(scratch: Scratch) -> None:
    """Seven lines of decision: the limits of a blind bet, and that the option plays no part in other bidding."""
    only = '    if game.house.blind_bet == "ante":\n        return game.house.ante, game.house.ante\n'
    limits = "    most, cap = open_most(game), game.house.cap\n"
    least = "    return game.house.ante, most if cap is None else min(most, cap // 2)\n"
    scratch.change("engine/azi/betting.py", limits + least, only + limits + least)
    house = "engine/azi/house_rules.py"
    scratch.change(house, '"stay_raise": {"blind', '"stay_raise": {"blind_bet": "any", "blind')
    scratch.change(house, '    "none": {\n', '    "none": {\n        "blind_bet": "any",\n')
    scratch.write("tests/engine/azi/test_blind_bet.py", AZI_TESTS)


def decide_points_paid(scratch: Scratch) -> None:
    """What a loser pays for, in the engine and in the second telling of the laws."""
    scoring = "engine/casino/scoring.py"
    scratch.change(
        scoring, "winners: tuple[int, ...], per_point: int) ->", "winners: tuple[int, ...], per_point: int, paid: str) ->"
    )
    due = "    due = {seat: per_point * (best - score) for seat, score in scores.items() if seat not in winners}\n"
    less = '    less = {seat: min(best - score, 1) if paid == "one" else best - score for seat, score in scores.items()}\n'
    scratch.change(scoring, due, f"{less}    due = {{seat: per_point * less[seat] for seat in scores if seat not in winners}}\n")
    scratch.change("engine/casino/settlement.py", "game.house.per_point)", "game.house.per_point, game.house.points_paid)")
    again = (
        "    due = {seat: (best - score) * keeper.house.per_point for seat, score in keeper.final.items() if seat not in winners}\n"
    )
    first = (
        '    if keeper.house.points_paid == "one":\n        due = {seat: keeper.house.per_point for seat in due if due[seat] > 0}\n'
    )
    scratch.change("tests/engine/casino/scorekeeper_points.py", again, again + first)
    scratch.write("tests/engine/casino/test_points_paid.py", CASINO_TESTS)


OPTIONS = {
    "azi": (("blind_bet", "--values", "any", "ante", "--rule", "AZI-BID-1"), decide_blind_bet),
    "casino": (("points_paid", "--values", "all", "one", "--rule", "CAS-POT-1"), decide_points_paid),
}
ALWAYS = (
    "tests/tidy",
    "tests/engine/record",
    "tests/engine/test_options.py",
    "tests/engine/test_mixes.py",
    "tests/ledger/test_codec.py",
    "tests/api/test_rules_pages.py",
)
DEMO = "tests/api/test_cli.py::test_the_demo_plays_everything_on_a_fresh_folder_and_changes_nothing_the_second_time"


def of_game(game: str, *names: str) -> list[str]:
    """Tests of the engine of a game, by their names."""
    return [f"tests/engine/{game}/test_{name}.py" for name in names]


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_is_added_with_eight_files_by_hand_and_fails_until_it_is_decided(scratch: Scratch, game: str) -> None:
    words, decide = OPTIONS[game]
    answer = scratch.run("new", "option", game, *words)
    assert answer.returncode == 0, answer.stderr
    (tests,) = of_game(game, words[0])
    failed, told = scratch.tests(*ALWAYS, *of_game(game, "house_rules"), tests)
    assert failed - {LEFT} == {name for name in failed if name.startswith(tests)}, told
    assert len(failed) == 3
    decide(scratch)
    scratch.fill()
    assert scratch.run("new").returncode == 0
    failed, told = scratch.tests(*ALWAYS, *of_game(game, "house_rules", "laws", "offending_games"), tests)
    assert not failed, told
    assert scratch.run("fmt").returncode == 0
    subprocess.run([".venv/bin/python", "-m", "mypy"], cwd=scratch.folder, check=True)
    assert len(scratch.by_hand) <= BY_HAND_MOST, scratch.by_hand


PRESETS = {
    "azi": ("azi-dear", "--like", "azi-two", "--with", "ante=10"),
    "casino": ("casino-dear", "--like", "casino-strict-6", "--with", "stake=20"),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_is_added_with_eight_files_by_hand(scratch: Scratch, game: str) -> None:
    answer = scratch.run("new", "preset", *PRESETS[game])
    assert answer.returncode == 0, answer.stderr
    scratch.fill()
    failed, told = scratch.tests(*ALWAYS, *of_game(game, "house_rules"), "tests/api/test_sample_games.py", DEMO)
    assert not failed, told
    assert len(scratch.by_hand) <= BY_HAND_MOST, scratch.by_hand


NOD_TESTS = '''"""{rule}: the act `nod`."""

from __future__ import annotations

from engine.{game} import {game}
from engine.{game}.commands import Nod
from engine.{game}.events import Nodded
from engine.{game}.rulebook import {constant}
from tests.engine.{game}.deals import start
from tests.engine.scenario import breaks, given, keeps


@keeps("{rule}")
@breaks("{rule}")
def test_nod_is_taken_and_refused() -> None:
    given({game}, start(100, 100, 100)).when(Nod(2)).then_one(Nodded, seat=2)
    given({game}, start(100, 100, 100)).when(Nod(9)).then_refused({constant})
'''
SAID_BY = {
    "nod": ("кивнуть", "nicken"),
    "{Seat} nods ({rules}).": ("{Seat} кивает ({rules}).", "{Seat} nickt ({rules})."),
    "Nobody sits at seat {seat}.": ("На месте {seat} никого нет.", "Auf Platz {seat} sitzt niemand."),
}
NODS = {"azi": ("AZI-NAZI-1", "Declaring", "Playing"), "casino": ("CAS-DEAL-5", "Dealing", "Playing")}
OF_WORDS = (
    "tests/tidy",
    "tests/engine/record",
    "tests/engine/test_declared.py",
    "tests/ledger/test_codec.py",
    "tests/ledger/test_words.py",
    "tests/ledger/test_events_table.py",
    "tests/ledger/words",
    "tests/api/test_openapi.py",
    "tests/api/test_offered_acts.py",
    "tests/api/test_legal_acts.py",
)


def made(scratch: Scratch) -> set[str]:
    """English is said: the catalogues come into step, are translated, and what is made of it all is made. The files by hand; from
    here on they are counted again."""
    scratch.run("words")
    for number, tag in enumerate(("ru", "de")):
        scratch.translate(tag, {english: told[number] for english, told in SAID_BY.items()})
    assert scratch.run("words").returncode == 0
    answer = scratch.run("new", "made")
    assert answer.returncode == 0, answer.stderr
    by_hand, scratch.by_hand = scratch.by_hand, set()
    return by_hand


@pytest.mark.parametrize("game", GAMES)
def test_an_event_and_an_act_are_added_each_with_eight_files_by_hand(scratch: Scratch, game: str) -> None:
    rule, happening, wanting = NODS[game]
    answer = scratch.run("new", "event", game, "nodded", "--rule", rule, "--among", happening)
    assert answer.returncode == 0, answer.stderr
    scratch.fill(lambda path, says: "nods" if "words" in path else "Nothing is changed by a nod.")
    by_hand = made(scratch)
    assert len(by_hand) <= BY_HAND_MOST, by_hand
    answer = scratch.run("new", "act", game, "nod", "--rule", rule, "--event", "nodded", "--among", wanting)
    assert answer.returncode == 0, answer.stderr
    (tests,) = of_game(game, "nod")
    failed, told = scratch.tests(tests)
    assert failed == {f"{tests}::test_nod_is_taken_and_refused"}, told
    scratch.fill(
        lambda path, says: "nods" if "records" in says else "nod" if "words" in path else WHY if "refused" in says else "A nod."
    )
    scratch.change(f"engine/{game}/nod.py", "require(False,", "require(command.seat in game.seats,")
    scratch.write(tests, NOD_TESTS.format(game=game, rule=rule, constant=rule.replace("-", "_")))
    by_hand = made(scratch)
    assert len(by_hand) <= BY_HAND_MOST, by_hand
    failed, told = scratch.tests(*OF_WORDS, *of_game(game, "nod", "laws", "offending_games"))
    assert not failed, told
    subprocess.run([".venv/bin/python", "-m", "mypy"], cwd=scratch.folder, check=True)
