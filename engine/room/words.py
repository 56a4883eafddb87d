"""What people may write: names, references, reasons. Any letters of any script, but nothing that no store or page can carry."""

from unicodedata import category

from engine.rules import Rule, require

LENGTH_MAX = 200
REASON_LENGTH_MAX = 500
# Control characters, and halves of surrogate pairs, which are no characters at all.
UNFIT = frozenset({"Cc", "Cs"})


def fits(text: str, most: int = LENGTH_MAX) -> bool:
    """Whether `text` has 1 to `most` characters, none of them a control character, and is not blank.

    >>> fits("é 😀 <&> \\u2028"), fits(" "), fits("a\\n")
    (True, False, False)
    """
    return len(text) <= most and bool(text.strip()) and not any(category(character) in UNFIT for character in text)


def require_reason(reason: str, rule: Rule) -> None:
    """Refuse a ruling without a reason that can be written down."""
    says = "A ruling has a reason of 1 to {most} characters."
    require(fits(reason, REASON_LENGTH_MAX), rule, says, most=REASON_LENGTH_MAX)
