"""The acts of Casino in words, as a game record has them: "1 trails 9H", "2 takes 7C, 2D, build 1 with 9S", "1 builds 9 with 5H on
4C". Cards of the table are told as they lie, a build first by its number.
"""

import re

from engine import forms
from engine.cardgame.notation import Words
from engine.casino import commands, particulars
from engine.casino.retelling import retell
from engine.forms import NUMBER, SEAT

CARD = r"([2-9TJQKA][CDHS])"
HAND = re.compile(rf"{SEAT}((?: {CARD})+)")
CARDS = re.compile(rf"{CARD}(?: {CARD})*")
BUILD = re.compile(r"build ([1-9][0-9]{0,2})")
ONE_CARD = re.compile(CARD)
SETTLES = "steward: settles"
CLAIMS = re.compile(rf"{SEAT} claims the target")
LEFT_OVER = ", left over "


def _say_capture(command: commands.Capture) -> str:
    return f"{command.seat} takes {_say_table(command.builds, command.loose)} with {command.card}"


def _hear_capture(words: str) -> commands.Capture | None:
    heard = re.fullmatch(rf"{SEAT} takes (.+) with {CARD}", words)
    table = heard and _hear_table(heard[2])
    return commands.Capture(int(heard[1]), heard[3], table[1], table[0]) if heard and table else None


def _say_build(command: commands.LayBuild) -> str:
    upon = () if command.build is None else (command.build,)
    return f"{command.seat} builds {command.value} with {command.card} on {_say_table(upon, command.loose)}"


def _hear_build(words: str) -> commands.LayBuild | None:
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


def _say_deal(command: commands.Deal) -> str:
    hands = "" if command.hands is None else f" {forms.say_hands(command.hands)}"
    table = f"; table {' '.join(command.table)}" if command.table else ""
    return f"{command.seat} deals{hands}{table}"


def _hear_deal(words: str) -> commands.Deal | None:
    heard = re.fullmatch(rf"{SEAT} deals(?: ([^;]+))?(?:; table ([^;]+))?", words)
    if heard is None:
        return None
    hands = None if heard[2] is None else forms.hear_hands(heard[2], HAND)
    if (hands is None) != (heard[2] is None) or (heard[3] is not None and not CARDS.fullmatch(heard[3])):
        return None
    return commands.Deal(int(heard[1]), hands, tuple(heard[3].split()) if heard[3] else None)


def _say_settle(command: commands.Settle) -> str:
    return SETTLES + _say_left_over(command.undealt)


def _hear_settle(words: str) -> commands.Settle | None:
    act, undealt, whole = _hear_left_over(words)
    return commands.Settle(undealt) if act == SETTLES and whole else None


def _say_claim_target(command: commands.ClaimTarget) -> str:
    return f"{command.seat} claims the target{_say_left_over(command.undealt)}"


def _hear_claim_target(words: str) -> commands.ClaimTarget | None:
    act, undealt, whole = _hear_left_over(words)
    heard = CLAIMS.fullmatch(act)
    return commands.ClaimTarget(int(heard[1]), undealt) if heard and whole else None


def _say_left_over(undealt: tuple[str, ...] | None) -> str:
    return "" if undealt is None else LEFT_OVER + " ".join(undealt)


def _hear_left_over(words: str) -> tuple[str, tuple[str, ...] | None, bool]:
    """The act before it, the cards if any are told, and whether they are told rightly."""
    act, told, left = words.partition(LEFT_OVER)
    return act, tuple(left.split()) if told else None, not told or CARDS.fullmatch(left) is not None


WORDS = Words(
    particulars.CASINO,
    CARD,
    commands.Command,
    {
        commands.Deal: _say_deal,
        commands.Settle: _say_settle,
        commands.ClaimTarget: _say_claim_target,
        commands.Capture: _say_capture,
        commands.LayBuild: _say_build,
    },
    (_hear_capture, _hear_build, _hear_deal, _hear_settle, _hear_claim_target),
)
CASINO = WORDS.notation(retell)
