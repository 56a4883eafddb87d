"""Penalties in the register and in the statistics follow every ruling: given back by any, they do not count; restored, they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.azi import commands as azi
from engine.disputes.commands import Decision, Disputed
from engine.games import KINDS
from engine.room.rulebook import DISPUTE_5
from engine.rules import Violation
from ledger.disputes import acts, rulings
from ledger.play.games import correct
from ledger.registers.listings import games
from ledger.registers.penalties import Penalty, penalties
from ledger.registers.statistics import statistics
from ledger.running.rebuild import difference
from tests.engine.azi.deals import plays
from tests.engine.scenario import breaks, keeps
from tests.ledger.casino_club import OffendingCasino
from tests.ledger.club import STEWARD, order
from tests.ledger.court import RENEGE, Court, play_out_recorded, record, shares
from tests.ledger.plays import EXAMPLE_1, PLAYS
from tests.ledger.random_club import catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

OF_THE_CARD = Disputed(deal=1, trick=1, card="7H")


def register(court: Court) -> list[Penalty]:
    """The register of penalties, after its models and those of the statistics were found to be what the events say."""
    catch_up(court.ledger)
    assert [name for name in ("penalties", "disputes", "statistics", "games") if difference(court.ledger, name)] == []
    return penalties(court.ledger, game=court.game)


def told(court: Court) -> list[tuple[bool, int | None, int | None, str | None]]:
    """Of each penalty whether it stands, and by what it came back; the statistics count those that do."""
    found = register(court)
    counted = [cost for one in statistics(court.ledger, by="table") for cost in one.penalties.values()]
    assert sum(cost.count for cost in counted) == sum(one.stands for one in found)
    assert sum(cost.chips for cost in counted) == sum(one.chips for one in found if one.stands)
    return [(one.stands, one.returned_by, one.ended_by, one.ended_in) for one in found]


@pytest.fixture
def claimed(ledger: Ledger) -> Court:
    """A renege claimed by seat 2 while the game ran, which cost 260 into a pot of 390; the game is over."""
    court = record(ledger, PLAYS[0], RENEGE, azi.Claim(2, 1, 1, "7H"))
    play_out_recorded(court)
    return court


@keeps("DISPUTE-5")
@pytest.mark.parametrize("to", [(), (2, 3)])
def test_a_fine_is_given_back_by_another_dispute_and_counts_again_when_that_is_taken_back(
    ledger: Ledger, to: tuple[int, ...]
) -> None:
    court = Court(ledger, *EXAMPLE_1)
    first, second = court.open(), court.open()
    court.rule(first, "penalty", seat=1, amount=50, to=to)
    assert told(court) == [(True, None, None, None)]
    court.rule(second, "pay", seat=2, amount=5, to=(3,))
    court.rule(second, "void_game")
    assert told(court) == [(False, None, 2, second)]
    assert [(one.ruled, one.dispute, one.disputes) for one in games(ledger)] == [("void_game", second, (first, second))]
    court.rule(second, "award", to=(1,))
    assert told(court) == [(True, None, None, None)]
    court.rule(second, "void_game")
    court.rule(second, "stands")
    assert told(court) == [(True, None, None, None)]
    court.rule(first, "stands")
    assert told(court) == [(False, None, 2, first)]
    court.rule(second, "void_game")
    assert told(court) == [(False, None, 2, first)]


def test_a_fine_confirmed_while_the_game_is_void_counts_when_it_is_not(ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1)
    first, second = court.open(), court.open()
    court.rule(first, "penalty", seat=1, amount=50)
    court.rule(second, "void_game")
    court.rule(first, "penalty", seat=1, amount=50)
    assert told(court) == [(False, None, 2, first), (False, None, 1, second)]
    court.rule(second, "stands")
    assert told(court) == [(False, None, 2, first), (True, None, None, None)]
    assert court.wallets()[0] == 750


def test_a_penalty_that_was_claimed_is_given_back_by_a_void_game_after_it_and_not_by_an_award(claimed: Court) -> None:
    dispute = claimed.open()
    winner = shares(claimed)[0].seat
    for word, more, stands in (
        ("award", {"to": (2 if winner == 3 else 3,)}, True),
        ("void_game", {}, False),
        ("award", {"to": (2, 3)}, True),
        ("pay", {"seat": 1, "amount": 5, "to": (2,)}, True),
    ):
        claimed.rule(dispute, word, **more)
        assert [one[0] for one in told(claimed)] == [stands]


@keeps("DISPUTE-5")
@breaks("DISPUTE-5")
def test_a_penalty_given_back_by_a_void_game_counts_again_while_its_pot_is_awarded(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    first, second = court.open("renege", OF_THE_CARD), court.open()
    court.rule(first, "penalty", rule="AZI-VIOL-2")
    court.rule(second, "void_game", rule="AZI-VOID-1")
    void = next(row.originator_version for row in ledger.history(f"game-{court.game}") if row.topic == "azi.game_voided")
    assert told(court) == [(False, void, None, None)]
    assert [(one.how, one.ruled, one.dispute) for one in games(ledger)] == [("void", "void_game", second)]
    court.rule(second, "award", to=(3,))
    assert told(court) == [(True, None, None, None)]
    assert court.wallets() == [800 - 35 - 260, 800 - 45, 800 - 45 + 390, 800 - 5]
    assert court.refused(DISPUTE_5, first, "stands").facts["dispute"] == second
    court.rule(first, "penalty")  # it is confirmed, and moves nothing
    court.rule(second, "void_game")
    assert told(court) == [(False, void, None, None)]
    assert court.wallets() == [800] * 4
    court.rule(first, "stands")
    court.rule(second, "award", to=(3,))
    assert told(court) == [(False, None, 3, first)]
    assert court.wallets() == [800 - 35, 800 - 45, 800 - 45 + 130, 800 - 5]
    court.club.sums_hold()


def test_the_award_of_a_void_game_does_not_take_in_the_penalty_that_it_takes_the_place_of(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    dispute = court.open("renege", OF_THE_CARD)
    court.rule(dispute, "penalty", rule="AZI-VIOL-2")
    court.club.act(court.game, azi.VoidGame("Power cut"))
    court.rule(dispute, "award", to=(3,))
    assert court.wallets() == [800 - 35, 800 - 45, 800 - 45 + 130, 800 - 5]
    assert told(court) == [(False, None, 2, dispute)]
    court.rule(dispute, "stands")
    assert court.wallets() == [800] * 4


def test_a_penalty_that_came_back_out_of_the_pot_of_its_own_payer_does_not_count_though_nothing_moved(ledger: Ledger) -> None:
    court = record(ledger, *plays("3 KH", "1 7H", "2 AH", "2 TD", "3 QS"))  # and seat 3 has the ace of diamonds
    dispute = court.open("renege", Disputed(deal=1, trick=2, card="QS"))
    court.rule(dispute, "penalty", rule="AZI-VIOL-2")
    court.club.act(court.game, *plays("3 AD", "1 KD", "3 QS", "1 6S", "2 8H"), azi.Settle())
    assert [(share.seat, share.chips) for share in shares(court)] == [(3, 390)]
    court.rule(dispute, "stands")
    assert (told(court), court.wallets()) == ([(False, None, 2, dispute)], [800] * 4)


def test_what_a_correction_took_back_stays_so_whatever_is_ruled(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    step = ledger.load(f"game-{court.game}").version
    court.club.act(court.game, azi.Claim(2, 1, 1, "7H"))
    correct(ledger, order(STEWARD), court.game, step, "It was the king")
    back = ledger.load(f"game-{court.game}").version
    court.club.act(court.game, azi.VoidGame("Power cut"))
    dispute = court.open()
    for word, more in (("award", {"to": (3,)}), ("void_game", {}), ("stands", {})):
        court.rule(dispute, word, **more)
        assert told(court) == [(False, back, None, None)]


def falsely_built(ledger: Ledger) -> tuple[OffendingCasino, str, Violation]:
    """A running game of Casino with a false build that nobody has claimed."""
    for seed in range(2, 40):
        club = OffendingCasino(ledger, seed)
        (game,) = club.play(1, acts=15)
        for one in KINDS["casino"].violations(ledger.load(f"game-{game}").state):
            if (one.kind, one.status) == ("false_build", "open"):
                return club, game, one
    raise AssertionError("nobody has built falsely")


def test_points_that_were_off_the_score_when_the_game_ended_stay_in_the_register(ledger: Ledger) -> None:
    """Until the game is void: then nothing of it counts."""
    club, game, wrong = falsely_built(ledger)
    stream, first, second = f"game-{game}", f"{game}-1", f"{game}-2"
    for _ in range(2):
        acts.open_dispute(ledger, club.asks(), game, "other", "Not so", Disputed())

    def rule(dispute: str, word: str, **more: object) -> None:
        rulings.rule(ledger, club.asks(), dispute, Decision(word, "So be it", "CAS-VIOL-1", **more))  # type: ignore[arg-type]

    def stand() -> list[bool]:
        catch_up(ledger)
        return [one.stands for one in penalties(ledger, game=game) if one.dispute == first]

    rule(first, "penalty", deal=wrong.deal, card=wrong.card)
    ledger.execute(club.asks(), lambda attempt: club.go_on(attempt, stream))
    with pytest.raises(Exception, match="cannot be undone") as refused:
        rule(first, "stands")
    assert refused.value.rule is DISPUTE_5  # type: ignore[attr-defined]
    assert stand() == [True]
    rule(first, "pay", seat=1, amount=2, to=(2,))
    assert stand() == [True]
    rule(second, "void_game")
    assert stand() == [False]
    rule(second, "stands")
    assert stand() == [True]


def test_a_penalty_stands_again_when_the_void_game_is_corrected_and_is_taken_back_like_any(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    dispute = court.open("renege", OF_THE_CARD)
    court.rule(dispute, "penalty", rule="AZI-VIOL-2")
    court.club.act(court.game, azi.VoidGame("Power cut"))
    void = next(row.originator_version for row in ledger.history(f"game-{court.game}") if row.topic == "azi.game_voided")
    assert [one.returned_by for one in register(court)] == [void]
    correct(ledger, order(STEWARD), court.game, void, "The light is on again")
    assert [one.stands for one in register(court)] == [True]
    court.rule(dispute, "stands")
    assert (court.club.game(court.game).pot, court.state(dispute).ruling.undone) == (130, True)
    assert [one.stands for one in register(court)] == [False]
    court.club.sums_hold()


@breaks("DISPUTE-5")
def test_a_game_is_not_taken_up_again_once_a_ruling_has_given_a_penalty_back_out_of_its_pot(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    dispute = court.open("renege", OF_THE_CARD)
    court.rule(dispute, "penalty", rule="AZI-VIOL-2")
    play_out_recorded(court)
    last = next(row.originator_version for row in ledger.history(f"game-{court.game}") if row.topic == "azi.pot_awarded")
    court.rule(dispute, "stands")
    before = court.wallets()
    refused = court.club.refuses(DISPUTE_5, correct, order(STEWARD), court.game, step=last, reason="Mistyped")
    assert (refused.facts["dispute"], court.wallets()) == (dispute, before)
