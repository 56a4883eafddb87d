"""From an act to its events, and from a state to what the rules bring about by themselves."""

from collections.abc import Callable

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
from engine.azi.events import Event
from engine.azi.state import Game
from engine.cardgame.claims import lapsed
from engine.cardgame.decide import decisions
from engine.cardgame.rulings import settling
from engine.declared import Happened

DECISIONS = (
    decisions(Game, shuffle=deal.shuffle_deck, cut=deal.cut_deck)
    .on(commands.OfferCut, deal.offer_cut)
    .on(commands.Deal, deal.deal_cards)
    .on(commands.BetBlind, betting.bet_blind)
    .on(commands.DeclineBlind, betting.decline_blind)
    .on(commands.Look, betting.look)
    .on(commands.Stay, betting.stay)
    .on(commands.Bet, betting.bet)
    .on(commands.Check, betting.check)
    .on(commands.Call, betting.call)
    .on(commands.Raise, betting.raise_price)
    .on(commands.Fold, betting.fold_hand)
    .on(commands.Discard, discard.discard)
    .on(commands.DeclareRaznomast, declarations.declare_raznomast)
    .on(commands.InviteToAzi, declarations.invite_to_azi)
    .on(commands.AnswerToAzi, declarations.answer_to_azi)
    .on(commands.Play, play.play_card)
    .on(commands.Show, showing.show)
    .on(commands.BuyIn, settlement.buy_in)
    .on(commands.DeclineBuyIn, settlement.decline_buy_in)
    .on(commands.TopUp, meanwhile.top_up)
    .on(commands.Leave, meanwhile.leave)
    .on(commands.Settle, settling(settlement.settled))
    .on(commands.Claim, claims.claim)
    .on(commands.Penalise, claims.penalise)
    .on(commands.Expose, exposure.expose)
    .on(commands.ReplaceCard, exposure.replace_card)
    .on(commands.DemandRedeal, exposure.demand_redeal)
    .on(commands.VoidDeal, rulings.void_deal)
    .on(commands.Correct, rulings.correct)
)


def decide(game: Game, command: commands.Command) -> tuple[Event, ...]:
    """The events of the act itself, or RuleBroken with the first rule broken, in the order of the rulebook (AZI-ORDER-1)."""
    return DECISIONS[command.__class__](game, command)  # type: ignore[return-value]  # the kernel makes the game's own


def _at_the_lot(game: Game) -> Happened | None:
    """AZI-LAST-1: if all the others have left, nobody draws. The lot falls on the one who is left, and so does the pot."""
    return start.lot_of_one(game) if len(game.staying) == 1 else None


def _in_ritual(game: Game) -> Happened | None:
    """AZI-LAST-1 between deals: nobody bought in, or all the others have left."""
    return settlement.awarded(game, game.dealt_to, "last_left") if len(game.dealt_to) == 1 else None


def _offer(game: Game) -> Happened | None:
    return _in_ritual(game) or deal.offered(game, last=game.phase == "offer_last")


def _in_bidding(game: Game) -> Happened | None:
    """AZI-BID-9 and AZI-LAST-1: all but one have folded. AZI-BID-8: nobody bets."""
    if len(game.active) == 1:
        return settlement.awarded(game, game.active, "last_left")
    if not game.price and game.phase == "bid" and betting.nobody_bets(game):
        return settlement.thrown_in(game)
    return None


def _in_play(game: Game) -> Happened | None:
    if len(game.active) == 1:  # the others were put out before the first lead of a roulette
        return settlement.awarded(game, game.active, "last_left")
    if game.trick:
        return play.trick_taken(game) if len(game.trick) == len(game.active) else None
    return settlement.settled(game) if game.takers and settlement.tricks_over(game) else None


def _at_the_end(game: Game) -> Happened | None:
    """AZI-DEAL-9: claims that nothing has decided lapse; then what the house reveals is open."""
    return lapsed(game) or settlement.unveiled(game)


CONSEQUENCES: dict[str, Callable[[Game], Happened | None]] = {
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


def follow(game: Game) -> Event | None:
    """The next event that the rules bring about by themselves, or None: somebody has to act, or the game is over."""
    consequence = CONSEQUENCES.get(game.phase)
    return None if consequence is None else consequence(game)  # type: ignore[return-value]  # the kernel makes the game's own
