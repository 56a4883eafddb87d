"""All messages that are said by a key: of games in general, and of each game of the house from the folder of its name."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.games import own
from ledger.words import acts, events, headings, notices, statements
from ledger.words.messages import Message

PARTS = ("events", "acts", "statements")  # of a game


def _tables() -> Iterator[Mapping[str, Message]]:
    yield from (events.SENTENCES, acts.SENTENCES, headings.SENTENCES, statements.SENTENCES, notices.SENTENCES)
    for part in PARTS:
        yield from (module.SENTENCES for module in own("ledger.words", part).values())


def _together() -> Mapping[str, Message]:
    """Raises ValueError: two tables have a message of one key."""
    found: dict[str, Message] = {}
    for table in _tables():
        if twice := found.keys() & table.keys():
            raise ValueError(f"said twice: {sorted(twice)}")
        found |= table
    return MappingProxyType(found)


SENTENCES = _together()
