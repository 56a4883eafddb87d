"""Names of accounts. An account is a place where whole chips are; its balance is the sum of its lines in the journal.

house:cash                   the cash desk: below zero by what the players have brought in
house:penalties              penalties that go to the house
house:differences            what counts of the cash desk have found: below zero what is missing, above what is too much
player:{player}:wallet       what a player has at the club, outside every table
player:{player}:stack:{table}   what he has before him at one table
game:{table}-{number}:pot    the pot of one game
"""

import re
from dataclasses import dataclass
from typing import Literal, cast

HOUSE_CASH = "house:cash"
HOUSE_PENALTIES = "house:penalties"
HOUSE_DIFFERENCES = "house:differences"

House = Literal["cash", "penalties", "differences"]
Kind = Literal[House, "wallet", "stack", "pot"]

_NAME = re.compile(
    r"house:(?P<house>cash|penalties|differences)"
    r"|player:(?P<player>[a-z0-9]+):(?:(?P<wallet>wallet)|stack:(?P<table>[a-z0-9]+))"
    r"|game:(?P<game>[a-z0-9]+-[1-9][0-9]*):pot"
)


@dataclass(frozen=True, slots=True)
class Account:
    """The parts of an account's name. game: "{table}-{number}", of a pot only; table: of a stack or a pot."""

    name: str
    kind: Kind
    player: str | None = None
    table: str | None = None
    game: str | None = None


class UnknownAccount(Exception):
    """The text is not the name of an account."""


def wallet(player: str) -> str:
    """The account of a player's wallet."""
    return f"player:{player}:wallet"


def stack(player: str, table: str) -> str:
    """The account of the chips that a player has before him at a table."""
    return f"player:{player}:stack:{table}"


def pot(game: str) -> str:
    """The account of a game's pot. game: "{table}-{number}"."""
    return f"game:{game}:pot"


def parse(name: str) -> Account:
    """The parts of an account's name. Raises UnknownAccount.

    >>> parse("player:p1:stack:t1")
    Account(name='player:p1:stack:t1', kind='stack', player='p1', table='t1', game=None)
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise UnknownAccount(name)
    if found["house"]:
        return Account(name, cast(House, found["house"]))
    if found["game"]:
        return Account(name, "pot", table=found["game"].rpartition("-")[0], game=found["game"])
    return Account(name, "wallet" if found["wallet"] else "stack", player=found["player"], table=found["table"])
