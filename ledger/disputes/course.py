"""Rulings in the course of a running game: carried out, confirmed, and undone before another takes their place (DISPUTE-5)."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from engine.deeds import naming, values
from engine.disputes.commands import PARTS, Decision
from engine.disputes.effects import on_top
from engine.disputes.opinion import OF_THE_DEAL
from engine.playing import Playing
from engine.room.rulebook import DISPUTE_4
from engine.rules import RuleBroken, require
from engine.wanted import Wanted
from ledger.cases.behind import nothing_behind
from ledger.cases.docket import disputes_of
from ledger.play.games import act_in_game

if TYPE_CHECKING:
    from engine.disputes import Dispute, commands
    from engine.disputes.events import Ruled
    from ledger.cases.facts import Story
    from ledger.orders.app import Attempt
    from ledger.store.streams import Stream

WORDS = {"penalty": "penalise", "restore": "penalise", "void_deal": "void_deal", "void_game": "void_game"}


def confirming(told: Story, dispute: Dispute, command: commands.Rule) -> commands.Rule:
    """The command, marked if it decides again what the earlier ruling has done in the running game and nothing has undone: then it
    stays, and is not done a second time."""
    earlier = dispute.ruling
    if earlier is None or not earlier.steps or command.case.undone or not _same(told, earlier, command.decision):
        return command
    return replace(command, confirms=True, steps=earlier.steps)


def _same(told: Story, earlier: Ruled, decision: Decision) -> bool:
    """Whether it is the same decision, and names nothing that differs from what the earlier one did."""
    if decision.word != earlier.decision:
        return False
    done = told.moments[earlier.steps[0] - 1].event
    if decision.word == "restore" and naming(done).step != decision.step:
        return False
    given, had = values(decision), values(done)
    return all(given[part] in (None, ()) or had.get(part) == given[part] for part in PARTS)


def carried_out(
    attempt: Attempt, game: Stream[Playing, Wanted], told: Story, dispute: Dispute, command: commands.Rule
) -> commands.Rule:
    """Done in the running game: first what the earlier ruling did there is undone, as a mistyped entry is (AZI-REC-1, CAS-REC-1).
    Where the game's own rules do not allow that, it stays, and the new one comes on top of it; refused (DISPUTE-5) where that makes
    no sense, and where a ruling of another dispute would be undone."""
    earlier, decision = dispute.ruling, command.decision
    if earlier is not None and earlier.steps and not command.case.undone:
        if _undone(attempt, game, told, earlier, decision.reason):
            nothing_behind(attempt, told, earlier.steps[0], but=dispute.id)
            command = replace(command, case=replace(command.case, undone=True, standing={}, fined=False))
        else:
            on_top(earlier, decision, command.case)
    if decision.word not in WORDS:
        return command
    if decision.word == "void_deal":
        _not_void_already(attempt, told, dispute)
    before = attempt.read(game.id).version
    act_in_game(attempt, game.id, _game_command(told, dispute, decision))
    if decision.step is not None:
        nothing_behind(attempt, told, decision.step, but=dispute.id)
    return replace(command, steps=(before + 1, attempt.read(game.id).version))


def _not_void_already(attempt: Attempt, told: Story, dispute: Dispute) -> None:
    """Refuses (DISPUTE-4) to make a deal void when a ruling in another dispute has just done so: nothing has happened since."""
    for other in disputes_of(attempt, told.rows[0].stream.removeprefix("game-")):
        ruling = other.ruling
        just = ruling is not None and ruling.decision == "void_deal" and ruling.steps[-1:] == (len(told.rows),)
        says = "By a ruling in dispute {dispute} the deal is void already, and nothing has happened since."
        require(other.id == dispute.id or not just, DISPUTE_4, says, dispute=other.id)


def _undone(attempt: Attempt, game: Stream[Playing, Wanted], told: Story, earlier: Ruled, reason: str) -> bool:
    """Whether the game has been taken back to before the earlier ruling; if its rules do not allow that, nothing has changed."""
    try:
        act_in_game(attempt, game.id, told.kind.actions["correct"](earlier.steps[0], reason))
    except RuleBroken:
        return False
    return True


def _game_command(told: Story, dispute: Dispute, decision: Decision) -> Wanted:
    """The game's own command for a decision. A penalty, and restoring the right course, go by the rules of a play against the
    rules; with a step named, restoring takes the game back to before it. Refuses (DISPUTE-4) what is not named, and what is no play
    of a card."""
    made = told.kind.actions["correct" if decision.step is not None else WORDS[decision.word]]
    about = dispute.opened
    named = told.moments[about.step - 1].event if about and about.step else None
    sources = [values(source) for source in (decision, about, named) if source is not None]
    given: dict[str, object] = {}
    for name in [one.name for one in fields(made)]:
        given[name] = next((value for source in sources if (value := source.get(name)) is not None), None)
        says = "This ruling names the {part} that it is about."
        if about and about.kind in OF_THE_DEAL:
            says = (
                "In a running game a {decision} is for the play of a card, with its deal and trick. A dispute of the kind {kind} is"
                " ruled by one of {possible}, or by restore with a step; a fine is possible when the game is over."
            )
        possible = ("stands", *[word for word in ("void_deal", "void_game") if word in told.kind.actions])
        facts = {"part": name, "decision": decision.word, "kind": about.kind if about else "", "possible": possible}
        require(given[name] is not None, DISPUTE_4, says, **facts)
    command: Wanted = made(**given)
    return command
