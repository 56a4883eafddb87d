"""Who is meant by the names in a file: a file that says so, the players of the club, or new ones that are registered on the way."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine.room import commands
from engine.room.signs import hidden
from engine.room.words import fits
from engine.saying import Row, Saying
from ledger.imports.encodings import no_utf_8
from ledger.imports.outcomes import Unimportable
from ledger.people import people
from ledger.people.likeness import Alike
from ledger.store.errors import LedgerError, UnfitText
from ledger.store.ids import is_stream, new_id, wallet_stream
from ledger.store.recorder import Beside, Cursor

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger

BYTES_MAX = 4_000_000
LIKES_MAX = 5


class BadMapping(LedgerError):
    """The file that says who is meant cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Names:
    """players: name in the file -> id or name of a player of the club. times: name of a record -> when it was played, UTC. new:
    names of people whom the club does not know, surely, also if others are nearly called so."""

    players: Mapping[str, str]
    times: Mapping[str, datetime]
    new: frozenset[str] = frozenset()


NOBODY_MAPPED = Names({}, {})


def mapping(raw: bytes) -> Names:
    """A mapping file: TOML with the tables [players] (name = "id or name") and [times] (name of a record = time with offset), and
    before them new = ["name", …].

    Raises BadMapping.
    """
    if len(raw) > BYTES_MAX:
        raise BadMapping(Saying("A mapping file has at most {most} bytes.", most=BYTES_MAX))
    try:
        read = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadMapping(no_utf_8(raw)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise BadMapping(Saying("The mapping file is not TOML in UTF-8: {fault}.", fault=str(fault))) from None
    if unknown := sorted(set(read) - {"players", "times", "new"}):
        raise BadMapping(Saying("A mapping file has the tables players and times, and new, not {name}.", name=repr(unknown[0])))
    players, times, new = read.get("players", {}), read.get("times", {}), read.get("new", [])
    if not isinstance(new, list) or not all(isinstance(one, str) for one in new):
        raise BadMapping(Saying('What is new is a list of names, before the tables: new = ["Bors"].'))
    if not isinstance(players, dict) or not all(isinstance(one, str) for one in players.values()):
        raise BadMapping(Saying('In [players] each line is: name in the records = "id or name of a registered player".'))
    good = isinstance(times, dict) and all(isinstance(at, datetime) and at.utcoffset() is not None for at in times.values())
    if not good:
        raise BadMapping(
            Saying("In [times] each line is: name of a record = a time with offset, such as 2026-03-01T20:00:00+01:00.")
        )
    try:
        return Names(players, {name: at.astimezone(UTC) for name, at in times.items()}, frozenset(new))
    except OverflowError:
        raise BadMapping(Saying("A time in [times] lies outside the calendar.")) from None


@dataclass(frozen=True, slots=True)
class Meant:
    """ids: of all who were named, by name. new: those of them who are to be registered now."""

    ids: Mapping[str, str]
    new: Mapping[str, str]

    def of(self, names: Iterable[str]) -> Meant:
        """The same, with no others to be registered than those of these names."""
        wanted = set(names)
        return Meant(self.ids, {name: player for name, player in self.new.items() if name in wanted})

    def register(self, attempt: Attempt, ledger: Ledger) -> None:
        """An empty wallet for each new one."""
        for player in self.new.values():
            attempt.act(wallet_stream(player), commands.OpenWallet(player, ledger.unit, ledger.scale))

    def entries(self, registrar: str) -> Beside:
        """The names of the new ones, to be written beside the events."""
        written = [people.entry(player, name, registrar) for name, player in self.new.items()]

        def write(cursor: Cursor) -> None:
            for one in written:
                one(cursor)

        return write


class Players:
    """Finds the players of a run. mapping: name -> id or name of a registered player. registers: whether to make new ones of names
    that nobody has and nobody nearly has. surely: names that become new players whatever others are called.

    So nobody is registered by a typing error: a name that is nearly another one, of the club or of the same run, is a fault that
    names the other (case, accents, letters of other scripts that look alike, one letter more, less, wrong or out of place).
    """

    def __init__(self, ledger: Ledger, mapping: Mapping[str, str], *, registers: bool, surely: Iterable[str] = ()) -> None:
        self._ledger, self._mapping, self._surely, self._all = ledger, mapping, frozenset(surely), registers
        self._known: dict[str, str] = {}
        self._alike: Alike | None = None
        self._expected = Alike()
        self.registered: list[str] = []

    @property
    def registers(self) -> bool:
        """Whether anybody may be registered on the way."""
        return self._all or bool(self._surely)

    def expect(self, names: Iterable[str]) -> None:
        """These names will come in this run: so that of two new ones that are nearly the same not even the first is registered."""
        if self._all:
            for name in dict.fromkeys(names):
                self._expected.add("", name)

    def meant(self, names: Iterable[str]) -> tuple[Meant, dict[str, Unimportable]]:
        """Who is meant by these names; and the names by which nobody is meant, each with the reason."""
        faults: dict[str, Unimportable] = {}
        new: dict[str, str] = {}
        asked = [name for name in dict.fromkeys(names) if name not in self._known]
        targets = [self._mapping.get(name, name) for name in asked]
        called = people.called(self._ledger, filter(fits, targets)) if asked else {}
        for name in asked:
            target = self._mapping.get(name, name)
            try:
                player = self._one(target, called.get(target, []))
                if player is not None:
                    self._known[name] = player
                else:
                    new[name] = self._new(name, target)
            except Unimportable as fault:
                faults[name] = fault
        self._without_likes(new, faults)
        ids = {name: player for name in names if (player := self._known.get(name) or new.get(name)) is not None}
        return Meant(ids, new), faults

    def keep(self, meant: Meant) -> None:
        """The new ones have been registered."""
        self._known |= meant.new
        self.registered += meant.new
        for name, player in meant.new.items():
            if self._alike is not None:
                self._alike.add(player, name)

    def _without_likes(self, new: dict[str, str], faults: dict[str, Unimportable]) -> None:
        """Takes out of `new` whom a typing error may have made."""
        for name in [name for name in new if name not in self._surely]:
            others = self._likes(name) or [("", other) for _, other in self._expected.to(name) if self._is_other(name, other)]
            if others:
                del new[name]
                faults[name] = _nearly(name, others)

    def _is_other(self, name: str, other: str) -> bool:
        """Whether a name to come is that of somebody else who is new, or may be."""
        return other != name and other not in self._known and other not in self._mapping

    def _likes(self, name: str) -> list[tuple[str, str]]:
        """Players who are nearly called so, (id, name) each."""
        if self._alike is None:
            self._alike = Alike(people.everybody(self._ledger))
        return self._alike.to(name)

    def _one(self, target: str, called: list[str]) -> str | None:
        """The player who has this id, or alone has this name; None: nobody has."""
        if not fits(target):
            raise Unimportable(people.UnfitName.sentence)
        if sign := hidden(target):
            raise Unimportable(UnfitText(sign).saying)
        stream = wallet_stream(target)
        if is_stream(stream) and self._ledger.load(stream).version:
            return target
        if len(called) > 1:
            says = "{many} players are called {name}: say in the mapping file which one ({ids})."
            raise Unimportable(Saying(says, many=len(called), name=repr(target), ids=Row(called[:5])))
        return called[0] if called else None

    def _new(self, name: str, target: str) -> str:
        if name in self._mapping:
            says = "The mapping file says that {name} is {player}, and no player has this id or name."
            raise Unimportable(Saying(says, name=repr(name), player=repr(target)))
        if name in self._surely or self._all:
            return new_id()
        if others := self._likes(name):
            raise _nearly(name, others)
        says = "No player is called {name}: register him, say in a mapping file who he is, or have new players registered."
        raise Unimportable(Saying(says, name=repr(name)))


def _nearly(name: str, others: Iterable[tuple[str, str]]) -> Unimportable:
    """Why nobody is registered by this name. others: who is nearly called so, (id, name); without an id he is to come himself."""
    told = Row([f"{other} ({player})" if player else other for player, other in others][:LIKES_MAX])
    says = "No player is called {name}, but {others} nearly is: say in the mapping file who is meant, or that he is new."
    return Unimportable(Saying(says, name=repr(name), others=told))
