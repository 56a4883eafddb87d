"""What the engine says of a disputed step of Casino: was it a false build or a wrong gather, was a card shown, was the last deal
announced, do the points come out as they were written down. By the house rules of the game itself."""

from dataclasses import replace

from engine.casino import casino, events, legal, violations
from engine.disputes.opinion import BY_THE_RULES, OPEN, Moment, Opinion, Question, by_violations, named, usual

PLAYS = (events.CardTrailed, events.CardsCaptured, events.BuildMade, events.BuildDoubled, events.BuildRaised)


def opinion(question: Question) -> Opinion:
    """The engine's opinion, with the rule and the reason. A play that goes against the rules is refused, or is on record as one."""
    moment = named(question)
    if moment is not None and isinstance(moment.event, PLAYS):
        found = by_violations(question, violations(question.now), moment)
        if question.now.house.deck == "unseen":  # cards that everybody has seen prove it, or nothing does
            says = "Only the players saw the hands, and no card that came later proves that it was against the rules."
            return replace(found, hands=()) if found else Opinion(OPEN, None, says, (moment.step,))
        return found or _by_the_rules(moment)
    return usual(question, casino, legal, violations, moment)


def _by_the_rules(moment: Moment) -> Opinion:
    event, before = moment.event, moment.before
    hand = tuple(before.hands.get(event.seat, ()))
    facts = {"seat": event.seat, "card": event.card, "hand": hand, "loose": before.loose, "enforcement": before.house.enforcement}
    says = f"Seat {event.seat} might play {event.card} so: it went against no rule."
    return Opinion(BY_THE_RULES, None, says, (moment.step,), facts, ((event.deal, event.seat),))
