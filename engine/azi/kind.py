"""Azi, as the rest of the house sees it."""

from dataclasses import replace

from engine.azi import azi, offers, recordable, to_fill, violations
from engine.azi.commands import Command, StartGame
from engine.azi.deal import in_order
from engine.azi.house_rules import HouseRules, house_rules
from engine.azi.notation import AZI
from engine.azi.opinion import opinion, sharing
from engine.azi.rulebook import AZI_DEAL_4, AZI_DEAL_7, AZI_DEAL_8, AZI_DEAL_9, AZI_RAZ_1, RULES
from engine.azi.settlement import next_dealer
from engine.azi.sight import all_revealed, owner_sees
from engine.azi.simulator import PLAYERS
from engine.azi.simulator.games import next_act
from engine.cardgame.registering import kind
from engine.playing import Playing

KIND = replace(
    kind(
        azi,
        Command,
        start=StartGame,
        shape=HouseRules,
        rules=RULES,
        offers=offers,
        notation=AZI,
        violations=violations,
        recordable=recordable,
        of_hand=(AZI_RAZ_1,),
    ),
    to_fill=to_fill,
    house_rules=house_rules,
    owner_sees=owner_sees,
    all_revealed=all_revealed,
    opinion=opinion,
    dealing={"short_cut": AZI_DEAL_4, "no_cut": AZI_DEAL_7, "commitment": AZI_DEAL_8, "cards": AZI_DEAL_9},
    players=tuple(PLAYERS),
    play=lambda game, dice, how: next_act(dice, game, PLAYERS[how]),
    sharing=sharing,
    next_dealer=next_dealer,
    ritual=in_order,
)

_PROVED: Playing = azi.initial  # by mypy: the state has what every game's has
