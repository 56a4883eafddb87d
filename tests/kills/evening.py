"""An evening at the club: cashiers take chips in and pay them out, tables play, all at once and over HTTP, until told to end."""

from __future__ import annotations

import itertools
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.people import keys
from tests.api.service import Client, PlayedTable, Service
from tests.kills.patient import Patient
from tests.kills.victim import until

ROLES = ("admin", "cashier", "steward", "auditor", "room")
MUCH = 10**9  # nobody has so many chips
CHIPS = 2000
SEATS = 3


@dataclass
class Purse:
    """A wallet into which cashiers pay. held: what the acknowledged movements come to."""

    player: str
    held: int = 0


class Evening:
    """The people of one club. callers: who holds which key. ledger: only to make keys, and to look."""

    def __init__(self, http: Patient, ledger: Ledger) -> None:
        self.http, self.record = http, http.record
        self.callers: dict[str, Caller] = {}
        clients: dict[str, Client] = {}
        for role in ROLES:
            secret = keys.issue(ledger, role, f"the-{role}", role)[1]
            clients[role] = Client(self.http, secret)
            self.callers[secret] = Caller(f"the-{role}", role)
        self.service = Service(str(http.base_url), ledger, http, **clients)
        self.purses = [Purse(self.service.player()) for _ in range(3)]
        self.tables = [self.service.table(SEATS, CHIPS) for _ in range(2)]
        self.dice = random.Random(11)  # noqa: S311
        self._counting = threading.Lock()
        self._busy: list[Future[None]] = []

    @contextmanager
    def going(self) -> Iterator[None]:
        """Everybody writes while the block runs; on the way out each waits for his last answer. Faults of theirs come out here."""
        ending = threading.Event()
        work: list[Callable[[], None]] = [lambda purse=purse: self._pay(purse, ending) for purse in self.purses]
        work.append(lambda: self._pay(self.purses[0], ending))  # two cashiers at one wallet come into each other's way
        work += [lambda table=table: self._play(table, ending) for table in self.tables]
        with ThreadPoolExecutor(len(work)) as pool:
            self._busy = [pool.submit(one) for one in work]
            try:
                self.wait(20)
                yield
                self.wait(20)
            finally:
                ending.set()
            for one in self._busy:
                one.result()

    def wait(self, writes: int) -> None:
        """Until so many more writes were acknowledged: a random number up to it, so that kills meet other moments each time."""
        goal = len(self.record.told) + self.dice.randint(writes // 2, writes)

        def reached() -> bool:
            for one in self._busy:
                if one.done():
                    one.result()  # raises what ended it
            return len(self.record.told) >= goal

        until(reached, f"{writes} writes")

    def _pay(self, purse: Purse, ending: threading.Event) -> None:
        """Deposits of different amounts; now and then a withdrawal, and one that must be refused."""
        cashier, path = self.service.cashier, f"/v1/players/{purse.player}"
        for number in itertools.count(1):
            if ending.is_set():
                return
            amount = number % 97 + 1
            self._moved(purse, cashier.post(f"{path}/deposits", {"amount": str(amount)}).status_code, amount)
            if number % 5 == 0:
                self._moved(purse, cashier.post(f"{path}/withdrawals", {"amount": "1"}).status_code, -1)
            if number % 7 == 0:
                refused = cashier.post(f"{path}/withdrawals", {"amount": str(MUCH)})
                assert (refused.status_code, refused.json()["rule"]) == (409, "WALLET-2")

    def _moved(self, purse: Purse, status: int, chips: int) -> None:
        assert status == 201
        with self._counting:
            purse.held += chips

    def _play(self, table: PlayedTable, ending: threading.Event) -> None:
        """Game after game, until in the middle of one."""
        while not ending.is_set():
            if not table.game or table.seen(1)["over"]:
                answer = self.service.steward.post(f"/v1/tables/{table.id}/games")
                if answer.status_code == 409:  # somebody can no longer pay
                    fresh = self.service.table(SEATS, CHIPS)
                    table.id, table.seats = fresh.id, fresh.seats
                    continue
                table.game = str(answer.json()["id"])
            for _ in table.steps():
                if ending.is_set():
                    return

    def play_on(self) -> None:
        """The games in hand come to their end, with every chip there and nothing left in the pot."""
        for table in self.tables:
            game = table.play()
            assert game["over"]
            assert game["pot"]["amount"] == "0"
            held = Counter(int(seat["stack"]["amount"]) for seat in game["seats"])
            assert sum(chips * many for chips, many in held.items()) == SEATS * CHIPS
