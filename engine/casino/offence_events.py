"""What happens in a game of Casino against the rules as far as somebody says so, what is ruled on it, and what it costs; what is
alike in every game stands in `engine/cardgame/offence_events.py`.

A play against the rules is an ordinary event of play: it becomes an offence when it is claimed or ruled on. It is named by its deal
and its card, since nobody plays a card twice in a deck.
"""

from typing import TypeAlias

from engine.cardgame import card_claims
from engine.cardgame import offence_events as cardgame
from engine.cardgame.events import OfCard, OfSeat
from engine.casino import rulebook as by
from engine.casino.builds import Build
from engine.casino.parts import Score, of_casino
from engine.casino.reasons import ANNULMENTS, OFFENCES
from engine.declared import MISDEALS, PENALTIES, PENALTY, VIOLATION, Happened, Role


@of_casino.also(by.CAS_VIOL_3)
class CardExposed(cardgame.CardExposed):
    """CAS-VIOL-3."""


@of_casino.also(by.CAS_VIOL_3)
class ExposedCardKept(cardgame.ExposedCardKept):
    """CAS-VIOL-3."""


@of_casino("deal_annulled", by.CAS_VIOL_3, reasons=("because", ANNULMENTS), role=Role.ANNULS, audit=MISDEALS)
class DealAnnulled(Happened):
    """CAS-VIOL-3: this deal counts no more and is dealt again, for `because` = "exposed_card", at the word of the player at
    `seat`."""

    deal: int
    because: str
    rule: str
    seat: int
    dealer: int


@of_casino("card_played_out_of_turn", by.CAS_VIOL_4, lands=(VIOLATION,))
class CardPlayedOutOfTurn(OfCard):
    """CAS-VIOL-4: the card lies exposed, still his, until his turn."""


@of_casino.also(by.CAS_VIOL_1)
class ClaimMade(card_claims.ClaimMade):
    """CAS-VIOL-1; it may stay open by CAS-DEAL-6."""


@of_casino.also(by.CAS_VIOL_1)
class ClaimUpheld(card_claims.ClaimUpheld):
    """CAS-VIOL-1. rule: which was broken, e.g. "CAS-CAP-2"."""


@of_casino.also(by.CAS_VIOL_1)
class ClaimUnfounded(card_claims.ClaimUnfounded):
    """CAS-VIOL-1."""


@of_casino.also(by.CAS_DEAL_6)
class ClaimLapsed(card_claims.ClaimLapsed):
    """CAS-DEAL-6."""


@of_casino.also(by.CAS_VIOL_1)
class OffenceFound(card_claims.OffenceFound):
    """CAS-VIOL-1, without a claim."""


@of_casino("play_restored", by.CAS_VIOL_1, audit=PENALTIES)
class PlayRestored(OfCard):
    """CAS-VIOL-1: the table as it is now that the false build is taken apart, or the cards that were gathered have gone back. The
    card that was played, and what does not belong, lies loose. seat: whose play it was."""

    loose: tuple[str, ...]
    builds: tuple[Build, ...]


@of_casino("points_deducted", by.CAS_VIOL_1, reasons=("offence", OFFENCES), role=Role.FINES, lands=(PENALTY,), audit=PENALTIES)
class PointsDeducted(OfSeat):
    """CAS-VIOL-1: what a false build costs. score: of his side after it. found_by: "claim" or "steward"; claimant: the seat that
    claimed. broken: the rule that was broken."""

    player: str
    card: str
    points: int
    score: int
    offence: str
    rule: str
    broken: str
    found_by: str
    claimant: int | None


@of_casino("missing_last_claimed", by.CAS_DEAL_3, lands=(PENALTY, VIOLATION), audit=PENALTIES)
class MissingLastClaimed(OfSeat):
    """CAS-DEAL-3: the player at `seat` has said that the last deal was not announced. dealer: who did not. scores: of those who get
    a point for it, after it; empty where it costs nothing."""

    dealer: int
    scores: tuple[Score, ...]


@of_casino.also(by.CAS_REC_1)
class EntryCorrected(cardgame.EntryCorrected):
    """CAS-REC-1."""


@of_casino.also(by.CAS_VOID_1)
class GameVoided(cardgame.GameVoided):
    """CAS-VOID-1."""


# All of them, by what they are about.
Exposure: TypeAlias = CardExposed | ExposedCardKept | DealAnnulled | CardPlayedOutOfTurn
Judging: TypeAlias = ClaimMade | ClaimUpheld | ClaimUnfounded | ClaimLapsed | OffenceFound
Following: TypeAlias = PlayRestored | PointsDeducted | MissingLastClaimed
Offence: TypeAlias = Exposure | Judging | Following | EntryCorrected | GameVoided
