"""Rows and entries for tests of the store itself, which does not look into the bytes."""

from ledger.store.envelope import GENESIS, Kept, link
from ledger.store.ids import new_id
from ledger.store.recorder import Entry

FINGERPRINT = b"f" * 32


def rows(stream: str, *versions: int, sealed: bytes | None = None) -> list[Kept]:
    """Rows of one stream with these versions."""
    return [Kept(stream, version, "azi.card_played", b'{"card":"9H"}', sealed) for version in versions]


def read(**versions: int) -> dict[str, tuple[int, str]]:
    """These streams, with "_" for "-" in their names, as read at these versions; all of their rows were made here."""
    heads = {name: link(rows(name, version)[0]) if version else GENESIS for name, version in versions.items()}
    return {name.replace("_", "-"): (version, heads[name]) for name, version in versions.items()}


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
