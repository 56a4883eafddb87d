"""Games that were over and are taken up again by a correction: books, audits, registers and statistics follow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.azi import azi
from engine.azi import commands as azi_commands
from engine.casino import casino
from engine.casino import commands as casino_commands
from engine.decider import act
from engine.games import KINDS
from engine.record import read, recorded, write
from engine.rules import RuleBroken
from ledger.audits.auditing import audited
from ledger.orders.app import Ledger
from ledger.registers.penalties import penalties
from ledger.registers.statistics import statistics
from ledger.running.rebuild import difference
from tests.engine.azi.offending_games import tried as azi_games
from tests.engine.casino.offending_games import tried as casino_games
from tests.engine.scenario import keeps
from tests.ledger.random_club import catch_up
from tests.ledger.test_statistics import counted, imported

GAMES: dict[str, tuple[Any, Any, Any]] = {
    "azi": (azi, azi_commands, azi_games),
    "casino": (casino, casino_commands, casino_games),
}
SEEDS = {"azi": range(60), "casino": range(260)}
MODELS = ("games", "statistics", "penalties", "pots", "tables", "journal", "balances", "hands")


def resumed(game: str, seed: int) -> Iterator[tuple[list[Any], Any]]:
    """A random game that is corrected after its end, several times perhaps, and made void or ended by the correction at last:
    its events and its last state. None where nothing of it can be corrected, or it could not be sat down to."""
    decider, commands, games = GAMES[game]
    rnd, events, state = Random(seed), [], decider.initial  # noqa: S311
    for _, _, made, after in games(seed):
        if not events and any(one.seat > after.house.players_max or one.stack < 0 for one in made[0].seats):
            return
        if not isinstance(made, RuleBroken):
            events += made
            state = after
    for _ in range(rnd.randint(1, 3)):
        steps = [entry.step for entry in state.offences.entries if not entry.stays]
        for step in sorted(steps, reverse=rnd.random() < 0.5)[:3]:
            try:
                made, state = act(decider, state, commands.Correct(step, "mistyped"))
            except RuleBroken:
                continue
            events += made
            break
        else:
            return
        if not state.over:
            made, state = act(decider, state, commands.VoidGame("the lights went out"))
            events += made
    yield events, state


@keeps("AZI-REC-1", "CAS-REC-1")
@pytest.mark.parametrize("game", GAMES)
def test_random_games_that_were_taken_up_again_are_exact_records(game: str) -> None:
    found = [one for seed in SEEDS[game] for one in resumed(game, seed)]
    assert len(found) > 10
    for events, state in found:
        record = recorded(KINDS[game], events)
        assert read(write(record)) == record
        assert record.state == state


@keeps("AZI-REC-1", "CAS-REC-1", "TABLE-3", "TABLE-5")
@pytest.mark.parametrize("game", GAMES)
def test_imported_they_leave_books_audits_registers_and_statistics_in_order(ledger: Ledger, game: str) -> None:
    texts = [write(recorded(KINDS[game], events)) for seed in SEEDS[game] for events, _ in resumed(game, seed)]
    games = imported(ledger, texts)
    assert len(games) == len(texts) > 10
    catch_up(ledger)
    assert [one for one in audited(ledger).findings if one.severity == "fault"] == []
    for model in MODELS:
        assert difference(ledger, model) == [], model
    expected = sum(told["net"] for one in games for told in counted(ledger, one).values())
    assert sum(one.net for one in statistics(ledger)) == expected == 0
    assert sum(one.games for one in statistics(ledger, by="table")) == len(games)
    for one in games:
        stands = list[tuple[int, Any]]()
        for step, row in enumerate(ledger.history(f"game-{one}"), 1):
            event = ledger.decode(row).event
            if type(event).__name__ == "EntryCorrected":
                stands = [(at, kept) for at, kept in stands if at < event.step]
            stands.append((step, event))
        names = [type(event).__name__ for _, event in stands]
        fined = [step for step, event in stands if type(event).__name__ in ("PenaltyImposed", "PointsDeducted")]
        due = [] if "GameVoided" in names else fined
        assert [at.step for at in penalties(ledger, game=one, limit=1000) if at.returned_by is None] == due, one
