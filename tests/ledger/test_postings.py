"""Every event posts, mirrors or is silent; what posts is balanced and goes between the right accounts."""

from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from engine.azi import events as azi
from engine.azi import offence_events as offences
from engine.casino import events as casino
from engine.casino import offence_events as casino_offences
from engine.disputes import events as disputes
from engine.room import events as room
from ledger.money.accounts import Account, UnknownAccount, parse
from ledger.money.postings import POSTING, Line, lines
from ledger.statements.words import GROUP_OF
from ledger.store.kinds import DECLARED, EVENTS

TABLE, PLAYER = "abcdefgh23456777", "p234567abcdefghi"
GAME = f"game-{TABLE}-7"
DISPUTE = f"dispute-{TABLE}-7-1"
POT, STACK, WALLET = f"game:{TABLE}-7:pot", f"player:{PLAYER}:stack:{TABLE}", f"player:{PLAYER}:wallet"


def test_every_event_that_tells_a_players_chips_posts_or_is_a_known_mirror() -> None:
    """An event with a player and chips in it, however deep, cannot be silent (but for prices and pots, which name nobody)."""
    for topic, event in EVENTS.items():
        if moves(event):
            assert not DECLARED[topic].silent, topic


def moves(kind: Any) -> bool:
    """Whether the type, or a part of it, has both `player` and `chips` (or `stack`)."""
    names = {field.name for field in fields(kind)}
    if "player" in names and names & {"chips", "stack"}:
        return True
    parts = [part for hint in get_type_hints(kind).values() if get_origin(hint) is tuple for part in get_args(hint)]
    return any(moves(part) for part in parts if is_dataclass(part))


def penalty(offence: str) -> offences.PenaltyImposed:
    """A penalty on the player above."""
    return offences.PenaltyImposed(1, 1, PLAYER, "6D", 5, 17, offence, "AZI-VIOL-2", "AZI-PLAY-2", "claim", 2, trick=1)


def example(topic: str) -> Any:
    """One event of each that posts, for the player above."""
    stakes = (azi.Stake(1, PLAYER, 5), azi.Stake(2, "q", 7))
    of_game = {
        "azi.antes_posted": azi.AntesPosted(1, stakes, (), 12),
        "azi.pot_awarded": azi.PotAwarded(1, stakes, "split", ()),
        "azi.blind_bet": azi.BlindBet(1, 1, PLAYER, 5, 10, 17),
        "azi.bet_opened": azi.BetOpened(1, 1, PLAYER, 5, 10, 17),
        "azi.called": azi.Called(1, 1, PLAYER, 5, 10, 17),
        "azi.raised": azi.Raised(1, 1, PLAYER, 5, 10, 17),
        "azi.bought_in": azi.BoughtIn(1, 1, PLAYER, 5, 17),
        "azi.penalty_imposed": penalty("renege"),
        "azi.deal_annulled": offences.DealAnnulled(1, "ruling", "AZI-VOID-1", "Dead cards", 1, (), stakes, 0),
        "azi.game_voided": offences.GameVoided(1, "Cancelled", stakes, 0),
        "azi.entry_corrected": offences.EntryCorrected(9, "Mistyped", stakes, (), 0),
        "casino.stakes_posted": casino.StakesPosted(1, stakes, (), 12),
        "casino.points_posted": casino.PointsPosted(4, stakes, 22),
        "casino.pot_awarded": casino.PotAwarded(4, stakes, "claim"),
        "casino.game_voided": casino_offences.GameVoided(1, "Cancelled", stakes, 0),
        "casino.entry_corrected": casino_offences.EntryCorrected(9, "Mistyped", stakes, (), 0),
    }
    of_wallet = {
        "wallet.deposited": room.Deposited(PLAYER, 5, None),
        "wallet.withdrawn": room.Withdrawn(PLAYER, 5, None),
        "wallet.moved_to_table": room.MovedToTable(PLAYER, TABLE, 5),
        "wallet.moved_from_table": room.MovedFromTable(PLAYER, TABLE, 5),
        "wallet.debt_assumed": room.DebtAssumed(PLAYER, TABLE, 5),
        "wallet.payout_taken_back": room.PayoutTakenBack(PLAYER, TABLE, 5),
        "wallet.debt_settled": room.DebtSettled(PLAYER, 5, None),
        "wallet.entry_corrected": room.CashEntryCorrected(PLAYER, 2, "withdrawal", 7, 2, "Mistyped"),
        "desk.counted": room.CashCounted(25, 20, 3, "Too much"),
    }
    return (of_game | of_wallet | {"dispute.ruled": ruled()})[topic]


def ruled() -> disputes.Ruled:
    """A ruling that takes the place of another one, with every way in which it may move chips."""
    taken, given = disputes.Movement(1, PLAYER, 5, "taken"), disputes.Movement(2, "q", 5, "given")
    fined, forgiven = disputes.Movement(1, PLAYER, 7, "fined"), disputes.Movement(2, "q", 9, "forgiven")
    asked = (2, "sam", "pay", "Wrong change", "DISPUTE-6", 1, 5, (2,), 1)
    return disputes.Ruled(*asked, (taken, given, fined), (taken, given, fined, forgiven), (), False, "2026-01-02T10:00:00.000000Z")


def test_a_ruling_leaves_the_pot_of_its_game_as_empty_as_it_was_and_says_what_it_took_back() -> None:
    entry = lines(DISPUTE, "dispute.ruled", ruled())
    assert sum(line.chips for line in entry if line.account == POT) == 0
    own = [(line.counter, line.chips, line.kind) for line in entry if line.account == WALLET]
    assert own == [
        (POT, -5, "ruling_reversed"),
        ("house:penalties", -7, "ruling_reversed"),
        (POT, -5, "ruling"),
        ("house:penalties", -7, "penalty_ruling"),
    ]


@pytest.mark.parametrize("topic", sorted(POSTING))
def test_every_entry_sums_to_zero_and_names_known_accounts(topic: str) -> None:
    entry = lines(DISPUTE if topic.startswith("dispute.") else GAME, topic, example(topic))
    assert entry
    assert sum(line.chips for line in entry) == 0
    for line in entry:
        assert parse(line.account).name == line.account
        assert line.kind in GROUP_OF
        assert Line(line.counter, line.account, -line.chips, line.kind) in entry


@pytest.mark.parametrize(
    ("topic", "source", "target"),
    [
        ("wallet.deposited", "house:cash", WALLET),
        ("wallet.withdrawn", WALLET, "house:cash"),
        ("wallet.moved_to_table", WALLET, STACK),
        ("wallet.debt_settled", "house:cash", WALLET),
        ("wallet.entry_corrected", "house:cash", WALLET),
        ("desk.counted", "house:cash", "house:differences"),
        ("wallet.moved_from_table", STACK, WALLET),
        ("wallet.debt_assumed", WALLET, STACK),
        ("wallet.payout_taken_back", WALLET, STACK),
        ("azi.blind_bet", STACK, POT),
        ("azi.bet_opened", STACK, POT),
        ("azi.called", STACK, POT),
        ("azi.raised", STACK, POT),
        ("azi.bought_in", STACK, POT),
        ("azi.antes_posted", STACK, POT),
        ("azi.pot_awarded", POT, STACK),
        ("azi.penalty_imposed", STACK, POT),
        ("azi.deal_annulled", POT, STACK),
        ("azi.game_voided", POT, STACK),
        ("azi.entry_corrected", POT, STACK),
        ("casino.stakes_posted", STACK, POT),
        ("casino.points_posted", STACK, POT),
        ("casino.pot_awarded", POT, STACK),
        ("casino.game_voided", POT, STACK),
        ("casino.entry_corrected", POT, STACK),
    ],
)
def test_chips_go_from_the_one_account_to_the_other(topic: str, source: str, target: str) -> None:
    out, into = lines(GAME, topic, example(topic))[:2]
    assert (out.account, out.counter, out.chips) == (source, target, -5)
    assert (into.account, into.counter, into.chips) == (target, source, 5)


def test_a_call_that_costs_nothing_posts_nothing() -> None:
    assert lines(GAME, "azi.called", azi.Called(1, 1, PLAYER, 0, 10, 17)) == ()


@pytest.mark.parametrize("offence", ["renege", "exposed_card", "missing_cut", "false_claim"])
def test_each_offence_is_an_entry_of_its_own_kind(offence: str) -> None:
    entry = lines(GAME, "azi.penalty_imposed", penalty(offence))
    assert {line.kind for line in entry} == {f"penalty_{offence}"}


def test_a_correction_gives_back_and_takes_again_in_one_entry() -> None:
    event = offences.EntryCorrected(9, "Mistyped", (azi.Stake(1, PLAYER, 5),), (azi.Stake(2, "q", 7),), 12)
    moved = [(line.account, line.chips, line.kind) for line in lines(GAME, "azi.entry_corrected", event)]
    assert moved == [
        (POT, -5, "correction"),
        (STACK, 5, "correction"),
        (f"player:q:stack:{TABLE}", -7, "correction"),
        (POT, 7, "correction"),
    ]


def test_cash_that_is_missing_comes_out_of_the_differences_and_a_count_without_one_posts_nothing() -> None:
    missing = lines("desk-cash", "desk.counted", room.CashCounted(15, 20, 3, "Too little"))
    assert [(line.account, line.chips) for line in missing] == [("house:cash", 5), ("house:differences", -5)]
    assert lines("desk-cash", "desk.counted", room.CashCounted(20, 20, 3, None)) == ()


def test_a_deposit_of_too_much_goes_back_to_the_desk() -> None:
    entry = lines("wallet-x", "wallet.entry_corrected", room.CashEntryCorrected(PLAYER, 2, "deposit", 1000, 100, "Mistyped"))
    assert [(line.account, line.chips, line.kind) for line in entry] == [
        ("house:cash", 900, "correction"),
        (WALLET, -900, "correction"),
    ]


def test_an_annulled_deal_that_returns_nothing_posts_nothing() -> None:
    event = offences.DealAnnulled(1, "renege", "AZI-VIOL-3", None, 1, (1, 2), (), 90)
    assert lines(GAME, "azi.deal_annulled", event) == ()


def test_mirrors_and_silent_events_post_nothing() -> None:
    assert lines(GAME, "azi.topped_up", azi.ToppedUp(1, PLAYER, 5)) == ()
    assert lines(GAME, "azi.checked", azi.Checked(1, 1)) == ()


def test_an_event_nobody_has_listed_is_an_error() -> None:
    with pytest.raises(KeyError):
        lines(GAME, "azi.invented", object())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("house:cash", Account("house:cash", "cash")),
        ("house:penalties", Account("house:penalties", "penalties")),
        ("house:differences", Account("house:differences", "differences")),
        (WALLET, Account(WALLET, "wallet", player=PLAYER)),
        (STACK, Account(STACK, "stack", player=PLAYER, table=TABLE)),
        (POT, Account(POT, "pot", table=TABLE, game=f"{TABLE}-7")),
    ],
)
def test_an_account_name_tells_its_parts(name: str, expected: Account) -> None:
    assert parse(name) == expected


@pytest.mark.parametrize(
    "name", ["", "house:bank", "player:p", "player:p:purse", "player:p:stack", "game:t:pot", "game:t-0:pot", "house:cash "]
)
def test_what_is_no_account_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownAccount):
        parse(name)
