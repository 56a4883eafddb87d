"""What a game says of itself: whoever keeps, counts or shows games finds here all that differs from game to game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.decider import Decider
from engine.declared import Happened
from engine.disputes.opinion import Opinion, Question, named, usual
from engine.notation import Notation
from engine.offers import OFFERED_MOST, Bounds, Offers
from engine.options import plain
from engine.plain import JsonObject
from engine.possibilities import Told
from engine.rules import Rule, Violation
from engine.wanted import Wanted


@dataclass(frozen=True, slots=True)
class InOrder:
    """A deal in its usual order, as one act: whatever of its ritual is still due, then the deal.

    deal: the deal at its end; the seat in it does not count. cuts: how many cards the cuts that are due lift off, in their order;
    one that is not told is not counted.
    """

    deal: Wanted
    cuts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One game, as the rest of the house sees it.

    events: stable name -> class; what is known of each, `declared` says. actions: word -> command.
    offers(state, seat, most): the commands that `decide` accepts from this seat now, by the words of `actions`; of bets, raises and
    cuts the least and the greatest. Of seat 0: what a steward has to do now for no seat. Where they are more than `most`, of each
    card the largest, and which cards these are.
    to_fill(state, command): what has still to be filled into such a command, by its field, with its bounds (`engine/offers.py`).
    plays_with(state, seat, card, act, behind, most): a page of all that he may do with a card, by the command's class; None in a
    game in which that is never much.
    recordable(state, seat): what it accepts from him beside, since it can only be recorded: play against the rules, under `record`.
    violations(state): what went against the rules, noticed or not; for stewards and audits only.
    house_rules(plain): from a mapping; RuleBroken if an option is unknown, missing, senseless or not played yet.
    shape: of its house rules, one field an option.
    start(table, number, house, unit, scale, seated, dealer, lot): the command that begins a game. top_up(seat, chips), leave(seat):
    the commands that come with those of wallet and table.
    pack(house): the whole deck in its printed order, from which every shuffle starts.
    owner_sees(state, deal, seat): whether the player at `seat` may see his own hand of that deal (numbers from 1).
    revealed(state, deal, seat): whether that hand is open to all at the table, by the house rule `reveal`, once the game is over.
    all_revealed(state): whether everything is: all hands, the stock, the secrets of the shuffles.
    notation: the acts in words, as a game record has them.
    correcting: the rule by which mistyped entries are corrected.
    rules: its rulebook. opinion(question): what it says of a disputed step; None: what can be said of any game.
    play(state, dice, how): the next act by dice, of the players of wood that `players` names; None: any legal act.
    next_dealer(state, how, winners): who deals the next game, if this one, which is over, has ended so; None: by lot.
    dealing: what can be wrong in dealing ("short_cut", "no_cut", "commitment", "cards") and has a rule.
    of_hand: ids of rules; a refusal by one of them tells of a hand even where it names no card.
    ritual(state, wanted): of a deal in its usual order (`InOrder`) the act that is due now, and what is wanted after it; the deal
    itself is the last one. None: the game has no such act.
    sharing(state): the seats that had a claim to the pot, by the state just before it was given away.
    possible(state, seat): what anybody may be told of a hand that only its player sees; None where the hands are known to the game.
    """

    name: str
    decider: Decider[Any, Any, Any]
    events: Mapping[str, type[Happened]]
    actions: Mapping[str, type[Any]]
    offers: Callable[[Any, int, int], Offers[Wanted]]
    to_fill: Callable[[Any, Any], dict[str, Bounds]]
    recordable: Callable[[Any, int], tuple[Wanted, ...]]
    violations: Callable[[Any], tuple[Violation, ...]]
    shape: type
    house_rules: Callable[[Mapping[str, Any]], Any]
    start: Callable[..., Any]
    top_up: Callable[[int, int], Wanted]
    leave: Callable[[int], Wanted]
    pack: Callable[[Any], tuple[str, ...]]
    owner_sees: Callable[[Any, int, int], bool]
    revealed: Callable[[Any, int, int], bool]
    all_revealed: Callable[[Any], bool]
    notation: Notation
    correcting: Rule
    plays_with: Callable[[Any, int, str, type, tuple[int, ...], int], tuple[list[Wanted], tuple[int, ...]]] | None = None
    possible: Callable[[Any, int], Told | None] = lambda _state, _seat: None
    rules: tuple[Rule, ...] = ()
    opinion: Callable[[Question], Opinion] | None = None
    dealing: Mapping[str, Rule] = field(default_factory=dict)
    of_hand: frozenset[str] = frozenset()
    players: tuple[str, ...] = ("random",)
    play: Callable[[Any, Any, str], Any] | None = None
    ritual: Callable[[Any, InOrder], tuple[Wanted, InOrder]] | None = None
    sharing: Callable[[Any], tuple[int, ...]] = lambda state: state.active or state.seats
    next_dealer: Callable[[Any, str, tuple[int, ...]], int | None] = lambda _state, _how, _winners: None

    @property
    def stewards(self) -> frozenset[str]:
        """Those of the words of `actions` that only a steward may send."""
        return frozenset([word for word, act in self.actions.items() if act.by_steward])

    def legal(self, state: Any, seat: int) -> tuple[Wanted, ...]:
        """The commands of `offers`, without more."""
        return self.offers(state, seat, OFFERED_MOST).acts

    def plain(self, house: Any) -> JsonObject:
        """House rules as they are kept, ready for JSON, chips as decimal strings; `house_rules` reads them back."""
        return plain(house)

    def says(self, question: Question) -> Opinion:
        """The engine's opinion on what is disputed."""
        if self.opinion is not None:
            return self.opinion(question)
        return usual(question, self.decider, self.legal, self.violations, named(question))
