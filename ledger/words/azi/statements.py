"""What lines of statements are for, in Azi."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "azi",
    said("kind.ante", "Ante"),
    said("kind.blind_bet", "Blind bet"),
    said("kind.bet", "Bet"),
    said("kind.call", "Call"),
    said("kind.raise", "Raise"),
    said("kind.buy_in", "Buy-in after an azi"),
    said("kind.penalty_renege", "Penalty for a renege, into the pot"),
    said("kind.penalty_exposed_card", "Penalty for an exposed card, into the pot"),
    said("kind.penalty_missing_cut", "Penalty for a missing cut, into the pot"),
    said("kind.penalty_false_claim", "Penalty for a false claim, into the pot"),
)
