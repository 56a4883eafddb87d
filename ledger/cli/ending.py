"""How the program ends when it is told to."""

from __future__ import annotations

import signal
from queue import SimpleQueue

ENDING = (signal.SIGINT, signal.SIGTERM)

_heard: list[int] = []  # signals that ended the program, or that would have: Python drops what is raised while it frees an object


def ends_in_order() -> None:
    """From now on Ctrl-C and SIGTERM end the program by letting go of what it has opened, and are not heard again meanwhile."""

    def end(number: int, _frame: object) -> None:
        _heard.append(number)
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)  # as shells count it

    for each in ENDING:
        signal.signal(each, end)


def until_told() -> None:
    """Wait for Ctrl-C or SIGTERM, also if it came before. Said again they change nothing: the end is on its way."""
    told: SimpleQueue[int] = SimpleQueue()  # an Event would lock itself out, were it set by a second signal amid the first

    def tell(number: int, _frame: object) -> None:
        told.put(number)

    for each in ENDING:
        signal.signal(each, tell)
    if not _heard:
        told.get()
