"""What a seat may do now. Agrees with `decide`, by test."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from engine import seats
from engine.cardgame import offering
from engine.cardgame.exposure import undecided
from engine.cardgame.offering import in_ritual, to_steward
from engine.casino import commands, deal, play, target
from engine.casino.building import building_fault, buildings
from engine.casino.builds import value_most
from engine.casino.captures import capture_fault, captures, unkept
from engine.casino.commands import Command
from engine.casino.particulars import PACK
from engine.casino.state import Game
from engine.casino.unseen import held
from engine.casino.ways import Pairs, Place, Table, Taken, Ways
from engine.offers import OFFERED_MOST, Bounds, LeftOut, Offers
from engine.wanted import Wanted

# So many places are looked at for one page of them.
LOOKED_AT_MOST = 5000


def legal(game: Game, seat: int) -> tuple[Command, ...]:
    """The acts of `offers`."""
    return offers(game, seat).acts


def offers(game: Game, seat: int, most: int = OFFERED_MOST) -> Offers[Command]:
    """The commands that `decide` accepts from `seat` now; of cuts the least and the greatest.

    In his turn every card that he may trail, every capture and every build, the largest first; where these are more than `most`,
    of each card an equal share. At any time the claim of the target. Cards of the table are named as they lie. A shuffle of the
    service comes without its dice, a deal without the cards: whoever sends them on fills them in. Not here, since they have ways of
    their own: a top-up, leaving, the end of the sitting, other claims, and what only a steward may do at any time; nor what
    `recordable` lists. Tells the seat's own hidden cards, and nobody else's. Of seat 0, which is nobody's: what a steward has to do
    now, the lot of a real table, without its draws, and the settlement, without the cards that are left over.
    """
    if not seat:
        return Offers(to_steward(game, commands.Settle()))
    claim = (commands.ClaimTarget(seat),) if target.may_claim(game, seat) else ()
    if seat != game.turn:
        return Offers(claim)
    if game.phase != "play":
        return Offers((*_in_turn(game, seat), *claim))
    plays = _plays(game, seat, most)
    return Offers((*plays.acts, *claim), plays.left_out)


def to_fill(game: Game, command: Command) -> dict[str, Bounds]:
    """What has still to be filled into an act of `offers`, by field, with its bounds (`engine/offers.py`): where to cut, and what
    is read off a real table: the draws for the deal, the cards dealt, those left over that nobody can tell."""
    match command:
        case commands.Deal() if game.house.deck != "service":
            return _dealt(game)
        case commands.Settle() if deal.undealt(game) is None:
            return {"undealt": {"count": game.remaining, "of": _unseen(game)}}
        case commands.ClaimTarget() if target.needs_undealt(game):
            return {"undealt": {"count": game.remaining, "of": _unseen(game)}}
    return offering.to_fill(game, command)


def _dealt(game: Game) -> dict[str, Bounds]:
    """The hands, unless only the players see them, and the cards of the table, if it gets any."""
    found: dict[str, Bounds] = {}
    of, open_cards = _unseen(game), deal.table_cards(game)
    if game.house.deck == "entered":
        to = tuple(seats.clockwise(game.active, game.dealer))
        found["hands"] = {"seats": to, "count": deal.cards_each(game), "of": of}
    if open_cards:
        found["table"] = {"count": open_cards, "of": of}
    return found


def _unseen(game: Game) -> tuple[str, ...]:
    """The cards that have not come up in this deck."""
    gone = deal.elsewhere(game)
    return tuple([card for card in PACK if card not in gone])


def _in_turn(game: Game, seat: int) -> tuple[Command, ...]:
    if game.phase == "exposed":
        return (*[commands.KeepCard(seat, card) for card in undecided(game, seat)], commands.DemandRedeal(seat))
    said = game.phase == "deal" and deal.announces(game) and game.offences.recorded
    return in_ritual(game, seat, commands.AnnounceLast(seat) if said else commands.Deal(seat))


@dataclass(frozen=True, slots=True)
class _Plays:
    """All that one card can do in one way: capture, or build of one value, new or upon one build. act: the class of the command.
    made: the command for what is taken up."""

    act: type
    card: str
    ways: Ways | Pairs
    made: Callable[[Taken], commands.Capture | commands.LayBuild]


def _plays(game: Game, seat: int, most: int) -> Offers[Command]:
    """What the player in turn may do with his cards: trail, capture, build."""
    exposed = play.pinned(game, seat)
    if exposed:
        return Offers(tuple([commands.Trail(seat, card) for card in exposed]))
    hand, table = held(game, seat), Table(game.loose, game.house.royal)
    acts: list[Command] = [commands.Trail(seat, card) for card in hand] if play.may_trail(game, seat) else []
    some = [one for act in (commands.Capture, commands.LayBuild) for card in hand for one in _with(game, seat, card, act, table)]
    level = _level(some, most - len(acts))
    left_out: dict[LeftOut, None] = {}
    for one in some:
        taken, whole = one.ways.first(level)
        acts += map(one.made, taken)
        if not whole:
            left_out[LeftOut(one.act, seat, one.card)] = None
    return Offers(tuple(acts), tuple(left_out))


def _level(some: list[_Plays], room: int) -> int:
    """How many of each are listed at most, so that together they are no more than `room`. What has fewer leaves room to others."""
    level = room
    while some:
        level = max(0, room) // len(some)
        done = [(one, len(few)) for one in some for few, whole in [one.ways.first(level)] if whole]
        if not done:
            break
        room -= sum([few for _, few in done])
        whole_ones = [one for one, _ in done]
        some = [one for one in some if one not in whole_ones]
    return level


def _with(game: Game, seat: int, card: str, act: type, table: Table) -> Iterator[_Plays]:
    """The captures, or the builds, of `seat` with this card of his."""
    builds, royal, bound = play.bound_by(game, seat), game.house.royal, not game.house.builder_may_trail
    rest = tuple([other for other in held(game, seat) if other != card])
    if act is commands.Capture:
        ways = captures(card, rest, game.loose, builds, seat, royal, bound, table)
        if ways:
            yield _Plays(act, card, ways, lambda taken: commands.Capture(seat, card, *taken))
        return
    for value, upon, ways in buildings(card, rest, builds, seat, royal, bound, table):
        yield _Plays(act, card, ways, partial(_laid, seat, card, value, upon))


def _laid(seat: int, card: str, value: int, upon: int | None, taken: Taken) -> commands.LayBuild:
    return commands.LayBuild(seat, card, value, taken[0], upon)


def plays_with(game: Game, seat: int, card: str, act: type, behind: Place, most: int) -> tuple[list[Wanted], Place]:
    """At most so many captures or builds (`act`) of `seat` with this card, of each way to build the largest first; and the place
    behind them, () if there are no more. None of a card that he cannot play now.

    behind: the place behind which to begin, () for the first. So that none takes long, a page may hold fewer, even none, and not be
    the last.
    """
    if seat != game.turn or game.phase != "play" or play.pinned(game, seat) or card not in held(game, seat):
        return [], ()
    found: list[Wanted] = []
    place, looked_at = behind, 0
    some = list(_with(game, seat, card, act, Table(game.loose, game.house.royal)))
    for number in range(behind[0] if behind else 0, len(some)):
        start = behind[1:] if behind and number == behind[0] else None
        for where, taken in some[number].ways.behind(start):
            if len(found) == most or looked_at == LOOKED_AT_MOST:
                return found, place
            place, looked_at = (number, *where), looked_at + 1
            if taken is not None:
                found.append(some[number].made(taken))
    return found, ()


def recordable(game: Game, seat: int) -> tuple[Command, ...]:
    """What `decide` accepts from `seat` beside `offers`, since it can only be recorded, under `record`: a card out of turn
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
    return tuple([command for command in _simple(game, seat) if not _is_lawful(game, command)])


def _simple(game: Game, seat: int) -> Iterable[commands.Trail | commands.Capture | commands.LayBuild]:
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


def _is_lawful(game: Game, command: commands.Trail | commands.Capture | commands.LayBuild) -> bool:
    """Whether a play of the player in turn goes against no rule. It names cards that he may hold, and what lies on the table."""
    seat, card, royal, builds = command.seat, command.card, game.house.royal, play.bound_by(game, command.seat)
    if isinstance(command, commands.Trail):
        return play.may_trail(game, seat)
    rest = tuple([other for other in held(game, seat) if other != card])
    if isinstance(command, commands.Capture):
        changed = tuple([build for build in builds if build.id in command.builds])
        fault = capture_fault(card, command.loose, changed, royal)
    else:
        changed = tuple([build for build in builds if build.id == command.build])
        fault = building_fault(rest, card, command.loose, command.value, changed[0] if changed else None, royal)
    left = tuple([build for build in builds if build not in changed])
    return fault is None and (game.house.builder_may_trail or not unkept(rest, left, seat, royal))
