"""The words for what happened: one sentence for each event, and nothing hidden in it."""

from __future__ import annotations

from engine.azi.events import EVENTS, AntesPosted, AziOccurred, CardsDealt, DeckRevealed, Offer, PotAwarded, Raised, Stake
from ledger import transcript


def test_every_event_of_the_game_has_words() -> None:
    assert set(transcript._WORDS) == set(EVENTS.values())


def test_a_deal_is_told_without_the_hands_and_the_stock() -> None:
    event = CardsDealt(1, 4, {1: ("9H", "AS", "6D"), 2: ("7H", "KS", "8D")}, "6S", "stock", ("QD", "JH"))
    assert transcript.words(event) == "Seat 4 deals 3 cards each to seats 1 and 2; 6S is trump (AZI-DEAL-5, -6)."


def test_money_is_told_with_the_pot_and_the_rule() -> None:
    assert transcript.words(Raised(1, 3, "p3", 40, 40, 90)) == (
        "Seat 3 raises and pays 40; the price is 40, the pot 90 (AZI-BID-3)."
    )
    stakes = (Stake(1, "p1", 5), Stake(2, "p2", 5))
    assert transcript.words(AntesPosted(1, stakes, (3,), 10)) == (
        "Seats 1 and 2 post 5 each: the pot is 10 (AZI-ANTE-1). Seat 3 out: the ante can not be paid."
    )


def test_an_azi_is_told_with_its_offers_and_the_pot_with_its_taker() -> None:
    assert transcript.words(AziOccurred(1, 100, 2, (1, 2, 3), (Offer(4, 34),))) == (
        "Azi: nobody has two tricks. Seats 1, 2 and 3 play on for 100 (AZI-AZI-1). Seat 4 may buy in for 34."
    )
    awarded = PotAwarded(2, (Stake(3, "p3", 130),), "two_tricks", ((3, 2), (1, 1)))
    assert transcript.words(awarded) == "The pot goes out: 130 to seat 3 (two tricks, AZI-PLAY-6)."
    assert transcript.words(DeckRevealed((), everything=True)).startswith("All hands")
