"""Read model "journal": double entry. Every line of every entry, in order; nothing is ever changed in it."""

from collections.abc import Sequence

from ledger.accounts import parse
from ledger.postings import POSTING
from ledger.projections.model import Cursor, Index, Model, Place, Seen, copy_lines

COLUMNS = "position, line, stream, version, account, counter_account, player, amount, kind, recorded_at, effective_at"
NOBODY = "\\N"  # NULL, as COPY writes it


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the lines of every entry. line counts from 0 within the entry."""
    lines: list[str] = []
    players: dict[str, str] = {}
    for one in seen:
        step = f"{one.stream}\t{one.version}"
        times = f"{one.recorded_at.isoformat()}\t{one.envelope.effective_at.isoformat()}"
        for number, (account, counter, chips, kind) in enumerate(one.entry):
            player = players.get(account)
            if player is None:
                player = players[account] = parse(account).player or NOBODY
            lines.append(f"{one.position}\t{number}\t{step}\t{account}\t{counter}\t{player}\t{chips}\t{kind}\t{times}")
    copy_lines(cursor, place("journal"), COLUMNS, lines)


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
            effective_at timestamptz not null""",
    },
    indexes=(
        Index("journal", "(position, line)", unique=True),
        Index("journal", "(player, recorded_at, position, line) where player is not null"),
        Index("journal", "(player, effective_at, position, line) where player is not null"),
    ),
    topics=frozenset(POSTING),
    fold=fold,
)
