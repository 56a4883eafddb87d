"""The rooms of the house and who imports whom, read from the files, imports for types alone included."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
FLOORS = ("engine", "ledger", "api")
Arrow = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rooms:
    """files: Python files of each room. arrows: (who, of whom) -> how many of its files import something of it. A room is a folder
    of a floor; what lies loose on a floor is the room of its name."""

    files: Mapping[str, int]
    arrows: Mapping[Arrow, int]

    def of(self, floor: str) -> list[str]:
        """The rooms of a floor."""
        return [room for room in self.files if room.split("/")[0] == floor]

    def floors(self) -> dict[Arrow, int]:
        """The arrows between floors."""
        found: Counter[Arrow] = Counter()
        for (who, whose), number in self.arrows.items():
            here, there = who.split("/")[0], whose.split("/")[0]
            if here != there:
                found[here, there] += number
        return dict(found)

    def steps(self, floor: str) -> list[Arrow]:
        """The arrows within a floor that no longer way says already."""
        within = [arrow for arrow in self.arrows if {room.split("/")[0] for room in arrow} == {floor}]
        below = {room: [whose for who, whose in within if who == room] for room in self.of(floor)}
        return [(who, whose) for who, whose in within if not any(_leads(below, other, whose, who) for other in below[who])]


def _leads(below: Mapping[str, list[str]], begin: str, end: str, but: str) -> bool:
    """Whether a way of at least one arrow leads there that does not pass through `but`."""
    seen, due = {but, begin}, list(below[begin])
    while due:
        room = due.pop()
        if room == end:
            return begin != end
        if room not in seen:
            seen.add(room)
            due += below[room]
    return False


def read(root: Path = ROOT) -> Rooms:
    """As the files are now."""
    files: Counter[str] = Counter()
    arrows: Counter[Arrow] = Counter()
    paths = [path for floor in FLOORS for path in sorted((root / floor).rglob("*.py"))]
    modules = {_module(path.relative_to(root)) for path in paths}
    for path in paths:
        place = path.relative_to(root)
        here = _room(_module(place), modules)
        files[here] += 1
        tree = ast.parse(path.read_text(encoding="utf-8"))
        whose = {_room(name, modules) for name in _imported(tree) if name.split(".")[0] in FLOORS}
        arrows.update((here, there) for there in whose - {here})
    return Rooms(dict(files), dict(sorted(arrows.items())))


def _module(place: Path | PurePosixPath) -> str:
    parts = place.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room(name: str, modules: set[str]) -> str:
    """The room of a module, or of what a module holds."""
    floor, *rest = name.split(".")
    is_folder = rest and any(module.startswith(f"{floor}.{rest[0]}.") for module in modules)
    return f"{floor}/{rest[0]}" if is_folder else floor


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{each.name}" for each in node.names)
