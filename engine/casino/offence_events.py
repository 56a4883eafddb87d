"""What happens in a game of Casino against the rules as far as somebody says so, what is ruled on it, and what it costs.

A play against the rules is an ordinary event of play: it becomes an offence when it is claimed or ruled on. `rule` is always the id
of a rule. A play is named by its deal and its card: nobody plays a card twice in a deck.
"""

from dataclasses import dataclass

from engine.casino import rulebook as by
from engine.casino.builds import Build
from engine.casino.parts import Score, of_casino
from engine.casino.reasons import ANNULMENTS, OFFENCES
from engine.chips import Chips
from engine.declared import MISDEALS, PENALTIES, PENALTY, VIOLATION, Role
from engine.moves import corrected, returned
from engine.parts import Stake


@of_casino("card_exposed", by.CAS_VIOL_3, role=Role.EXPOSES, lands=(VIOLATION,), audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class CardExposed:
    """CAS-VIOL-3: while dealing the dealer has shown a card of the player at `seat`. Everybody knows it now."""

    deal: int
    seat: int
    card: str


@of_casino("exposed_card_kept", by.CAS_VIOL_3, role=Role.KEEPS, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class ExposedCardKept:
    """CAS-VIOL-3: its owner keeps the card that was shown."""

    deal: int
    seat: int
    card: str


@of_casino("deal_annulled", by.CAS_VIOL_3, reasons=("because", ANNULMENTS), role=Role.ANNULS, audit=MISDEALS)
@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """CAS-VIOL-3: this deal counts no more and is dealt anew, for `because` = "exposed_card", at the word of the player at
    `seat`."""

    deal: int
    because: str
    rule: str
    seat: int
    dealer: int


@of_casino("card_played_out_of_turn", by.CAS_VIOL_4, lands=(VIOLATION,))
@dataclass(frozen=True, slots=True)
class CardPlayedOutOfTurn:
    """CAS-VIOL-4: the card lies exposed, still his, until his turn."""

    deal: int
    seat: int
    card: str


@of_casino("claim_made", by.CAS_VIOL_1, audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimMade:
    """CAS-VIOL-1: the player at `seat` says that this card was played against the rules. against: whose card it was."""

    seat: int
    deal: int
    card: str
    against: int


@of_casino("claim_upheld", by.CAS_VIOL_1, role=Role.UPHOLDS, lands=(VIOLATION,), audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimUpheld:
    """The claim is right. rule: which was broken, e.g. "CAS-CAP-2"."""

    seat: int
    deal: int
    card: str
    against: int
    rule: str


@of_casino("claim_unfounded", by.CAS_VIOL_1, role=Role.REFUTES, audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimUnfounded:
    """The claim is wrong: the card was played by the rules."""

    seat: int
    deal: int
    card: str
    against: int


@of_casino("claim_lapsed", by.CAS_DEAL_6, role=Role.LAPSES, audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimLapsed:
    """CAS-DEAL-6: the game is over, and nothing that came up has shown whether the claim was right. It costs nobody anything."""

    seat: int
    deal: int
    card: str
    against: int


@of_casino("offence_found", by.CAS_VIOL_1, lands=(VIOLATION,), audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class OffenceFound:
    """A steward finds, without a claim, that this card was played against the rules. rule: which was broken."""

    deal: int
    card: str
    against: int
    rule: str


@of_casino("play_restored", by.CAS_VIOL_1, audit=PENALTIES)
@dataclass(frozen=True, slots=True)
class PlayRestored:
    """CAS-VIOL-1: the table as it is now that the false build is taken apart, or the cards that were gathered have gone back. The
    card that was played, and what does not belong, lies loose. seat: whose play it was."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    builds: tuple[Build, ...]


@of_casino("points_deducted", by.CAS_VIOL_1, reasons=("offence", OFFENCES), role=Role.FINES, lands=(PENALTY,), audit=PENALTIES)
@dataclass(frozen=True, slots=True)
class PointsDeducted:
    """CAS-VIOL-1: what a false build costs. score: of his side after it. found_by: "claim" or "steward"; claimant: the seat that
    claimed. broken: the rule that was broken."""

    deal: int
    seat: int
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
@dataclass(frozen=True, slots=True)
class MissingLastClaimed:
    """CAS-DEAL-3: the player at `seat` has said that the last deal was not announced. dealer: who did not. scores: of those who get
    a point for it, after it; empty where it costs nothing."""

    deal: int
    seat: int
    dealer: int
    scores: tuple[Score, ...]


@of_casino("entry_corrected", by.CAS_REC_1, posts=corrected, role=Role.CORRECTS, alike=True)
@dataclass(frozen=True, slots=True)
class EntryCorrected:
    """CAS-REC-1: the game is as it was before its event number `step`, but for the top-ups, leavings and the end time since then.

    returned: what comes back out of the pot, taken: what goes into it again, since an event that had moved it is undone; so neither
    needs an earlier event.
    """

    step: int
    reason: str
    returned: tuple[Stake, ...]
    taken: tuple[Stake, ...]
    pot: Chips


@of_casino("game_voided", by.CAS_VOID_1, posts=returned, role=Role.VOIDS, alike=True)
@dataclass(frozen=True, slots=True)
class GameVoided:
    """Everybody has back what he put in. pot: 0 after it."""

    deal: int
    reason: str
    returned: tuple[Stake, ...]
    pot: Chips
