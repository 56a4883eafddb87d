"""What commands take for ids, names too; and how they show both. A name that several have is refused with the candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, overload

import typer

from ledger.cli.books import caught_up
from ledger.registers.naming import dispute_named, game_named, player_named, table_named

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

MODELS = ("tables", "games")
A_GAME = 'A game: its id, or the name of its table and its number, as in "Friday 3".'
A_PLAYER = "A player: his id, or his name, or a part of it that no other has."
A_TABLE = "A table: its id, or its name, or a part of it that no other has."
OfPlayer = Annotated[str | None, typer.Option("--player", help=f"Only of this player. {A_PLAYER}")]
AtTable = Annotated[str | None, typer.Option("--table", help=f"Only at this table. {A_TABLE}")]
OfGame = Annotated[str | None, typer.Option("--game", help=f"Only of this game. {A_GAME}")]


def the_player(ledger: Ledger, said: str | None) -> str | None:
    """The id of the player; None: none was named. Raises Ambiguous, NotFound."""
    return None if said is None else player_named(ledger, said)


def the_table(ledger: Ledger, said: str | None) -> str | None:
    """The id of the table; None: none was named. Raises Ambiguous, NotFound."""
    if said is not None:
        caught_up(ledger, MODELS)
    return None if said is None else table_named(ledger, said)


@overload
def the_game(ledger: Ledger, said: str) -> str: ...
@overload
def the_game(ledger: Ledger, said: None) -> None: ...
@overload
def the_game(ledger: Ledger, said: str | None) -> str | None: ...
def the_game(ledger: Ledger, said: str | None) -> str | None:
    """The id of the game; None: none was named. Raises Ambiguous, NotFound."""
    if said is not None and not ledger.history(f"game-{said}"):
        caught_up(ledger, MODELS)
    return None if said is None else game_named(ledger, said)


def the_dispute(ledger: Ledger, said: str) -> str:
    """The id of the dispute. Raises Ambiguous, NotFound."""
    if not ledger.history(f"dispute-{said}"):
        caught_up(ledger, MODELS)
    return dispute_named(ledger, said)


def called(name: str | None, id_: str) -> str:
    """Both, as a person reads them: "Anna (abcdefghijklmnop)"; without a name the id alone."""
    return f"{name} ({id_})" if name else id_
