"""The map as a page: docs/map.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from ops.map.rooms import FLOORS, ROOT, Rooms
from ops.map.tracing import Step, Walk

PAGE = ROOT / "docs" / "map.md"
HEAD = """# Map of the house

Made by `./run map` from the imports and from calls that are really made; a test fails when it is out of step.

## Rooms

The house has three floors, and imports go down: an arrow leads from who imports to what is imported. The number says how many files
import something there. A room is a folder of a floor; what lies loose on a floor counts as the room of its name.
"""
WITHIN = """
The picture leaves out an arrow where a longer way says the same. The table has all of them.
"""
WALKS = """
## Walks

How one thing becomes another, for who reads the code: the files in the order in which they are entered, each with the function that
is entered in it. At most five.

They are not drawn by hand: a sample game is played through the interface of a real ledger, and looked at while it is. A walk is the
chain of calls from the function that is given the one thing to the innermost function that gives back the other; every file of this
chain counts. Where the chain comes back into a file, what lies between is left out, since who reads goes on in that file:
`games.act_all` hands its own `work` to `Ledger.execute`, which calls it. What a function looks up on the way is no part of it.
"""


def page(rooms: Rooms, walks: Sequence[Walk]) -> str:
    """The whole page, as it is stored."""
    return of_rooms(rooms) + of_walks(walks)


def of_rooms(rooms: Rooms) -> str:
    """Its first part: rooms and arrows."""
    parts = [HEAD, _picture("floors", [(*arrow, number) for arrow, number in rooms.floors().items()], list(FLOORS))]
    for floor in FLOORS:
        arrows = [(who, whose, rooms.arrows[who, whose]) for who, whose in rooms.steps(floor)]
        parts += [f"\n### {floor}\n", WITHIN if floor == FLOORS[0] else "", _picture(floor, arrows, rooms.of(floor))]
        parts += ["\n", *_table(rooms, floor)]
    return "".join(parts)


def of_walks(walks: Sequence[Walk]) -> str:
    """Its second part."""
    return "".join([WALKS, *[line for walk in walks for line in _walk(walk)]])


def _picture(name: str, arrows: Sequence[tuple[str, str, int]], nodes: Sequence[str]) -> str:
    lines = [f"    {_id(node)}[{_short(node, name)}]" for node in nodes]
    lines += [f"    {_id(who)} -->|{number}| {_id(whose)}" for who, whose, number in arrows]
    return "\n".join(["", "```mermaid", "flowchart TB", *lines, "```", ""])


def _id(room: str) -> str:
    return room.replace("/", "_")


def _short(room: str, floor: str) -> str:
    """Its name on its floor; loose modules by their files."""
    return f'"{floor}/*.py"' if room == floor else room.removeprefix(f"{floor}/")


def _table(rooms: Rooms, floor: str) -> Iterator[str]:
    yield "| room | files | imports from |\n|---|---|---|\n"
    for room in rooms.of(floor):
        whose = ", ".join(f"`{there}` {number}" for (here, there), number in rooms.arrows.items() if here == room)
        yield f"| `{room}` | {rooms.files[room]} | {whose or '—'} |\n"


def _walk(walk: Walk) -> Iterator[str]:
    yield f"\n### {walk.title[0].upper()}{walk.title[1:]}\n\n{walk.says}\n\n"
    yield "| | file | entered in | what it does |\n|---|---|---|---|\n"
    for number, step in enumerate(walk.steps(), 1):
        file, function = step
        yield f"| {number} | [`{file}`](../{file}) | `{function}` | {_says(step)} |\n"


def _says(step: Step) -> str:
    """The first sentence of the function's docstring."""
    file, function = step
    node: ast.AST = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for name in function.split("."):
        node = next(one for one in ast.walk(node) if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.name == name)
    said = " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())  # type: ignore[arg-type]
    return said.split(". ")[0].rstrip(".").replace("|", "\\|") + "." if said else ""
