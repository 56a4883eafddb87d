"""The games that this house plays: every folder of the engine in which a `kind.py` says so."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import engine
from engine.kind import Kind

__all__ = ["KINDS", "Kind"]


def _found() -> Iterator[Kind]:
    for place in engine.__path__:
        for folder in iter_modules([place]):
            if any(file.name == "kind" for file in iter_modules([f"{place}/{folder.name}"])):
                yield import_module(f"engine.{folder.name}.kind").KIND


KINDS: dict[str, Kind] = {kind.name: kind for kind in _found()}
