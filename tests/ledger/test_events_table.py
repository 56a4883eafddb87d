"""What is declared of every event is what people have read in `events.golden.md`, and everything in it is told."""

from __future__ import annotations

from engine.declared import declared
from ledger.money.postings import lines
from ledger.statements.words import GROUP_OF
from ledger.store.kinds import EVENTS
from tests.ledger.events_table import TABLE, examples, table


def test_what_is_declared_of_every_event_is_what_was_read() -> None:
    assert table() == TABLE.read_text(encoding="utf-8"), "read what has changed, then: python -m tests.ledger.events_table"


def test_every_reason_an_event_may_give_is_in_the_table() -> None:
    for kind in EVENTS.values():
        known = declared(kind)
        given = [getattr(event, known.reason) for _, event in examples(known, kind) if known.reason]
        assert given[: len(known.reasons)] == list(known.reasons)


def test_whatever_chips_move_for_has_words_in_a_statement() -> None:
    for name, kind in EVENTS.items():
        for _, event in examples(declared(kind), kind):
            stream = "dispute-abcdefghijklmnop-1-1" if name.startswith("dispute.") else "game-abcdefghijklmnop-1"
            assert {line.kind for line in lines(stream, name, event)} <= set(GROUP_OF)
