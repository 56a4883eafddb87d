"""What may be done next in Azi."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "azi",
    # NOTE: {inviter} has invited the player to play "to azi"; yes or no follows in parentheses
    said("do.answer_to_azi", "answer {inviter}: to azi"),
    said("do.bet", "bet {amount}"),
    said("do.bet_blind", "bet blind {amount}"),
    said("do.buy_in", "buy in"),
    said("do.call", "call"),
    said("do.check", "check"),
    said("do.declare_raznomast", "declare raznomast"),
    said("do.decline_blind", "do not bet blind"),
    said("do.decline_buy_in", "do not buy in"),
    said("do.discard", "put away {card}"),
    said("do.discard.unseen", "put a card away"),
    said("do.fold", "fold"),
    said("do.invite_to_azi", "invite to azi: {invited}"),
    said("do.look", "look at the cards"),
    said("do.offer_cut", "offer the cut"),
    said("do.play", "play {card}"),
    said("do.raise", "raise to {amount}"),
    said("do.replace_card", "have the exposed card replaced"),
    said("do.show", "show cards"),
    said("do.stay", "stay"),
    said("do.void_deal", "make the deal void"),
)
