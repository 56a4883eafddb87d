"""What happens in Stich."""

from ledger.words.messages import counted, said, sentences

SENTENCES = sentences(
    "stich",
    said("stich.antes_posted", "{Who} post {each} each: the pot is {pot} ({rules})."),
    said("stich.antes_posted.out", " Out, since the ante cannot be paid: {out}."),
    counted(
        "stich.cards_dealt",
        "each",
        "{Dealer} deals {each} card each to {to} ({rules}).",
        "{Dealer} deals {each} cards each to {to} ({rules}).",
    ),
    said("stich.card_played", "{Seat} plays {card} ({rules})."),
    said("stich.penalty_imposed", "{Seat} pays {chips} for {what}, {found}; the pot is {pot} ({cited})."),
    said("stich.pot_awarded", "The pot goes out: {shares} ({rules})."),
    said("stich.end_time_reached", "The agreed end has come ({rules})."),
)
