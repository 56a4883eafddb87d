"""All benches in one run: `python -m ops.bench [--json] [NAME …]`, which is `./run bench`.

Prints each promised figure with its floor and whether it is reached, then what was measured beside it. Exit code 0 either way: a
busy machine is no fault of the code. --json prints one object of all figures and nothing else on the standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from rich.console import Console
from rich.status import Status
from rich.table import Table

from engine.games import own
from ops import warden
from ops.bench import append, audits, books, command_http, imports, rebuild, watchers

GAMES = own("ops.bench", "speed").values()  # what is measured for one game only
BENCHES: dict[str, Callable[..., dict[str, float]]] = {
    **{name: bench for game in GAMES for name, bench in game.BENCHES.items()},
    "append": append.measure,
    "rebuild": rebuild.measure,
    "imports": imports.measure,
    "audits": audits.measure,
    "books": books.measure,
    "command_http": command_http.measure,
    "watchers": watchers.measure,
}
TELLING = frozenset({"books"})  # those that take minutes, and report their progress to the function they are given

# name -> (what it is, floor or ceiling, whether more is better)
PROMISED: dict[str, tuple[str, float, bool]] = {
    "append_1": ("append with key and answer / raw commit, one writer", 0.55, True),
    "append_8": ("the same, eight writing processes", 0.18, True),
    "tail_missed": ("events a tailing reader missed, six writers", 0, False),
    **{figure: promised for game in GAMES for figure, promised in game.PROMISED.items()},
    "command_http": ("whole command by HTTP / endpoint with one raw row", 0.4, True),
    "watchers_1000_idle": ("1,000 watchers of one process while nothing happens, share of a core", 0.1, False),
    "import_events_per_s": ("bulk import of games, files to kept events, a second", 5_000, True),
    "statement_page_recorded_ratio": ("statement page of 100 lines, book of 1,000,000 lines / of 10,000", 1.5, False),
    "statement_page_effective_ratio": ("the same by effective time", 1.5, False),
    "past_balance_recorded_ratio": ("balance at a past moment, the same books", 1.5, False),
    "past_balance_effective_ratio": ("the same by effective time", 1.5, False),
    "audit_events_per_s": ("audits of games, penalties and misdeals, events a second on one core", 20_000, True),
    "rebuild_events_per_s": ("all read models rebuilt, events a second", 40_000, True),
}


def main(arguments: list[str]) -> int:
    """Run the benches named, or all. Returns the exit code: 2 for an unknown name."""
    named = [argument for argument in arguments if argument != "--json"]
    if unknown := set(named) - set(BENCHES):
        print(f"Unknown: {', '.join(sorted(unknown))}. There are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    progress = Console(stderr=True)
    figures: dict[str, float] = {}
    for name in named or BENCHES:
        with progress.status(f"measuring {name} …") as status:

            def tell(words: str, name: str = name, status: Status = status) -> None:
                status.update(f"measuring {name}: {words} …")

            figures.update(BENCHES[name](tell) if name in TELLING else BENCHES[name]())
    if "--json" in arguments:
        print(json.dumps(figures))
    else:
        _show(figures)
    return 0


def _show(figures: dict[str, float]) -> None:
    console = Console()
    table = Table()
    for column in ("figure", "what", "measured", "promised", "reached"):
        table.add_column(column, justify="right" if column in {"measured", "promised"} else "left")
    for name, (what, bound, more) in PROMISED.items():
        if name in figures:
            reached = figures[name] >= bound if more else figures[name] <= bound
            table.add_row(name, what, f"{figures[name]:,}", f"{'≥' if more else '≤'} {bound:,}", "yes" if reached else "no")
    console.print(table)
    beside = {name: value for name, value in figures.items() if name not in PROMISED}
    console.print("Measured beside: " + ", ".join(f"{name} {value:,}" for name, value in beside.items()), markup=False)


if __name__ == "__main__":
    warden.own_place()
    sys.exit(main(sys.argv[1:]))
