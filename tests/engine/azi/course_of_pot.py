"""Who posts antes, who is asked to buy in, who takes or shares the pot, who deals the next game: retold from the rules."""

from __future__ import annotations

from typing import Any

from engine.azi import events, offence_events
from tests.engine.azi import course_of_dealing as dealing
from tests.engine.azi import course_of_play as play
from tests.engine.azi.course_of_dealing import RITUAL, after, all_after, alone, cutter, passed_to, to_shuffle


def still(course: Any, seats: Any) -> tuple[int, ...]:
    """Of these, who has neither left nor been put out."""
    return tuple(seat for seat in seats if seat not in (*course.left, *course.out))


def antes(course: Any, event: events.AntesPosted, stacks: dict[int, int]) -> None:
    """AZI-ANTE-1, AZI-ANTE-3: everybody who can; if nobody can, the deal is repeated without."""
    course.is_in("antes")
    due = still(course, course.begun[1])
    paying = tuple(seat for seat in due if stacks[seat] >= course.house.ante)
    assert {stake.seat for stake in event.stakes} == set(paying)
    assert set(event.out) == (set(due) - set(paying) if paying else set())
    course.anted = paying or course.anted
    course.begun = ("antes", paying) if paying else ("again", course.players)
    to_shuffle(course, paying or course.players)


def splits(course: Any) -> bool:
    """AZI-TIME-1: whether the pot is shared if nobody takes it now."""
    return bool(course.time_up and course.house.at_end_time == "split_pot")


def thrown_in(course: Any, event: events.DealThrownIn, stacks: dict[int, int]) -> None:
    """AZI-BID-8, AZI-ANTE-3."""
    course.is_in("no bet")
    assert not splits(course)
    if course.house.all_pass_dealer == "next":  # noqa: S105
        passed_to(course, after([seat for seat in course.dealt if seat not in course.left], course.dealer))
    dealing.passed_by_leaving(course)
    assert event.next_dealer == course.dealer
    if course.replay:
        course.begun = ("again", still(course, course.dealt))
        to_shuffle(course, course.begun[1])
    else:
        course.stage, course.begun, course.must = "antes", ("antes", course.anted), (events.AntesPosted, 0)


def winner(course: Any) -> int:
    """AZI-PLAY-6, AZI-NAZI-2: who took two tricks and is nobody's partner; 0: nobody."""
    return next((seat for seat in course.takers if course.takers.count(seat) >= 2 and seat not in course.partners), 0)


def azi(course: Any, event: events.AziOccurred, stacks: dict[int, int]) -> None:
    """AZI-AZI-1, AZI-AZI-2: with a trick for nothing; everyone else is asked from the left of the last trick's taker."""
    course.is_in("tricks over")
    assert not winner(course)
    assert not splits(course)
    course.last_taker, course.replay = course.takers[-1], True
    course.players = still(course, sorted(set(course.takers)))
    course.asked = all_after(set(still(course, course.seats)) - set(course.players), course.last_taker)
    course.begun, course.bought, course.settled = ("buy-ins", course.players), (), False
    assert event.stay == course.players
    assert tuple(offer.seat for offer in event.offers) == course.asked
    own = course.house.dealer_rule == "rotate" and course.own_dealer in (*course.players, *course.asked)
    assert event.next_dealer == (course.own_dealer if own else course.last_taker)
    course.stage = "asked"
    all_asked(course)


def all_asked(course: Any) -> None:
    """AZI-AZI-5: the replay is prepared once nobody is left to ask."""
    if not course.asked:
        if not course.settled:
            dealing.replay_dealer(course)
        to_shuffle(course, course.players)


def bought_in(course: Any, event: events.BoughtIn, stacks: dict[int, int]) -> None:
    """AZI-AZI-2."""
    course.is_in("asked")
    assert event.seat == course.asked[0]
    course.asked, course.players, course.bought = course.asked[1:], (*course.players, event.seat), (*course.bought, event.seat)
    all_asked(course)


def declined(course: Any, event: events.BuyInDeclined, stacks: dict[int, int]) -> None:
    """AZI-AZI-4: of his own will, because he cannot pay, or because he has left."""
    course.is_in("asked")
    assert event.seat == course.asked[0]
    reason = "left" if event.seat in course.left else "can_not_pay" if stacks[event.seat] < event.price else "declined"
    assert event.because == reason
    course.asked = course.asked[1:]
    all_asked(course)


def put_out(course: Any, event: offence_events.PlayerPutOut, stacks: dict[int, int]) -> None:
    """AZI-VIOL-4: if his hand is needed, to play on or because the pot is his, the rest is dealt new cards."""
    seat, offered = event.seat, cutter(course) if course.stage in ("cut", "last cut") else 0
    course.out = (*course.out, seat)
    course.asked = tuple(one for one in course.asked if one != seat)
    course.players = tuple(one for one in course.players if one != seat)
    assert course.players, "the last one with a claim only pays"
    if course.stage == "asked":
        all_asked(course)
    elif course.stage in RITUAL:
        if not alone(course, course.players) and offered not in (0, cutter(course)):
            course.must = (events.CutOffered, cutter(course))
    elif course.stage in ("play", "tricks over"):
        needed = seat in course.active and (course.stage == "play" or winner(course) == seat)
        course.active = tuple(one for one in course.active if one != seat)
        if not alone(course, course.active) and needed:
            course.must = (offence_events.DealAnnulled, 0)
    else:
        play.gone(course, seat)


def annulled(course: Any, event: offence_events.DealAnnulled, stacks: dict[int, int]) -> None:
    """AZI-VIOL-1, 3, 4, 5: a redeal by the same dealer; AZI-VOID-1: the deal is begun as it was."""
    if event.because == "ruling":
        _begun_again(course)
    else:
        again = course.dealt if event.because in ("exposed_card", "missing_cut") else course.active
        again = tuple(sorted(still(course, again)))
        assert event.again == again
        course.begun = ("again", again)
        to_shuffle(course, again)
        assert event.dealer == course.dealer


def _begun_again(course: Any) -> None:
    """AZI-VOID-1: antes and buy-ins are paid as before, nobody is asked again, and who was to deal does."""
    how, seats = course.begun
    if how == "antes":
        course.stage, course.must = "antes", (events.AntesPosted, 0)
    elif how == "again":
        to_shuffle(course, seats)
    else:
        course.settled = course.stage != "asked"
        course.players = still(course, seats)
        bought = still(course, course.bought)
        course.asked, course.bought, course.stage = (*bought, *still(course, course.asked)), (), "asked"
        all_asked(course)


def voided(course: Any, event: offence_events.GameVoided, stacks: dict[int, int]) -> None:
    """AZI-VOID-1."""
    assert course.stage not in ("new", "given", "over")
    course.stage, course.given = "all back", ("void", 0)


def awarded(course: Any, event: events.PotAwarded, stacks: dict[int, int]) -> None:
    """AZI-PLAY-6, AZI-LAST-1, AZI-TIME-1."""
    course.is_in("alone", "tricks over", "no bet")
    pot = sum(share.chips for share in event.shares)
    shares = [(share.seat, share.chips) for share in event.shares]
    if course.stage == "alone":
        due, because = [(course.given[1], pot)], "last_left"
    elif course.stage == "tricks over" and (one := winner(course)):
        due, because = [(one, pot)], "two_tricks"
    else:
        assert splits(course)
        those = set(course.takers) if course.stage == "tricks over" else set(course.dealt)
        order = all_after(still(course, those), course.dealer)
        due, because = [(seat, pot // len(order) + (at < pot % len(order))) for at, seat in enumerate(order)], "split"
    assert (shares, event.because) == (due, because)
    course.stage, course.given = "given", (because, shares[0][0])


def ended(course: Any, event: events.GameEnded, stacks: dict[int, int]) -> None:
    """AZI-DEAL-2, AZI-SEAT-3: who deals the next game."""
    how, _ = course.given
    assert event.how == {"split": "split", "void": "void"}.get(how, "won")
    assert set(event.left) == set(course.left)
    assert event.next_dealer == next_dealer(course)
    course.stage = "over"


def next_dealer(course: Any) -> int | None:
    """The taker of the pot, or clockwise from the game's own dealer; of a shared pot its dealer; of a void game its first."""
    how, seat = course.given
    rotates = course.house.dealer_rule == "rotate"
    if how == "void":
        dealer = course.first_dealer
    elif how == "split":
        dealer = course.own_dealer if rotates else course.dealer
    elif rotates:
        dealer = after(course.seated, course.own_dealer)
    else:
        dealer = seat
    if not dealer:
        return None
    return int(dealer) if dealer in course.seated else after(course.seated, dealer)
