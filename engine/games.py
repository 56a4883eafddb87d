"""The games that this house plays: every folder of the engine in which a `kind.py` says so."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from engine.kind import Kind

__all__ = ["KINDS", "Kind", "own"]


def _found(package: str, part: str) -> Iterator[tuple[str, ModuleType]]:
    """(folder below the package, its module of this name) for each that has one."""
    for place in import_module(package).__path__:
        for folder in iter_modules([place]):
            if any(file.name == part for file in iter_modules([f"{place}/{folder.name}"])):
                yield folder.name, import_module(f"{package}.{folder.name}.{part}")


KINDS: dict[str, Kind] = {name: module.KIND for name, module in _found("engine", "kind")}


def own(package: str, part: str) -> dict[str, ModuleType]:
    """What games have of their own below a package of the house, in a folder of their name: game -> its module `part` there. A game
    without one gets what is plain."""
    return {name: module for name, module in _found(package, part) if name in KINDS}
