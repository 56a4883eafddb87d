"""What the engine says of a disputed step of Casino: was it a false build or a wrong gather, was a card shown, was the last deal
announced, do the points agree with what was written down, was a claim of the target right. By the house rules of the game
itself."""

from dataclasses import replace

from engine.cardgame.claims import plays_of
from engine.casino import casino, events, legal, violations
from engine.casino.commands import ClaimTarget
from engine.casino.rulebook import CAS_CLAIM_1
from engine.casino.target import claim_target
from engine.disputes.opinion import AGAINST, BY_THE_RULES, OPEN, Moment, Opinion, Question, by_violations, named, of_unseen, usual
from engine.rules import RuleBroken
from engine.saying import Saying

PLAYS = (events.CardTrailed, events.CardsCaptured, events.BuildMade, events.BuildDoubled, events.BuildRaised)


def opinion(question: Question) -> Opinion:
    """The engine's opinion, with the rule and the reason. A play that goes against the rules is refused, or is on record as one."""
    moment = named(question)
    if moment is not None and isinstance(moment.event, PLAYS):
        found = by_violations(question, violations(question.now), moment)
        if question.now.house.deck == "unseen":
            ruled_out = any(not play.doubt for play in plays_of(question.now, moment.event))
            return replace(found, hands=()) if found else of_unseen((moment.step,), ruled_out)
        return found or _by_the_rules(moment)
    if moment is not None and isinstance(moment.event, events.TargetClaimed):
        return _of_target(moment)
    return usual(question, casino, legal, violations, moment)


def _of_target(moment: Moment) -> Opinion:
    """CAS-CLAIM-1: what the claim counted, counted again from what lay there."""
    event = moment.event
    try:
        due = claim_target(moment.before, ClaimTarget(event.seat, event.undealt or None))[0]
    except RuleBroken as broken:  # it has not told which cards are left over
        return Opinion(OPEN, broken.rule.id, broken.saying, (moment.step,))
    steps, facts = (moment.step,), {"seat": event.seat, "points": due.points, "target": due.target}
    if due == event:
        says = "Seat {seat} had {points} of {target} points when he claimed the target: the claim was wrong."
        if due.right:
            says = "Seat {seat} had {points} of {target} points when he claimed the target: the claim was right."
        return Opinion(BY_THE_RULES, CAS_CLAIM_1.id, Saying(says, **facts), steps, facts)
    facts |= {"found": event.points}
    says = "Seat {seat} had {points} of {target} points when he claimed the target, not {found}."
    return Opinion(AGAINST, CAS_CLAIM_1.id, Saying(says, **facts), steps, facts)


def _by_the_rules(moment: Moment) -> Opinion:
    event, before = moment.event, moment.before
    hand = tuple(before.hands.get(event.seat, ()))
    facts = {"seat": event.seat, "card": event.card, "hand": hand, "loose": before.loose, "enforcement": before.house.enforcement}
    says = Saying("Seat {seat} might play {card} so: it went against no rule.", seat=event.seat, card=event.card)
    return Opinion(BY_THE_RULES, None, says, (moment.step,), facts, ((event.deal, event.seat),))
