"""Whether a card was played by the rules, under `record`: judged by the hand, or where only its player sees that by what all have
seen since (CAS-DEAL-6). Nothing is merely suspected: a play is judged when every hand that is still possible says the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations

from engine.casino import events
from engine.casino.building import holding_fault, sum_fault
from engine.casino.builds import Build, values
from engine.casino.captures import capture_fault, unkept
from engine.casino.offences import Laid
from engine.casino.play import bound_by, may_trail
from engine.casino.rulebook import CAS_BUILD_7, RULES
from engine.casino.state import Game
from engine.changed import changed
from engine.rules import RuleBroken

_ORDER = {rule.id: number for number, rule in enumerate(RULES)}


@dataclass(frozen=True, slots=True)
class Hand:
    """What is known of a hand as it is now. sure: cards known to be in it. many: how many others it has; may: what they can be."""

    sure: tuple[str, ...]
    many: int
    may: tuple[str, ...]


def judged(before: Game, event: events.Laying) -> Laid:
    """The card, which rule it went against, and for which of his builds the player has kept no card."""
    seat, card, royal = event.seat, event.card, before.house.royal
    rest = tuple([held for held in before.hands[seat] if held != card])
    kind, changes, fault = _faulty(before, event, rest)
    lost: tuple[Build, ...] = ()
    free = before.house.builder_may_trail or (seat, card) in before.offences.pinned
    if not free:
        others = tuple([build for build in bound_by(before, seat) if build.id not in changes])
        lost = unkept(rest, others, seat, royal)
    broken = fault.rule.id if fault else ""
    if not broken and (lost or (kind == "trail" and not free and not may_trail(before, seat))):
        broken = CAS_BUILD_7.id
    false = bool(lost) or (fault is not None and kind == "build")
    number, build = len(before.offences.laid) + 1, changes[0] if kind == "build" else 0
    return Laid(number, seat, card, broken, kind, build, tuple([one.id for one in lost]), false)


def judged_unseen(before: Game, event: events.Laying) -> Laid:
    """The same of a hand that only its player sees, by the cards of the table alone: what is wrong with those everybody can see at
    once; what he has left in hand nobody sees (CAS-DEAL-6)."""
    kind, changes, fault = _faulty(before, event, None)
    owns = kind == "build" or any(build.owner == event.seat for build in before.builds)
    kept = changed(before, offences=changed(before.offences, entries=(), laid=(), before=None, known=None))
    return Laid(
        len(before.offences.laid) + 1,
        event.seat,
        event.card,
        fault.rule.id if fault else "",
        kind,
        changes[0] if kind == "build" else 0,
        false=fault is not None and kind == "build",
        open=owns and fault is None,
        doubt=(kept, event) if owns else None,
    )


def _faulty(before: Game, event: events.Laying, rest: tuple[str, ...] | None) -> tuple[str, tuple[int, ...], RuleBroken | None]:
    """What kind of play it was, which builds it changed or took, and what was wrong with it. rest: what is left in hand, None where
    nobody sees it."""
    royal = before.house.royal
    if isinstance(event, events.CardTrailed):
        return "trail", (), None
    if isinstance(event, events.CardsCaptured):
        taken = tuple([build for build in before.builds if build.id in event.builds])
        return "capture", event.builds, capture_fault(event.card, event.loose, taken, royal)
    upon = next((build for build in before.builds if build.id == event.build), None)
    fault = sum_fault(event.card, event.loose, event.value, upon, royal) or holding_fault(
        event.card, rest, event.value, upon, royal
    )
    return "build", (event.build,), fault


def proved(play: Laid, later: tuple[str, ...], hand: Hand) -> Laid:
    """The play as it is proved by now. later: what its player has played of the same hand since; hand: what he holds of it now.

    Where all hands that can be make it a violation, by rules that differ, the last of them in the rulebook is told, and only what
    is false in all of them is taken apart. It stays open as long as they differ in whether it costs anything.
    """
    if play.doubt is None:
        return play
    state, event = play.doubt
    found = []
    for rest in _rests(state, event, later, hand):
        verdict = replace(judged(changed(state, hands={play.seat: (play.card, *rest)}), event), number=play.number)
        if verdict not in found:
            found.append(verdict)
    if len(found) == 1:
        return found[0]
    if not all(one.broken for one in found):
        return play
    broken = max([one.broken for one in found], key=_ORDER.__getitem__)
    lost = tuple([build for build in found[0].lost if all(build in one.lost for one in found)])
    false = all(one.false for one in found)
    waits = play.open and any(one.false is not false for one in found)
    return replace(play, broken=broken, lost=lost, false=false, open=waits)


def _rests(state: Game, event: events.Laying, later: tuple[str, ...], hand: Hand) -> Iterator[tuple[str, ...]]:
    """What can have been left in hand after the play, once for each way that makes a difference to it: with and without cards for
    the build, and for those of the player that lay there."""
    royal, sure = state.house.royal, (*later, *hand.sure)
    own = [build.value for build in state.builds if build.owner == event.seat]
    made = event.value if isinstance(event, events.BuildMade | events.BuildDoubled | events.BuildRaised) else 0
    matter = {*own, made} - {values(card, royal) for card in sure}
    cards = {value: card for card in hand.may if (value := values(card, royal)) is not None and value in matter}
    there = Counter([values(card, royal) for card in hand.may])
    others = len(hand.may) - sum([there[value] for value in cards])
    for some in chain.from_iterable(combinations(sorted(cards), many) for many in range(min(len(cards), hand.many) + 1)):
        if hand.many <= others + sum([there[value] for value in some]):
            yield (*sure, *[cards[value] for value in some])
