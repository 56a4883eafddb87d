"""Disputes and rulings on a real ledger: what they move, when, between whom, and that every unit is somewhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec
import pytest

from engine.azi import commands as azi
from engine.disputes.commands import Decision, Disputed
from engine.room.rulebook import DISPUTE_1, DISPUTE_2, DISPUTE_3, DISPUTE_4, DISPUTE_5, DISPUTE_6
from engine.rules import RuleBroken
from ledger.disputes import acts, rulings
from ledger.play import games, tables
from ledger.store.envelope import Kept
from ledger.store.errors import NotAllowed, NotFound, Stale
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import AUDITOR, STEWARD, STRANGER, Clock, Club, himself, order, told
from tests.ledger.court import RENEGE, Court, play_out_recorded, record, shares
from tests.ledger.plays import DEALT, EXAMPLE_1, PLAYS

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

NOTHING = Disputed()


@pytest.fixture
def won(ledger: Ledger) -> Court:
    """Worked example 1 played to its end: a pot of 130 that seat 2 or 3 has won. Stacks: see the assertion."""
    court = Court(ledger, *EXAMPLE_1)
    assert court.club.table(court.table).running is None
    return court


@keeps("DISPUTE-1", "DISPUTE-3")
def test_a_dispute_is_opened_answered_ruled_and_appealed_and_ruled_again(won: Court) -> None:
    dispute = won.open("wrong_player", Disputed(seat=2))
    assert dispute == f"{won.game}-1"
    assert won.open() == f"{won.game}-2"
    assert won.state(dispute).stage == "open"
    acts.answer(won.ledger, order(himself(won.players[1])), dispute, "It was mine")
    assert won.state(dispute).stage == "answered"
    won.rule(dispute, "stands")
    acts.appeal(won.ledger, order(himself(won.players[2])), dispute, "Look again")
    assert won.state(dispute).stage == "appealed"
    won.rule(dispute, "pay", seat=2, amount=10, to=(1,))
    now = won.state(dispute)
    assert (now.stage, [ruling.decision for ruling in now.rulings], now.ruling.supersedes) == ("ruled", ["stands", "pay"], 1)
    assert won.wallets() == [810, 790, 800, 800]
    won.club.sums_hold()


@breaks("DISPUTE-1")
def test_a_dispute_about_what_the_game_has_not_is_refused(won: Court) -> None:
    game = won.club.game(won.game)
    for about in (
        Disputed(step=999),
        Disputed(deal=game.deal + 1),
        Disputed(card="9H"),
        Disputed(seat=7),
        Disputed(deal=1, amount=0),
    ):
        won.club.refuses(
            DISPUTE_1, acts.open_dispute, order(himself(won.players[0])), won.game, kind="other", words="Well", about=about
        )
    for kind, words in (("nonsense", "Well"), ("other", " "), ("other", "x" * 501)):
        won.club.refuses(DISPUTE_1, acts.open_dispute, order(STEWARD), won.game, kind=kind, words=words, about=NOTHING)


def test_who_did_not_sit_in_the_game_and_stewards_of_other_tables_neither_dispute_nor_rule(won: Court) -> None:
    dispute, stranger = won.open(), himself(won.club.rich())
    for caller in (stranger, STRANGER, AUDITOR):
        with pytest.raises(NotAllowed):
            won.open(by=caller)
        with pytest.raises(NotAllowed):
            acts.answer(won.ledger, order(caller), dispute, "Well")
        with pytest.raises(NotAllowed):
            won.rule(dispute, "stands", by=caller)
    with pytest.raises(NotAllowed):
        won.rule(dispute, "stands", by=himself(won.players[0]))
    with pytest.raises(NotFound):
        acts.answer(won.ledger, order(STEWARD), f"{won.game}-9", "Well")


@keeps("DISPUTE-2")
@breaks("DISPUTE-2")
def test_players_dispute_and_appeal_within_the_hours_of_their_table_and_stewards_at_any_time(ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1, clock=(clock := Clock()))
    clock.go(hours=167)
    dispute = court.open()
    clock.go(hours=1)
    who = order(himself(court.players[1]))
    court.club.refuses(DISPUTE_2, acts.open_dispute, who, court.game, kind="other", words="Late", about=NOTHING)
    assert court.open(by=STEWARD) == f"{court.game}-2"
    court.rule(dispute, "stands")
    clock.go(hours=168)
    court.club.refuses(DISPUTE_2, acts.appeal, order(himself(court.players[1])), dispute, words="Late")


@breaks("DISPUTE-3")
def test_nobody_acts_in_a_dispute_that_is_not_there_for_it(won: Court) -> None:
    dispute, owner = won.open(), himself(won.players[0])
    won.club.refuses(DISPUTE_3, acts.appeal, order(owner), dispute, words="Early")
    won.club.refuses(DISPUTE_3, acts.withdraw, order(himself(won.players[1])), dispute)
    acts.withdraw(won.ledger, order(owner), dispute)
    assert won.state(dispute).stage == "withdrawn"
    won.refused(DISPUTE_3, dispute, "stands")
    won.club.refuses(DISPUTE_3, acts.answer, order(owner), dispute, words="Late")
    other = won.open()
    won.rule(other, "stands")
    won.club.refuses(DISPUTE_3, acts.withdraw, order(owner), other)
    acts.appeal(won.ledger, order(owner), other, "Look again")
    acts.withdraw(won.ledger, order(owner), other)
    assert (won.state(other).stage, won.state(other).ruling.decision) == ("ruled", "stands")
    won.club.refuses(DISPUTE_3, acts.appeal, order(owner), other, words="And again")


@breaks("DISPUTE-4")
def test_a_ruling_without_reason_rule_or_what_it_needs_is_refused(won: Court) -> None:
    dispute = won.open()
    won.refused(DISPUTE_4, dispute, "hang")
    won.refused(DISPUTE_4, dispute, "stands", rule="AZI-NOTHING-1")
    won.refused(DISPUTE_4, dispute, "pay", seat=1, to=(2,))
    won.refused(DISPUTE_4, dispute, "pay", amount=5, to=(2,))
    won.refused(DISPUTE_4, dispute, "pay", seat=1, amount=5)
    assert won.refused(DISPUTE_4, dispute, "restore").facts["possible"] == ("stands", "penalty", "pay", "award", "void_game")
    won.refused(DISPUTE_4, dispute, "void_deal")
    with pytest.raises(RuleBroken):
        rulings.rule(won.ledger, order(STEWARD), dispute, Decision("stands", " ", "DISPUTE-4"))


@keeps("DISPUTE-4")
def test_an_appeal_is_ruled_on_by_another_steward_if_the_table_has_one(won: Court) -> None:
    dispute, owner = won.open(), himself(won.players[0])
    won.rule(dispute, "stands")
    acts.appeal(won.ledger, order(owner), dispute, "Look again")
    tables.assign_steward(won.ledger, order(STEWARD), won.table, STRANGER.subject)
    won.refused(DISPUTE_4, dispute, "stands")
    won.rule(dispute, "stands", by=STRANGER)
    assert [ruling.by for ruling in won.state(dispute).rulings] == [STEWARD.subject, STRANGER.subject]


@keeps("DISPUTE-6")
def test_d16_a_pot_that_went_to_the_wrong_player_goes_to_the_right_one_also_games_later_and_below_zero(won: Court) -> None:
    stacks = won.club.table(won.table).stacks
    winner = max(stacks, key=lambda seat: stacks[seat])
    right = next(seat for seat in (1, 2, 3) if seat != winner)
    for _ in range(2):
        games.start(won.ledger, order(STEWARD), won.table)
        later = f"{won.table}-{won.club.table(won.table).running}"
        won.club.act(later, azi.VoidGame("Power cut"))
    _empty(won, winner)
    dispute = won.open("wrong_player")
    before = won.ledger.head()
    won.rule(dispute, "award", to=(right,))
    assert won.wallets()[winner - 1] == -130
    assert won.wallets()[right - 1] == 930
    assert [row.topic for row in won.ledger.tail(before, 10)] == [
        "dispute.ruled",
        "wallet.ruling_charged",
        "wallet.ruling_credited",
    ]
    assert won.club.table(won.table).stacks == stacks
    won.club.sums_hold()


def _empty(court: Court, seat: int) -> None:
    """Pays out what is in the wallet of whoever sits there."""
    from ledger.money import wallets
    from tests.ledger.club import CASHIER

    player = court.players[seat - 1]
    wallets.withdraw(court.ledger, order(CASHIER), player, court.club.wallet(player).balance)


def test_d14_d20_a_pot_shared_after_a_ruling_adds_up_and_the_odd_unit_goes_left_of_the_dealer(ledger: Ledger) -> None:
    court = Court(ledger, *DEALT, azi.BetBlind(1, 5), azi.Call(2), azi.Fold(3), azi.Fold(4))
    assert court.club.game(court.game).pot == 35
    _play_out(court)
    dispute = court.open("wrong_pot")
    court.rule(dispute, "award", to=(2, 1))
    changes = [change - 800 for change in court.wallets()]
    won = {1: 0, 2: 0} | {share.seat: share.chips for share in shares(court)}
    assert [won[1] + changes[0], won[2] + changes[1]] == [18, 17]
    court.club.sums_hold()


def _play_out(court: Court) -> None:
    from engine.games import KINDS

    while not (game := court.club.game(court.game)).over:
        court.club.act(court.game, KINDS["azi"].legal(game, game.turn)[0])


@breaks("DISPUTE-6")
def test_d18_who_folded_in_the_deciding_deal_has_no_share_of_the_pot_after_any_ruling(won: Court) -> None:
    dispute = won.open()
    assert won.refused(DISPUTE_6, dispute, "award", to=(4, 1)).facts["legal"] == (1, 2, 3)
    won.refused(DISPUTE_6, dispute, "penalty", seat=1, amount=20, to=(4,))
    won.refused(DISPUTE_6, dispute, "pay", seat=1, amount=20, to=(1,))
    won.refused(DISPUTE_6, dispute, "pay", seat=6, amount=20, to=(1,))
    won.rule(dispute, "void_game")  # a refund is no share


@keeps("DISPUTE-5")
def test_a_later_ruling_takes_back_the_earlier_one_to_the_unit(won: Court) -> None:
    dispute = won.open()
    won.rule(dispute, "void_game")
    stacks = won.club.table(won.table).stacks
    assert [wallet + stacks[seat] for seat, wallet in enumerate(won.wallets(), 1)] == [1000] * 4
    won.rule(dispute, "penalty", seat=1, amount=50)
    assert won.wallets() == [750, 800, 800, 800]
    won.rule(dispute, "penalty", seat=1, amount=50, to=(2, 3))
    assert won.wallets() == [750, 825, 825, 800]
    won.rule(dispute, "stands")
    assert won.wallets() == [800] * 4
    won.club.sums_hold()


@breaks("DISPUTE-5")
def test_while_a_game_is_void_by_one_dispute_no_other_one_moves_its_chips(won: Court) -> None:
    first, second = won.open(), won.open()
    won.rule(first, "pay", seat=1, amount=30, to=(2,))
    won.rule(second, "void_game")
    stacks = won.club.table(won.table).stacks
    assert [wallet + stacks[seat] for seat, wallet in enumerate(won.wallets(), 1)] == [1000] * 4
    assert won.refused(DISPUTE_5, first, "stands").facts["dispute"] == second
    won.rule(second, "stands")
    assert won.wallets() == [770, 830, 800, 800]
    won.rule(first, "stands")
    assert won.wallets() == [800] * 4


def test_d19_a_ruling_entered_twenty_times_at_once_has_effect_once(won: Court) -> None:
    dispute = won.open()
    version = won.ledger.load(f"dispute-{dispute}").version
    decision = Decision("pay", "Wrong change", "DISPUTE-6", seat=1, amount=7, to=(2,))

    def rule(_: int) -> str:
        try:
            rulings.rule(won.ledger, order(STEWARD, if_match=version), dispute, decision)
        except Stale:
            return "stale"
        return "ruled"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(rule, range(20)))
    assert (outcomes.count("ruled"), outcomes.count("stale")) == (1, 19)
    assert won.wallets() == [793, 807, 800, 800]
    key = order(STEWARD, "the same key", if_match=won.ledger.load(f"dispute-{dispute}").version)
    first = rulings.rule(won.ledger, key, dispute, decision)
    again = rulings.rule(won.ledger, key, dispute, decision)
    assert (again.replayed, again.answer) == (True, first.answer)
    assert won.wallets() == [793, 807, 800, 800]
    won.club.sums_hold()


def test_a_penalty_in_the_running_game_goes_by_its_own_rules_and_is_undone_there(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    step = court.ledger.load(f"game-{court.game}").version
    dispute = court.open("renege", Disputed(step=step), by=himself(court.players[1]))
    done = court.rule(dispute, "penalty", rule="AZI-VIOL-2")
    topics = [name for _, name in told(done)]
    assert topics == ["azi.offence_found", "azi.penalty_imposed", "azi.play_restored", "dispute.ruled"]
    assert court.club.game(court.game).pot == 390
    court.rule(dispute, "stands")
    game = court.club.game(court.game)
    assert (game.pot, game.turn, court.state(dispute).ruling.undone) == (130, 2, True)
    assert court.wallets() == [800] * 4
    court.club.sums_hold()


def test_a_penalty_of_the_running_game_is_taken_back_after_it_from_who_won_the_pot(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    dispute = court.open("renege", Disputed(deal=1, trick=1, card="7H"))
    court.rule(dispute, "penalty", rule="AZI-VIOL-2")
    play_out_recorded(court)
    winner, pot = shares(court)[0].seat, shares(court)[0].chips
    assert pot == 390
    court.rule(dispute, "stands")
    changes = {seat: wallet - 800 for seat, wallet in enumerate(court.wallets(), 1) if wallet != 800}
    assert changes == ({1: 260, winner: -260} if winner != 1 else {})
    right, before = next(seat for seat in (2, 3) if seat != winner), court.wallets()
    court.rule(dispute, "award", to=(right,))  # what is left of the pot without the penalty
    assert [after - was for after, was in zip(court.wallets(), before, strict=True)][right - 1] == 130
    court.rule(dispute, "stands")
    assert court.wallets() == before
    court.rule(dispute, "void_game")
    stacks = court.club.table(court.table).stacks
    assert [wallet + stacks[seat] for seat, wallet in enumerate(court.wallets(), 1)] == [1000] * 4
    court.club.sums_hold()


def test_a_game_made_void_while_it_ran_can_still_be_awarded_and_that_be_taken_back(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0])
    dispute = court.open()
    court.rule(dispute, "void_game", rule="AZI-VOID-1")
    assert court.club.game(court.game).how == "void"
    court.refused(DISPUTE_5, dispute, "stands")
    court.refused(DISPUTE_6, dispute, "award", to=(4,))
    court.rule(dispute, "award", to=(3,))
    assert court.wallets() == [800 - 35, 800 - 45, 800 - 45 + 130, 800 - 5]
    court.rule(dispute, "award", to=(1, 2))
    assert court.wallets() == [800 - 35 + 65, 800 - 45 + 65, 800 - 45, 800 - 5]
    court.rule(dispute, "stands")
    assert court.wallets() == [800] * 4
    court.club.sums_hold()


def test_restoring_takes_the_running_game_back_to_before_a_step_and_a_deal_can_be_made_void(ledger: Ledger) -> None:
    court = record(ledger, PLAYS[0], RENEGE)
    step = court.ledger.load(f"game-{court.game}").version
    dispute = court.open("other", Disputed(step=step))
    court.rule(dispute, "restore", step=step, rule="AZI-REC-1")
    assert court.club.game(court.game).turn == 1
    other = court.open()
    court.rule(other, "void_deal", rule="AZI-VOID-1")
    game = court.club.game(court.game)
    assert (game.deal, game.phase, game.pot) == (2, "shuffle", 20)
    court.refused(DISPUTE_4, other, "pay", seat=1, amount=5, to=(2,))
    court.club.sums_hold()


def test_a_table_that_was_opened_before_disputes_came_allows_a_week(ledger: Ledger) -> None:
    (old,) = ledger.history(f"table-{Club(ledger).open(seats=3)}")
    body = msgspec.json.decode(old.state)
    del body["data"]["dispute_hours"]
    stored = Kept(old.stream, 1, old.topic, msgspec.json.encode({**body, "v": 1}))
    assert ledger.decode(stored).event.dispute_hours == 168
    assert ledger.decode(old).event == ledger.decode(stored).event
