"""The rules of Stich that the engine cites, in order of precedence."""

from engine.rules import Rule

STI_ORDER_1 = Rule("STI-ORDER-1", "First whether there is a game, then who, then when")
STI_ANTE_1 = Rule("STI-ANTE-1", "Two to six players, and everybody posts the ante")
STI_DEAL_1 = Rule("STI-DEAL-1", "The service shuffles, and deals three cards to each")
STI_PLAY_1 = Rule("STI-PLAY-1", "Who has the suit led follows it; the highest card of it takes the pot")
STI_VIOL_1 = Rule("STI-VIOL-1", "A renege costs the penalty, into the pot, and its card takes nothing")
STI_REC_1 = Rule("STI-REC-1", "A mistyped entry is corrected as long as no card has come out")
STI_VOID_1 = Rule("STI-VOID-1", "A void game gives everybody back what he put in")

RULES = tuple([rule for rule in globals().values() if isinstance(rule, Rule)])
