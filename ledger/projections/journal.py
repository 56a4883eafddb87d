"""Read model "journal": double entry. Every line of every entry, in order; nothing is ever changed in it."""

from collections.abc import Sequence

from ledger.accounts import parse
from ledger.postings import POSTING
from ledger.projections.model import Cursor, Model, Place, Seen, copy

COLUMNS = "position, line, stream, version, account, counter_account, player, amount, kind, recorded_at, effective_at"


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the lines of every entry. line counts from 0 within the entry."""
    rows: list[tuple[object, ...]] = []
    players: dict[str, str | None] = {}
    for one in seen:
        for number, line in enumerate(one.entry):
            if line.account not in players:
                players[line.account] = parse(line.account).player
            rows.append(
                (
                    one.position,
                    number,
                    one.stream,
                    one.version,
                    line.account,
                    line.counter,
                    players[line.account],
                    line.chips,
                    line.kind,
                    one.recorded_at,
                    one.envelope.effective_at,
                )
            )
    copy(cursor, place("journal"), COLUMNS, rows)


JOURNAL = Model(
    name="journal",
    tables={
        "journal": """
            position bigint not null,
            line int not null,
            stream text collate "C" not null,
            version bigint not null,
            account text collate "C" not null,
            counter_account text collate "C" not null,
            player text collate "C",
            amount numeric(38) not null check (amount <> 0),
            kind text collate "C" not null,
            recorded_at timestamptz not null,
            effective_at timestamptz not null,
            primary key (position, line)""",
    },
    indexes=(
        ("journal", "(player, recorded_at, position, line) where player is not null"),
        ("journal", "(player, effective_at, position, line) where player is not null"),
    ),
    topics=frozenset(POSTING),
    fold=fold,
)
