"""A ledger that was taken back to an earlier state, or goes on elsewhere without its last events, beneath processes that remember
them: nothing is decided on what was lost, and no stream goes two ways."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest

from api.service import feed
from engine.room.commands import Deposit, OpenTable, OpenWallet, SeatPlayer, Withdraw
from engine.room.desk import Desk
from engine.rules import RuleBroken
from ledger.audits.auditing import audited
from ledger.audits.findings import FAULT
from ledger.audits.listing import findings
from ledger.books import desk
from ledger.imports.deposits import DepositImport, rows
from ledger.imports.outcomes import IMPORTED
from ledger.imports.players import Players
from ledger.money import wallets
from ledger.orders.app import Attempt, Ledger
from ledger.projections.batch import prepare, take
from ledger.projections.model import connect
from ledger.projections.position import reached
from ledger.running.models import EVERY
from ledger.running.rebuild import difference
from ledger.store.envelope import GENESIS, link
from ledger.store.errors import Conflict
from ledger.store.ids import BOOKS_STREAM
from tests.conftest import Database
from tests.ledger.club import ADMIN
from tests.ledger.crowd import acts, order, wallet
from tests.ledger.random_club import RandomClub
from tests.ledger.restoring import Restorable, restorable
from tests.ledger.rows import entry, refusal
from tests.ledger.rows import rows as rows_of

TABLE = OpenTable("t", "One", "azi", {"players_min": 2, "players_max": 6}, 6, None, ("steward",), "chip", 0)


@contextmanager
def elsewhere(database: Database) -> Iterator[Ledger]:
    """Another process: it knows only what is there."""
    other = Ledger(database.place)
    try:
        yield other
    finally:
        other.close()


def chained(ledger: Ledger) -> None:
    """Every event names the hash of the one before it in its stream."""
    heads: dict[str, str] = {}
    for row in ledger.tail(0, 100_000):
        assert ledger.decode(row).prev == heads.get(row.stream, GENESIS), (row.stream, row.originator_version)
        heads[row.stream] = link(row)


@pytest.fixture
def kept(server_url: str, database: Database, ledger: Ledger) -> Iterator[tuple[Restorable, str]]:
    """A wallet of 100, and the database as it is then."""
    stream = wallet(ledger, 100)
    with restorable(server_url, database) as saved:
        yield saved, stream


def forked(ledger: Ledger, saved: Restorable, stream: str, lost: Any, instead: Any) -> None:
    """The ledger does one thing, that is lost, and another process does another thing."""
    ledger.execute(order(), acts(stream, lost))
    saved.restore()
    with elsewhere(saved.database) as other:
        other.execute(order(), acts(stream, instead))


@pytest.mark.parametrize("from_memory", [True, False])
def test_what_a_wallet_held_before_a_restore_is_not_paid_out_after_it(
    ledger: Ledger, kept: tuple[Restorable, str], from_memory: bool
) -> None:
    saved, stream = kept
    forked(ledger, saved, stream, Deposit(30), Deposit(16))
    with pytest.raises(RuleBroken) as caught:
        ledger.execute(order(), acts(stream, Withdraw(130)), from_memory=from_memory)
    assert (caught.value.rule.id, caught.value.facts["balance"]) == ("WALLET-2", 116)
    assert ledger.execute(order(), acts(stream, Withdraw(116)), from_memory=from_memory).answer.status == 201
    assert ledger.load(stream).state.balance == 0
    chained(ledger)


def test_a_history_that_is_lost_between_reading_and_writing_is_not_gone_on_from(
    ledger: Ledger, kept: tuple[Restorable, str]
) -> None:
    saved, stream = kept
    ledger.execute(order(), acts(stream, Deposit(30)))
    seen: list[int] = []

    def work(attempt: Attempt) -> None:
        seen.append(attempt.read(stream).state.balance)
        if len(seen) == 1:
            saved.restore()
            with elsewhere(saved.database) as other:
                other.execute(order(), acts(stream, Deposit(16)))
        attempt.act(stream, Withdraw(130))

    with pytest.raises(RuleBroken):
        ledger.execute(order(), work)
    assert seen == [130, 116]
    assert ledger.load(stream).state.balance == 116
    chained(ledger)


def test_no_refusal_that_rests_on_what_was_lost_is_kept(ledger: Ledger, kept: tuple[Restorable, str]) -> None:
    saved, stream = kept
    forked(ledger, saved, stream, Withdraw(90), Deposit(16))
    given = order()
    assert ledger.execute(given, acts(stream, Withdraw(110)), from_memory=True).answer.status == 201
    assert ledger.load(stream).state.balance == 6


def test_a_stream_that_was_lost_whole_is_not_gone_on_from(server_url: str, database: Database, ledger: Ledger) -> None:
    with restorable(server_url, database) as saved:
        stream = wallet(ledger, 50)
        saved.restore()
        with pytest.raises(RuleBroken, match="no wallet"):
            ledger.execute(order(), acts(stream, Deposit(1)), from_memory=True)
        assert ledger.head() == 0


def test_every_stream_of_several_is_compared_and_not_those_alone_that_are_written(
    server_url: str, database: Database, ledger: Ledger
) -> None:
    streams = ["wallet-a", "wallet-b", "table-t"]
    begin: list[Any] = [OpenWallet("a", "chip", 0), OpenWallet("b", "chip", 0), TABLE]
    for stream, command in zip(streams, begin, strict=True):
        ledger.execute(order(), acts(stream, command))
    with restorable(server_url, database) as saved:
        for stream, lost, instead in (
            ("wallet-a", Deposit(1), Deposit(2)),
            ("wallet-b", Deposit(1), Deposit(2)),
            ("table-t", SeatPlayer("a", 1), SeatPlayer("b", 1)),
        ):
            for each in streams:
                ledger.load(each)
            forked(ledger, saved, stream, lost, instead)
            tries: list[dict[str, tuple[int, str]]] = []

            def work(attempt: Attempt, tries: list[dict[str, tuple[int, str]]] = tries) -> None:
                for each in streams:
                    attempt.read(each)
                attempt.act("wallet-a", Deposit(5))
                tries.append(dict(attempt.heads))

            ledger.execute(order(), work, from_memory=True)
            assert len(tries) == 2, stream
            assert [each for each in streams if tries[0][each] != tries[1][each]] == [stream]
            assert tries[0][stream][0] == tries[1][stream][0]
            chained(ledger)
            saved.restore()


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("written", [True, False])
def test_the_store_refuses_another_history_at_the_same_version(ledger: Ledger, place: int, written: bool) -> None:
    streams = ["game-a-1", "table-a", "wallet-a"]
    ledger.recorder.append([row for stream in streams for row in rows_of(stream, 1)], entry(), dict.fromkeys(streams, (0, GENESIS)))
    head = link(rows_of("game-a-1", 1)[0])
    wrong = {stream: (1, GENESIS.replace("0", "f") if at == place else head) for at, stream in enumerate(streams)}
    more = rows_of(streams[place], 2) if written else rows_of("game-b-1", 1)
    others = {} if written else {"game-b-1": (0, GENESIS)}
    assert ledger.recorder.append(more, entry(), {**wrong, **others}).name == "conflict"
    assert ledger.recorder.append((), refusal(), wrong).name == "conflict"
    assert ledger.recorder.append(more, entry(), {**dict.fromkeys(streams, (1, head)), **others}).name == "appended"


def test_a_refusal_of_one_stream_stands_on_a_version_that_was_and_on_no_other_history(ledger: Ledger) -> None:
    head = link(rows_of("game-a-1", 1)[0])
    ledger.recorder.append(rows_of("game-a-1", 1, 2, 3), entry(), {"game-a-1": (0, GENESIS)})
    for heads, outcome in (
        ({"game-a-1": (2, head)}, "appended"),
        ({"game-a-1": (0, GENESIS)}, "appended"),
        ({"game-a-1": (2, GENESIS)}, "conflict"),
        ({"game-a-1": (4, head)}, "conflict"),
        ({"game-a-1": (2, head), "table-a": (0, GENESIS)}, "conflict"),
    ):
        assert ledger.recorder.append((), refusal(), heads).name == outcome, heads  # type: ignore[arg-type]


def test_a_first_event_that_was_lost_is_not_followed(ledger: Ledger) -> None:
    assert ledger.recorder.append(rows_of("game-a-1", 2), entry(), {"game-a-1": (1, GENESIS)}).name == "conflict"
    assert ledger.head() == 0


def test_what_was_read_beside_of_another_history_has_the_attempt_decide_anew(ledger: Ledger) -> None:
    one, other = wallet(ledger, 5), wallet(ledger, 6)
    tries: list[bool] = []

    def work(attempt: Attempt) -> None:
        attempt.read(one)
        tries.append(True)
        attempt.agree(one, ledger.history(other if len(tries) == 1 else one, 1))
        attempt.act(one, Deposit(1))

    assert ledger.execute(order(), work).answer.status == 201
    assert len(tries) == 2
    with pytest.raises(Conflict):
        ledger.execute(order(), lambda attempt: attempt.agree(attempt.read(one).id, ()))


def test_a_deposit_is_not_corrected_by_what_another_history_says_of_it(
    ledger: Ledger, kept: tuple[Restorable, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, stream = kept
    player = stream.removeprefix("wallet-")
    forked(ledger, saved, stream, Deposit(30), Deposit(16))
    assert ledger.load(stream).state.balance == 116
    here, asked = ledger.history, list[str]()

    def history(name: str, after: int = 0) -> Any:
        """As a connection to the server that was left behind would tell it, at first."""
        asked.append(name)
        found = here(name, after)
        return [lost if row.originator_version == 3 else row for row in found] if len(asked) == 1 else found

    (lost,) = rows_of(stream, 3)
    monkeypatch.setattr(ledger, "history", history)
    done = wallets.correct(ledger, order(caller=ADMIN), player, 3, 10, "Mistyped")
    assert done.answer.status == 201
    assert asked == [stream, stream, BOOKS_STREAM]  # the last, whether the books are closed
    assert ledger.load(stream).state.balance == 110


def test_a_count_of_the_desk_rests_on_no_money_that_was_lost(
    ledger: Ledger, kept: tuple[Restorable, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, stream = kept
    results, told = list[Any](), ledger.recorder.rows

    def rows_told(statement: str, *values: Any) -> Any:
        """As from a server that was left behind: what it told at first it tells once more."""
        results.append(results[0] if len(results) == 1 else told(statement, *values))
        return results[-1]

    monkeypatch.setattr(ledger.recorder, "rows", rows_told)
    ledger.execute(order(), acts(stream, Deposit(30)))
    assert desk.cash_at(ledger, Desk(), ledger.head()) == 130
    saved.restore()
    with elsewhere(saved.database) as other:
        other.execute(order(), acts(stream, Deposit(16)))
    desk.count(ledger, order(caller=ADMIN), 120, "A gift")
    assert len(results) == 3
    (count,) = desk.counts(ledger)
    assert (count.booked, count.difference) == (116, 4)


def test_an_import_goes_on_from_what_is_there_and_not_from_what_it_remembers(ledger: Ledger, kept: tuple[Restorable, str]) -> None:
    saved, stream = kept
    player = stream.removeprefix("wallet-")

    def take(reference: str) -> list[str]:
        text = f"player,amount,reference\n{player},7,{reference}\n"
        run = DepositImport(ledger, ADMIN, Players(ledger, {}, registers=False), "d.csv")
        return [one.status for one in run.take(rows(StringIO(text, newline=""), "chip", 0))]

    assert take("R1") == [IMPORTED]
    saved.restore()
    with elsewhere(saved.database) as other:
        other.execute(order(), acts(stream, Withdraw(100)))
    assert take("R1") == [IMPORTED]
    assert ledger.load(stream).state.balance == 7
    chained(ledger)


def catch_up(ledger: Ledger) -> None:
    prepare(ledger, tuple(EVERY.values()))
    with connect(ledger) as connection:
        while take(connection, ledger, tuple(EVERY.values())) != 0:
            pass


@pytest.mark.parametrize("ahead", [True, False])
def test_read_models_that_hold_what_was_lost_are_made_anew(
    server_url: str, database: Database, ledger: Ledger, ahead: bool, lose: Callable[[int], None]
) -> None:
    club = RandomClub(ledger, seed=3, players=3)
    club.play(2)
    stood = ledger.head()
    club.play(1)
    catch_up(ledger)
    assert reached(ledger, tuple(EVERY)) == ledger.head() > stood
    lost = ledger.head()
    lose(stood)
    with elsewhere(database) as other:
        while other.head() < lost and not ahead:
            wallet(other, 5)
        wallet(other, 5)
        catch_up(other)
        assert reached(other, tuple(EVERY)) == other.head()
        for model in EVERY:
            assert difference(other, model) == [], model


@pytest.fixture
def lose(database: Database) -> Callable[[int], None]:
    """Takes the club's events, and nothing else, back to a position: as who restores the club's schema alone."""

    def taken_back(position: int) -> None:
        with psycopg.connect(database.admin_url) as connection:
            connection.execute("alter table club.events disable trigger all")
            connection.execute("delete from club.events where notification_id > %s", (position,))
            connection.execute("alter table club.events enable trigger all")

    return taken_back


def test_the_standing_audit_judges_by_what_is_there(server_url: str, database: Database, ledger: Ledger) -> None:
    club = RandomClub(ledger, seed=5, players=3)
    club.play(1)
    with restorable(server_url, database) as saved, elsewhere(database) as other:
        club.play(1)
        catch_up(ledger)  # and knows now how the table stands after a game that will be lost
        saved.restore()
        club.play(1)
        catch_up(other)
        club.play(1)
        catch_up(ledger)
        assert [one.finding for one in findings(ledger, limit=100) if one.finding.severity == FAULT] == []
        assert difference(other, "findings") == []
    assert audited(ledger).games == 3
    chained(ledger)


def test_who_waits_for_events_is_not_told_of_those_that_were_lost(ledger: Ledger, kept: tuple[Restorable, str]) -> None:
    saved, stream = kept
    before = ledger.head()
    ledger.execute(order(), acts(stream, Deposit(1)))
    assert feed.read(ledger, before, 5) is not None
    saved.restore()
    assert feed.read(ledger, before, 0.2) is None
    with elsewhere(saved.database) as other:
        other.execute(order(), acts(stream, Deposit(1)))
    assert feed.read(ledger, before, 5) is not None
