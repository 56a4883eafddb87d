"""Which signs are not to be in what people write, told a second time by the categories of Unicode."""

from __future__ import annotations

import unicodedata
from sys import maxunicode

import pytest

from engine.deeds import texts
from engine.disputes import commands as disputes
from engine.room import commands
from engine.room.signs import VARIANTS, harmless, hidden

# Marks of format that are seen.
SEEN = set("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
NOTHING = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")  # drawn as nothing, whatever they are


def test_whatever_formats_breaks_lines_is_private_or_is_drawn_as_nothing_is_found_and_nothing_else() -> None:
    for number in range(0x80, maxunicode + 1):
        sign = chr(number)
        kind = unicodedata.category(sign)
        if kind in {"Cc", "Cs", "Cn"}:
            continue  # refused by other means, or no sign yet
        wanted = (kind in {"Cf", "Zl", "Zp", "Co"} and sign not in SEEN) or sign in NOTHING or sign in VARIANTS
        assert bool(hidden(f"a{sign} b")) == wanted, hex(number)


@pytest.mark.parametrize("text", ["👨‍👩‍👧‍👦", "❤️", "1️⃣", "🏳️‍🌈", "क्‍ष", "نام‌ها", "O’Brien", "Zoë", "Ёлка 🙂", "明", "שלום", "☺︎"])
def test_what_scripts_and_pictures_need_is_let_through(text: str) -> None:
    assert (hidden(text), harmless(text)) == ("", text)


@pytest.mark.parametrize("text", ["\u200ca", "\u200da", "a\u200d", "a\u200d\u200db", "a\u200d b", "a\ufe0f", "\ufe0f"])
def test_a_joiner_that_joins_nothing_is_found(text: str) -> None:
    assert hidden(text)
    assert not hidden(harmless(text))


def test_texts_of_commands_are_all_that_people_have_written() -> None:
    decision = disputes.Decision("stands", "As it was", "DISPUTE-6")
    assert list(texts(commands.Deposit(5, "receipt"))) == ["receipt"]
    assert list(texts(commands.Deposit(5))) == []
    assert list(texts(commands.CountCash(1, 2, 3, "Too much"))) == ["Too much"]
    assert list(texts(commands.BeginGame("now"))) == []
    assert list(texts(decision)) == ["As it was"]
    ruling = next(kind for kind in vars(disputes).values() if getattr(kind, "__name__", "") == "Rule")
    assert "decision" in ruling.__dataclass_fields__  # and so what is decided is looked through with it
