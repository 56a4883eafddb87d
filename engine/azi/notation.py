"""The acts of Azi in words, as a game record has them: "3 raises to 40", "1 plays 9H", "steward: makes the deal void: …"."""

import re

from engine import forms
from engine.azi import commands, particulars
from engine.azi.retelling import retell
from engine.cardgame.notation import Words
from engine.forms import CHIPS, NUMBER, SEAT

CARD = r"([6-9TJQKA][CDHS])"
HAND = re.compile(rf"{SEAT}((?: {CARD})+)")


def _say_deal(command: commands.Deal) -> str:
    if command.hands is None:
        return f"{command.seat} deals" if command.trump is None else f"{command.seat} deals unseen; trump {command.trump}"
    return f"{command.seat} deals {forms.say_hands(command.hands)}; trump {command.trump}"


def _hear_deal(words: str) -> commands.Deal | None:
    if unseen := re.fullmatch(rf"{SEAT} deals unseen; trump {CARD}", words):
        return commands.Deal(int(unseen[1]), None, unseen[2])
    heard = re.fullmatch(rf"{SEAT} deals(?: ([^;]+); trump {CARD})?", words)
    if heard is None or heard[2] is None:
        return heard and commands.Deal(int(heard[1]))
    hands = forms.hear_hands(heard[2], HAND)
    return None if hands is None else commands.Deal(int(heard[1]), hands, heard[3])


def _say_show(command: commands.Show) -> str:
    return f"{command.seat} shows {' '.join(command.cards)}"


def _hear_show(words: str) -> commands.Show | None:
    heard = re.fullmatch(rf"{SEAT} shows((?: {CARD})+)", words)
    return heard and commands.Show(int(heard[1]), tuple(heard[2].split()))


WORDS = Words(
    particulars.AZI,
    CARD,
    commands.Command,
    {commands.Deal: _say_deal, commands.Show: _say_show},
    (_hear_deal, _hear_show),
    places={
        "invited": SEAT,
        "inviter": SEAT,
        "price": CHIPS,
        "trick": NUMBER,
        "given_up": CARD,
        "accept": r"(agrees|does not agree)",
        "player": r"(.+)",
    },
    texts=frozenset({"given_up", "player"}),
    truths={"accept": {True: "agrees", False: "does not agree"}},
)
AZI = WORDS.notation(retell)
