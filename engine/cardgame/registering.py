"""A game made of the kernel, as the rest of the house sees it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine import options
from engine.cardgame import offering, sight, unseen
from engine.cardgame.commands import Leave, StartGame, TopUp
from engine.cardgame.ritual import in_order
from engine.cardgame.settlement import next_dealer
from engine.cardgame.state import G
from engine.decider import Decider
from engine.declared import Happened
from engine.kind import Kind
from engine.notation import Notation
from engine.offers import Offers
from engine.rules import Rule, Violation
from engine.wanted import Wanted, actions

C = TypeVar("C")  # commands of the game
E = TypeVar("E", bound=Happened)  # its events


def kind(
    decider: Decider[G, C, E],
    commands: object,
    *,
    start: type[StartGame],
    shape: type,
    rules: tuple[Rule, ...],
    offers: Callable[[G, int, int], Offers[Wanted]],
    notation: Notation,
    violations: Callable[[G], tuple[Violation, ...]],
    recordable: Callable[[G, int], tuple[Wanted, ...]] = lambda _game, _seat: (),
    of_hand: Iterable[Rule] = (),
) -> Kind:
    """What it has to say, with what is alike in most games; a game that is otherwise says so of it by `dataclasses.replace`.
    commands: the union of its commands. of_hand: rules; a refusal by one of them tells of a hand even where it names no card. The
    other arguments are as in `Kind`."""
    by = decider.initial.by
    return Kind(
        name=by.family.name,
        decider=decider,
        events=by.family.events,
        actions=actions(commands),
        offers=offers,
        to_fill=offering.to_fill,
        recordable=recordable,
        violations=violations,
        shape=shape,
        house_rules=lambda mapping: options.read(shape, mapping, {}),
        start=start,
        top_up=TopUp,
        leave=Leave,
        pack=by.pack,
        owner_sees=sight.owner_sees,
        revealed=sight.revealed,
        all_revealed=sight.all_revealed,
        notation=notation,
        correcting=by.correcting,
        possible=unseen.told,
        rules=rules,
        dealing={"cards": by.cards},
        of_hand=frozenset([rule.id for rule in of_hand]),
        next_dealer=next_dealer,
        ritual=in_order,
    )
