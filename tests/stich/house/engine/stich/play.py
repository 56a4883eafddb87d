"""What somebody may want in Stich, what follows, and what the game becomes by it."""

from engine.stich import events, rulebook
from engine.stich.house_rules import HouseRules
from engine.stich.state import Game

from engine.answers import Answers
from engine.cardgame import card_claims, commands, decide, evolve, minutes, rulings, settlement
from engine.cardgame import events as kernel
from engine.cardgame.dealing import by_service, hands_without, require_in_hand
from engine.cardgame.judging import Judging, fined
from engine.cardgame.order import turn_of
from engine.changed import changed
from engine.rules import RuleBroken, require
from engine.tricks import following, taker
from engine.wanted import wanted


@wanted("")
class StartGame(commands.StartGame):
    house: HouseRules


@wanted("claim", "{seat} claims {card} in deal {deal}")
class Claim(card_claims.Claim):
    pass


Playing = commands.Deal | commands.Play | Claim | card_claims.Penalise | commands.Settle
Command = StartGame | commands.Dealing | Playing | commands.Beside | commands.Ruling


def may_play(game, seat):
    return following(game.hands[seat], game.trick[0][1][1] if game.trick else None, "")


def broken(game, event):
    return "" if event.card in may_play(game, event.seat) else rulebook.STI_PLAY_1.id


def play(game, command):
    seat, card = command.seat, command.card
    turn_of(game, seat, ("play",))
    require_in_hand(game, seat, card, rulebook.STI_PLAY_1)
    follows = game.offences.recorded or card in may_play(game, seat)
    require(follows, rulebook.STI_PLAY_1, "Seat {seat} has to follow suit.", seat=seat, card=card)
    return (events.CardPlayed(1, seat, card),)


def played(game, event):
    trick, hands = (*game.trick, (event.seat, event.card)), hands_without(game, event.seat, event.card)
    if len(trick) == len(game.dealt_to):
        return changed(game, trick=trick, hands=hands, turn=0, phase="awaiting_settlement")
    return changed(game, trick=trick, hands=hands, turn=game.dealt_to[len(trick)])


def awarded(game):
    found = [one.card for one in game.offences.laid if one.broken and (1, one.number) in game.offences.judged]
    fair = [one for one in game.trick if one[1] not in found] or game.trick
    follow = [one for one in fair if one[1][1] == game.trick[0][1][1]] or fair
    return settlement.awarded(game, (taker(tuple(follow), ""),), "trick")


def never(game, command):
    raise RuleBroken(rulebook.STI_ORDER_1, "A trick is short: nobody tops up or leaves before it is over.", seat=command.seat)


JUDGING = Judging(course=fined("renege", rulebook.STI_VIOL_1, lambda game: game.house.penalty))
DECISIONS = (
    decide.decisions(Game)
    .on(commands.Deal, by_service(3))
    .on(commands.Play, play)
    .on(Claim, JUDGING.claim)
    .on(card_claims.Penalise, JUDGING.penalise)
    .on(commands.Settle, rulings.settling(awarded))
    .on(commands.TopUp, never)
    .on(commands.Leave, never)
    .on(commands.Correct, rulings.correcting(evolve.besides(Game)))
)
CHANGES = evolve.changes(evolve.besides(Game)).on(events.CardPlayed, played)
RETOLD = (
    Answers()
    .on(kernel.CardsDealt, lambda _, e: commands.Deal(e.dealer))
    .on(events.CardPlayed, lambda _, e: commands.Play(e.seat, e.card))
    .on(card_claims.ClaimMade, lambda _, e: Claim(e.seat, e.deal, e.card))
    .on(card_claims.OffenceFound, lambda _, e: card_claims.Penalise(e.deal, e.card))
    .on(kernel.PotAwarded, lambda *_: commands.Settle())
)
CONSEQUENCES = {**decide.CONSEQUENCES, "awaiting_settlement": decide.unless_recorded(awarded)}
stich = decide.decider(Game(), DECISIONS, CONSEQUENCES, CHANGES, minutes.noting(RETOLD, broken))
