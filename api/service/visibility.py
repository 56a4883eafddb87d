"""Which hidden parts of a game a viewer may open, and whether he may look at it at all. It only decides; it hides nothing itself.
The stored public part (`state` of a row) may go to anybody who may look: it holds a digest in place of a hidden card. A part is
opened by adding its salt and value.

    who looks                           what he may open
    a player at the table               his own hand (first hand under blind bidding only after looking); what the game reveals
                                        when it is over
    room speaking for a player          what that player may
    room for itself, admin              what the game reveals
    steward                             all of a finished game; all of a running one at his table where the cards are not the
                                        service's; all that was dealt in it where violations are recorded
    auditor                             all of a finished game
    steward, auditor who plays himself  while the game runs, what his player may
    cashier, other players              nothing, not even the game

The order of the service's deck, its secret and its stock stay closed to everybody while the game runs: nobody chooses cards that
he knows (AZI-DEAL-8, CAS-DEAL-6).

A hand that was entered by mistake and corrected (AZI-REC-1) may hold what is truly somebody else's: from players it stays closed
for good. The violations that the engine has found and nobody has claimed are told to stewards of the table and auditors alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from engine.declared import Role
from engine.deeds import naming
from engine.games import KINDS, Kind
from engine.plain import JsonObject
from engine.playing import Playing
from engine.room.table import Table, seat_of
from engine.wanted import Wanted
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.orders.permission import plays_himself
from ledger.play.games import RECORD, cards_to_come, steward_types
from ledger.replays.film import Film
from ledger.store.codec import opened
from ledger.store.envelope import Kept
from ledger.store.errors import NotAllowed, NotFound
from ledger.store.ids import table_of_game, table_stream
from ledger.store.kinds import doing
from ledger.store.streams import AnyStream, Stream


class _Dealt(msgspec.Struct):
    deal: int


class _Row(msgspec.Struct):
    data: _Dealt


CORRECTED = doing(Role.CORRECTS)
_deal_of = msgspec.json.Decoder(_Row).decode


@dataclass(frozen=True, slots=True)
class Sight:
    """What one viewer may open of one game, by its latest state.

    seat: his own, 0 if he is not playing. everything: every hand, and the deck too once no card is to come of it. steward: of this
    table, and enters or may enter what is done at it. judges: he may know of violations that nobody has claimed. undone: steps of
    the game that corrections have undone. blind: no hand at all, since he looks at such a step.
    """

    kind: Kind
    state: Playing
    seat: int
    everything: bool
    steward: bool
    judges: bool = False
    undone: tuple[range, ...] = ()
    blind: bool = False

    def at(self, step: int) -> "Sight":
        """What he may open of the game as it was after this step."""
        mistaken = not self.deck() and any(step in steps for steps in self.undone)
        return replace(self, blind=True) if mistaken else self

    def hand(self, deal: int, seat: int) -> bool:
        """Whether he may see what this seat was dealt in this deal."""
        if self.everything:
            return True
        if self.blind:
            return False
        if seat == self.seat and self.kind.owner_sees(self.state, deal, seat):
            return True
        return self.kind.revealed(self.state, deal, seat)

    def deck(self) -> bool:
        """Whether he may see the stock, the order of the deck and the secret of the shuffle."""
        return (self.everything and not cards_to_come(self.state)) or self.kind.all_revealed(self.state)

    def part(self, deal: int, name: str) -> bool:
        """Whether he may open the part of an event of this deal: "hands:3", "stock:deck"."""
        audience = name.rpartition(":")[2]
        return self.deck() if audience == "deck" else self.hand(deal, int(audience))


def sight(
    ledger: Ledger,
    caller: Caller,
    game: Stream[Playing, Wanted],
    streams: Mapping[str, AnyStream] | None = None,
    *,
    corrected: bool = True,
) -> Sight:
    """What the caller may open of this game. streams: those already read, by id. corrected: look for steps that were undone.
    Raises NotFound, NotAllowed."""
    if not game.version:
        raise NotFound("There is no such game.")
    kind, state = KINDS[game.kind], game.state
    player = caller.subject if plays_himself(caller, state) and not state.over else caller.player
    if player is not None:
        seat = next((at for at, who in state.players.items() if who == player), 0)
        if not seat and seat_of(_table(ledger, game, streams), player) is None:
            raise NotAllowed("You do not sit at the table of this game.")
        return Sight(kind, state, seat, everything=False, steward=False, undone=_undone(ledger, game) if corrected else ())
    if caller.role not in {"steward", "auditor", "admin", "room"}:
        raise NotAllowed("A game is shown to its table's players, to stewards and to auditors.")
    of_table = caller.role == "steward" and caller.subject in _table(ledger, game, streams).stewards
    here = of_table and not state.over and steward_types(state.house)
    everything = here or (state.over and caller.role in {"steward", "auditor"})
    undone = () if everything or not corrected else _undone(ledger, game)
    return Sight(kind, state, 0, everything, here, judges=of_table or caller.role == "auditor", undone=undone)


def sight_of(ledger: Ledger, caller: Caller, film: Film) -> Sight:
    """The same for a game of which only the steps before a damaged one can be read: what a later correction has undone is not known
    then, so it might be any of them. Raises NotFound, NotAllowed, Unreplayable."""
    stream = film.stream()
    if film.stopped is None:
        return sight(ledger, caller, stream)
    sees = sight(ledger, caller, stream, corrected=False)
    unsure = stream.state.house.enforcement == RECORD and not sees.everything
    return replace(sees, undone=(range(1, stream.version + 1),) if unsure else ())


def sight_of_course(ledger: Ledger, caller: Caller, film: Film) -> Sight:
    """The same for the course of a dispute on the game, which is no part of it: where not even its first step can be read, so that
    nobody knows who sat in it, only for the staff and for whoever sits at its table. Raises NotAllowed."""
    if film.states:
        return sight_of(ledger, caller, film)
    table: Table = ledger.load(table_stream(table_of_game(film.game))).state
    sits = caller.player is not None and seat_of(table, caller.player) is not None
    if not sits and (caller.player is not None or caller.role not in {"steward", "auditor", "admin", "room"}):
        raise NotAllowed("A game is shown to its table's players, to stewards and to auditors.")
    return Sight(film.kind, film.kind.decider.initial, 0, everything=False, steward=False)


def _undone(ledger: Ledger, game: Stream[Playing, Wanted]) -> tuple[range, ...]:
    """The steps of a game that corrections have undone; only where mistakes of entering can be corrected."""
    if game.state.house.enforcement != RECORD:
        return ()
    corrections = [row for row in ledger.history(game.id) if row.topic in CORRECTED]
    return tuple([range(naming(ledger.decode(row).event).step or 0, row.originator_version) for row in corrections])


def _table(ledger: Ledger, game: Stream[Playing, Wanted], streams: Mapping[str, AnyStream] | None) -> Table:
    stream = table_stream(table_of_game(game.id))
    known = (streams or {}).get(stream) or ledger.load(stream)
    table: Table = known.state
    return table


def may_look_at_table(caller: Caller, table: Table) -> bool:
    """Whether the caller sees who sits at the table with how much; others see its name, its house rules and its free seats."""
    if caller.player is not None:
        return seat_of(table, caller.player) is not None
    return caller.role != "cashier"


def shown(row: Kept, sees: Sight | None) -> bytes:
    """An event as JSON: its stored public bytes, and under `opened` the hidden parts that this viewer may see.

    `opened` mirrors the sealed digests: data.hands.sealed["3"] is the digest of opened.hands["3"]. sees: None opens nothing.
    """
    if row.sealed is None or sees is None:
        return row.state
    deal, sees = _deal_of(row.state).data.deal, sees.at(row.originator_version)
    parts: dict[str, dict[str, JsonObject]] = {}
    for part, (salt, value) in opened(row).items():
        if sees.part(deal, part):
            field, _, audience = part.rpartition(":")
            parts.setdefault(field, {})[audience] = {"salt": salt, "value": value}
    if not parts:
        return row.state
    return row.state[:-1] + b',"opened":' + msgspec.json.encode(parts) + b"}"
