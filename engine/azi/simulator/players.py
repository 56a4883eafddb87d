"""Players of wood. Each chooses one of its legal acts by what its seat may see, and by dice.

RANDOM    any act, but nine times in ten nobody raises or folds who need not
STEADY    any act, but never raises or folds if there is anything else: whoever is dealt in plays his cards, at random
SENSIBLE  bets by the strength of the hand, buys in for a fair price, wins tricks cheaply
"""

from collections.abc import Callable
from typing import TypeVar

from engine.azi import commands
from engine.azi.commands import Command
from engine.azi.simulator.chance import Dice
from engine.azi.simulator.judgement import chance, cheapest_winner, cheapness, kept, lead, tricks_hoped_for
from engine.azi.simulator.view import View

Player = Callable[[View, Dice], Command]
C = TypeVar("C")
TAME, BLIND = 0.9, 0.2
STAYS, BETS = 0.5, 0.7  # chances, as multiples of what falls to each of those who are in
RAISES, RAISES_HIGH = 0.45, 0.7  # chances
RAISES_MOST = 3  # in a deal, by all together: two who believe in their cards would go on for ever
WEAK = 0.8  # tricks hoped for: who hopes for fewer would rather play to azi


class May(dict[type, list[Command]]):
    """What may be done, by the class of the command."""

    def of(self, kind: type[C]) -> list[C]:
        """All that may be done of this kind."""
        return [one for one in self.get(kind, ()) if isinstance(one, kind)]


def tame(may: tuple[Command, ...]) -> tuple[Command, ...]:
    """Of these acts, those that neither raise nor fold; all, if there are no others."""
    return tuple([one for one in may if not isinstance(one, commands.Raise | commands.Fold)]) or may


def at_random(view: View, dice: Dice) -> Command:
    """Any of the legal acts, mostly a tame one."""
    return dice.choice(tame(view.legal) if dice.random() < TAME else view.legal)


def steadily(view: View, dice: Dice) -> Command:
    """Any of the tame acts."""
    return dice.choice(tame(view.legal))


def sensibly(view: View, dice: Dice) -> Command:
    """As somebody plays who knows the game and does not bluff, but for a blind bet now and then."""
    may = May()
    for one in view.legal:
        may.setdefault(one.__class__, []).append(one)
    if commands.BetBlind in may and dice.random() < BLIND:
        return may[commands.BetBlind][0]
    if commands.AnswerToAzi in may:
        return next(one for one in may.of(commands.AnswerToAzi) if one.accept == _weak(view))
    if commands.DeclareRaznomast in may:
        return may[commands.DeclareRaznomast][0]
    if commands.InviteToAzi in may and _weak(view):
        return may[commands.InviteToAzi][0]
    if commands.Discard in may:
        rest = kept(view.hand, view.trump[1], len(view.active) - 1)
        return next(one for one in may.of(commands.Discard) if one.card not in rest)
    choose = _CHOICES.get(view.phase)
    return dice.choice(view.legal) if choose is None else choose(view, may)


def _weak(view: View) -> bool:
    return tricks_hoped_for(view.hand, view.trump[1], len(view.active) - 1) < WEAK


def _chance(view: View) -> float:
    rivals, hand, trump = len(view.active) - 1, view.hand, view.trump[1]
    return chance(kept(hand, trump, rivals) if len(hand) > view.house.cards_kept else hand, trump, rivals)


def _looks(_: View, may: May) -> Command:
    return may[commands.DeclineBlind][0]


def _stays(view: View, may: May) -> Command:
    return may[commands.Stay if _chance(view) * len(view.active) >= STAYS else commands.Fold][0]


def _bids(view: View, may: May) -> Command:
    if commands.Look in may:
        return may[commands.Look][0]
    hopes = _chance(view)
    if not view.price:
        bets, passes = may.get(commands.Bet, []), may.get(commands.Check) or may[commands.Fold]
        return bets[-1 if hopes >= RAISES_HIGH else 0] if bets and hopes * len(view.active) >= BETS else passes[0]
    raises = may.get(commands.Raise)
    if raises and hopes >= RAISES and view.raises < RAISES_MOST:
        return raises[-1 if hopes >= RAISES_HIGH else 0]
    cost = view.price - view.paid
    fair = hopes * (view.pot + cost) >= cost
    return may[commands.Call if fair and commands.Call in may else commands.Fold][0]


def _buys_in(view: View, may: May) -> Command:
    """If the price is no more than his part of the pot would be."""
    fair = view.offer * (len(view.joined) + 1) <= view.pot + view.offer
    return may[commands.BuyIn if fair else commands.DeclineBuyIn][0]


def _plays(view: View, may: May) -> Command:
    """Leads the surest card; else wins as cheaply as can be, or throws the least. Whoever plays to azi and has a trick wants
    none."""
    cards, trump = tuple([one.card for one in may.of(commands.Play)]), view.trump[1]
    if not view.trick:
        return commands.Play(view.seat, lead(cards, trump, len(view.active) - 1))
    enough = view.partner and view.taken.get(view.seat, 0) > 0
    wins = None if enough else cheapest_winner(cards, view.trick, trump)
    return commands.Play(view.seat, wins or min(cards, key=lambda card: cheapness(card, trump)))


_CHOICES: dict[str, Callable[[View, May], Command]] = {
    "blind": _looks,
    "stay": _stays,
    "bid": _bids,
    "buy_in": _buys_in,
    "play": _plays,
}

RANDOM: Player = at_random
STEADY: Player = steadily
SENSIBLE: Player = sensibly
PLAYERS: dict[str, Player] = {"random": RANDOM, "steady": STEADY, "sensible": SENSIBLE}
