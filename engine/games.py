"""The games that this house plays. Whoever keeps, counts or shows a game finds here all that differs from game to game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.azi import azi, legal, offers, recordable, to_fill, violations
from engine.azi.commands import ACTIONS, STEWARDS, Leave, StartGame, TopUp
from engine.azi.events import EVENTS
from engine.azi.house_rules import HouseRules, house_rules, plain
from engine.azi.notation import AZI
from engine.azi.opinion import opinion, sharing
from engine.azi.rulebook import AZI_REC_1, RULES
from engine.azi.settlement import next_dealer
from engine.azi.sight import all_revealed, owner_sees, revealed
from engine.azi.simulator import PLAYERS
from engine.azi.simulator.games import next_act
from engine.azi.start import pack
from engine.azi.unseen import told
from engine.casino import casino
from engine.casino import commands as casino_commands
from engine.casino import events as casino_events
from engine.casino import house_rules as casino_house_rules
from engine.casino import legal as casino_legal
from engine.casino import offers as casino_offers
from engine.casino import plays_with as casino_plays_with
from engine.casino import recordable as casino_recordable
from engine.casino import rulebook as casino_rulebook
from engine.casino import sight as casino_sight
from engine.casino import start as casino_start
from engine.casino import to_fill as casino_to_fill
from engine.casino import violations as casino_violations
from engine.casino.notation import CASINO
from engine.casino.opinion import opinion as casino_opinion
from engine.casino.settlement import next_dealer as casino_next_dealer
from engine.casino.unseen import told as casino_told
from engine.decider import Decider
from engine.declared import Happened
from engine.disputes.opinion import Opinion, Question, named, usual
from engine.notation import Notation
from engine.offers import Bounds, Offers
from engine.possibilities import Told
from engine.rules import Rule, Violation


@dataclass(frozen=True, slots=True)
class Kind:
    """One game, as the rest of the house sees it.

    events: stable name -> class; what is known of each, `declared` says. actions: word -> command. stewards: those of the words
    that only a steward may send.
    offers(state, seat, most): the commands that `decide` accepts from this seat now, by the words of `actions`; of bets, raises and
    cuts the least and the greatest. Of seat 0: what a steward has to do now for no seat. Where they are more than `most`, of each
    card the largest, and which cards these are. legal(state, seat): the commands alone.
    to_fill(state, command): what has still to be filled into such a command, by its field, with its bounds (`engine/offers.py`).
    plays_with(state, seat, card, act, behind, most): a page of all that he may do with a card, by the command's class; None in a
    game in which that is never much.
    recordable(state, seat): what it accepts from him beside, since it can only be recorded: play against the rules, under `record`.
    violations(state): what went against the rules, noticed or not; for stewards and audits only.
    house_rules(plain): from a mapping; RuleBroken if an option is unknown, missing, senseless or not played yet.
    shape: of its house rules, one field an option.
    plain(house): as they are kept, ready for JSON, chips as decimal strings; `house_rules` reads it back.
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
    sharing(state): the seats that had a claim to the pot, by the state just before it was given away.
    possible(state, seat): what anybody may be told of a hand that only its player sees; None where the hands are known to the game.
    """

    name: str
    decider: Decider[Any, Any, Any]
    events: Mapping[str, type[Happened]]
    actions: Mapping[str, type]
    stewards: frozenset[str]
    legal: Callable[[Any, int], tuple[Any, ...]]
    offers: Callable[[Any, int, int], Offers]
    to_fill: Callable[[Any, Any], dict[str, Bounds]]
    recordable: Callable[[Any, int], tuple[Any, ...]]
    violations: Callable[[Any], tuple[Violation, ...]]
    shape: type
    house_rules: Callable[[Mapping[str, Any]], Any]
    plain: Callable[[Any], dict[str, Any]]
    start: Callable[..., Any]
    top_up: Callable[[int, int], Any]
    leave: Callable[[int], Any]
    pack: Callable[[Any], tuple[str, ...]]
    owner_sees: Callable[[Any, int, int], bool]
    revealed: Callable[[Any, int, int], bool]
    all_revealed: Callable[[Any], bool]
    notation: Notation
    correcting: Rule
    plays_with: Callable[[Any, int, str, type, tuple[int, ...], int], tuple[list[Any], tuple[int, ...]]] | None = None
    possible: Callable[[Any, int], Told | None] = lambda _state, _seat: None
    rules: tuple[Rule, ...] = ()
    opinion: Callable[[Question], Opinion] | None = None
    players: tuple[str, ...] = ("random",)
    play: Callable[[Any, Any, str], Any] | None = None
    sharing: Callable[[Any], tuple[int, ...]] = lambda state: state.active or state.seats
    next_dealer: Callable[[Any, str, tuple[int, ...]], int | None] = lambda _state, _how, _winners: None

    def says(self, question: Question) -> Opinion:
        """The engine's opinion on what is disputed."""
        if self.opinion is not None:
            return self.opinion(question)
        return usual(question, self.decider, self.legal, self.violations, named(question))


KINDS: dict[str, Kind] = {
    "azi": Kind(
        name="azi",
        decider=azi,
        events=EVENTS,
        actions=ACTIONS,
        stewards=STEWARDS,
        legal=legal,
        offers=offers,
        to_fill=to_fill,
        recordable=recordable,
        violations=violations,
        shape=HouseRules,
        house_rules=house_rules,
        plain=plain,
        start=StartGame,
        top_up=TopUp,
        leave=Leave,
        pack=pack,
        owner_sees=owner_sees,
        revealed=revealed,
        all_revealed=all_revealed,
        notation=AZI,
        correcting=AZI_REC_1,
        rules=RULES,
        opinion=opinion,
        players=tuple(PLAYERS),
        play=lambda game, dice, how: next_act(dice, game, PLAYERS[how]),
        sharing=sharing,
        next_dealer=next_dealer,
        possible=told,
    ),
    "casino": Kind(
        name="casino",
        decider=casino,
        events=casino_events.EVENTS,
        actions=casino_commands.ACTIONS,
        stewards=casino_commands.STEWARDS,
        legal=casino_legal,
        offers=casino_offers,
        to_fill=casino_to_fill,
        plays_with=casino_plays_with,
        recordable=casino_recordable,
        violations=casino_violations,
        shape=casino_house_rules.HouseRules,
        house_rules=casino_house_rules.house_rules,
        plain=casino_house_rules.plain,
        start=casino_commands.StartGame,
        top_up=casino_commands.TopUp,
        leave=casino_commands.Leave,
        pack=casino_start.pack,
        owner_sees=casino_sight.owner_sees,
        revealed=casino_sight.revealed,
        all_revealed=casino_sight.all_revealed,
        notation=CASINO,
        correcting=casino_rulebook.CAS_REC_1,
        rules=casino_rulebook.RULES,
        opinion=casino_opinion,
        next_dealer=lambda game, how, _: casino_next_dealer(game, how),
        possible=casino_told,
    ),
}
