"""Orders for tests, and many who send them at the same moment: threads of this process, or processes of their own."""

import multiprocessing
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from engine.room.commands import Deposit, OpenWallet, Withdraw
from engine.rules import RuleBroken
from ledger.orders.app import Attempt, Ledger
from ledger.orders.order import Answer, Caller, Decided, Done, Order
from ledger.store.errors import Conflict
from ledger.store.ids import new_id

CASHIER = Caller("cash", "cashier")
FINGERPRINT = b"f" * 32
PATIENCE_S = 60  # for processes: one that died keeps neither the others nor the tests


def accepted(decided: Decided) -> Answer:
    """Which streams came to which version, so that two answers of different decisions differ."""
    versions = sorted((stream.id, stream.version) for stream in decided.streams.values())
    return Answer(201, repr(versions).encode(), str(versions[0][1]) if versions else None)


def refused(refusal: RuleBroken) -> Answer:
    return Answer(409, f"{refusal.rule.id}: {refusal.says}".encode())


def order(key: str | None = None, caller: Caller = CASHIER, **changes: Any) -> Order:
    fields: dict[str, Any] = {"fingerprint": FINGERPRINT, "answer": accepted, "refuse": refused, **changes}
    return Order(caller=caller, key=key or new_id(), **fields)


def acts(stream: str, *commands: Any) -> Callable[[Attempt], None]:
    """Work that acts these commands on one stream."""

    def work(attempt: Attempt) -> None:
        for command in commands:
            attempt.act(stream, command)

    return work


def wallet(ledger: Ledger, chips: int = 0) -> str:
    """A new wallet with so many chips: its stream."""
    player = new_id()
    commands = [OpenWallet(player, "chip", 0), *([Deposit(chips)] if chips else [])]
    ledger.execute(order(), acts(f"wallet-{player}", *commands))
    return f"wallet-{player}"


def at_once(number: int, do: Callable[[int], Any]) -> list[Any]:
    """What `do(0)`, `do(1)` … gave, or raised, when all began together."""
    barrier = Barrier(number)

    def one(index: int) -> Any:
        barrier.wait()
        try:
            return do(index)
        except Exception as error:  # noqa: BLE001  # each is looked at by the test
            return error

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def told(outcome: Any) -> tuple[str, bytes]:
    """What a caller was told: ("accepted" or "refused", body), or the name of the error and nothing."""
    if isinstance(outcome, Done):
        return ("accepted" if outcome.answer.status == 201 else "refused", outcome.answer.body)
    if isinstance(outcome, RuleBroken):
        return ("refused", refused(outcome).body)
    return (type(outcome).__name__, b"")


def _withdraw(place: Mapping[str, str], stream: str, keys: list[str], start: Any, results: Any) -> None:
    ledger = Ledger(place)
    start.wait(PATIENCE_S)
    out = []
    for key in keys:
        try:
            out.append(told(ledger.execute(order(key), acts(stream, Withdraw(1)))))
        except (RuleBroken, Conflict) as error:
            out.append(told(error))
    results.put(out)
    ledger.close()


def processes_withdraw(place: Mapping[str, str], stream: str, keys: list[list[str]]) -> list[list[tuple[str, bytes]]]:
    """One process a list of keys; each withdraws one chip under each of its keys. What each was told."""
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(len(keys)), context.Queue()
    crowd = [context.Process(target=_withdraw, args=(place, stream, mine, start, results), daemon=True) for mine in keys]
    for process in crowd:
        process.start()
    out = [results.get(timeout=PATIENCE_S) for _ in crowd]
    for process in crowd:
        process.join()
    return out
