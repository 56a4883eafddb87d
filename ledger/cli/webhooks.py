"""cardledger webhook: what programs elsewhere are told of, by whose rights, and what has not reached them."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.plain import JsonObject
from ledger.cli.listing import Listing
from ledger.cli.terminal import AsJson, ledger_here, out, settings, tell_json
from ledger.notices import webhooks

PAGE = 100
TIME_LENGTH = 19

app = typer.Typer(help="Webhooks: events sent to programs elsewhere.", no_args_is_help=True)
Webhook = Annotated[str, typer.Argument(help="The id of the webhook.")]


@app.command("create")
def create(
    url: Annotated[str, typer.Argument(help="Where the messages go: https://...")],
    key: Annotated[str, typer.Option(help="The id of the key by whose rights it is told (`cardledger key list`).")],
    types: Annotated[
        list[str], typer.Option("--type", help="An event such as dispute.ruled, or all of a family: dispute.*; repeat it.")
    ],
    as_json: AsJson = False,
) -> None:
    """Have events sent to an address, from now on, and show the secret by which they are known, this once."""
    given = settings()
    with ledger_here(given) as place:
        made = webhooks.register(place.ledger, key, url, types, given.webhook_hosts)
    _tell_secret(made.id, made.secret, as_json)


@app.command("list")
def list_webhooks(as_json: AsJson = False) -> None:
    """All webhooks, and what has not reached them yet."""
    found: list[webhooks.Webhook] = []
    with ledger_here() as place:
        while page := webhooks.listed(place.ledger, None, found[-1].id if found else "", PAGE):
            found += page
    if as_json:
        tell_json({"webhooks": [_plain(one) for one in found]})
        return
    table = Listing("id", "state", "waiting", "dead", "what and where to", wraps=("what and where to",))
    for one in found:
        state = f"{one.state} ({one.why})" if one.why else one.state
        told = f"{' '.join(one.types)} to {one.url}" + (f": {one.error}" if one.error else "")
        table.add_row(one.id, state, str(one.waiting), str(one.dead), told)
    out.print(table)


@app.command("end")
def end(webhook: Webhook, as_json: AsJson = False) -> None:
    """Send nothing to it any more, and forget it."""
    with ledger_here() as place:
        webhooks.end(place.ledger, webhook)
    _done(f"Nothing is sent to webhook {webhook} any more.", {"ended": webhook}, as_json)


@app.command("rotate")
def rotate(webhook: Webhook, as_json: AsJson = False) -> None:
    """Make a new secret and show it, this once. For a day messages carry two signatures, by it and by the one before it."""
    with ledger_here() as place:
        secret = webhooks.rotate(place.ledger, webhook)
    _tell_secret(webhook, secret, as_json)


@app.command("dead")
def dead(webhook: Webhook, as_json: AsJson = False) -> None:
    """Its dead letters: messages that were given up after their last try."""
    with ledger_here() as place:
        webhooks.found(place.ledger, webhook)
        letters = webhooks.dead_letters(place.ledger, webhook)
    if as_json:
        told = [
            {"position": one.position, "attempts": one.attempts, "error": one.error, "dead_at": str(one.dead_at)} for one in letters
        ]
        tell_json({"dead_letters": told})
        return
    table = Listing("position", "tries", "given up", "error", wraps=("error",))
    for one in letters:
        table.add_row(str(one.position), str(one.attempts), one.dead_at.isoformat()[:TIME_LENGTH], one.error or "")
    out.print(table)


@app.command("resend")
def resend(
    webhook: Webhook,
    positions: Annotated[list[int] | None, typer.Argument(help="Positions of dead letters; default: all.")] = None,
    as_json: AsJson = False,
) -> None:
    """Send dead letters again, under the ids they had."""
    with ledger_here() as place:
        webhooks.found(place.ledger, webhook)
        letters = [one.position for one in webhooks.dead_letters(place.ledger, webhook)]
        chosen = letters if not positions else [one for one in letters if one in positions]
        webhooks.resend(place.ledger, webhook, chosen)
    _done(f"Dead letters that are sent again: {len(chosen)}.", {"positions": chosen}, as_json)


@app.command("resume")
def resume(
    webhook: Webhook,
    after: Annotated[int, typer.Option(help="A position: everything behind it is sent again.")],
    as_json: AsJson = False,
) -> None:
    """Send everything behind a position again, also to a webhook that was suspended or answered 410."""
    with ledger_here() as place:
        webhooks.resume(place.ledger, webhook, after)
    _done(f"Webhook {webhook} is told of everything behind position {after}.", {"id": webhook, "after": after}, as_json)


def _tell_secret(webhook: str, secret: str, as_json: bool) -> None:
    if as_json:
        tell_json({"id": webhook, "secret": secret})
        return
    out.print(f"Webhook {webhook}. Its secret is shown only now:", markup=False)
    out.print(secret, markup=False, soft_wrap=True)


def _done(says: str, told: JsonObject, as_json: bool) -> None:
    if as_json:
        tell_json(told)
    else:
        out.print(says, markup=False)


def _plain(one: webhooks.Webhook) -> JsonObject:
    """A webhook as it is listed."""
    return {
        "id": one.id, "key": one.key, "url": one.url, "types": one.types, "position": one.position, "state": one.state,
        "why": one.why, "waiting": one.waiting, "dead": one.dead, "delivered": one.delivered,
        "delivered_at": None if one.delivered_at is None else str(one.delivered_at), "error": one.error,
    }  # fmt: skip
