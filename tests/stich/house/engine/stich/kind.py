"""Stich, as the rest of the house sees it."""

from functools import partial

from engine.stich.house_rules import HouseRules
from engine.stich.play import RETOLD, Command, StartGame, may_play, stich
from engine.stich.rulebook import RULES, STI_PLAY_1
from engine.stich.state import STICH

from engine.cardgame.claims import all_violations
from engine.cardgame.commands import Deal, Play, Settle
from engine.cardgame.notation import Words
from engine.cardgame.offering import in_ritual, to_steward
from engine.cardgame.registering import kind
from engine.cardgame.retelling import retell
from engine.offers import Offers


def offers(game, seat, _most=0):
    if not seat or seat != game.turn:
        return Offers(() if seat else to_steward(game, Settle()))
    if game.phase != "play":
        return Offers(in_ritual(game, seat, Deal(seat)))
    return Offers(tuple([Play(seat, card) for card in may_play(game, seat)]))


def recordable(game, seat):
    free = game.offences.recorded and game.phase == "play" and seat == game.turn
    return tuple([Play(seat, card) for card in game.hands[seat] if card not in may_play(game, seat)]) if free else ()


KIND = kind(
    stich,
    Command,
    start=StartGame,
    shape=HouseRules,
    rules=RULES,
    offers=offers,
    recordable=recordable,
    notation=Words(STICH, r"([6-9TJQKA][CDHS])", Command).notation(partial(retell, StartGame, RETOLD)),
    violations=partial(all_violations, named=lambda _: ("renege", True)),
    of_hand=(STI_PLAY_1,),
)
