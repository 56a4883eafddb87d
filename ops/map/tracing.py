"""Which files a walk crosses, from calls actually made. A walk leads from one thing to another. It begins with a function that is
given the one, and ends where the other is made: in the innermost function that returns it. Each function on the way calls the next
one; their files are the walk, each with the function that is entered in it. Where the calls come back into a file, what lies
between is left out, since a reader of the file stays in it: `games.act_all` hands its own `work` to `Ledger.execute`, which calls
it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
FLOORS = tuple(f"{ROOT / floor}/" for floor in ("engine", "ledger", "api"))

Step = tuple[str, str]  # a file, from the root, and the function that is entered in it
Way = tuple[Step, ...]
Made = Callable[[str, Any], bool]


@dataclass
class Walk:
    """title: from what to what. says: what was done for it. begins: file and function that are given the one thing. made: whether a
    function of this name, by what it has given back, has made the other; one question for each part of it. ways: found for each."""

    title: str
    says: str
    begins: Step
    made: Sequence[Made]
    ways: list[set[Way]] = field(default_factory=list)

    def steps(self) -> list[Step]:
        """The longest way to each part, those that they share once. Raises ValueError: a part was never made."""
        if not all(self.ways):
            raise ValueError(f"{self.title}: nothing like that was made")
        longest = [max(ways, key=lambda way: (len(way), way)) for ways in self.ways]
        return list(dict.fromkeys(step for way in longest for step in way))


@contextmanager
def walked(*walks: Walk) -> Iterator[None]:
    """The calls of this thread within the block are traced for these walks."""
    for walk in walks:
        walk.ways = walk.ways or [set() for _ in walk.made]

    def look(frame: FrameType, event: str, given: Any) -> None:
        if event != "return" or given is None or not frame.f_code.co_filename.startswith(FLOORS):
            return
        for walk in walks:
            for made, ways in zip(walk.made, walk.ways, strict=True):
                if made(frame.f_code.co_qualname, given) and (way := _way(frame, walk.begins)):
                    ways.add(way)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)


def _way(frame: FrameType | None, begins: Step) -> Way:
    """From where the walk begins to this call; nothing, if it did not begin."""
    stack: list[Step] = []
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(FLOORS):
            stack.append((Path(file).relative_to(ROOT).as_posix(), frame.f_code.co_qualname))
            if stack[-1] == begins:
                return without_detours(stack[::-1])
        frame = frame.f_back
    return ()


def without_detours(stack: Sequence[Step]) -> Way:
    """Each file once: where the calls come back into one, what lies between is left out."""
    way: list[Step] = []
    for step in stack:
        known = next((at for at, (file, _) in enumerate(way) if file == step[0]), None)
        if known is None:
            way.append(step)
        else:
            del way[known + 1 :]
    return tuple(way)
