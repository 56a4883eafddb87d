"""Who deals and cuts, and to whom: AZI-SEAT-3 and AZI-DEAL, retold from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.azi import events, offence_events

RANKS = "6789TJQKA"
RITUAL = ("shuffle", "cut", "second", "last cut", "deal")


def after(seats: Iterable[int], seat: int) -> int:
    """The nearest of them clockwise."""
    here = sorted(seats)
    return next((one for one in here if one > seat), here[0])


def ahead(seats: Iterable[int], seat: int) -> int:
    """The nearest of them counter-clockwise."""
    here = sorted(seats, reverse=True)
    return next((one for one in here if one < seat), here[0])


def all_after(seats: Iterable[int], seat: int) -> tuple[int, ...]:
    """All of them clockwise, the nearest first."""
    here = sorted(seats)
    return tuple([one for one in here if one > seat] + [one for one in here if one <= seat])


def cutter(course: Any) -> int:
    """AZI-SEAT-3."""
    return ahead(course.players, course.dealer)


def begin(course: Any, dealer: int) -> None:
    """The game has a dealer, and antes are due."""
    course.dealer = course.own_dealer = course.first_dealer = dealer
    course.stage, course.begun = "antes", ("antes", course.seated)


def alone(course: Any, left: tuple[int, ...]) -> bool:
    """AZI-LAST-1: whether one is left, who then takes the pot."""
    if len(left) == 1:
        course.stage, course.given = "alone", ("last_left", left[0])
    return len(left) == 1


def to_shuffle(course: Any, players: Iterable[int]) -> None:
    """The next deal is prepared, with these players, of whom some may have gone."""
    course.players = tuple(seat for seat in sorted(players) if seat not in (*course.left, *course.out))
    course.stage, course.shown = "shuffle", ()
    passed_by_leaving(course)
    alone(course, course.players)


def replay_dealer(course: Any) -> None:
    """AZI-DEAL-2: after an azi, once it is known who is in."""
    stands_in = course.house.dealer_rule == "rotate" and course.own_dealer not in course.players
    if course.house.dealer_rule == "winner" or stands_in:
        course.dealer = course.last_taker
    else:
        course.dealer = course.own_dealer
    course.stands_in = stands_in


def passed_by_leaving(course: Any) -> None:
    """AZI-SEAT-3: if the one due to deal has left, the nearest seated player deals; a game passes on with it, a stand-in's not."""
    if course.dealer in course.left:
        passed_to(course, after(course.seated, course.dealer))


def passed_to(course: Any, dealer: int) -> None:
    """Another deals from now."""
    course.dealer = dealer
    if not course.stands_in:
        course.own_dealer = dealer


def shuffled(course: Any, event: events.DeckCommitted | events.DeckShuffled, stacks: dict[int, int]) -> None:
    """AZI-DEAL-3; a third shuffle of the dealer is only recorded, and another cut is due (AZI-DEAL-7)."""
    late = ("last cut", "deal") if course.house.enforcement == "record" else ()
    course.is_in("shuffle", "cut", "second", *late)
    assert event.seat == course.turn or (event.seat == course.dealer and course.stage in late)
    if course.stage == "cut":
        course.stage = "second"
    else:
        course.stage = "cut" if course.stage == "shuffle" else "last cut"
        course.must = (events.CutOffered, cutter(course))


def offered(course: Any, event: events.CutOffered, stacks: dict[int, int]) -> None:
    """To the cutter; the second time he may only cut."""
    course.is_in("cut", "second", "last cut")
    course.stage = "last cut" if course.stage == "second" else course.stage
    assert event.seat == cutter(course)
    assert event.last == (course.stage == "last cut")


def cut(course: Any, event: events.DeckCut, stacks: dict[int, int]) -> None:
    """AZI-DEAL-3."""
    course.is_in("cut", "last cut")
    assert event.seat == cutter(course)
    course.stage = "second" if course.stage == "cut" else "deal"


def exposed(course: Any, event: offence_events.CardExposed, stacks: dict[int, int]) -> None:
    """AZI-VIOL-1: its owner chooses, unless the house rule leaves no choice."""
    course.is_in("blind", "stay", "put away", "play")
    assert event.seat in course.dealt
    if course.house.exposed_card == "owner_chooses":
        course.shown = (*course.shown, (event.seat, event.card))


def choosing(course: Any) -> int:
    """Owners choose in the order of seats, first hand first."""
    owners = {seat for seat, _ in course.shown}
    return next(seat for seat in course.dealt if seat in owners)


def chosen(course: Any, event: Any, stacks: dict[int, int]) -> None:
    """One card is kept or replaced."""
    assert event.seat == choosing(course)
    assert (event.seat, event.card) in course.shown
    course.shown = tuple(one for one in course.shown if one != (event.seat, event.card))
