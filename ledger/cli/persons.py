"""cardledger person: who somebody is, with all his entries; renamed, linked, erased, handed to an online room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ledger.books.balances import balance
from ledger.cli.acting import By, by_the_rules, order_of
from ledger.cli.books import caught_up
from ledger.cli.listing import Listing
from ledger.cli.terminal import AsJson, chips, ledger_here, out, say, tell_json
from ledger.money import persons
from ledger.people import people
from ledger.people.erasure import GONE, STAYS
from ledger.registers.naming import player_named

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

app = typer.Typer(help="Who players are: names, linked entries, erasing, handing over.", no_args_is_help=True)
Player = Annotated[str, typer.Argument(help="A player: his id, or his whole name if no other has it.")]
Other = Annotated[str, typer.Argument(help="The other entry: its id, or its whole name.")]


@app.command("show")
def show_person(player: Player, as_json: AsJson = False) -> None:
    """All entries of a person that were linked, and what they have in sum."""
    with ledger_here() as place:
        ledger = place.ledger
        caught_up(ledger, ("balances",))
        entries = persons.entries_now(ledger, player_named(ledger, player))
        has, names = [balance(ledger, entry) for entry in entries], people.names(ledger, entries)
        scale, unit = ledger.scale, ledger.unit
    if as_json:
        listed = [
            {"player": one.player, "name": names.get(one.player), "wallet": str(one.wallet), "total": str(one.total)} for one in has
        ]
        sums = {"wallet": str(sum(one.wallet for one in has)), "total": str(sum(one.total for one in has))}
        tell_json({"unit": unit, "scale": scale, "entries": listed, **sums})
        return
    shown = Listing("name", "id", "wallet", "with stacks", wraps="name")
    shown.title = f"In {unit}"
    for one in has:
        shown.add_row(names.get(one.player, "(erased)"), one.player, chips(one.wallet, scale), chips(one.total, scale))
    if len(has) > 1:
        sum_of = [chips(sum(one.wallet for one in has), scale), chips(sum(one.total for one in has), scale)]
        shown.add_row("together", "", *sum_of)
    for column in shown.columns[2:]:
        column.justify = "right"
    out.print(shown)


@app.command("rename")
def rename(player: Player, name: Annotated[str, typer.Argument(help="The new name.")], by: By, as_json: AsJson = False) -> None:
    """Change a player's name (PEOPLE-1). The record says that it was changed, and holds neither name."""
    with ledger_here() as place, by_the_rules():
        found = player_named(place.ledger, player, whole=True)
        persons.rename(place.ledger, order_of(place.ledger, by), found, name)
    _tell(as_json, f"{found} is called {name} from now on.", player=found, name=name)


@app.command("link")
def link(player: Player, other: Other, by: By, as_json: AsJson = False) -> None:
    """Link two entries of one person (PEOPLE-2). No chips move."""
    with ledger_here() as place, by_the_rules():
        one, two = _both(place.ledger, player, other)
        persons.link(place.ledger, order_of(place.ledger, by), one, two)
    _tell(as_json, f"{one} and {two} are one person.", player=one, other=two)


@app.command("unlink")
def unlink(player: Player, other: Other, by: By, as_json: AsJson = False) -> None:
    """Unlink two entries that were linked by mistake (PEOPLE-2)."""
    with ledger_here() as place, by_the_rules():
        one, two = _both(place.ledger, player, other)
        persons.unlink(place.ledger, order_of(place.ledger, by), one, two)
    _tell(as_json, f"{one} and {two} are two people.", player=one, other=two)


@app.command("hand")
def hand_over(
    player: Player,
    to: Annotated[str, typer.Option(help="The online room: the subject of its key, as `key list` shows it.")],
    by: By,
    as_json: AsJson = False,
) -> None:
    """Hand a player to an online room, which speaks for him from then on (PEOPLE-4)."""
    with ledger_here() as place, by_the_rules():
        found = player_named(place.ledger, player, whole=True)
        persons.hand_over(place.ledger, order_of(place.ledger, by), found, to)
    _tell(as_json, f"{to} speaks for {found} from now on.", player=found, to=to)


@app.command("erase")
def erase(player: Player, by: By, as_json: AsJson = False) -> None:
    """Erase a player's name for good (PEOPLE-3), and say what stays and why."""
    with ledger_here() as place, by_the_rules():
        found = player_named(place.ledger, player, whole=True)
        persons.erase(place.ledger, order_of(place.ledger, by), found)
    gone, stays = ([{"what": word, "says": say(says)} for word, says in told.items()] for told in (GONE, STAYS))
    if as_json:
        tell_json({"player": found, "gone": gone, "stays": stays})
        return
    for heading, told in (("Gone:", gone), ("What stays, and why:", stays)):
        out.print(heading)
        for one in told:
            out.print(f"  {one['says']}", markup=False, soft_wrap=True)


def _both(ledger: Ledger, player: str, other: str) -> tuple[str, str]:
    return player_named(ledger, player, whole=True), player_named(ledger, other, whole=True)


def _tell(as_json: bool, sentence: str, **told: str) -> None:
    if as_json:
        tell_json(told)
    else:
        out.print(sentence, markup=False, soft_wrap=True)
