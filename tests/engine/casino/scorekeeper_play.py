"""Whose turn it is, what lies on the table and whose it is, and what of who is out: CAS-CAP, CAS-BUILD, CAS-OUT-1, CAS-LAST-1,
retold from the rules."""

from __future__ import annotations

from typing import Any

from engine.casino import events, offence_events
from tests.engine.casino.brute_force import DECK, worth
from tests.engine.casino.scorekeeper_dealing import after, before, to_deal
from tests.engine.casino.scorekeeper_faults import is_wrong


def out_of_turn(keeper: Any, event: offence_events.CardPlayedOutOfTurn) -> None:
    """CAS-VIOL-4: it lies exposed."""
    keeper.is_in("play")
    assert event.seat != keeper.turn
    assert (event.seat, event.card) not in keeper.early
    keeper.early = (*keeper.early, (event.seat, event.card))


def played(keeper: Any, event: Any) -> None:
    """One card from hand; then the next (CAS-DEAL-5), and when all hands are empty the next deal (CAS-DEAL-1)."""
    keeper.is_in("play")
    assert event.seat == keeper.turn
    assert not keeper.shown
    if keeper.known:
        keeper.wrong = {**keeper.wrong, (event.deal, event.card): is_wrong(keeper, event)}
    forced = [card for seat, card in keeper.early if seat == event.seat]
    if forced:
        assert isinstance(event, events.CardTrailed)
        assert event.card in forced
        keeper.early = tuple(one for one in keeper.early if one != (event.seat, event.card))
    keeper.counts = {**keeper.counts, event.seat: keeper.counts[event.seat] - 1}
    if keeper.known:
        assert event.card in keeper.hands[event.seat]
        left = tuple(card for card in keeper.hands[event.seat] if card != event.card)
        keeper.hands = {**keeper.hands, event.seat: left}
    else:
        assert event.card not in keeper.came
        keeper.came = (*keeper.came, event.card)
    _on_the_table(keeper, event)
    if forced or keeper.house.builder_may_trail:
        _without_a_card(keeper, event.seat)
    next_turn(keeper, event.seat)


def _on_the_table(keeper: Any, event: Any) -> None:
    keeper.loose = tuple(card for card in keeper.loose if card not in getattr(event, "loose", ()))
    match event:
        case events.CardTrailed():
            keeper.loose = (*keeper.loose, event.card)
        case events.CardsCaptured():
            taken = [card for number in event.builds for card in keeper.builds[number][1]]
            keeper.builds = {number: one for number, one in keeper.builds.items() if number not in event.builds}
            assert sorted(event.cards) == sorted((event.card, *event.loose, *taken))
            assert event.sweep == (not keeper.lies)
            keeper.captures = (*keeper.captures, (event.seat, event.card, event.sweep))
            keeper.piles = {**keeper.piles, event.seat: (*keeper.piles.get(event.seat, ()), *event.cards)}
        case _:
            _, cards, _ = keeper.builds.get(event.build, (0, (), 0))
            built = (event.value, (*cards, event.card, *event.loose), event.seat)
            keeper.builds = {**keeper.builds, event.build: built}
            if isinstance(event, events.BuildDoubled) or event.doubled:
                keeper.doubled |= {event.build}


def _without_a_card(keeper: Any, seat: int) -> None:
    """CAS-BUILD-7, CAS-VIOL-4: a build whose owner has no card for it left stays, ownerless."""
    if not keeper.known:
        return
    held = {worth(card, keeper.house.royal) for card in keeper.hands[seat]}
    keeper.builds = {
        number: (value, cards, 0 if owner == seat and value not in held else owner)
        for number, (value, cards, owner) in keeper.builds.items()
    }


def next_turn(keeper: Any, seat: int) -> None:
    """Whose turn it is when `seat` has had his, or is gone."""
    holding = [one for one in keeper.active if keeper.counts.get(one)]
    if holding:
        keeper.turn = after(holding, seat)
    elif keeper.remaining // len(keeper.active):
        keeper.stage = "deal"
        to_deal(keeper)
    else:
        keeper.stage, keeper.turn, keeper.finishers = "played", 0, keeper.active


def gone(keeper: Any, seats: tuple[int, ...]) -> None:
    """CAS-OUT-1: hand and pile count for nobody, his builds are ownerless, his turns skipped, the rest is dealt to, and deals."""
    keeper.active = tuple(seat for seat in keeper.active if seat not in seats)
    keeper.builds = {
        number: (value, cards, 0 if owner in seats else owner) for number, (value, cards, owner) in keeper.builds.items()
    }
    keeper.hidden += 0 if keeper.known else sum(keeper.counts.get(seat, 0) for seat in seats)
    keeper.counts = {seat: many for seat, many in keeper.counts.items() if seat not in seats}
    keeper.shown = tuple(one for one in keeper.shown if one[0] not in seats)
    if len(keeper.sides_in) < 2:
        return
    if keeper.stage == "cut":
        to_deal(keeper)
        keeper.turn = before(keeper.active, keeper.dealer)
    elif keeper.stage in ("shuffle", "deal"):
        to_deal(keeper)
        if keeper.stage == "deal" and not keeper.first and not keeper.each:
            keeper.stage, keeper.turn, keeper.finishers = "played", 0, keeper.active
    elif keeper.stage == "play" and (keeper.turn in seats or not any(keeper.counts.values())):
        next_turn(keeper, keeper.turn)


def restored(keeper: Any, event: offence_events.PlayRestored) -> None:
    """CAS-VIOL-1: what was gathered goes back with the card played, or the build is taken apart: its cards lie loose."""
    before, pile = keeper.lies, keeper.piles.get(event.seat, ())
    keeper.loose = event.loose
    keeper.builds = {build.id: (build.value, build.cards, build.owner) for build in event.builds}
    keeper.doubled = frozenset(build.id for build in event.builds if build.doubled)
    back = set(keeper.lies) - set(before)
    assert set(before) <= set(keeper.lies)
    assert back <= set(pile)
    assert event.card in keeper.loose
    if back:
        assert keeper.captures[-1][:2] == (event.seat, event.card)
        keeper.captures = keeper.captures[:-1]
        keeper.piles = {**keeper.piles, event.seat: tuple(card for card in pile if card not in back)}
    assert {build.owner for build in event.builds} <= {0, *keeper.active}


def last_captor(keeper: Any) -> int:
    """CAS-LAST-1: of those who were in when the last card was played, who captured last; 0: nobody."""
    return next((seat for seat, _, _ in reversed(keeper.captures) if seat in keeper.finishers), 0)


def left_over(keeper: Any) -> tuple[str, ...] | None:
    """The cards that are not dealt when the deck is played; None where nobody can know them."""
    rest = tuple(card for card in DECK if card not in keeper.came)
    return rest if len(rest) == keeper.remaining else None


def last_cards(keeper: Any, event: events.LastCardsTaken) -> None:
    """CAS-LAST-1: to who captured last, of those who are in; that is no sweep."""
    keeper.is_in("played")
    taker = last_captor(keeper)
    assert event.seat == taker
    assert sorted(event.table) == sorted(keeper.lies)
    rest = left_over(keeper)
    assert len(event.undealt) == keeper.remaining
    assert rest is None or set(event.undealt) == set(rest)
    if taker:
        keeper.piles = {**keeper.piles, taker: (*keeper.piles.get(taker, ()), *event.table, *event.undealt)}
    keeper.stage = "taken"
