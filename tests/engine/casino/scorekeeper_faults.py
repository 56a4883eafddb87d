"""Which plays of Casino go against the rules: retold from the rules, where the hands are known."""

from __future__ import annotations

from typing import Any

from engine.casino import events
from tests.engine.casino.brute_force import falls_into_sets, worth


def is_wrong(keeper: Any, event: Any) -> bool:
    """Whether this play is against the rules, as things lie before it."""
    royal, hand = keeper.house.royal, keeper.hands[event.seat]
    left = tuple(card for card in hand if card != event.card)
    held, kept = {worth(card, royal) for card in hand}, {worth(card, royal) for card in left}
    # CAS-BUILD-7: who has a card for a build of his is bound by it. A false build binds nobody.
    bound = {number for number, (value, _, owner) in keeper.builds.items() if owner == event.seat and value in held}
    if isinstance(event, events.CardTrailed):
        forced = any(seat == event.seat for seat, _ in keeper.early)
        return bool(bound) and not forced and not keeper.house.builder_may_trail
    gone = set(event.builds) if isinstance(event, events.CardsCaptured) else {getattr(event, "build", 0)}
    unkept = [number for number in bound - gone if keeper.builds[number][0] not in kept]
    if unkept and not keeper.house.builder_may_trail:
        return True
    if isinstance(event, events.CardsCaptured):
        return not captures(keeper, event, worth(event.card, royal))
    return not builds(keeper, event, kept)


def captures(keeper: Any, event: events.CardsCaptured, value: int) -> bool:
    """CAS-CAP-1 to 3, CAS-CAP-6."""
    if not value:
        return not event.builds and [card[0] for card in event.loose] == [event.card[0]]
    if any(keeper.builds[number][0] != value for number in event.builds):
        return False
    whole = not event.loose or falls_into_sets(event.loose, value, keeper.house.royal)
    return whole and bool(event.loose or event.builds)


def builds(keeper: Any, event: Any, kept: set[int]) -> bool:
    """CAS-BUILD-1 to 5: the sum, the most that is allowed, a card kept for it."""
    royal, value = keeper.house.royal, event.value
    number = worth(event.card, royal)
    if not number or value not in kept or not 1 <= value <= (13 if royal else 10):
        return False
    match event:
        case events.BuildMade():
            return bool(event.loose) and falls_into_sets((event.card, *event.loose), value, royal)
        case events.BuildDoubled():
            return falls_into_sets((event.card, *event.loose), value, royal)
    doubled = event.build in keeper.doubled
    whole = not event.loose or falls_into_sets(event.loose, value, royal)
    return not doubled and event.was + number == value and whole
