"""Who deals and cuts, how many cards each deal gives and to whom: CAS-DEAL and CAS-VIOL-3, retold from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.casino import events, offence_events

PART_LEAST = 4  # CAS-DEAL-4: a cut leaves so many cards in each part


def after(seats: Iterable[int], seat: int) -> int:
    """The nearest of them clockwise."""
    here = sorted(seats)
    return next((one for one in here if one > seat), here[0])


def all_after(seats: Iterable[int], seat: int) -> tuple[int, ...]:
    """All of them clockwise, the nearest first."""
    here = sorted(seats)
    return tuple([one for one in here if one > seat] + [one for one in here if one <= seat])


def before(seats: tuple[int, ...], seat: int) -> int:
    here = sorted(seats, reverse=True)
    return next((one for one in here if one < seat), here[0])


def new_deck(keeper: Any) -> None:
    """All 52 cards come together again."""
    keeper.deck, keeper.first, keeper.remaining, keeper.announced = keeper.deck + 1, True, 52, False
    keeper.order, keeper.came, keeper.dealt, keeper.hidden = (), (), (), 0
    keeper.loose, keeper.builds, keeper.doubled, keeper.piles = (), {}, frozenset(), {}
    keeper.captures, keeper.early = (), ()
    keeper.stage, keeper.turn = "shuffle", keeper.dealer


def to_deal(keeper: Any) -> None:
    """CAS-OUT-1: if the dealer is out when there is to deal, the next who remains does."""
    if keeper.dealer not in keeper.active:
        keeper.dealer = after(keeper.active, keeper.dealer)
    keeper.turn = keeper.dealer


def shuffled(keeper: Any, event: Any) -> None:
    """CAS-DEAL-4."""
    keeper.is_in("shuffle")
    assert event.seat == keeper.dealer
    keeper.order = ()
    if isinstance(event, events.DeckCommitted):
        keeper.order = tuple(card for card in event.order if card not in keeper.came)
    keeper.stage, keeper.turn = "cut", before(keeper.active, keeper.dealer)
    if keeper.remaining < 2 * PART_LEAST:
        keeper.stage, keeper.turn = "deal", keeper.dealer  # there is nothing to cut


def cut(keeper: Any, event: events.DeckCut) -> None:
    """By the player before the dealer."""
    keeper.is_in("cut")
    assert event.seat == keeper.turn
    keeper.order = (*keeper.order[event.at :], *keeper.order[: event.at]) if keeper.order else ()
    keeper.stage, keeper.turn = "deal", keeper.dealer


def announced(keeper: Any, event: events.LastAnnounced) -> None:
    """CAS-DEAL-3."""
    keeper.is_in("deal")
    assert event.seat == keeper.dealer
    assert _is_last(keeper)
    keeper.announced = True


def _is_last(keeper: Any) -> bool:
    """Whether there is no deal after the next one."""
    table = keeper.house.table_size if keeper.first else 0
    return (keeper.remaining - table - keeper.each * len(keeper.active)) // len(keeper.active) < 1


def dealt(keeper: Any, event: Any) -> None:
    """CAS-DEAL-1, CAS-DEAL-2, CAS-DEAL-5."""
    keeper.is_in("deal")
    players, last = all_after(keeper.active, keeper.dealer), _is_last(keeper)
    table = keeper.house.table_size if keeper.first else 0
    assert (event.dealer, event.deck, event.last) == (keeper.dealer, keeper.deck, last)
    assert len(event.table) == table
    assert not last or keeper.announced or keeper.house.enforcement == "record"
    keeper.begun, keeper.known = True, isinstance(event, events.CardsDealt)
    keeper.counts = dict.fromkeys(players, keeper.each)
    if keeper.known:
        assert set(event.hands) == set(players)
        assert {len(hand) for hand in event.hands.values()} == {keeper.each}
        keeper.hands = {seat: tuple(hand) for seat, hand in event.hands.items()}
    else:
        assert (event.seats, event.each) == (players, keeper.each)
        keeper.hands = {}
    keeper.dealt = (*event.table, *[card for hand in keeper.hands.values() for card in hand])
    if keeper.order and keeper.known:
        _out_of_the_deck(keeper, players, table, event)
    keeper.remaining -= table + keeper.each * len(players)
    assert event.left == keeper.remaining
    assert not set(keeper.dealt) & set(keeper.came)
    assert len(set(keeper.dealt)) == len(keeper.dealt)
    keeper.came, keeper.loose = (*keeper.came, *keeper.dealt), (*keeper.loose, *event.table)
    keeper.first, keeper.announced, keeper.shown, keeper.early = False, False, (), ()
    keeper.stage, keeper.turn = "play", players[0]


def _out_of_the_deck(keeper: Any, players: tuple[int, ...], table: int, event: events.CardsDealt) -> None:
    """CAS-DEAL-1: in rounds of two, an odd last card singly: to each opponent, to the table, to the dealer."""
    deck, hands, laid = list(keeper.order), {seat: list[str]() for seat in players}, list[str]()
    while any(len(hand) < keeper.each for hand in hands.values()) or len(laid) < table:
        for seat in players:
            if seat == keeper.dealer and len(laid) < table:
                laid += [deck.pop(0) for _ in range(min(2, table - len(laid)))]
            hands[seat] += [deck.pop(0) for _ in range(min(2, keeper.each - len(hands[seat])))]
    assert {seat: tuple(hand) for seat, hand in hands.items()} == keeper.hands
    assert tuple(laid) == event.table
    keeper.order = tuple(deck)


def exposed(keeper: Any, event: offence_events.CardExposed) -> None:
    """CAS-VIOL-3: before the first play."""
    keeper.is_in("play")
    assert event.seat in keeper.active
    keeper.shown = (*keeper.shown, (event.seat, event.card))


def kept(keeper: Any, event: offence_events.ExposedCardKept) -> None:
    """By its owner."""
    assert (event.seat, event.card) in keeper.shown
    keeper.shown = tuple(one for one in keeper.shown if one != (event.seat, event.card))


def annulled(keeper: Any, event: offence_events.DealAnnulled) -> None:
    """CAS-VIOL-3: the cards of this deal, of a first deal the table's too, are shuffled with the stock; the same dealer deals."""
    keeper.is_in("play")
    assert event.seat in {seat for seat, _ in keeper.shown}
    keeper.came = tuple(card for card in keeper.came if card not in keeper.dealt)
    again = [card for card in keeper.loose if card in keeper.dealt]
    keeper.loose = tuple(card for card in keeper.loose if card not in again)
    keeper.remaining += sum(keeper.counts.values()) + len(again)
    keeper.first = bool(again)
    keeper.hands, keeper.counts, keeper.shown, keeper.early, keeper.order = {}, {}, (), (), ()
    keeper.stage = "shuffle"
    to_deal(keeper)
    assert event.dealer == keeper.dealer
