"""What happens in Stich. Most of it happens in every game, and is declared here with the rule that Stich cites."""

from dataclasses import dataclass

from engine.stich import rulebook as by
from engine.stich.house_rules import HouseRules

from engine.cardgame import events, offence_events
from engine.cardgame.events import OfCard, OfSeat
from engine.chips import Chips
from engine.declared import DECK, MISDEALS, PENALTIES, PENALTY, SEATS, TRICK, Family, Happened, Role
from engine.moves import stake, stakes
from engine.room.rulebook import TABLE_3

of_stich = Family("stich")
of_stich.takes(by.STI_DEAL_1, events.LotDrawn, events.DeckCommitted, events.DeckCut, events.DeckRevealed)
of_stich.takes(by.STI_PLAY_1, events.PotAwarded, events.GameEnded)
of_stich.takes(by.STI_ORDER_1, events.EndTimeReached)
of_stich.takes(by.STI_REC_1, offence_events.EntryCorrected)
of_stich.takes(by.STI_VOID_1, offence_events.GameVoided)


@dataclass(frozen=True, slots=True)
class OfPlay(Happened):
    """A play is named by its card: there is one deal."""

    deal: int
    card: str
    against: int


@dataclass(frozen=True, slots=True)
class ByOne(OfPlay):
    seat: int


@of_stich.also(by.STI_VIOL_1)
class ClaimMade(ByOne, offence_events.ClaimMade):
    pass


@of_stich.also(by.STI_VIOL_1)
class ClaimUpheld(ByOne, offence_events.ClaimUpheld):
    rule: str


@of_stich.also(by.STI_VIOL_1)
class ClaimUnfounded(ByOne, offence_events.ClaimUnfounded):
    pass


@of_stich.also(by.STI_VIOL_1)
class OffenceFound(OfPlay, offence_events.OffenceFound):
    rule: str


@of_stich.also(TABLE_3)
class GameStarted(events.GameStarted):
    house: HouseRules


@of_stich("antes_posted", by.STI_ANTE_1, posts=stakes("stake"))
class AntesPosted(events.StakesPosted):
    """Who cannot pay does not play."""


@of_stich("cards_dealt", by.STI_DEAL_1, sealed={"hands": SEATS, "stock": DECK}, role=Role.DEALS, audit=MISDEALS)
class CardsDealt(Happened):
    deal: int
    dealer: int
    hands: dict[int, tuple[str, ...]]
    stock: tuple[str, ...]


@of_stich("card_played", by.STI_PLAY_1, role=Role.PLAYS, lands=(TRICK,))
class CardPlayed(OfCard):
    """One card of each."""


@of_stich("penalty_imposed", by.STI_VIOL_1, posts=stake("penalty"), role=Role.FINES, lands=(PENALTY,), audit=PENALTIES)
class PenaltyImposed(OfSeat):
    player: str
    card: str
    chips: Chips
    offence: str
    rule: str
    broken: str
    found_by: str
    claimant: int | None
    pot: Chips


EVENTS = of_stich.events
