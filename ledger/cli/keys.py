"""cardledger key: keys for the HTTP interface, made, listed and revoked."""

from __future__ import annotations

from typing import Annotated

import typer

from ledger.cli.listing import Listing
from ledger.cli.terminal import AsJson, ledger_here, out, tell_json
from ledger.people import keys, people
from ledger.registers.naming import player_named

PAGE = 100
DAY_LENGTH = 10

app = typer.Typer(help="Keys for the HTTP interface.", no_args_is_help=True)


@app.command("create")
def create(
    role: Annotated[str, typer.Option(help=f"One of: {', '.join(keys.ROLES)}.")],
    name: Annotated[str, typer.Option(help="What the key is for, in words.")],
    subject: Annotated[
        str | None, typer.Option(help="Id that events will name; for a player, his player id or his name. Default: a new one.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a key and show its secret, this once."""
    with ledger_here() as place:
        if role == "player" and subject is not None:
            subject = player_named(place.ledger, subject)
        key, secret = keys.issue(place.ledger, role, subject, name)
    if as_json:
        tell_json({"id": key, "role": role, "name": name, "secret": secret})
        return
    out.print(f"Key {key} for the role {role}. Its secret is shown only now:", markup=False)
    out.print(secret, markup=False, soft_wrap=True)


@app.command("list")
def list_keys(as_json: AsJson = False) -> None:
    """All keys, without their secrets."""
    found: list[keys.IssuedKey] = []
    with ledger_here() as place:
        while page := keys.listed(place.ledger, found[-1].id if found else "", PAGE):
            found += page
        holders = people.names(place.ledger, {key.subject for key in found if key.role == "player"})
    if as_json:
        tell_json({"keys": [{**_plain(key), "player_name": holders.get(key.subject)} for key in found]})
        return
    table = Listing("id", "role", "subject", "holder", "name", "issued", "revoked", wraps=("holder", "name"))
    for key in found:
        id_, role, subject, name, issued, revoked = (value or "" for value in _plain(key).values())
        table.add_row(id_, role, subject, holders.get(key.subject, ""), name, issued[:DAY_LENGTH], revoked[:DAY_LENGTH])
    out.print(table)


@app.command("revoke")
def revoke(key: Annotated[str, typer.Argument(help="The id of the key, not its secret.")], as_json: AsJson = False) -> None:
    """Revoke a key for ever; repeating it changes nothing."""
    with ledger_here() as place:
        keys.revoke(place.ledger, key)
    if as_json:
        tell_json({"revoked": key})
    else:
        out.print(f"Key {key} opens nothing any more.", markup=False)


def _plain(key: keys.IssuedKey) -> dict[str, str | None]:
    """A key as it is listed."""
    return {
        "id": key.id,
        "role": key.role,
        "subject": key.subject,
        "name": key.name,
        "issued_at": key.issued_at.isoformat(timespec="seconds"),
        "revoked_at": key.revoked_at.isoformat(timespec="seconds") if key.revoked_at else None,
    }
