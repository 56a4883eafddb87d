"""Azi, as the rest of the house sees it."""

from engine.azi import azi, legal, offers, recordable, to_fill, violations
from engine.azi.commands import ACTIONS, STEWARDS, Leave, StartGame, TopUp
from engine.azi.deal import in_order
from engine.azi.events import EVENTS
from engine.azi.house_rules import HouseRules, house_rules, plain
from engine.azi.notation import AZI
from engine.azi.opinion import opinion, sharing
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_DEAL_4, AZI_DEAL_7, AZI_DEAL_8, AZI_DEAL_9, AZI_RAZ_1, AZI_REC_1, RULES
from engine.azi.settlement import next_dealer
from engine.azi.sight import all_revealed, owner_sees, revealed
from engine.azi.simulator import PLAYERS
from engine.azi.simulator.games import next_act
from engine.cardgame.unseen import told
from engine.kind import Kind
from engine.playing import Playing

KIND = Kind(
    name="azi",
    decider=azi,
    events=EVENTS,
    actions=ACTIONS,
    stewards=STEWARDS,
    legal=legal,
    offers=offers,
    to_fill=to_fill,
    recordable=recordable,
    violations=violations,
    shape=HouseRules,
    house_rules=house_rules,
    plain=plain,
    start=StartGame,
    top_up=TopUp,
    leave=Leave,
    pack=pack,
    owner_sees=owner_sees,
    revealed=revealed,
    all_revealed=all_revealed,
    notation=AZI,
    correcting=AZI_REC_1,
    rules=RULES,
    opinion=opinion,
    dealing={"short_cut": AZI_DEAL_4, "no_cut": AZI_DEAL_7, "commitment": AZI_DEAL_8, "cards": AZI_DEAL_9},
    of_hand=frozenset({AZI_RAZ_1.id}),
    players=tuple(PLAYERS),
    play=lambda game, dice, how: next_act(dice, game, PLAYERS[how]),
    sharing=sharing,
    next_dealer=next_dealer,
    possible=told,
    ritual=in_order,
)

_PROVED: Playing = azi.initial  # by mypy: the state has what every game's has
