"""What may be done next in any game: one line for each kind of act."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "acts",
    said("do.claim", "claim a play against the rules: {card}"),
    said("do.correct", "correct a mistyped entry"),
    said("do.cut", "cut {amount}"),
    said("do.cut.uncounted", "cut"),
    said("do.deal", "deal"),
    said("do.demand_redeal", "demand a redeal"),
    said("do.draw_lot", "draw for the deal"),
    said("do.expose", "expose {card}"),
    said("do.keep_card", "keep the exposed card"),
    said("do.penalise", "find a play against the rules: {card}"),
    said("do.reach_end_time", "tell the end of the sitting"),
    said("do.settle", "settle"),
    said("do.shuffle", "shuffle"),
    said("do.void_game", "make the game void"),
    said("do.yes", "yes"),
    said("do.no", "no"),
    # NOTE: {many} further ways to do it are not listed
    said("do.more", "and {many} more"),
    said("do.more.uncounted", "and more"),
)
