"""What happens in Stich. Most of it happens in every game, and is taken from the kernel with the rule that Stich cites."""

from engine.stich import rulebook as by
from engine.stich.house_rules import HouseRules

from engine.cardgame import card_claims, events, offence_events
from engine.declared import TRICK, Family, Role
from engine.room.rulebook import TABLE_3

of_stich = Family("stich")
of_stich.takes(by.STI_ANTE_1, events.AntesPosted)
of_stich.takes(by.STI_DEAL_1, events.LotDrawn, events.DeckCommitted, events.DeckCut, events.CardsDealt, events.DeckRevealed)
of_stich.takes(by.STI_PLAY_1, events.PotAwarded, events.GameEnded)
of_stich.takes(by.STI_ORDER_1, events.EndTimeReached)
of_stich.takes(by.STI_VIOL_1, *card_claims.EVENTS, offence_events.PenaltyImposed)
of_stich.takes(by.STI_REC_1, offence_events.EntryCorrected)
of_stich.takes(by.STI_VOID_1, offence_events.GameVoided)


@of_stich.also(TABLE_3)
class GameStarted(events.GameStarted):
    house: HouseRules


@of_stich("card_played", by.STI_PLAY_1, role=Role.PLAYS, lands=(TRICK,))
class CardPlayed(events.OfCard):
    """One card of each."""
