"""The formats of statements by name, and the one way to have a file made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module

from engine.saying import Saying
from ledger.exports.table import Shape, words
from ledger.statements.whole import Whole
from ledger.statements.words import ENGLISH, Wording
from ledger.words.figures import digits

PIECE = 64 * 1024  # bytes of a file that are made before the first of them is sent


class NotHeld(Exception):
    """This statement cannot be written in this format without losing something. `saying`: why; `says`: the same in
    English. instead: formats that can."""

    def __init__(self, saying: Saying, instead: tuple[str, ...]) -> None:
        self.saying, self.instead = saying, instead
        self.says = str(saying)
        super().__init__(self.says)


@dataclass(frozen=True, slots=True)
class Format:
    """name: as in `?format=`. media_type: as in Accept. suffix: of files. module: in this folder.

    digits_max, scale_max, lines_max: the longest amount, the most digits behind the point and the longest statement that it holds;
    None: any.
    """

    name: str
    media_type: str
    suffix: str
    module: str
    digits_max: int | None = None
    lines_max: int | None = None
    scale_max: int | None = None
    text: bool = True


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format("csv", "text/csv", "csv", "table"),
        Format("pdf", "application/pdf", "pdf", "pdf", lines_max=10_000, text=False),
        Format("hledger", "text/x-hledger", "journal", "hledger"),
        Format("beancount", "text/x-beancount", "beancount", "beancount", digits_max=28),
        Format("ofx", "application/x-ofx", "ofx", "ofx", digits_max=30),
        Format("camt053", "application/xml", "xml", "camt053", digits_max=18, scale_max=5),
    )
}


def export(whole: Whole, name: str, wording: Wording = ENGLISH, shape: Shape | None = None) -> Iterator[bytes]:
    """The statement as a file of the format `name`, in pieces of some size. shape: of CSV alone.

    With short statements errors show at once, since the first piece is made before this returns: KeyError for an unknown format,
    NotHeld, DoesNotAddUp. A long one that does not add up is cut short by DoesNotAddUp.
    """
    form = FORMATS[name]
    _check(whole, form)
    write: Callable[..., Iterator[bytes]] = import_module(f"ledger.exports.{form.module}").write
    if shape is None:
        pieces = _gathered(write(whole, wording))
    else:
        _check_signs(whole, wording, shape)
        pieces = _gathered(write(whole, wording, shape))
    first = next(pieces, b"")
    return _from(first, pieces)


def _from(first: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from others


def _gathered(parts: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of at least `PIECE` bytes, but for the last one."""
    held: list[bytes] = []
    size = 0
    for part in parts:
        held.append(part)
        size += len(part)
        if size >= PIECE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


def _check_signs(whole: Whole, wording: Wording, shape: Shape) -> None:
    """Raises NotHeld."""
    if not shape.codec.startswith("utf") and (lacking := shape.lacks(words(whole, wording))):
        says = Saying("The encoding {encoding} does not have the character {sign}.", encoding=shape.encoding, sign=lacking)
        raise NotHeld(says, ("json", *FORMATS))


def _check(whole: Whole, form: Format) -> None:
    """Raises NotHeld."""
    greatest = sum(abs(balance) for balance in whole.openings.values()) + sum(one.received + one.paid for one in whole.within)
    longest = digits(greatest, whole.scale)

    def holds(other: Format) -> bool:
        return not (
            (other.digits_max is not None and longest > other.digits_max)
            or (other.lines_max is not None and whole.count > other.lines_max)
            or (other.scale_max is not None and whole.scale > other.scale_max)
        )

    if holds(form):
        return
    instead = ("json", *(other.name for other in FORMATS.values() if holds(other)))
    if form.digits_max is not None and longest > form.digits_max:
        says = Saying(
            "Amounts in {form} have at most {most} digits, and those of this statement come to {digits}.",
            form=form.name,
            most=form.digits_max,
            digits=longest,
        )
    elif form.scale_max is not None and whole.scale > form.scale_max:
        says = Saying(
            "Amounts in {form} have at most {most} digits behind the point; those of this club have {digits}.",
            form=form.name,
            most=form.scale_max,
            digits=whole.scale,
        )
    else:
        says = Saying(
            "A statement in {form} has at most {most} lines, and this one has {lines}.",
            form=form.name,
            most=form.lines_max,
            lines=whole.count,
        )
    raise NotHeld(says, instead)
