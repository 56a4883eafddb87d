"""The register of penalties and the statistics, against the events and against the money: which penalties stand, what they came to,
what games and rulings have brought each player at each table.

Which penalties stand is told here from the events alone, and not by asking the read models in the same way as their readers do.
Memory: one line for each penalty and each ruling, one figure for each player at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.declared import Happened, Role, declared
from engine.deeds import corrects, cost, fines
from engine.disputes.events import Ruled
from engine.saying import Saying
from ledger.audits.money_rules import Finding
from ledger.money.accounts import HOUSE_PENALTIES, stack
from ledger.registers.penalties import STANDING, STANDS
from ledger.store.errors import Unreadable
from ledger.store.ids import game_concerned, table_of_game

if TYPE_CHECKING:
    from ledger.projections.model import Cursor, Place, Seen

AWAY = frozenset({"taken", "fined"})


@dataclass(slots=True)
class _Fine:
    """One penalty, and the event that imposed it. step: of the game, None after it; ruling: its number, None without one after the
    game. undone: its entry was corrected."""

    position: int
    stream: str
    version: int
    step: int | None
    player: str
    chips: int
    points: int
    to_house: bool = False
    ruling: int | None = None
    undone: bool = False

    def told(self) -> tuple[str, int, int, bool]:
        """What the register says of it beside whether it stands."""
        return self.player, self.chips, self.points, self.to_house


class Registers:
    """What the events say so far. net, rulings: chips by (player, table), of games that are over."""

    def __init__(self) -> None:
        self.net: Counter[tuple[str, str]] = Counter()
        self.rulings: Counter[tuple[str, str]] = Counter()
        self._running: dict[str, Counter[str]] = {}
        self._over: dict[str, tuple[str, Counter[str]]] = {}  # the last game of each table, which a correction may take up again
        self._fines: dict[str, list[_Fine]] = {}
        self._ruled: dict[str, dict[str, list[Ruled]]] = {}
        self._void: dict[str, int] = {}

    def see(self, seen: Seen) -> None:
        """Take in the next event. One that cannot be read is reported by the other checks."""
        try:
            event, entry = seen.event, seen.entry
        except (Unreadable, KeyError):
            return
        game = game_concerned(seen.stream)
        if game is None:
            return
        if isinstance(event, Ruled):
            self._rules(seen, game, event)
            for line in entry:
                if line.account.endswith(":wallet"):
                    self.rulings[line.account.split(":")[1], table_of_game(game)] += line.chips
            return
        if not seen.stream.startswith("game-"):
            return
        came = self._running.setdefault(game, Counter()) if declared(event).role is not Role.CORRECTS else self._taken_up(game)
        for line in entry:
            if line.account.startswith("player:"):
                came[line.account.split(":")[1]] += line.chips
        self._course(seen, game, event)

    def _course(self, seen: Seen, game: str, event: Happened) -> None:
        match declared(event).role:
            case Role.FINES if fines(event):
                fine = _Fine(seen.position, seen.stream, seen.version, seen.version, event.player, *cost(event))
                self._fines.setdefault(game, []).append(fine)
            case Role.CORRECTS if corrects(event):
                for fine in self._fines.get(game, ()):
                    fine.undone |= (fine.step or 0) >= event.step
                self._void.pop(game, None)  # if it was void, it goes on
            case Role.VOIDS:
                self._void[game] = seen.version
            case Role.ENDS:
                table, came = table_of_game(game), self._running.pop(game, Counter())
                self._over[table] = game, came
                self.net.update({(player, table): chips for player, chips in came.items()})

    def _taken_up(self, game: str) -> Counter[str]:
        """A game is corrected: what it had brought so far, if it was over, no longer counts."""
        table = table_of_game(game)
        last, came = self._over.get(table, ("", Counter()))
        if game in self._running or last != game:
            return self._running.setdefault(game, Counter())
        del self._over[table]
        self.net.subtract({(player, table): chips for player, chips in came.items()})
        self._running[game] = came
        return came

    def _rules(self, seen: Seen, game: str, event: Ruled) -> None:
        self._ruled.setdefault(game, {}).setdefault(seen.stream, []).append(event)
        paid = next((one for one in event.moved if one.way in AWAY), None)
        if event.decision == "penalty" and not event.steps and paid is not None:
            of = (seen.position, seen.stream, seen.version, None, paid.player, paid.chips, 0)
            fine = _Fine(*of, to_house=paid.way == "fined", ruling=event.number)
            self._fines.setdefault(game, []).append(fine)

    def stand(self) -> Iterator[tuple[_Fine, bool]]:
        """Every penalty, and whether it stands."""
        for game, imposed in self._fines.items():
            ruled, void = self._ruled.get(game, {}), game in self._void
            ends = _ends(ruled.values())
            for fine in imposed:
                yield fine, not fine.undone and _held(fine, ruled, void=void) and not _back(fine, ends, void=void)


def _ends(ruled: Iterable[list[Ruled]]) -> str:
    """How the game has ended by rulings: "award"; "void after" or "void"; "" as it was played. Of several, which were once
    accepted, the one that has moved chips."""
    found = []
    for rulings in ruled:
        last = rulings[-1]
        made_void = any(one.decision == "void_game" and one.steps for one in rulings)
        if last.decision == "award":
            found.append((not last.moved, "award"))
        elif last.decision == "void_game" and not last.steps:
            found.append((not last.moved, "void after"))
        elif made_void:
            found.append((not last.moved, "void"))
    return min(found, key=lambda one: one[0])[1] if found else ""


def _held(fine: _Fine, ruled: Mapping[str, list[Ruled]], *, void: bool) -> bool:
    """Whether no later ruling has taken the place of the one that imposed it; points stay that were not undone in the game."""
    if fine.step is None:
        return ruled[fine.stream][-1].number == fine.ruling
    for rulings in ruled.values():
        own = [one for one in rulings if one.steps and one.steps[0] <= fine.step <= one.steps[1]]
        if own:
            return own[-1] is rulings[-1] or (not fine.chips and not void)
    return True


def _back(fine: _Fine, ends: str, *, void: bool) -> bool:
    if ends == "void after":
        return True
    return void and fine.step is not None and ends != "award"


def register(cursor: Cursor, place: Place, known: Registers, held: Mapping[str, int]) -> Iterator[Finding]:
    """The register of penalties, against the events; and what fines that stand have brought the house, against its account."""
    columns = f"p.position, p.game, p.player, p.chips, p.points, p.to_house, {STANDS.format('p')}"
    text = f"select {columns} from {_placed(STANDING, place)} p"
    kept = {row[0]: row[1:] for row in cursor.execute(text.encode()).fetchall()}
    to_house = sum(int(chips) for _, _, chips, _, house, stands in kept.values() if house and stands)
    for fine, stands in known.stand():
        row = kept.pop(fine.position, None)
        here = fine.position, fine.stream, fine.version, None
        if row is None:
            yield Finding("penalties", *here, fine.chips, None, Saying("The register of penalties lacks this one."))
            continue
        _, player, chips, points, house, counts = row
        told = player, int(chips), points, house
        if told != fine.told():
            says = Saying("The register of penalties tells another penalty than this event.")
            yield Finding("penalties", *here, _listed(fine.told()), _listed(told), says)
        if counts != stands:
            says = Saying("The register of penalties says otherwise whether this one stands.")
            yield Finding("penalties", *here, _standing(stands=stands), _standing(stands=counts), says)
    for position, row in kept.items():
        says = Saying("The register has a penalty that no event imposes.")
        yield Finding("penalties", position, f"game-{row[0]}", None, None, None, int(row[2]), says)
    if to_house != held.get(HOUSE_PENALTIES, 0):
        says = Saying("The fines that stand in the register have brought the house another amount than its account holds.")
        yield Finding("penalties", None, None, None, HOUSE_PENALTIES, held.get(HOUSE_PENALTIES, 0), to_house, says)


def statistics(cursor: Cursor, place: Place, known: Registers) -> Iterator[Finding]:
    """What games that are over, and rulings, have brought each player at each table, against what was posted."""
    games = f"select player, table_id, sum(net) from {place('statistics_games')} where ended is not null group by 1, 2"
    rulings = f"select player, table_id, sum(chips) from {place('statistics_rulings')} group by 1, 2"
    says = Saying("The statistics tell another result of the games of this player at this table.")
    yield from _unequal(cursor, games, known.net, says)
    says = Saying("The statistics tell another amount that rulings have brought this player at this table.")
    yield from _unequal(cursor, rulings, known.rulings, says)


def _unequal(cursor: Cursor, text: str, due: Counter[tuple[str, str]], says: Saying) -> Iterator[Finding]:
    told = {(player, table): int(chips) for player, table, chips in cursor.execute(text.encode()).fetchall()}
    for player, table in sorted({*told, *due}):
        found = told.get((player, table), 0)
        if found != due[player, table]:
            account = stack(player, table)
            yield Finding("statistics", None, f"table-{table}", None, account, due[player, table], found, says)


def _placed(text: str, place: Place) -> str:
    return text.replace("{penalties}", place("penalties")).replace("{disputes}", place("disputes"))


def _listed(told: tuple[object, ...]) -> str:
    return ", ".join(map(str, told))


def _standing(*, stands: bool) -> Saying:
    return Saying("it stands") if stands else Saying("it came back")
