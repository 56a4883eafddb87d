"""A real table at which only the players see their hands, by seed: the hands are known here, and the engine is told what all see.

Nobody claims anything of a card: so the game goes on as it would where the hands are known, and can be compared with that.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.casino import casino, commands, legal, recordable
from engine.casino.deal import cards_each, distributed, elsewhere, table_cards
from engine.casino.exposure import before_play
from engine.casino.house_rules import house_rules, plain
from engine.casino.particulars import PACK
from engine.casino.state import Game
from engine.decider import act
from engine.rules import RuleBroken
from engine.seats import clockwise
from tests.engine.casino.offending_games import offending_house, wrong_play
from tests.engine.casino.random_games import any_lot, dice, random_start

ACTS_MOST = 900
BUILDING = 0.6


def played(seed: int) -> Iterator[tuple[list[Any], Game, Game]]:
    """One game, act by act: the events where nobody sees the hands, the game then, and the game where all do."""
    rnd = dice(seed)
    told = {**plain(offending_house(seed)), "deck": "entered", "claim": True}
    begin = random_start(seed, house_rules(told))
    hidden = commands.StartGame("t", 1, house_rules({**told, "deck": "unseen"}), "chip", 0, begin.seats, begin.dealer)
    known, game = casino.initial, casino.initial
    pair: tuple[Any, Any] = (begin, hidden)
    for _ in range(ACTS_MOST):
        try:
            _, after = act(casino, known, pair[0])
        except RuleBroken:
            pass
        else:
            made, game = act(casino, game, pair[1])
            known = after
            yield made, game, known
        if known.over:
            return
        pair = _odd(rnd, known) if rnd.random() < 0.04 else _next(rnd, known)


def _odd(rnd: Random, game: Game) -> tuple[Any, Any]:
    """Something beside the course of play, which may be refused."""
    seat = rnd.choice(game.seats)
    held = game.hands.get(seat, ())
    if before_play(game) and held:
        one: Any = commands.Expose(seat, rnd.choice(held))
    elif game.phase == "play" and held and rnd.random() < 0.6:
        one = commands.PlayOutOfTurn(seat, rnd.choice(held))
    elif rnd.random() < 0.5:
        one = commands.Leave(seat)
    else:
        told = _over(game) if game.phase == "awaiting_settlement" and game.captors else ()
        return commands.ClaimTarget(seat), commands.ClaimTarget(seat, told or None)
    return one, one


def _next(rnd: Random, game: Game) -> tuple[Any, Any]:
    """The next act, as it is entered where the hands are known and where they are not."""
    match game.phase:
        case "lot":
            return (any_lot(rnd, game),) * 2
        case "deal":
            if isinstance(legal(game, game.turn)[0], commands.AnnounceLast):
                return (commands.AnnounceLast(game.turn),) * 2
            order = [card for card in PACK if card not in elsewhere(game)]
            rnd.shuffle(order)
            hands, table = distributed(order, clockwise(game.active, game.dealer), cards_each(game), table_cards(game))
            return commands.Deal(game.turn, hands, table or None), commands.Deal(game.turn, None, table or None)
        case "awaiting_settlement":
            return commands.Settle(), commands.Settle(_over(game) or None)
        case "play":
            return (_play(rnd, game),) * 2
    may = [one for one in legal(game, game.turn) if not isinstance(one, commands.ClaimTarget)]
    return (rnd.choice(may),) * 2


def _over(game: Game) -> tuple[str, ...]:
    """The cards left over, where nobody could tell them from a hand that was set aside."""
    left = tuple([card for card in PACK if card not in elsewhere(game)])
    return left if game.aside else ()


def _play(rnd: Random, game: Game) -> Any:
    """A card, right or wrong; builds more often than not, and false ones among them."""
    may = [one for one in (*legal(game, game.turn), *recordable(game, game.turn)) if not isinstance(one, commands.ClaimTarget)]
    builds = [one for one in may if isinstance(one, commands.LayBuild)]
    if builds and rnd.random() < BUILDING:
        return rnd.choice(builds)
    return rnd.choice(may) if rnd.random() < 0.85 else wrong_play(rnd, game)
