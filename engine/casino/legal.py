"""What a seat may do now. Agrees with `decide`, by test."""

from collections.abc import Iterable
from typing import Any

from engine import seats
from engine.casino import commands, deal, exposure, play, target
from engine.casino.building import build_groups
from engine.casino.builds import value_most
from engine.casino.captures import capture_groups
from engine.casino.state import Game
from engine.casino.sums import Table
from engine.casino.unseen import held

# How to set each field of these commands. A full table has ten thousand plays, and their own __init__, which is frozen, takes twice
# as long for them.
_CAPTURE = tuple([getattr(commands.Capture, name).__set__ for name in ("seat", "card", "loose", "builds")])
_LAY_BUILD = tuple([getattr(commands.LayBuild, name).__set__ for name in ("seat", "card", "value", "loose", "build")])


def legal(game: Game, seat: int) -> tuple[Any, ...]:
    """The commands that `decide` accepts from `seat` now; of cuts the least and the greatest.

    In his turn every card that he may trail, every capture and every build (of one card as many as `sums.Table` lists); at
    any time the claim of the target. Cards of the table are named as they lie. A shuffle of the service comes without its dice, a
    deal without the cards: whoever sends them on fills them in. Not here, since they have ways of their own: a top-up,
    leaving, the end of the sitting, other claims, and what only a steward may do at any time; nor what `recordable` lists. Tells
    the seat's own hidden cards, and nobody else's. Of seat 0, which is nobody's: what a steward has to do now, the lot of a real
    table, without its draws, and the settlement, without the cards that are left over.
    """
    if not seat:
        return {"lot": (commands.DrawLot(()),), "awaiting_settlement": (commands.Settle(),)}.get(game.phase, ())
    claim = (commands.ClaimTarget(seat),) if target.may_claim(game, seat) else ()
    if seat != game.turn:
        return claim
    return (*_in_turn(game, seat), *claim)


def asked(game: Game, command: Any) -> dict[str, Any]:
    """What an act of `legal` has still to be told of a real table: who draws for the deal; who gets how many cards, and how many
    lie open; how many are left over and nobody can tell which."""
    if isinstance(command, commands.DrawLot):
        return {"draws": [{"seat": seat} for seat in game.staying]}
    if isinstance(command, commands.Deal) and game.house.deck != "service":
        to = list(seats.clockwise(game.active, game.dealer))
        return {"to": to, "each": deal.cards_each(game), "open_cards": deal.table_cards(game)}
    if isinstance(command, commands.Settle) and deal.undealt(game) is None:
        return {"left_over": game.remaining}
    if isinstance(command, commands.ClaimTarget) and target.needs_undealt(game):
        return {"left_over": game.remaining}
    return {}


def _in_turn(game: Game, seat: int) -> tuple[Any, ...]:
    match game.phase:
        case "play":
            return tuple(plays(game, seat))
        case "shuffle":
            return (commands.Shuffle(seat),)
        case "cut":
            fewest, most = deal.cuts(game)
            cuts = [commands.Cut(seat, at) for at in dict.fromkeys((fewest, most))]
            return tuple(cuts) if game.house.deck == "service" else (*cuts, commands.Cut(seat))
        case "deal":
            said = deal.announces(game) and game.offences.recorded
            return (commands.AnnounceLast(seat) if said else commands.Deal(seat),)
        case "exposed":
            return (*[commands.KeepCard(seat, card) for card in exposure.undecided(game, seat)], commands.DemandRedeal(seat))
    return ()


def plays(game: Game, seat: int) -> Iterable[Any]:
    """What the player whose turn it is may do with his cards: trail, capture, build."""
    exposed = play.pinned(game, seat)
    if exposed:
        return [commands.Trail(seat, card) for card in exposed]
    hand, house, builds = held(game, seat), game.house, play.bound_by(game, seat)
    found: list[Any] = []
    if play.may_trail(game, seat):
        found += [commands.Trail(seat, card) for card in hand]
    bound = not house.builder_may_trail
    table = Table(game.loose, house.royal)
    new, seat_of, card_of, loose_of, builds_of = object.__new__, *_CAPTURE
    for card, ids, cards in capture_groups(hand, builds, seat, house.royal, bound, table, game.loose):
        for loose in cards:
            found.append(one := new(commands.Capture))
            seat_of(one, seat)
            card_of(one, card)
            loose_of(one, loose)
            builds_of(one, ids)
    seat_of, card_of, value_of, loose_of, build_of = _LAY_BUILD
    for card, value, upon, cards in build_groups(hand, builds, seat, house.royal, bound, table):
        for loose in cards:
            found.append(built := new(commands.LayBuild))
            seat_of(built, seat)
            card_of(built, card)
            value_of(built, value)
            loose_of(built, loose)
            build_of(built, upon)
    return found


def recordable(game: Game, seat: int) -> tuple[Any, ...]:
    """What `decide` accepts from `seat` beside `legal`, since it can only be recorded, under `record`: a card out of turn
    (CAS-VIOL-4), the last deal unannounced (CAS-DEAL-3), and in his turn plays against the rules (CAS-VIOL-1, CAS-BUILD-7).

    A wrong capture can take any cards and builds, and a false build can be of any loose cards: of both only those with one of them
    are listed here.
    """
    if not game.offences.recorded or not seat:
        return ()
    if play.may_play_out_of_turn(game, seat):
        exposed = play.pinned(game, seat)
        return tuple([commands.PlayOutOfTurn(seat, card) for card in held(game, seat) if card not in exposed])
    if seat == game.turn and deal.announces(game):
        return (commands.Deal(seat),)
    if seat != game.turn or game.phase != "play" or play.pinned(game, seat):
        return ()
    lawful = frozenset(plays(game, seat))
    return tuple([command for command in _simple(game, seat) if command not in lawful])


def _simple(game: Game, seat: int) -> Iterable[Any]:
    """Every trail, and every capture and build with one loose card or one build."""
    most = value_most(game.house.royal)
    for card in held(game, seat):
        yield commands.Trail(seat, card)
        for other in game.loose:
            yield commands.Capture(seat, card, (other,))
            for value in range(1, most + 1):
                yield commands.LayBuild(seat, card, value, (other,))
        for build in game.builds:
            yield commands.Capture(seat, card, (), (build.id,))
            for value in range(build.value, most + 1):
                yield commands.LayBuild(seat, card, value, (), build.id)
