"""The games that this house plays: every folder of the engine in which a `kind.py` says so.

The engine may lie in several places (`engine.__path__`): a game can be laid over the house from a folder of its own that holds
`engine/<game>/`, and beside it whatever else of it the house finds by its name, as in `ledger/words/<game>/`.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import engine
from engine.kind import Kind

__all__ = ["KINDS", "Kind", "own"]


def _found(package: str, part: str) -> Iterator[tuple[str, ModuleType]]:
    """(folder below the package, its module of this name) for each that has one."""
    path = import_module(package).__path__
    beside = [f"{place.removesuffix('engine')}{package.replace('.', '/')}" for place in engine.__path__]
    for place in beside:
        if place not in path:
            path.append(place)
    for place in path:
        for folder in iter_modules([place]):
            if any(file.name == part for file in iter_modules([f"{place}/{folder.name}"])):
                yield folder.name, import_module(f"{package}.{folder.name}.{part}")


KINDS: dict[str, Kind] = {name: module.KIND for name, module in _found("engine", "kind")}


def own(package: str, part: str) -> dict[str, ModuleType]:
    """What games have of their own below a package of the house, in a folder of their name: game -> its module `part` there. A game
    without one gets what is plain."""
    return {name: module for name, module in _found(package, part) if name in KINDS}
