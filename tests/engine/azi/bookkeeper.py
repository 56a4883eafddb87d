"""An independent bookkeeper: follows the events of a game alone, with nothing of the engine but its event classes, and derives
every figure anew. `Book.check(event)` raises AssertionError when an event says what can not be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.azi import events, offence_events
from tests.engine.azi.rules_anew import RANKS, broken_rule, buy_in

STAYS = (events.ToppedUp, events.PlayerLeft, events.EndTimeReached)
PLAYED = tuple[int, int, str, str, bool]  # trick, seat, card, rule broken or "", stands


class Book:
    """What can be known from the events so far. Its values are replaced and never changed, so a shallow copy is a snapshot."""

    def __init__(self) -> None:
        self.house: Any = None
        self.stacks: dict[int, int] = {}
        self.brought: dict[int, int] = {}
        self.pot = 0
        self.deal = 1
        self.dealer = 0
        self.put: dict[int, int] = {}  # antes, buy-ins and bids of this deal
        self.hands: dict[int, tuple[str, ...]] = {}
        self.cards: tuple[str, ...] = ()  # out of the hands: played, given up, trump, stock
        self.trump = ""
        self.turned = True
        self.raises = 0
        self.first = 0
        self.active: tuple[int, ...] = ()
        self.paid: dict[int, int] = {}
        self.price = 0
        self.played: tuple[int, ...] = ()
        self.plays: dict[int, tuple[PLAYED, ...]] = {}
        self.trick: tuple[tuple[int, str], ...] = ()
        self.takers: tuple[int, ...] = ()
        self.azi_pot = 0
        self.azi_played: tuple[int, ...] = ()
        self.left: tuple[int, ...] = ()
        self.out: tuple[int, ...] = ()
        self.counted: tuple[tuple[int, int], ...] = ()  # (deal, seat)
        self.clean: tuple[tuple[int, int], ...] = ()
        self.due = False  # a second offence in a row has just been penalised
        self.pasts: tuple[dict[str, Any], ...] = ()
        self.log: tuple[Any, ...] = ()
        self.over = False

    def check(self, event: Any) -> None:
        """Follow one event. Raises AssertionError."""
        snapshot = {name: value for name, value in vars(self).items() if name not in {"pasts", "log"}}
        before = self.pot + sum(self.stacks.values())
        assert not self.over, "something happens after the end"
        if self.due:
            assert isinstance(event, offence_events.PlayerPutOut), "two in a row put a player out"
        self.due = False
        FOLLOW.get(event.__class__, lambda *_: None)(self, event)
        self.pasts, self.log = (*self.pasts, snapshot), (*self.log, event)
        came = event.chips if isinstance(event, events.ToppedUp) else 0
        if not isinstance(event, events.GameStarted):
            assert self.pot + sum(self.stacks.values()) == before + came, "chips are lost"
        assert self.pot >= 0
        assert getattr(event, "pot", self.pot) == self.pot
        if self.hands:
            known = [*self.cards, *[card for hand in self.hands.values() for card in hand]]
            assert len(known) == len(set(known)), "a card twice"
            assert len(known) == 27 or self.house.deck == "entered", "a card is lost"

    def pay(self, seat: int, chips: int, *, penalty: bool = False) -> None:
        """From a stack into the pot."""
        assert chips > 0
        assert penalty or chips <= self.stacks[seat], "nobody pays what he has not got"
        self.stacks = {**self.stacks, seat: self.stacks[seat] - chips}
        self.pot += chips
        if not penalty:
            self.put = {**self.put, seat: self.put.get(seat, 0) + chips}

    def get(self, stakes: tuple[Any, ...], sign: int = 1) -> None:
        """Stakes out of the pot, or into it."""
        for stake in stakes:
            assert stake.chips > 0
            self.stacks = {**self.stacks, stake.seat: self.stacks[stake.seat] + sign * stake.chips}
            self.pot -= sign * stake.chips

    def closed(self) -> None:
        """The deal is over."""
        self.hands, self.cards, self.active, self.played, self.put = {}, (), (), (), {}
        self.trick, self.takers, self.deal = (), (), self.deal + 1

    def judged(self, deal: int, trick: int, card: str, against: int) -> set[str]:
        """What can truly be said of a play so named: the rules it broke, "" for none."""
        return {play[3] for play in self.plays.get(deal, ()) if (play[0], play[1], play[2]) == (trick, against, card)}

    def in_a_row(self, seat: int, deal: int) -> bool:
        """AZI-VIOL-4, with the offence in `deal` as the latest one."""
        for other, who in self.counted:
            low, high = min(other, deal), max(other, deal)
            if who == seat and not any(low < number < high and one == seat for number, one in self.clean):
                return True
        return False


def _started(book: Book, event: events.GameStarted) -> None:
    book.house, book.dealer = event.house, event.dealer or 0
    book.stacks = book.brought = {one.seat: one.stack for one in event.seats}


def _lot(book: Book, event: events.LotDrawn) -> None:
    book.dealer = event.dealer


def _antes(book: Book, event: events.AntesPosted) -> None:
    for stake in event.stakes:
        assert stake.chips == book.house.ante
        assert stake.seat not in (*book.left, *book.out)
        book.pay(stake.seat, stake.chips)
    assert all(book.stacks[seat] < book.house.ante for seat in event.out)


def _dealt(book: Book, event: events.CardsDealt) -> None:
    assert event.deal == book.deal
    book.dealer, book.trump, book.hands = event.dealer, event.trump[1], event.hands
    book.cards, book.raises = tuple(event.stock or ()), 0
    if event.trump_from == "stock":
        book.cards = (event.trump, *book.cards)
    else:
        assert event.trump in event.hands[event.dealer]
        assert book.house.deck == "entered" or event.trump == event.hands[event.dealer][-1]
    book.turned = event.trump_from == "stock"
    order = sorted(event.hands)
    later = [seat for seat in order if seat > event.dealer]
    book.active = tuple(later + [seat for seat in order if seat <= event.dealer])
    book.first, book.paid, book.price, book.trick, book.takers, book.played = book.active[0], {}, 0, (), (), ()
    book.plays = {**book.plays, event.deal: ()}


def _blind(book: Book, event: events.BlindBet) -> None:
    assert event.seat == book.first
    assert event.price == 2 * event.chips
    book.pay(event.seat, event.chips)
    book.raises = 1
    book.price, book.paid = event.price, {event.seat: event.price if book.house.blind_counts_double else event.chips}


def _bid(book: Book, event: events.Called | events.Raised | events.BetOpened) -> None:
    house, low = book.house, book.price
    if isinstance(event, events.Called):
        assert event.price == low > 0
    else:
        assert event.price > low
        book.raises += 1
        assert book.raises <= (book.house.raises_max or 10**9)
        assert house.cap is None or event.price <= house.cap
        if isinstance(event, events.Raised) and (house.cap is None or house.raise_limit_with_cap == "double"):
            assert event.price <= 2 * low
        if isinstance(event, events.BetOpened):
            assert low == 0
            assert event.price >= house.ante
    assert event.chips == event.price - book.paid.get(event.seat, 0)
    if event.chips:
        book.pay(event.seat, event.chips)
    book.price, book.paid = event.price, {**book.paid, event.seat: event.price}


def _folded(book: Book, event: events.Folded) -> None:
    book.active = tuple(seat for seat in book.active if seat != event.seat)


def _thrown_in(book: Book, event: events.DealThrownIn) -> None:
    assert book.price == 0
    book.closed()


def _discarded(book: Book, event: events.CardDiscarded) -> None:
    ((seat, card),) = event.discard.items()
    assert seat == event.seat
    assert seat in book.active
    assert len(book.hands[seat]) == book.house.cards_dealt > book.house.cards_kept
    assert not book.plays[event.deal]
    book.hands = {**book.hands, seat: tuple(held for held in book.hands[seat] if held != card)}
    book.cards = (*book.cards, card)


def _card(book: Book, event: events.CardPlayed) -> None:
    hand = book.hands[event.seat]
    assert event.card in hand
    assert book.plays[event.deal] or all(len(book.hands[seat]) == book.house.cards_kept for seat in book.active)
    book.played = book.played or book.active
    rule = broken_rule(hand, event.card, book.trick, book.trump, book.house.must_overtrump)
    assert not rule or book.house.enforcement == "record"
    book.hands = {**book.hands, event.seat: tuple(card for card in hand if card != event.card)}
    book.cards, book.trick = (*book.cards, event.card), (*book.trick, (event.seat, event.card))
    assert event.trick == len(book.takers) + 1
    play = (event.trick, event.seat, event.card, rule, True)
    book.plays = {**book.plays, event.deal: (*book.plays[event.deal], play)}


def _taken(book: Book, event: events.TrickTaken) -> None:
    assert tuple((one.seat, one.card) for one in event.cards) == book.trick
    assert len(book.trick) == len(book.active)
    power = {"led": book.trick[0][1][1], "trump": book.trump}
    best = max(book.trick, key=lambda one: (one[1][1] == power["trump"], one[1][1] == power["led"], RANKS.index(one[1][0])))
    assert event.seat == best[0]
    book.trick, book.takers = (), (*book.takers, event.seat)


def _azi(book: Book, event: events.AziOccurred) -> None:
    assert max(book.takers.count(seat) for seat in book.takers) == 1
    assert event.stay == tuple(sorted(set(book.takers)))
    book.azi_pot, book.azi_played = book.pot, book.played
    for offer in event.offers:
        assert offer.seat not in (*book.left, *book.out, *event.stay)
        assert offer.price == price(book, offer.seat, book.pot)
    for seat in book.played:
        if not any(reneges(book, play) for play in book.plays[event.deal] if play[1] == seat):
            book.clean = (*book.clean, (event.deal, seat))
    book.closed()


def reneges(book: Book, play: PLAYED) -> bool:
    """AZI-VIOL-2."""
    return play[3] == "AZI-PLAY-2" or (play[3] == "AZI-PLAY-3" and book.house.undertrump_is_renege)


def price(book: Book, seat: int, pot: int) -> int:
    """What `seat` pays to play on, of this pot."""
    house = book.house
    return buy_in(house, house.buy_in_no_trick if seat in book.azi_played else house.buy_in_folded, pot)


def _bought_in(book: Book, event: events.BoughtIn) -> None:
    running = book.house.buy_in_base == "running"
    assert event.chips == price(book, event.seat, book.pot if running else book.azi_pot)
    book.pay(event.seat, event.chips)


def _topped_up(book: Book, event: events.ToppedUp) -> None:
    book.stacks = {**book.stacks, event.seat: book.stacks[event.seat] + event.chips}
    book.brought = {**book.brought, event.seat: book.brought[event.seat] + event.chips}


def _left(book: Book, event: events.PlayerLeft) -> None:
    book.left = (*book.left, event.seat)
    if not book.played:
        book.active = tuple(seat for seat in book.active if seat != event.seat)


def _awarded(book: Book, event: events.PotAwarded) -> None:
    parts = [share.chips for share in event.shares]
    assert sum(parts) == book.pot
    assert parts == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] <= 1
    winners = {share.seat for share in event.shares}
    assert winners.isdisjoint(book.out)
    if event.because == "two_tricks":
        assert [book.takers.count(seat) >= 2 for seat in winners] == [True]
    if event.because == "last_left":
        assert len(winners) == 1
        assert not book.active or winners == set(book.active)
    if event.because == "split":
        assert winners == (set(book.takers) or set(book.active))
    for share in event.shares:
        if share.chips:
            book.get((share,))


def _exposed(book: Book, event: offence_events.CardExposed) -> None:
    assert event.card in book.hands[event.seat]
    assert event.seat != book.dealer


def _replaced(book: Book, event: offence_events.CardReplaced) -> None:
    ((seat, new),) = event.replacement.items()
    hand = book.hands[seat]
    assert event.card in hand
    if book.house.deck == "service":
        assert new == book.cards[1 if book.turned else 0], "not the card under the trump"
    book.hands = {**book.hands, seat: tuple(new if card == event.card else card for card in hand)}
    book.cards = (*[card for card in book.cards if card != new], event.card)


def _upheld(book: Book, event: offence_events.ClaimUpheld | offence_events.OffenceFound) -> None:
    assert event.rule in book.judged(event.deal, event.trick, event.card, event.against)
    assert event.rule


def _unfounded(book: Book, event: offence_events.ClaimUnfounded) -> None:
    assert "" in book.judged(event.deal, event.trick, event.card, event.against)


def _penalty(book: Book, event: offence_events.PenaltyImposed) -> None:
    house = book.house
    twice = event.offence == "renege"
    if event.offence == "exposed_card" and event.found_by == "steward":
        twice = house.exposed_penalty == "twice_pot"
    assert event.chips == (2 * book.pot if twice else house.ante)
    assert not twice or event.pot == 3 * book.pot
    if event.offence in ("exposed_card", "missing_cut"):
        assert event.seat == book.dealer
    if event.offence == "renege" or event.found_by == "steward":
        alone = bool(book.active) and not set(book.active) - {event.seat}
        book.due = event.seat not in book.out and book.in_a_row(event.seat, event.deal) and not alone and bool(book.active)
        book.counted = (*book.counted, (event.deal, event.seat))
    book.pay(event.seat, event.chips, penalty=True)


def _put_out(book: Book, event: offence_events.PlayerPutOut) -> None:
    assert event.seat not in book.out
    assert [seat for _, seat in book.counted].count(event.seat) >= 2
    book.out = (*book.out, event.seat)
    book.active = tuple(seat for seat in book.active if seat != event.seat)


def _restored(book: Book, event: offence_events.PlayRestored) -> None:
    plays = book.plays[event.deal]
    at = next(n for n, play in enumerate(plays) if play[4] and play[:3] == (event.trick, event.seat, event.taken_back[0].card))
    back = [play for play in plays[at:] if play[4]]
    assert plays[at][3]
    assert [(play[1], play[2]) for play in back] == [(one.seat, one.card) for one in event.taken_back]
    assert book.house.restore != "never"
    if book.house.restore == "until_next_trick":
        assert {play[0] for play in back} == {event.trick}
    for play in back:
        book.hands = {**book.hands, play[1]: (*book.hands[play[1]], play[2])}
    gone = {play[2] for play in back}
    book.cards = tuple(card for card in book.cards if card not in gone)
    book.plays = {**book.plays, event.deal: (*plays[:at], *[(*play[:4], False) for play in plays[at:]])}
    book.trick = tuple((play[1], play[2]) for play in plays[:at] if play[4] and play[0] == event.trick)
    book.takers = book.takers[: event.trick - 1]


def _annulled(book: Book, event: offence_events.DealAnnulled) -> None:
    if event.because == "ruling":
        assert {stake.seat: stake.chips for stake in event.returned} == book.put
        book.get(event.returned)
    else:
        assert not event.returned
        assert event.again == tuple(sorted(book.active))
    book.closed()


def _corrected(book: Book, event: offence_events.EntryCorrected) -> None:
    stacks, pot = book.stacks, book.pot
    book.__dict__ |= book.pasts[event.step - 1]
    for kept in book.log[event.step - 1 :]:
        if isinstance(kept, STAYS):
            FOLLOW.get(kept.__class__, lambda *_: None)(book, kept)
    more = {seat: chips - stacks[seat] for seat, chips in book.stacks.items() if chips != stacks[seat]}
    told = {stake.seat: stake.chips for stake in event.returned} | {stake.seat: -stake.chips for stake in event.taken}
    assert told == more
    assert book.pot == pot - sum(more.values()) == event.pot


def _voided(book: Book, event: offence_events.GameVoided) -> None:
    put = {seat: book.brought[seat] - book.stacks[seat] for seat in book.stacks}
    assert {stake.seat: stake.chips for stake in event.returned} == {seat: chips for seat, chips in put.items() if chips}
    book.get(event.returned)
    assert book.pot == 0


def _ended(book: Book, event: events.GameEnded) -> None:
    assert {stake.seat: stake.chips for stake in event.stacks} == book.stacks
    assert book.pot == 0
    book.over = True


FOLLOW: dict[type, Callable[[Book, Any], None]] = {
    events.GameStarted: _started,
    events.LotDrawn: _lot,
    events.AntesPosted: _antes,
    events.CardsDealt: _dealt,
    events.BlindBet: _blind,
    events.BetOpened: _bid,
    events.Called: _bid,
    events.Raised: _bid,
    events.Folded: _folded,
    events.DealThrownIn: _thrown_in,
    events.CardDiscarded: _discarded,
    events.CardPlayed: _card,
    events.TrickTaken: _taken,
    events.AziOccurred: _azi,
    events.BoughtIn: _bought_in,
    events.ToppedUp: _topped_up,
    events.PlayerLeft: _left,
    events.PotAwarded: _awarded,
    events.GameEnded: _ended,
    offence_events.CardExposed: _exposed,
    offence_events.CardReplaced: _replaced,
    offence_events.ClaimUpheld: _upheld,
    offence_events.OffenceFound: _upheld,
    offence_events.ClaimUnfounded: _unfounded,
    offence_events.PenaltyImposed: _penalty,
    offence_events.PlayerPutOut: _put_out,
    offence_events.PlayRestored: _restored,
    offence_events.DealAnnulled: _annulled,
    offence_events.EntryCorrected: _corrected,
    offence_events.GameVoided: _voided,
}
