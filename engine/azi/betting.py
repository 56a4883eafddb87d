"""Bidding as in the three-card game (AZI-BID-1 to 11): first hand bets blind or declines, then the word goes round. And as online
(AZI-BID4-1 to 4): all stay or fold, then the word goes round without blind bets and checks.

Prices are totals of what a player must have put in during this deal's bidding.
"""

from engine.azi import commands, events
from engine.azi.discard import discarded_first
from engine.azi.events import Event
from engine.azi.rulebook import (
    AZI_BID4_1,
    AZI_BID4_2,
    AZI_BID4_3,
    AZI_BID_1,
    AZI_BID_3,
    AZI_BID_4,
    AZI_BID_5,
    AZI_BID_7,
    AZI_BID_11,
    AZI_ORDER_1,
    AZI_VIOL_6,
)
from engine.azi.state import Game
from engine.cardgame.order import in_game, turn_of
from engine.rules import Rule, RuleBroken, require
from engine.saying import Counted, Saying

BIDDING = ("bid",)
FOLDING = ("stay", "bid")


def open_most(game: Game) -> int:
    """The greatest opening bet: `open_max`, by default the cap, without a cap twice the ante."""
    house = game.house
    if house.open_max is not None:
        return house.open_max
    return 2 * house.ante if house.cap is None else house.cap


def blind_limits(game: Game) -> tuple[int, int]:
    """AZI-BID-1: the least and the greatest blind bet; its price, twice as much, stays within the cap."""
    most, cap = open_most(game), game.house.cap
    return game.house.ante, most if cap is None else min(most, cap // 2)


def opening_limits(game: Game) -> tuple[int, int]:
    """AZI-BID-7: the least and the greatest bet when first hand has declined."""
    most, cap = open_most(game), game.house.cap
    return game.house.ante, most if cap is None else min(most, cap)


def raise_limits(game: Game) -> tuple[int, int]:
    """AZI-BID-3, AZI-BID-4: the least and the greatest price a raise may go to; none is possible if the first is greater."""
    price, cap = game.price, game.house.cap
    if cap is None:
        return price + 1, 2 * price
    return price + 1, cap if game.house.raise_limit_with_cap == "cap" else min(cap, 2 * price)


def raises_left(game: Game) -> bool:
    """AZI-BID4-3: whether anybody may raise in this deal, by house rule `raises_max`."""
    most = game.house.raises_max
    return most is None or game.raises < most


def _used_up(game: Game) -> Saying | None:
    """AZI-BID4-3: why nobody may raise any more; None if somebody may."""
    if raises_left(game):
        return None
    often = Counted("once", "{number} times", game.house.raises_max or 0)
    return Saying("All together have raised {often} in this deal: call or fold.", often=often)


def _within(
    game: Game, seat: int, price: int, limits: tuple[int, int], rule: Rule, makes: int, used_up: Saying | None = None
) -> None:
    """AZI-ORDER-1: too low (`rule`), above the cap (AZI-BID-4), too high (`rule`). makes: the price it would stand at. used_up: why
    nothing is possible any more, whatever the limits."""
    low, high = limits
    if low <= price <= high:
        return
    cap = game.house.cap
    bounds = {"low": low, "high": high} if low <= high and used_up is None else {}
    capped = {} if cap is None else {"cap": cap}
    if price >= low and cap is not None and makes > cap:
        says = "No price goes above the cap of {cap}; this one would be {price}."
        raise RuleBroken(AZI_BID_4, says, seat=seat, price=makes, **bounds, **capped)
    facts = {"seat": seat, "price": price, **bounds, **capped}
    if used_up is not None:
        raise RuleBroken(rule, Saying("A raise does not go to {price}, and none is left. {why}", price=price, why=used_up), **facts)
    says = "Possible is {low} to {high}, not {price}." if low <= high else "At a cap of {cap} nobody can go higher."
    raise RuleBroken(rule, says, **facts)


def _not_owing(game: Game, seat: int) -> None:
    if (stack := game.stacks[seat]) < 0:
        raise RuleBroken(AZI_VIOL_6, "Seat {seat} owes {owes} and has to top up first.", seat=seat, owes=-stack)


def _in_full(game: Game, seat: int, cost: int) -> None:
    if cost > (stack := game.stacks[seat]):
        says = "This costs {chips}, and seat {seat} has {stack}: bets are paid in full. Top up, or fold."
        raise RuleBroken(AZI_BID_11, says, seat=seat, chips=cost, stack=stack)


def bet_blind(game: Game, command: commands.BetBlind) -> tuple[Event, ...]:
    """BlindBet; its price is twice what is put in (AZI-BID-2).

    Refuses anybody but first hand before its decision (AZI-BID-1), then as AZI-ORDER-1 says: AZI-VIOL-6, AZI-BID-1, AZI-BID-4,
    AZI-BID-11.
    """
    seat, chips = command.seat, command.chips
    turn_of(game, seat, ("blind",), AZI_BID_1)
    _not_owing(game, seat)
    _within(game, seat, chips, blind_limits(game), AZI_BID_1, 2 * chips)
    _in_full(game, seat, chips)
    return (events.BlindBet(game.deal, seat, game.players[seat], chips, 2 * chips, game.pot + chips),)


def decline_blind(game: Game, command: commands.DeclineBlind) -> tuple[Event, ...]:
    """BlindDeclined (AZI-BID-7). Refused to anybody but first hand before its decision (AZI-BID-1)."""
    turn_of(game, command.seat, ("blind",), AZI_BID_1)
    return (events.BlindDeclined(game.deal, command.seat),)


def look(game: Game, command: commands.Look) -> tuple[Event, ...]:
    """HandLooked, and before the decision BlindDeclined with it (AZI-BID-1). Who bet blind may look at any time of the bidding.

    Refused to everybody who sees his cards anyway (AZI-BID-1).
    """
    seat = command.seat
    if game.phase != "bid":
        turn_of(game, seat, ("blind",), AZI_BID_1)
        return events.HandLooked(game.deal, seat), events.BlindDeclined(game.deal, seat)
    in_game(game, seat)
    require(seat in game.active, AZI_ORDER_1, "Seat {seat} is not in this deal.", seat=seat)
    require(can_look(game, seat), AZI_BID_1, "Seat {seat} sees its cards already.", seat=seat)
    return (events.HandLooked(game.deal, seat),)


def can_look(game: Game, seat: int) -> bool:
    """Whether `seat` has bet blind and not looked yet (AZI-BID-6)."""
    return game.phase == "bid" and not game.looked and seat == game.dealt_to[0] and seat in game.active


def stay(game: Game, command: commands.Stay) -> tuple[Event, ...]:
    """Stayed (AZI-BID4-1). Refused unless it is asked whether he plays (AZI-BID4-1)."""
    turn_of(game, command.seat, ("stay",), AZI_BID4_1)
    return (events.Stayed(game.deal, command.seat),)


def bet(game: Game, command: commands.Bet) -> tuple[Event, ...]:
    """BetOpened (AZI-BID-7).

    Refused with a card to put away (AZI-DISC-2), while a bet stands (AZI-BID-5); then AZI-VIOL-6, AZI-BID-7, AZI-BID-4, AZI-BID-11.
    """
    seat, price = command.seat, command.price
    turn_of(game, seat, BIDDING)
    discarded_first(game, seat)
    require(not game.price, AZI_BID_5, "A bet stands: call, raise or fold.", seat=seat, price=game.price)
    _not_owing(game, seat)
    _within(game, seat, price, opening_limits(game), AZI_BID_7, price)
    _in_full(game, seat, price)
    return (events.BetOpened(game.deal, seat, game.players[seat], price, price, game.pot + price),)


def check(game: Game, command: commands.Check) -> tuple[Event, ...]:
    """Checked (AZI-BID-7).

    Refused with a card to put away (AZI-DISC-2), while a bet stands (AZI-BID-5), and where all stay or fold first (AZI-BID4-2).
    """
    turn_of(game, command.seat, BIDDING)
    discarded_first(game, command.seat)
    require(not game.price, AZI_BID_5, "A bet stands: call, raise or fold.", seat=command.seat, price=game.price)
    require(game.house.bidding == "blind", AZI_BID4_2, "Here nobody checks: bet or fold.", seat=command.seat)
    return (events.Checked(game.deal, command.seat),)


def call(game: Game, command: commands.Call) -> tuple[Event, ...]:
    """Called: made up to the price (AZI-BID-5).

    Refused with a card to put away (AZI-DISC-2), while no bet stands (AZI-BID-7); then AZI-VIOL-6, AZI-BID-11.
    """
    seat = command.seat
    turn_of(game, seat, BIDDING)
    discarded_first(game, seat)
    require(game.price > 0, AZI_BID_7, "No bet stands: bet, check or fold.", seat=seat)
    _not_owing(game, seat)
    cost = game.price - game.paid[seat]
    _in_full(game, seat, cost)
    return (events.Called(game.deal, seat, game.players[seat], cost, game.price, game.pot + cost),)


def raise_price(game: Game, command: commands.Raise) -> tuple[Event, ...]:
    """Raised to `price`, a total; the standing price itself is a call.

    Refused with a card to put away (AZI-DISC-2), while no bet stands (AZI-BID-7); then AZI-VIOL-6, AZI-BID-3 or AZI-BID-4,
    AZI-BID4-3, AZI-BID-11.
    """
    seat, price = command.seat, command.price
    turn_of(game, seat, BIDDING)
    discarded_first(game, seat)
    if price == game.price:
        return call(game, commands.Call(seat))
    require(game.price > 0, AZI_BID_7, "No bet stands: bet, check or fold.", seat=seat)
    _not_owing(game, seat)
    used_up = _used_up(game)
    _within(game, seat, price, raise_limits(game), AZI_BID_3, price, used_up)
    if used_up is not None:
        raise RuleBroken(AZI_BID4_3, used_up, seat=seat, most=game.house.raises_max)
    cost = price - game.paid[seat]
    _in_full(game, seat, cost)
    return (events.Raised(game.deal, seat, game.players[seat], cost, price, game.pot + cost),)


def fold_hand(game: Game, command: commands.Fold) -> tuple[Event, ...]:
    """Folded, in his turn (AZI-BID-5, AZI-BID-7, AZI-BID4-1)."""
    turn_of(game, command.seat, FOLDING)
    return (events.Folded(game.deal, command.seat),)


def nobody_bets(game: Game) -> bool:
    """AZI-BID-8: first hand has declined, and everybody else has passed."""
    return not game.price and all(seat in game.spoken for seat in game.active if seat != game.dealt_to[0])
