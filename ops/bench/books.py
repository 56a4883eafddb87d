"""What a query of the books costs when they are long: in a club of 1,000,000 lines, against one of 10,000 in the same three years.

A page of 100 lines of a statement, with its totals, and a balance at a past moment; by the time recorded and by effective time. The
books are of one player who deposits, plays and withdraws on and on, so that nearly every line is his. Their events are made inside
the server, and folded by the read models themselves; that, and not the measuring, is what takes its time.

Run by itself it shows its progress: `python -m ops.bench.books`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, get_args

import psycopg

from engine.azi import events as azi
from engine.parts import Stake
from engine.room import events as room
from ledger.books import balances
from ledger.books.moments import Basis
from ledger.database.local import LocalPostgres
from ledger.database.migrate import migrate, service_url
from ledger.orders.app import Ledger
from ledger.running.rebuild import rebuild
from ledger.statements import statement
from ledger.store.envelope import GENESIS, Envelope
from ledger.store.ids import game_stream, wallet_stream

SMALL, LARGE = 10_000, 1_000_000  # lines
TIME = timedelta(days=3 * 365)
MOMENTS, WARMING, TRIES = 40, 5, 3  # at which each book is queried; the first ones do not count; tries at each of them
PAGE = 100
PLAYER, TABLE = "benchplayer23456", "benchtable234567"
AT = "2026-01-01T00:00:00Z"  # stands for the time in the patterns, which differs from event to event

# One round of the player's evening: eight events of two lines each.
ROUND: tuple[tuple[str, Any], ...] = (
    (wallet_stream(PLAYER), room.Deposited(PLAYER, 500, None)),
    (wallet_stream(PLAYER), room.MovedToTable(PLAYER, TABLE, 400)),
    (game_stream(TABLE, 1), azi.BlindBet(1, 1, PLAYER, 10, 10, 10)),
    (game_stream(TABLE, 1), azi.Called(1, 1, PLAYER, 20, 30, 30)),
    (game_stream(TABLE, 1), azi.Raised(1, 1, PLAYER, 30, 60, 60)),
    (game_stream(TABLE, 1), azi.PotAwarded(1, (Stake(1, PLAYER, 60),), "won", ())),
    (wallet_stream(PLAYER), room.MovedFromTable(PLAYER, TABLE, 400)),
    (wallet_stream(PLAYER), room.Withdrawn(PLAYER, 500, None)),
)
LINES_PER_EVENT = 2

Tell = Callable[[str], None]
Look = Callable[[Ledger, datetime, Basis], object]


def fill(ledger: Ledger, admin_url: str, lines: int, now: datetime, tell: Tell) -> None:
    """Events of so many lines, one after another through three years before `now`, and the journal of them. Every hundredth one
    happened a week before it was recorded."""
    events, schema = lines // LINES_PER_EVENT, ledger.datastore.schema
    rows = [
        ledger.mapper.to_stored_event(Envelope(stream, 1, event, "bench", None, "b" * 32, datetime.fromisoformat(AT), GENESIS))
        for stream, event in ROUND
    ]
    told = [row.originator_id for row in rows], [row.topic for row in rows], [row.state.decode() for row in rows]
    tell(f"making {events:,} events")
    with psycopg.connect(admin_url, autocommit=True) as connection:
        connection.execute(
            f"insert into {schema}.events (originator_id, originator_version, topic, state, notification_id, recorded_at)"
            " select stream, row_number() over (partition by stream order by n), topic,"
            f" convert_to(replace(pattern, '{AT}', to_char((at - case when n %% 100 = 0 then interval '7 days' else '0' end)"
            " at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')), 'UTF8'), n, at"
            " from generate_series(1, %s) n, lateral (select %s::timestamptz + n * %s::interval as at,"
            " (%s::text[])[n %% %s + 1] as stream, (%s::text[])[n %% %s + 1] as topic, (%s::text[])[n %% %s + 1] as pattern) made"
            " order by n".encode(),
            (events, now - TIME, TIME / events, *(part for each in told for part in (each, len(ROUND)))),
        )
        connection.execute(f"analyze {schema}.events".encode())
    rebuild(ledger, ("journal", "balances"), lambda seen, there: tell(f"folding {seen:,} of {there:,} events"))


def statement_page(ledger: Ledger, moment: datetime, basis: Basis) -> None:
    """A look: a page of a statement from a moment on."""
    told = statement(ledger, PLAYER, start=moment, basis=basis, limit=PAGE)
    if len(told.lines) != PAGE:
        raise ArithmeticError(f"a page of {len(told.lines)} lines")


def past_balance(ledger: Ledger, moment: datetime, basis: Basis) -> None:
    """A look: a balance at a moment."""
    balances.balance(ledger, PLAYER, as_of=moment, basis=basis)


def _compared(look: Look, basis: Basis, ledgers: tuple[Ledger, Ledger], now: datetime) -> tuple[float, float]:
    """What a look at the second costs against one at the first, and its milliseconds: the middle of the moments, which lie in the
    first nine tenths of the time. Of some tries by turns the best counts: what else runs on the machine only ever slows them."""
    dice = Random(2)
    ratios: list[float] = []
    milliseconds: list[float] = []
    for number in range(MOMENTS + WARMING):
        moment = now - TIME * dice.uniform(0.1, 1.0)
        best = [float("inf"), float("inf")]
        for _ in range(TRIES):
            for which, ledger in enumerate(ledgers):
                began = perf_counter()
                look(ledger, moment, basis)
                best[which] = min(best[which], perf_counter() - began)
        if number >= WARMING:
            ratios.append(best[1] / best[0])
            milliseconds.append(best[1] * 1000)
    return median(ratios), median(milliseconds)


def measure(tell: Tell | None = None, large: int = LARGE) -> dict[str, float]:
    """{look}_{basis}_ratio: what a look at the large book costs against the small one; _ms: at the large one.

    tell: is told how far it is. large: lines of the large book.
    """
    say, now = tell or (lambda _: None), datetime.now(UTC)
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="cardledger-bench-") as folder, ExitStack() as stack:
        Path(folder).chmod(0o755)  # as root the server runs under another account
        url = stack.enter_context(LocalPostgres(Path(folder) / "data")).url()
        small, great = (
            stack.enter_context(_book(url, name, now, lines, say)) for name, lines in (("small", SMALL), ("large", large))
        )
        for look in (statement_page, past_balance):
            for basis in get_args(Basis):
                name = f"{look.__name__}_{basis}"
                say(f"looking at each: {name}")
                ratio, milliseconds = _compared(look, basis, (small, great), now)
                figures |= {f"{name}_ratio": round(ratio, 3), f"{name}_ms": round(milliseconds, 2)}
    return figures


def _book(url: str, name: str, now: datetime, lines: int, tell: Tell) -> Ledger:
    """A club of its own with so many lines."""
    migrate(url, name)
    ledger = Ledger({"LEDGER_URL": service_url(url), "LEDGER_SCHEMA": name})
    fill(ledger, url, lines, now, lambda words: tell(f"the {name} book: {words}"))
    return ledger


def main() -> None:
    """Print the figures, and on the other output how far it is."""
    json.dump(measure(lambda words: print(words, file=sys.stderr)), sys.stdout, indent=2)


if __name__ == "__main__":
    main()
