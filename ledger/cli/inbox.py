"""cardledger inbox: what a player or a member of the staff is to be told."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.plain import JsonObject
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.terminal import AsJson, ledger_here, out, speak, tell_json
from ledger.notices import inbox
from ledger.registers.naming import player_named

WHO = "A player: his id, his name, or a part of it that no other has; or the id that events name a member of the staff by."


def show_inbox(
    who: Annotated[str, typer.Argument(help=WHO)],
    unread: Annotated[bool, typer.Option("--unread", help="Only what was not read yet.")] = False,
    limit: Annotated[int, typer.Option(help="At most so many, the newest first.", min=1, max=1000)] = 50,
    language: Annotated[str | None, typer.Option("--lang", help="Language: en, ru, de.")] = None,
    as_json: AsJson = False,
) -> None:
    """What somebody is to be told: disputes, rulings, claims, penalties, corrections. Nothing is marked as read by looking."""
    tag = speak(language)
    with ledger_here() as place:
        caught_up(place.ledger, inbox.MODELS)
        caller = inbox.staff(place.ledger, who) or inbox.himself(player_named(place.ledger, who))
        found = inbox.notices(place.ledger, caller, tag, limit=limit, unread=unread)
        number = inbox.unread(place.ledger, caller)
    if as_json:
        told: list[JsonObject] = [_plain(one) for one in found]
        tell_json({"notices": told, "unread": number})
        return
    table = Listing("position", "when (UTC)", "new", "what", wraps=("what",))
    for one in found:
        table.add_row(str(one.position), f"{one.recorded_at:%Y-%m-%d %H:%M}", "" if one.read else "*", one.says)
    out.print(table)
    out.print(f"Not read: {number}.")


def _plain(one: inbox.Notice) -> JsonObject:
    """A notice as it is listed."""
    deadline = one.deadline.isoformat() if one.deadline else None
    about: JsonObject = {"game": one.game, "table": one.table, "dispute": one.dispute, "deadline": deadline}
    when = one.recorded_at.isoformat()
    return {"position": one.position, "kind": one.kind, "says": one.says, **about, "recorded_at": when, "read": one.read}
