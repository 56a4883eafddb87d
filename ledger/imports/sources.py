"""Where game records come from: a file, a folder with everything below it, or an archive (zip, tar); one file after another."""

from __future__ import annotations

import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import Path
from typing import BinaryIO, cast

from engine.saying import Saying
from ledger.imports.pieces import Piece, pieces
from ledger.store.errors import LedgerError

SUFFIX = ".toml"
DAMAGED = (OSError, EOFError, RuntimeError, NotImplementedError, zipfile.BadZipFile, tarfile.TarError, zlib.error, LZMAError)


class NothingThere(LedgerError):
    """What was to be imported holds no game record."""

    sentence = Saying("There is no file of game records here: they end with {suffix}.", suffix=SUFFIX)


class Source:
    """What was named to be imported. label: what its files are called after, by default what it is called itself.

    total: the bytes that its records have together; None: nobody knows before they are read. Raises NothingThere.
    """

    def __init__(self, path: Path, label: str | None = None) -> None:
        self._path = path
        self.label = printable(label or path.resolve().name)
        self._files: list[Path] = []
        self.total: int | None = None
        if path.is_dir():
            self._files = sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
            self.total = sum(file.stat().st_size for file in self._files)
        elif self._is_zip:
            with zipfile.ZipFile(path) as archive:
                self.total = sum(member.file_size for member in archive.infolist() if member.filename.endswith(SUFFIX))
        elif not self._is_tar:
            self._files = [path]
            self.total = path.stat().st_size
        if self.total == 0:
            raise NothingThere

    @property
    def _is_zip(self) -> bool:
        return zipfile.is_zipfile(self._path)

    @property
    def _is_tar(self) -> bool:
        return self._path.suffix != SUFFIX and tarfile.is_tarfile(self._path)

    def __iter__(self) -> Iterator[Piece]:
        """Every record of it, in the order of the names, in an archive in its own; a file that cannot be read is a piece too."""
        if self._files:
            for file in self._files:
                yield from self._of_file(file)
        elif self._is_zip:
            yield from self._of_zip()
        else:
            yield from self._of_tar()

    def _of_file(self, file: Path) -> Iterator[Piece]:
        name = self.label if file == self._path else f"{self.label}/{printable(file.relative_to(self._path).as_posix())}"
        try:
            with file.open("rb") as stream:
                yield from pieces(name, stream)
        except OSError as fault:
            yield _unread(name, fault)

    def _of_zip(self) -> Iterator[Piece]:
        with zipfile.ZipFile(self._path) as archive:
            for member in archive.infolist():
                if not member.filename.endswith(SUFFIX):
                    continue
                name = f"{self.label}/{printable(member.filename)}"
                try:
                    with archive.open(member) as stream:
                        yield from pieces(name, cast(BinaryIO, stream))
                except DAMAGED as fault:
                    yield _unread(name, fault)

    def _of_tar(self) -> Iterator[Piece]:
        """The archive is read once, from its beginning to its end."""
        name, found = self.label, False
        try:
            with tarfile.open(self._path, "r|*") as archive:
                for member in archive:
                    if not (member.isfile() and member.name.endswith(SUFFIX)):
                        continue
                    name, found = f"{self.label}/{printable(member.name)}", True
                    stream = archive.extractfile(member)
                    if stream is not None:
                        yield from pieces(name, cast(BinaryIO, stream))
        except DAMAGED as fault:
            found = True
            yield _unread(name, fault)
        if not found:
            raise NothingThere


def printable(name: str) -> str:
    """The name of a file as it can be stored and shown: what is no character becomes a question mark."""
    text = os.fsencode(name).decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _unread(name: str, fault: BaseException) -> Piece:
    said = " ".join(str(fault).split()) or type(fault).__name__
    return Piece(name, 1, None, 0, 1, Saying("The file cannot be read on from here: {fault}", fault=said))
