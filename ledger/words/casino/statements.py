"""What lines of statements are for, in Casino."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "casino",
    said("kind.stake", "Stake"),
    said("kind.points", "Points lost to the winner, into the pot"),
)
