"""Orders: once, whole, in turn, also when many come at the same moment."""

from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import psycopg
import pytest

from engine.room.commands import Deposit, OpenTable, OpenWallet, SeatPlayer, Withdraw
from engine.rules import RuleBroken
from ledger.orders.app import ATTEMPTS_MAX, Attempt, Ledger
from ledger.orders.order import Caller, Done
from ledger.store.envelope import GENESIS
from ledger.store.errors import Conflict, KeyReused, NotAllowed, NotFound, Stale
from ledger.store.ids import new_id
from tests.conftest import Database
from tests.ledger.crowd import acts, at_once, order, processes_withdraw, told, wallet

OPEN_TABLE = OpenTable("t", "One", "azi", {"players_min": 2, "players_max": 6}, 6, None, ("steward",), "chip", 0)


def balance(ledger: Ledger, stream: str) -> int:
    return int(ledger.load(stream).state.balance)


def test_an_order_writes_its_events_and_its_answer(ledger: Ledger) -> None:
    at = datetime(2026, 11, 29, 20, 0, tzinfo=timezone(timedelta(hours=2)))
    caller = Caller("server", "room", "p")
    given = order(caller=caller, effective_at=at)
    done = ledger.execute(given, acts("wallet-p", OpenWallet("p", "chip", 0), Deposit(9007199254740993)))
    assert (done.answer.status, done.answer.etag, done.position, done.replayed) == (201, "2", 2, False)
    first, second = [ledger.decode(row) for row in ledger.history("wallet-p")]
    assert (first.actor, first.via, first.command_id, first.version) == ("p", "server", given.command_id, 1)
    assert first.effective_at == second.effective_at == at
    assert ledger.history("wallet-p")[0].state.count(b'"at":"2026-11-29T18:00:00Z"') == 1
    assert given.key.encode() not in ledger.history("wallet-p")[0].state
    assert ledger.load("wallet-p").state.balance == 9007199254740993
    assert done.decided is not None
    assert done.decided.streams["wallet-p"] == ledger.load("wallet-p")


def test_each_event_names_the_hash_of_the_one_before(ledger: Ledger) -> None:
    stream = wallet(ledger, 50)
    ledger.execute(order(), acts(stream, Deposit(1), Withdraw(2)))
    head = GENESIS
    for row in ledger.history(stream):
        assert ledger.decode(row).prev == head
        head = sha256(row.state).hexdigest()
    assert ledger.load(stream).head == head
    assert ledger.load(stream).version == 4


def test_fifty_equal_requests_have_one_effect_and_fifty_equal_answers(ledger: Ledger) -> None:
    stream, given = wallet(ledger), order("fifty")
    before = ledger.head()
    done = at_once(50, lambda _: ledger.execute(given, acts(stream, Deposit(10))))
    assert all(isinstance(one, Done) for one in done), done
    assert [one.replayed for one in done].count(False) == 1
    assert {(one.answer, one.position) for one in done} == {(done[0].answer, before + 1)}
    assert ledger.head() == before + 1
    assert balance(ledger, stream) == 10


def test_a_repetition_gets_its_answer_also_where_it_would_be_refused_now(ledger: Ledger) -> None:
    stream, given = wallet(ledger, 5), order()
    first = ledger.execute(given, acts(stream, Withdraw(5)))
    again = ledger.execute(given, acts(stream, Withdraw(5)))
    assert (again.answer, again.position, again.replayed) == (first.answer, first.position, True)
    assert balance(ledger, stream) == 0


@pytest.mark.parametrize("error", [Stale(3), NotAllowed(), NotFound()])
def test_a_repetition_gets_its_answer_also_where_the_caller_could_not_ask_now(ledger: Ledger, error: Exception) -> None:
    stream, given = wallet(ledger), order()
    first = ledger.execute(given, acts(stream, Deposit(5)))

    def work(attempt: Attempt) -> None:
        raise error

    assert ledger.execute(given, work).answer == first.answer
    with pytest.raises(KeyReused):
        ledger.execute(order(given.key, fingerprint=b"other"), work)
    with pytest.raises(type(error)):
        ledger.execute(order(), work)


def test_a_key_with_another_request_is_told_and_nothing_happens(ledger: Ledger) -> None:
    stream = wallet(ledger)
    ledger.execute(order("k"), acts(stream, Deposit(1)))
    for command in (Deposit(2), Withdraw(1000)):
        with pytest.raises(KeyReused):
            ledger.execute(order("k", fingerprint=b"other"), acts(stream, command))
    assert balance(ledger, stream) == 1


def test_callers_do_not_share_keys_nor_do_two_players_of_one_room(ledger: Ledger) -> None:
    stream = wallet(ledger)
    callers = [
        Caller("a", "cashier"),
        Caller("a", "admin"),
        Caller("r", "room", "p"),
        Caller("r", "room", "q"),
        Caller("r", "room"),
    ]
    for caller in callers:
        assert not ledger.execute(order("k", caller), acts(stream, Deposit(1))).replayed
    assert balance(ledger, stream) == len(callers)


def test_of_two_withdrawals_of_everything_at_once_one_passes(ledger: Ledger) -> None:
    for _ in range(10):
        stream = wallet(ledger, 100)
        outcomes = at_once(2, lambda _, stream=stream: ledger.execute(order(), acts(stream, Withdraw(100))))  # type: ignore[misc]
        assert sorted(told(one)[0] for one in outcomes) == ["accepted", "refused"]
        assert balance(ledger, stream) == 0


def test_a_refusal_keeps_its_answer_when_the_act_would_be_allowed_later(ledger: Ledger, database: Database) -> None:
    stream, given, before = wallet(ledger), order(), ledger.head()
    with pytest.raises(RuleBroken) as caught:
        ledger.execute(given, acts(stream, Withdraw(5)))
    assert caught.value.rule.id == "WALLET-2"
    ledger.execute(order(), acts(stream, Deposit(50)))
    again = ledger.execute(given, acts(stream, Withdraw(5)))
    assert (again.answer.status, again.position, again.replayed) == (409, None, True)
    assert again.answer.body.startswith(b"WALLET-2: ")
    assert ledger.head() == before + 1
    with psycopg.connect(database.service_url) as connection:
        kept = connection.execute("select rule, stream, actor from club.answers where status = 409").fetchall()
    assert kept == [("WALLET-2", stream, "cash")]


def test_where_one_server_refuses_and_another_accepts_all_get_one_answer(ledger: Ledger, database: Database) -> None:
    others = [Ledger(database.place) for _ in range(2)]
    try:
        for _ in range(25):
            stream, given = wallet(ledger), order()

            def do(index: int, stream: str = stream, given: Any = given) -> Done:
                if index == 0:
                    return ledger.execute(order(), acts(stream, Deposit(5)))
                return others[index % 2].execute(given, acts(stream, Withdraw(5)))

            answers = {told(one) for one in at_once(6, do)[1:]}
            assert len(answers) == 1, answers
            assert balance(ledger, stream) == (0 if answers.pop()[0] == "accepted" else 5)
    finally:
        for other in others:
            other.close()


def test_an_order_over_several_streams_is_all_or_nothing(ledger: Ledger) -> None:
    stream, player = wallet(ledger, 10), new_id()
    ledger.execute(order(), acts("table-t", OPEN_TABLE))
    before = ledger.head()

    def work(attempt: Attempt) -> None:
        attempt.act("table-t", SeatPlayer(player, 1))
        attempt.act(stream, Withdraw(11))

    with pytest.raises(RuleBroken):
        ledger.execute(order(), work)
    assert ledger.head() == before
    assert ledger.load("table-t").version == 1


def test_a_later_command_of_an_order_sees_what_the_earlier_did(ledger: Ledger) -> None:
    stream = wallet(ledger)
    seen = []

    def work(attempt: Attempt) -> None:
        attempt.act(stream, Deposit(3))
        seen.append(attempt.read(stream).state.balance)
        attempt.act(stream, Withdraw(3))

    assert ledger.execute(order(), work).answer.etag == "3"
    assert seen == [3]


def test_a_stream_that_was_only_read_makes_the_order_decide_again(ledger: Ledger) -> None:
    read, written = wallet(ledger, 1), wallet(ledger)
    seen = []

    def work(attempt: Attempt) -> None:
        seen.append(attempt.read(read).state.balance)
        if len(seen) == 1:
            ledger.execute(order(), acts(read, Deposit(1)))
        attempt.act(written, Deposit(1))

    ledger.execute(order(), work)
    assert seen == [1, 2]
    assert balance(ledger, written) == 1


def test_a_refusal_on_streams_of_two_moments_is_decided_again(ledger: Ledger) -> None:
    first, second = wallet(ledger), wallet(ledger)
    runs = []

    def work(attempt: Attempt) -> None:
        runs.append(1)
        attempt.read(first)
        if len(runs) == 1:
            ledger.execute(order(), acts(first, Deposit(1)))
            ledger.execute(order(), acts(second, Deposit(1)))
        attempt.act(second, Withdraw(2))

    with pytest.raises(RuleBroken):
        ledger.execute(order(), work)
    assert len(runs) == 2


def test_five_attempts_are_the_most(ledger: Ledger) -> None:
    stream, runs = wallet(ledger), []

    def work(attempt: Attempt) -> None:
        runs.append(attempt.read(stream).version)
        ledger.execute(order(), acts(stream, Deposit(1)))
        attempt.act(stream, Deposit(100))

    given = order()
    with pytest.raises(Conflict):
        ledger.execute(given, work)
    assert len(runs) == ATTEMPTS_MAX == 5
    assert balance(ledger, stream) == 5
    assert not ledger.execute(given, acts(stream, Deposit(100))).replayed


def test_a_version_that_the_caller_expects_is_compared(ledger: Ledger) -> None:
    stream = wallet(ledger)

    def work(attempt: Attempt) -> None:
        attempt.expect(stream, attempt.order.if_match)
        attempt.act(stream, Deposit(1))

    with pytest.raises(Stale) as caught:
        ledger.execute(order(if_match=2), work)
    assert caught.value.version == 1
    assert ledger.execute(order(if_match=1), work).answer.etag == "2"
    assert ledger.execute(order(if_match=None), work).answer.etag == "3"


def test_an_order_without_events_keeps_its_answer(ledger: Ledger) -> None:
    given, before = order(), ledger.head()
    first = ledger.execute(given, lambda attempt: None)
    assert (first.position, first.replayed) == (None, False)
    assert ledger.execute(given, lambda attempt: None).replayed
    assert ledger.head() == before


def test_what_stands_beside_the_events_is_kept_once(ledger: Ledger) -> None:
    stream, given = wallet(ledger), order()

    def beside(cursor: Any) -> None:
        cursor.execute("insert into references_used values ('deposit', 'r1', 'wallet-p')")

    for _ in range(2):
        ledger.execute(given, acts(stream, Deposit(1)), beside=beside)
    with pytest.raises(RuleBroken):
        ledger.execute(order(), acts(stream, Withdraw(9)), beside=beside)
    assert ledger.recorder.rows("select reference from references_used") == [("r1",)]
    with pytest.raises(Conflict):
        ledger.execute(order(), acts(stream, Deposit(1)), beside=beside)
    assert balance(ledger, stream) == 1


@pytest.mark.parametrize(
    "stream",
    ["wallet-a,b", "wallet-", "purse-a", "wallet-\x00", 'wallet-"', "wallet-Ä", "wallet-" + "a" * 200, "game-a-1"],
)
def test_a_name_that_can_be_no_stream_is_not_found(ledger: Ledger, stream: str) -> None:
    with pytest.raises(NotFound):
        ledger.execute(order(), acts(stream, Deposit(1)))
    assert ledger.head() == 0


def test_a_time_without_offset_is_refused(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="offset"):
        ledger.execute(order(effective_at=datetime(2026, 11, 29, 20, 0)), acts(wallet(ledger), Deposit(1)))  # noqa: DTZ001


def test_the_clock_gives_the_time_where_the_caller_does_not(database: Database) -> None:
    at = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
    ledger = Ledger(database.place, clock=lambda: at)
    stream = wallet(ledger)
    assert ledger.decode(ledger.history(stream)[0]).effective_at == at
    ledger.close()


def test_a_remembered_wallet_follows_what_others_write(ledger: Ledger, database: Database) -> None:
    other = Ledger(database.place)
    stream = wallet(ledger, 10)
    for chips in range(1, 5):
        other.execute(order(), acts(stream, Deposit(1)))
        assert balance(ledger, stream) == 10 + chips
        ledger.execute(order(), acts(stream, Withdraw(1)))
        assert balance(other, stream) == 9 + chips
        ledger.execute(order(), acts(stream, Deposit(1)))
    other.close()


def test_a_remembered_wallet_is_forgotten_when_the_store_holds_another_history(ledger: Ledger, database: Database) -> None:
    stream = wallet(ledger, 10)
    with psycopg.connect(database.admin_url) as connection:
        # As after a backup was brought back: the same stream, other events.
        connection.execute("alter table club.events disable trigger all")
        connection.execute("delete from club.events where originator_version = 2")
    assert balance(ledger, stream) == 0
    ledger.execute(order(), acts(stream, Deposit(7)))
    assert balance(ledger, stream) == 7


def test_threads_lose_no_chip(ledger: Ledger) -> None:
    streams = [wallet(ledger, 150) for _ in range(2)]
    outcomes = at_once(8, lambda index: [told(_try(ledger, streams[number % 2])) for number in range(25)])
    passed = sum(one == "accepted" for thread in outcomes for one, _ in thread)
    assert {one for thread in outcomes for one, _ in thread} <= {"accepted", "Conflict"}
    assert sum(balance(ledger, stream) for stream in streams) == 300 - passed
    assert passed > 100


def _try(ledger: Ledger, stream: str) -> Any:
    try:
        return ledger.execute(order(), acts(stream, Withdraw(1)))
    except (RuleBroken, Conflict) as error:
        return error


def test_processes_with_equal_keys_lose_no_chip_and_get_equal_answers(ledger: Ledger, database: Database) -> None:
    stream = wallet(ledger, 60)
    keys = [f"key-{number}" for number in range(40)]
    told_each = processes_withdraw(database.place, stream, [keys, keys, keys[::-1]])
    by_key: dict[str, set[tuple[str, bytes]]] = {key: set() for key in keys}
    for mine, answers in zip([keys, keys, keys[::-1]], told_each, strict=False):
        pairs = zip(mine, answers, strict=True)
        for key, answer in pairs:
            by_key[key].add(answer)
    accepted = [key for key, answers in by_key.items() if any(one == "accepted" for one, _ in answers)]
    assert balance(ledger, stream) == 60 - len(accepted)
    positions = [row.position for row in ledger.tail(0, 1000)]
    assert positions == list(range(1, len(positions) + 1))


def test_stray_names_of_the_environment_change_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "LEDGER_SCHEMA": "elsewhere", "CREATE_TABLE": "y",
                        "COMPRESSOR_TOPIC": "zlib", "IS_SNAPSHOTTING_ENABLED": "y"}.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    ledger = Ledger(database.place)
    assert balance(ledger, wallet(ledger, 3)) == 3
    ledger.close()
