"""The inbox: who is told of what, in which words; what was read stays read when the model is rebuilt."""

from __future__ import annotations

from typing import Any

import pytest

from engine.azi import commands as azi
from ledger.disputes import acts
from ledger.money import wallets
from ledger.notices import inbox
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.people import people
from ledger.play import games, tables
from ledger.projections import MODELS
from ledger.projections.batch import prepare, take
from ledger.projections.model import connect
from ledger.running.rebuild import equal, rebuild
from tests.ledger.club import ADMIN, CASHIER, STEWARD, STRANGER, Clock, Club, himself, order
from tests.ledger.court import RENEGE, Court
from tests.ledger.plays import BIDS, DEALT

NAMES = ("Anna", "Boris", "Clara", "Dmitri")


def followed(ledger: Ledger) -> None:
    """All read models, brought up to date."""
    prepare(ledger, MODELS.values())
    with connect(ledger) as connection:
        while take(connection, ledger, list(MODELS.values())):
            pass


def seen(ledger: Ledger, caller: Caller, tag: str = "en") -> list[tuple[str, str]]:
    """Kind and words of a caller's notices, the oldest first."""
    followed(ledger)
    return [(one.kind, one.says) for one in reversed(inbox.notices(ledger, caller, tag))]


def kinds(ledger: Ledger, caller: Caller) -> list[str]:
    return [kind for kind, _ in seen(ledger, caller)]


@pytest.fixture
def court(ledger: Ledger) -> Court:
    """A game under record in which seat 1 has reneged, among four people with names."""
    made = Court(ledger, *DEALT, *BIDS, azi.Play(3, "AD"), RENEGE, clock=Clock(), enforcement="record")
    for player, name in zip(made.players, NAMES, strict=True):
        ledger.recorder.rows("update people set name = %s where player = %s returning player", name, player)
    return made


def test_a_dispute_is_told_to_all_whom_it_concerns_but_not_to_who_did_it(court: Court) -> None:
    ledger, (anna, boris, *_) = court.ledger, court.players
    dispute = court.open("renege", by=himself(boris))
    acts.answer(ledger, order(himself(anna)), dispute, "It was not")
    opened = ("dispute_opened", "Boris disputes game 1 at Green table: a renege.")
    answered = ("dispute_answered", "Anna has answered in the dispute about game 1 at Green table.")
    assert seen(ledger, himself(anna)) == [opened]
    assert seen(ledger, himself(boris)) == [answered]
    assert seen(ledger, himself(court.players[3])) == [opened, answered]
    assert seen(ledger, STEWARD) == [opened, answered]
    for stranger in (STRANGER, ADMIN, CASHIER, himself(court.club.register())):
        assert seen(ledger, stranger) == []


def test_a_ruling_says_until_when_it_can_be_appealed_and_what_comes_of_that(court: Court) -> None:
    ledger, anna = court.ledger, himself(court.players[0])
    court.club.act(court.game, azi.VoidGame("The club closes"))
    dispute = court.open(by=anna)
    court.rule(dispute, "stands", rule="DISPUTE-4")
    acts.appeal(ledger, order(anna), dispute, "Look again")
    acts.withdraw(ledger, order(anna), dispute)
    void, ruling = seen(ledger, anna)
    assert void[0] == "game_void"
    assert ruling == (
        "ruling",
        "The dispute about game 1 at Green table is ruled on: what was played stands (DISPUTE-4)."
        " You can appeal until 2026-01-09 12:00 UTC.",
    )
    (notice, _) = inbox.notices(ledger, anna, "en")
    assert notice.deadline is not None
    assert (notice.deadline.isoformat(), notice.dispute) == ("2026-01-09T12:00:00+00:00", dispute)
    assert seen(ledger, STEWARD)[1:] == [
        ("appeal", "Anna appeals against the ruling about game 1 at Green table."),
        ("appeal_withdrawn", "Anna takes the appeal about game 1 at Green table back."),
    ]


def test_a_claim_and_its_penalty_are_told_to_whom_they_are_about_in_the_words_of_a_replay(court: Court) -> None:
    ledger, (anna, boris, clara, _) = court.ledger, court.players
    court.club.act(court.game, azi.Claim(3, 1, 1, "7H"), by=himself(clara))
    told = seen(ledger, himself(anna))
    assert [kind for kind, _ in told] == ["claim", "claim_right", "penalty"]
    assert told[0][1].startswith("Green table, game 1: Clara claims: 7♥, played by Anna")
    assert told[2][1].startswith("Green table, game 1: Anna pays 260 for a renege with 7♥")
    assert seen(ledger, himself(clara)) == []
    assert seen(ledger, himself(boris)) == []


def test_what_a_steward_finds_is_told_to_whom_it_is_about_and_who_pays_is_told_even_of_his_own_act(court: Court) -> None:
    ledger, anna = court.ledger, court.players[0]
    court.club.act(court.game, azi.Penalise(1, 1, "7H"))
    assert kinds(ledger, himself(anna)) == ["finding", "penalty"]


def test_a_corrected_entry_of_a_game_is_told_to_all_who_play_it(court: Court) -> None:
    ledger = court.ledger
    step = ledger.load(f"game-{court.game}").version
    games.correct(ledger, order(STEWARD), court.game, step, "It was KD")
    for player in court.players:
        assert kinds(ledger, himself(player)) == ["correction"]
    assert kinds(ledger, STEWARD) == []


def test_a_corrected_entry_of_the_desk_is_told_to_its_player_and_its_cashier(ledger: Ledger, club: Club) -> None:
    anna = club.rich(70)
    wallets.correct(ledger, order(ADMIN), anna, 2, 50, "Typed wrongly")
    assert seen(ledger, himself(anna)) == [
        ("cash_correction", "A deposit of yours at the cash desk is corrected, from 70 to 50 chip: Typed wrongly.")
    ]
    assert seen(ledger, CASHIER) == [("cash_correction", "An entry of yours at the cash desk is corrected: Typed wrongly.")]
    assert seen(ledger, ADMIN) == []


def test_who_is_made_a_steward_later_is_told_of_what_comes_later(court: Court) -> None:
    ledger = court.ledger
    court.open()
    tables.assign_steward(ledger, order(STEWARD), court.table, "sven")
    court.open(by=himself(court.players[1]))
    assert len(seen(ledger, STEWARD)) == 2
    assert len(seen(ledger, STRANGER)) == 1


@pytest.mark.parametrize(
    ("tag", "says"),
    [
        ("ru", "Boris оспаривает кон 1 за столом Green table: ренонс."),
        ("de", "Boris ficht Partie 1 am Tisch Green table an: eine Renonce."),
    ],
)
def test_everybody_is_told_in_his_language(court: Court, tag: str, says: str) -> None:
    court.open("renege", by=himself(court.players[1]))
    assert seen(court.ledger, STEWARD, tag) == [("dispute_opened", says)]


def test_a_name_that_was_erased_is_told_no_more(court: Court) -> None:
    court.open(by=himself(court.players[1]))
    people.erase(court.ledger, court.players[1])
    assert seen(court.ledger, STEWARD) == [("dispute_opened", "A player disputes game 1 at Green table: something else.")]


def test_no_amount_of_others_and_no_words_of_a_dispute_are_in_it(court: Court) -> None:
    court.open("wrong_pot", by=himself(court.players[1]))
    assert seen(court.ledger, STEWARD)[0][1] == "Boris disputes game 1 at Green table: the pot."


def test_what_was_read_stays_read_and_pages_go_back_in_time(court: Court) -> None:
    ledger, anna = court.ledger, himself(court.players[0])
    for seat in (1, 2, 3):
        court.open(by=himself(court.players[seat]))
    followed(ledger)
    assert inbox.unread(ledger, anna) == 3
    third, second, first = (one.position for one in inbox.notices(ledger, anna, "en"))
    mark(ledger, anna, [second, second, 10**9], None)
    assert [one.read for one in inbox.notices(ledger, anna, "en")] == [False, True, False]
    assert [one.position for one in inbox.notices(ledger, anna, "en", unread=True)] == [third, first]
    assert [one.position for one in inbox.notices(ledger, anna, "en", before=third, limit=1)] == [second]
    assert inbox.unread(ledger, anna) == 2
    rebuild(ledger, "inbox")
    assert equal(ledger, "inbox")
    assert [one.read for one in inbox.notices(ledger, anna, "en")] == [False, True, False]
    mark(ledger, anna, None, second)
    assert [one.read for one in inbox.notices(ledger, anna, "en")] == [False, True, True]
    assert inbox.unread(ledger, STEWARD) == 3


def mark(ledger: Ledger, caller: Caller, positions: list[int] | None, upto: int | None) -> None:
    write: Any = inbox.reading(ledger, caller, positions, upto)
    ledger.execute(order(caller), lambda _: None, beside=write)


def test_a_batch_of_one_tells_the_same_as_a_batch_of_all(court: Court) -> None:
    ledger = court.ledger
    court.open()
    tables.assign_steward(ledger, order(STEWARD), court.table, "sven")
    court.club.act(court.game, azi.Claim(3, 1, 1, "7H"), by=himself(court.players[2]))
    prepare(ledger, MODELS.values())
    with connect(ledger) as connection:
        while take(connection, ledger, [MODELS["inbox"]], 1):
            pass
    assert equal(ledger, "inbox")
