"""Branches: what if the game had gone differently from this step? A game is played on in a copy, by hand or by dice. Rule BRANCH-1.

None of it is real: it posts nothing, no read model and no audit takes its events, and the original is only read. The copy is the
original's state at that step and the acts that were tried since, worked out by the game's own rules whenever somebody looks.

What follows from an act is nobody's choice. So from a step in the middle of an act it goes on after the whole act.

HIDDEN: a branch shows every hand, and what comes after. So it is for those who may see all of the original.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from engine.branch import ACTS_MAX, Begin, Branch, Command, PlayOn
from engine.decider import act
from engine.declared import Happened
from engine.games import Kind
from engine.kind import InOrder
from engine.plain import JsonObject
from engine.playing import Playing
from engine.room.rulebook import BRANCH_1
from engine.rules import RuleBroken, require
from engine.wanted import Wanted
from ledger.orders.attempt import existing
from ledger.orders.permission import allow, is_steward, plays_himself
from ledger.play.games import cards_to_come, steward_types, with_dice
from ledger.play.lists import UNSEEN, at_index, in_order
from ledger.replays.film import Film, film
from ledger.replays.soundness import checked
from ledger.store.envelope import link
from ledger.store.errors import NotFound
from ledger.store.ids import branch_stream, game_of_branch, table_of_game, table_stream
from ledger.store.plain import plain_fields

if TYPE_CHECKING:
    from ledger.orders.app import Attempt, Ledger
    from ledger.orders.order import Caller, Done, Order
    from ledger.store.streams import Stream

BRANCHES_MAX = 100
WORD = "act"
SETTLE, WAITING = "settle", "awaiting_settlement"


@dataclass(frozen=True, slots=True)
class Copy:
    """A game as it is in a branch. step: from which it goes on, the last of an act. events: what has happened since, with the state
    after each."""

    kind: Kind
    branch: Branch
    step: int
    state: Playing
    events: tuple[tuple[Happened, Playing], ...] = field(default=(), repr=False)


def may_branch(caller: Caller, kind: Kind, game: Playing, steward_here: bool) -> None:
    """Raises NotAllowed, unless he may see all of the game: a steward or auditor when it is over, a steward of the table also while
    it runs where the cards are not the service's and he does not play himself, a player who sat in it when everything of it is
    revealed."""
    over = kind.decider.is_over(game)
    here = steward_here and steward_types(game.house) and not cards_to_come(game) and (over or not plays_himself(caller, game))
    staff = (over and caller.role in {"steward", "auditor"}) or here
    sat = caller.player is not None and caller.player in game.players.values() and kind.all_revealed(game)
    allow(staff or sat, "A branch shows every card, so it is for who may see all of the game.")


def begin(ledger: Ledger, order: Order, game: str, step: int) -> Done:
    """A new branch of the game as it was after the act to which this step belongs; If-Match is of the game. Its id is
    "{game}-{number}". Raises Unreplayable: the game is damaged."""

    def work(attempt: Attempt) -> None:
        read, whole = _original(ledger, attempt, game)
        attempt.expect(read.id, order.if_match)
        real = 1 <= step <= read.version
        at = whole.act_end(step) if real else step
        head = link(whole.rows[at - 1]) if real else ""
        branch = _next_id(attempt, game)
        attempt.act(branch_stream(branch), Begin(branch, game, at, read.version, head, order.caller.actor))

    return ledger.execute(order, work)


def play(ledger: Ledger, order: Order, branch: str, command_of: Callable[[Kind], Wanted]) -> Done:
    """One act by hand, whosever turn it is. command_of: gives one of the game's actions for its Kind. Refused by its rules."""
    return play_all(ledger, order, branch, lambda kind: (command_of(kind),), listed=False)


def play_all(
    ledger: Ledger, order: Order, branch: str, acts_of: Callable[[Kind], Sequence[Wanted | InOrder]], *, listed: bool
) -> Done:
    """Several acts, all or none. acts_of, listed: as in `games.act_all`."""

    def work(attempt: Attempt) -> None:
        stream, copy = _read(ledger, attempt, branch)
        attempt.expect(stream.id, attempt.order.if_match)
        kind, state = copy.kind, [copy.state]
        done: list[JsonObject] = []
        for index, wanted in enumerate(acts_of(kind)):
            with at_index(index if listed else None):
                for command in in_order(kind, wanted, lambda: state[-1]):
                    whole = with_dice(ledger.dice, kind, f"game-{copy.branch.game}", state[-1], command)
                    state.append(act(kind.decider, state[-1], whole)[1])
                    done.append(_plain(kind, whole))
        attempt.act(stream.id, PlayOn(tuple(done), dice=False))

    return ledger.execute(order, work)


def play_out(ledger: Ledger, order: Order, branch: str, how: str, acts_most: int, seed: int | None) -> Done:
    """Up to so many acts by dice and by the simulated players named `how`, at most to the end of the game. seed: the same one plays
    the same acts; None: any."""
    chosen = int.from_bytes(ledger.dice(8)) if seed is None else seed

    def work(attempt: Attempt) -> None:
        stream, copy = _read(ledger, attempt, branch)
        attempt.expect(stream.id, attempt.order.if_match)
        left = min(acts_most, ACTS_MAX - len(copy.branch.acts))
        commands = [command for command, _, _ in by_dice(copy.kind, copy.state, how, left, chosen)]
        require(bool(commands), BRANCH_1, "Nothing can be played on here.")
        attempt.act(stream.id, PlayOn(tuple(_plain(copy.kind, command) for command in commands), dice=True))

    return ledger.execute(order, work)


def by_dice(kind: Kind, state: Playing, how: str, acts_most: int, seed: int) -> Iterator[tuple[Wanted, list[Happened], Playing]]:
    """Acts by dice from this state, the last of an act: command, events, state after. Ends with the game, or where only
    people can go on.

    Refuses (BRANCH-1) players that this game has not, and hands that nobody but their players sees.
    """
    says = "This game is played on by one of {possible}, not {how}."
    require(how in kind.players, BRANCH_1, says, how=how, possible=kind.players)
    seen = state.house.deck != UNSEEN
    require(seen, BRANCH_1, "Only the players saw these hands, so nobody can play them by dice.")
    dice = random.Random(seed)  # noqa: S311 — a game that is not real
    for _ in range(acts_most):
        command = _next(kind, state, dice, how)
        if command is None:
            return
        try:
            events, after = act(kind.decider, state, command)
        except RuleBroken:
            if kind.play is not None:
                raise
            return  # it needs what no dice can supply: the cards of a real table
        state = after
        yield command, events, state


def _next(kind: Kind, state: Playing, dice: random.Random, how: str) -> Wanted | None:
    """The next act; None: the game is over, or nobody can act by himself."""
    if kind.decider.is_over(state):
        return None
    if state.phase == WAITING:
        settle: Wanted = kind.actions[SETTLE]()
        return settle
    if kind.play is not None:
        played: Wanted | None = kind.play(state, dice, how)
        return played
    legal = kind.legal(state, state.turn) if state.turn else ()
    if not legal:
        return None
    return with_dice(dice.randbytes, kind, f"game-{state.table}-{state.number}", state, dice.choice(legal))


def read_branch(ledger: Ledger, caller: Caller, branch: str) -> tuple[Stream[Branch, Command], Copy]:
    """A branch for whoever may see all of the original. Raises NotFound, NotAllowed, Unreplayable."""
    stream = ledger.load(branch_stream(branch))
    if not stream.version:
        raise NotFound("There is no such branch.")
    return stream, copied(may_see(ledger, caller, game_of_branch(branch)), stream.state)


def may_see(ledger: Ledger, caller: Caller, game: str) -> Film:
    """The game, played again, for whoever may branch it. Raises NotFound, NotAllowed, Unreplayable."""
    whole = film(ledger, game)
    table = ledger.load(table_stream(table_of_game(game))).state
    _may_branch_whole(caller, whole, is_steward(caller, table))
    return whole


def branches_of(ledger: Ledger, game: str) -> list[Branch]:
    """Every branch of the game, in order."""
    found: list[Branch] = []
    while len(found) < BRANCHES_MAX:
        stream = ledger.load(branch_stream(f"{game}-{len(found) + 1}"))
        if not stream.version:
            break
        found.append(stream.state)
    return found


def copied(whole: Film, branch: Branch) -> Copy:
    """The game as it is in the branch, worked out from its own steps and the acts that were tried. Raises Unreplayable."""
    kind, step = whole.kind, whole.act_end(branch.step)  # not all stored branches begin where an act ends
    state = whole.states[step - 1]
    happened: list[tuple[Happened, Playing]] = []
    for plain in branch.acts:
        events, _ = act(kind.decider, state, _command(kind, plain))
        for event in events:
            state = kind.decider.evolve(state, event)
            happened.append((event, state))
    return Copy(kind, branch, step, state, tuple(happened))


def _may_branch_whole(caller: Caller, whole: Film, steward_here: bool) -> None:
    """Raises NotAllowed, and Unreplayable for whoever may hear of it: the game is damaged, so nobody knows what it came to."""
    state = whole.stream().state
    if whole.stopped is None:
        may_branch(caller, whole.kind, state, steward_here)
        return
    allow(caller.role in {"steward", "auditor"} or caller.player in state.players.values(), "This game is not yours to branch.")
    raise whole.stopped


def _original(ledger: Ledger, attempt: Attempt, game: str) -> tuple[Stream[Playing, Wanted], Film]:
    read, whole = checked(ledger, attempt, game)
    table = existing(attempt, table_stream(table_of_game(game))).state
    caller = attempt.order.caller
    _may_branch_whole(caller, whole, is_steward(caller, table))
    return read, whole


def _read(ledger: Ledger, attempt: Attempt, branch: str) -> tuple[Stream[Branch, Command], Copy]:
    _, whole = _original(ledger, attempt, game_of_branch(branch))
    stream = existing(attempt, branch_stream(branch))
    return stream, copied(whole, stream.state)


def _next_id(attempt: Attempt, game: str) -> str:
    """The id of the game's next branch. Refuses (BRANCH-1) one too many."""
    number = 1
    while attempt.read(branch_stream(f"{game}-{number}")).version:
        number += 1
        require(number <= BRANCHES_MAX, BRANCH_1, "A game has at most {most} branches.", most=BRANCHES_MAX)
    return f"{game}-{number}"


def _plain(kind: Kind, command: Wanted) -> JsonObject:
    """An act as JSON; `_command` reads it back."""
    word = next(word for word, made in kind.actions.items() if made is command.__class__)
    return {WORD: word, **plain_fields(command.__class__)(command)}


def _command(kind: Kind, plain: JsonObject) -> Wanted:
    fields = {name: value for name, value in plain.items() if name != WORD}
    command: Wanted = msgspec.convert(fields, kind.actions[str(plain[WORD])], strict=False, str_keys=True)
    return command
