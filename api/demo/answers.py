"""What the demo reads of the answers of the interface; they hold more."""

from msgspec import Struct


class Money(Struct):
    """An amount, as a decimal string."""

    amount: str


class Named(Struct):
    """A player. name: None if it was erased."""

    name: str | None


class SeatShown(Struct):
    """A seat of a game."""

    seat: int
    player: str
    stack: Money
    hand: list[str] | None


class StateShown(Struct):
    """A state of a game."""

    seats: list[SeatShown]
    pot: Money


class StepShown(Struct):
    """A step of a replay. steps: how many there are."""

    steps: int
    words: str
    state: StateShown


class Total(Struct):
    """What a period has brought and taken by lines of one group."""

    words: str
    lines: int
    received: Money
    paid: Money
    amount: Money


class Line(Struct):
    """A line of a statement."""

    position: int
    words: str
    account: str
    amount: Money
    balance: Money


class Statement(Struct):
    """A page of a statement. totals: on the first page. next: the cursor of the next one."""

    opening: Money
    totals: list[Total] | None
    lines: list[Line]
    closing: Money
    next: str | None


class Balance(Struct):
    """What a player has."""

    total: Money


class Penalty(Struct):
    """A line of the register of penalties."""

    game: str
    player: str
    offence: str
    rule: str
    broken: str
    found_by: str
    claimant: str | None
    deal: int
    trick: int | None
    card: str | None
    amount: Money
    points: int


class PenaltyPage(Struct):
    """Some of them."""

    penalties: list[Penalty]
    next: str | None


class Account(Struct):
    """An account of the books."""

    account: str
    balance: Money


class AccountPage(Struct):
    """Some of them. sum: of all."""

    accounts: list[Account]
    sum: Money
    next: str | None


class GameShown(Struct):
    """A game in the list."""

    id: str


class GameNow(Struct):
    """A game as it is. version: how many events it has."""

    version: int


class GamePage(Struct):
    """Some games."""

    games: list[GameShown]
