"""The state of one game of Azi."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from engine.azi.house_rules import HouseRules
from engine.azi.offences import NO_OFFENCES, Laid, Offences, PastDeal
from engine.azi.particulars import AZI, BETWEEN_DEALS, DEALT, RITUAL
from engine.cardgame.house import not_agreed
from engine.cardgame.particulars import Particulars
from engine.cardgame.state import CardGame

__all__ = ["BETWEEN_DEALS", "DEALT", "RITUAL", "Game", "PastDeal"]

NO_HOUSE = not_agreed(HouseRules)


@dataclass(frozen=True)
class Game(CardGame[Laid]):
    """phase, beside those of every game:
      cut           the cutter may reshuffle too
      last_shuffle  the dealer shuffles once more, or offers the cut
      last_cut      the cutter cuts
      exposed       the owner of a card that was shown may have it replaced too
      blind         first hand bets blind, declines, or looks
      stay          stay or fold
      bid           bet, check, call, raise, fold
      discard       those who are in and have not put a card away do so, in any order; turn: the first of them
      buy_in        the seat asked buys in or declines
    and, left again within the same act: ante, offer, offer_last.
    """

    by: ClassVar[Particulars] = AZI

    house: HouseRules = NO_HOUSE
    own_dealer: int = 0  # whose deal this game is, also while somebody stands in for him (AZI-DEAL-2)
    stand_in: bool = False  # he deals this replay only because the game's own dealer is not in it (AZI-DEAL-2)
    cutter: int = 0
    azis: int = 0
    discards: dict[int, str] = field(default_factory=dict)  # put away in this deal, "" where only its owner knows it
    declared: tuple[int, ...] = ()  # raznomast in this deal
    invitations: tuple[tuple[int, int], ...] = ()  # to azi in this deal: who, whom
    unanswered: tuple[tuple[int, int], ...] = ()  # of them
    partners: tuple[int, ...] = ()  # who has agreed to play to azi
    stock: tuple[str, ...] | None = None
    trump: str = ""  # the card
    blind: int = 0  # chips of the blind bet that opened, 0: none
    looked: bool = False  # first hand may see its cards
    price: int = 0  # 0: no bet stands
    paid: dict[int, int] = field(default_factory=dict)  # what counts towards the price
    raises: int = 0  # in this deal, by all together, the opening bet included
    raiser: int = 0  # who first made the highest bid
    spoken: tuple[int, ...] = ()  # of the active, who owes no word at this price
    played: tuple[int, ...] = ()  # who was in when play began
    trick: tuple[tuple[int, str], ...] = ()
    takers: tuple[int, ...] = ()  # of the tricks of this deal, in order
    joined: tuple[int, ...] = ()  # who is in the replay that is being prepared
    asked: tuple[int, ...] = ()  # who has still to answer the offer to buy in
    offers: dict[int, int] = field(default_factory=dict)  # what it costs each of them now
    rejoining: bool = False  # whoever had bought into a void replay pays as before, and nobody is asked (AZI-VOID-1)
    anted: tuple[int, ...] = ()  # who has posted every ante of this game so far, or none yet
    past: tuple[PastDeal, ...] = ()  # deals that are over, in order
    offences: Offences = NO_OFFENCES
    # The game when this deal began, before its antes or buy-ins, but with the penalties, top-ups and leavings since (AZI-VOID-1).
    begun: Game | None = field(default=None, repr=False)

    @property
    def tricks(self) -> dict[int, int]:
        """How many tricks each of those in the play has taken in this deal."""
        return {seat: self.takers.count(seat) for seat in self.active}

    @property
    def trump_from(self) -> str:
        """AZI-DEAL-6: "dealer_last" if the trump is the dealer's own card, else "stock"."""
        own = self.house.trump_from == "dealer_last" and self.dealer in self.dealt_to and not self.stand_in
        return "dealer_last" if own else "stock"

    @property
    def before_lead(self) -> bool:
        """Whether cards are dealt in a game without bidding, and none has been put away or played (AZI-ROUL-1)."""
        dealt = self.phase in ("discard", "play") and self.house.bidding == "none"
        return dealt and not self.discards and not self.trick and not self.takers

    @property
    def put_in(self) -> dict[int, int]:
        """What each has really put in during this deal's bidding: a blind bet of b, where it counts as 2b, is b (AZI-BID-6)."""
        if not (self.paid and self.blind and self.house.blind_counts_double):
            return self.paid
        bettor = self.dealt_to[0]
        return {**self.paid, bettor: self.paid[bettor] - self.blind}

    @property
    def eligible(self) -> tuple[int, ...]:
        """Of them, who has not been put out of the game either (AZI-VIOL-4), ascending."""
        out = self.offences.out
        return tuple([seat for seat in self.staying if seat not in out]) if out else self.staying

    @property
    def again(self) -> tuple[int, ...]:
        """Of them, to whom this deal goes or went, who folded included, ascending: who is in it if it is dealt again."""
        return tuple([seat for seat in self.eligible if seat in self.dealt_to])
