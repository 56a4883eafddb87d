"""Where acts end, and games played on from there: no branch begins between an act and what the rules make of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.record import Record, read
from ledger.orders.order import IMPORT
from ledger.play.branches import by_dice
from ledger.replays.film import Film
from ledger.store.envelope import GENESIS, Envelope, Kept
from tests import lengths

GOLDEN = {
    file.stem: read(file.read_text(encoding="utf-8")) for file in sorted((Path(__file__).parents[1] / "records").glob("*.toml"))
}
STEPS, SEED = lengths.by_length(5, 5, 100), 8
AT = datetime(2026, 1, 2, 12, tzinfo=UTC)


def filmed(record: Record, *, imported: bool) -> Film:
    """The game as it would be stored: by one command for each act, or all of it by that of an import."""
    kind, stream = record.kind, "game-t-1"
    names = {event: name for name, event in kind.events.items()}
    begins = [act.step for act in record.acts]
    whole = Film("t-1", kind, [])
    state = kind.decider.initial
    for number, event in enumerate(record.events, 1):
        command = "all" if imported else str(sum(step <= number for step in begins))
        state = kind.decider.evolve(state, event)
        whole.states.append(state)
        whole.envelopes.append(Envelope(stream, number, event, "sam", IMPORT if imported else None, command, AT, GENESIS))
        whole.rows = [*whole.rows, Kept(stream, number, names[event.__class__], b"{}")]
    return whole


def ends(record: Record) -> list[int]:
    """For each step the last one of its act, by the acts themselves."""
    lasts = [act.step - 1 for act in record.acts[1:]] + [len(record.events)]
    return [min(last for last in lasts if last >= step) for step in range(1, len(record.events) + 1)]


@pytest.mark.parametrize("imported", [False, True])
@pytest.mark.parametrize("name", GOLDEN)
def test_an_act_ends_with_the_last_of_its_consequences(name: str, imported: bool) -> None:
    record = GOLDEN[name]
    whole = filmed(record, imported=imported)
    assert [whole.act_end(step) for step in range(1, len(whole.rows) + 1)] == ends(record)
    for step in range(1, len(whole.rows) + 1):
        shown = whole.step(step)
        assert shown.mid_act is (whole.act_end(step) > step)
        assert not (shown.mid_act and shown.legal)


def chosen(dice: random.Random) -> Iterator[tuple[str, int]]:
    """(game, step) of some steps of each golden game."""
    for name, record in GOLDEN.items():
        steps = range(1, len(record.events) + 1)
        yield from ((name, step) for step in sorted(dice.sample(steps, min(STEPS, len(steps)))))


def test_from_any_step_a_game_goes_on_after_the_act_and_to_its_end_by_the_rules() -> None:
    for name, step in chosen(random.Random(SEED)):  # noqa: S311
        whole = filmed(GOLDEN[name], imported=False)
        at = whole.act_end(step)
        end = begun = whole.states[at - 1]
        unseen = begun.house.deck == "unseen"
        for _, _, after in () if unseen else by_dice(whole.kind, begun, "random", 2000, step):
            end = after
            assert sum(end.stacks.values()) + end.pot == sum(begun.stacks.values()) + begun.pot
        # Casino at a real table stops where only people have the cards.
        assert end.over or unseen or (whole.kind.play is None and end.phase in {"lot", "deal", "shuffle", "cut"})
