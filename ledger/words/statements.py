"""What statements of account say: what lines were for, groups of them, headings."""

from ledger.words.messages import said, sentences

SENTENCES = sentences(
    "statements",
    said("statement.title", "Statement of account"),
    said("statement.player", "Player"),
    said("statement.period", "Period"),
    # NOTE: the beginning of a period
    said("statement.since", "from {start}"),
    # NOTE: the end of a period
    said("statement.until", "to {end} (that moment not included)"),
    # NOTE: the end of a period that is not over
    said("statement.so_far", "to {end}"),
    said("statement.always", "from the beginning"),
    said("statement.time", "Time"),
    # NOTE: heading of the column that says what each line was for
    said("statement.what", "What for"),
    said("statement.amount", "Amount"),
    said("statement.balance", "Balance"),
    said("statement.opening", "Opening balance"),
    said("statement.closing", "Closing balance"),
    # NOTE: stands at the top of a page
    said("statement.brought", "Brought forward"),
    # NOTE: stands at the bottom of a page
    said("statement.carried", "Carried forward"),
    said("statement.totals", "Totals"),
    said("statement.received", "Received"),
    said("statement.paid", "Paid"),
    # NOTE: what was received less what was paid
    said("statement.net", "Net"),
    said("statement.lines", "Lines"),
    said("statement.none", "Nothing was moved in this period."),
    # NOTE: where a line comes from
    said("statement.game", "{table}, game {number}, step {step}"),
    # NOTE: where a line comes from: {table} is the name of a table; {dispute} and {ruling} are numbers
    said("statement.ruling", "{table}, game {number}, dispute {dispute}, ruling {ruling}"),
    # NOTE: {reference} is the number of a receipt
    said("statement.reference", "receipt {reference}"),
    # NOTE: why something was corrected or ruled; {reason} is what somebody has written
    said("statement.reason", "reason: {reason}"),
    said("statement.table", "table {table}"),
    said("statement.page", "Page {page} of {pages}"),
    # NOTE: {sign} is a square that stands for what the font does not have, {codes} are its numbers, as in U+660E
    said("statement.lacking", "{sign} stands for what this font cannot write: {codes}"),
    # NOTE: where the statement stands in the ledger, and when it was made
    said("statement.taken", "Position {position} of the ledger, {moment}"),
    # NOTE: {basis} is one of the messages "by the time …"
    said("statement.units", "Amounts in {unit}. Times in {tz}, {basis}."),
    said("statement.account", "Account"),
    # NOTE: follows the time at the table, where they differ
    said("statement.recorded", "recorded {moment}"),
    said("statement.effective", "at the table {moment}"),
    # NOTE: how a day is written, as strftime has it
    said("statement.day", "%Y-%m-%d"),
    # NOTE: the title of a report
    said("statement.desk", "Report of the cash desk"),
    # NOTE: heading of the column with the numbers of receipts
    said("statement.receipt", "Receipt"),
    # NOTE: stands before an amount
    said("statement.corrected", "corrected"),
    # NOTE: stands before an amount that was missing in the cash desk, or too much
    said("statement.difference", "difference"),
    # NOTE: where the report stands in the ledger
    said("statement.position", "Position {position} of the ledger"),
    # NOTE: the number of a page of which nobody knows how many there are
    said("statement.leaf", "Page {page}"),
    # What lines were for, beside those of a game.
    said("kind.deposit", "Deposit at the cash desk"),
    said("kind.withdrawal", "Withdrawal at the cash desk"),
    said("kind.settlement", "Debt paid at the cash desk"),
    said("kind.difference", "Difference found when the cash desk was counted"),
    said("kind.to_table", "From the wallet to the table"),
    said("kind.from_table", "From the table to the wallet"),
    said("kind.debt", "Debt at the table taken over by the wallet"),
    said("kind.winnings", "Pot won"),
    said("kind.penalty", "Penalty, into the pot"),
    said("kind.refund", "Returned: the deal or the game was made void"),
    said("kind.correction", "Correction of a mistyped entry"),
    said("kind.ruling", "By a ruling on a dispute"),
    said("kind.ruling_reversed", "Taken back: a later ruling took the place of an earlier one"),
    said("kind.penalty_ruling", "Penalty by a ruling, to the house"),
    # NOTE: what is counted together in the totals
    said("group.deposits", "Deposits"),
    said("group.withdrawals", "Withdrawals"),
    said("group.settlements", "Debts paid"),
    said("group.table", "Between wallet and tables"),
    said("group.debts", "Debts taken over by the wallet"),
    said("group.antes", "Antes"),
    said("group.stakes", "Stakes and points"),
    said("group.bets", "Bets"),
    said("group.buy_ins", "Buy-ins"),
    said("group.winnings", "Winnings"),
    said("group.penalties", "Penalties"),
    said("group.refunds", "Refunds"),
    said("group.corrections", "Corrections"),
    said("group.rulings", "Rulings"),
    said("group.other", "Other"),
    # NOTE: which accounts a statement is about
    said("scope.all", "wallet and stacks"),
    said("scope.wallet", "wallet"),
    said("scope.stacks", "stacks at tables"),
    said("scope.stack", "stack at table {table}"),
    # NOTE: by which time lines stand in their order
    said("basis.recorded", "by the time recorded"),
    said("basis.effective", "by the time at the table"),
)
