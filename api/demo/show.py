"""The course of the demo, once the service answers: keys, games, a replay, statements, the sum."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from api.demo.answers import GameNow, Named
from api.demo.client import STAFF, Client, DemoFault
from api.demo.screen import show_accounts, show_penalties, show_replay, show_statement, sum_statement, tell_replay
from api.demo.script import play, scripts
from engine.plain import JsonObject
from ledger.orders.app import Ledger
from ledger.people import keys

SUBJECT = "demo-"


def of_demo(ledger: Ledger) -> list[keys.IssuedKey]:
    """The keys that demos have made here, revoked or not; none: no sample game was ever played here."""
    found, after = [], ""
    while some := keys.listed(ledger, after):
        after = some[-1].id
        found += [key for key in some if key.subject.startswith(SUBJECT)]
    return found


def revoke_keys(ledger: Ledger) -> None:
    """From now on the keys that demos have made open nothing."""
    for key in of_demo(ledger):
        if key.revoked_at is None:
            keys.revoke(ledger, key.id)


@contextmanager
def staff_keys(ledger: Ledger) -> Iterator[dict[str, str]]:
    """A new key for each role of the staff, by role, for as long as the sample games are played and looked at.

    Raises DemoFault: the ledger holds events, and no demo has run here.
    """
    if ledger.head() and not of_demo(ledger):
        raise DemoFault(
            "This ledger is in use, and the sample games would add their players and chips to it. "
            "Set CARDLEDGER_SCHEMA to a new name, or CARDLEDGER_DATA to an empty folder."
        )
    revoke_keys(ledger)
    try:
        yield {role: keys.issue(ledger, role, f"{SUBJECT}{role}", f"demo {role}")[1] for role in STAFF}
    finally:
        revoke_keys(ledger)


def run(console: Console, secrets: dict[str, str], address: str, *, verbose: bool = False) -> None:
    """Play the sample games at `address`, and show the shortest replay, a statement and the sum of all accounts on one screen.

    verbose: instead three replays step by step with cards and stacks, the penalties, all statements and the sum.
    Raises DemoFault: a sum is wrong, or an answer is not what a script expects.
    """
    kept: JsonObject = {}
    replayed: list[str] = []
    games: dict[str, int] = {}  # events that each has
    with Client(address, secrets) as client:
        bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console)
        with bar:
            for script in scripts():
                task = bar.add_task(script.title, total=len(script.calls))
                for _ in play(client, script, kept):
                    bar.advance(task)
                if "game" in kept:
                    games[str(kept["game"])] = client.read(f"/v1/games/{kept['game']}", GameNow).version
                replayed += [str(kept["game"])] if script.replayed else []
        players = [str(kept[name]) for name in ("anna", "boris", "clara", "dmitri", "emile")]
        names = {player: client.read(f"/v1/players/{player}", Named).name or player for player in players}
        console.print()
        if not verbose:
            tell_replay(console, client, min(games, key=lambda game: games[game]), names)
            console.print()
            sum_statement(console, client, players[0], names[players[0]])
            show_accounts(console, client)
            return
        for game in replayed:
            show_replay(console, client, game, names)
            console.print()
        show_penalties(console, client, names)
        for player in players:
            console.print()
            show_statement(console, client, player, names[player])
        console.print()
        show_accounts(console, client)
