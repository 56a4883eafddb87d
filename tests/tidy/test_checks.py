"""Each check of the house can fail: fed with a bad sample it finds it, and with a good one nothing."""

import ast
import shutil
from pathlib import Path, PurePosixPath

import pytest

from api.rulebooks.languages import LANGUAGES
from tests.tidy import code_checks, house, prose_checks, rule_checks, text_checks

RUSSIAN = LANGUAGES["ru"]
HERE = PurePosixPath("engine/azi/deal.py")
ABOVE = PurePosixPath("ledger/replays/landings.py")
LATER = "TO" + "DO"
OVER = "sk" + "ip"


def test_a_file_of_401_lines_is_found_and_one_of_400_is_not() -> None:
    assert text_checks.too_long(HERE, "x\n" * 401)
    assert not text_checks.too_long(HERE, "x\n" * 400)


@pytest.mark.parametrize("path", ["engine/utils.py", "ledger/helpers/chips.py", "api/game_manager.py", "tests/common.py"])
def test_a_name_that_says_nothing_is_found(path: str) -> None:
    assert text_checks.banned_name(PurePosixPath(path))


def test_a_name_that_says_something_is_not_found() -> None:
    assert not text_checks.banned_name(PurePosixPath("engine/commonwealth.py"))


def test_a_class_whose_name_says_nothing_is_found() -> None:
    assert code_checks.banned_classes(HERE, ast.parse("class GameManager: pass"))
    assert not code_checks.banned_classes(HERE, ast.parse("class Game: pass"))


def test_a_function_of_71_lines_is_found_and_one_of_70_is_not() -> None:
    assert code_checks.long_functions(HERE, ast.parse("def deal():\n" + "    x = 1\n" * 70))
    assert not code_checks.long_functions(HERE, ast.parse("def deal():\n" + "    x = 1\n" * 69))


@pytest.mark.parametrize("text", ["def deal(game: Any): pass", "def deal(game): return getattr(game, 'deck', ())"])
def test_an_open_type_is_found(text: str) -> None:
    assert code_checks.untyped(HERE, ast.parse(text))
    assert not code_checks.untyped(HERE, ast.parse("def deal(game: Game): return game.deck"))


@pytest.mark.parametrize(
    "text",
    [
        "x = 1",
        '"""M."""\ndef deal(): pass',
        '"""M."""\nclass Game: pass',
        '"""M."""\nclass Game:\n    """G."""\n    def deal(self): pass',
        '"""M."""\nclass Game:\n    """G."""\n    @property\n    def pot(self): pass',
    ],
)
def test_what_does_not_say_what_it_is_is_found(text: str) -> None:
    assert code_checks.undocumented(HERE, ast.parse(text))


def test_private_names_and_tests_need_not_say_what_they_are() -> None:
    assert not code_checks.undocumented(HERE, ast.parse('"""M."""\ndef _deal(): pass\nclass _Game:\n    def deal(self): pass'))
    assert not code_checks.undocumented(PurePosixPath("tests/test_deal.py"), ast.parse('"""M."""\ndef test_a_deal(): pass'))
    assert code_checks.undocumented(PurePosixPath("tests/test_deal.py"), ast.parse("def test_a_deal(): pass"))


def test_printing_is_found_where_nobody_reads_it() -> None:
    assert code_checks.printing(HERE, ast.parse("print('x')"))
    assert not code_checks.printing(PurePosixPath("ledger/cli/keys.py"), ast.parse("print('x')"))
    assert not code_checks.printing(HERE, ast.parse("'print(x)'"))


@pytest.mark.parametrize(
    "text",
    [
        "<" + "<fill: in here>>",
        f"# {LATER}: later",
        f"x = 1  # {LATER}",
        f"pytest.{OVER}('no')",
        f"@pytest.mark.{OVER}",
        f"@pytest.mark.{OVER}if(True)",
    ],
)
def test_what_is_left_for_later_is_found(text: str) -> None:
    findings = text_checks.unfinished(HERE, f"x = 1\n{text}\n")
    assert findings
    assert all(":2:" in finding for finding in findings)


def test_a_finished_file_is_not_found() -> None:
    assert not text_checks.unfinished(HERE, "x = 1  # todos os jogadores\nskipped = True\n")


@pytest.mark.parametrize(
    "text", ["/wo" + "rk/main/x", "/ro" + "ot/.venv", "https://py" + "pi.org/simple", "files.python" + "hosted.org"]
)
def test_an_address_of_a_machine_or_a_registry_is_found(text: str) -> None:
    assert text_checks.machine_address(PurePosixPath("README.md"), f"see {text}")


def test_ordinary_paths_are_not_found() -> None:
    assert not text_checks.machine_address(PurePosixPath("README.md"), "/var/lib/cardledger, /v1/players, network/work/x")


HASHED = """flask==3.1.3 \\
    --hash=sha256:00ff \\
    --hash=sha256:11ee
rich==15.0.0 ; python_version > '3' \\
    --hash=sha256:22dd
"""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "flask==3.1.3\n",
        HASHED + "waitress==3.0.2\n",
        "--index-url https://example.invalid\n" + HASHED,
        HASHED + "mine @ file:///srv/mine.whl\n",
        HASHED + "-e .\n",
    ],
)
def test_a_lock_file_with_an_address_or_without_a_hash_is_found(text: str) -> None:
    assert text_checks.lock_address(PurePosixPath("requirements.lock"), text)


def test_a_hashed_lock_file_is_not_found() -> None:
    assert not text_checks.lock_address(PurePosixPath("requirements.lock"), HASHED)


def test_a_map_that_leaves_a_file_out_is_found() -> None:
    assert text_checks.unmapped(PurePosixPath("engine/README.md"), "`deal.py` deals", {"deal.py", "seats.py"})
    assert text_checks.unmapped(PurePosixPath("engine/README.md"), "`misdeal.py`", {"deal.py"})
    assert not text_checks.unmapped(PurePosixPath("engine/README.md"), "`deal.py`, `azi/`", {"deal.py", "azi/"})


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("")
    here = PurePosixPath("docs/README.md")
    assert text_checks.dead_links(here, "see [it](../CHANGELOG.md)", tmp_path)
    assert not text_checks.dead_links(here, "see [it](../README.md#start) and [that](https://example.org)", tmp_path)


def test_the_folders_of_code_are_seen_with_what_is_in_them() -> None:
    folders = house.code_folders()
    assert {"account.py", "local.py"} <= folders[PurePosixPath("ledger/database")]
    assert "database/" in folders[PurePosixPath("ledger")]
    assert PurePosixPath("tests/tidy") not in folders


BOOK = 'AZI_DEAL_1 = Rule("AZI-DEAL-1", "The lot")\nAZI_DEAL_2 = Rule("AZI-DEAL-2", "Who deals next")\n'


def test_a_rule_that_nobody_cites_is_found() -> None:
    rules = rule_checks.rules_of([BOOK])
    assert rules == {"AZI-DEAL-1": "AZI_DEAL_1", "AZI-DEAL-2": "AZI_DEAL_2"}
    assert rule_checks.uncited(rules, ["require(ok, AZI_DEAL_1)", "AZI-DEAL-21"], "the code") == [
        "AZI-DEAL-2 is nowhere cited in the code"
    ]
    assert not rule_checks.uncited(rules, ["require(ok, AZI_DEAL_1)", "by AZI-DEAL-2."], "the code")


def test_a_rule_that_is_defined_twice_is_found() -> None:
    assert rule_checks.twice_defined([BOOK, BOOK])
    assert not rule_checks.twice_defined([BOOK])


@pytest.mark.parametrize(
    "text",
    [
        'RULE = "AZI-DEAL-1"',
        'TOPIC = "azi.card_played"',
        'azi = topic.startswith("azi.")',
        'over = topic.endswith(".game_ended")',
        'match word:\n    case "card_played":\n        pass',
        'TOPICS = {f"{game}.game_ended" for game in GAMES}',
    ],
)
def test_a_rule_or_an_event_that_is_named_again_above_the_engine_is_found(text: str) -> None:
    events = ("azi.card_played", "azi.game_ended", "azi.called", "azi.blind_bet")
    assert len(rule_checks.written_again(ABOVE, text, events)) == 1


@pytest.mark.parametrize(
    "text",
    [
        '"""By AZI-DEAL-1."""',
        "TOPIC = declared(CardPlayed).name",
        'WORDS = {"called": 1, "blind_bet": 2}',
        'SAYS = "Broken is AZI-DEAL-1 here."',
        'type = String(metadata={"example": "azi.card_played"})',
    ],
)
def test_a_rule_or_an_event_that_is_derived_told_or_shown_is_not(text: str) -> None:
    events = ("azi.card_played", "azi.game_ended", "azi.called", "azi.blind_bet")
    assert not rule_checks.written_again(ABOVE, text, events, ("blind_bet",))


def test_what_is_said_to_people_cites_no_rule_by_itself_and_stands_under_names_of_events() -> None:
    words = PurePosixPath("ledger/words/azi/events.py")
    assert rule_checks.written_again(words, 'said("sweep", "A sweep (CAS-CAP-4).")', ("azi.card_played",))
    assert not rule_checks.written_again(words, 'said("azi.card_played", "{Seat} plays ({rules}).")', ("azi.card_played",))


def test_a_cited_rule_that_no_rulebook_has_is_found() -> None:
    rules = rule_checks.rules_of([BOOK])
    assert rule_checks.unknown(rules, {"deal.py": "by AZI-DEAL-3"}) == ["deal.py: AZI-DEAL-3 stands in no rulebook"]
    assert not rule_checks.unknown(rules, {"deal.py": "by AZI-DEAL-2"})


PROSE = """# Azi

## AZI-DEAL-1 The lot

**Rule** Draw.

**Why** Chance.

**Example** K♥.

**House options**

- `lot`: `true` (default), or
  `false`.

## AZI-RAZ-1 Raznomast

**Presets** azi-online

**Rule** Declare.

**Why** Fun.

**Example** A♠.

**House options** none.

# Presets

| option | azi-three | azi-online |
|---|---|---|
| `ante` | 5 | 9 |

| option | value | where |
|---|---|---|
| `lot` | true | here |
"""
PRESETS = {"azi-three": {"ante": 5, "lot": True}}
RUSSIAN_PROSE = """# Ази

## AZI-DEAL-1 Жребий

**Правило** Тянут карту.

**Почему** Случай.

**Пример** К♥.

**По уговору**

- `lot`: `true`
  (по умолчанию) или `false`.

## AZI-RAZ-1 Разномасть

**Наборы** azi-online

**Правило** Объявляют.

**Почему** Так веселее.

**Пример** Т♠.

**По уговору** ничего.

# Наборы

| условие | azi-three | azi-online |
|---|---|---|
| `ante` | 5 | 9 |

| условие | значение | где |
|---|---|---|
| `lot` | true | здесь |
"""


def test_prose_that_agrees_with_the_rulebook_is_not_found() -> None:
    assert not prose_checks.unexplained({"AZI-DEAL-1": "The lot"}, PROSE)
    assert not prose_checks.unruled({"AZI-DEAL-1"}, PRESETS, PROSE)
    assert not prose_checks.incomplete(PROSE)
    assert not prose_checks.wrong_options({"lot": True}, PROSE, all_of_them=True)
    assert not prose_checks.wrong_presets(PRESETS, PROSE)


def test_a_rule_without_prose_or_under_another_title_is_found() -> None:
    assert prose_checks.unexplained({"AZI-DEAL-1": "The lot", "AZI-DEAL-2": "Who"}, PROSE) == ["AZI-DEAL-2 has no heading"]
    assert prose_checks.unexplained({"AZI-DEAL-1": "The draw"}, PROSE)
    assert prose_checks.unexplained({"AZI-DEAL-1": "The lot"}, PROSE + "\n## AZI-DEAL-1 The lot\n")


def test_prose_without_a_rule_is_found_unless_it_is_of_presets_to_come() -> None:
    assert prose_checks.unruled(set(), PRESETS, PROSE) == ["AZI-DEAL-1 stands in no rulebook"]
    assert prose_checks.unruled({"AZI-DEAL-1"}, ["azi-online"], PROSE) == [
        "AZI-RAZ-1 stands in no rulebook, and azi-online would need it"
    ]


def test_a_rule_without_its_parts_is_found() -> None:
    assert prose_checks.incomplete(PROSE.replace("**Why** Fun.", ""))
    assert prose_checks.incomplete(PROSE.replace("**Why** Chance.", "**Rule** Again."))


def test_an_option_that_is_told_wrong_is_found() -> None:
    assert prose_checks.wrong_options({"lot": False}, PROSE, all_of_them=False)
    assert prose_checks.wrong_options({}, PROSE, all_of_them=False)
    assert prose_checks.wrong_options({"lot": True, "ante": 5}, PROSE, all_of_them=True) == ["ante is explained 0 times"]


def test_a_preset_that_is_told_wrong_is_found() -> None:
    assert prose_checks.unlisted(["azi-three", "azi-two"], "- **azi-three**: three cards.\n") == ["no line says what azi-two is"]
    assert prose_checks.wrong_presets({"azi-three": {"ante": 6, "lot": True}}, PROSE) == ["ante of azi-three is 6, not 5"]
    assert prose_checks.wrong_presets({"azi-three": {"ante": 5, "lot": False}}, PROSE)
    assert prose_checks.wrong_presets({"azi-three": {**PRESETS["azi-three"], "cap": "none"}}, PROSE)


def test_prose_in_another_language_that_agrees_is_not_found() -> None:
    assert not prose_checks.otherwise(PROSE, RUSSIAN_PROSE, RUSSIAN)
    assert not prose_checks.incomplete(RUSSIAN_PROSE, RUSSIAN)
    assert not prose_checks.unruled({"AZI-DEAL-1"}, PRESETS, RUSSIAN_PROSE, RUSSIAN)
    assert not prose_checks.wrong_options({"lot": True}, RUSSIAN_PROSE, RUSSIAN, all_of_them=True)
    assert not prose_checks.wrong_presets(PRESETS, RUSSIAN_PROSE)


@pytest.mark.parametrize(
    ("here", "instead", "finding"),
    [
        ("## AZI-RAZ-1 Разномасть", "## AZI-RAZ-2 Разномасть", "ru: heading 3 is '## AZI-RAZ-2', not '## AZI-RAZ-1' as in English"),
        ("# Наборы\n", "", "ru: heading 4 is 'end ', not '# ' as in English"),
        ("К♥", "В♥", "ru: AZI-DEAL-1 lacks K♥, 1 times"),
        ("Случай.", "Случай, по AZI-DEAL-2.", "ru: AZI-DEAL-1 has AZI-DEAL-2, 1 times more"),
        ("`false`", "ложь", "ru: AZI-DEAL-1 lacks `false`, 1 times"),
        ("Тянут карту", "Тянут 2 карты", "ru: AZI-DEAL-1 has 2, 1 times more"),
        ("**Наборы** azi-online", "**Наборы** azi-four", "ru: AZI-RAZ-1 lacks azi-online, 1 times"),
        ("| `ante` | 5 | 9 |", "| `ante` | 5 | 8 |", "ru: # after AZI-RAZ-1 lacks 9, 1 times"),
    ],
)
def test_prose_that_says_something_else_in_another_language_is_found(here: str, instead: str, finding: str) -> None:
    assert finding in prose_checks.otherwise(PROSE, RUSSIAN_PROSE.replace(here, instead, 1), RUSSIAN)


def test_the_parts_and_defaults_of_another_language_are_looked_for() -> None:
    assert prose_checks.incomplete(RUSSIAN_PROSE.replace("**Почему** Случай.", "**Why** Случай."), RUSSIAN)
    assert prose_checks.incomplete(RUSSIAN_PROSE.replace("**По уговору** ничего.", ""), RUSSIAN)
    assert prose_checks.wrong_options({"lot": False}, RUSSIAN_PROSE, RUSSIAN, all_of_them=False)
    assert prose_checks.wrong_presets({"azi-three": {"ante": 5, "lot": False}}, RUSSIAN_PROSE)
    assert prose_checks.unruled({"AZI-DEAL-1"}, ["azi-online"], RUSSIAN_PROSE, RUSSIAN)


@pytest.mark.parametrize(
    ("package", "text", "kept"),
    [
        ("engine", '"""Clean."""\n', True),
        ("engine", '"""Upwards."""\nimport ledger\n', False),
        ("ledger", '"""Upwards."""\nimport api\n', False),
        ("engine", '"""With a clock."""\nimport time\n', False),
    ],
)
def test_an_import_upwards_or_of_a_clock_is_found(tmp_path: Path, package: str, text: str, kept: bool) -> None:
    shutil.copy(house.ROOT / "pyproject.toml", tmp_path)
    for name in house.PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text('"""Empty."""\n')
    (tmp_path / package / "part.py").write_text(text)
    assert house.imports_kept(tmp_path, "directions", "pure-engine") is kept
