"""Casino told a second time, from the rules alone: who plays, deals, cuts and is next, how many cards each deal gives and to whom,
what lies on the table, whose each build and each pile is.

It follows the events, and knows nothing of the engine but their classes. `Scorekeeper.check(event)` raises AssertionError when
something happens that is not due. Points, claims, the end and the money are told in `scorekeeper_points.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.casino import events, offence_events
from tests.engine.casino import scorekeeper_dealing as dealing
from tests.engine.casino import scorekeeper_play as play
from tests.engine.casino import scorekeeper_points as points

RANKS = "23456789TJQKA"
BUILT = tuple[int, tuple[str, ...], int]  # value, cards, owner


class Scorekeeper:
    """Where the game stands. Its values are replaced and never changed, so a shallow copy is a snapshot.

    stage: lot, stakes; shuffle, cut, deal; play; played (the deck is), taken (the last cards); decided, paid, over.
    """

    def __init__(self) -> None:
        self.stage = "new"
        self.house: Any = None
        self.seats: tuple[int, ...] = ()
        self.left: tuple[int, ...] = ()
        self.stacks: dict[int, int] = {}
        self.brought: dict[int, int] = {}
        self.pot = 0
        self.playing: tuple[int, ...] = ()  # who has posted the stake
        self.active: tuple[int, ...] = ()
        self.sides: dict[int, int] = {}
        self.scores: dict[int, int] = {}  # side -> points of the decks, and penalties
        self.first_dealer = 0
        self.dealer = 0
        self.deck = 0
        self.decks_over = 0
        self.first = True  # the deal to come is the first of its deck
        self.order: tuple[str, ...] = ()  # of the cards to be dealt; empty where nobody knows it
        self.remaining = 0
        self.announced = False
        self.came: tuple[str, ...] = ()  # cards of this deck that have been seen
        self.dealt: tuple[str, ...] = ()  # of them, in this deal
        self.begun = False  # a card has been dealt in this game
        self.hidden = 0  # cards set aside that nobody has seen
        self.known = True  # the hands
        self.hands: dict[int, tuple[str, ...]] = {}
        self.counts: dict[int, int] = {}
        self.turn = 0
        self.shown: tuple[tuple[int, str], ...] = ()
        self.early: tuple[tuple[int, str], ...] = ()  # cards laid out of turn
        self.loose: tuple[str, ...] = ()
        self.builds: dict[int, BUILT] = {}
        self.doubled: frozenset[int] = frozenset()  # builds
        self.wrong: dict[tuple[int, str], bool] = {}  # (deal, card) of every play: whether it went against the rules
        self.piles: dict[int, tuple[str, ...]] = {}
        self.captures: tuple[tuple[int, str, bool], ...] = ()  # seat, card, whether it was a sweep
        self.finishers: tuple[int, ...] = ()  # who was in when the last card of the deck was played
        self.guilty = 0  # whose play was found to be wrong last
        self.end: tuple[str, tuple[int, ...]] = ("", ())
        self.final: dict[int, int] = {}
        self.pasts: tuple[dict[str, Any], ...] = ()
        self.log: tuple[Any, ...] = ()

    def check(self, event: Any) -> None:
        """Follow one event. Raises AssertionError."""
        snapshot = {name: value for name, value in vars(self).items() if name not in {"pasts", "log"}}
        FOLLOW.get(event.__class__, lambda *_: None)(self, event)
        self.pasts, self.log = (*self.pasts, snapshot), (*self.log, event)
        assert self.pot == sum(self.brought.values()) - sum(self.stacks.values()), "chips are lost"
        assert getattr(event, "pot", self.pot) == self.pot

    def is_in(self, *stages: str) -> None:
        """It is time for this. Raises AssertionError."""
        assert self.stage in stages, f"it is time for {self.stage}"

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats of his side (CAS-SEAT-1)."""
        return tuple(one for one in self.playing if self.sides[one] == self.sides[seat])

    @property
    def sides_in(self) -> list[tuple[int, ...]]:
        """The sides that are still in."""
        return sorted({self.side(seat) for seat in self.active})

    @property
    def each(self) -> int:
        """CAS-DEAL-1: how many cards the next deal gives everybody."""
        if self.first:
            return int(self.house.hand_size)
        return min(int(self.house.hand_size), self.remaining // len(self.active))

    @property
    def lies(self) -> tuple[str, ...]:
        """All cards of the table."""
        return (*self.loose, *[card for _, cards, _ in self.builds.values() for card in cards])


def _started(keeper: Scorekeeper, event: events.GameStarted) -> None:
    keeper.is_in("new")
    keeper.house, keeper.seats = event.house, tuple(sorted(one.seat for one in event.seats))
    keeper.stacks = keeper.brought = {one.seat: one.stack for one in event.seats}
    keeper.dealer, keeper.stage = event.dealer or 0, "stakes" if event.dealer else "lot"


def _lot(keeper: Scorekeeper, event: events.LotDrawn) -> None:
    """CAS-DEAL-4: the highest rank deals, the ace high; who ties draws again."""
    keeper.is_in("lot")
    drawing = set(keeper.seats) - set(keeper.left)
    for drawn in event.rounds:
        assert {one.seat for one in drawn} == drawing
        best = max(RANKS.index(one.card[0]) for one in drawn)
        drawing = {one.seat for one in drawn if RANKS.index(one.card[0]) == best}
    assert drawing == {event.dealer}
    keeper.dealer, keeper.stage = event.dealer, "stakes"


def _stakes(keeper: Scorekeeper, event: events.StakesPosted) -> None:
    """CAS-POT-1, CAS-SEAT-1: everybody who can."""
    keeper.is_in("stakes")
    here = [seat for seat in keeper.seats if seat not in keeper.left]
    paying = tuple(seat for seat in here if keeper.stacks[seat] >= keeper.house.stake)
    assert {(stake.seat, stake.chips) for stake in event.stakes} == {(seat, keeper.house.stake) for seat in paying}
    assert set(event.out) == set(here) - set(paying)
    points.pay(keeper, event.stakes)
    keeper.playing = keeper.active = paying
    partners = keeper.house.partners
    keeper.sides = {seat: paying[place % 2] if partners else seat for place, seat in enumerate(paying)}
    keeper.scores = dict.fromkeys(keeper.sides.values(), 0)
    if keeper.dealer not in paying:
        keeper.dealer = dealing.after(paying, keeper.dealer)
    keeper.first_dealer = keeper.dealer
    dealing.new_deck(keeper)


def _corrected(keeper: Scorekeeper, event: offence_events.EntryCorrected) -> None:
    """CAS-REC-1: as before that step, but for who has left since, and who has brought chips."""
    stacks, pot = keeper.stacks, keeper.pot
    keeper.__dict__ |= keeper.pasts[event.step - 1]
    for kept in keeper.log[event.step - 1 :]:
        if isinstance(kept, events.ToppedUp | events.PlayerLeft):
            FOLLOW[kept.__class__](keeper, kept)
    more = {seat: chips - stacks[seat] for seat, chips in keeper.stacks.items() if chips != stacks[seat]}
    assert {stake.seat: stake.chips for stake in event.returned} | {stake.seat: -stake.chips for stake in event.taken} == more
    assert keeper.pot == pot - sum(more.values())


FOLLOW: dict[type, Callable[[Scorekeeper, Any], None]] = {
    events.GameStarted: _started,
    events.LotDrawn: _lot,
    events.StakesPosted: _stakes,
    events.DeckCommitted: dealing.shuffled,
    events.DeckShuffled: dealing.shuffled,
    events.DeckCut: dealing.cut,
    events.LastAnnounced: dealing.announced,
    events.CardsDealt: dealing.dealt,
    events.DealtUnseen: dealing.dealt,
    offence_events.CardExposed: dealing.exposed,
    offence_events.ExposedCardKept: dealing.kept,
    offence_events.DealAnnulled: dealing.annulled,
    offence_events.CardPlayedOutOfTurn: play.out_of_turn,
    events.CardTrailed: play.played,
    events.CardsCaptured: play.played,
    events.BuildMade: play.played,
    events.BuildDoubled: play.played,
    events.BuildRaised: play.played,
    offence_events.ClaimUpheld: points.found,
    offence_events.OffenceFound: points.found,
    offence_events.ClaimUnfounded: points.unfounded,
    offence_events.PlayRestored: play.restored,
    offence_events.PointsDeducted: points.deducted,
    offence_events.MissingLastClaimed: points.missing_last,
    events.LastCardsTaken: play.last_cards,
    events.DeckScored: points.scored,
    events.TargetClaimed: points.claimed,
    events.PlayerPutOut: points.put_out,
    events.PlayerLeft: points.left,
    events.ToppedUp: points.topped_up,
    events.GameDecided: points.decided,
    events.PointsPosted: points.posted,
    events.PotAwarded: points.awarded,
    offence_events.EntryCorrected: _corrected,
    offence_events.GameVoided: points.voided,
    events.GameEnded: points.ended,
}
