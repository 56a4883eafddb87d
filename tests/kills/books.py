"""What must hold whatever was killed: every acknowledged event once, no position left out, chains, sums, read models."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from ledger.books import balances
from ledger.orders.app import Ledger
from ledger.orders.order import Answer, Caller, Order
from ledger.projections.position import wait_for
from ledger.running.models import EVERY
from ledger.running.rebuild import difference
from ledger.store.envelope import GENESIS, Kept, link
from ledger.store.ids import family
from tests.kills.evening import Evening
from tests.kills.patient import Told

ALL = 10**9
REPEATED_MAX = 60


def command_id(told: Told, callers: Mapping[str, Caller]) -> str:
    """What the events of a write carry."""
    asked = told.asked
    caller = replace(callers[asked.secret], player=asked.player)
    return Order(caller, asked.key, b"", lambda _: Answer(0, b""), lambda _: Answer(0, b"")).command_id


def check_events(ledger: Ledger, evening: Evening) -> None:
    """Positions, times and chains; and that the events are those of the acknowledged writes, each once, and no others."""
    rows = ledger.tail(0, ALL)
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    assert all(one.recorded_at <= two.recorded_at for one, two in pairwise(rows) if one.recorded_at and two.recorded_at)
    heads: dict[str, tuple[int, str]] = {}
    commands: dict[str, list[Kept]] = defaultdict(list)
    for row in rows:
        envelope = ledger.decode(row)
        version, head = heads.get(row.stream, (0, GENESIS))
        assert (row.originator_version, envelope.prev) == (version + 1, head)
        heads[row.stream] = (row.originator_version, link(row))
        commands[envelope.command_id].append(row)
    for told in evening.record.told:
        check_kept(told, commands.pop(command_id(told, evening.callers), []))
    assert not commands, "events that nobody has asked for"


def check_kept(told: Told, kept: list[Kept]) -> None:
    """The events of one write are what its answer says."""
    if told.status == 409:
        assert not kept
        return
    assert told.status == 201
    positions = [row.position or 0 for row in kept]
    assert positions == list(range(positions[0], positions[0] + len(kept)))
    assert told.position == str(positions[-1])
    answer = json.loads(told.body)
    if "events" not in answer:
        return
    stored = [json.loads(row.state) for row in kept]
    shown = [{name: value for name, value in event.items() if name != "opened"} for event in answer["events"]]
    assert shown == [event for event in stored if event in shown or family(event["stream"]) != "wallet"]  # others' wallets are not
    if told.asked.path.endswith(("/deposits", "/withdrawals")):
        assert [event["data"]["chips"] for event in stored] == [json.loads(told.asked.body)["amount"]]


def check_repeats(evening: Evening) -> None:
    """Asked again under its key, a write is answered as it was at first: those that were sent more than once, and the last."""
    told = evening.record.told
    repeated = [one for one in told if one.tries > 1][-REPEATED_MAX:] + told[-REPEATED_MAX:]
    for one in repeated:
        assert evening.http.again(one).answer == one.answer


def check_books(ledger: Ledger, evening: Evening) -> None:
    """Read models are what the events come to, row for row; accounts are zero together; wallets hold what was acknowledged."""
    wait_for(ledger, tuple(EVERY), ledger.head(), 20)
    for model in EVERY:
        assert difference(ledger, model) == []
    assert balances.sum_of_accounts(ledger) == 0
    for purse in evening.purses:
        assert evening.service.auditor.read(f"/v1/players/{purse.player}/balance")["wallet"]["amount"] == str(purse.held)


def check(ledger: Ledger, evening: Evening) -> None:
    """All of it, before and after the games in hand are played on."""
    check_events(ledger, evening)
    check_repeats(evening)
    check_books(ledger, evening)
    evening.play_on()
    check_events(ledger, evening)
    check_books(ledger, evening)
