"""What the inbox and mail say: in whose game, what happened, and until when it can be appealed."""

from ledger.words.messages import counted, said, sentences

SENTENCES = sentences(
    "notices",
    # NOTE: who did it, where his name is not known or not to be told; stands like a name at the beginning of a sentence
    said("notice.somebody", "A player"),
    said("notice.steward", "The steward"),
    # NOTE: stands before what happened in a game: the sentences of a replay
    said("notice.in_game", "{table}, game {number}: {says}"),
    said("notice.no_table", "a table"),
    said("notice.dispute_opened", "{who} disputes game {number} at {table}: {kind}."),
    said("notice.dispute_answered", "{who} has answered in the dispute about game {number} at {table}."),
    # NOTE: {decision} is one of the messages "decision …", {rule} the id of a rule
    said("notice.ruling", "The dispute about game {number} at {table} is ruled on: {decision} ({rule})."),
    said("notice.ruling.until", " You can appeal until {until}."),
    said("notice.appeal", "{who} appeals against the ruling about game {number} at {table}."),
    said("notice.dispute_withdrawn", "{who} takes the dispute about game {number} at {table} back."),
    said("notice.appeal_withdrawn", "{who} takes the appeal about game {number} at {table} back."),
    # NOTE: {entry} is one of the messages "cash …"
    said("notice.cash_correction", "{entry} of yours at the cash desk is corrected, from {was} to {chips} {unit}: {reason}."),
    # NOTE: told to the cashier who made the entry
    said("notice.cash_correction.cashier", "An entry of yours at the cash desk is corrected: {reason}."),
    said("notice.unreadable", "What happened here is damaged and cannot be told."),
    said("cash.deposit", "A deposit"),
    said("cash.withdrawal", "A withdrawal"),
    said("cash.settlement", "A payment of a debt"),
    # NOTE: what a dispute is about
    said("disputed.renege", "a renege"),
    said("disputed.exposed_card", "an exposed card"),
    said("disputed.missing_cut", "a missing cut"),
    said("disputed.wrong_pot", "the pot"),
    said("disputed.wrong_count", "the count"),
    said("disputed.wrong_player", "the wrong player"),
    said("disputed.other", "something else"),
    # NOTE: what a steward decides on a dispute
    said("decision.stands", "what was played stands"),
    said("decision.penalty", "a penalty"),
    said("decision.restore", "the play is restored"),
    said("decision.void_deal", "the deal is void"),
    said("decision.void_game", "the game is void"),
    said("decision.pay", "a payment"),
    said("decision.award", "the pot is awarded anew"),
    # NOTE: subject of a mail; {club} is the name of the club's schema
    counted("mail.subject", "number", "{number} notice for you", "{number} notices for you"),
    # NOTE: what stands in a mail in place of the sentence, whose amounts may be other people's
    said("mail.penalty", "{table}, game {number}: a penalty for you."),
    said("mail.correction", "{table}, game {number}: an entry is corrected."),
    said("mail.game_void", "{table}, game {number}: the game is void."),
    said("mail.end", "Everything in detail is in your inbox. To get no more mail, remove your address there."),
    said("mail.confirm.subject", "Confirm your address"),
    # NOTE: {code} is six digits
    said(
        "mail.confirm",
        "Somebody wants notices of a card room sent to this address. If it was you, enter this code there within a day: {code}."
        " If it was not, do nothing: without the code nothing is sent.",
    ),
)
