"""The read models that a command asks, brought to the last event first: nobody else does it in a club that is not served.

After a bulk import of very many games that takes minutes, so it is shown, and given up only where nothing moves any more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import ExitStack
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ledger.cli.terminal import err
from ledger.projections import MODELS
from ledger.projections.position import reached, wait_for
from ledger.running.runner import Runner
from ledger.store.errors import NotYet

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

PATIENCE_S = 60  # while nothing moves
QUIET_S = 1.0  # that pass without a word
LOOK_EVERY_S = 0.2


def caught_up(ledger: Ledger, models: Collection[str], running: Collection[str] = tuple(MODELS)) -> None:
    """Bring these read models to the last event that there is now, by a runner of all that are `running`.

    Raises NotYet: they have stood still for too long.
    """
    top = ledger.head()
    with Runner(ledger, running), ExitStack() as shown:
        try:
            wait_for(ledger, models, top, QUIET_S)
        except NotYet as behind:
            at, moved = behind.position, time.monotonic()
            show = _bar(shown, top)
            while at < top:
                show(at)
                time.sleep(LOOK_EVERY_S)
                before, at = at, reached(ledger, models)
                if at > before:
                    moved = time.monotonic()
                elif time.monotonic() - moved > PATIENCE_S:
                    raise NotYet(at) from None
            show(at)


def _bar(shown: ExitStack, top: int) -> Callable[[int], None]:
    """A bar at the terminal, by positions, until `shown` is over."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = shown.enter_context(Progress(*columns, console=err))
    task = bar.add_task("bringing the books up to date", total=top)
    return lambda at: bar.update(task, completed=min(at, top))
