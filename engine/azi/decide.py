"""From an act to its events, and from a state to what the rules bring about by themselves."""

from collections.abc import Callable
from typing import Any

from engine.azi import (
    betting,
    claims,
    commands,
    deal,
    declarations,
    discard,
    exposure,
    meanwhile,
    play,
    rulings,
    settlement,
    showing,
    start,
)
from engine.azi.state import Game
from engine.cardgame.beside import reach_end_time
from engine.cardgame.claims import lapsed
from engine.cardgame.exposure import keep_card
from engine.cardgame.rulings import void_game
from engine.cardgame.start import draw_lot, start_game

DECISIONS: dict[type, Callable[[Game, Any], tuple[Any, ...]]] = {
    commands.StartGame: start_game,
    commands.DrawLot: draw_lot,
    commands.Shuffle: deal.shuffle_deck,
    commands.OfferCut: deal.offer_cut,
    commands.Cut: deal.cut_deck,
    commands.Deal: deal.deal_cards,
    commands.BetBlind: betting.bet_blind,
    commands.DeclineBlind: betting.decline_blind,
    commands.Look: betting.look,
    commands.Stay: betting.stay,
    commands.Bet: betting.bet,
    commands.Check: betting.check,
    commands.Call: betting.call,
    commands.Raise: betting.raise_price,
    commands.Fold: betting.fold_hand,
    commands.Discard: discard.discard,
    commands.DeclareRaznomast: declarations.declare_raznomast,
    commands.InviteToAzi: declarations.invite_to_azi,
    commands.AnswerToAzi: declarations.answer_to_azi,
    commands.Play: play.play_card,
    commands.Show: showing.show,
    commands.BuyIn: settlement.buy_in,
    commands.DeclineBuyIn: settlement.decline_buy_in,
    commands.TopUp: meanwhile.top_up,
    commands.Leave: meanwhile.leave,
    commands.ReachEndTime: reach_end_time,
    commands.Settle: rulings.settle,
    commands.Claim: claims.claim,
    commands.Penalise: claims.penalise,
    commands.Expose: exposure.expose,
    commands.KeepCard: keep_card,
    commands.ReplaceCard: exposure.replace_card,
    commands.DemandRedeal: exposure.demand_redeal,
    commands.VoidDeal: rulings.void_deal,
    commands.VoidGame: void_game,
    commands.Correct: rulings.correct,
}


def decide(game: Game, command: Any) -> tuple[Any, ...]:
    """The events of the act itself, or RuleBroken with the first rule broken, in the order of the rulebook (AZI-ORDER-1)."""
    return DECISIONS[command.__class__](game, command)


def _at_the_lot(game: Game) -> Any:
    """AZI-LAST-1: if all the others have left, nobody draws. The lot falls on the one who is left, and so does the pot."""
    return start.lot_of_one(game) if len(game.staying) == 1 else None


def _in_ritual(game: Game) -> Any:
    """AZI-LAST-1 between deals: nobody bought in, or all the others have left."""
    return settlement.awarded(game, game.dealt_to, "last_left") if len(game.dealt_to) == 1 else None


def _offer(game: Game) -> Any:
    return _in_ritual(game) or deal.offered(game, last=game.phase == "offer_last")


def _in_bidding(game: Game) -> Any:
    """AZI-BID-9 and AZI-LAST-1: all but one have folded. AZI-BID-8: nobody bets."""
    if len(game.active) == 1:
        return settlement.awarded(game, game.active, "last_left")
    if not game.price and game.phase == "bid" and betting.nobody_bets(game):
        return settlement.thrown_in(game)
    return None


def _in_play(game: Game) -> Any:
    if len(game.active) == 1:  # the others were put out before the first lead of a roulette
        return settlement.awarded(game, game.active, "last_left")
    if game.trick:
        return play.trick_taken(game) if len(game.trick) == len(game.active) else None
    return settlement.settled(game) if game.takers and settlement.tricks_over(game) else None


def _at_the_end(game: Game) -> Any:
    """AZI-DEAL-9: claims that nothing has decided lapse; then what the house reveals is open."""
    return lapsed(game) or settlement.unveiled(game)


CONSEQUENCES: dict[str, Callable[[Game], Any]] = {
    "lot": _at_the_lot,
    "ante": start.antes,
    "shuffle": _in_ritual,
    "offer": _offer,
    "cut": _in_ritual,
    "last_shuffle": _in_ritual,
    "offer_last": _offer,
    "last_cut": _in_ritual,
    "deal": _in_ritual,
    "exposed": _in_bidding,
    "blind": _in_bidding,
    "stay": _in_bidding,
    "bid": _in_bidding,
    "discard": _in_bidding,
    "play": _in_play,
    "buy_in": settlement.answered,
    "awarded": _at_the_end,
    "revealed": settlement.ended,
}


def follow(game: Game) -> Any:
    """The next event that the rules bring about by themselves, or None: somebody has to act, or the game is over."""
    consequence = CONSEQUENCES.get(game.phase)
    return None if consequence is None else consequence(game)
