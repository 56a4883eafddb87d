"""What a seat may do now. Agrees with `decide`, by test."""

from engine.azi import betting, commands, deal, declarations, exposure
from engine.azi.commands import Command
from engine.azi.discard import may_discard, must_discard
from engine.azi.duties import may_play
from engine.azi.particulars import pack
from engine.azi.proofs import can_be_raznomast, provably_wrong
from engine.azi.state import Game
from engine.cardgame import offering
from engine.cardgame.exposure import undecided
from engine.cardgame.offering import in_ritual, to_steward
from engine.cardgame.ritual import possible_cuts
from engine.cardgame.unseen import may_hold
from engine.chips import MOST
from engine.offers import OFFERED_MOST, Bounds, Offers, between


def legal(game: Game, seat: int) -> tuple[Command, ...]:
    """The commands that `decide` accepts from `seat` now; of bets, raises and cuts the least and the greatest.

    A shuffle of the service comes without its dice, a deal and a replaced card without the cards: whoever sends them on fills
    them in. Not here, since they have ways of their own: a top-up, leaving, the end of the sitting, claims, showing cards, and
    what only a steward may do at any time; nor what `recordable` lists. Of seat 0, which is nobody's: what a steward has to do
    now, the lot of a real table, without its draws, and the settlement. Whoever has to top up first is not shown the bets that
    he cannot pay. Tells the seat's own hidden cards, and nobody else's. Where only the players see the hands (AZI-DEAL-9):
    every card that the seat may hold and that is not proved wrong by what everybody knows.
    """
    if not seat:
        return to_steward(game, commands.Settle())
    if game.phase == "exposed" or game.offences.uncut:
        return _before_bidding(game, seat)
    return _in_turn(game, seat)


def offers(game: Game, seat: int, most: int = OFFERED_MOST) -> Offers[Command]:  # noqa: ARG001
    """The same, as every game tells it; they are never so many that some would be left out."""
    return Offers(legal(game, seat))


def to_fill(game: Game, command: Command) -> dict[str, Bounds]:
    """What has still to be filled into an act of `offers`, by field, with its bounds (`engine/offers.py`): where to cut, how much
    to bet, and what is read off a real table: the draws for the deal, the cards dealt, the card that replaces another."""
    match command:
        case commands.BetBlind():
            return {"chips": _affordable(betting.blind_limits(game), game.stacks[command.seat])}
        case commands.Bet():
            return {"price": _affordable(betting.opening_limits(game), game.stacks[command.seat])}
        case commands.Raise():
            return {"price": _affordable(betting.raise_limits(game), game.stacks[command.seat] + game.paid[command.seat])}
        case commands.Deal() if game.house.deck != "service":
            return _dealt(game)
        case commands.ReplaceCard() if game.stock is None and game.offences.known is None:
            known = exposure.seen(game)
            return {"card": {"of": tuple([card for card in pack(game.house) if card not in known])}}
    return offering.to_fill(game, command)


def _dealt(game: Game) -> dict[str, Bounds]:
    """The hands, unless only the players see them, and the trump: by AZI-DEAL-6 the next card, or one of the dealer's own."""
    of = pack(game.house)
    if game.house.deck == "unseen":
        return {"trump": {"of": of}}
    trump = {"hand_of": game.dealer} if game.trump_from == "dealer_last" else {"of": of}
    return {"hands": {"seats": game.dealt_to, "count": game.house.cards_dealt, "of": of}, "trump": trump}


def _affordable(limits: tuple[int, int], funds: int) -> Bounds:
    return between(*_within(limits, funds))


def _within(limits: tuple[int, int], funds: int) -> tuple[int, int]:
    return limits[0], min(limits[1], funds, MOST)


def _before_bidding(game: Game, seat: int) -> tuple[Command, ...]:
    """AZI-VIOL-1 and AZI-VIOL-5: the choices of the owner of a card that was shown; anybody's demand for a missing cut."""
    demand = (commands.DemandRedeal(seat),) if exposure.may_demand(game, seat) else ()
    if game.phase != "exposed":
        return (*_in_turn(game, seat), *demand)
    if seat != game.turn:
        return demand
    shown = undecided(game, seat)
    new = [commands.ReplaceCard(seat, given_up=card) for card in shown] if exposure.stock_left(game) else []
    return (*[commands.KeepCard(seat, card) for card in shown], *new, *demand)


def _in_turn(game: Game, seat: int) -> tuple[Command, ...]:
    return (*_word_or_card(game, seat), *_declarations(game, seat))


def _declarations(game: Game, seat: int) -> tuple[Command, ...]:
    """AZI-RAZ-1, AZI-NAZI-1: what may be declared, asked and answered, in or out of turn."""
    if not (game.house.raznomast or game.house.na_azi) or seat not in game.active:
        return ()
    holds = declarations.declarable(game, seat) and _may_be_raznomast(game, seat)
    declares = (commands.DeclareRaznomast(seat),) if holds else ()
    invites = [commands.InviteToAzi(seat, other) for other in declarations.invitable(game, seat)]
    asked = [who for who, whom in game.unanswered if whom == seat] if declarations.inviting(game, seat) else []
    answers = [commands.AnswerToAzi(seat, who, accept) for who in asked for accept in (True, False)]
    return (*declares, *invites, *answers)


def _may_be_raznomast(game: Game, seat: int) -> bool:
    """AZI-RAZ-1: whether the hand is one; of a hand that only its player sees, whether it may be."""
    if game.offences.known is not None:
        return can_be_raznomast(game, seat)
    return declarations.is_raznomast(game.hands[seat], game.trump[1])


def _discards(game: Game, seat: int) -> tuple[Command, ...]:
    """Any card held, or one that nobody sees."""
    if game.offences.known is not None:
        return (commands.Discard(seat),)
    return tuple([commands.Discard(seat, card) for card in game.hands[seat]])


def _plays(game: Game, seat: int) -> tuple[Command, ...]:
    if game.offences.known is not None:
        return tuple([commands.Play(seat, card) for card in may_hold(game, seat) if not provably_wrong(game, seat, card)])
    return tuple([commands.Play(seat, card) for card in may_play(game, seat)])


def _wrong_plays(game: Game, seat: int) -> tuple[Command, ...]:
    """AZI-PLAY-2, AZI-PLAY-3: the cards that can only be recorded."""
    if game.offences.known is not None:
        return tuple([commands.Play(seat, card) for card in may_hold(game, seat) if provably_wrong(game, seat, card)])
    lawful = may_play(game, seat)
    return tuple([commands.Play(seat, card) for card in game.hands[seat] if card not in lawful])


def _word_or_card(game: Game, seat: int) -> tuple[Command, ...]:
    phase = game.phase
    away = _discards(game, seat) if may_discard(game, seat) else ()
    if seat != game.turn or not seat:
        return (commands.Look(seat), *away) if seat and betting.can_look(game, seat) else away
    if phase == "play":
        return _plays(game, seat)
    if phase == "stay":
        return commands.Stay(seat), commands.Fold(seat)
    if phase == "discard":
        return away
    if phase == "bid":
        return (*away, commands.Fold(seat)) if must_discard(game, seat) else (*away, *_bids(game, seat))
    if phase == "blind":
        limits = betting.blind_limits(game)
        bets = [commands.BetBlind(seat, chips) for chips in _payable(limits, game.stacks[seat])]
        return (*bets, commands.DeclineBlind(seat), commands.Look(seat))
    if phase == "buy_in":
        return commands.BuyIn(seat), commands.DeclineBuyIn(seat)
    return _ritual(game, seat)


def recordable(game: Game, seat: int) -> tuple[Command, ...]:
    """What `decide` accepts from `seat` beside `legal`, since it can only be recorded: a card against the rules, a false raznomast,
    the dealer's third shuffle, a deal without the cut that is due (AZI-VIOL-7, AZI-RAZ-1, AZI-DEAL-7). Nothing unless under
    `record`.
    """
    if not game.offences.recorded or not seat:
        return ()
    falsely = declarations.declarable(game, seat) and not _may_be_raznomast(game, seat)
    declares = (commands.DeclareRaznomast(seat),) if falsely else ()
    if game.phase == "play" and seat == game.turn:
        return (*declares, *_wrong_plays(game, seat))
    if declares:
        return declares
    again = (commands.Shuffle(seat),) if deal.shuffles_again(game, seat) else ()
    return (*again, commands.Deal(seat)) if deal.deals_uncut(game, seat) else again


def _ritual(game: Game, seat: int) -> tuple[Command, ...]:
    match game.phase:
        case "cut":
            return (*possible_cuts(game, seat), commands.Shuffle(seat))
        case "last_shuffle":
            return commands.Shuffle(seat), commands.OfferCut(seat)
        case "last_cut":
            return possible_cuts(game, seat)
    return in_ritual(game, seat, commands.Deal(seat))


def _bids(game: Game, seat: int) -> tuple[Command, ...]:
    stack, paid = game.stacks[seat], game.paid[seat]
    if not game.price:
        bets = [commands.Bet(seat, price) for price in _payable(betting.opening_limits(game), stack)]
        checks = (commands.Check(seat),) if game.house.bidding == "blind" else ()
        return (*bets, *checks, commands.Fold(seat))
    calls = (commands.Call(seat),) if game.price - paid <= stack else ()
    limits = _payable(betting.raise_limits(game), stack + paid) if betting.raises_left(game) else ()
    raises = [commands.Raise(seat, price) for price in limits]
    looks = (commands.Look(seat),) if betting.can_look(game, seat) else ()
    return (*calls, *raises, commands.Fold(seat), *looks)


def _payable(limits: tuple[int, int], funds: int) -> tuple[int, ...]:
    """The least and the greatest of what is allowed, can be paid and can be said; one if they are the same, none if there is
    nothing."""
    low, high = _within(limits, funds)
    return () if low > high else (low,) if low == high else (low, high)
