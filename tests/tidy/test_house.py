"""The house is in order: every check of this folder, on every file that is kept."""

import ast
import re

from api.rulebooks.languages import ENGLISH, LANGUAGES
from engine.games import KINDS
from engine.room import rulebook as room
from ledger.play.presets import game_of, presets
from ledger.statements.words import GROUP_OF
from ledger.store.kinds import EVENTS
from tests.stich import HOUSE as SMALL
from tests.tidy import code_checks, house, prose_checks, rule_checks, text_checks

# The preset whose options the prose of a book tells as defaults; the room names some of Azi's.
DEFAULTS = {"azi": "azi-three", "casino": "casino-family", "room": "azi-three"}

SMALL_GAME_LINES_MAX = 250  # of the third game below `tests/stich`, all its Python with its rulebook


def in_order(findings: list[str]) -> None:
    """Fail with all findings, one a line."""
    assert findings == [], "\n" + "\n".join(findings)


def test_no_source_file_is_too_long() -> None:
    in_order([finding for path, text in house.files(".py", ".sql", "") for finding in text_checks.too_long(path, text)])


def test_no_name_says_nothing() -> None:
    in_order([finding for path, _ in house.files() for finding in text_checks.banned_name(path)])


def test_no_function_is_too_long_everything_public_says_what_it_is_and_only_the_terminals_programs_print() -> None:
    findings = []
    for path, text in house.files(".py"):
        tree = ast.parse(text)  # read once for all that is looked for in it
        for check in (code_checks.banned_classes, code_checks.long_functions, code_checks.undocumented, code_checks.printing):
            findings += check(path, tree)
    in_order(findings)


def test_nothing_is_left_for_later_and_no_test_is_passed_over() -> None:
    in_order([finding for path, text in house.files() for finding in text_checks.unfinished(path, text)])


def test_nothing_names_a_machine_or_a_registry() -> None:
    in_order([finding for path, text in house.files() for finding in text_checks.machine_address(path, text)])


def test_lock_files_name_hashes_and_no_address() -> None:
    locks = list(house.files(".lock"))
    assert {str(path) for path, _ in locks} == {"requirements.lock", "requirements-dev.lock"}
    in_order([finding for path, text in locks for finding in text_checks.lock_address(path, text)])


def test_every_folder_of_code_has_a_map_that_names_all_that_is_in_it() -> None:
    findings = []
    for folder, names in house.code_folders().items():
        written = house.ROOT / folder / "README.md"
        if written.exists():
            findings += text_checks.unmapped(folder / "README.md", written.read_text(encoding="utf-8"), names)
        else:
            findings.append(f"{folder}: has no README.md")
    in_order(findings)


def test_every_link_of_a_page_leads_somewhere() -> None:
    pages = [(path, text) for path, text in house.files(".md") if "rules" not in path.parts]
    in_order([finding for path, text in pages for finding in text_checks.dead_links(path, text, house.ROOT)])


def test_the_documents_link_all_rules_and_all_pages() -> None:
    folder = house.ROOT / "docs"
    links = re.findall(r"\]\(([^)]+)\)", (folder / "README.md").read_text(encoding="utf-8"))
    pages = {*house.ROOT.glob("engine/*/rules/*.md"), *folder.glob("*.md"), *folder.glob("how-to/*.md")}
    pages |= set(folder.glob("reference/*.md"))
    assert pages - {folder / "README.md"} <= {(folder / link).resolve() for link in links}


def test_every_decision_is_listed_under_its_title() -> None:
    folder = house.ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for path in sorted(folder.glob("0*.md")):
        number, title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").split(". ", 1)
        assert f"| [{number}]({path.name}) | {title} |" in listed


def test_rulebooks_code_and_tests_name_the_same_rules() -> None:
    code = {str(path): text for path, text in house.files(".py", under=house.PACKAGES)}
    rulebooks = [text for path, text in code.items() if path.endswith("/rulebook.py")]
    rules = rule_checks.rules_of(rulebooks)
    assert len(rules) >= 40
    cited = [text for path, text in code.items() if not path.endswith("/rulebook.py")]
    tests = [text for path, text in house.files(".py", under=("tests",)) if path.parts[1] != "tidy"]
    in_order(
        rule_checks.twice_defined(rulebooks)
        + rule_checks.uncited(rules, cited, "the code")
        + rule_checks.uncited(rules, tests, "the tests")
    )


def test_rulebooks_and_prose_name_the_same_rules_and_options_in_every_language() -> None:
    prose = {
        (path.parts[1], path.stem): text for path, text in house.files(".md", under=("engine",)) if path.parent.name == "rules"
    }
    known = {preset: prose_checks.told(KINDS[game_of(preset)].shape, rules) for preset, rules in presets().items()}
    books = {"room": room.RULES, **{name: kind.rules for name, kind in KINDS.items()}}
    assert {book for book, tag in prose if tag == "en"} == set(books)
    for (name, tag), text in prose.items():
        language, rules = LANGUAGES[tag], books[name]
        of_game = {preset: rules for preset, rules in known.items() if game_of(preset) == name}
        options = {option: value for option, value in known[DEFAULTS[name]].items() if option != "preset"}
        titles = {rule.id: rule.title for rule in rules}
        if language is ENGLISH:
            in_order(prose_checks.unexplained(titles, text))
        else:
            in_order(prose_checks.otherwise(prose[name, "en"], text, language))
        in_order(prose_checks.unruled(titles, known, text, language) + prose_checks.incomplete(text, language))
        in_order(prose_checks.wrong_options(options, text, language, all_of_them=name in KINDS))
        if name in KINDS:
            in_order(prose_checks.unlisted(of_game, text))
            in_order(prose_checks.wrong_presets({key: {o: values[o] for o in options} for key, values in of_game.items()}, text))


def test_every_event_has_a_frozen_sample_and_every_sample_an_event() -> None:
    frozen = {path.name.split(".json")[0].rpartition(".")[0] for path, _ in house.files(".json") if "samples" in path.parts}
    assert frozen == set(EVENTS)


def test_what_is_declared_or_stands_in_a_rulebook_is_not_written_again_above_the_engine() -> None:
    for path, text in house.files(".py", under=("ledger", "api")):
        if str(path) != "ledger/store/upcasts.py":  # it reads what may have no class any more
            in_order(rule_checks.written_again(path, text, EVENTS, GROUP_OF))


# What is called so whatever is played: a figure of the statistics; what may have no class any more; stored events and tables as
# they are measured, and one act that is followed through the house.
CALLED_SO = {
    "ledger/projections/statistics.py",
    "ledger/registers/statistics.py",
    "ledger/store/upcasts.py",
    "ops/bench/append.py",
    "ops/bench/books.py",
    "ops/bench/command_http.py",
    "ops/map/walks.py",
}


def test_above_the_engine_a_game_is_named_in_the_folders_of_its_name_alone() -> None:
    for path, text in house.files(".py", under=("ledger", "api", "ops")):
        if str(path) not in CALLED_SO:
            in_order(rule_checks.games_named(path, text, KINDS))


def test_a_small_game_is_small_since_the_kernel_gives_what_every_game_repeats() -> None:
    lines = {path.relative_to(SMALL).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in SMALL.rglob("*.py")}
    assert 0 < sum(lines.values()) <= SMALL_GAME_LINES_MAX, lines


def test_commands_go_down_and_facts_come_up() -> None:
    assert house.imports_kept(house.ROOT)
