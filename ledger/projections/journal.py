"""Read model "journal": double entry. Every line of every entry, in order; nothing is ever changed in it.

Beside it stand sums, so that nobody has to add up all lines to know what an account held at a moment. Lines arrive late and out of
order by effective time, so a running balance would not do. Instead lines are summed by account, kind and span of time, for spans of
six widths (WIDTHS), each 16 or 64 of the next narrower one: whatever lies before a moment is some spans of the widest, at most 15
or 63 of each other width, and the lines of four seconds. The ratios are smaller between the wide ones: those are few, with all
kinds of entries in each. Pots have no such sums: nobody asks for a pot by time.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from ledger.money.accounts import parse
from ledger.money.postings import POSTING
from ledger.projections.model import Cursor, Guard, Index, Model, Place, Seen, array, copy_lines

COLUMNS = "position, line, stream, version, account, counter_account, player, amount, kind, actor, recorded_at, effective_at"
NOBODY = "\\N"  # NULL, as COPY writes it
WIDTHS = (46, 42, 38, 34, 28, 22)  # of spans: so many powers of two of microseconds, 814 days to 4.2 seconds
TIMED = "account not like 'game:%'"  # lines of accounts that are asked for by time

_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """A moment as whole microseconds since 1970, UTC; below zero before."""
    return (moment - _EPOCH) // _MICROSECOND


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Append the lines of every entry, and add them to the sums. line counts from 0 within the entry."""
    lines: list[str] = []
    players: dict[str, str] = {}
    sums: dict[tuple[str, str, bool, int], list[int]] = {}
    times, told, recorded, effective = (_EPOCH, _EPOCH), "", 0, 0
    for one in seen:
        entry = one.entry
        if not entry:
            continue
        envelope = one.envelope
        if (one.recorded_at, envelope.effective_at) != times:  # the events of one append have the same
            times = one.recorded_at, envelope.effective_at
            told = "\t".join([at.isoformat() for at in times])
            recorded, effective = (microseconds(at) >> WIDTHS[-1] for at in times)
        step = f"{one.stream}\t{one.version}"
        circumstances = f"{envelope.actor}\t{told}"
        for number, (account, counter, chips, kind) in enumerate(entry):
            player = players.get(account)
            if player is None:
                player = players[account] = parse(account).player or NOBODY
            lines.append(f"{one.position}\t{number}\t{step}\t{account}\t{counter}\t{player}\t{chips}\t{kind}\t{circumstances}")
            if account.startswith("game:"):
                continue
            key = account, kind, chips > 0, recorded
            added = sums.get(key)
            if added is None:
                added = sums[key] = [0, 0, 0, 0]
            added[0] += 1
            added[1] += chips
            if effective != recorded:
                added = sums.setdefault((account, kind, chips > 0, effective), [0, 0, 0, 0])
            added[2] += 1
            added[3] += chips
    copy_lines(cursor, place("journal"), COLUMNS, lines)
    if sums:
        _add(cursor, place, sums)


def _add(cursor: Cursor, place: Place, sums: dict[tuple[str, str, bool, int], list[int]]) -> None:
    """Add sums of the narrowest spans, and with them those of the wider ones that hold them."""
    columns = (*zip(*sums, strict=True), *zip(*sums.values(), strict=True))
    cursor.execute(
        f"insert into {place('journal_sums')} as kept"
        " (width, account, span, kind, gains, recorded_lines, recorded, effective_lines, effective)"
        " select width, account, span >> (width - %s), kind, gains, sum(rn), sum(r), sum(en), sum(e)"
        " from unnest(%s::text[], %s::text[], %s::boolean[], %s::bigint[], %s::int[], %s::numeric[], %s::int[], %s::numeric[])"
        " as come (account, kind, gains, span, rn, r, en, e), unnest(%s::int[]) as width"
        " group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5"
        " on conflict (width, account, span, kind, gains) do update set"
        " recorded_lines = kept.recorded_lines + excluded.recorded_lines, recorded = kept.recorded + excluded.recorded,"
        " effective_lines = kept.effective_lines + excluded.effective_lines, effective = kept.effective + excluded.effective",
        (WIDTHS[-1], *(array(column) for column in columns), array(WIDTHS)),
        prepare=True,
    )


JOURNAL = Model(
    name="journal",
    form=4,
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
            actor text collate "C" not null,
            recorded_at timestamptz not null,
            effective_at timestamptz not null""",
        "journal_sums": """
            width smallint not null,
            account text collate "C" not null,
            span bigint not null,
            kind text collate "C" not null,
            gains boolean not null,
            recorded_lines bigint not null,
            recorded numeric(38) not null,
            effective_lines bigint not null,
            effective numeric(38) not null,
            primary key (width, account, span, kind, gains)""",
    },
    indexes=(
        Index("journal", "(position, line)", unique=True),
        Index("journal", "(player, recorded_at, position, line) where player is not null"),
        Index("journal", "(player, effective_at, position, line) where player is not null"),
        Index("journal", f"(account, recorded_at, position, line) where {TIMED}"),
        Index("journal", f"(account, effective_at, position, line) where {TIMED}"),
    ),
    guards=(
        Guard(
            "journal",
            "journal_entries_sum_to_zero",
            "after insert on {table} referencing new table as added",
            "if exists (select from added group by position having sum(amount) <> 0) then"
            " raise exception 'an entry does not sum to zero' using errcode = 'check_violation'; end if;",
        ),
        Guard(
            "journal",
            "journal_only_grows",
            "before update or delete or truncate on {table}",
            "raise exception 'the journal only grows' using errcode = 'check_violation';",
        ),
    ),
    topics=frozenset(POSTING),
    fold=fold,
)
