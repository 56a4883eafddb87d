"""A branch: a game played on from one of its steps in a copy. It holds the acts that were tried; what they lead to is worked out by
the game's own rules, from the original's state at that step. Nothing in it is money, and nothing of the original depends on it.
Rule BRANCH-1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.changed import changed
from engine.decider import Decider, unknown
from engine.declared import DECK, Family, Happened
from engine.room.rulebook import BRANCH_1
from engine.rules import require

ACTS_MAX = 2000
of_branch = Family("branch", audit="", told=False)


@dataclass(frozen=True, slots=True)
class Begin:
    """branch: its id, "{game}-{number}". steps: how many the game has. head: hash of its event at `step`."""

    branch: str
    game: str
    step: int
    steps: int
    head: str
    by: str


@dataclass(frozen=True, slots=True)
class PlayOn:
    """acts: plain, as the ledger writes them; accepted by the game's own rules. dice: they were chosen by dice and not by hand."""

    acts: tuple[dict[str, Any], ...]
    dice: bool


@of_branch("begun", BRANCH_1)
class BranchBegun(Happened):
    """BRANCH-1. game, step: branched from where; head: the hash of the event there. by: who asked for it."""

    branch: str
    game: str
    step: int
    head: str
    by: str


@of_branch("played_on", BRANCH_1, sealed={"acts": DECK})
class PlayedOn(Happened):
    """BRANCH-1. acts: sealed, since they name cards and hold dice. count: how many. dice: chosen by dice and not by hand."""

    acts: tuple[dict[str, Any], ...]
    count: int
    dice: bool


Command: TypeAlias = Begin | PlayOn
Event: TypeAlias = BranchBegun | PlayedOn


@dataclass(frozen=True)
class Branch:
    """id "" is a branch that has not begun. game, step: branched from where. acts: all of them, in order."""

    id: str = ""
    game: str = ""
    step: int = 0
    by: str = ""
    acts: tuple[dict[str, Any], ...] = ()


def decide(branch: Branch, command: Command) -> tuple[Event, ...]:
    """The event of the act. Refuses (BRANCH-1) a step that the game has not, and acts beyond the bound."""
    if isinstance(command, Begin):
        require(not branch.id, BRANCH_1, "This branch has begun already.")
        says = "This game has steps 1 to {steps}, not {step}."
        require(1 <= command.step <= command.steps, BRANCH_1, says, step=command.step, steps=command.steps)
        return (BranchBegun(command.branch, command.game, command.step, command.head, command.by),)
    if isinstance(command, PlayOn):
        require(bool(branch.id), BRANCH_1, "There is no such branch.")
        many = len(branch.acts) + len(command.acts)
        require(many <= ACTS_MAX, BRANCH_1, "A branch has at most {most} acts.", most=ACTS_MAX)
        return (PlayedOn(command.acts, len(command.acts), command.dice),)
    raise unknown("a branch", command)


def evolve(branch: Branch, event: Event) -> Branch:
    """The branch after the event."""
    match event:
        case BranchBegun():
            return changed(branch, id=event.branch, game=event.game, step=event.step, by=event.by)
        case PlayedOn():
            return changed(branch, acts=(*branch.acts, *event.acts))
    raise unknown("a branch", event)


branch: Decider[Branch, Command, Event] = Decider(Branch(), decide, lambda _: None, evolve, lambda _: False)

EVENTS: Mapping[str, type[Happened]] = of_branch.events
