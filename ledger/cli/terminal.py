"""What all commands share: exit codes, the opened ledger, faults told in a sentence, answers for people and for machines."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, NoReturn

import psycopg
import typer

from engine.plain import Json
from engine.saying import Saying
from ledger.cli.seen import console, escaped
from ledger.registers.naming import Ambiguous
from ledger.running.opening import Place, opened
from ledger.settings import Settings, SetupFault
from ledger.store.errors import LedgerError, Unreadable, Unreplayable
from ledger.words.catalogues import SOURCE, TAGS
from ledger.words.figures import decimal
from ledger.words.saying import told
from ledger.words.voice import TONGUES

# Exit codes; 2 is Typer's for a command that was not understood, 130 and 143 the shell's for Ctrl-C and SIGTERM.
WRONG = 1  # a check found something wrong, or what is stored is damaged
SETUP = 3  # this machine or its settings must be mended first
REFUSED = 4  # the ledger refused, or does not know what was named

out, err = console("stdout"), console("stderr")

AsJson = Annotated[bool, typer.Option("--json", help="Output one JSON object instead of text.")]


_SCALE: ContextVar[int] = ContextVar("scale", default=0)
_CHOSEN: ContextVar[str] = ContextVar("language", default="")
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as everywhere


def speak(chosen: str | None) -> str:
    """From now on this language is told, by its tag; None: that of the environment, English if there is none. Its tag."""
    if chosen is not None and chosen not in TAGS:
        stop(f"There is no language {chosen}; there are {', '.join(TAGS)}.", REFUSED)
    _CHOSEN.set(chosen or "")
    return tag()


def tag() -> str:
    """The tag of the language in which this command tells what is wrong."""
    given = next((value for name in _LOCALES if (value := os.environ.get(name))), "")
    return _CHOSEN.get() or next((one for one in TAGS if one == given[:2].lower() and not given[2:3].isalpha()), SOURCE)


def say(said: str | Saying) -> str:
    """A sentence in that language."""
    return told(said, tag(), scale())


def scale() -> int:
    """How many digits of the club's unit stand behind the point; 0 as long as no ledger was opened."""
    return _SCALE.get()


@contextmanager
def guarded() -> Iterator[None]:
    """Ends the program with a sentence and an exit code, where a fault is expected; others show as they are."""
    try:
        yield
    except SetupFault as fault:
        stop(str(fault), SETUP)
    except (Unreadable, Unreplayable) as fault:
        stop(say(fault.saying), WRONG)
    except Ambiguous as fault:
        more = ["…"] if fault.more else []
        told = [f"  {one.id}  {one.name}{f'  ({one.about})' if one.about else ''}" for one in fault.candidates]
        stop("\n".join([say(fault.saying), *told, *more]), REFUSED)
    except LedgerError as fault:
        stop(say(fault.saying), REFUSED)
    except psycopg.OperationalError as fault:
        said = " ".join(str(fault).split())
        stop(f"The database does not answer: {said} Run `cardledger doctor`.", SETUP)


def stop(says: str, code: int) -> NoReturn:
    """Say why, and end with this exit code."""
    err.print(says, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(code)


def settings() -> Settings:
    """The settings of the environment."""
    return Settings.read(os.environ)


@contextmanager
def ledger_here(given: Settings | None = None, *, makes: bool = False) -> Iterator[Place]:
    """The opened ledger of these settings, else of the environment's, with its faults told. makes: a club that is not there yet."""
    with guarded():
        wanted = given or settings()
        _SCALE.set(wanted.scale)  # the club counts by it, else it is not opened
        with opened(wanted, makes=makes) as place:
            yield place


def tell_json(value: Json) -> None:
    """One JSON object on a line of its own; whole numbers of chips are strings already."""
    typer.echo(escaped(json.dumps(value, ensure_ascii=False, default=str)))


def chips(amount: int, scale: int) -> str:
    """An amount of smallest units as people read it in the language of this command: 1250, 2 -> "12.50", in German "12,50"."""
    return decimal(amount, scale).replace(".", TONGUES[tag()].mark)
