"""Makes of the catalogues that translators write (`.po`) those that programs read (`.mo`): `python -m ledger.words.compiling`.

`./run` does so after it has installed what is needed, and when a catalogue has changed; installing the package does it too.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from ledger.words.catalogues import PLACE

NO_DAY = datetime(1970, 1, 1, tzinfo=UTC)  # the same words make the same bytes


def stale(place: Path = PLACE) -> list[Path]:
    """The catalogues below this folder that have changed since they were compiled last, or never were."""
    return [written for written in sorted(place.glob("*/*.po")) if not _is_newer(written.with_suffix(".mo"), written)]


def compiled(catalogues: Iterable[Path]) -> None:
    """Compiles these, without what is marked as fuzzy. Whoever reads meanwhile reads the old one or the new one."""
    for path in catalogues:
        with path.open("rb") as written:
            catalogue = read_po(written, locale=path.parent.name)
        catalogue.creation_date = catalogue.revision_date = NO_DAY
        handle, made = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            write_mo(file, catalogue)
        Path(made).chmod(0o644)
        Path(made).replace(path.with_suffix(".mo"))


def _is_newer(made: Path, written: Path) -> bool:
    try:
        return made.stat().st_mtime_ns > written.stat().st_mtime_ns
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    try:
        compiled(stale())
    except OSError as fault:
        sys.exit(f"The words could not be compiled: {fault}")
