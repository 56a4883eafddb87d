"""What the demo shows: replays step by step, penalties, statements, the sum of all accounts. All is read through the interface."""

import re

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from api.demo.answers import Account, AccountPage, Balance, GamePage, Penalty, PenaltyPage, Statement, StepShown
from api.demo.client import Client, DemoFault

PAGE = 100
_SEATS = re.compile(r"\b[Ss]eats? (\d+(?:(?:, | and )\d+)*)")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def tell_replay(console: Console, client: Client, game: str, names: dict[str, str]) -> None:
    """A game in sentences, a line a step, with the players' names."""
    console.print(f"[bold]Replay of game {game}[/bold]")
    number, steps = 1, 1
    while number <= steps:
        step = client.read(f"/v1/games/{game}/replay", StepShown, step=number)
        steps, seats = step.steps, {seat.seat: names[seat.player] for seat in step.state.seats}
        console.print(f"{number:3}  {_by_names(step.words, seats)}", markup=False)
        number += 1


def _by_names(words: str, seats: dict[int, str]) -> str:
    """
    >>> _by_names("Seats 1, 2 and 3 post 5 each; seat 2 deals.", {1: "Anna", 2: "Boris", 3: "Clara"})
    'Anna, Boris and Clara post 5 each; Boris deals.'
    """
    return _SEATS.sub(lambda found: re.sub(r"\d+", lambda seat: seats[int(seat[0])], found[1]), words)


def sum_statement(console: Console, client: Client, player: str, name: str) -> None:
    """What a player has received and paid, by kind. Raises DemoFault: opening, totals and closing do not add up."""
    page = client.read(f"/v1/players/{player}/statement", Statement, limit=1, min_position=client.position)
    shown = Table(title=f"Statement of {name}", title_justify="left", box=SIMPLE_HEAD)
    shown.add_column("what for")
    for column in ("lines", "received", "paid", "net"):
        shown.add_column(column, justify="right")
    shown.add_row("opening balance", "", "", "", page.opening.amount)
    totals = page.totals or ()
    for total in totals:
        figures = (figure.amount for figure in (total.received, total.paid, total.amount))
        shown.add_row(total.words, str(total.lines), *figures)
    shown.add_row("closing balance", "", "", "", page.closing.amount)
    console.print(shown)
    moved = sum(int(total.amount.amount) for total in totals)
    if int(page.opening.amount) + moved != int(page.closing.amount):
        raise DemoFault(f"The statement of {name} does not add up: {moved} moved, closing {page.closing.amount}.")


def show_replay(console: Console, client: Client, game: str, names: dict[str, str]) -> None:
    """Every step of a game: what happened, the cards held, the pot and the stacks after it."""
    shown = Table(
        title=f"Replay of game {game}",
        caption="Cards, pot and stacks are those after the step; where nothing stands they are as before it.",
        title_justify="left",
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    shown.add_column("step", justify="right")
    shown.add_column("what happened", ratio=3)
    shown.add_column("cards held", ratio=2)
    shown.add_column("pot", justify="right")
    shown.add_column("stacks", ratio=2)
    number, steps = 1, 1
    hands, before = dict[int, str](), ("", "")
    while number <= steps:
        step = client.read(f"/v1/games/{game}/replay", StepShown, step=number)
        steps, state = step.steps, step.state
        held = {seat.seat: _cards(seat.hand) for seat in state.seats if seat.hand}
        cards = "\n".join(f"{seat}: {hand}" for seat, hand in held.items() if hands.get(seat) != hand)
        stacks = "  ".join(f"{names[seat.player]} {seat.stack.amount}" for seat in state.seats)
        after = (state.pot.amount, stacks)
        news = ["" if value == earlier else value for value, earlier in zip(after, before, strict=True)]
        shown.add_row(str(number), step.words, cards, *news)
        number, hands, before = number + 1, held, after
    console.print(shown)
    seated = ", ".join(f"{seat.seat} {names[seat.player]}" for seat in state.seats)
    console.print(f"At the seats: {seated}.", markup=False)


def show_penalties(console: Console, client: Client, names: dict[str, str]) -> None:
    """The register of penalties: who paid how much, by which rule, for what, and how it was found."""
    shown = Table(title="Penalties, chips into the pot", title_justify="left", box=SIMPLE_HEAD)
    for column, fixed in (("game", True), ("who", True), ("what for", False), ("rule", True), ("broken", True)):
        shown.add_column(column, no_wrap=fixed)
    shown.add_column("amount", justify="right", no_wrap=True)
    page = client.read("/v1/penalties", PenaltyPage, limit=PAGE, min_position=client.position)
    while True:
        for item in page.penalties:
            amount = f"{item.points} points" if item.points else item.amount.amount
            shown.add_row(item.game, names[item.player], _what_for(item, names), item.rule, item.broken, amount)
        if page.next is None:
            break
        page = client.read("/v1/penalties", PenaltyPage, limit=PAGE, cursor=page.next)
    console.print(shown)


def _what_for(item: Penalty, names: dict[str, str]) -> str:
    """ "renege, 7♥, trick 1 of deal 1; claim of Clara"."""
    card = f", {_cards([item.card])}" if item.card else ""
    trick = f"trick {item.trick} of " if item.trick else ""
    by = f"{item.found_by} of {names[item.claimant]}" if item.claimant else item.found_by
    return f"{item.offence.replace('_', ' ')}{card}, {trick}deal {item.deal}; {by}"


def show_statement(console: Console, client: Client, player: str, name: str) -> None:
    """A player's whole statement. Raises DemoFault: opening, lines and closing do not add up."""
    shown = Table(title=f"Statement of {name}", title_justify="left", box=SIMPLE_HEAD)
    for column, justify in (
        ("position", "right"),
        ("what for", "left"),
        ("account", "left"),
        ("amount", "right"),
        ("balance", "right"),
    ):
        shown.add_column(column, justify=justify)  # type: ignore[arg-type]  # the words are rich's own
    page = client.read(f"/v1/players/{player}/statement", Statement, limit=PAGE, min_position=client.position)
    opening, running = int(page.opening.amount), int(page.opening.amount)
    shown.add_row("", "opening balance", "", "", str(opening))
    while True:
        for line in page.lines:
            running += int(line.amount.amount)
            account = line.account.removeprefix(f"player:{player}:").split(":")[0]
            shown.add_row(str(line.position), line.words, account, f"{int(line.amount.amount):+d}", line.balance.amount)
        if page.next is None:
            break
        page = client.read(f"/v1/players/{player}/statement", Statement, limit=PAGE, cursor=page.next)
    shown.add_row("", "closing balance", "", "", page.closing.amount)
    console.print(shown)
    balance = client.read(f"/v1/players/{player}/balance", Balance, min_position=client.position)
    if not running == int(page.closing.amount) == int(balance.total.amount):
        raise DemoFault(
            f"The statement of {name} does not add up: {running}, closing {page.closing.amount}, balance {balance.total.amount}."
        )


def show_accounts(console: Console, client: Client) -> None:
    """The sum of all accounts, which must be zero, and no pot of a finished game may hold anything. Raises DemoFault otherwise."""
    accounts: list[Account] = []
    page = client.read("/v1/accounts", AccountPage, limit=PAGE, min_position=client.position)
    while True:
        accounts += page.accounts
        if page.next is None:
            break
        page = client.read("/v1/accounts", AccountPage, limit=PAGE, cursor=page.next)
    total = sum(int(account.balance.amount) for account in accounts)
    console.print(f"Sum of all {len(accounts)} accounts: [bold]{total}[/bold]   (the service says {page.sum.amount})")
    if total != 0 or int(page.sum.amount) != 0:
        raise DemoFault("The accounts do not add up to zero.")
    full = [account.account for account in accounts if account.account.endswith(":pot") and account.balance.amount != "0"]
    over = {game.id for game in client.read("/v1/games", GamePage, status="over", limit=PAGE).games}
    if wrong := [account for account in full if account.split(":")[1] in over]:
        raise DemoFault(f"Finished games still hold chips: {', '.join(wrong)}.")


def _cards(cards: list[str]) -> str:
    """Cards as players write them: 9♥."""
    return " ".join(card[0].replace("T", "10") + SUITS[card[1]] for card in cards)
