"""The catalogues of words are in order in every language, and each check of them can fail."""

from __future__ import annotations

import io
from pathlib import PurePosixPath
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from engine.games import KINDS
from ledger.words.catalogues import PLACE, SOURCE, TAGS
from ops.words import checking
from ops.words.domains import CAPITALS, DOMAINS
from ops.words.extracting import kept, place, said, text
from ops.words.reading import NotLiteral, calls
from tests.tidy import house, word_checks
from tests.tidy.test_house import in_order

TRANSLATED = [(domain, tag) for domain in DOMAINS for tag in TAGS if tag != SOURCE]


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_catalogues_hold_what_the_code_says_and_nothing_else(domain: str) -> None:
    here = said(domain)
    assert len(here)
    assert place(domain).read_text(encoding="utf-8") == text(here)
    for tag in TAGS[1:]:
        in_order(checking.out_of_step(kept(domain, tag), here))


@pytest.mark.parametrize(("domain", "tag"), TRANSLATED)
def test_every_message_is_translated_with_its_facts_and_nothing_is_fuzzy(domain: str, tag: str) -> None:
    in_order(checking.unfinished(kept(domain, tag)) + checking.unfitting(kept(domain, tag), capitals=domain in CAPITALS))


def test_no_catalogue_is_of_no_domain_or_of_no_language() -> None:
    here = {path.relative_to(PLACE).as_posix() for path in PLACE.rglob("*.po*")}
    assert here == {f"{tag}/{domain}.po" for domain, tag in TRANSLATED} | {f"{domain}.pot" for domain in DOMAINS}


def catalogue(english: Any, translated: Any, tag: str = "ru", **more: Any) -> Catalog:
    """A catalogue of one message."""
    made = Catalog(tag, fuzzy=False)
    made.add(english, translated, **more)
    return made


@pytest.mark.parametrize(
    "wrong",
    [
        catalogue("Notes", ""),
        catalogue("Notes", "Замечания", flags=["fuzzy"]),
        catalogue(("{n} note", "{n} notes"), ("{n} замечание", "{n} замечания")),
        catalogue(("{n} note", "{n} notes"), ("{n} замечание", "", "{n} замечаний")),
    ],
)
def test_a_message_that_is_not_translated_or_fuzzy_is_found(wrong: Catalog) -> None:
    assert len(checking.unfinished(wrong)) == 1


def test_a_finished_message_is_not_found() -> None:
    assert not checking.unfinished(catalogue(("{n} note", "{n} notes"), ("{n} замечание", "{n} замечания", "{n} замечаний")))
    assert not checking.unfinished(catalogue("Notes", "Замечания"))


def test_a_message_that_is_new_or_stale_is_found() -> None:
    old, new = catalogue("Notes", "Замечания", context="a heading"), catalogue("Notes", None)
    assert checking.out_of_step(old, new) == [
        "“Notes” is new: say ./run words",
        "“Notes” (a heading) is said nowhere any more: say ./run words",
    ]
    assert not checking.out_of_step(old, catalogue("Notes", None, context="a heading"))


@pytest.mark.parametrize(
    ("english", "translated", "finding"),
    [
        ("Notes: {notes}", "Замечаний: {note}", ["“Notes: {notes}” has no fact {note}", "“Notes: {notes}” lacks {notes}"]),
        ("Notes: {notes}", "Замечания", ["“Notes: {notes}” lacks {notes}"]),
        ("Notes: {notes}", "Замечаний: {notes", ["“Notes: {notes}”: expected '}' before end of string"]),
        ("Notes: {notes}", "Замечаний: {notes!r}", ["“Notes: {notes}”: in braces stands a name and nothing else, not ['notes']"]),
        ("Notes: {notes}", "Замечаний: {notes.x}", ["“Notes: {notes}”: in braces stands a name and nothing else, not ['notes.x']"]),
        ("Notes: {notes}", "Замечаний: {}", ["“Notes: {notes}”: in braces stands a name and nothing else, not ['']"]),
        ("Notes: {notes}", "{Notes}", ["“Notes: {notes}” has no fact {Notes}", "“Notes: {notes}” lacks {notes}"]),
        (" Out: {n}", "Нет: {n}", ["“ Out: {n}” follows another sentence: it begins with a space"]),
        (("a note", "{n} notes"), ("замечание", "{n} замечания", "{n} замечаний"), ["“a note” lacks {n}"]),
    ],
)
def test_a_fact_that_is_missing_or_unknown_is_found(english: Any, translated: Any, finding: list[str]) -> None:
    assert checking.unfitting(catalogue(english, translated)) == finding


def test_facts_that_fit_are_not_found() -> None:
    assert not checking.unfitting(catalogue("{seat} has {notes}", "Замечаний у {seat}: {notes}"))
    assert not checking.unfitting(catalogue("{seat} has {{}}", "{{}} {seat}"))
    assert not checking.unfitting(catalogue("At {seat}", "{Seat}"), capitals=True)
    assert not checking.unfitting(catalogue(("a note", "{n} notes"), ("ein Hinweis", "{n} Hinweise"), "de"))
    noted = catalogue("{seat} has {notes}", "{notes}", auto_comments=["May be left out: {seat}, {x}"])
    assert not checking.unfitting(noted)
    assert checking.unfitting(catalogue(("{n} note", "{n} notes"), ("ein Hinweis", "{n} Hinweise"), "de"))


SAYING = [
    (path, text)
    for path, text in house.files(".py", under=("api", "ledger"))
    if path.parts[:2]
    not in {("ledger", "imports"), ("ledger", "cli"), ("ledger", "cases"), ("ledger", "disputes"), ("api", "demo")}
]
# Templates of refusals, and descriptions of fields: nobody is told them as they are.
OTHERWISE = {
    "ledger/money/backdating.py",
    "ledger/play/branches.py",
    "ledger/money/wallets.py",
    "api/schemas/disputes.py",
    "api/schemas/games.py",
}


def test_what_is_said_later_is_a_saying() -> None:
    found = [finding for path, text in SAYING if str(path) not in OTHERWISE for finding in word_checks.unmarked(path, text)]
    in_order(found)


@pytest.mark.parametrize("text", ['says = "No."', 'says = f"No {x}."', 'sentence = ("No "\n"way.")', 'saying: str = "No."'])
def test_a_sentence_that_is_no_saying_is_found(text: str) -> None:
    assert word_checks.unmarked(PurePosixPath("api/x.py"), text)
    assert not word_checks.unmarked(PurePosixPath("api/x.py"), 'says = Saying("No {x}.", x=1)\nname = "x"\nsays = fault.says')


def test_whatever_stops_somebody_is_read_into_a_catalogue() -> None:
    read: dict[str, set[str]] = {}
    for source in [source for sources in DOMAINS.values() for source in sources]:
        for path in source.files():
            read.setdefault(path.relative_to(house.ROOT).as_posix(), set()).update(source.said)
    found = []
    for where, code in house.files(".py", under=house.PACKAGES):
        if str(where) != "ledger/words/saying.py":  # makes again what was kept
            found += word_checks.unread(where, code, frozenset(read.get(str(where), ())))
    in_order(found)


@pytest.mark.parametrize(
    "text",
    [
        'raise NotFound("There is no such game.")',
        'raise errors.NotFound(f"There is no {game}.")',
        'raise RecordFault(1, "No " + why)',
        'raise Unfit(says="No.")',
        'Saying("No {x}.", x=1)',
        "require(ok, RULE, says)",
    ],
)
def test_what_stops_somebody_and_is_read_into_no_catalogue_is_found(text: str) -> None:
    assert len(word_checks.unread(PurePosixPath("ledger/x.py"), text, frozenset())) == 1
    assert not word_checks.unread(
        PurePosixPath("ledger/x.py"), text, frozenset({"NotFound", "RecordFault", "Unfit", "Saying", "require"})
    )


def test_faults_of_the_program_and_of_the_machine_need_no_catalogue() -> None:
    text = 'raise ValueError("no")\nraise SetupFault(f"No {x}.")\nraise NotFound\nraise Stale(version)\nraise fault\nsays("No.")'
    assert not word_checks.unread(PurePosixPath("ledger/x.py"), text, frozenset())


def test_a_message_that_is_put_together_where_it_is_said_is_found() -> None:
    with pytest.raises(NotLiteral, match="takes a literal"):
        list(calls(Named(b'Saying(f"No {x}.")'), {"Saying"}, [], {}))


def test_messages_are_read_with_their_notes_in_calls_within_calls() -> None:
    text = b"""
# Of two lines.
# NOTE: about it,
# in two lines
raise Problem("name", Saying("A {x}.", x=f"{y}"), *more)

say("B." " C."); other("D.")
"""
    assert list(calls(Named(text), {"Problem", "Saying", "say"}, ["NOTE:"], {})) == [
        (5, "Problem", ("name", "A {x}.", None), ["NOTE: about it,", "in two lines"]),
        (5, "Saying", ("A {x}.",), ["NOTE: about it,", "in two lines"]),
        (7, "say", ("B. C.",), []),
    ]


# What hands a sentence on that it was given, by file and call.
HANDED_ON = {
    ("engine/rules.py", "Saying"),
    ("engine/rules.py", "RuleBroken"),
    ("engine/options.py", "refuse"),
    *[(f"engine/cardgame/{file}.py", "require") for file in ("beside", "claims", "exposure", "judging", "rulings")],
    *[(f"engine/cardgame/{file}.py", "RuleBroken") for file in ("claims", "order")],
    ("engine/record/page.py", "Saying"),
}


@pytest.mark.parametrize("domain", ["refusals", *KINDS])
def test_every_refusal_of_the_rules_is_found(domain: str) -> None:
    lost = []
    for source in DOMAINS[domain]:
        place = {name: spec[0] - 1 for name, spec in source.said.items() if isinstance(spec[0], int)}
        for path in source.files():
            where = path.relative_to(house.ROOT).as_posix()
            with path.open("rb") as file:
                lost += [
                    f"{where}:{line}: {name} takes a literal, or what stands for one"
                    for line, name, said, _ in calls(file, place, [], {})
                    if said[place[name] :][:1] == (None,) and (where, name) not in HANDED_ON
                ]
    in_order(lost)


class Named(io.BytesIO):
    """A file with a name."""

    name = "here.py"


def test_a_name_stands_for_the_literals_that_its_function_gives_it() -> None:
    text = b"""
LONG = "Of the module {x}."

def refuse(ok, x, tag):
    says = "One {x}."
    if x:
        says = "Another {x}." if tag else "A third."
    require(ok, RULE, says, x=x)
    require(ok, RULE, LONG, x=x)
    require(ok, RULE, tag)

def other(says):
    require(True, RULE, says)
"""
    assert [told[2] for _, _, told, _ in calls(Named(text), {"require"}, [], {})] == [
        "One {x}.",
        "Another {x}.",
        "A third.",
        "Of the module {x}.",
        None,
        None,
    ]


def test_tables_sums_sayings_and_functions_are_followed_to_their_literals() -> None:
    text = b"""
DUE = {"cut": "Cut.", "deal": "Deal."}

def used_up(game):
    if not game:
        return None
    return Saying("Used up {n}.", n=1)

def refuse(game, begun):
    says = "A."
    says = "B." if game else says
    require(game, RULE, "Not now. " + DUE[game])
    require(game, RULE, says)
    require(game, RULE, Saying("C {x}.", x=1))
    told = used_up(game)
    require(game, RULE, told)
    require(game, RULE, unknown(game))
    require(game, RULE, "Not " + begun)
"""
    assert [told[2] for _, _, told, _ in calls(Named(text), {"require"}, [], {})] == [
        *("Not now. Cut.", "Not now. Deal.", "A.", "B.", "C {x}.", "Used up {n}.", None, None)
    ]
    with pytest.raises(NotLiteral):
        list(calls(Named(b'require(x, RULE, Saying(f"{x}"))'), {"require"}, [], {}))
    with pytest.raises(NotLiteral):
        list(calls(Named(b'def refuse(x):\n    says = f"{x}"\n    require(x, RULE, says)'), {"require"}, [], {}))
