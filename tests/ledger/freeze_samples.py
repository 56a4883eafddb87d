"""Writes the frozen sample of each event type that has none for its present version: `python -m tests.ledger.freeze_samples`.

A sample that exists is never written again: it is what old databases hold. Commit new ones together with the event.
"""

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ledger.store.codec import LedgerMapper
from ledger.store.envelope import GENESIS, Envelope
from ledger.store.kinds import EVENTS, SEALED
from tests.ledger.specimens import specimen

SAMPLES = Path(__file__).parent / "samples"
AT = datetime(2026, 11, 29, 18, 30, 0, 250000, UTC)


def main() -> None:
    mapper = LedgerMapper(EVENTS, SEALED)
    for name, kind in EVENTS.items():
        row = mapper.to_stored_event(
            Envelope("game-qrstuvwxyz234567-1", 7, specimen(kind), "a-player", "a-room", "c" * 32, AT, GENESIS)
        )
        version = msgspec.json.decode(row.state)["v"]
        file = SAMPLES / f"{name}.{version}.json"
        if not file.exists():
            file.write_bytes(row.state)
            if row.sealed is not None:
                file.with_suffix(".sealed").write_bytes(row.sealed)


if __name__ == "__main__":
    SAMPLES.mkdir(exist_ok=True)
    main()
