"""Casino, as the rest of the house sees it."""

from dataclasses import replace

from engine.cardgame.registering import kind
from engine.casino import casino, offers, plays_with, recordable, to_fill, violations
from engine.casino.commands import Command, StartGame
from engine.casino.deal import in_order
from engine.casino.house_rules import HouseRules, house_rules
from engine.casino.notation import CASINO
from engine.casino.opinion import opinion
from engine.casino.rulebook import RULES
from engine.playing import Playing

OF_PLAYS = ("ORDER", "DECK", "CAP", "BUILD")  # topics of rules; any refusal of a play may tell of the hand

KIND = replace(
    kind(
        casino,
        Command,
        start=StartGame,
        shape=HouseRules,
        rules=RULES,
        offers=offers,
        notation=CASINO,
        violations=violations,
        recordable=recordable,
        of_hand=[rule for rule in RULES if rule.id.split("-")[1] in OF_PLAYS],
    ),
    to_fill=to_fill,
    plays_with=plays_with,
    house_rules=house_rules,
    opinion=opinion,
    ritual=in_order,
)

_PROVED: Playing = casino.initial  # by mypy: the state has what every game's has
