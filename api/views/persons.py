"""Who people are, as JSON: changes of it, a person with all his entries, and everything that is held about one."""

from collections.abc import Iterator, Mapping

from api.http.answers import Members, Shown, encode, money, raw
from api.service.visibility import shown, sight
from api.views.penalties import penalty
from ledger.books.balances import Balance, balance
from ledger.money.persons import entries_now
from ledger.orders.app import Ledger
from ledger.orders.order import Caller, Decided
from ledger.people import keys, people
from ledger.people.erasure import GONE, STAYS
from ledger.projections.model import rows
from ledger.registers.listings import followed, games
from ledger.registers.penalties import penalties
from ledger.registers.refusals import refusals
from ledger.store.errors import LedgerError
from ledger.store.ids import family, stream_of_game, wallet_stream

FORM = "cardledger.person/1"
HELD_IN = ("balances", "tables", "games", "disputes", "penalties", "pots")  # the models that an export rests on
AT_ONCE = 500


def changed(player: str, decided: Decided) -> Members:
    """A player after such an act, with the events in his own wallet."""
    stream = wallet_stream(player)
    told = [raw(row.state) for row in decided.rows if row.stream == stream]
    return {"id": player, "version": decided.streams[stream].version, "events": told}


def erased(player: str, decided: Decided) -> Members:
    """The same of an erasure; what is gone and what stays by its word alone: the answer is kept for readers of any language."""
    return {**changed(player, decided), "gone": list(GONE), "stays": list(STAYS)}


def person(ledger: Ledger, player: str, position: int) -> Members:
    """All entries of this person with what each has by the books at a position, and in sum."""

    def chips(amount: int) -> Members:
        return money(amount, ledger.unit, ledger.scale)

    has = {entry: balance(ledger, entry, at_position=position) for entry in entries_now(ledger, player)}
    entries: list[Shown] = [
        {
            "player": entry,
            "wallet": chips(his.wallet),
            "stacks": {table: chips(stack) for table, stack in his.stacks.items()},
            "total": chips(his.total),
        }
        for entry, his in has.items()
    ]
    sums = _sum(has)
    return {"entries": entries, "wallet": chips(sums[0]), "total": chips(sums[1]), "position": position}


def _sum(has: Mapping[str, Balance]) -> tuple[int, int]:
    return sum(his.wallet for his in has.values()), sum(his.total for his in has.values())


def held(ledger: Ledger, player: str) -> Iterator[bytes]:
    """Everything that is held about this person as one JSON document, piece by piece. Wait first for HELD_IN.

    Of games what he may see of them himself; of others their ids alone.
    """
    head: Members = {"form": FORM, "position": ledger.head(), "unit": ledger.unit, "scale": ledger.scale}
    yield encode(head)[:-1] + b',"entries":['
    for number, entry in enumerate(entries_now(ledger, player)):
        yield b"," if number else b""
        yield from _entry(ledger, entry)
    yield b"]}\n"


def _entry(ledger: Ledger, player: str) -> Iterator[bytes]:
    yield encode(_about(ledger, player))[:-1]
    lists = {
        "wallet_events": _events(ledger, wallet_stream(player)),
        "games": _games(ledger, player),
        "disputes": _disputes(ledger, player),
        "penalties": _penalties(ledger, player),
        "refusals": _refusals(ledger, player),
    }
    for name, items in lists.items():
        yield f',"{name}":['.encode()
        for number, item in enumerate(items):
            yield (b"," if number else b"") + item
        yield b"]"
    yield b"}"


def _about(ledger: Ledger, player: str) -> Members:
    """What stands of him beside the events."""
    ((registered_at, registrar),) = ledger.recorder.rows("select registered_at, registrar from people where player = %s", player)
    references = ledger.recorder.rows("select kind, reference from references_used where stream = %s", wallet_stream(player))
    imported = ledger.recorder.rows("select source, imported_at from imported where kind = 'deposit' and became = %s", player)
    receivers = ledger.recorder.rows(
        "select channel, address, types, made_at from receivers where subject = %s order by made_at", player
    )
    sat = rows(
        ledger,
        "select s.table_id, t.name, s.seat, s.since, s.until from {sittings} s join {tables} t on t.table_id = s.table_id"
        " where s.player = %s order by s.since",
        (player,),
    )
    return {
        "player": player,
        "name": people.name_of(ledger, player),
        "registered_at": registered_at,
        "registrar": registrar,
        "linked": list(ledger.load(wallet_stream(player)).state.linked),
        "keys": [
            {"id": key.id, "name": key.name, "issued_at": key.issued_at, "revoked_at": key.revoked_at}
            for key in keys.of_player(ledger, player)
        ],
        "receivers": [dict(zip(("channel", "address", "types", "made_at"), one, strict=True)) for one in receivers],
        "references": [{"kind": kind, "reference": reference} for kind, reference in references],
        "imported": [{"source": source, "at": at} for source, at in imported],
        "sat": [
            {"table": table, "table_name": name, "seat": seat, "since": since, "until": until}
            for table, name, seat, since, until in sat
        ],
    }


def _events(ledger: Ledger, stream: str) -> Iterator[bytes]:
    return (row.state for row in ledger.history(stream))


def _games(ledger: Ledger, player: str) -> Iterator[bytes]:
    himself, after = Caller(player, "player", player), 0
    while some := games(ledger, player=player, after=after, limit=AT_ONCE):
        after = some[-1].started
        for one in some:
            stream = stream_of_game(one.game)
            try:
                sees = sight(ledger, himself, ledger.load(stream))
            except LedgerError:
                sees = None  # damaged: nothing hidden is opened
            seat = next(seat for seat, who in one.players.items() if who == player)
            head: Members = {"game": one.game, "table_name": one.table_name, "seat": seat, "began_at": one.began_at}
            events = b",".join([shown(row, sees) for row in ledger.history(stream)])
            yield encode(head)[:-1] + b',"events":[' + events + b"]}"


def _disputes(ledger: Ledger, player: str) -> Iterator[bytes]:
    for stream in followed(ledger, player):
        if family(stream) == "dispute":
            yield encode({"dispute": stream.removeprefix("dispute-"), "events": [raw(one) for one in _events(ledger, stream)]})


def _penalties(ledger: Ledger, player: str) -> Iterator[bytes]:
    after = 0
    while some := penalties(ledger, player=player, after=after, limit=AT_ONCE):
        after = some[-1].position
        yield from (encode(penalty(item, ledger.unit, ledger.scale)) for item in some)


def _refusals(ledger: Ledger, player: str) -> Iterator[bytes]:
    after = None
    while some := refusals(ledger, actor=player, after=after, limit=AT_ONCE):
        after = (some[-1].at, some[-1].id)
        yield from (encode({"at": item.at, "rule": item.rule, "stream": item.stream, "answer": raw(item.body)}) for item in some)
