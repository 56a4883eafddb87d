"""Sentences of the code in every language, and as they are kept."""

from __future__ import annotations

import json

import pytest

from engine.saying import Amount, Counted, Either, Saying, Seats, Term
from ledger.words import TONGUES
from ledger.words.catalogues import SOURCE, TAGS, catalogue
from ledger.words.saying import DOMAINS, Word, packed, told, unpacked, word
from ops.words.extracting import kept

SEAT, DEAL = "Seat {seat}, deal {deal}: {what}; nobody has claimed it.", 2
UNCLAIMED = Saying(SEAT, seat=3, deal=DEAL, what=Word("violation.renege"))


def test_a_saying_is_told_in_the_language_with_its_facts_in_that_language_too() -> None:
    assert [told(UNCLAIMED, tag) for tag in TAGS] == [
        "Seat 3, deal 2: renege; nobody has claimed it.",
        "Место 3, сдача 2: ренонс; никто об этом не заявил.",
        "Platz 3, Runde 2: Renonce; niemand hat es reklamiert.",
    ]
    assert [told(Saying("{why}", why=Term("violation.renege", "renege")), tag) for tag in TAGS] == ["renege", "ренонс", "Renonce"]
    assert told(Saying("{why}", why=Term("violation.unheard_of", "unheard of")), "de") == "unheard of"
    within = Saying("This ruling cannot be read: {why}.", why=Saying("A card is not in this pack."))
    assert told(within, "de") == "Dieser Schiedsspruch ist nicht zu lesen: Eine Karte gehört nicht zu diesem Kartenspiel.."


@pytest.mark.parametrize(("scale", "shown"), [(0, "5905"), (2, "59.05"), (8, "0.00005905")])
def test_an_amount_has_the_digits_and_the_mark_of_its_reader_wherever_it_stands(scale: int, shown: str) -> None:
    amount = Saying("{most}: {all}", most=5905, all=(Amount(5905), Counted("{x} once", "{x} twice", 2, x=Amount(5905))))
    kept_so = unpacked(json.loads(json.dumps(packed(amount))))
    for said in (amount, kept_so):
        assert told(said, "en", scale) == f"5905: {shown} and {shown} twice"
        assert told(said, "de", scale) == f"5905: {shown} und {shown} twice".replace(".", ",")
    assert (str(amount), packed(Amount(5905))) == ("5905: 5905 and 5905 twice", {"amount": "5905"})


def test_cards_stand_in_the_letters_of_the_language_and_lists_in_its_words() -> None:
    def listed(*cards: str) -> list[str]:
        return [told(Saying("seats {seats}", seats=cards), tag) for tag in TAGS]

    assert listed("AH", "TS", "JC") == ["seats AH, TS and JC", "места Т♥, 10♠ и В♣", "Platz A♥, 10♠ und B♣"]
    assert listed("9H") == ["seats 9H", "места 9♥", "Platz 9♥"]
    assert listed() == ["seats nothing", "места ничего", "Platz nichts"]
    assert listed("{seat}", "9h", "ANNA")[1] == "места {seat}, 9h и ANNA"


def test_the_form_for_a_number_and_the_ways_to_list_are_those_of_the_language() -> None:
    def often(number: int) -> list[str]:
        return [told(Saying("{often}", often=Counted("once", "{number} times", number)), tag) for tag in TAGS]

    assert [often(number) for number in (1, 2, 5)] == [
        ["once", "1 раз", "einmal"],
        ["2 times", "2 раза", "2 Mal"],
        ["5 times", "5 раз", "5 Mal"],
    ]
    assert [told(Saying("{all}", all=Either(("9H", "TS"))), tag) for tag in TAGS] == ["9H or TS", "9♥ или 10♠", "9♥ oder 10♠"]
    assert [told(Saying("{all}", all=Seats((1, 2, 4))), tag) for tag in TAGS] == [
        *("seats 1, 2 and 4", "места 1, 2 и 4", "Platz 1, 2 und 4")
    ]
    assert told(Saying("{all}", all=Seats((3,))), "ru") == "место 3"
    unheard_of = Counted("one {x}", "{number} {x}", 2, x="AH")
    assert told(Saying("{all}", all=unheard_of), "de") == "2 A♥"


@pytest.mark.parametrize("tag", TAGS)
def test_what_no_catalogue_has_is_told_in_english_and_what_is_no_saying_as_it_is(tag: str) -> None:
    assert told(Saying("Nobody says {what}.", what="that"), tag) == "Nobody says that."
    assert told("how won", tag) == "how won"


def test_a_word_that_there_is_not_stays_as_it_is() -> None:
    assert word("violation.renege", "renege") == Word("violation.renege")
    assert str(word("violation.renege", "renege")) == "renege"
    assert word("violation.unheard_of", "unheard of") == "unheard of"


@pytest.mark.parametrize(
    "said",
    [
        UNCLAIMED,
        Saying("{told}", told=Counted("{cards} is", "{cards} are", 1, cards=("9H",))),
        Saying("{a} {b} {c}", a=Either(("x", "y")), b=Seats((1, 2)), c=Term("violation.renege", "renege")),
        Saying("{cards}", cards=("9H", "TS")),
        Saying("{why}", why=Saying("{n}", n=10**30)),
        "how won",
        None,
    ],
)
def test_what_is_kept_is_told_as_before(said: Saying | str | None) -> None:
    again = unpacked(json.loads(json.dumps(packed(said))))
    assert again == said
    assert said is None or [told(again, tag) for tag in TONGUES] == [told(said, tag) for tag in TONGUES]


def test_a_sentence_that_two_domains_have_is_the_same_in_both() -> None:
    for tag in TAGS:
        if tag == SOURCE:
            continue
        found: dict[str, str] = {}
        for domain in DOMAINS:
            for message in kept(domain, tag):
                if isinstance(message.id, str) and message.id and not message.context:
                    assert found.setdefault(message.id, str(message.string)) == catalogue(domain, tag).say(message.id)
