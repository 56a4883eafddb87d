"""Rulings as audits judge them: whatever one has moved is worked out again, found and located where it is stored otherwise; and
what there is a ruling about is no longer told as unnoticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from engine.azi import commands as azi
from engine.disputes.commands import Disputed
from engine.disputes.events import Ruled
from ledger.audits.auditing import audited
from ledger.audits.findings import GAMES, NOTE, OF_GAMES, PENALTIES, Finding
from tests.ledger.audits.forging import otherwise, rewritten
from tests.ledger.court import RENEGE, Court, play_out_recorded, record, shares
from tests.ledger.plays import BIDS, DEAL, EXAMPLE_1, LOT, PLAYS

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from tests.conftest import Database

OF_THE_CARD = Disputed(deal=1, trick=1, card="7H")


def faults(court: Court, audits: tuple[str, ...] = OF_GAMES) -> list[Finding]:
    """The faults of the game."""
    return [one for one in audited(court.ledger, audits, games=[court.game]).findings if one.severity != NOTE]


def rulings(court: Court, dispute: str) -> list[tuple[int, Ruled]]:
    """Each with its step in the stream of the dispute."""
    rows = court.ledger.history(f"dispute-{dispute}")
    return [(row.originator_version, court.ledger.decode(row).event) for row in rows if row.topic == "dispute.ruled"]


def forge(database: Database, court: Court, dispute: str, nth: int, /, **changes: Any) -> int:
    """One ruling says something else; its position."""
    step, _ = rulings(court, dispute)[nth - 1]
    rewritten(database, court.ledger, f"dispute-{dispute}", step, **changes)
    return court.ledger.history(f"dispute-{dispute}")[step - 1].position or 0


def with_chips(event: Ruled, name: str, chips: Callable[[int], int]) -> dict[str, Any]:
    """Its movements of this name, of other amounts."""
    return {name: tuple(replace(one, chips=chips(one.chips)) for one in getattr(event, name))}


@pytest.fixture
def won(ledger: Ledger) -> Court:
    """Worked example 1: a pot of 130, won by seat 3."""
    return Court(ledger, *EXAMPLE_1)


def test_an_award_of_130_rewritten_to_13_is_found_and_located(database: Database, won: Court) -> None:
    dispute, winner = won.open(), shares(won)[0].seat
    won.rule(dispute, "award", to=(2 if winner == 3 else 3,))
    assert faults(won) == []
    ((_, event),) = rulings(won, dispute)
    position = forge(database, won, dispute, 1, **with_chips(event, "moved", lambda _: 13))
    for audits in ((PENALTIES,), (GAMES,), OF_GAMES):
        (one,) = faults(won, audits)
        assert (one.kind, one.game, one.position, one.expected, one.found) == ("wrong_amount", won.game, position, "130", "13")
        assert f"Dispute {dispute}, event 2" in str(one.says)


def test_a_split_of_65_and_65_rewritten_to_60_is_found(database: Database, won: Court) -> None:
    dispute = won.open()
    won.rule(dispute, "award", to=(2, 1))
    ((_, event),) = rulings(won, dispute)
    assert [(one.seat, one.chips) for one in event.moved if one.way == "given"] == [(1, 65), (2, 65)]
    position = forge(database, won, dispute, 1, **with_chips(event, "moved", lambda chips: 60 if chips == 65 else chips))
    (one,) = faults(won)
    assert (one.kind, one.position) == ("wrong_amount", position)
    assert ("+65 seat 1, +65 seat 2" in str(one.expected), "+60 seat 1, +60 seat 2" in str(one.found)) == (True, True)


def test_the_refunds_of_a_void_game_are_worked_out_again_those_of_fines_too(database: Database, won: Court) -> None:
    first, second = won.open(), won.open()
    won.rule(first, "penalty", seat=1, amount=50)
    won.rule(second, "void_game")
    assert faults(won) == []
    ((_, event),) = rulings(won, second)
    for number, move in enumerate(event.moved):
        moved = (*event.moved[:number], replace(move, chips=move.chips - 1), *event.moved[number + 1 :])
        position = forge(database, won, second, 1, moved=moved)
        (one,) = faults(won)
        assert (one.kind, one.position) == ("wrong_amount", position)
    forge(database, won, second, 1, moved=event.moved)
    assert faults(won) == []


def courses(ledger: Ledger) -> Iterator[Court]:
    """Games with rulings of every kind, taken back and carried out in every way."""
    court = Court(ledger, *EXAMPLE_1)
    first, second = court.open(), court.open()
    for word, more in (
        ("penalty", {"seat": 1, "amount": 50, "to": (2, 3)}),
        ("award", {"to": (1, 2)}),
        ("pay", {"seat": 2, "amount": 7, "to": (1, 3)}),
        ("void_game", {}),
        ("stands", {}),
        ("pay", {"seat": 2, "amount": 9, "to": (1,)}),
    ):
        court.rule(first, word, **more)
    court.rule(second, "void_game")
    yield court
    court = record(ledger, PLAYS[0], RENEGE)
    first = court.open("renege", OF_THE_CARD)
    court.rule(first, "penalty", rule="AZI-VIOL-2")
    play_out_recorded(court)
    court.rule(first, "award", to=(1,))
    court.rule(first, "stands")
    yield court
    court = record(ledger, PLAYS[0], RENEGE)
    first, second = court.open("renege", OF_THE_CARD), court.open()
    court.rule(first, "penalty", rule="AZI-VIOL-2")
    court.rule(first, "stands")
    court.rule(first, "penalty", rule="AZI-VIOL-2")
    court.rule(second, "void_game", rule="AZI-VOID-1")
    court.rule(second, "award", to=(3,))
    yield court


def test_whatever_a_ruling_has_moved_is_found_where_it_is_stored_otherwise(database: Database, ledger: Ledger) -> None:
    tried = 0
    for court in courses(ledger):
        assert faults(court) == []
        for dispute in (f"{court.game}-1", f"{court.game}-2"):
            for number, (_, event) in enumerate(rulings(court, dispute), 1):
                for name in ("moved", "returned", "steps", "undone", "number", "supersedes"):
                    for value in otherwise(getattr(event, name)):
                        position = forge(database, court, dispute, number, **{name: value})
                        assert position in [one.position for one in faults(court)], (event, name, value)
                        tried += 1
                    forge(database, court, dispute, number, **{name: getattr(event, name)})
        assert faults(court) == []
    assert tried > 60


def test_a_ruling_that_was_not_allowed_is_a_fault_and_one_that_was_once_allowed_a_note(database: Database, won: Court) -> None:
    first, second, winner = won.open(), won.open(), shares(won)[0].seat
    won.rule(first, "award", to=(2 if winner == 3 else 3,))
    won.rule(second, "stands")
    position = forge(database, won, second, 1, decision="award", to=(winner,))  # it moved nothing, so it was let pass
    (note,) = audited(won.ledger, OF_GAMES, games=[won.game]).findings
    assert (note.severity, note.kind, note.rule, note.position) == (NOTE, "contradicts", "DISPUTE-5", position)
    position = forge(database, won, first, 1, to=(4,))  # who has folded
    assert ("not_by_rules", "DISPUTE-6", position) in [(one.kind, one.rule, one.position) for one in faults(won)]


def test_a_dispute_whose_events_do_not_hang_together_or_can_not_be_read_is_found(database: Database, won: Court) -> None:
    dispute = won.open()
    won.rule(dispute, "pay", seat=1, amount=5, to=(2,))
    won.rule(dispute, "stands")
    rows = won.ledger.history(f"dispute-{dispute}")
    with psycopg.connect(database.admin_url, autocommit=True) as admin:
        admin.execute("set session_replication_role = replica")
        changed = rows[1].state.replace(b"As the record shows", b"As nothing shows...")
        admin.execute("update club.events set state = %s where notification_id = %s", (changed, rows[1].position))
        (one,) = faults(won)
        assert (one.kind, one.position) == ("chain", rows[2].position)
        admin.execute("update club.events set state = 'nothing' where notification_id = %s", (rows[1].position,))
        assert ("unreadable", rows[1].position) in [(one.kind, one.position) for one in faults(won)]


def unnoticed(court: Court) -> list[str]:
    return [one.kind for one in audited(court.ledger, OF_GAMES, games=[court.game]).findings if one.unnoticed]


@pytest.mark.parametrize("about", [OF_THE_CARD, "its step"])
def test_a_renege_is_no_longer_told_as_unclaimed_once_a_dispute_has_ruled_on_that_very_card(ledger: Ledger, about: Any) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    step = ledger.load(f"game-{court.game}").version
    play_out_recorded(court)
    assert unnoticed(court) == ["unclaimed"]
    other = court.open("renege", Disputed(deal=1, trick=1, card="AD"))
    court.rule(other, "stands")
    assert unnoticed(court) == ["unclaimed"]
    dispute = court.open("renege", about if isinstance(about, Disputed) else Disputed(step=step))
    assert unnoticed(court) == ["unclaimed"]
    court.rule(dispute, "stands")
    assert unnoticed(court) == []


def test_a_missing_cut_is_no_longer_told_as_unnoticed_once_a_dispute_has_ruled_on_it(ledger: Ledger) -> None:
    court = Court(ledger, LOT, azi.Shuffle(4), DEAL, *BIDS, enforcement="record")
    assert unnoticed(court) == ["missing_cut"]
    court.rule(court.open("other", Disputed(deal=1)), "stands")
    assert unnoticed(court) == ["missing_cut"]
    court.rule(court.open("missing_cut", Disputed(deal=1)), "stands")
    assert unnoticed(court) == []
