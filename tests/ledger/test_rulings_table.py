"""Every kind of ruling after every other, in the same dispute and in another: which are accepted, and which are refused by what.

Down stands what holds, across what is ruled then. "ok" is accepted, 4 and 5 are refused by DISPUTE-4 (it would change nothing) and
DISPUTE-5 (it contradicts). "winner" awards the pot to whoever has won it, "other" to somebody else, "split" to both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.azi.rulebook import AZI_CLAIM_1, AZI_REC_1
from engine.disputes.commands import Disputed
from engine.room.rulebook import DISPUTE_4, DISPUTE_5
from engine.rules import Rule, RuleBroken
from ledger.disputes import acts
from ledger.play import tables
from tests.engine.scenario import breaks, keeps
from tests.ledger.club import STEWARD, STRANGER, Club, himself, order
from tests.ledger.court import RENEGE, Court, play_out_recorded, record, shares
from tests.ledger.plays import BIDS, DEAL, EXAMPLE_1, PLAYS, RITUAL

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

Table = dict[str, str]
SHORT: dict[str, Rule] = {"4": DISPUTE_4, "5": DISPUTE_5, "C": AZI_CLAIM_1, "R": AZI_REC_1}
AFTER = "stands fine fine_to pay winner other split void"
SAME: Table = {
    "stands":  "ok ok ok ok 4  ok ok ok",
    "fine":    "ok ok ok ok 4  ok ok ok",
    "fine_to": "ok ok ok ok 4  ok ok ok",
    "pay":     "ok ok ok ok 4  ok ok ok",
    "other":   "ok ok ok ok ok ok ok ok",
    "split":   "ok ok ok ok ok ok ok ok",
    "void":    "ok ok ok ok ok ok ok ok",
}  # fmt: skip
IN_ANOTHER: Table = {
    "stands":  "ok ok ok ok 4 ok ok ok",
    "fine":    "ok ok ok ok 4 ok ok ok",
    "fine_to": "ok ok ok ok 4 ok ok ok",
    "pay":     "ok ok ok ok 4 ok ok ok",
    "other":   "ok 5  5  5  5 5  5  5",
    "split":   "ok 5  5  5  5 5  5  5",
    "void":    "ok 5  5  5  5 5  5  5",
}  # fmt: skip
# Of what was ruled while the game ran, followed when it is over.
SAME_LATER: Table = {
    "stands":    "ok ok ok ok 4  ok ok ok",
    "penalty":   "ok ok ok ok 4  ok ok ok",
    "restore":   "ok ok ok ok 4  ok ok ok",
    "back":      "5  ok ok ok 4  ok ok ok",
    "void_deal": "5  ok ok ok 4  ok ok ok",
    "void_game": "5  ok ok ok ok ok ok ok",
}  # fmt: skip
IN_ANOTHER_LATER: Table = {
    "stands":    "ok ok ok ok 4 ok ok ok",
    "penalty":   "ok ok ok ok 4 ok ok ok",
    "restore":   "ok ok ok ok 4 ok ok ok",
    "back":      "ok ok ok ok 4 ok ok ok",
    "void_deal": "ok ok ok ok 4 ok ok ok",
    "void_game": "ok 5  5  5  5 5  5  5",
}  # fmt: skip
# While the game runs. C and R: the game's own rules refuse it, since the play has been ruled on, or is no longer there to correct.
RUNNING = "stands penalty restore back void_deal void_game"
SAME_RUNNING: Table = {
    "stands":    "ok ok ok ok ok ok",
    "penalty":   "ok ok ok ok ok ok",
    "restore":   "ok ok ok ok ok ok",
    "back":      "5  C  C  ok ok ok",
    "void_deal": "ok ok ok ok ok ok",
}  # fmt: skip
IN_ANOTHER_RUNNING: Table = {
    "stands":    "ok ok ok ok ok ok",
    "penalty":   "ok C  C  5  ok ok",
    "restore":   "ok C  C  5  ok ok",
    "back":      "ok C  C  R  ok ok",
    "void_deal": "ok ok ok 5  4  ok",
}  # fmt: skip
OF_THE_CARD = Disputed(deal=1, trick=1, card="7H")


@pytest.fixture
def players(ledger: Ledger) -> list[str]:
    """Four who are rich enough for all these games."""
    club = Club(ledger)
    return [club.rich(10**6) for _ in range(4)]


def ruling(court: Court, what: str) -> tuple[str, dict[str, Any]]:
    """The decision of this name in this game, and what it names."""
    won = [share.seat for share in shares(court)] or [3]
    winner, other = won[0], 2 if won[0] == 3 else 3
    named: dict[str, tuple[str, dict[str, Any]]] = {
        "fine": ("penalty", {"seat": 1, "amount": 50}),
        "fine_to": ("penalty", {"seat": 1, "amount": 50, "to": (2, 3)}),
        "pay": ("pay", {"seat": 1, "amount": 50, "to": (2,)}),
        "winner": ("award", {"to": (winner,)}),
        "other": ("award", {"to": (other,)}),
        "split": ("award", {"to": (2, 3)}),
        "void": ("void_game", {}),
        "back": ("restore", {"step": step_of_the_renege(court)}),
    }
    return named.get(what, (what, {}))


def step_of_the_renege(court: Court) -> int:
    rows = court.ledger.history(f"game-{court.game}")
    return [row.originator_version for row in rows if row.topic == "azi.card_played"][1]


def told(court: Court, dispute: str, what: str, **more: Any) -> str:
    """What becomes of it, as the tables have it; a refusal has changed nothing."""
    word, names = ruling(court, what)
    before = court.ledger.head(), court.wallets()
    try:
        court.rule(dispute, word, **names, **more)
    except RuleBroken as broken:
        assert (court.ledger.head(), court.wallets()) == before
        return next(short for short, rule in SHORT.items() if rule is broken.rule)
    return "ok"


def row(court: Any, holds: str, across: str, *, same: bool, appealed: bool = False) -> str:
    """One line of a table. court: makes a new game on which `holds` is ruled in the first of two disputes."""
    found = []
    for what in across.split():
        case, first, second = court(holds)
        if appealed:
            tables.assign_steward(case.ledger, order(STEWARD), case.table, STRANGER.subject)
            acts.appeal(case.ledger, order(himself(case.players[1])), first, "Look again")
        found.append(told(case, first if same else second, what, by=STRANGER if appealed else STEWARD))
    case.club.sums_hold()
    return " ".join(found)


def lines(table: Table) -> Table:
    """Without what is only there for the eye."""
    return {holds: " ".join(line.split()) for holds, line in table.items()}


@keeps("DISPUTE-4", "DISPUTE-5")
@breaks("DISPUTE-4", "DISPUTE-5")
@pytest.mark.parametrize(("table", "same", "appealed"), [(SAME, True, False), (SAME, True, True), (IN_ANOTHER, False, False)])
def test_after_a_game_each_kind_of_ruling_follows_each_other_or_is_refused_by_its_rule(
    ledger: Ledger, players: list[str], table: Table, same: bool, appealed: bool
) -> None:
    def ruled(holds: str) -> tuple[Court, str, str]:
        court = Court(ledger, *EXAMPLE_1, players=players)
        first, second = court.open(), court.open()
        assert told(court, first, holds) == "ok"
        return court, first, second

    found = {holds: row(ruled, holds, AFTER, same=same, appealed=appealed) for holds in table}
    assert found == lines(table)


def test_the_first_ruling_on_a_game_does_not_award_the_pot_to_who_has_it(ledger: Ledger, players: list[str]) -> None:
    def new(_: str) -> tuple[Court, str, str]:
        court = Court(ledger, *EXAMPLE_1, players=players)
        return court, court.open(), ""

    assert row(new, "", AFTER, same=True) == "ok ok ok ok 4 ok ok ok"


@pytest.mark.parametrize(("table", "same"), [(SAME_LATER, True), (IN_ANOTHER_LATER, False)])
def test_what_was_ruled_while_the_game_ran_is_followed_when_it_is_over(
    ledger: Ledger, players: list[str], table: Table, same: bool
) -> None:
    def ruled(holds: str) -> tuple[Court, str, str]:
        court = record(ledger, PLAYS[0], RENEGE, players=players)
        first, second = court.open("renege", OF_THE_CARD), court.open()
        assert told(court, first, holds) == "ok"
        if holds == "void_deal":
            court.club.act(court.game, *RITUAL, DEAL, *BIDS)
        play_out_recorded(court)
        return court, first, second

    assert {holds: row(ruled, holds, AFTER, same=same) for holds in table} == lines(table)


@pytest.mark.parametrize(("table", "same"), [(SAME_RUNNING, True), (IN_ANOTHER_RUNNING, False)])
def test_in_a_running_game_each_kind_of_ruling_follows_each_other_or_is_refused(
    ledger: Ledger, players: list[str], table: Table, same: bool
) -> None:
    def ruled(holds: str) -> tuple[Court, str, str]:
        court = record(ledger, PLAYS[0], RENEGE, players=players)
        first, second = court.open("renege", OF_THE_CARD), court.open("renege", OF_THE_CARD)
        assert told(court, first, holds) == "ok"
        return court, first, second

    assert {holds: row(ruled, holds, RUNNING, same=same) for holds in table} == lines(table)


@pytest.mark.parametrize("held", ["void", "other"])
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("stands",  "ok 5  5  5  5 5 5 5"),
        ("fine",    "5  ok 5  5  5 5 5 5"),
        ("fine_to", "5  5  ok 5  5 5 5 5"),
        ("pay",     "5  5  5  ok 5 5 5 5"),
    ],
)  # fmt: skip
def test_while_another_dispute_decides_the_pot_one_is_only_confirmed(
    ledger: Ledger, players: list[str], held: str, own: str, expected: str
) -> None:
    def ruled(_: str) -> tuple[Court, str, str]:
        court = Court(ledger, *EXAMPLE_1, players=players)
        first, second = court.open(), court.open()
        assert (told(court, first, own), told(court, second, held)) == ("ok", "ok")
        return court, first, second

    wanted = " ".join(expected.split())
    assert row(ruled, "", AFTER, same=True) == row(ruled, "", AFTER, same=True, appealed=True) == wanted


def test_a_game_made_void_while_it_ran_stays_so_under_what_is_ruled_on_top_of_it(ledger: Ledger, players: list[str]) -> None:
    def ruled(holds: str) -> tuple[Court, str, str]:
        court = record(ledger, PLAYS[0], RENEGE, players=players)
        first, second = court.open(), court.open()
        for what in ("void_game", *holds.split()):
            assert told(court, first, what) == "ok"
        return court, first, second

    for on_top in ("fine", "fine stands", "other fine", "other void"):
        assert row(ruled, on_top, AFTER, same=False) == "ok 5 5 5 5 5 5 5"
    assert row(ruled, "fine", AFTER, same=True) == "ok ok ok ok ok ok ok ok"
