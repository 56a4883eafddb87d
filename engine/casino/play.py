"""A turn: one card from hand trails, captures or builds (CAS-TRAIL, CAS-CAP, CAS-BUILD). What a capture or build may be stands in
`captures.py` and `building.py`; here is whose turn it is, what lies on the table, and what the player still owes to his builds."""

from dataclasses import replace

from engine.cardgame.order import turn_of
from engine.casino import commands, events
from engine.casino import offence_events as offences
from engine.casino.building import holding_fault, is_doubled, sum_fault
from engine.casino.builds import Build, value_most, values
from engine.casino.captures import capture_fault, unkept
from engine.casino.events import Event
from engine.casino.rulebook import (
    CAS_BUILD_1,
    CAS_BUILD_3,
    CAS_BUILD_7,
    CAS_CAP_6,
    CAS_VIOL_4,
)
from engine.casino.state import Game
from engine.casino.unseen import count, held, require_held
from engine.rules import Rule, RuleBroken, require

PLAYING = ("play",)


def _left_in_hand(game: Game, seat: int, card: str) -> tuple[str, ...]:
    """The rest of the hand; of one that only its player sees all else that may be in it. Refuses: not his turn (CAS-DEAL-5), a card
    not held (CAS-ORDER-1, CAS-DEAL-6)."""
    if seat != game.turn or game.phase != "play":
        turn_of(game, seat, PLAYING)
    hand = game.hands[seat] if game.offences.known is None else held(game, seat)
    if card not in hand:
        require_held(game, seat, card)
    return tuple([other for other in hand if other != card])


def pinned(game: Game, seat: int) -> tuple[str, ...]:
    """CAS-VIOL-4: the cards of `seat` that lie exposed, since he has played them out of turn."""
    return tuple([card for owner, card in game.offences.pinned if owner == seat])


def bound_by(game: Game, seat: int) -> tuple[Build, ...]:
    """The builds on the table as they bind `seat`: one of his that he has no card for, a false build, binds him no more."""
    if not game.offences.recorded:
        return game.builds
    has = {values(card, game.house.royal) for card in held(game, seat)}
    return tuple([replace(build, owner=0) if build.owner == seat and build.value not in has else build for build in game.builds])


def may_trail(game: Game, seat: int) -> bool:
    """CAS-BUILD-7: whether no build of his that stands keeps `seat` from trailing."""
    if not game.builds or game.house.builder_may_trail:
        return True
    return seat not in [build.owner for build in bound_by(game, seat)]


def trail(game: Game, command: commands.Trail) -> tuple[Event, ...]:
    """CardTrailed. Refuses another card than one that lies exposed (CAS-VIOL-4); unless under `record` the owner of a build
    (CAS-BUILD-7)."""
    seat, card = command.seat, command.card
    _left_in_hand(game, seat, card)
    exposed = pinned(game, seat) if game.offences.pinned else ()
    if exposed:
        says = "Seat {seat} has played {legal} out of turn: that is trailed now, and not {card}."
        require(card in exposed, CAS_VIOL_4, says, seat=seat, card=card, legal=exposed)
    elif game.builds and not game.offences.recorded and not may_trail(game, seat):
        own = tuple([build.id for build in game.builds if build.owner == seat])
        raise RuleBroken(CAS_BUILD_7, "A build of seat {seat} stands: he may not trail.", seat=seat, builds=own)
    return (events.CardTrailed(game.deal, seat, card),)


def _named(game: Game, seat: int, loose: tuple[str, ...], builds: tuple[int, ...], rule: Rule) -> tuple[Build, ...]:
    """The builds of these ids, in the order in which they lie. Refuses (`rule`) what does not lie on the table or is named
    twice."""
    for card in loose:
        if card not in game.loose:
            raise RuleBroken(rule, "Card {card} does not lie loose on the table.", seat=seat, card=card, legal=game.loose)
    if len(loose) > 1 and len(set(loose)) < len(loose):
        twice = next(card for at, card in enumerate(loose) if card in loose[:at])
        raise RuleBroken(rule, "Card {card} of the table is named once, not twice.", seat=seat, card=twice)
    if not builds:
        return ()
    known = tuple([build.id for build in game.builds])
    for number in builds:
        require(number in known, rule, "There is no build {build} on the table.", seat=seat, build=number, legal=known)
    require(len(set(builds)) == len(builds), rule, "Each build is named once.", seat=seat)
    return tuple([build for build in game.builds if build.id in builds])


def _not_pinned(game: Game, seat: int) -> None:
    if game.offences.pinned and (exposed := pinned(game, seat)):
        says = "Seat {seat} has played {legal} out of turn: that can only be trailed now."
        raise RuleBroken(CAS_VIOL_4, says, seat=seat, legal=exposed)


def capture(game: Game, command: commands.Capture) -> tuple[Event, ...]:
    """CardsCaptured.

    Refuses what does not lie on the table, or nothing (CAS-CAP-6); unless under `record` CAS-CAP-1 to -3, and a capture that leaves
    a build of his without a card for it (CAS-BUILD-7).
    """
    seat, card = command.seat, command.card
    rest = _left_in_hand(game, seat, card)
    _not_pinned(game, seat)
    taken = _named(game, seat, command.loose, command.builds, CAS_CAP_6)
    fault = capture_fault(card, command.loose, taken, game.house.royal)
    if fault is not None and (not game.offences.recorded or fault.rule is CAS_CAP_6):
        raise fault
    left = tuple([build for build in game.builds if build not in taken]) if taken else game.builds
    if not game.offences.recorded:
        _keeps_cards(game, seat, card, rest, left)
    loose = tuple([other for other in game.loose if other in command.loose])
    cards = (card, *loose, *[other for build in taken for other in build.cards])
    sweep = len(loose) == len(game.loose) and not left
    return (events.CardsCaptured(game.deal, seat, card, loose, tuple([build.id for build in taken]), cards, sweep),)


def _keeps_cards(game: Game, seat: int, card: str, rest: tuple[str, ...], builds: tuple[Build, ...]) -> None:
    """CAS-BUILD-7. builds: those that stand after the play."""
    if not builds or game.house.builder_may_trail:
        return
    if lost := unkept(rest, builds, seat, game.house.royal):
        says = "Seat {seat} keeps a card of {value} for his build, and without {card} none would be left."
        raise RuleBroken(CAS_BUILD_7, says, seat=seat, card=card, value=lost[0].value, builds=tuple([build.id for build in lost]))


def lay_build(game: Game, command: commands.LayBuild) -> tuple[Event, ...]:
    """BuildMade, BuildDoubled or BuildRaised.

    Refuses what does not lie on the table, a value that no build has, or nothing to build on (CAS-BUILD-1, -3); unless under
    `record` CAS-DECK-1, CAS-BUILD-1 to -5, and a play that leaves a build of his without a card for it (CAS-BUILD-7).
    """
    seat, card, value = command.seat, command.card, command.value
    rest = _left_in_hand(game, seat, card)
    _not_pinned(game, seat)
    given = () if command.build is None else (command.build,)
    upon = next(iter(_named(game, seat, command.loose, given, CAS_BUILD_3 if given else CAS_BUILD_1)), None)
    loose = tuple([other for other in game.loose if other in command.loose])
    royal = game.house.royal
    if game.offences.recorded:
        most = value_most(royal)
        says = "A build is of 1 to {most}, not of {declared}."
        require(1 <= value <= most, CAS_BUILD_1, says, seat=seat, most=most, declared=value)
        require(bool(loose or upon), CAS_BUILD_1, "A build lies on at least one card of the table.", seat=seat)
        require(upon is None or value >= upon.value, CAS_BUILD_1, "No build is made smaller.", seat=seat, declared=value)
    else:
        if fault := sum_fault(card, loose, value, upon, royal) or holding_fault(card, rest, value, upon, royal):
            raise fault
        _keeps_cards(game, seat, card, rest, tuple([build for build in game.builds if build is not upon]))
    return (_laid_down(game, command, loose, upon),)


def _laid_down(game: Game, command: commands.LayBuild, loose: tuple[str, ...], upon: Build | None) -> Event:
    deal, seat, card, value = game.deal, command.seat, command.card, command.value
    right = sum_fault(card, loose, value, upon, game.house.royal) is None if game.offences.recorded else True
    if upon is None:
        doubled = right and is_doubled(card, loose, value, None, game.house.royal)
        return events.BuildMade(deal, seat, card, loose, game.build_ids + 1, value, doubled)
    if upon.value == value:
        return events.BuildDoubled(deal, seat, card, loose, upon.id, value)
    return events.BuildRaised(deal, seat, card, loose, upon.id, upon.value, value, bool(loose) or upon.doubled)


def play_out_of_turn(game: Game, command: commands.PlayOutOfTurn) -> tuple[Event, ...]:
    """CardPlayedOutOfTurn. Refused under `refuse`, before the deal, in his own turn, and a second time for a card (CAS-VIOL-4); for
    a card not held (CAS-ORDER-1)."""
    seat, card = command.seat, command.card
    if not may_play_out_of_turn(game, seat):
        turn_of(game, seat, PLAYING)
        raise RuleBroken(CAS_VIOL_4, "Seat {seat} plays out of turn only where that is recorded, and not in his turn.", seat=seat)
    require_held(game, seat, card)
    require(card not in pinned(game, seat), CAS_VIOL_4, "Card {card} of seat {seat} lies exposed already.", seat=seat, card=card)
    return (offences.CardPlayedOutOfTurn(game.deal, seat, card),)


def may_play_out_of_turn(game: Game, seat: int) -> bool:
    """CAS-VIOL-4: whether `seat` has cards, it is another's turn, and what happens is recorded."""
    return game.offences.recorded and game.phase == "play" and seat != game.turn and count(game, seat) > 0
