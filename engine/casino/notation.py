"""The acts of Casino in words, as a game record has them: "1 trails 9H", "2 takes 7C, 2D, build 1 with 9S", "1 builds 9 with 5H on
4C".

Seats stand for their players. Cards of the table are told as they lie, a build first by its number. What comes from elsewhere than
the players is told with the act: the secret of a shuffle, from which its commitment and the order of the deck follow, or the cards
of a real table.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import forms
from engine.casino import commands
from engine.casino.commands import StartGame
from engine.casino.retelling import retell
from engine.casino.start import PACK, start_game
from engine.casino.state import Game
from engine.forms import CHIPS, NUMBER, SEAT, Form, Forms
from engine.lot import complete
from engine.notation import Notation
from engine.shuffle import commitment, shuffled

CARD = r"([2-9TJQKA][CDHS])"
PLACES = {"seat": SEAT, "card": CARD, "chips": CHIPS, "number": NUMBER, "deal": NUMBER, "reason": r"(.+)"}
DRAWN = re.compile(rf"{SEAT} {CARD}")
HAND = re.compile(rf"{SEAT}((?: {CARD})+)")
CARDS = re.compile(rf"{CARD}(?: {CARD})*")
BUILD = re.compile(r"build ([1-9][0-9]{0,2})")
ONE_CARD = re.compile(CARD)
SETTLES = "steward: settles"
CLAIMS = re.compile(rf"{SEAT} claims the target")
LEFT_OVER = ", left over "

# Without a form of their own: see SPECIAL.
FORMS = Forms(
    (
        Form(commands.Cut, "{seat} cuts at {number}", ("seat", "at")),
        Form(commands.Cut, "{seat} cuts", ("seat",)),
        Form(commands.AnnounceLast, "{seat} announces the last deal", ("seat",)),
        Form(commands.Trail, "{seat} trails {card}", ("seat", "card")),
        Form(commands.PlayOutOfTurn, "{seat} plays {card} out of turn", ("seat", "card")),
        Form(commands.TopUp, "{seat} tops up by {chips}", ("seat", "chips")),
        Form(commands.Leave, "{seat} leaves the table", ("seat",)),
        Form(commands.ReachEndTime, "the agreed end comes", ()),
        Form(commands.Claim, "{seat} claims {card} of deal {deal}", ("seat", "card", "deal")),
        Form(commands.Penalise, "steward: penalises {card} of deal {deal}", ("card", "deal")),
        Form(commands.ClaimMissingLast, "{seat} claims that the last deal was not announced", ("seat",)),
        Form(commands.Expose, "steward: the dealer has shown {card} of {seat}", ("card", "seat")),
        Form(commands.KeepCard, "{seat} keeps {card}", ("seat", "card")),
        Form(commands.DemandRedeal, "{seat} demands a redeal", ("seat",)),
        Form(commands.VoidGame, "steward: makes the game void: {reason}", ("reason",)),
        Form(commands.Correct, "steward: corrects step {number}: {reason}", ("step", "reason")),
    ),
    PLACES,
    frozenset({"card", "reason"}),
)


def say(command: Any) -> str:
    """The act in words. Raises KeyError: no words are made for such a command."""
    special = SPECIAL.get(command.__class__)
    return FORMS.say(command) if special is None else special(command)


def hear(game: Game, words: str) -> Any:
    """The act that is told by these words, in this state of the game; None if none is."""
    if (command := FORMS.hear(words)) is not None:
        return command
    for listen in HEARD:
        if (command := listen(game, words)) is not None:
            return command
    return None


def opens(begin: StartGame, words: str) -> StartGame | None:
    """The command that begins the game. A lot is a whole pack: the cards drawn, then the rest in its printed order."""
    if words == forms.BEGINS:
        return begin
    draws = forms.hear_draws(words, forms.LOT, DRAWN)
    return None if draws is None else replace(begin, lot=complete(tuple([draw.card for draw in draws]), PACK))


def _say_begin(command: StartGame) -> str:
    if command.lot is None:
        return forms.BEGINS
    drawn = start_game(Game(), command)[-1]
    return forms.LOT + forms.say_draws([draw for each in drawn.rounds for draw in each])


def _say_lot(command: commands.DrawLot) -> str:
    return forms.ENTERED_LOT + forms.say_draws(command.draws)


def _hear_lot(game: Game, words: str) -> commands.DrawLot | None:  # noqa: ARG001
    draws = forms.hear_draws(words, forms.ENTERED_LOT, DRAWN)
    return None if draws is None else commands.DrawLot(draws)


def _say_capture(command: commands.Capture) -> str:
    return f"{command.seat} takes {_say_table(command.builds, command.loose)} with {command.card}"


def _hear_capture(game: Game, words: str) -> commands.Capture | None:  # noqa: ARG001
    heard = re.fullmatch(rf"{SEAT} takes (.+) with {CARD}", words)
    table = heard and _hear_table(heard[2])
    return commands.Capture(int(heard[1]), heard[3], table[1], table[0]) if heard and table else None


def _say_build(command: commands.LayBuild) -> str:
    upon = () if command.build is None else (command.build,)
    return f"{command.seat} builds {command.value} with {command.card} on {_say_table(upon, command.loose)}"


def _hear_build(game: Game, words: str) -> commands.LayBuild | None:  # noqa: ARG001
    heard = re.fullmatch(rf"{SEAT} builds {NUMBER} with {CARD} on (.+)", words)
    table = heard and _hear_table(heard[4])
    if not heard or not table or len(table[0]) > 1:
        return None
    return commands.LayBuild(int(heard[1]), heard[3], int(heard[2]), table[1], table[0][0] if table[0] else None)


def _say_table(builds: tuple[int, ...], loose: tuple[str, ...]) -> str:
    """ "build 1, build 3, 7C, 2D"."""
    return ", ".join((*[f"build {number}" for number in builds], *loose))


def _hear_table(words: str) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    parts = words.split(", ")
    builds = [BUILD.fullmatch(part) for part in parts]
    loose = [part for part, build in zip(parts, builds, strict=True) if not build]
    if not all(ONE_CARD.fullmatch(card) for card in loose):
        return None
    return tuple([int(build[1]) for build in builds if build]), tuple(loose)


def _hear_shuffle(game: Game, words: str) -> commands.Shuffle | None:
    """The commitment is that of this shuffle of this game, so a secret moved to another place is not the same shuffle."""
    heard = forms.SHUFFLES.fullmatch(words)
    if heard is None or heard[2] is None:
        return heard and commands.Shuffle(int(heard[1]))
    secret = bytes.fromhex(heard[2])
    told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
    return commands.Shuffle(int(heard[1]), told, heard[2], shuffled(PACK, secret))


def _say_deal(command: commands.Deal) -> str:
    hands = "" if command.hands is None else f" {forms.say_hands(command.hands)}"
    table = f"; table {' '.join(command.table)}" if command.table else ""
    return f"{command.seat} deals{hands}{table}"


def _hear_deal(game: Game, words: str) -> commands.Deal | None:  # noqa: ARG001
    heard = re.fullmatch(rf"{SEAT} deals(?: ([^;]+))?(?:; table ([^;]+))?", words)
    if heard is None:
        return None
    hands = None if heard[2] is None else forms.hear_hands(heard[2], HAND)
    if (hands is None) != (heard[2] is None) or (heard[3] is not None and not CARDS.fullmatch(heard[3])):
        return None
    return commands.Deal(int(heard[1]), hands, tuple(heard[3].split()) if heard[3] else None)


def _say_settle(command: commands.Settle) -> str:
    return SETTLES + _say_left_over(command.undealt)


def _hear_settle(game: Game, words: str) -> commands.Settle | None:  # noqa: ARG001
    act, undealt, whole = _hear_left_over(words)
    return commands.Settle(undealt) if act == SETTLES and whole else None


def _say_claim_target(command: commands.ClaimTarget) -> str:
    return f"{command.seat} claims the target{_say_left_over(command.undealt)}"


def _hear_claim_target(game: Game, words: str) -> commands.ClaimTarget | None:  # noqa: ARG001
    act, undealt, whole = _hear_left_over(words)
    heard = CLAIMS.fullmatch(act)
    return commands.ClaimTarget(int(heard[1]), undealt) if heard and whole else None


def _say_left_over(undealt: tuple[str, ...] | None) -> str:
    return "" if undealt is None else LEFT_OVER + " ".join(undealt)


def _hear_left_over(words: str) -> tuple[str, tuple[str, ...] | None, bool]:
    """The act before it, the cards if any are told, and whether they are told rightly."""
    act, told, left = words.partition(LEFT_OVER)
    return act, tuple(left.split()) if told else None, not told or CARDS.fullmatch(left) is not None


SPECIAL: dict[type, Callable[[Any], str]] = {
    StartGame: _say_begin,
    commands.DrawLot: _say_lot,
    commands.Shuffle: lambda command: forms.say_shuffle(command.seat, command.secret),
    commands.Deal: _say_deal,
    commands.Settle: _say_settle,
    commands.ClaimTarget: _say_claim_target,
    commands.Capture: _say_capture,
    commands.LayBuild: _say_build,
}
HEARD = (_hear_capture, _hear_build, _hear_shuffle, _hear_deal, _hear_lot, _hear_settle, _hear_claim_target)
CASINO = Notation(say, hear, opens, retell, looks_back=frozenset({commands.Correct}))
