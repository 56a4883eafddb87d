"""Whole games of Azi whose hands only the players see, by seed: the table knows the cards, the engine is told what can be seen.

What goes wrong goes wrong as at a real table: cards against the rules, claims right and wrong, cards shown in dealing and by their
players, missing cuts, void deals, entries mistyped and corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.azi import azi, commands, events, offence_events, unseen_events
from engine.azi.exposure import before_bidding
from engine.azi.house_rules import HouseRules, house_rules, plain
from engine.azi.particulars import pack
from engine.azi.state import DEALT, Game
from engine.cardgame.claims import laid_in
from engine.cardgame.unseen import may_hold
from engine.decider import act
from engine.rules import RuleBroken
from tests.engine.azi.offending_games import OFFENCES, any_claim
from tests.engine.azi.random_games import ACTIONS_MOST, aside, next_command, random_house, random_start
from tests.engine.azi.rules_anew import broken_rule
from tests.engine.mixes import by_chance, dice, fitted, later, mix

TROUBLES_MOST = 30


def unseen_house(seed: int) -> HouseRules:
    """Any mix that can be played with hands that only the players see."""
    chosen = {**plain(random_house(seed)), **mix(seed, later(HouseRules)), "deck": "unseen", "enforcement": "record"}
    chosen |= mix(seed, OFFENCES)
    chosen["reveal"] = "played" if chosen["reveal"] == "all" else chosen["reveal"]
    if chosen["exposed_card"] == "owner_chooses":
        chosen["exposed_penalty"] = "ante"
    return fitted(house_rules, HouseRules, chosen)


@dataclass
class Table:
    """What only the players know. broken: of each play, as (deal, number), the rule that it truly broke, or "". raznomast: whether
    who has declared one holds it, by (deal, seat). last: what was truly done last."""

    rnd: Random
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    stock: tuple[str, ...] = ()
    next_hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    putting: str = ""
    broken: dict[tuple[int, int], str] = field(default_factory=dict)
    raznomast: dict[tuple[int, int], bool] = field(default_factory=dict)
    last: Any = None

    def filled(self, game: Game, command: Any) -> Any:
        """The act as this table does it."""
        match command:
            case commands.Deal():
                return self._dealt(game, command.seat)
            case commands.Play():
                return commands.Play(command.seat, self._card(game, command.seat))
            case commands.Discard():
                self.putting = self.rnd.choice(self.hands[command.seat])
            case commands.ReplaceCard():
                return commands.ReplaceCard(command.seat, None, command.given_up)
        return command

    def _dealt(self, game: Game, seat: int) -> commands.Deal:
        cards, each, to = self.rnd.sample(pack(game.house), 27), game.house.cards_dealt, game.dealt_to
        self.next_hands = {one: tuple(cards[each * place : each * (place + 1)]) for place, one in enumerate(to)}
        self.stock = tuple(cards[each * len(to) :])
        if game.trump_from == "dealer_last":
            return commands.Deal(seat, None, self.next_hands[game.dealer][-1])
        trump, self.stock = self.stock[0], self.stock[1:]
        return commands.Deal(seat, None, trump)

    def _card(self, game: Game, seat: int) -> str:
        hand = self.hands[seat]
        lawful = [card for card in hand if not truly_broken(game, seat, hand, card)]
        wrong = [card for card in hand if card not in lawful]
        return self.rnd.choice(wrong if wrong and self.rnd.random() < 0.4 else lawful)

    def follow(self, before: Game, event: Any) -> None:
        """What has happened, in the players' eyes. before: the game before the event."""
        match event:
            case unseen_events.DealtUnseen():
                self.hands = self.next_hands
            case events.CardDiscarded():
                self._out(event.seat, self.putting)
            case events.CardPlayed():
                number = len(before.offences.laid) + 1
                self.broken[event.deal, number] = truly_broken(before, event.seat, self.hands[event.seat], event.card)
                self._out(event.seat, event.card)
            case events.RaznomastDeclared():
                self.raznomast[event.deal, event.seat] = is_raznomast(self.hands[event.seat], before.trump[1])
            case offence_events.CardReplaced():
                self._out(event.seat, event.card)
                self.hands[event.seat] = (*self.hands[event.seat], self.stock[0])
                self.stock = self.stock[1:]
            case offence_events.PlayRestored():
                for one in event.taken_back:
                    self.hands[one.seat] = (*self.hands[one.seat], one.card)

    def _out(self, seat: int, card: str) -> None:
        assert card in self.hands[seat]
        self.hands = {**self.hands, seat: tuple(held for held in self.hands[seat] if held != card)}


def truly_broken(game: Game, seat: int, hand: tuple[str, ...], card: str) -> str:
    """The rule that this card breaks out of this hand."""
    trump = game.trump[1]
    rule = broken_rule(hand, card, game.trick, trump, game.house.must_overtrump)
    spared = seat in game.declared and not game.takers and [held for held in hand if held[1] == trump] == ["A" + trump]
    return "" if rule == "AZI-PLAY-3" and spared else rule


def is_raznomast(hand: tuple[str, ...], trump: str) -> bool:
    """AZI-RAZ-1, retold from the rules."""
    plain_cards = [card for card in hand if card != "A" + trump]
    suits = {card[1] for card in plain_cards}
    return len(hand) == 3 and len(plain_cards) == 2 and len(suits) == 1 and trump not in suits


def trouble(rnd: Random, game: Game, table: Table) -> Any:
    """Something that goes wrong or is shown, or somebody says so; None if nothing does."""
    chance, held = rnd.random(), [seat for seat, hand in table.hands.items() if hand]
    if before_bidding(game) and chance < 0.1:
        seat = rnd.choice(game.dealt_to)
        return commands.Expose(seat, rnd.choice(table.hands[seat]))
    if game.phase in DEALT and held and chance < 0.06:
        seat = rnd.choice(held)
        return commands.Show(seat, tuple(rnd.sample(table.hands[seat], rnd.randint(1, len(table.hands[seat])))))
    if chance < 0.064:
        return commands.VoidDeal("the deck was short") if rnd.random() < 0.8 else commands.VoidGame("the lights went out")
    if chance < 0.07:
        return commands.DemandRedeal(rnd.choice(game.seats))
    if game.phase in ("play", "awaiting_settlement") and laid_in(game, game.deal) and chance < 0.35:
        return any_claim(rnd, game)
    return None


def mistyped(rnd: Random, game: Game, right: Any) -> Any:
    """A card that could be the one played, and is not; None if there is no such card."""
    if not isinstance(right, commands.Play):
        return None
    others = [card for card in may_hold(game, right.seat) if card != right.card]
    return commands.Play(right.seat, rnd.choice(others)) if others else None


@dataclass(frozen=True)
class Step:
    """One act: the game before, what was done, its events or the refusal, the game after."""

    before: Game
    command: Any
    made: list[Any] | RuleBroken
    after: Game


def played(seed: int) -> Iterator[tuple[Step, Table]]:
    """One whole game, and what the players know after each act. Raises AssertionError if it does not end, or if what truly happens
    is refused."""
    rnd, beside, wrongs = dice(f"{seed}:players"), dice(f"{seed}:asides"), dice(f"{seed}:offences")
    table, game, troubles = Table(dice(f"{seed}:cards")), azi.initial, 0
    command: Any = random_start(seed, unseen_house(seed))
    quiet, sure = by_chance(seed, "quiet", 0.4), True
    for _ in range(ACTIONS_MOST):
        wrong = mistyped(wrongs, game, command) if wrongs.random() < 0.03 else None
        if wrong is not None:
            made, after = act(azi, game, wrong)
            yield Step(game, wrong, made, after), table
            if after.over:  # it was the last word of a ruling
                return
            correction = commands.Correct(game.offences.step + 1, "mistyped")
            corrected, back = act(azi, after, correction)
            yield Step(after, correction, corrected, back), table
            game = back
        try:
            made, after = act(azi, game, command)
        except RuleBroken as broken:
            if sure:
                raise AssertionError(f"seed {seed}: {command} is refused: {broken}") from broken
            yield Step(game, command, broken, game), table
        else:
            state: Any = game
            table.last = command
            for event in made:
                table.follow(state, event)
                state = azi.evolve(state, event)
            yield Step(game, command, made, after), table
            game = after
        if game.over:
            return
        odd = trouble(wrongs, game, table) if troubles < TROUBLES_MOST else None
        troubles += odd is not None
        sure = odd is None
        if odd is not None:
            command = odd
        elif beside.random() < 0.03:
            command, sure = aside(beside, game), False
        elif game.phase == "awaiting_settlement":
            command = commands.Settle()
        else:
            command = table.filled(game, next_command(rnd, game, quiet))
    raise AssertionError(f"seed {seed}: the game goes on at {game.phase}, deal {game.deal}")
