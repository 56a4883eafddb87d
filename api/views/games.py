"""A game as JSON: its state as one viewer may see it, and what may be done next."""

from collections.abc import Sequence
from dataclasses import asdict

from api.http.answers import Members, money, raws
from api.service.shared import ledger
from api.service.visibility import Sight, shown, sight
from api.views import legal
from api.views.state import shows
from engine.disputes import Dispute
from engine.disputes.holding import holding, naming
from engine.options import whole
from engine.playing import Playing
from engine.wanted import Wanted
from ledger.orders.order import Caller, Decided
from ledger.registers.listings import ListedGame
from ledger.store.ids import family
from ledger.store.streams import Stream


def game(stream: Stream[Playing, Wanted], sees: Sight, disputes: Sequence[Dispute], *, with_legal: bool = True) -> Members:
    """The latest state and the legal actions of the viewer's own seat; for a steward who enters what happens, of all seats, and
    what he does for none. For who may judge, also what went against the rules. disputes: all on this game, in order."""
    shown = {
        "id": stream.id.removeprefix("game-"),
        "game": stream.kind,
        **state(stream.state, stream.version, sees),
        **_ended(stream.state.how or None, disputes),
    }
    if with_legal:
        place = legal.of_game(stream.id.removeprefix("game-"))
        shown |= legal.told_legal(legal.offered(stream.state, sees), stream.state, sees, place)
    if sees.judges:
        shown["violations"] = [asdict(violation) for violation in sees.kind.violations(stream.state)]
    return shown


def _ended(how: str | None, disputes: Sequence[Dispute]) -> Members:
    """How it has ended, by itself and by a ruling, and the disputes on it, as the list of games has them."""
    deciding, named = holding(disputes), naming(disputes)
    return {
        "how": how,
        "ruled": deciding.ends if deciding else None,
        "dispute": named.id if named else None,
        "disputes": [one.id for one in disputes if one.stage != "withdrawn"],
    }


def state(at: Playing, version: int, sees: Sight) -> Members:
    """A state of the game, the latest or an earlier one, with the hands that the viewer may see by the latest."""

    def chips(amount: int) -> Members:
        return money(amount, at.unit, at.scale)

    own = shows(sees.kind.name)
    of_seats = own.of_seats(at, chips)
    return {
        "table": at.table,
        "number": at.number,
        "version": version,
        "phase": at.phase,
        "over": at.over,
        "dealer": at.dealer or None,
        "deal": at.deal,
        "pot": chips(at.pot),
        "turn": at.turn or None,
        "seats": [
            {
                "seat": seat,
                "player": at.players[seat],
                "stack": chips(at.stacks[seat]),
                "active": seat in at.active,
                "left": seat in at.left,
                **of_seats[seat],
                **held(at, seat, sees),
            }
            for seat in at.seats
        ],
        "exposed": [{"seat": shown.seat, "card": shown.card, "choice": shown.choice or None} for shown in at.offences.shown],
        **own.of_game(at, chips),
        "house_rules": whole(sees.kind.shape, sees.kind.plain(at.house)),
    }


def held(at: Playing, seat: int, sees: Sight) -> Members:
    """How many cards this seat holds, and which, as far as the viewer may know; where only the players see their hands, what
    everybody knows of it."""
    known = sees.kind.possible(at, seat)
    return {
        "cards": len(at.hands.get(seat, ())) if known is None else known.count,
        "hand": hand(at, seat, sees),
        "possible": None
        if known is None
        else {"surely": list(known.surely), "perhaps": list(known.perhaps), "put_away": known.away},
    }


def hand(at: Playing, seat: int, sees: Sight) -> list[str] | None:
    """The cards this seat holds; None where it holds none or the viewer may not see them."""
    cards = at.hands.get(seat)
    return list(cards) if cards and sees.hand(at.deal, seat) else None


def happened(caller: Caller, after: Stream[Playing, Wanted], decided: Decided) -> Members:
    """What an act has brought about, as the caller may see it: events of game and table, not of other people's wallets."""
    hidden = any(row.sealed is not None for row in decided.rows)
    sees = sight(ledger(), caller, after, decided.streams) if hidden else None
    return {
        "id": after.id.removeprefix("game-"),
        "version": after.version,
        "events": raws(shown(row, sees) for row in decided.rows if family(row.stream) != "wallet"),
    }


def listed(item: ListedGame, unit: str, scale: int) -> Members:
    """A game in the list."""
    return {
        "id": item.game,
        "table": item.table,
        "number": item.number,
        "game": item.kind,
        "status": item.status,
        "how": item.how,
        "ruled": item.ruled,
        "dispute": item.dispute,
        "disputes": item.disputes,
        "table_name": item.table_name,
        "preset": item.preset,
        "players": [{"seat": seat, "player": player} for seat, player in item.players.items()],
        "pot": money(item.pot, unit, scale),
        "began_at": item.began_at,
        "over_at": item.over_at,
        "duration_s": None if item.over_at is None else int((item.over_at - item.began_at).total_seconds()),
    }
