"""How events of Stich are told of which more has to be looked at than their fields alone."""

from ledger.words.ways import fined, posted, varied

TELLING = {"stich.antes_posted": posted, "stich.penalty_imposed": fined, "stich.pot_awarded": varied}
