"""What happens in a game of Azi against the rules as far as somebody says so, what is ruled on it, and what it costs; what is alike
in every game stands in `engine/cardgame/offence_events.py`.

A card played against the rules is an ordinary CardPlayed: it becomes an offence when it is claimed or ruled on.
"""

from typing import TypeAlias

from engine.azi import rulebook as by
from engine.azi.parts import of_azi
from engine.azi.reasons import ANNULMENTS, OFFENCES
from engine.cardgame import offence_events as cardgame
from engine.cardgame.events import OfCard
from engine.chips import Chips
from engine.declared import MISDEALS, PENALTIES, PENALTY, SEATS, Happened, Role
from engine.moves import returned
from engine.parts import PlayedCard, Stake


@of_azi.also(by.AZI_VIOL_1)
class CardExposed(cardgame.CardExposed):
    """AZI-VIOL-1."""


@of_azi.also(by.AZI_VIOL_1)
class ExposedCardKept(cardgame.ExposedCardKept):
    """AZI-VIOL-1."""


@of_azi("card_replaced", by.AZI_VIOL_1, sealed={"replacement": SEATS}, role=Role.REPLACES, audit=MISDEALS)
class CardReplaced(OfCard):
    """AZI-VIOL-1: the card that was shown is out of the deal. replacement: by seat, its owner's alone, what he has got for it;
    sealed. Empty where nobody but him knows it."""

    replacement: dict[int, str]


@of_azi("claimant_named", by.AZI_CLAIM_1, role=Role.NAMES, audit=PENALTIES)
class ClaimantNamed(Happened):
    """AZI-CLAIM-1: `player` has sat down at this seat of the table since the game began. He is not in it, and claims."""

    seat: int
    player: str


@of_azi.also(by.AZI_CLAIM_1)
class ClaimMade(cardgame.ClaimMade):
    """AZI-CLAIM-1; it may stay open by AZI-DEAL-9."""

    trick: int
    card: str


@of_azi.also(by.AZI_VIOL_2)
class ClaimUpheld(cardgame.ClaimUpheld):
    """AZI-VIOL-2. rule: which was broken, e.g. "AZI-PLAY-2"."""

    trick: int
    card: str
    rule: str


@of_azi.also(by.AZI_CLAIM_1)
class ClaimUnfounded(cardgame.ClaimUnfounded):
    """AZI-CLAIM-1."""

    trick: int
    card: str


@of_azi.also(by.AZI_DEAL_9)
class ClaimLapsed(cardgame.ClaimLapsed):
    """AZI-DEAL-9."""

    trick: int
    card: str


@of_azi.also(by.AZI_VIOL_2)
class OffenceFound(cardgame.OffenceFound):
    """AZI-VIOL-2, without a claim."""

    trick: int
    card: str
    rule: str


@of_azi.also(by.AZI_VIOL_2, reasons=("offence", OFFENCES))
class PenaltyImposed(cardgame.PenaltyImposed):
    """Paid into the pot whatever the stack holds (AZI-VIOL-6).

    offence: "renege" (AZI-VIOL-2), "exposed_card" (AZI-VIOL-1), "missing_cut" (AZI-VIOL-5) or "false_claim" (AZI-CLAIM-1). trick:
    None where there is none.
    """

    trick: int | None


@of_azi("play_restored", by.AZI_VIOL_3, audit=PENALTIES)
class PlayRestored(Happened):
    """AZI-VIOL-3: the offending card and all that came after it are back in the hands. seat: whose turn it is again. taken_back: in
    the order of play, the offending card first."""

    deal: int
    trick: int
    seat: int
    taken_back: tuple[PlayedCard, ...]


@of_azi("player_put_out", by.AZI_VIOL_4, lands=(PENALTY,), audit=PENALTIES)
class PlayerPutOut(Happened):
    """AZI-VIOL-4: out of this game, for two offences in a row. What he has put in stays."""

    deal: int
    seat: int
    player: str
    rule: str


@of_azi(
    "deal_annulled",
    by.AZI_VIOL_3,
    reasons=("because", ANNULMENTS),
    fields={"returned": by.AZI_VOID_1},
    posts=returned,
    role=Role.ANNULS,
    audit=MISDEALS,
)
class DealAnnulled(Happened):
    """This deal counts no more and is dealt again.

    because: "exposed_card" (AZI-VIOL-1), "missing_cut" (AZI-VIOL-5), "renege" (AZI-VIOL-3), "put_out" (AZI-VIOL-4: his hand was
    needed), or "ruling" (AZI-VOID-1, with `reason`). again: who is dealt in again; after a ruling in a replay those who were in
    it, and whoever had bought in pays the same again; nobody yet if antes are posted as before this deal (or, in games of
    before, buy-ins offered again). returned: its antes, buy-ins and bids, which a ruling gives back; penalties stay.
    """

    deal: int
    because: str
    rule: str
    reason: str | None
    dealer: int
    again: tuple[int, ...]
    returned: tuple[Stake, ...]
    pot: Chips


@of_azi.also(by.AZI_REC_1)
class EntryCorrected(cardgame.EntryCorrected):
    """AZI-REC-1."""


@of_azi.also(by.AZI_VOID_1)
class GameVoided(cardgame.GameVoided):
    """AZI-VOID-1."""


# All of them, by what they are about.
Exposure: TypeAlias = CardExposed | ExposedCardKept | CardReplaced
Judging: TypeAlias = ClaimantNamed | ClaimMade | ClaimUpheld | ClaimUnfounded | ClaimLapsed | OffenceFound
Following: TypeAlias = PenaltyImposed | PlayRestored | PlayerPutOut | DealAnnulled
Offence: TypeAlias = Exposure | Judging | Following | EntryCorrected | GameVoided
