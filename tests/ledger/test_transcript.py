"""The words for what happened: one sentence for each event, and nothing hidden in it."""

from __future__ import annotations

from engine.azi.events import (
    AntesPosted,
    AziOccurred,
    CardsDealt,
    DeckRevealed,
    GameEnded,
    Offer,
    PlayedCard,
    PotAwarded,
    Raised,
    Stake,
)
from engine.azi.offence_events import CardReplaced, DealAnnulled, EntryCorrected, GameVoided, PenaltyImposed, PlayRestored
from ledger.replays import transcript


def test_a_deal_is_told_without_the_hands_and_the_stock() -> None:
    event = CardsDealt(1, 4, {1: ("9H", "AS", "6D"), 2: ("7H", "KS", "8D")}, ("QD", "JH"), "6S", "stock")
    assert transcript.words(event) == "Seat 4 deals 3 cards each to seats 1 and 2; 6♠ is trump (AZI-DEAL-5, AZI-DEAL-6)."


def test_money_is_told_with_the_pot_and_the_rule() -> None:
    assert transcript.words(Raised(1, 3, "p3", 40, 40, 90)) == (
        "Seat 3 raises and pays 40; the price is 40, the pot 90 (AZI-BID-3)."
    )
    stakes = (Stake(1, "p1", 5), Stake(2, "p2", 5))
    assert transcript.words(AntesPosted(1, stakes, (3,), 10)) == (
        "Seats 1 and 2 post 5 each: the pot is 10 (AZI-ANTE-1). Out, since the ante cannot be paid: seat 3."
    )


def test_an_azi_is_told_with_its_offers_and_the_pot_with_its_taker() -> None:
    assert transcript.words(AziOccurred(1, 100, 2, (1, 2, 3), (Offer(4, 34),))) == (
        "Azi: nobody has two tricks. Playing on for 100: seats 1, 2 and 3 (AZI-AZI-1). Seat 4 may buy in for 34."
    )
    awarded = PotAwarded(2, (Stake(3, "p3", 130),), "two_tricks", ((3, 2), (1, 1)))
    assert transcript.words(awarded) == "The pot goes out: 130 to seat 3 (two tricks, AZI-PLAY-6)."
    assert transcript.words(DeckRevealed((), everything=True)).startswith("All hands")


def test_a_penalty_is_told_with_its_offence_its_finder_and_both_rules() -> None:
    renege = PenaltyImposed(1, 2, "p2", "6D", 260, 390, "renege", "AZI-VIOL-2", "AZI-PLAY-2", "claim", 3, trick=1)
    assert transcript.words(renege) == (
        "Seat 2 pays 260 for a renege with 6♦, claimed by seat 3: the pot is 390 (AZI-VIOL-2; broken: AZI-PLAY-2)."
    )
    uncut = PenaltyImposed(1, 4, "p4", None, 5, 25, "missing_cut", "AZI-VIOL-5", "AZI-DEAL-3", "demand", 1, trick=None)
    assert transcript.words(uncut) == (
        "Seat 4 pays 5 for a missing cut, demanded by seat 1: the pot is 25 (AZI-VIOL-5; broken: AZI-DEAL-3)."
    )


def test_a_replaced_card_is_told_without_the_new_one() -> None:
    told = transcript.words(CardReplaced(1, 2, "7H", {2: "AS"}))
    assert "7♥" in told
    assert "A♠" not in told
    assert "AS" not in told


def test_what_is_undone_is_told_with_the_chips_that_go_back() -> None:
    stakes = (Stake(1, "p1", 5), Stake(2, "p2", 10))
    assert transcript.words(DealAnnulled(2, "ruling", "AZI-VOID-1", "dead cards shuffled in", 1, (), stakes, 40)) == (
        "Deal 2 counts no more, since the steward rules so: dead cards shuffled in; the pot is 40 (AZI-VOID-1)."
        " Returned: 5 to seat 1, 10 to seat 2."
    )
    assert transcript.words(DealAnnulled(2, "renege", "AZI-VIOL-3", None, 1, (1, 2), (), 270)) == (
        "Deal 2 counts no more, since after a renege the right course cannot be restored; the pot is 270 (AZI-VIOL-3)."
        " Seat 1 deals anew to seats 1 and 2."
    )
    assert transcript.words(EntryCorrected(17, "20 was meant", (Stake(1, "p1", 5),), (Stake(2, "p2", 7),), 22)) == (
        "The entry of step 17 was mistyped: 20 was meant. The game is as it was before it; the pot is 22 (AZI-REC-1)."
        " Chips go back: 5 to seat 1; 7 from seat 2."
    )
    assert transcript.words(GameVoided(1, "fire alarm", stakes, 0)) == (
        "The game is void: fire alarm. Everybody has back what was put in (AZI-VOID-1). Returned: 5 to seat 1, 10 to seat 2."
    )
    ended = GameEnded("void", stakes, None, ())
    assert transcript.words(ended) == (
        "The game is over and void. Stacks: seat 1: 5, seat 2: 10. The lot names the next dealer (AZI-DEAL-1)."
    )


def test_cards_that_go_back_are_told_one_by_one() -> None:
    back = (PlayedCard(2, "6D"), PlayedCard(3, "AH"))
    assert transcript.words(PlayRestored(1, 1, 2, back)) == (
        "The right course is restored: 6♦ goes back to seat 2, A♥ goes back to seat 3; seat 2 plays again to trick 1 (AZI-VIOL-3)."
    )
