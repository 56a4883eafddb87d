"""An independent bookkeeper: follows the events of a game alone, with nothing of the engine but its event classes, and derives
every figure again. `Book.check(event)` raises AssertionError when an event says what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.azi import events, offence_events
from tests.engine.azi import bookkeeper_offences as offences
from tests.engine.azi.rules_anew import broken_rule, buy_in, taker

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
        self.declared: tuple[int, ...] = ()
        self.partners: tuple[int, ...] = ()
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
        self.bought: dict[int, int] = {}  # what was paid for this replay
        self.owed: dict[int, int] = {}  # what has to be paid for it again, since it is void
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
        self.hands, self.cards, self.active, self.played, self.put, self.bought = {}, (), (), (), {}, {}
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
    assert not book.owed, "who had bought in is in"
    book.dealer, book.trump, book.hands = event.dealer, event.trump[1], event.hands
    book.cards, book.raises = tuple(event.stock or ()), 0
    if event.trump_from == "stock":
        book.cards = (event.trump, *book.cards)
    else:
        assert event.trump in event.hands[event.dealer]
        assert book.house.deck == "entered" or event.trump == event.hands[event.dealer][-1]
    book.declared, book.partners = (), ()
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


def _declared(book: Book, event: events.RaznomastDeclared) -> None:
    assert book.house.raznomast
    assert not book.plays[event.deal]
    hand = book.hands[event.seat]
    suits = {card[1] for card in hand if card != "A" + book.trump}
    true = len(hand) == 3 and "A" + book.trump in hand and len(suits) == 1 and book.trump not in suits
    assert true or book.house.enforcement == "record"
    book.declared = (*book.declared, event.seat)


def _agreed(book: Book, event: events.InvitationAnswered) -> None:
    assert book.house.na_azi
    if event.accepted:
        book.partners = (*book.partners, event.seat, event.inviter)


def _card(book: Book, event: events.CardPlayed) -> None:
    hand = book.hands[event.seat]
    assert event.card in hand
    assert book.plays[event.deal] or all(len(book.hands[seat]) == book.house.cards_kept for seat in book.active)
    book.played = book.played or book.active
    rule = broken_rule(hand, event.card, book.trick, book.trump, book.house.must_overtrump)
    declared, mine = event.seat in book.declared, [play for play in book.plays[event.deal] if play[1] == event.seat]
    ace, trumps = "A" + book.trump, [card for card in hand if card[1] == book.trump]
    if rule == "AZI-PLAY-3" and declared and not book.takers and trumps == [ace]:
        rule = ""
    if not rule and declared and not any(play[3] == "AZI-RAZ-1" for play in mine):
        shown = {*[play[2] for play in mine if play[4]], event.card} - {ace}
        suits = {card[1] for card in shown}
        rule = "AZI-RAZ-1" if len(shown) > 2 or len(suits) > 1 or book.trump in suits else ""
    assert not rule or book.house.enforcement == "record"
    book.hands = {**book.hands, event.seat: tuple(card for card in hand if card != event.card)}
    book.cards, book.trick = (*book.cards, event.card), (*book.trick, (event.seat, event.card))
    assert event.trick == len(book.takers) + 1
    play = (event.trick, event.seat, event.card, rule, True)
    book.plays = {**book.plays, event.deal: (*book.plays[event.deal], play)}


def _taken(book: Book, event: events.TrickTaken) -> None:
    assert tuple((one.seat, one.card) for one in event.cards) == book.trick
    assert len(book.trick) == len(book.active)
    assert event.seat == taker(book.trick, book.trump)
    book.trick, book.takers = (), (*book.takers, event.seat)


def _azi(book: Book, event: events.AziOccurred) -> None:
    assert all(book.takers.count(seat) == 1 or seat in book.partners for seat in book.takers)
    assert event.stay == tuple(sorted(set(book.takers).difference(book.out)))
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
    return play[3] in ("AZI-PLAY-2", "AZI-RAZ-1") or (play[3] == "AZI-PLAY-3" and book.house.undertrump_is_renege)


def price(book: Book, seat: int, pot: int) -> int:
    """What `seat` pays to play on, of this pot."""
    house = book.house
    return buy_in(house, house.buy_in_no_trick if seat in book.azi_played else house.buy_in_folded, pot)


def _bought_in(book: Book, event: events.BoughtIn) -> None:
    running = book.house.buy_in_base == "running"
    due = book.owed.get(event.seat) if book.owed else price(book, event.seat, book.pot if running else book.azi_pot)
    assert event.chips == due
    book.bought = {**book.bought, event.seat: event.chips}
    book.owed = {seat: chips for seat, chips in book.owed.items() if seat != event.seat}
    book.pay(event.seat, event.chips)


def _declined(book: Book, event: events.BuyInDeclined) -> None:
    if book.owed:
        assert event.because == "can_not_pay"
        assert book.stacks[event.seat] < book.owed[event.seat]
    book.owed = {seat: chips for seat, chips in book.owed.items() if seat != event.seat}


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
        assert winners.isdisjoint(book.partners)
    if event.because == "last_left":
        assert len(winners) == 1
        assert not book.active or winners == set(book.active)
    if event.because == "split":
        assert winners == (set(book.takers).difference(book.out) or set(book.hands).difference(book.left, book.out))
    for share in event.shares:
        if share.chips:
            book.get((share,))


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
    events.RaznomastDeclared: _declared,
    events.InvitationAnswered: _agreed,
    events.CardPlayed: _card,
    events.TrickTaken: _taken,
    events.AziOccurred: _azi,
    events.BoughtIn: _bought_in,
    events.BuyInDeclined: _declined,
    events.ToppedUp: _topped_up,
    events.PlayerLeft: _left,
    events.PotAwarded: _awarded,
    events.GameEnded: _ended,
    offence_events.CardExposed: offences.exposed,
    offence_events.CardReplaced: offences.replaced,
    offence_events.ClaimUpheld: offences.upheld,
    offence_events.OffenceFound: offences.upheld,
    offence_events.ClaimUnfounded: offences.unfounded,
    offence_events.PenaltyImposed: offences.penalty,
    offence_events.PlayerPutOut: offences.put_out,
    offence_events.PlayRestored: offences.restored,
    offence_events.DealAnnulled: offences.annulled,
    offence_events.EntryCorrected: _corrected,
    offence_events.GameVoided: offences.voided,
}
