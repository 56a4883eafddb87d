"""Who is meant by the names in a file: a file that says so, the players of the club, or new ones that are registered on the way."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from engine.room import commands
from engine.room.words import fits
from engine.saying import Row, Saying
from ledger.imports.encodings import no_utf_8
from ledger.imports.outcomes import Unimportable
from ledger.people import people
from ledger.store.errors import LedgerError
from ledger.store.ids import is_stream, new_id, wallet_stream
from ledger.store.recorder import Beside, Cursor

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger

BYTES_MAX = 4_000_000


class BadMapping(LedgerError):
    """The file that says who is meant cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Names:
    """players: name in the file -> id or name of a player of the club. times: name of a record -> when it was played, UTC."""

    players: Mapping[str, str]
    times: Mapping[str, datetime]


NOBODY_MAPPED = Names({}, {})


def mapping(raw: bytes) -> Names:
    """A mapping file: TOML with the tables [players] (name = "id or name") and [times] (name of a record = time with offset).

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
    if unknown := sorted(set(read) - {"players", "times"}):
        raise BadMapping(Saying("A mapping file has the tables players and times, not {name}.", name=repr(unknown[0])))
    players, times = read.get("players", {}), read.get("times", {})
    if not isinstance(players, dict) or not all(isinstance(one, str) for one in players.values()):
        raise BadMapping(Saying('In [players] each line is: name in the records = "id or name of a registered player".'))
    good = isinstance(times, dict) and all(isinstance(at, datetime) and at.utcoffset() is not None for at in times.values())
    if not good:
        raise BadMapping(
            Saying("In [times] each line is: name of a record = a time with offset, such as 2026-03-01T20:00:00+01:00.")
        )
    try:
        return Names(players, {name: at.astimezone(UTC) for name, at in times.items()})
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
    """Finds the players of a run. mapping: name -> id or name of a registered player. registers: whether to make new ones."""

    def __init__(self, ledger: Ledger, mapping: Mapping[str, str], *, registers: bool) -> None:
        self._ledger, self._mapping, self.registers = ledger, mapping, registers
        self._known: dict[str, str] = {}

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
        ids = {name: player for name in names if (player := self._known.get(name) or new.get(name)) is not None}
        return Meant(ids, new), faults

    def keep(self, meant: Meant) -> None:
        """The new ones have been registered."""
        self._known |= meant.new

    def _one(self, target: str, called: list[str]) -> str | None:
        """The player who has this id, or alone has this name; None: nobody has."""
        if not fits(target):
            raise Unimportable(people.UnfitName.sentence)
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
        if not self.registers:
            says = "No player is called {name}: register him, say in a mapping file who he is, or have new players registered."
            raise Unimportable(Saying(says, name=repr(name)))
        return new_id()
