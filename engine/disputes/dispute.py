"""A dispute: open, answered, ruled, appealed, withdrawn. Rules DISPUTE-1 to 6, refused in that order.

Who may open, answer, appeal and rule is asked before a command comes here; only who takes something back, or rules on an appeal
against himself, is known here.
"""

from dataclasses import dataclass

from engine.changed import changed
from engine.chips import MOST
from engine.decider import Decider, unknown
from engine.disputes import commands, effects, events
from engine.disputes.case import Case
from engine.disputes.commands import AFTER, DECISIONS, KINDS, named, takes
from engine.room.rulebook import DISPUTE_1, DISPUTE_2, DISPUTE_3, DISPUTE_4, DISPUTE_5
from engine.room.words import REASON_LENGTH_MAX, fits
from engine.rules import Rule, RuleBroken, require
from engine.saying import Saying

ANSWERS_MAX = 50
RULINGS_MAX = 20
APPEALS_MAX = 1
WAITING = ("open", "answered", "appealed")
STAGES = {
    # NOTE: how far a dispute has come: this and the next four stand as {stage} in "This dispute is {stage}, so ..."
    "open": Saying("open"),
    "answered": Saying("answered"),
    "ruled": Saying("ruled"),
    "appealed": Saying("appealed"),
    "withdrawn": Saying("withdrawn"),
}
NOT_NOW = {
    "answered": "This dispute is {stage}, so it cannot be answered now.",
    "appealed": "This dispute is {stage}, so it cannot be appealed now.",
    "withdrawn": "This dispute is {stage}, so it cannot be withdrawn now.",
    "ruled": "This dispute is {stage}, so it cannot be ruled now.",
}


@dataclass(frozen=True)
class Dispute:
    """id "" is a dispute not opened yet. stage: "open", "answered", "ruled", "appealed" or "withdrawn".

    opened: its first event, with all that it is about. answers, appeals: how many so far. appellant: who has brought the appeal
    that waits. rulings: in order; the last one holds. renounced: who has withdrawn an appeal. appealed: who has ruled what an
    appeal has then decided again.
    """

    id: str = ""
    stage: str = ""
    opened: events.Opened | None = None
    answers: int = 0
    appeals: int = 0
    appellant: str = ""
    rulings: tuple[events.Ruled, ...] = ()
    renounced: tuple[str, ...] = ()
    appealed: tuple[str, ...] = ()

    @property
    def ruling(self) -> events.Ruled | None:
        """The ruling that holds, if there is one."""
        return self.rulings[-1] if self.rulings else None

    @property
    def ends(self) -> str:
        """How the game has ended by this dispute: "award" or "void_game"; "": as it was played. A game that it has made void while
        it ran stays so, whatever else is ruled on top of that, unless its pot is awarded."""
        ruling = self.ruling
        if ruling is not None and ruling.decision in effects.OTHERWISE:
            return ruling.decision
        return "void_game" if any(one.decision == "void_game" and one.steps for one in self.rulings) else ""


def decide(state: Dispute, command: commands.Command) -> tuple[events.Event, ...]:
    """The event of the act. Refuses by DISPUTE-1 to 6, in this order."""
    if isinstance(command, commands.Open):
        return (_opened(state, command),)
    require(bool(state.id), DISPUTE_1, "There is no such dispute.")
    match command:
        case commands.Answer():
            _may(state, WAITING, "answered")
            require(state.answers < ANSWERS_MAX, DISPUTE_3, "A dispute has at most {most} answers.", most=ANSWERS_MAX)
            _words(DISPUTE_3, command.words)
            return (events.Answered(command.by, command.role, command.words),)
        case commands.Appeal():
            return (_appealed(state, command),)
        case commands.Withdraw():
            return (_withdrawn(state, command),)
        case commands.Rule():
            return (_ruled(state, command),)
    raise unknown("a dispute", command)


def _may(state: Dispute, states: tuple[str, ...], what: str) -> None:
    says = Saying(NOT_NOW[what], stage=STAGES.get(state.stage, state.stage))
    require(state.stage in states, DISPUTE_3, says, stage=state.stage, what=what, possible=states)


def _words(rule: Rule, words: str) -> None:
    says = "Words are 1 to {most} characters, without control characters."
    require(fits(words, REASON_LENGTH_MAX), rule, says, most=REASON_LENGTH_MAX)


def _opened(state: Dispute, command: commands.Open) -> events.Opened:
    require(not state.id, DISPUTE_1, "This dispute is open already.")
    require(command.kind in KINDS, DISPUTE_1, "A dispute is of one of the kinds {possible}, not {kind}.", kind=command.kind,
            possible=KINDS)  # fmt: skip
    _words(DISPUTE_1, command.words)
    about = command.about
    step, seen = about.step, command.seen
    require(step is None or 1 <= step <= seen, DISPUTE_1, "This game has steps 1 to {seen}, not {step}.", step=step, seen=seen)
    deal = about.deal
    says = "This game has had {deals} deals; there is no deal {deal}."
    require(deal is None or 1 <= deal <= command.deals, DISPUTE_1, says, deal=deal, deals=command.deals)
    placed = deal is not None or (about.trick is None and (about.card is None or step is not None))
    require(placed, DISPUTE_1, "A trick or a card is named with its deal, or a card with its step.")
    seat = about.seat
    require(seat is None or seat in command.seats, DISPUTE_1, "Nobody sits at seat {seat} in this game.", seat=seat)
    amount = about.amount
    says = "An amount is from 1 to 10^30."
    require(amount is None or 0 < amount <= MOST, DISPUTE_1, says, chips=amount)
    command.fits(about)
    says = "This could be disputed until {until}: {hours} hours after the end of the game."
    in_time = command.until is None or command.at < command.until
    require(in_time, DISPUTE_2, says, until=command.until, hours=command.hours)
    return events.Opened(
        dispute=command.dispute,
        game=command.game,
        table=command.table,
        kind=command.kind,
        words=command.words,
        step=step,
        deal=deal,
        trick=about.trick,
        card=about.card,
        seat=seat,
        amount=amount,
        by=command.by,
        role=command.role,
        seen=seen,
        head=command.head,
        hours=command.hours,
    )


def _appealed(state: Dispute, command: commands.Appeal) -> events.Appealed:
    _may(state, ("ruled",), "appealed")
    ruling, decided = state.rulings[-1], state.appeals >= APPEALS_MAX
    until = ruling.appeal_until
    if until is not None or not decided:
        says = "The ruling could be appealed until {until}." if until else "This table allows no time for appeals."
        require(until is not None and command.at < until, DISPUTE_2, says, until=until)
    require(not decided, DISPUTE_3, "This dispute has been appealed once already, and what was ruled then stands.")
    says = "You have withdrawn your appeal in this dispute; others may still appeal."
    require(command.by not in state.renounced, DISPUTE_3, says)
    _words(DISPUTE_3, command.words)
    return events.Appealed(command.by, command.words, ruling.number)


def appeal_until(state: Dispute, ruling: events.Ruled, at: str) -> str | None:
    """Until when this ruling may be appealed against, as seen at that moment; None: by nobody, for whatever reason."""
    until = ruling.appeal_until
    holds = state.ruling is not None and state.ruling.number == ruling.number
    if not holds or state.stage != "ruled" or state.appeals >= APPEALS_MAX or until is None:
        return None
    return until if at < until else None


def _withdrawn(state: Dispute, command: commands.Withdraw) -> events.Withdrawn:
    _may(state, WAITING, "withdrawn")
    appeal = state.stage == "appealed"
    opener = state.opened.by if state.opened else ""
    own = command.by == (state.appellant if appeal else opener)
    require(own, DISPUTE_3, "Who has brought a dispute or an appeal withdraws it, and nobody else.")
    return events.Withdrawn(command.by, appeal)


def ready(state: Dispute, command: commands.Rule) -> None:
    """Refuses (DISPUTE-3, DISPUTE-4) a ruling for which neither the game's course nor its chips need to be known."""
    decision, case = command.decision, command.case
    _may(state, ("open", "answered", "ruled", "appealed"), "ruled")
    require(len(state.rulings) < RULINGS_MAX, DISPUTE_3, "A dispute has at most {most} rulings.", most=RULINGS_MAX)
    word = decision.word
    require(word in DECISIONS, DISPUTE_4, "A ruling is one of {possible}, not {decision}.", decision=word, possible=DECISIONS)
    says = "A ruling has a reason of 1 to {most} characters."
    require(fits(decision.reason, REASON_LENGTH_MAX), DISPUTE_4, says, most=REASON_LENGTH_MAX)
    says = "Neither this game nor the room has a rule {named}; a ruling rests on one of theirs, such as {example}."
    require(decision.rule in command.rules, DISPUTE_4, says, named=decision.rule, example=DISPUTE_4.id)
    amount = decision.amount
    require(amount is None or 0 < amount <= MOST, DISPUTE_4, "An amount is from 1 to 10^30.", chips=amount)
    if not command.confirms:
        _can_be(decision, case)
    if command.alone:
        return
    ruled = [ruling.by for ruling in state.rulings] if state.stage == "appealed" else []
    says = "An appeal is ruled on by another steward of the table than the one who has ruled."
    require(command.by not in ruled, DISPUTE_4, says)
    says = "An appeal against your ruling has been decided: another steward of the table rules on this dispute now."
    require(command.by not in state.appealed, DISPUTE_4, says)


def _can_be(decision: commands.Decision, case: Case) -> None:
    """Refuses what is not ruled while the game is running, or when it is over, and what is named to no effect."""
    possible = ("stands", *(AFTER if case.over else case.can))
    says = "The game is running, so a ruling is one of {possible}, not {decision}."
    if case.over:
        says = "The game is over, so a ruling is one of {possible}, not {decision}."
    phase = "over" if case.over else "running"
    require(decision.word in possible, DISPUTE_4, says, phase=phase, decision=decision.word, possible=possible)
    senseless = tuple(part for part in named(decision) if part not in takes(decision, over=case.over))
    no_part = "In a game that is running the ruling {decision} names no {part}."
    if case.over:
        no_part = "In a game that is over the ruling {decision} names no {part}."
    part = senseless[0] if senseless else None
    require(not senseless, DISPUTE_4, no_part, phase=phase, decision=decision.word, part=part)


def _ruled(state: Dispute, command: commands.Rule) -> events.Ruled:
    ready(state, command)
    decision, case, earlier = command.decision, command.case, state.ruling
    returned: effects.Moves = ()
    moved: effects.Moves = ()
    if not command.confirms:
        if case.over:
            effects.lacks_nothing(decision)
        contradicts_none(earlier, decision, case)
        returned, moved = effects.worked_out(earlier, decision, case)
        changes_something(state, decision, case, moved)
    _adds_up(returned)
    _adds_up(moved)
    return events.Ruled(
        number=len(state.rulings) + 1,
        by=command.by,
        decision=decision.word,
        reason=decision.reason,
        rule=decision.rule,
        seat=decision.seat,
        amount=decision.amount,
        to=decision.to,
        supersedes=earlier.number if earlier else None,
        returned=returned,
        moved=moved,
        steps=command.steps,
        undone=case.undone,
        appeal_until=None if state.appeals >= APPEALS_MAX else command.appeal_until,
    )


def contradicts_none(earlier: events.Ruled | None, decision: commands.Decision, case: Case) -> None:
    """Refuses (DISPUTE-5), while the game is void or its pot awarded again by another dispute, all but that nothing is to be done
    about this one, and the same payment or fine as before."""
    if not case.bound or (decision.word in effects.PAYING and _again(earlier, decision)):
        return
    says = (
        "By a ruling in dispute {dispute} this game is void or its pot awarded anew. While that holds, no other dispute on it moves"
        " chips, awards the pot or makes the game void."
    )
    nothing = decision.word == "stands" and not effects.in_force(earlier, case)
    require(nothing, DISPUTE_5, says, dispute=case.bound)


def _again(earlier: events.Ruled | None, decision: commands.Decision) -> bool:
    """Whether it is what was ruled after the game before."""
    if earlier is None or earlier.steps:
        return False
    before = (earlier.decision, earlier.seat, earlier.amount, set(earlier.to))
    return before == (decision.word, decision.seat, decision.amount, set(decision.to))


def changes_something(state: Dispute, decision: commands.Decision, case: Case, moved: effects.Moves) -> None:
    """Refuses (DISPUTE-4) the pot awarded to whoever has it and a game made void that has cost nobody anything, unless by this
    dispute it was otherwise before."""
    if moved or state.ends or not case.over or decision.word not in effects.OTHERWISE:
        return
    says = "These seats have the pot as it is, so this ruling would change nothing: rule `stands` instead."
    if decision.word == "void_game":
        says = "Nobody has won or lost anything by this game: there is nothing to give back."
    raise RuleBroken(DISPUTE_4, says, seats=decision.to)


def _adds_up(moves: effects.Moves) -> None:
    """What is taken through the pot is given out of it, to the unit: a ruling that lost or made chips would be worse than none."""
    taken, given = (sum(one.chips for one in moves if one.way == way) for way in ("taken", "given"))
    if taken != given:
        raise ArithmeticError(f"a ruling would take {taken} and give {given}")


def evolve(state: Dispute, event: events.Event) -> Dispute:
    """The dispute after the event."""
    match event:
        case events.Opened():
            return changed(state, id=event.dispute, stage="open", opened=event)
        case events.Answered():
            return changed(state, stage="answered" if state.stage == "open" else state.stage, answers=state.answers + 1)
        case events.Ruled():
            against = (state.rulings[-1].by,) if state.stage == "appealed" else ()
            return changed(
                state, stage="ruled", rulings=(*state.rulings, event), appellant="", appealed=(*state.appealed, *against)
            )
        case events.Appealed():
            return changed(state, stage="appealed", appeals=state.appeals + 1, appellant=event.by)
        case events.Withdrawn():
            if not event.appeal:
                return changed(state, stage="withdrawn", appellant="")
            renounced = (*state.renounced, event.by)
            return changed(state, stage="ruled", appeals=state.appeals - 1, appellant="", renounced=renounced)
    raise unknown("a dispute", event)


dispute: Decider[Dispute, commands.Command, events.Event] = Decider(
    Dispute(), decide, lambda _: None, evolve, lambda state: state.stage == "withdrawn"
)
