"""The function append_events: its four outcomes, and what the database itself forbids."""

from threading import Thread
from typing import Any

import psycopg
import pytest

from ledger.orders.app import Ledger
from ledger.store.recorder import KEYLESS
from tests.conftest import Database
from tests.ledger.rows import entry, read, refusal, rows


def one(url: str, statement: str) -> Any:
    with psycopg.connect(url) as connection:
        row = connection.execute(statement.encode()).fetchone()
    assert row is not None
    return row[0]


def written(database: Database) -> tuple[int, int]:
    """How many events and answers there are."""
    return (
        one(database.admin_url, "select count(*) from club.events"),
        one(database.admin_url, "select count(*) from club.answers"),
    )


def test_an_append_takes_the_next_positions_and_keeps_its_answer(ledger: Ledger) -> None:
    first = ledger.recorder.append(rows("game-a-1", 1, 2), entry("k", etag="2"), read(game_a_1=0))
    second = ledger.recorder.append([*rows("table-a", 1), *rows("game-a-1", 3, sealed=b"{}")], entry(), read(table_a=0, game_a_1=2))
    assert (first.name, first.position, second.name, second.position) == ("appended", 2, "appended", 4)
    kept = ledger.tail(0, 10)
    assert [(row.stream, row.originator_version, row.position, row.sealed) for row in kept] == [
        ("game-a-1", 1, 1, None), ("game-a-1", 2, 2, None), ("table-a", 1, 3, None), ("game-a-1", 3, 4, b"{}"),
    ]  # fmt: skip
    assert all(row.recorded_at is not None and row.recorded_at.utcoffset() is not None for row in kept)
    assert ledger.head() == 4
    assert ledger.tail(1, 2) == kept[1:3]
    assert ledger.history("game-a-1", 2) == kept[3:]


def test_a_known_key_gives_the_first_answer_and_writes_nothing(ledger: Ledger, database: Database) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry("k", etag="1"), read(game_a_1=0))
    again = ledger.recorder.append(rows("game-a-1", 2), entry("k", status=200, body=b"other"), read(game_a_1=1))
    assert (again.name, again.position, again.status, again.body, again.etag) == ("answered", 1, 201, b"done", "1")
    assert written(database) == (1, 1)


def test_a_known_key_is_told_before_a_conflict(ledger: Ledger) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0))
    assert ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0)).name == "answered"


def test_a_known_key_with_another_fingerprint_is_told(ledger: Ledger, database: Database) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0))
    assert ledger.recorder.append(rows("game-a-1", 2), entry("k", fingerprint=b"g"), read(game_a_1=1)).name == "key_reused"
    assert written(database) == (1, 1)


def test_two_callers_may_use_one_key(ledger: Ledger) -> None:
    assert ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0)).name == "appended"
    assert ledger.recorder.append(rows("game-a-1", 2), entry("k", scope="room:s"), read(game_a_1=1)).name == "appended"


def test_a_stream_that_has_moved_on_is_a_conflict_and_nothing_is_written(ledger: Ledger, database: Database) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0))
    outcome = ledger.recorder.append([*rows("table-a", 1), *rows("game-a-1", 1)], entry(), read(table_a=0, game_a_1=0))
    assert outcome.name == "conflict"
    assert written(database) == (1, 1)


@pytest.mark.parametrize("seen", [0, 2])
def test_a_stream_that_was_only_read_is_guarded_too(ledger: Ledger, database: Database, seen: int) -> None:
    ledger.recorder.append(rows("table-a", 1), entry(), read(table_a=0))
    assert ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0, table_a=seen)).name == "conflict"
    assert ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0, table_a=1)).name == "appended"


def test_a_refusal_keeps_rule_stream_and_actor_and_takes_no_position(ledger: Ledger, database: Database) -> None:
    assert ledger.recorder.append((), refusal("k"), {}).position is None
    again = ledger.recorder.append((), refusal("k"), {})
    assert (again.name, again.status, again.body) == ("answered", 409, b"refused")
    with psycopg.connect(database.service_url) as connection:
        kept = connection.execute("select rule, stream, actor, position from club.answers").fetchall()
    assert kept == [("AZI-PLAY-2", "game-a-1", "somebody", None)]


def test_a_refusal_does_not_wait_for_the_lock_and_an_append_does(ledger: Ledger, database: Database) -> None:
    outcomes: list[str] = []
    appending = Thread(target=lambda: outcomes.append(ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0)).name))
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("select pg_advisory_xact_lock('club.events'::regclass::oid::bigint)")
        appending.start()
        assert ledger.recorder.append((), refusal(), {}).name == "appended"
        appending.join(0.2)
        assert outcomes == []
    appending.join()
    assert outcomes == ["appended"]


def test_a_refusal_that_rests_on_two_moments_is_a_conflict(ledger: Ledger, database: Database) -> None:
    ledger.recorder.append(rows("table-a", 1), entry(), read(table_a=0))
    assert ledger.recorder.append((), refusal(), read(table_a=0, game_a_1=0)).name == "conflict"
    assert written(database) == (1, 1)


def test_a_position_of_a_transaction_that_was_rolled_back_is_given_again(ledger: Ledger, database: Database) -> None:
    class Change(Exception):
        pass

    def fail(cursor: object) -> None:
        raise Change

    with pytest.raises(Change):
        ledger.recorder.append(rows("game-a-1", 1), entry("k"), read(game_a_1=0), fail)
    assert written(database) == (0, 0)
    assert ledger.recorder.append(rows("game-b-1", 1), entry("k"), read(game_b_1=0)).position == 1


def test_statements_beside_the_events_are_kept_with_them(ledger: Ledger, database: Database) -> None:
    def beside(cursor: Any) -> None:
        cursor.execute("insert into references_used values ('deposit', 'r1', 'wallet-a')")

    assert ledger.recorder.append(rows("wallet-a", 1), entry("k"), read(wallet_a=0), beside).name == "appended"
    assert ledger.recorder.append(rows("wallet-a", 1), entry("k"), read(wallet_a=0), beside).name == "answered"
    assert ledger.recorder.append(rows("wallet-a", 2), entry(), read(wallet_a=1), beside).name == "conflict"
    assert written(database) == (1, 1)


def test_recorded_times_do_not_run_back(ledger: Ledger, database: Database) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0))
    with psycopg.connect(database.admin_url) as connection:
        # As if the clock of the server had been an hour ahead when the second event came.
        connection.execute(
            "insert into club.events values ('game-a-1', 2, 't', %s, null, clock_timestamp() + interval '1 hour', 2)",
            (rows("game-a-1", 2)[0].state,),
        )
    ledger.recorder.append(rows("game-a-1", 3, 4), entry(), read(game_a_1=2))
    times = [row.recorded_at for row in ledger.tail(0, 10) if row.recorded_at]
    assert times == sorted(times)
    assert times[1] == times[2] == times[3] > times[0]


@pytest.mark.parametrize("stream", ["game", "game-", "game-A", "wallet-a b", "purse-a", "wallet-a_b", ""])
def test_a_name_that_is_no_stream_is_refused_by_the_database(database: Database, stream: str) -> None:
    with psycopg.connect(database.service_url) as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute(
            "select club.append_events('s', 'k', '', 201, '', null, null, null, null,"
            " array[%(stream)s], '{0}', '{NULL}', array[%(stream)s], '{1}', '{t}', '{x}', '{NULL}')",
            {"stream": stream},
        )
    assert written(database) == (0, 0)


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_does_not_follow_is_refused(ledger: Ledger, database: Database, version: int) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0))
    with pytest.raises(psycopg.IntegrityError):
        ledger.recorder.append(rows("game-a-1", version), entry(), read(game_a_1=1))
    assert written(database) == (1, 1)


FORBIDDEN = [
    "update club.events set state = ''",
    "delete from club.events",
    "truncate club.events",
    "update club.answers set body = '' where rule is not null",
    "delete from club.answers where rule is not null",
    "truncate club.answers",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_even_the_owner_can_not_change_what_was_recorded(ledger: Ledger, database: Database, statement: str) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry(), read(game_a_1=0))
    ledger.recorder.append((), refusal(), {})
    for role in ("postgres", "cardledger_owner"):
        with psycopg.connect(database.admin_url) as connection:
            if role != "postgres":
                connection.execute("set role cardledger_owner")
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="never changed"):
                connection.execute(statement.encode())
    assert written(database) == (1, 2)


@pytest.mark.parametrize(
    "statement",
    [
        *FORBIDDEN,
        "insert into club.events values ('game-a-1', 1, 't', '', null, now(), 1)",
        "insert into club.answers values ('a', 'b', '', 200, '', null, null, null, null, null, now())",
        "delete from club.answers",
        "update club.club set unit = 'euro'",
        "insert into club.migrations values (99, 'x', 'y')",
        "delete from club.references_used",
        "update club.keys set digest = 'x'",
        "drop table club.events",
        "alter table club.events disable trigger all",
        "create table club.mine (x int)",
        "set role cardledger_owner",
    ],
)
def test_the_service_can_only_append(database: Database, statement: str) -> None:
    with psycopg.connect(database.service_url) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())


def test_the_service_is_no_superuser_and_others_can_not_append(database: Database) -> None:
    assert one(database.service_url, "select current_user::text") == "cardledger_service"
    assert (
        one(database.service_url, "select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user")
        is False
    )
    functions = (
        "select bool_or(has_function_privilege('public', oid, 'execute')) from pg_proc where pronamespace = 'club'::regnamespace"
    )
    assert one(database.admin_url, functions) is False


def test_a_false_function_in_front_of_the_search_path_is_not_called(ledger: Ledger, database: Database) -> None:
    with psycopg.connect(database.service_url, autocommit=True) as connection:
        connection.execute("create temp table answers (like club.answers)")
        connection.execute("create temp table events (like club.events)")
        connection.execute("set search_path = pg_temp, club")
        nothing = "'{}','{}','{}','{}','{}','{}','{}','{}'"
        connection.execute(f"select club.append_events('s', 'k', '', 201, '', null, null, null, null, {nothing})".encode())
    assert written(database) == (0, 1)


def test_another_isolation_than_read_committed_is_refused(database: Database) -> None:
    with psycopg.connect(database.service_url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        nothing = "'{}','{}','{}','{}','{}','{}','{}','{}'"
        with pytest.raises(psycopg.errors.InvalidTransactionState):
            connection.execute(f"select club.append_events('s', 'k', '', 201, '', null, null, null, null, {nothing})".encode())


def test_an_append_is_announced_with_its_position(ledger: Ledger, database: Database) -> None:
    with psycopg.connect(database.service_url, autocommit=True) as connection:
        connection.execute("listen club_events")
        ledger.recorder.append((), refusal(), {})
        ledger.recorder.append(rows("game-a-1", 1, 2), entry(), read(game_a_1=0))
        heard = [note.payload for note in connection.notifies(timeout=5, stop_after=1)]
    assert heard == ["2"]


@pytest.mark.parametrize(
    ("older", "left"),
    [("30 days", {"young", "refused"}), ("1 day", {"young", "refused"}), ("90 days", {"old", "young", "refused"})],
)
def test_only_answers_older_than_thirty_days_are_purged_and_no_refusal(database: Database, older: str, left: set[str]) -> None:
    with psycopg.connect(database.admin_url) as connection:
        connection.execute("""
            insert into club.answers (scope, key, fingerprint, status, body, rule, at) values
            ('s', 'old', '', 201, '', null, now() - interval '40 days'),
            ('s', 'young', '', 201, '', null, now() - interval '10 days'),
            ('s', 'refused', '', 409, '', 'AZI-PLAY-2', now() - interval '4000 days')""")
    with psycopg.connect(database.service_url) as connection:
        connection.execute("select club.purge_answers(%s::interval)", (older,))
        assert {key for (key,) in connection.execute("select key from club.answers")} == left


def test_the_ledger_purges_what_is_old_enough(ledger: Ledger, database: Database) -> None:
    ledger.recorder.append(rows("game-a-1", 1), entry("young"), read(game_a_1=0))
    with psycopg.connect(database.admin_url) as connection:
        connection.execute(
            "insert into club.answers (scope, key, fingerprint, status, body, at) values ('s', 'old', '', 201, '', '2020-01-01')"
        )
    assert (ledger.purge_answers(), ledger.purge_answers()) == (1, 0)
    assert written(database) == (1, 1)


@pytest.mark.parametrize(("status", "rule"), [(409, None), (201, "AZI-PLAY-2"), (404, None), (500, None)])
def test_only_acceptances_and_refusals_can_be_kept(ledger: Ledger, status: int, rule: str | None) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        ledger.recorder.append((), entry(status=status, rule=rule), {})


def test_the_library_can_append_and_read_through_its_own_words(ledger: Ledger) -> None:
    assert ledger.recorder.insert_events(rows("game-a-1", 1, 2)) == range(1, 3)
    assert ledger.recorder.append(rows("game-a-1", 3), KEYLESS, read(game_a_1=2)).position == 3
    assert [row.originator_version for row in ledger.recorder.select_events("game-a-1", gt=1, desc=True)] == [3, 2]
    assert [row.originator_version for row in ledger.recorder.select_events("game-a-1", lte=2, limit=1)] == [1]
    assert [note.id for note in ledger.recorder.select_notifications(2, 10)] == [2, 3]
    assert [note.id for note in ledger.recorder.select_notifications(2, 10, inclusive_of_start=False)] == [3]
    assert ledger.recorder.max_notification_id() == 3
