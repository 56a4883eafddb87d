"""What is said of what happens in any game, and how seats, cards and lists are said in all sentences.

The key of a sentence is what is declared of its event (`engine/declared.py`), or says what it is a part of. A fact stands small
within a sentence, and with a capital where the sentence begins with it.
"""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "events",
    # NOTE: before the digits behind the point of an amount
    said("mark", "."),
    # NOTE: an event of a game whose words nobody has written yet; {what} is its English name
    said("plain", "{what} ({rules})."),
    # NOTE: the same, of one player
    said("plain.seat", "{Seat}: {what} ({rules})."),
    # NOTE: the letters that stand on cards, in the language of the cards that people play with
    said("letter.A", "A"),
    said("letter.K", "K"),
    said("letter.Q", "Q"),
    said("letter.J", "J"),
    # NOTE: stands for a player whose name is not told; names and this stand in sentences as they are, without endings
    said("seat", "seat {number}"),
    said("seats", "seats {numbers}"),
    said("nobody", "nobody"),
    # NOTE: a list of nothing, within a sentence
    said("nothing", "nothing"),
    # NOTE: {most} is one name or several with commas between them
    said("list", "{most} and {last}"),
    # NOTE: one of these will do
    said("list.any", "{most} or {last}"),
    # NOTE: between any two of several, one of which will do
    said("or", " or "),
    said("item.has", "{seat}: {chips}"),
    said("item.to", "{chips} to {seat}"),
    said("item.from", "{chips} from {seat}"),
    said("hand_of_deal", "{seat} of deal {deal}"),
    # NOTE: which play a claim or a finding is about, in a game that does not say it otherwise; stands within a sentence
    said("play", "{card} of {against}"),
    said("score", "{seat}: {points}"),
    said("broken", "broken: {rule}"),
    # What begins and ends every game.
    # NOTE: {dealing} is one of the two next messages; {rules} are the ids of rules, as AZI-DEAL-2
    said("game_started", "Game {number} begins with {seats}; {dealing} ({rules})."),
    said("game_started.dealer", "{dealer} deals"),
    said("game_started.lot", "the lot names the dealer"),
    # NOTE: {drawn} lists seats with their cards
    said("lot_drawn", "Drawn for the deal: {drawn}. {Dealer} deals ({rules})."),
    said("lot_drawn.nobody", "nothing, since all others have left"),
    said("lot_drawn.again", "; again: "),
    said("deck_committed", "The service shuffles for {seat} and commits to the order of the deck ({rules})."),
    said("deck_shuffled", "{Seat} shuffles ({rules})."),
    said("deck_cut", "{Seat} cuts at {at} ({rules})."),
    said("deck_cut.uncounted", "{Seat} cuts ({rules})."),
    said("deck_revealed.everything", "All hands, the stock and the secret of the shuffle are open now ({rules})."),
    said("deck_revealed.nothing", "Nothing is revealed ({rules})."),
    said("deck_revealed.hands", "Open now are the hands of {hands} ({rules})."),
    # NOTE: {how} of the end of a game
    said("game_ended.won", "The game is over and won"),
    said("game_ended.split", "The game is over and the pot split"),
    said("game_ended.void", "The game is over and void"),
    said("game_ended", "{how}. Stacks: {stacks}. {dealing} ({rules})."),
    said("game_ended.dealer", "{Next_dealer} deals next"),
    said("game_ended.lot", "The lot names the next dealer"),
    said("topped_up", "{Seat} brings {chips} from the wallet ({rules})."),
    # Against the rules.
    said("card_exposed", "In dealing, {card} of {seat} is exposed ({rules})."),
    said("exposed_card_kept", "{Seat} keeps the exposed {card} ({rules})."),
    # NOTE: {play} is a message of the game, as "9♥, played by seat 3 to trick 2 of deal 1"
    said("claim_made", "{Seat} claims: {play}, was against the rules ({rules})."),
    said("claim_upheld", "The claim of {seat} is right: {play}, broke {rule}."),
    said("claim_unfounded", "The claim of {seat} is unfounded: {play}, was by the rules ({rules})."),
    said("claim_lapsed", "The claim of {seat} stays unproved: nothing has shown that {play}, was against the rules ({rules})."),
    said("offence_found", "The steward finds: {play}, broke {rule}."),
    # NOTE: what somebody has done against the rules, in a list
    said("violation.exposed_card", "exposed card"),
    # NOTE: by whom an offence was found; stands within the sentence of a penalty
    said("found.claim", "claimed by {claimant}"),
    said("found.steward", "found by the steward"),
    said("found.demand", "demanded by {claimant}"),
    said("returned", " Returned: {moves}."),
    said(
        "entry_corrected",
        "The entry of step {step} was mistyped: {reason}. The game is as it was before it; the pot is {pot} ({rules}).",
    ),
    said("entry_corrected.chips", " Chips go back: {moves}."),
    said("game_voided", "The game is void: {reason}. Everybody has back what was put in ({rules})."),
)
