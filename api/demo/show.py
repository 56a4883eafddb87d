"""The course of the demo, once the service answers: keys, games, a replay, statements, the sum."""

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from api.demo.client import STAFF, Client, DemoFault
from api.demo.screen import show_accounts, show_penalties, show_replay, show_statement
from api.demo.script import play, scripts
from ledger.orders.app import Ledger
from ledger.people import keys

SUBJECT = "demo-"


def issue_keys(ledger: Ledger) -> dict[str, str]:
    """A new key for each role of the staff, by role; those of earlier demos open nothing any more.

    Raises DemoFault: the ledger holds events, and no demo has run here.
    """
    earlier, after = [], ""
    while some := keys.listed(ledger, after):
        after = some[-1].id
        earlier += [key for key in some if key.subject.startswith(SUBJECT)]
    if ledger.head() and not earlier:
        raise DemoFault(
            "This ledger is in use, and the demo would add its players and games to it. "
            "Set CARDLEDGER_DATA to an empty folder (or CARDLEDGER_SCHEMA to a new name) and start the demo again."
        )
    for key in earlier:
        if key.revoked_at is None:
            keys.revoke(ledger, key.id)
    return {role: keys.issue(ledger, role, f"{SUBJECT}{role}", f"demo {role}")[1] for role in STAFF}


def run(console: Console, ledger: Ledger, address: str) -> dict[str, str]:
    """Play the sample games at `address`, show two, the penalties and all statements. Returns the keys by role.

    Raises DemoFault: a sum is wrong, or an answer is not what a script expects.
    """
    secrets = issue_keys(ledger)
    kept: dict[str, Any] = {}
    replayed: list[str] = []
    with Client(address, secrets) as client:
        bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=console)
        with bar:
            for script in scripts():
                task = bar.add_task(script.title, total=len(script.calls))
                for _ in play(client, script, kept):
                    bar.advance(task)
                replayed += [kept["game"]] if script.replayed else []
        players = [kept[name] for name in ("anna", "boris", "clara", "dmitri", "emile")]
        names = {player: client.read(f"/v1/players/{player}")["name"] for player in players}
        console.print()
        for game in replayed:
            show_replay(console, client, game, names)
            console.print()
        show_penalties(console, client, names)
        for player in players:
            console.print()
            show_statement(console, client, player, names[player])
        console.print()
        show_accounts(console, client)
    return secrets
