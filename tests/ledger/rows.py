"""Rows and entries for tests of the store itself, which does not look into the bytes."""

from ledger.envelope import Kept
from ledger.ids import new_id
from ledger.recorder import Entry

FINGERPRINT = b"f" * 32


def rows(stream: str, *versions: int, sealed: bytes | None = None) -> list[Kept]:
    """Rows of one stream with these versions."""
    return [Kept(stream, version, "azi.card_played", b'{"card":"9H"}', sealed) for version in versions]


def entry(key: str | None = None, **changes: object) -> Entry:
    """An accepted request under a key, a new one if none is given."""
    fields: dict[str, object] = {
        "scope": "room:r",
        "key": key or new_id(),
        "fingerprint": FINGERPRINT,
        "status": 201,
        "body": b"done",
    }
    return Entry(**{**fields, **changes})  # type: ignore[arg-type]


def refusal(key: str | None = None) -> Entry:
    """A refused request."""
    return entry(key, status=409, body=b"refused", rule="AZI-PLAY-2", stream="game-a-1", actor="somebody")
