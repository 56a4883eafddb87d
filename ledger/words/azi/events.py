"""What happens in Azi."""

from ledger.words.messages import counted, said, sentences

SENTENCES = sentences(
    "azi",
    said("azi.antes_posted", "{Who} post {each} each: the pot is {pot} ({rules})."),
    said("azi.antes_posted.out", " Out, since the ante cannot be paid: {out}."),
    said("azi.cut_offered", "The cut is offered to {seat} ({rules})."),
    said("azi.cut_offered.last", "The cut is offered to {seat}, for the last time ({rules})."),
    counted(
        "azi.cards_dealt",
        "each",
        "{Dealer} deals {each} card each to {to}; {trump} is trump ({rules}).",
        "{Dealer} deals {each} cards each to {to}; {trump} is trump ({rules}).",
    ),
    counted(
        "azi.dealt_unseen",
        "each",
        "{Dealer} deals {each} card each to {to}, who alone see it; {trump} is trump ({rules}).",
        "{Dealer} deals {each} cards each to {to}, who alone see them; {trump} is trump ({rules}).",
    ),
    said("azi.blind_bet", "{Seat} bets blind and pays {chips}; the price is {price}, the pot {pot} ({rules})."),
    said("azi.blind_declined", "{Seat} does not bet blind ({rules})."),
    said("azi.hand_looked", "{Seat} looks at the cards dealt ({rules})."),
    said("azi.stayed", "{Seat} stays ({rules})."),
    said("azi.bet_opened", "{Seat} opens the bidding and pays {chips}; the price is {price}, the pot {pot} ({rules})."),
    said("azi.checked", "{Seat} checks ({rules})."),
    said("azi.called", "{Seat} calls and pays {chips}; the price is {price}, the pot {pot} ({rules})."),
    said("azi.raised", "{Seat} raises and pays {chips}; the price is {price}, the pot {pot} ({rules})."),
    said("azi.folded", "{Seat} folds ({rules})."),
    said("azi.deal_thrown_in", "Nobody bets: the deal is thrown in, {next_dealer} deals anew for {pot} ({rules})."),
    said("azi.card_discarded", "{Seat} puts a card away ({rules})."),
    said("azi.raznomast_declared", "{Seat} declares raznomast ({rules})."),
    said("azi.na_azi_invited", "{Seat} invites {invited} to azi ({rules})."),
    said("azi.na_azi_answered.yes", "{Seat} agrees to play to azi with {inviter} ({rules})."),
    said("azi.na_azi_answered.no", "{Seat} does not agree to play to azi with {inviter} ({rules})."),
    said("azi.card_played", "{Seat} plays {card} to trick {trick} ({rules})."),
    said("azi.cards_shown", "{Seat} shows {cards} ({rules})."),
    said("azi.trick_taken", "{Seat} takes trick {trick} with {cards} on the table ({rules})."),
    # NOTE: {stay} are those who go on without paying
    said("azi.azi_occurred", "Azi: nobody has two tricks. Playing on for {pot}: {stay} ({rules})."),
    said("azi.azi_occurred.offer", " {Seat} may buy in for {price}."),
    said("azi.bought_in", "{Seat} buys in for {chips}: the pot is {pot} ({rules})."),
    said("azi.buy_in_declined", "{Seat} declines to pay {price} for the next deal ({rules})."),
    said("azi.buy_in_declined.can_not_pay", "{Seat} cannot pay {price} for the next deal ({rules})."),
    said("azi.buy_in_declined.left", "{Seat} has left and does not pay {price} for the next deal ({rules})."),
    said("azi.player_left", "{Seat} leaves the table; what was put in stays ({rules})."),
    said("azi.end_time_reached", "The agreed end of the sitting has come ({rules})."),
    # NOTE: {shares} lists amounts and who gets them
    said("azi.pot_awarded", "The pot goes out: {shares} ({rules})."),
    said("azi.pot_awarded.two_tricks", "The pot goes out: {shares} (two tricks, {rules})."),
    said("azi.pot_awarded.last_left", "The pot goes out: {shares} (the last one left, {rules})."),
    said("azi.pot_awarded.split", "The pot goes out: {shares} (the end has come, {rules})."),
    # Against the rules.
    said("azi.claimant_named", "{Seat} has sat down since this game began, and is not in it ({rules})."),
    said("azi.card_replaced", "{Seat} has the exposed {card} replaced by the card next under the trump ({rules})."),
    # NOTE: which play a claim or a finding is about; stands within a sentence
    said("azi.play", "{card}, played by {against} to trick {trick} of deal {deal}"),
    # NOTE: {what}, {found}: "a renege with 9♥, claimed by seat 2"; {cited} are ids of rules
    said("azi.penalty_imposed", "{Seat} pays {chips} for {what}, {found}: the pot is {pot} ({cited})."),
    # NOTE: what somebody has done against the rules, in a list
    said("violation.renege", "renege"),
    said("violation.undertrump", "undertrump"),
    said("violation.missing_cut", "missing cut"),
    # NOTE: what a penalty is for, as it stands behind "for"
    said("offence.renege", "a renege"),
    said("offence.renege.card", "a renege with {card}"),
    said("offence.exposed_card", "an exposed card"),
    said("offence.exposed_card.card", "the exposed {card}"),
    said("offence.missing_cut", "a missing cut"),
    said("offence.false_claim", "a false claim"),
    # NOTE: somebody has claimed that this card was played against the rules, and it was not
    said("offence.false_claim.card", "a false claim about {card}"),
    said("azi.play_restored", "The right course is restored: {back}; {seat} plays again to trick {trick} ({rules})."),
    said("azi.play_restored.card", "{card} goes back to {seat}"),
    said("azi.player_put_out", "{Seat} is out of this game; what was put in stays ({rules})."),
    # NOTE: {why} is one of the next messages, {reason} what a steward has written, after a colon, or nothing
    said("azi.deal_annulled", "Deal {deal} counts no more, since {why}{reason}; the pot is {pot} ({rules})."),
    said("azi.deal_annulled.exposed_card", "a card was exposed in dealing"),
    said("azi.deal_annulled.missing_cut", "the deck was dealt without its cut"),
    said("azi.deal_annulled.renege", "after a renege the right course cannot be restored"),
    said("azi.deal_annulled.put_out", "the hand of who was put out was needed"),
    said("azi.deal_annulled.ruling", "the steward rules so"),
    said("azi.deal_annulled.again", " {Dealer} deals anew to {again}."),
)
