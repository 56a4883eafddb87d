"""Plays fresh seeds through every law until the time is over, and keeps what fails; see tests/README.md."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from os import cpu_count
from pathlib import Path
from random import SystemRandom
from time import monotonic

from tests import laws

KEPT_MOST = 5  # of one law in one run: what breaks it everywhere says the same at every seed
FRESH = 10**6, 10**9  # seeds that the ordinary suite does not play


@dataclass
class Tally:
    """What has been played so far, by law: sent to be played, games, seconds, and how often it was broken."""

    sent: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)


def said() -> Namespace:
    """The words behind ./run laws."""
    words = ArgumentParser("./run laws", description=__doc__)
    words.add_argument("--minutes", type=float, default=10, help="how long (default: 10)")
    words.add_argument("--seed", type=int, help="the first seed (default: a fresh one, which is told)")
    words.add_argument("-k", dest="name", default="", help="only laws with this in file or name")
    words.add_argument("--processes", type=int, default=cpu_count() or 1)
    words.add_argument("--patience", type=int, default=300, help="seconds for a law at one seed; what takes longer is broken too")
    words.add_argument("where", nargs="*", type=Path, default=[laws.ROOT / "tests"], help="files or folders (default: all tests)")
    return words.parse_args()


def read(where: list[Path]) -> None:
    """Every file that tells laws."""
    files = [file for path in where for file in ([path] if path.is_file() else sorted(path.rglob("test_*.py")))]
    for file in [one.resolve() for one in files]:
        if "@law(" not in file.read_text("utf-8"):
            continue
        if file.is_relative_to(laws.ROOT):
            import_module(".".join(file.relative_to(laws.ROOT).with_suffix("").parts))
        elif (spec := spec_from_file_location(file.stem, file)) and spec.loader:
            spec.loader.exec_module(module_from_spec(spec))


def tried(law: str, seed: int, patience: int) -> tuple[float, str]:
    """The seconds that the law took at this seed, and its fault or nothing."""
    begun = monotonic()
    signal.signal(signal.SIGALRM, endless)
    signal.alarm(patience)
    fault = laws.fault_of(law, seed)
    signal.alarm(0)
    return monotonic() - begun, fault


def endless(*_: object) -> None:
    """Every game ends; this one takes too long."""
    raise TimeoutError


def all_tried(words: Namespace, chosen: list[str], first: int, tally: Tally) -> Iterator[None]:
    """By all processes, until the time is over: always the law that has had least time so far, at its next seed. So a cheap law
    sees many games, and a dear one holds nobody up."""
    ends = monotonic() + 60 * words.minutes
    with ProcessPoolExecutor(words.processes, initializer=read, initargs=(words.where,)) as pool:
        under_way: dict[Future[tuple[float, str]], tuple[str, int]] = {}
        while under_way or monotonic() < ends:
            while len(under_way) < 2 * words.processes and monotonic() < ends:
                law = min(chosen, key=lambda one: (tally.seconds[one], tally.sent[one]))
                seed = first + tally.sent[law]
                under_way[pool.submit(tried, law, seed, words.patience)] = law, seed
                tally.sent[law] += 1
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                count_in(tally, *under_way.pop(future), *future.result())
                yield


def count_in(tally: Tally, law: str, seed: int, seconds: float, fault: str) -> None:
    """Count what was tried, keep what has failed, and say so."""
    tally.games[law] += 1
    tally.seconds[law] += seconds
    if not fault:
        return
    tally.broken[law] += 1
    if tally.broken[law] <= KEPT_MOST and seed not in laws.kept(law):
        laws.keep(law, seed, fault)
        say(f"broken at seed {seed}: {law}\n  {fault}\n")


def say(words: str) -> None:
    """To whoever waits."""
    sys.stdout.write(words)
    sys.stdout.flush()


def main() -> int:
    """1 if a law was broken, else 0."""
    words = said()
    read(words.where)
    chosen = [law for law in laws.LAWS if words.name in law]
    if not chosen:
        say(f"There is no law with '{words.name}' in its name.\n")
        return 2
    first = SystemRandom().randrange(*FRESH) if words.seed is None else words.seed
    say(f"{len(chosen)} laws, seeds from {first} on, {words.minutes:g} minutes, {words.processes} processes.\n")
    tally, begun, shown = Tally(), monotonic(), 0.0
    every, line = (1, "\r  {}   ") if sys.stdout.isatty() else (30, "  {}\n")
    for _ in all_tried(words, chosen, first, tally):
        if monotonic() - shown >= every:
            shown = monotonic()
            say(line.format(f"{(shown - begun) / 60:.1f} of {words.minutes:g} minutes: {so_far(tally)}"))
    say("\n" if sys.stdout.isatty() else "")
    for law, games in tally.games.most_common():
        say(f"{games:8,} games, {tally.seconds[law] / games * 1000:6.0f} ms each  {law}\n")
    say(f"{so_far(tally)}.\n")
    for law, times in tally.broken.most_common():
        say(f"{law} was broken by {times}; kept in {laws.KEPT.name}, which the tests play from now on.\n")
    return 1 if tally.broken else 0


def so_far(tally: Tally) -> str:
    """In a line."""
    return f"{sum(tally.games.values()):,} games, {sum(tally.broken.values())} times broken"


if __name__ == "__main__":
    sys.exit(main())
