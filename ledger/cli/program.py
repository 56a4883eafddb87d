"""The program and its words. What a command needs is imported when it is called: most of the house has nothing to do with help."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

EPILOG = "Exit codes: 0 done, 1 a check found something wrong, 2 not understood, 3 the installation must be fixed, 4 refused."
# What a game may have at a terminal in the folder of its name: module -> word, which is its function too.
OF_GAMES = {"simulating": "simulate"}
# Word -> where its function stands, or the group of its own words.
WORDS = {
    "migrate": "ledger.cli.upkeep:migrate",
    "worker": "ledger.cli.upkeep:worker",
    "rebuild": "ledger.cli.upkeep:rebuild_models",
    "players": "ledger.cli.lists:show_players",
    "tables": "ledger.cli.lists:show_tables",
    "games": "ledger.cli.lists:show_games",
    "person": "ledger.cli.persons:app",
    "statement": "ledger.cli.reading:show_statement",
    "balance": "ledger.cli.money:show_balance",
    "debts": "ledger.cli.money:show_debts",
    "balances": "ledger.cli.overviews:show_balances",
    "settle-up": "ledger.cli.overviews:settle_up",
    "statements": "ledger.cli.overviews:write_statements",
    "replay": "ledger.cli.replaying:show_replay",
    "record": "ledger.cli.records:show_record",
    "penalties": "ledger.cli.penalties:show_penalties",
    "disputes": "ledger.cli.disputes:show_disputes",
    "branch": "ledger.cli.branching:branch",
    "statistics": "ledger.cli.statistics:show_statistics",
    **{
        OF_GAMES[file.stem]: f"ledger.cli.{file.parent.name}.{file.stem}:{OF_GAMES[file.stem]}"
        for file in sorted(Path(__file__).parent.glob("*/*.py"))
        if file.stem in OF_GAMES
    },
    "doctor": "ledger.cli.setup:doctor",
    "import": "ledger.cli.imports:app",
    "key": "ledger.cli.keys:app",
    "inbox": "ledger.cli.inbox:show_inbox",
    "webhook": "ledger.cli.webhooks:app",
    "cash": "ledger.cli.money:cash",
    "books": "ledger.cli.closing:app",
    "audit": "ledger.cli.audit:app",
}


def program(more: Mapping[str, str]) -> typer.Typer:
    """The program, with further words of the same form."""
    words = {**WORDS, **more}

    class Program(TyperGroup):
        """Commands are read when they are called; of the others, for the list of them, nothing but what they say of themselves."""

        def __init__(self, **attrs: Any) -> None:
            super().__init__(**attrs)
            self.commands.update({word: TyperCommand(word) for word in words})

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return read(cmd_name, words[cmd_name]) if cmd_name in words and not self._listed else super().get_command(ctx, cmd_name)

        _listed = False

        def format_help(self, ctx: Any, formatter: Any) -> None:
            self.commands.update({word: TyperCommand(word, help=said(place)) for word, place in words.items()})
            self._listed = True
            super().format_help(ctx, formatter)

    made = typer.Typer(
        name="cardledger",
        help="The ledger of a card room: every deal, bid, card and penalty kept, replayed and audited.",
        epilog=EPILOG,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        cls=Program,
    )
    made.callback()(_options)
    return made


def _tell_version(asked: bool) -> None:
    if asked:
        project = Path(__file__).parents[2] / "pyproject.toml"
        typer.echo(f"cardledger {tomllib.loads(project.read_text('utf-8'))['project']['version']}")
        raise typer.Exit


def _options(
    _version: Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_tell_version)] = False,
) -> None:
    """Of the program itself."""


def read(word: str, place: str) -> TyperCommand | TyperGroup:
    """The command, with everything that it needs."""
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    if isinstance(found, typer.Typer):
        group = typer.main.get_group(found)
        group.name = word
        return group
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(word)(found)
    return cast(TyperCommand, typer.main.get_command(alone))


def said(place: str) -> str:
    """What a command says of itself, read in its source: the docstring of a function, the help of a group."""
    module, _, name = place.partition(":")
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(place)
    for one in ast.parse(Path(spec.origin).read_text("utf-8")).body:
        if isinstance(one, ast.FunctionDef) and one.name == name:
            return ast.get_docstring(one) or ""
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and ast.unparse(one.targets[0]) == name:
            return str(next(ast.literal_eval(word.value) for word in one.value.keywords if word.arg == "help"))
    raise LookupError(place)
