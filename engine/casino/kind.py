"""Casino, as the rest of the house sees it."""

from engine.cardgame import sight
from engine.cardgame.unseen import told
from engine.casino import (
    casino,
    commands,
    events,
    house_rules,
    legal,
    offers,
    particulars,
    plays_with,
    recordable,
    rulebook,
    to_fill,
    violations,
)
from engine.casino.deal import in_order
from engine.casino.notation import CASINO
from engine.casino.opinion import opinion
from engine.casino.settlement import next_dealer
from engine.kind import Kind
from engine.playing import Playing

OF_PLAYS = ("ORDER", "DECK", "CAP", "BUILD")  # topics of rules; any refusal of a play may tell of the hand

KIND = Kind(
    name="casino",
    decider=casino,
    events=events.EVENTS,
    actions=commands.ACTIONS,
    stewards=commands.STEWARDS,
    legal=legal,
    offers=offers,
    to_fill=to_fill,
    plays_with=plays_with,
    recordable=recordable,
    violations=violations,
    shape=house_rules.HouseRules,
    house_rules=house_rules.house_rules,
    plain=house_rules.plain,
    start=commands.StartGame,
    top_up=commands.TopUp,
    leave=commands.Leave,
    pack=particulars.pack,
    owner_sees=sight.owner_sees,
    revealed=sight.revealed,
    all_revealed=sight.all_revealed,
    notation=CASINO,
    correcting=rulebook.CAS_REC_1,
    rules=rulebook.RULES,
    opinion=opinion,
    dealing={"cards": rulebook.CAS_DEAL_6},
    of_hand=frozenset([rule.id for rule in rulebook.RULES if rule.id.split("-")[1] in OF_PLAYS]),
    next_dealer=lambda game, how, _: next_dealer(game, how),
    possible=told,
    ritual=in_order,
)

_PROVED: Playing = casino.initial  # by mypy: the state has what every game's has
