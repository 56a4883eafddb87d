"""What somebody may want, and what comes of it."""

from engine.stich import events, rulebook
from engine.stich.house_rules import HouseRules

from engine import seats
from engine.cardgame import claims, commands, rulings, settlement
from engine.cardgame.beside import reach_end_time
from engine.cardgame.commands import BySeat, Correct, Cut, DrawLot, Leave, ReachEndTime, Shuffle, TopUp, VoidGame
from engine.cardgame.events import PotAwarded
from engine.cardgame.order import in_game, running, turn_of
from engine.cardgame.ritual import cut_deck, shuffle_deck
from engine.cardgame.start import draw_lot, start_game
from engine.parts import Stake
from engine.rules import RuleBroken, require
from engine.saying import Saying
from engine.tricks import following, taker
from engine.wanted import Wanted, wanted


@wanted("")
class StartGame(commands.StartGame):
    house: HouseRules


@wanted("deal", "{seat} deals")
class Deal(BySeat):
    pass


@wanted("play", "{seat} plays {card}")
class Play(BySeat):
    card: str


@wanted("claim", "{seat} claims {card} in deal {deal}")
class Claim(BySeat):
    deal: int
    card: str


@wanted("penalise", "steward: finds {card} in deal {deal} against the rules", by_steward=True)
class Penalise(Wanted):
    deal: int
    card: str


@wanted("settle", "steward: settles", by_steward=True)
class Settle(Wanted):
    pass


Command = (StartGame | DrawLot | Shuffle | Cut | Deal | Play | Claim | Penalise | Settle | TopUp | Leave | ReachEndTime | VoidGame
           | Correct)  # fmt: skip


def antes(game):
    ante, stacks = game.house.ante, game.stacks
    paying, out = (tuple([one for one in game.active if (stacks[one] >= ante) is pays]) for pays in (True, False))
    return events.AntesPosted(1, tuple([Stake(one, game.players[one], ante) for one in paying]), out, ante * len(paying))


def deal(game, command):
    turn_of(game, command.seat, ("deal",))
    to = seats.clockwise(game.active, game.dealer)
    hands = {seat: game.order[3 * number : 3 * number + 3] for number, seat in enumerate(to)}
    return (events.CardsDealt(1, game.dealer, hands, game.order[3 * len(to) :]),)


def may_play(game, seat):
    return following(game.hands[seat], game.trick[0][1][1] if game.trick else None, "")


def play(game, command):
    seat, card = command.seat, command.card
    turn_of(game, seat, ("play",))
    require(card in game.hands[seat], rulebook.STI_PLAY_1, "Seat {seat} does not hold {card}.", seat=seat, card=card)
    follows = game.offences.recorded or card in may_play(game, seat)
    require(follows, rulebook.STI_PLAY_1, "Seat {seat} has to follow suit.", seat=seat, card=card)
    return (events.CardPlayed(1, seat, card),)


NONE = Saying("Here a play against the rules is refused, so there is none to claim.")
NOBODY, TWICE = Saying("Nobody has played {card}."), Saying("Card {card} has been claimed or ruled on already.")


def claim(game, command):
    in_game(game, command.seat)
    laid = claims.claimable(game, command, NONE, NOBODY, TWICE)
    made = claims.made(game, command.seat, command.deal, laid)
    if not laid.broken:
        return (made, claims.unfounded(game, command.seat, command.deal, laid))
    return (made, claims.upheld(game, command.seat, command.deal, laid), fine(game, laid, "claim", command.seat))


def penalise(game, command):
    running(game)
    laid = claims.claimable(game, command, NONE, NOBODY, TWICE)
    require(laid.broken, rulebook.STI_VIOL_1, "{card} was played by the rules.", card=command.card)
    return (claims.found(game, command.deal, laid), fine(game, laid, "steward", None))


def fine(game, laid, found_by, claimant):
    chips, player, cited = game.house.penalty, game.players[laid.seat], rulebook.STI_VIOL_1.id
    told = ("renege", cited, laid.broken, found_by, claimant)
    return events.PenaltyImposed(1, laid.seat, player, laid.card, chips, *told, game.pot + chips)


def awarded(game):
    led = game.trick[0][1][1]
    fair = [one for one in game.trick if one[1] not in game.reneged] or list(game.trick)
    following_suit = tuple([one for one in fair if one[1][1] == led]) or tuple(fair)
    winner = taker(following_suit, "")
    return game.by.family.own(PotAwarded)(1, (Stake(winner, game.players[winner], game.pot),), "trick")


def settle(game, _command):
    rulings.waits(game)
    return (awarded(game),)


def next_dealer(game, how):
    return game.dealer if how == "void" else seats.next_clockwise(game.seats, game.dealer)


def never(game, command):
    raise RuleBroken(rulebook.STI_ORDER_1, "A trick is short: nobody tops up or leaves before it is over.", seat=command.seat)


def correct(game, command):
    from engine.stich.course import corrected

    return rulings.correct(game, command, corrected, lambda then: True, Saying("The deck is open."))


DECISIONS = {
    StartGame: start_game, DrawLot: draw_lot, Shuffle: shuffle_deck, Cut: cut_deck, Deal: deal, Play: play, Claim: claim,
    Penalise: penalise, Settle: settle, TopUp: never, Leave: never, ReachEndTime: reach_end_time, VoidGame: rulings.void_game,
    Correct: correct,
}  # fmt: skip
FOLLOWS = {
    "antes": antes,
    "trick": awarded,
    "awarded": settlement.unveiled,
    "revealed": lambda game: settlement.ended(game, next_dealer(game, game.how)),
}
