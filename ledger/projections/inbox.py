"""Read model "inbox": who is to be told of what: disputes and rulings on games of his or at tables of his, claims and findings
against him, penalties, corrections of what concerns him.

A notice is an event and a reader, nothing more: what it says is made of the event when it is read. Nobody is told of what he did
himself, but of a penalty; nor of what a bulk import has brought, which is long over. Who reads is known by his id alone: players,
stewards of a table, the cashier who made an entry.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cardgame import offence_events as offences
from engine.declared import Role
from engine.deeds import begins, fines, naming
from engine.disputes import events as disputes
from engine.room import events as room
from ledger.orders.order import IMPORT
from ledger.projections.model import Cursor, Index, Model, Place, Seen, array, copy
from ledger.store.ids import family, game_of_dispute, table_of_game
from ledger.store.kinds import EVENTS, ROLES, doing, named

CLAIMS: Mapping[type, str] = {
    offences.ClaimMade: "claim",
    offences.ClaimUpheld: "claim_right",
    offences.ClaimUnfounded: "claim_wrong",
    offences.ClaimLapsed: "claim_unproved",
    offences.OffenceFound: "finding",
}
OF_CLAIMS = {name: kind for name, event in EVENTS.items() for base, kind in CLAIMS.items() if issubclass(event, base)}
OF_ROLES = {Role.FINES: "penalty", Role.CORRECTS: "correction", Role.VOIDS: "game_void"}
OF_DISPUTES: Mapping[type, str] = {
    disputes.Opened: "dispute_opened",
    disputes.Answered: "dispute_answered",
    disputes.Ruled: "ruling",
    disputes.Appealed: "appeal",
    disputes.Withdrawn: "dispute_withdrawn",
}
CASH, TAKEN_BACK = "cash_correction", "appeal_withdrawn"
KINDS = (*OF_DISPUTES.values(), TAKEN_BACK, *CLAIMS.values(), *OF_ROLES.values(), CASH)

BEGINS = doing(Role.BEGINS)
(OPENED,), (ASSIGNED,), (CORRECTED,) = named(room.TableOpened), named(room.StewardAssigned), named(room.CashEntryCorrected)
ENTRIES = named(room.Deposited, room.Withdrawn, room.DebtSettled)
TOLD = {
    **OF_CLAIMS,
    **{name: OF_ROLES[role] for name, role in ROLES.items() if role in OF_ROLES},
    **{name: kind for event, kind in OF_DISPUTES.items() for name in named(event)},
    CORRECTED: CASH,
}


@dataclass(slots=True)
class Changes:
    """What one batch brings: who sits where, who is steward since when, who made which entry; and what is to be told."""

    seats: list[tuple[object, ...]] = field(default_factory=list)
    stewards: list[tuple[object, ...]] = field(default_factory=list)
    entries: list[tuple[object, ...]] = field(default_factory=list)
    told: list[Seen] = field(default_factory=list)


def _begins(changes: Changes, one: Seen) -> None:
    changes.seats += [(one.stream.removeprefix("game-"), sitting.seat, sitting.player) for sitting in one.done(begins).seats]


def _opened(changes: Changes, one: Seen) -> None:
    changes.stewards += [
        (one.stream.removeprefix("table-"), steward, one.position) for steward in one.of(room.TableOpened).stewards
    ]


def _assigned(changes: Changes, one: Seen) -> None:
    changes.stewards.append((one.stream.removeprefix("table-"), one.of(room.StewardAssigned).steward, one.position))


def _entered(changes: Changes, one: Seen) -> None:
    changes.entries.append((one.stream, one.version, one.envelope.actor))


TAKES: Mapping[str, Callable[[Changes, Seen], None]] = {
    **dict.fromkeys(BEGINS, _begins),
    OPENED: _opened,
    ASSIGNED: _assigned,
    **dict.fromkeys(ENTRIES, _entered),
}


def fold(cursor: Cursor, place: Place, seen: Sequence[Seen]) -> None:
    """Keep who is concerned by what, then the notices one by one: there are few."""
    changes = Changes()
    for one in seen:
        if (take := TAKES.get(one.topic)) is not None:
            take(changes, one)
        elif one.envelope.via != IMPORT:
            changes.told.append(one)
    copy(cursor, place("inbox_seats"), "game, seat, player", changes.seats)
    if changes.stewards:
        cursor.executemany(f"insert into {place('inbox_stewards')} values (%s, %s, %s) on conflict do nothing", changes.stewards)
    copy(cursor, place("inbox_entries"), "wallet, step, cashier", changes.entries)
    for one in changes.told:
        _tell(cursor, place, one)


def _tell(cursor: Cursor, place: Place, one: Seen) -> None:
    """Enter it for everybody whom it concerns."""
    kind, actor = TOLD[one.topic], one.envelope.actor
    game = dispute = None
    match family(one.stream):
        case "dispute":
            dispute, game = one.stream.removeprefix("dispute-"), game_of_dispute(one.stream)
        case "game":
            game = one.stream.removeprefix("game-")
    if game is None:
        readers = _of_wallet(cursor, place, one)
    elif kind == "penalty":
        readers, actor = {one.done(fines).player}, ""
    elif one.topic in OF_CLAIMS:
        readers = _at(cursor, place, game, _seats(one))
    else:
        readers = _at(cursor, place, game, None) | _stewards(cursor, place, game, one.position)
    deadline = one.event.appeal_until if isinstance(one.event, disputes.Ruled) else None
    if isinstance(one.event, disputes.Withdrawn) and one.event.appeal:
        kind = TAKEN_BACK
    about = (one.position, kind, game, None if game is None else table_of_game(game), dispute, deadline, one.recorded_at)
    cursor.executemany(
        f"insert into {place('inbox')} (reader, position, kind, game, table_id, dispute, deadline, recorded_at)"
        " values (%s, %s, %s, %s, %s, %s, %s, %s)",
        [(reader, *about) for reader in sorted(readers - {actor})],
    )


def _seats(one: Seen) -> tuple[int, ...]:
    """Whom a claim or a finding concerns: whose card it is about, and once it is settled who claimed."""
    told, settled = naming(one.event), not isinstance(one.event, offences.ClaimMade | offences.OffenceFound)
    return tuple([seat for seat in (told.against, told.seat if settled else None) if seat is not None])


def _at(cursor: Cursor, place: Place, game: str, seats: tuple[int, ...] | None) -> set[str]:
    """The players at these seats of the game; None: at all."""
    found = cursor.execute(
        f"select player from {place('inbox_seats')} where game = %s and (%s::int[] is null or seat = any(%s::int[]))",
        (game, *[None if seats is None else array(seats)] * 2),
        prepare=True,
    ).fetchall()
    return {player for (player,) in found}


def _stewards(cursor: Cursor, place: Place, game: str, position: int) -> set[str]:
    """The stewards of its table, as it was at that position."""
    found = cursor.execute(
        f"select steward from {place('inbox_stewards')} where table_id = %s and since < %s",
        (table_of_game(game), position),
        prepare=True,
    ).fetchall()
    return {steward for (steward,) in found}


def _of_wallet(cursor: Cursor, place: Place, one: Seen) -> set[str]:
    """Whose wallet it is, and who made the entry that is corrected."""
    event = one.of(room.CashEntryCorrected)
    found = cursor.execute(
        f"select cashier from {place('inbox_entries')} where wallet = %s and step = %s", (one.stream, event.step), prepare=True
    ).fetchall()
    return {event.player, *(cashier for (cashier,) in found)}


INBOX = Model(
    name="inbox",
    tables={
        "inbox": """
            reader text collate "C",
            position bigint,
            kind text collate "C" not null,
            game text collate "C",
            table_id text collate "C",
            dispute text collate "C",
            deadline timestamptz,
            recorded_at timestamptz not null,
            primary key (reader, position)""",
        "inbox_seats": 'game text collate "C", seat int, player text collate "C" not null, primary key (game, seat)',
        "inbox_stewards": """
            table_id text collate "C",
            steward text collate "C",
            since bigint not null,
            primary key (table_id, steward)""",
        "inbox_entries": 'wallet text collate "C", step bigint, cashier text collate "C" not null, primary key (wallet, step)',
    },
    indexes=(Index("inbox", "(position)"),),
    topics=frozenset({*TAKES, *TOLD}),
    fold=fold,
)
