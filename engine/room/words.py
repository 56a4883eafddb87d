"""What people may write: names and references. Any letters of any script, but nothing that no store or page can carry."""

from unicodedata import category

LENGTH_MAX = 200
# Control characters, and halves of surrogate pairs, which are no characters at all.
UNFIT = frozenset({"Cc", "Cs"})


def fits(text: str) -> bool:
    """Whether `text` has 1 to 200 characters, none of them a control character, and is not blank.

    >>> fits("é 😀 <&> \\u2028"), fits(" "), fits("a\\n")
    (True, False, False)
    """
    return len(text) <= LENGTH_MAX and bool(text.strip()) and not any(category(character) in UNFIT for character in text)
