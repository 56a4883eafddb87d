"""What all games do alike with a command, and at their end, for a game's own table of decisions."""

from collections.abc import Callable, Mapping
from typing import Never, TypeAlias, TypeVar, cast

from engine.answers import Answers
from engine.cardgame import ritual
from engine.cardgame.beside import reach_end_time
from engine.cardgame.claims import lapsed
from engine.cardgame.commands import Cut, DrawLot, KeepCard, ReachEndTime, Shuffle, StartGame, VoidGame
from engine.cardgame.events import GameEnded
from engine.cardgame.exposure import keep_card
from engine.cardgame.offences import Laid
from engine.cardgame.rulings import void_game
from engine.cardgame.settlement import ended, next_dealer, unveiled
from engine.cardgame.start import draw_lot, post_antes, start_game
from engine.cardgame.state import CardGame, G
from engine.decider import Decider
from engine.declared import Happened

C = TypeVar("C")  # commands of a game
E = TypeVar("E", bound=Happened)  # events of a game
Decided: TypeAlias = tuple[Happened, ...]
Alike: TypeAlias = StartGame | DrawLot | Shuffle | Cut | KeepCard | ReachEndTime | VoidGame


def decisions(
    of: type[G],  # noqa: ARG001 - for the types
    *,
    shuffle: Callable[[G, Shuffle], Decided] = ritual.shuffle_deck,
    cut: Callable[[G, Cut], Decided] = ritual.cut_deck,
) -> Answers[G, Alike, Decided]:
    """For the commands that every game has, what they give. shuffle, cut: how this game does it, if its ritual is another."""
    return (
        Answers[G, Never, Decided]()
        .on(StartGame, start_game)
        .on(DrawLot, draw_lot)
        .on(Shuffle, shuffle)
        .on(Cut, cut)
        .on(KeepCard, keep_card)
        .on(ReachEndTime, reach_end_time)
        .on(VoidGame, void_game)
    )


def at_the_end(game: CardGame[Laid]) -> Happened:
    """Claims that nothing has decided lapse; then what the house reveals is open."""
    return lapsed(game) or unveiled(game)


def the_end(game: CardGame[Laid]) -> GameEnded:
    """The stacks go back to the table, and the deal passes on."""
    return ended(game, next_dealer(game, game.how))


def unless_recorded(settled: Callable[[G], Happened]) -> Callable[[G], Happened | None]:
    """What settles the deal by itself; not under `record`, where a steward settles when nobody claims any more."""
    return lambda game: None if game.offences.recorded else settled(game)


# What the rules bring about by themselves, by phase.
CONSEQUENCES: Mapping[str, Callable[[CardGame[Laid]], Happened]] = {
    "ante": post_antes,
    "awarded": at_the_end,
    "revealed": the_end,
}


def decider(
    initial: G,
    decisions: Answers[G, C, Decided],
    consequences: Mapping[str, Callable[[G], Happened | None]],
    changes: Answers[G, E, G],
    noted: Callable[[G, E, G], G],
) -> Decider[G, C, E]:
    """A game by its tables. consequences: by phase. noted(before, event, game): the game with what is kept under `record`."""

    def decide(game: G, command: C) -> tuple[E, ...]:
        return cast("tuple[E, ...]", decisions[command.__class__](game, command))  # the kernel makes the game's own

    def follow(game: G) -> E | None:
        consequence = consequences.get(game.phase)
        return None if consequence is None else cast("E | None", consequence(game))

    def evolve(game: G, event: E) -> G:
        new = changes[event.__class__](game, event)
        return noted(game, event, new) if new.offences.recorded else new

    return Decider(initial, decide, follow, evolve, lambda game: game.over)
