"""Short ways to a game of Casino with known cards: a real table, where the hands are entered, or a table as it lies."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.casino import casino
from engine.casino.builds import Build
from engine.casino.commands import AnnounceLast, Capture, Claim, Cut, Deal, LayBuild, Shuffle, StartGame, Trail
from engine.casino.deal import elsewhere
from engine.casino.house_rules import HouseRules, house_rules
from engine.casino.particulars import PACK
from engine.casino.state import Game
from engine.changed import changed
from engine.decider import act
from engine.parts import Seated
from engine.seats import clockwise, next_counter_clockwise
from engine.shuffle import commitment, shuffled
from tests.engine.scenario import Scenario

ROOT = Path(__file__).parents[3]
PRESETS = tuple(sorted(file.stem for file in (ROOT / "seeds" / "house_rules").glob("casino-*.toml")))
SECRET = bytes(range(32))


def preset(name: str = "casino-family", **changes: Any) -> HouseRules:
    """The house rules of a preset, with changes."""
    return house_rules({**tomllib.loads((ROOT / "seeds" / "house_rules" / f"{name}.toml").read_text("utf-8")), **changes})


# Those that dice can play, whose cards the service deals.
DICED = tuple(name for name in PRESETS if preset(name).deck == "service")


def start(*stacks: int, dealer: int | None = None, name: str = "casino-family", lot: Any = None, **changes: Any) -> StartGame:
    """A game of players p1, p2 … at seats 1, 2 …; the last of them deals unless told otherwise. The cards are entered."""
    seated = tuple([Seated(seat, f"p{seat}", stack) for seat, stack in enumerate(stacks, 1)])
    house = preset(name, **{"deck": "entered", **changes})
    return StartGame("t", 1, house, "chip", 0, seated, dealer or len(stacks), lot)


def cards(told: str | Sequence[str]) -> tuple[str, ...]:
    """ "9H 2C" as cards."""
    return tuple(told.split()) if isinstance(told, str) else tuple(told)


def ritual(dealer: int, seats: Sequence[int], at: int = 26) -> list[Any]:
    """Shuffle and cut."""
    return [Shuffle(dealer), Cut(next_counter_clockwise(tuple(sorted(seats)), dealer), at)]


def deal(dealer: int, hands: dict[int, str], table: str = "") -> Deal:
    """Hands and table as they are entered."""
    return Deal(dealer, {seat: cards(hand) for seat, hand in hands.items()}, cards(table) if table else None)


def any_deal(game: Game) -> Deal:
    """The next deal of a real table: the cards that are left, in their printed order."""
    from engine.casino.deal import cards_each, distributed, table_cards

    left = [card for card in PACK if card not in elsewhere(game)]
    to = clockwise(game.active, game.dealer)
    hands, table = distributed(left, to, cards_each(game), table_cards(game))
    return Deal(game.dealer, hands, table or None)


def plays(*told: str) -> list[Any]:
    """ "1 9H" trails; "1 9H x 7C 2D #1" captures the loose cards and build 1; "1 5H = 9 4C" builds nine with the loose four, "1 AH
    = 10 #1" changes build 1 to ten."""
    found: list[Any] = []
    for one in told:
        seat, card, *rest = one.split()
        loose = tuple([word for word in rest if word[0] not in "x=#" and not word.isdigit()])
        builds = tuple([int(word[1:]) for word in rest if word[0] == "#"])
        if not rest:
            found.append(Trail(int(seat), card))
        elif rest[0] == "x":
            found.append(Capture(int(seat), card, loose, builds))
        else:
            found.append(LayBuild(int(seat), card, int(rest[1]), loose, builds[0] if builds else None))
    return found


def play(told: str) -> Any:
    """One of them."""
    return plays(told)[0]


def reached(*commands: Any) -> Game:
    """The state after these commands."""
    state = casino.initial
    for command in commands:
        _, state = act(casino, state, command)
    return state


def service_shuffle(game: Game, seat: int, secret: bytes = SECRET) -> Shuffle:
    """The dice of the service for the next shuffle of this game."""
    told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
    return Shuffle(seat, told, secret.hex(), shuffled(PACK, secret))


def lying(
    hands: dict[int, str],
    loose: str = "",
    builds: Sequence[tuple[int, str, int]] = (),
    piles: dict[int, str] | None = None,
    **changes: Any,
) -> Game:
    """A first deal of the deck as it may lie after some play: seat 1 is next, the last seat deals. builds: (value, cards, owner),
    the first is build 1; doubled if the cards come to more than the value. piles: what has been captured. Other cards are the
    stock."""
    players = len(hands)
    state = {name: changes.pop(name) for name in ("scores", "sweeps", "captors", "turn", "first", "remaining") if name in changes}
    game = reached(start(*(100,) * players, **{"deck": "service", **changes}))
    game = reached_from(game, service_shuffle(game, game.turn), Cut(next_counter_clockwise(game.active, players), 26))
    _, game = act(casino, game, Deal(players))
    worth = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
    made = tuple(
        [
            Build(number, value, cards(told), sum(worth[card[0]] for card in cards(told)) > value, owner)
            for number, (value, told, owner) in enumerate(builds, 1)
        ]
    )
    game = changed(
        game,
        hands={seat: cards(hand) for seat, hand in hands.items()},
        loose=cards(loose),
        builds=made,
        build_ids=len(made),
        piles={seat: cards(pile) for seat, pile in (piles or {}).items()},
        captors=tuple(piles or {}),
        order=(),
        turn=1,
    )
    left = tuple([card for card in PACK if card not in elsewhere(game)])
    game = changed(game, order=left, remaining=len(left), moved=bool(made or piles))
    return changed(game, **state) if "remaining" not in state else _undealt(changed(game, **state))


def _undealt(game: Game) -> Game:
    """So many cards are still to be dealt; the others count for nobody."""
    left = tuple([card for card in PACK if card not in elsewhere(game)])
    return changed(game, order=left[: game.remaining], aside=(*game.aside, *left[game.remaining :]))


def reached_from(game: Game, *commands: Any) -> Game:
    """The state after these commands."""
    for command in commands:
        _, game = act(casino, game, command)
    return game


def claim(seat: int, game: Game, card: str) -> Claim:
    """The claim that this card of the deal that is played, or was just over, was played against the rules."""
    deal = game.deal if any(laid.card == card for laid in game.offences.laid) else game.deal - 1
    return Claim(seat, deal, card)


def at(game: Game) -> Scenario:
    """A story that begins with this state."""
    return Scenario(casino, (f"hands {game.hands}", f"loose {game.loose}", f"builds {game.builds}"), game)


def to_last_deal(*stacks: int, **changes: Any) -> Game:
    """A deck in which everybody trails, up to the last deal, which is not dealt yet."""
    game = reached(start(*stacks, **changes))
    game = reached_from(game, *ritual(game.dealer, game.active))
    while True:
        after = reached_from(game, any_deal(game))
        if after.last:
            return game
        while after.phase == "play":
            after = reached_from(after, Trail(after.turn, after.hands[after.turn][0]))
        game = after


def announced(game: Game) -> Game:
    """The same after the announcement of the last deal, under `record`."""
    return reached_from(game, AnnounceLast(game.dealer))
