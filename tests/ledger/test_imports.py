"""Bulk import of games: what a record becomes, where its chips come from, and that nothing comes in twice or by half."""

from __future__ import annotations

import random
import tarfile
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.record import read, write
from engine.record.times import parted, timed
from ledger.audits.auditing import audited
from ledger.audits.findings import AUDITS, FAULT
from ledger.books import balances
from ledger.imports import register
from ledger.imports.games import GameImport, Manner
from ledger.imports.outcomes import CHANGED, FAILED, IMPORTED, KNOWN, Outcome
from ledger.imports.pieces import pieces_of
from ledger.imports.players import Players
from ledger.imports.sources import NothingThere, Source
from ledger.money import wallets
from ledger.orders import attempt
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.replays.records import record_of, times_of
from ledger.store.errors import NotAllowed
from ledger.store.ids import table_of_game, table_stream, wallet_stream
from ledger.store.times import utc_text
from tests import lengths
from tests.engine.record.games import random_record
from tests.ledger.club import ADMIN, AUDITOR, CASHIER, ROOM, STEWARD, STRANGER, Club, himself, order
from tests.ledger.evening import GOLDEN, NAMES, evening
from tests.ledger.random_club import catch_up

GAME = GOLDEN["azi-three-raise-over-the-blind"]
FASTER = Outcome("", "", "")
LONG = GOLDEN["azi-three-azi-with-buy-ins"]


def run(
    ledger: Ledger, *given: tuple[str, str] | Source, mapping: dict[str, str] | None = None, close: bool = True, **manner: Any
) -> list[Outcome]:
    """Imports these: (name, text), or whole sources. An admin has players registered and missing chips deposited."""
    chosen = {"caller": ADMIN, "deposits": True, "registers": True, **manner}
    players = Players(ledger, mapping or {}, registers=chosen.pop("registers"))
    imports = GameImport(ledger, Manner(players=players, **chosen))
    outcomes = [imports.take(piece) for one in given for piece in (one if isinstance(one, Source) else pieces_of(*one))]
    assert not close or imports.close() == []
    return outcomes


def statuses(outcomes: list[Outcome]) -> list[str]:
    return [outcome.status for outcome in outcomes]


def held(ledger: Ledger) -> dict[str, int]:
    """What each player of the club has in his wallet, by name."""
    rows = ledger.recorder.rows("select name, player from people")
    return {name: ledger.load(wallet_stream(player)).state.balance for name, player in rows}


def test_every_golden_game_becomes_an_ordinary_game_and_its_chips_go_back_to_the_wallets(ledger: Ledger) -> None:
    for name, text in GOLDEN.items():
        (outcome,) = run(ledger, (name, text))
        assert outcome.status == IMPORTED, outcome
        game, told = outcome.became or "", read(text)
        kept, begin = record_of(ledger, game), told.begin
        players = {one.seat: one.player for one in kept.begin.seats}
        assert [type(event) for event in kept.events] == [type(event) for event in told.events]
        assert kept.state.stacks == told.state.stacks
        table = ledger.load(table_stream(table_of_game(game)))
        assert table.state.closed
        assert ledger.load(wallet_stream(players[begin.seats[0].seat])).state.player == players[begin.seats[0].seat]
    club = Club(ledger)
    club.sums_hold()
    assert [one.says for one in audited(ledger, AUDITS).findings if one.severity == FAULT] == []
    assert set(held(ledger)) >= {"anna", "boris", "clara", "david", "dmitri", "elena"}


def test_what_is_imported_says_so_in_every_event_with_who_did_it_and_when_it_was_played(ledger: Ledger) -> None:
    at = datetime.now(UTC) - timedelta(days=365)
    (outcome,) = run(ledger, ("g", GAME), times={"g": at}, close=False)
    envelopes = [ledger.decode(row) for row in ledger.tail(0, 1000)]
    assert outcome.events == len(envelopes)
    assert {(one.actor, one.via, one.effective_at) for one in envelopes} == {(ADMIN.subject, "import", at)}
    assert len({one.command_id for one in envelopes}) == 1
    (ahead,) = run(ledger, ("h", LONG), times={"h": datetime(2999, 1, 1, tzinfo=UTC)})
    assert (ahead.status, ahead.rule) == (FAILED, "WALLET-5")


def test_a_game_with_a_time_takes_its_chips_from_wallets_that_held_them_then(ledger: Ledger) -> None:
    """WALLET-5: yesterday's game is not played with today's deposits, and its own deposits are of its own time."""
    played = datetime.now(UTC) - timedelta(days=1)
    names = [one.player for one in read(GAME).begin.seats]
    club = Club(ledger)
    ids = {name: club.rich(5000) for name in names}
    (refused,) = run(ledger, ("g", GAME), mapping=ids, times={"g": played}, deposits=False)
    assert (refused.status, refused.rule) == (FAILED, "WALLET-5")
    (outcome,) = run(ledger, ("g", GAME), mapping=ids, times={"g": played})
    assert outcome.status == IMPORTED
    catch_up(ledger)
    for player in ids.values():
        assert balances.balance(ledger, player, played + timedelta(seconds=1), "effective").wallet >= 0


def test_no_key_is_issued_to_a_holder_who_would_be_named_like_an_import(ledger: Ledger) -> None:
    with pytest.raises(keys.UnfitKey):
        keys.issue(ledger, "room", "import", "a room")


def test_the_same_record_comes_in_once_under_whatever_name_and_typed_or_not(ledger: Ledger) -> None:
    (first,) = run(ledger, ("one", GAME))
    before = ledger.head()
    typed = write(read(GAME), checks=False)
    for outcomes in (run(ledger, ("one", GAME)), run(ledger, ("other", GAME)), run(ledger, ("typed", typed))):
        assert [(one.status, one.became) for one in outcomes] == [(KNOWN, first.became)]
    assert ledger.head() == before


def test_of_two_imports_of_the_same_record_at_once_one_finds_it_in(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    found, other = register.game, list[Outcome]()

    def overtaken(*given: Any) -> Any:
        told = found(*given)
        if not other:  # between this look and the append another import is faster
            other.append(FASTER)
            other[:] = run(ledger, ("other", GAME))
        return told

    monkeypatch.setattr(register, "game", overtaken)
    (slower,) = run(ledger, ("one", GAME))
    assert (other[0].status, slower.status, slower.became) == (IMPORTED, KNOWN, other[0].became)
    assert len([row for row in ledger.tail(0, 1000) if row.topic == "azi.game_started"]) == 1
    Club(ledger).sums_hold()


def test_a_changed_file_under_the_same_name_is_told_and_taken_as_another_game_only_when_that_is_said(ledger: Ledger) -> None:
    run(ledger, ("one", GAME))
    before = ledger.head()
    (outcome,) = run(ledger, ("one", LONG))
    assert (outcome.status, ledger.head()) == (CHANGED, before)
    damaged = GAME.replace("raises to 40", "raises to 41")
    assert run(ledger, ("one", damaged))[0].rule == "AZI-BID-3"
    assert statuses(run(ledger, ("one", LONG), takes_changed=True)) == [IMPORTED]


def test_a_record_that_lacks_a_line_is_named_with_that_line_and_nothing_of_it_is_kept(ledger: Ledger) -> None:
    lines = GAME.splitlines(keepends=True)
    rnd = random.Random(27)  # noqa: S311
    for at in (3, *rnd.sample(range(len(lines)), 12)):
        (outcome,) = run(ledger, ("g", "".join(lines[:at] + lines[at + 1 :])))
        assert (outcome.status, outcome.line) == (FAILED, at + 1), outcome
    assert ledger.head() == 0
    assert held(ledger) == {}


def test_of_many_games_in_one_file_those_that_are_wrong_are_named_and_the_others_come_in(ledger: Ledger) -> None:
    wrong = GAME.replace("raises to 40", "raises to 41")
    headless = LONG.split("\n", 1)[1]
    texts = [GAME, wrong, GOLDEN["azi-three-walkover"], headless, GOLDEN["azi-four-one-put-away"]]
    outcomes = run(ledger, ("all", "\n".join(texts)), takes_changed=True)
    assert statuses(outcomes) == [IMPORTED, FAILED, IMPORTED, FAILED, IMPORTED]
    begins = len(GAME.splitlines()) + 1
    at = next(number for number, line in enumerate(wrong.splitlines(), 1) if "raises to 41" in line)
    assert (outcomes[1].line, outcomes[1].rule) == (begins + at, "AZI-BID-3")
    before = ledger.head()
    assert statuses(run(ledger, ("all", "\n".join(texts)), takes_changed=True)) == [KNOWN, FAILED, KNOWN, FAILED, KNOWN]
    assert ledger.head() == before
    Club(ledger).sums_hold()


def test_files_of_any_length_are_cut_where_a_record_begins_and_nothing_of_them_is_lost() -> None:
    for many in (1, 2, 40):  # the last one is longer than what is read at once
        text = "\n".join([GAME] * many)
        cut = list(pieces_of("f", text))
        assert [piece.text for piece in cut] == [GAME] * many
        assert sum(piece.size for piece in cut) == len(text.encode())
        assert [piece.line for piece in cut] == [1 + number * (len(GAME.splitlines()) + 1) for number in range(many)]
    assert [piece.text for piece in pieces_of("f", "no record\n\n")] == ["no record\n\n"]
    assert list(pieces_of("f", "")) == []
    (large,) = pieces_of("f", "x" * 5_000_000 + "\n")
    assert (large.text, str(large.says)) == (None, "A record has at most 1000000 characters.")


def test_without_chips_in_the_wallet_the_seat_is_named_and_after_the_deposits_the_next_run_goes_on(ledger: Ledger) -> None:
    club, texts = Club(ledger), evening(5, 2)
    ids = {name: club.rich(1000) for name in NAMES[:3]} | {NAMES[3]: club.register("poor")}
    given = [(f"{number}.toml", text) for number, text in enumerate(texts)]
    before = ledger.head()
    outcomes = run(ledger, *given, mapping=ids, caller=STEWARD, deposits=False, registers=False)
    assert [(one.status, one.rule) for one in outcomes] == [(FAILED, "WALLET-2")] * 2
    assert texts[0].splitlines()[(outcomes[0].line or 0) - 1].startswith("4 = ")
    assert ledger.head() == before
    wallets.deposit(ledger, order(CASHIER), ids[NAMES[3]], 1000)
    assert statuses(run(ledger, *given, mapping=ids, caller=STEWARD, deposits=False, registers=False)) == [IMPORTED] * 2
    ends = read(texts[-1]).state.stacks
    assert [club.wallet(ids[name]).balance for name in NAMES] == [ends[seat] for seat in (1, 2, 3, 4)]
    club.sums_hold()


def test_an_evening_is_played_on_at_one_table_and_moves_chips_only_when_it_begins_and_ends(ledger: Ledger) -> None:
    texts = evening(11, 4)
    outcomes = run(ledger, *[(f"{number}.toml", text) for number, text in enumerate(texts)], close=False)
    assert statuses(outcomes) == [IMPORTED] * 4
    (table,) = {table_of_game(one.became or "") for one in outcomes}
    assert [one.became for one in outcomes] == [f"{table}-{number}" for number in (1, 2, 3, 4)]
    moved = [row.topic for row in ledger.tail(0, 10_000) if row.topic.startswith("wallet.moved")]
    assert moved == ["wallet.moved_to_table"] * 4
    assert set(held(ledger).values()) == {0}
    assert statuses(run(ledger, ("0.toml", texts[0]))) == [KNOWN]  # a run that finds all in closes what another has left open
    assert ledger.load(table_stream(table)).state.closed
    ends = read(texts[-1]).state.stacks
    assert held(ledger) == {name: ends[seat] for seat, name in enumerate(NAMES, 1)}
    Club(ledger).sums_hold()


def test_a_game_that_is_missing_is_bridged_by_the_wallets_but_no_debt_begins_out_of_nothing(ledger: Ledger) -> None:
    texts = evening(11, 3)
    outcomes = run(ledger, ("0.toml", texts[0]), ("2.toml", texts[2]))
    assert statuses(outcomes) == [IMPORTED] * 2
    Club(ledger).sums_hold()
    owing = GOLDEN["azi-three-two-reneges"]
    seat = next(line for line in owing.splitlines() if line.startswith("3 = { player"))
    text = write(read(owing), checks=False).replace(seat, seat.replace('"1000"', '"-5"'))
    (outcome,) = run(ledger, ("owing", text))
    assert outcome.status == FAILED


def test_a_given_table_must_play_by_the_same_rules_and_seat_nobody_else(ledger: Ledger) -> None:
    club, texts = Club(ledger), evening(5, 2)
    at = club.open(deck="service")
    ids = {name: club.rich(1500) for name in NAMES}
    given = {"table": at, "mapping": ids, "caller": STEWARD, "deposits": False, "registers": False}
    (other,) = run(ledger, ("other", GAME), **given | {"mapping": dict.fromkeys(("anna", "boris", "clara", "dmitri"), "x")})
    assert other.status == FAILED
    outcomes = run(ledger, *[(f"{number}", text) for number, text in enumerate(texts)], **given)
    assert [one.became for one in outcomes] == [f"{at}-1", f"{at}-2"]
    assert not club.table(at).closed
    assert club.table(at).stacks == read(texts[-1]).state.stacks
    stranger = club.open(deck="service")
    club.sit(stranger, 100)
    (outcome,) = run(ledger, ("again", evening(6, 1)[0]), **given | {"table": stranger})
    assert (outcome.status, outcome.rule) == (FAILED, "TABLE-2")
    (outcome,) = run(ledger, ("rules", evening(6, 1, ante="10")[0]), **given)
    assert (outcome.status, outcome.rule) == (FAILED, "TABLE-1")
    assert "ante" in outcome.says
    with pytest.raises(NotAllowed):
        run(ledger, **given | {"caller": STRANGER})
    club.sums_hold()


def test_who_is_no_steward_and_no_admin_imports_no_games_and_a_steward_deposits_nothing(ledger: Ledger) -> None:
    for caller, deposits in ((CASHIER, False), (AUDITOR, False), (ROOM, False), (himself("anna"), False), (STEWARD, True)):
        with pytest.raises(NotAllowed):
            run(ledger, ("g", GAME), caller=caller, deposits=deposits)
    assert ledger.head() == 0


def test_names_are_found_mapped_or_registered_and_else_the_seat_is_named(ledger: Ledger) -> None:
    club = Club(ledger)
    anna = club.register("anna")
    club.register("boris"), club.register("boris")
    (outcome,) = run(ledger, ("g", GAME))
    assert outcome.status == FAILED
    assert "2 players are called 'boris'" in outcome.says
    assert GAME.splitlines()[(outcome.line or 0) - 1].startswith("2 = ")
    strange = "é 😀 <&> \\ U+2116 №"
    carl = club.register(strange)
    (outcome,) = run(ledger, ("g", GAME), mapping={"boris": strange, "clara": anna}, registers=False)
    assert "'dmitri'" in outcome.says
    (outcome,) = run(ledger, ("g", GAME), mapping={"boris": strange, "clara": "nobody"})
    assert "'nobody'" in outcome.says
    (outcome,) = run(ledger, ("g", GAME), mapping={"boris": strange})
    assert outcome.status == IMPORTED
    seats = record_of(ledger, outcome.became or "").begin.seats
    assert [one.player for one in seats[:2]] == [anna, carl]
    assert set(held(ledger)) >= {"clara", "dmitri"}


def test_the_record_of_a_game_of_this_ledger_is_no_new_game(ledger: Ledger) -> None:
    (outcome,) = run(ledger, ("g", GAME))
    game = outcome.became or ""
    own = write(record_of(ledger, game))
    other = write(read(GAME), checks=False).replace('table = "blue"', f'table = "{table_of_game(game)}"')
    before = ledger.head()
    assert [(one.status, one.became) for one in run(ledger, ("own", own))] == [(KNOWN, game)]
    assert statuses(run(ledger, ("other", other))) == [FAILED]
    assert ledger.head() == before


@pytest.mark.parametrize("seed", range(lengths.by_length(2, 6, 30)))
def test_any_random_game_comes_in_exactly_or_not_at_all(ledger: Ledger, seed: int) -> None:
    told = random_record(seed)
    begin = told.begin
    (outcome,) = run(ledger, ("g", write(told)))
    if any(one.stack < 0 or one.seat > begin.house.players_max for one in begin.seats):
        assert (outcome.status, ledger.head()) == (FAILED, 0)
        assert outcome.rule in {"TABLE-2", "TABLE-4"}
    else:
        kept = record_of(ledger, outcome.became or "")
        assert [(act.step, type(act.command), act.pot) for act in kept.acts] == [
            (act.step, type(act.command), act.pot) for act in told.acts
        ]
        assert kept.state.stacks == told.state.stacks
        Club(ledger).sums_hold()


@pytest.mark.parametrize("limit", ["EVENTS_MAX", "EVENT_BYTES_MAX"])
def test_a_game_that_is_more_than_one_append_may_hold_is_refused_whole(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(attempt, limit, 50)
    (outcome,) = run(ledger, ("g", LONG))
    assert (outcome.status, ledger.head()) == (FAILED, 0)
    assert "at most 50" in outcome.says


def test_folders_and_archives_are_read_and_what_is_damaged_in_them_is_named(ledger: Ledger, tmp_path: Path) -> None:
    folder = tmp_path / "march"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.toml").write_text(GAME, encoding="utf-8")
    (folder / "sub" / "b.toml").write_bytes(b"\xff")
    (folder / "notes.txt").write_text("no record")
    with zipfile.ZipFile(tmp_path / "march.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(folder / "a.toml", "a.toml")
        archive.writestr("long.toml", LONG)
        archive.writestr("large.toml", "x" * 5_000_000)
    with tarfile.open(tmp_path / "march.tar.gz", "w:gz") as tar:
        tar.add(folder)
    assert [(one.source, one.status) for one in run(ledger, Source(folder))] == [
        ("march/a.toml", IMPORTED),
        ("march/sub/b.toml", FAILED),
    ]
    outcomes = run(ledger, Source(tmp_path / "march.zip"))
    assert statuses(outcomes) == [KNOWN, IMPORTED, FAILED]
    assert "1000000 characters" in outcomes[2].says
    whole = run(ledger, Source(tmp_path / "march.tar.gz"))
    assert statuses(whole) == [KNOWN, FAILED]
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes((tmp_path / "march.tar.gz").read_bytes()[:-40])
    assert statuses(run(ledger, Source(cut)))[-1] == FAILED
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingThere):
        Source(tmp_path / "empty")


def test_a_record_with_times_is_the_same_game_played_at_these_times(ledger: Ledger) -> None:
    """Exported with its times and imported again, every act has its own."""
    (outcome,) = run(ledger, ("g", GAME))
    game = outcome.became or ""
    record = record_of(ledger, game)
    begun = (datetime.now(UTC) - timedelta(days=3)).replace(microsecond=0)
    times = {one.step: utc_text(begun + timedelta(minutes=number)) for number, one in enumerate(record.acts)}
    assert set(times_of(ledger, game, record)) == set(times)
    text = timed(write(read(GAME)), times)
    assert parted(text) == (write(read(GAME)), times)
    assert statuses(run(ledger, ("with times", text))) == [KNOWN]
    second, later = read(LONG).acts[1].step, utc_text(begun + timedelta(hours=1))
    other = timed(write(read(LONG)), {1: times[1], second: later})
    (told,) = run(ledger, ("other", other))
    assert told.status == IMPORTED
    rows = ledger.history(f"game-{told.became}")
    at = [ledger.decode(row).effective_at for row in rows]
    assert (utc_text(at[0]), utc_text(at[-1])) == (times[1], later)
    lines = other.split("\n")
    first = lines.index("[times]") + 3
    for wrong, line in (
        (other.replace(later, utc_text(begun - timedelta(days=1))), first + 1),
        (other.replace(later, "2026-02-30T00:00:00.000000Z"), first + 1),
        (other.replace("# step = when", "# when"), first - 1),
        (other.rstrip("\n"), len(lines) - 1),
    ):
        (fault,) = run(ledger, ("wrong", wrong))
        assert (fault.status, fault.line) == (FAILED, line)
    (fault,) = run(ledger, ("no act", timed(write(read(GOLDEN["azi-three-walkover"])), {1: later, 2: later})))
    assert (fault.status, "No act begins at step 2." in fault.says) == (FAILED, True)
    long_ago = timed(write(read(GOLDEN["azi-three-walkover"])), {1: utc_text(begun - timedelta(days=400))})
    assert [(one.status, one.rule) for one in run(ledger, ("old", long_ago))] == [(FAILED, "WALLET-5")]
