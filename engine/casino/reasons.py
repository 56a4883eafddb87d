"""Which rule is behind an event of Casino by what it says of itself, for each word that may stand there; and behind single
fields.
"""

from engine.casino import rulebook as by
from engine.room.rulebook import TABLE_1

WON_BY = {
    "claim": by.CAS_CLAIM_1,
    "false_claim": by.CAS_VIOL_2,
    "false_build": by.CAS_VIOL_1,
    "left": by.CAS_OUT_1,
    "target": by.CAS_CLAIM_2,
    "decks": by.CAS_SCORE_6,
}
CLAIMS = {True: by.CAS_CLAIM_1, False: by.CAS_VIOL_2}
EXCLUSIONS = dict.fromkeys(("false_claim", "false_build"), by.CAS_OUT_1)  # and the one that the event names
ENDINGS = {"won": by.CAS_DEAL_4, "split": by.CAS_DEAL_4, "void": by.CAS_VOID_1}
ANNULMENTS = {"exposed_card": by.CAS_VIOL_3}
OFFENCES = {"false_build": by.CAS_VIOL_1}

AS_AGREED = {"dealer": by.CAS_DEAL_4, **dict.fromkeys(("house", "unit", "scale"), TABLE_1)}
OF_DEALING = {"table": by.CAS_DEAL_2, "dealer": by.CAS_DEAL_4}
IN_SCORING = {"sides": by.CAS_SCORE_4, "checked": by.CAS_SCORE_4, "next_dealer": by.CAS_DEAL_4}
OF_THE_TARGET = dict.fromkeys(("points", "target", "right"), by.CAS_CLAIM_1)
AT_THE_END = {"how": by.CAS_POT_1, "stacks": by.CAS_POT_1, "left": by.CAS_OUT_1}
