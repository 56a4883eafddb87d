"""How pages are set: A4, two weights of one face with Latin, Greek, Cyrillic letters and smileys, words cut to fit.

Places are in points from the upper left corner of the page.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from threading import Lock
from unicodedata import bidirectional

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT, MARGIN = 595.28, 841.89, 42.0
RIGHT = WIDTH - MARGIN
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
BLACK, GREY, PALE, RED = (0.1, 0.1, 0.12), (0.42, 0.42, 0.46), (0.93, 0.93, 0.95), (0.7, 0.08, 0.08)
Colour = tuple[float, float, float]
NARROW, MINUS = "\u202f", "\u2212"
SIZE_MIN = 5.0
LACKING = "□"
UNDRAWN = frozenset("‌‍︎️")  # join signs or choose among them: nothing to draw
_FROM_RIGHT = re.compile("[֐-׿](?:[֐-׿ ]*[֐-׿])?")
_CLUSTER = re.compile("[^֑-ׇ][֑-ׇֽֿׁׂׅׄ]*|.")
_LOADING = Lock()
_BEYOND = re.compile(r"<([0-9A-F]{5,6})>(?=\n)")


class _Face(TTFont):  # type: ignore[misc,unused-ignore]
    """A font whose letters beyond U+FFFF, smileys among them, can be copied and searched for, not only seen.

    reportlab 5.1 writes five digits for such a letter into the character map, where PDF readers expect a surrogate pair.
    """

    def addObjects(self, doc: PDFDocument) -> None:  # noqa: N802
        """Adds the font to the document, and corrects its character map there."""
        super().addObjects(doc)
        for name, made in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                made.content = _BEYOND.sub(_surrogates, made.content)


def _surrogates(found: re.Match[str]) -> str:
    return f"<{chr(int(found[1], 16)).encode('utf-16-be').hex().upper()}>"


@cache
def _faces() -> None:
    """Registers the fonts, once, whichever thread comes first: no page may begin with one copy of a font and end with another."""
    with _LOADING:
        _load()


def _load() -> None:
    known = set(pdfmetrics.getRegisteredFontNames())
    for name in {PLAIN, BOLD} - known:
        with as_file(files("ledger.exports") / "fonts" / f"{name}.ttf") as path:
            pdfmetrics.registerFont(_Face(name, str(path)))


class Sheet:
    """A document that is being written, page after page."""

    def __init__(self, title: str, subject: str, language: str) -> None:
        _faces()
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setSubject(subject)
        self._canvas.setAuthor("cardledger")
        self._canvas.setCreator("cardledger")
        self._colour: Colour | None = None
        self.lacking: dict[str, None] = {}  # what stood on this page that the fonts cannot draw, in order

    def left(self, x: float, y: float, text: str, size: float, *, room: float, face: str = PLAIN, colour: Colour = BLACK) -> None:
        """Words that begin at x on the line y, no wider than `room`: set smaller if need be, then cut."""
        text, size = fitted(self._drawn(text), face, size, room)
        self._set(face, size, colour)
        self._canvas.drawString(x, HEIGHT - y, text)

    def right(self, x: float, y: float, text: str, size: float, *, room: float, face: str = PLAIN, colour: Colour = BLACK) -> None:
        """A figure or a label that ends at x, no wider than `room`: set smaller if need be, and never cut."""
        text = self._drawn(text)
        wide = width_of(text, face, size)
        smaller = min(1.0, room / max(wide, 1.0))
        self._set(face, size * smaller, colour)
        self._canvas.drawString(x - wide * smaller, HEIGHT - y, text)

    def rule(self, y: float, colour: Colour = PALE, width: float = 0.6) -> None:
        """A line across the page."""
        self._canvas.setStrokeColorRGB(*colour)
        self._canvas.setLineWidth(width)
        self._canvas.line(MARGIN, HEIGHT - y, RIGHT, HEIGHT - y)

    def band(self, y: float, height: float) -> None:
        """A pale band across the page, from y down."""
        self._fill(PALE)
        self._canvas.rect(MARGIN, HEIGHT - y - height, RIGHT - MARGIN, height, stroke=0, fill=1)

    def next_page(self) -> None:
        """The page is done."""
        self._canvas.showPage()
        self._colour, self.lacking = None, {}

    def done(self) -> bytes:
        """The file; the last page must be done."""
        self._canvas.save()
        return self._file.getvalue()

    def _drawn(self, text: str) -> str:
        """The words as the fonts can draw them; what they cannot is kept in mind, to be told at the foot of the page."""
        self.lacking |= dict.fromkeys(sign for sign in text if not drawable(sign))
        return drawn(text)

    def _set(self, face: str, size: float, colour: Colour) -> None:
        self._canvas.setFont(face, size)
        self._fill(colour)

    def _fill(self, colour: Colour) -> None:
        """What is drawn next has this colour; a page begins without one."""
        if colour != self._colour:
            self._canvas.setFillColorRGB(*colour)
            self._colour = colour


def drawable(sign: str) -> bool:
    """Whether both faces have the sign, and it is written from left to right without being joined to others.

    >>> drawable("Ж"), drawable("😀"), drawable("明"), drawable("ש"), drawable("ع")
    (True, True, False, True, False)
    """
    _faces()
    if bidirectional(sign) in {"AL", "AN"}:
        return False
    return sign in UNDRAWN or all(ord(sign) in pdfmetrics.getFont(face).face.charToGlyph for face in (PLAIN, BOLD))


def drawn(text: str) -> str:
    """The words with LACKING in place of what the fonts cannot draw, and Hebrew in the order in which it is seen.

    >>> drawn("明 Ming"), drawn("שלום 5") == "םולש 5"
    ('□ Ming', True)
    """
    text = "".join([sign if drawable(sign) else LACKING for sign in text if sign not in UNDRAWN])
    return _FROM_RIGHT.sub(lambda found: "".join(reversed(_CLUSTER.findall(found[0]))), text)


def width_of(text: str, face: str, size: float) -> float:
    """How wide the words are, in points."""
    _faces()
    return float(pdfmetrics.stringWidth(text, face, size))


def fitted(text: str, face: str, size: float, room: float) -> tuple[str, float]:
    """The words and the size in which they fit: as they are, smaller down to SIZE_MIN, or cut with an ellipsis."""
    wide = width_of(text, face, size)
    if wide <= room:
        return text, size
    smaller = max(SIZE_MIN, size * room / wide)
    while len(text) > 1 and width_of(text, face, smaller) > room + 0.01:
        text = text[:-2] + "…"
    return text, smaller


def figure(amount: int, scale: int, mark: str, *, signed: bool = False) -> str:
    """An amount for people: thousands apart, its sign, the mark before the digits behind the point.

    >>> figure(-1234567, 2, ",").replace("\u202f", "_"), figure(5, 0, ".", signed=True)
    ('\u221212_345,67', '+5')
    """
    digits = str(abs(amount)).rjust(scale + 1, "0")
    whole, rest = (digits[:-scale], digits[-scale:]) if scale else (digits, "")
    first = len(whole) % 3
    groups = [whole[:first]] * bool(first) + [whole[place : place + 3] for place in range(first, len(whole), 3)]
    sign = MINUS if amount < 0 else "+" if signed and amount else ""
    return sign + NARROW.join(groups) + (mark + rest if rest else "")
