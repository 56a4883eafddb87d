"""Every event of every game is told in every language: of the frozen samples, which list all that is stored."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.declared import declared
from engine.games import KINDS
from engine.offers import LeftOut, Offers
from engine.room.rulebook import RULES as ROOM_RULES
from ledger.words import TONGUES, Voice, choices, headings, words
from ledger.words.sentences import SENTENCES
from tests.ledger.events_table import examples
from tests.ledger.freeze_samples import SAMPLES
from tests.ledger.specimens import specimen

EVENTS = {topic: event for kind in KINDS.values() for topic, event in kind.events.items()}
RULES = {rule.id for kind in KINDS.values() for rule in kind.rules} | {rule.id for rule in ROOM_RULES}
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def told_of(topic: str) -> list[Any]:
    """An example of the event for each reason that it may give, and for whatever else changes what is told of it."""
    return [event for _, event in examples(declared(EVENTS[topic]), EVENTS[topic])]


@pytest.mark.parametrize("tag", TONGUES)
def test_every_event_with_a_frozen_sample_has_words_and_none_of_them_is_another_languages(tag: str) -> None:
    frozen = {file.name.rsplit(".", 2)[0] for file in SAMPLES.glob("*.json")} & set(EVENTS)
    assert frozen == set(EVENTS)
    voice, english = Voice(TONGUES[tag]), Voice(TONGUES["en"])
    for topic, event in ((name, event) for name in sorted(frozen) for event in told_of(name)):
        told = words(event, voice)
        assert told[0].isupper() or told[0].isdigit(), topic
        assert re.fullmatch(r"(?!.*None)[^{]+[.)]", told), topic
        assert bool(CYRILLIC.search(told)) is (tag == "ru"), told
        assert (told == words(event, english)) is (tag == "en"), told


def test_every_heading_is_said_somewhere() -> None:
    root = Path(__file__).parents[2]
    files = [path for folder in ("ledger", "api") for path in root.joinpath(folder).rglob("*.py") if path.name != "headings.py"]
    code = "".join(path.read_text("utf-8") for path in files)
    assert [key for key in headings.SENTENCES if not re.search(rf"[\"']{re.escape(key)}[\"']", code)] == []


def test_every_event_names_a_rule_that_a_rule_book_has_and_its_words_cite_it() -> None:
    for topic, event in ((name, event) for name in EVENTS for event in told_of(name)):
        own = {getattr(event, "rule", None), getattr(event, "broken", None)}
        ids = set(declared(event).cited(event)) - own
        assert ids or own - {None}, topic
        assert ids <= RULES, topic
        assert all(rule in words(event) for rule in ids), topic


def test_every_act_of_every_game_has_words_as_a_choice() -> None:
    for tongue in TONGUES.values():
        for kind in KINDS.values():
            assert {word for word in kind.actions if f"do.{word}" not in SENTENCES} == set()
            for command in kind.actions.values():
                (line,) = choices(Offers((specimen(command),)), Voice(tongue))
                assert re.fullmatch(r"(?!.*None)[^{]+", line)


def test_where_some_ways_are_left_out_nobody_counts_the_rest() -> None:
    capture = KINDS["casino"].actions["capture"]
    acts = tuple([capture(1, "TD", (f"{rank}C",)) for rank in "23456789TJQKA"])
    for tag, counted, more in (
        ("en", "and 1 more", "and more"),
        ("de", "und 1 mehr", "und weitere"),
        ("ru", "и ещё 1", "и другие"),
    ):
        voice = Voice(TONGUES[tag])
        assert choices(Offers(acts), voice)[0].split("; ")[12:] == [counted]
        assert choices(Offers(acts, (LeftOut(capture, 1, "TD"),)), voice)[0].split("; ")[12:] == [more]


def test_cards_stand_in_the_letters_of_the_language_and_players_by_their_names() -> None:
    event = EVENTS["azi.card_played"](1, 2, 3, "JH")
    names = {3: "é 😀 <&> {0}"}
    assert words(event, Voice(TONGUES["en"], names)) == "é 😀 <&> {0} plays J♥ to trick 2 (AZI-PLAY-1)."
    assert words(event, Voice(TONGUES["ru"], {3: "Анна"})) == "Анна кладёт В♥, взятка 2 (AZI-PLAY-1)."
    assert words(event, Voice(TONGUES["de"])) == "Platz 3 legt B♥ zum Stich 2 (AZI-PLAY-1)."
    paid = EVENTS["azi.called"](1, 3, "p", 1250, 2500, 5000)
    assert words(paid, Voice(TONGUES["de"], names, scale=2)).startswith(
        "é 😀 <&> {0} geht mit und zahlt 12,50; der Preis ist 25,00"
    )
