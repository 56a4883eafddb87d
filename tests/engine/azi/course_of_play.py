"""Whose word it is, who leads, whose card is next: AZI-BID, AZI-DISC-2 and AZI-PLAY-1, retold from the rules."""

from __future__ import annotations

from typing import Any

from engine.azi import events, offence_events
from tests.engine.azi.course_of_dealing import after, ahead, all_after, alone


def dealt(course: Any, event: Any, stacks: dict[int, int]) -> None:
    """AZI-DEAL-5 and 6: to all who are in; before the cut that is due only where it is recorded (AZI-DEAL-7)."""
    course.is_in("deal", *(("cut", "second", "last cut") if course.house.enforcement == "record" else ()))
    assert event.dealer == course.dealer
    seats = tuple(event.hands) if isinstance(event, events.CardsDealt) else event.seats
    assert set(seats) == set(course.players)
    own = course.house.trump_from == "dealer_last" and course.dealer in course.players and not course.stands_in
    assert event.trump_from == ("dealer_last" if own else "stock")
    course.dealt = course.active = all_after(course.players, course.dealer)
    course.first = course.spoke = course.dealt[0]
    course.said = course.stayed = course.put_by = course.partners = course.shown = ()
    course.price, course.paid, course.raiser, course.blind = 0, {}, 0, 0
    course.down, course.takers = (), ()
    course.stage = {"blind": "blind", "stay_raise": "stay", "none": "put away"}[course.house.bidding]
    if course.stage == "put away":
        to_play(course)


def owing(course: Any) -> tuple[int, ...]:
    """AZI-BID-5 to 7: whose word is still to come."""
    if course.price:
        return tuple(seat for seat in course.active if course.paid.get(seat, 0) < course.price)
    return tuple(seat for seat in course.active if seat not in course.said)


def to_put_away(course: Any) -> tuple[int, ...]:
    """AZI-DISC-1: who has still to put a card away."""
    many = course.house.cards_dealt > course.house.cards_kept
    return tuple(seat for seat in course.active if seat not in course.put_by) if many else ()


def looked(course: Any, event: events.HandLooked, stacks: dict[int, int]) -> None:
    """AZI-BID-1: to look before the decision is to decline."""
    assert event.seat == course.first
    if course.stage == "blind":
        course.must = (events.BlindDeclined, event.seat)


def blind_bet(course: Any, event: events.BlindBet, stacks: dict[int, int]) -> None:
    """AZI-BID-2, AZI-BID-6."""
    _has_the_word(course, event.seat, "blind")
    course.price, course.raiser, course.blind = event.price, event.seat, event.seat
    course.paid = {event.seat: event.price if course.house.blind_counts_double else event.chips}
    course.stage = "words"
    spoken(course)


def declined(course: Any, event: events.BlindDeclined, stacks: dict[int, int]) -> None:
    """AZI-BID-7: the first word passes to second hand."""
    assert event.seat == course.first
    course.is_in("blind")
    course.stage, course.said = "words", (event.seat,)
    spoken(course)


def stayed(course: Any, event: events.Stayed, stacks: dict[int, int]) -> None:
    """AZI-BID4-1."""
    _has_the_word(course, event.seat, "stay")
    course.stayed = (*course.stayed, event.seat)
    spoken(course)


def bid(course: Any, event: Any, stacks: dict[int, int]) -> None:
    """A bet, a call, a raise: after a card has been put away (AZI-DISC-2)."""
    _has_the_word(course, event.seat, "words")
    assert event.seat not in to_put_away(course) or event.seat == course.blind
    if not isinstance(event, events.Called):
        course.raiser = event.seat
    course.price, course.paid = event.price, {**course.paid, event.seat: event.price}
    course.spoke = event.seat
    spoken(course)


def checked(course: Any, event: events.Checked, stacks: dict[int, int]) -> None:
    """AZI-BID-7: keeps his cards while no bet stands."""
    _has_the_word(course, event.seat, "words")
    assert course.house.bidding == "blind"
    assert not course.price
    assert event.seat not in to_put_away(course)
    course.said, course.spoke = (*course.said, event.seat), event.seat
    spoken(course)


def folded(course: Any, event: events.Folded, stacks: dict[int, int]) -> None:
    """In his turn, or by leaving the table (AZI-LEAVE-1)."""
    course.is_in("blind", "stay", "words", "put away", *(("play",) if course.shown else ()))
    assert event.seat in course.active
    if course.turn != event.seat or course.stage not in ("stay", "words"):
        course.must = (events.PlayerLeft, event.seat)
    else:
        course.spoke = event.seat
    gone(course, event.seat)


def gone(course: Any, seat: int) -> None:
    """Out of the deal; first hand, before its decision, by declining."""
    if course.stage == "blind" and seat == course.first:
        course.stage, course.said = "words", (seat,)
    course.active = tuple(one for one in course.active if one != seat)
    course.shown = tuple(one for one in course.shown if one[0] != seat)
    spoken(course)


def put_away(course: Any, event: events.CardDiscarded, stacks: dict[int, int]) -> None:
    """AZI-DISC-2: in any order; where first hand may bet blind, once it has decided."""
    course.is_in("put away", "words")
    assert event.seat in to_put_away(course)
    course.put_by = (*course.put_by, event.seat)
    spoken(course)


def spoken(course: Any) -> None:
    """What follows when somebody has said or done what was due."""
    if alone(course, course.active):
        return
    if course.stage == "stay" and set(course.active) <= set(course.stayed):
        course.stage = "put away"
    if course.stage == "put away" and not to_put_away(course):
        if course.house.bidding == "stay_raise" and not course.price:
            course.stage, course.spoke = "words", course.dealer
        else:
            course.stage = "play"
    elif course.stage == "words" and not owing(course):
        course.stage = "no bet"
        if course.price:
            to_play(course)


def to_play(course: Any) -> None:
    """The bidding is over, or there is none."""
    course.stage = "put away" if to_put_away(course) else "play"


def _has_the_word(course: Any, seat: int, stage: str) -> None:
    course.is_in(stage)
    assert not course.shown, "a card that was shown waits for a choice"
    assert seat == course.turn


def agreed(course: Any, event: events.InvitationAnswered, stacks: dict[int, int]) -> None:
    """AZI-NAZI-1."""
    if event.accepted:
        course.partners = (*course.partners, event.seat, event.inviter)


def lead(course: Any) -> int:
    """Who leads to the first trick: AZI-BID-10, AZI-BID4-4, AZI-ROUL-1; 0 if he who should is gone."""
    match course.house.first_lead:
        case "bid_winner":
            return course.raiser if course.raiser in course.active else 0
        case "right_of_bid_winner":
            return ahead(course.active, course.raiser)
        case "dealer" if course.dealer in course.active:
            return int(course.dealer)
    return after(course.active, course.dealer)


def trick(course: Any) -> list[tuple[int, int, str]]:
    """What lies on the table of this trick."""
    return [one for one in course.down if one[0] == len(course.takers) + 1]


def next_to_play(course: Any) -> int | None:
    """AZI-PLAY-1, AZI-PLAY-5: clockwise from the leader; who took the last trick leads."""
    here = trick(course)
    if not here:
        return course.takers[-1] if course.takers else lead(course) or None
    have = {seat for _, seat, _ in here}
    return after([seat for seat in course.active if seat not in have], here[-1][1])


def played(course: Any, event: events.CardPlayed, stacks: dict[int, int]) -> None:
    """A card."""
    course.is_in("play")
    assert not course.shown
    assert event.seat in course.active
    assert course.turn in (None, event.seat)
    assert event.trick == len(course.takers) + 1
    course.down = (*course.down, (event.trick, event.seat, event.card))
    if len(trick(course)) == len(course.active):
        course.must = (events.TrickTaken, 0)


def taken(course: Any, event: events.TrickTaken, stacks: dict[int, int]) -> None:
    """AZI-PLAY-6, AZI-NAZI-2: when the tricks are over."""
    course.takers = (*course.takers, event.seat)
    two = course.takers.count(event.seat) >= 2 and event.seat not in course.partners
    if len(course.takers) == course.house.cards_kept or (two and not course.house.play_out):
        course.stage = "tricks over"


def restored(course: Any, event: offence_events.PlayRestored, stacks: dict[int, int]) -> None:
    """AZI-VIOL-3: everyone from the offender on chooses again."""
    course.is_in("play", "tricks over")
    first = event.taken_back[0]
    at = course.down.index((event.trick, first.seat, first.card))
    course.down, course.takers, course.stage = course.down[:at], course.takers[: event.trick - 1], "play"
    assert event.seat == first.seat
    assert course.turn in (None, event.seat)
