"""The rules of the room, in order of precedence: of several broken rules the refusal names the one that stands first here.

At a table: TABLE-1 (there is one), TABLE-6 (it is not closed), then the rule of the act itself; when it opens TABLE-1, TABLE-2,
TABLE-7. With a wallet: WALLET-5 (when), WALLET-1 (there is one), WALLET-4 (whose it is), then the amount (WALLET-1, TABLE-4,
WALLET-3, WALLET-6), and last what it held then (WALLET-5) and holds now (WALLET-2, WALLET-7). With a person PEOPLE-3 (the name is
erased), then the rule of the act itself. At the cash desk DESK-1 to 3.
With a dispute DISPUTE-1 to 6 in their order. Inside one rule: who, where, how much, and last what there is.
"""

from engine.rules import Rule

TABLE_6 = Rule("TABLE-6", "A table closes with no game running, and pays all stacks out")
TABLE_1 = Rule("TABLE-1", "A table opens with house rules, a name, seats, stewards, perhaps an end")
TABLE_7 = Rule("TABLE-7", "A steward acts at tables he opened or was assigned to")
TABLE_2 = Rule("TABLE-2", "One seat one player, and a player once at a table")
TABLE_3 = Rule("TABLE-3", "A game starts when none is running, enough can pay, and the end has not come")
TABLE_5 = Rule("TABLE-5", "Leaving pays the stack out; a stack below zero becomes wallet debt")
TABLE_4 = Rule("TABLE-4", "Chips come from the wallet and go back to it; in a game they only come")
WALLET_4 = Rule("WALLET-4", "No transfers between players")
WALLET_1 = Rule("WALLET-1", "Deposits and withdrawals: more than zero, at most 10^30, each reference once")
WALLET_2 = Rule("WALLET-2", "By its owner's act a wallet does not go below its credit limit")
WALLET_3 = Rule("WALLET-3", "Debts, rulings and corrections may take a wallet below its limit")
WALLET_5 = Rule("WALLET-5", "What happened earlier is entered with its time, not too late and never ahead")
WALLET_6 = Rule("WALLET-6", "An entry of the cash desk is corrected by another one, with a reason")
WALLET_7 = Rule("WALLET-7", "A settlement pays a debt, and no more than it")
PEOPLE_1 = Rule("PEOPLE-1", "A name can be changed, and stands in no record")
PEOPLE_2 = Rule("PEOPLE-2", "Two entries of one person are linked, and no chips move")
PEOPLE_3 = Rule("PEOPLE-3", "A name is erased for good when nothing is owed")
PEOPLE_4 = Rule("PEOPLE-4", "A player is handed to an online room in one act")
DESK_1 = Rule("DESK-1", "A counted cash desk is compared with the books")
DESK_2 = Rule("DESK-2", "A difference becomes an entry, and has a reason")
DESK_3 = Rule("DESK-3", "A closed period takes no more entries")
DISPUTE_1 = Rule("DISPUTE-1", "A dispute is about a game, and says what in it is disputed")
DISPUTE_2 = Rule("DISPUTE-2", "Players dispute and appeal in time")
DISPUTE_3 = Rule("DISPUTE-3", "A dispute is open, answered, ruled, appealed or withdrawn")
DISPUTE_4 = Rule("DISPUTE-4", "A steward rules, with a reason and a rule")
DISPUTE_5 = Rule("DISPUTE-5", "A ruling has effect once, and a later one takes the earlier back")
DISPUTE_6 = Rule("DISPUTE-6", "When a game is over, rulings move chips between wallets, to the unit")
BRANCH_1 = Rule("BRANCH-1", "A branch plays on from a step of a game, and touches nothing")

RULES: tuple[Rule, ...] = (
    TABLE_1,
    TABLE_6,
    TABLE_2,
    TABLE_7,
    TABLE_3,
    TABLE_5,
    TABLE_4,
    WALLET_5,
    WALLET_4,
    WALLET_1,
    WALLET_3,
    WALLET_6,
    WALLET_2,
    WALLET_7,
    PEOPLE_3,
    PEOPLE_1,
    PEOPLE_2,
    PEOPLE_4,
    DESK_1,
    DESK_2,
    DESK_3,
    DISPUTE_1,
    DISPUTE_2,
    DISPUTE_3,
    DISPUTE_4,
    DISPUTE_5,
    DISPUTE_6,
    BRANCH_1,
)
