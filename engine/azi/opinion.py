"""What the engine says of a disputed step of Azi: was it a renege, was a card shown, was the cut missing, was the pot right.

By the house rules of the game itself: a play is judged by the options that were stored when the game began.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.azi import azi, events, legal, unseen_events, violations
from engine.azi import offence_events as offences
from engine.azi.duties import holds_back, may_play
from engine.azi.penalties import is_renege
from engine.azi.rulebook import AZI_PLAY_1, AZI_PLAY_2, AZI_PLAY_3, AZI_PLAY_4, AZI_RAZ_2, AZI_VIOL_1, AZI_VIOL_2, AZI_VIOL_5
from engine.azi.state import DEALT, RITUAL, Game
from engine.cardgame.claims import plays_of
from engine.deeds import naming
from engine.disputes.opinion import AGAINST, BY_THE_RULES, OPEN, Moment, Opinion, Question, by_violations, named, of_unseen, usual
from engine.saying import Either, Saying

# Why a card might be played, by the rule that allowed it.
KEPT = {
    AZI_RAZ_2.id: "Seat {seat} has declared raznomast, could not follow, and held the ace of trumps back by right.",
    AZI_PLAY_2.id: "Seat {seat} followed suit with {card}.",
    AZI_PLAY_3.id: "Seat {seat} could not follow, and {card} is a trump that might be played.",
    AZI_PLAY_4.id: "Seat {seat} had nothing to follow with that had to be played: {card} was free.",
}
DEALT_EVENTS = (events.CardsDealt, unseen_events.DealtUnseen)


def opinion(question: Question) -> Opinion:
    """The engine's opinion, with the rule and the reason."""
    special = OF_KIND.get(question.kind)
    moment = named(question)
    if special is not None:
        return special(question)
    if moment is not None and isinstance(moment.event, events.CardPlayed):
        return of_play(question, moment)
    return usual(question, azi, legal, violations, moment)


def of_play(question: Question, moment: Moment) -> Opinion:
    """AZI-PLAY-2 to 4, AZI-VIOL-2: whether the card might be played, from the hand that its player held then."""
    before: Game = moment.before
    event, deal = moment.event, moment.event.deal
    seat, card = event.seat, event.card
    trick = [one.step for one in question.moments if _of_trick(one, deal, event.trick) and one.step <= moment.step]
    found = by_violations(question, violations(question.now), moment)
    if found is not None and before.house.deck == "unseen":  # cards that everybody has seen prove it
        return replace(found, hands=())
    if found is not None and found.rule not in (AZI_PLAY_2.id, AZI_PLAY_3.id):
        return found
    if before.house.deck == "unseen":
        return of_unseen(tuple(trick), any(not play.doubt for play in plays_of(question.now, event)))
    may, hands = may_play(before, seat), ((deal, seat),)
    facts = {"seat": seat, "card": card, "hand": before.hands[seat], "legal": may, "trump": before.trump, "pot": before.pot}
    if not before.trick:
        says = Saying("Seat {seat} led, and who leads may play any card.", seat=seat)
        return Opinion(BY_THE_RULES, AZI_PLAY_1.id, says, tuple(trick), facts, hands)
    led = before.trick[0][1][1]
    follows = may[0][1] == led
    facts = {**facts, "led": led}
    if card in may:
        trump = before.trump[1]
        held_back = card != "A" + trump and holds_back(before.hands[seat], before.trick, trump)
        trumps = may[0][1] == trump and len(may) < len(before.hands[seat])
        rule = AZI_PLAY_2 if follows else AZI_RAZ_2 if held_back else AZI_PLAY_3 if trumps else AZI_PLAY_4
        says = Saying(KEPT[rule.id], seat=seat, card=card)
        return Opinion(BY_THE_RULES, rule.id, says, tuple(trick), facts, hands)
    broken = AZI_PLAY_2 if follows else AZI_PLAY_3
    renege = is_renege(before, broken.id)
    # NOTE: ends the sentence "Seat 3 had to follow suit with 9H or TH and played 6D; {costs}."
    costs = Saying("that is a renege ({rule})", rule=AZI_VIOL_2.id)
    if not renege:
        costs = Saying("by the house rules of this game that is no renege")
    template = "Seat {seat} had to trump with {legal} and played {card}; {costs}."
    if follows:
        template = "Seat {seat} had to follow suit with {legal} and played {card}; {costs}."
    facts = {**facts, "renege": renege, "undertrump_is_renege": before.house.undertrump_is_renege}
    says = Saying(template, seat=seat, legal=Either(may), card=card, costs=costs)
    return Opinion(AGAINST, broken.id, says, tuple(trick), facts, hands)


def _of_trick(moment: Moment, deal: int, trick: int) -> bool:
    event = moment.event
    return isinstance(event, events.CardPlayed) and (event.deal, event.trick) == (deal, trick)


def of_play_named(question: Question) -> Opinion:
    """A renege: the play that is named."""
    moment = named(question)
    if moment is None or not isinstance(moment.event, events.CardPlayed):
        return Opinion(OPEN, None, Saying("No card that was played is named, so there is nothing to judge."))
    return of_play(question, moment)


def of_exposed(question: Question) -> Opinion:
    """AZI-VIOL-1: what was entered of cards shown in dealing, and what their owners chose."""
    steps = [one.step for one in question.moments if isinstance(one.event, offences.CardExposed) and _fits(question, one)]
    found = by_violations(question, violations(question.now), question.at(steps[-1]) if steps else None)
    if found is not None:
        return found
    says = Saying("Nobody has entered that a card was shown in dealing; the events cannot tell what was seen at the table.")
    return Opinion(OPEN, AZI_VIOL_1.id, says)


def of_missing_cut(question: Question) -> Opinion:
    """AZI-VIOL-5, AZI-DEAL-3: whether the deck was dealt with the cut that was due."""
    deals = [one for one in question.moments if isinstance(one.event, DEALT_EVENTS) and _fits(question, one)]
    if not deals:
        return Opinion(OPEN, AZI_VIOL_5.id, Saying("No cards have been dealt in the deal that is meant."))
    last = deals[-1]
    found = by_violations(question, [one for one in violations(question.now) if one.deal == last.event.deal], last)
    if found is not None:
        return found
    cuts = [one.step for one in question.moments if isinstance(one.event, events.DeckCut) and one.event.deal == last.event.deal]
    says = Saying("In deal {deal} the deck was cut as it was due, and dealt then.", deal=last.event.deal)
    return Opinion(BY_THE_RULES, AZI_VIOL_5.id, says, (*cuts, last.step))


def _fits(question: Question, moment: Moment) -> bool:
    about = question.about
    event = moment.event
    card = about.card is None or naming(event).card in (None, about.card)
    return card and about.deal in (None, event.deal)


OF_KIND: dict[str, Callable[[Question], Opinion]] = {
    "renege": of_play_named,
    "exposed_card": of_exposed,
    "missing_cut": of_missing_cut,
}


def sharing(before: Game) -> tuple[int, ...]:
    """Seats that had a claim to the pot just before it was given away: who folded, was out of that deal or had left has none."""
    if before.phase in DEALT:
        claims = before.active
    elif before.phase in RITUAL:
        claims = before.dealt_to
    else:
        claims = (*before.joined, *before.asked) or before.eligible
    return tuple(sorted(seat for seat in claims if seat not in before.offences.out))
