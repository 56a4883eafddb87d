"""Bulk import of games, in events a second: from files on the disk to events that are kept.

Run by itself it starts a PostgreSQL of its own in a temporary folder: `python -m ops.bench.imports`.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from engine.record import write
from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ledger.imports.games import GameImport, Manner
from ledger.imports.players import Players
from ledger.imports.sources import Source
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.replays.records import record_of
from tests.ledger.random_club import RandomClub

GAMES = 300
ROUNDS = 5
OPERATOR = Caller("bench", "admin")


@contextmanager
def _ledger(admin_url: str, schema: str) -> Iterator[Ledger]:
    migrate(admin_url, schema)
    with Ledger({"LEDGER_URL": service_url(admin_url), "LEDGER_SCHEMA": schema}) as ledger:
        yield ledger


def records(ledger: Ledger, folder: Path, games: int) -> None:
    """Play so many random games, at tables of three to five, and write their records into the folder."""
    clubs = [RandomClub(ledger, seed=11 + players, players=players, chips=10**9) for players in (3, 4, 5)]
    for club in clubs:
        club.play(games // len(clubs))
        for number in range(1, games // len(clubs) + 1):
            game = f"{club.table}-{number}"
            (folder / f"{game}.toml").write_text(write(record_of(ledger, game)), encoding="utf-8")


def imported(ledger: Ledger, source: Source) -> tuple[int, float]:
    """(events, seconds) of an import of everything. Raises RuntimeError: something is not in."""
    manner = Manner(OPERATOR, Players(ledger, {}, registers=True), deposits=True)
    began = perf_counter()
    run = GameImport(ledger, manner)
    outcomes = [run.take(piece) for piece in source]
    run.close()
    lasted = perf_counter() - began
    if any(not outcome.is_good for outcome in outcomes):
        raise RuntimeError(next(outcome.says for outcome in outcomes if not outcome.is_good))
    return ledger.head(), lasted


def measure(games: int = GAMES, rounds: int = ROUNDS) -> dict[str, float]:
    """import_events_per_s: the middle of the rounds, each into an empty club. Also a second run over the same files, all of which
    are in already, in games a second."""
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # as root the server runs under another account
        files = folder / "games"
        files.mkdir()
        with LocalPostgres(folder / "data") as server:
            with _ledger(server.url(), "played") as played:
                records(played, files, games)
            rates, again = [], []
            for number in range(rounds):
                with _ledger(server.url(), f"import_{number}") as ledger:
                    events, lasted = imported(ledger, Source(files))
                    rates.append(events / lasted)
                    again.append(games / imported(ledger, Source(files))[1])
    return {
        "import_events_per_s": round(median(rates)),
        "import_events": events,
        "import_again_games_per_s": round(median(again)),
    }


if __name__ == "__main__":
    json.dump(measure(), sys.stdout, indent=2)
