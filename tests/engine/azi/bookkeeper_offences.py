"""What the bookkeeper expects of events that tell of offences and rulings; each raises AssertionError."""

from __future__ import annotations

from typing import Any

from engine.azi import offence_events


def exposed(book: Any, event: offence_events.CardExposed) -> None:
    """A card that somebody else than the dealer holds."""
    assert event.card in book.hands[event.seat]
    assert event.seat != book.dealer


def replaced(book: Any, event: offence_events.CardReplaced) -> None:
    """The new card for the old one."""
    ((seat, new),) = event.replacement.items()
    hand = book.hands[seat]
    assert event.card in hand
    if book.house.deck == "service":
        assert new == book.cards[1 if book.turned else 0], "not the card under the trump"
    book.hands = {**book.hands, seat: tuple(new if card == event.card else card for card in hand)}
    book.cards = (*[card for card in book.cards if card != new], event.card)


def upheld(book: Any, event: offence_events.ClaimUpheld | offence_events.OffenceFound) -> None:
    """A rule was broken."""
    assert event.rule in book.judged(event.deal, event.trick, event.card, event.against)
    assert event.rule


def unfounded(book: Any, event: offence_events.ClaimUnfounded) -> None:
    """None was."""
    assert "" in book.judged(event.deal, event.trick, event.card, event.against)


def penalty(book: Any, event: offence_events.PenaltyImposed) -> None:
    """As much as the rule says."""
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


def put_out(book: Any, event: offence_events.PlayerPutOut) -> None:
    """After two offences."""
    assert event.seat not in book.out
    assert [seat for _, seat in book.counted].count(event.seat) >= 2
    book.out = (*book.out, event.seat)
    book.active = tuple(seat for seat in book.active if seat != event.seat)


def restored(book: Any, event: offence_events.PlayRestored) -> None:
    """The cards from the offending one on."""
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


def annulled(book: Any, event: offence_events.DealAnnulled) -> None:
    """What the deal brought in goes back after a ruling only."""
    if event.because == "ruling":
        assert {stake.seat: stake.chips for stake in event.returned} == book.put
        book.get(event.returned)
        book.owed = {seat: chips for seat, chips in book.bought.items() if seat not in (*book.left, *book.out)}
        assert set(book.owed) <= set(event.again)
    else:
        assert not event.returned
        assert event.again == tuple(sorted(book.active))
    book.closed()


def voided(book: Any, event: offence_events.GameVoided) -> None:
    """Everything goes back."""
    put = {seat: book.brought[seat] - book.stacks[seat] for seat in book.stacks}
    assert {stake.seat: stake.chips for stake in event.returned} == {seat: chips for seat, chips in put.items() if chips}
    book.get(event.returned)
    assert book.pot == 0
