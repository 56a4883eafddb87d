"""Stich, as the rest of the house sees it."""

from engine.stich import acts, events, house_rules, rulebook
from engine.stich.course import decide, evolve, follow
from engine.stich.game import PACK, STICH, Game

from engine.answers import Answers
from engine.cardgame import claims, retelling, sight
from engine.cardgame import events as kernel
from engine.cardgame import offence_events as offences
from engine.cardgame.notation import Words
from engine.cardgame.ritual import cuts, in_order, possible_cuts
from engine.decider import Decider
from engine.kind import Kind
from engine.offers import Offers, between
from engine.wanted import actions


def offers(game, seat, _most=0):
    if not seat:
        return Offers((acts.Settle(),) if game.phase == "awaiting_settlement" else ())
    if seat != game.turn:
        return Offers(())
    made = {"shuffle": lambda: (acts.Shuffle(seat),), "deal": lambda: (acts.Deal(seat),),
            "cut": lambda: possible_cuts(game, seat),
            "play": lambda: tuple([acts.Play(seat, card) for card in acts.may_play(game, seat)])}  # fmt: skip
    return Offers(made[game.phase]())


def recordable(game, seat):
    free = game.offences.recorded and game.phase == "play" and seat == game.turn
    held = game.hands[seat] if free else ()
    return tuple([acts.Play(seat, card) for card in held if card not in acts.may_play(game, seat)])


def violations(game):
    return tuple(claims.violations(game, 1, lambda _: ("renege", True)))


RETOLD = (
    Answers()
    .on(events.CardsDealt, lambda _, e: acts.Deal(e.dealer))
    .on(events.CardPlayed, lambda _, e: acts.Play(e.seat, e.card))
    .on(offences.ClaimMade, lambda _, e: acts.Claim(e.seat, e.deal, e.card))
    .on(offences.OffenceFound, lambda _, e: acts.Penalise(e.deal, e.card))
    .on(kernel.PotAwarded, lambda *_: acts.Settle())
)


def retell(game, come):
    if isinstance(come[0], events.GameStarted):
        yield retelling.begun(acts.StartGame, come[0], come[1:2], PACK)
    elif (told := RETOLD.some(game, come[0]) or retelling.ACTS.some(game, come[0])) is not None:
        yield told


ACTIONS = actions(acts.Command)
KIND = Kind(
    name="stich", decider=Decider(Game(), decide, follow, evolve, lambda game: game.over), events=events.EVENTS, actions=ACTIONS,
    stewards=frozenset([word for word, act in ACTIONS.items() if act.by_steward]), offers=offers, recordable=recordable,
    legal=lambda game, seat: offers(game, seat).acts, violations=violations, shape=house_rules.HouseRules,
    to_fill=lambda game, act: {"at": between(*cuts(game))} if isinstance(act, acts.Cut) else {},
    house_rules=house_rules.house_rules, plain=house_rules.plain, start=acts.StartGame, top_up=acts.TopUp, leave=acts.Leave,
    pack=lambda _: PACK, owner_sees=sight.owner_sees, revealed=sight.revealed, all_revealed=sight.all_revealed,
    notation=Words(STICH, r"([6-9TJQKA][CDHS])", acts.Command, {}, ()).notation(retell), rules=rulebook.RULES,
    correcting=rulebook.STI_REC_1, next_dealer=lambda game, how, _: acts.next_dealer(game, how),
    ritual=in_order, dealing={"cards": rulebook.STI_DEAL_1}, of_hand=frozenset([rulebook.STI_PLAY_1.id]),
)  # fmt: skip
