"""Signs in a text that nobody sees, or that turn the writing of what stands around them: with them a name can look like another
one, and a reason like what it is not. What is new is refused with them; what was written before is shown with their codes."""

import re
from unicodedata import category

# Marks of format, breaks of lines and paragraphs, private use, and letters and marks that fonts draw as nothing.
_SUSPECT = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
VARIANTS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # of the sign before them
JOINERS = "\u200c\u200d"  # which Persian, Indic scripts and pictures of several people need between two signs
PICTURES = frozenset({"So", "Sk"})
WRITTEN = ("L", "M")


def hidden(text: str) -> str:
    """The first sign of the text that is not seen, or turns its direction; "" if there is none.

    >>> hidden("Anna"), hidden("An\\u202ena"), hidden("می\\u200cخواهم"), hidden("👩\\u200d👩\\u200d👧 ❤\\ufe0f"), hidden("a\\u200d")
    ('', '\\u202e', '', '', '\\u200d')
    """
    if text.isascii():
        return ""
    return next((found[0] for found in _SUSPECT.finditer(text) if _is_hidden(text, found.start(), found[0])), "")


def harmless(text: str) -> str:
    """The text with the code in place of each such sign.

    >>> harmless("Anna\\u202e\\u2028"), harmless("Émile 😀")
    ('Anna[U+202E][U+2028]', 'Émile 😀')
    """
    if text.isascii():
        return text
    return _SUSPECT.sub(lambda found: code(found[0]) if _is_hidden(text, found.start(), found[0]) else found[0], text)


def code(sign: str) -> str:
    """How such a sign is named.

    >>> code("\\u202e")
    '[U+202E]'
    """
    return f"[U+{ord(sign):04X}]"


def _is_hidden(text: str, at: int, sign: str) -> bool:
    if sign in JOINERS:
        return not (_joins(text, at - 1) and _joins(text, at + 1))
    if sign in VARIANTS:
        return not (at and (category(text[at - 1]) in PICTURES or text[at - 1] in "0123456789#*©®‼⁉™ℹ↔↩↪"))
    return True


def _joins(text: str, at: int) -> bool:
    """Whether a sign stands there that can be joined with another one."""
    if not 0 <= at < len(text):
        return False
    kind = category(text[at])
    return text[at] in VARIANTS or (not _SUSPECT.match(text[at]) and (kind in PICTURES or kind[0] in WRITTEN))
