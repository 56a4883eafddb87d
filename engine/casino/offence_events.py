"""What happens in a game of Casino against the rules as far as somebody says so, what is ruled on it, and what it costs.

A play against the rules is an ordinary event of play: it becomes an offence when it is claimed or ruled on. `rule` is always the id
of a rule. A play is named by its deal and its card: nobody plays a card twice in a deck.
"""

from dataclasses import dataclass

from engine.casino.builds import Build
from engine.casino.parts import Score
from engine.chips import Chips
from engine.parts import Stake


@dataclass(frozen=True, slots=True)
class CardExposed:
    """CAS-VIOL-3: while dealing the dealer has shown a card of the player at `seat`. Everybody knows it now."""

    deal: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class ExposedCardKept:
    """CAS-VIOL-3: its owner keeps the card that was shown."""

    deal: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """CAS-VIOL-3: this deal counts no more and is dealt anew, for `because` = "exposed_card", at the word of the player at
    `seat`."""

    deal: int
    because: str
    rule: str
    seat: int
    dealer: int


@dataclass(frozen=True, slots=True)
class CardPlayedOutOfTurn:
    """CAS-VIOL-4: the card lies exposed, still his, until his turn."""

    deal: int
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """CAS-VIOL-1: the player at `seat` says that this card was played against the rules. against: whose card it was."""

    seat: int
    deal: int
    card: str
    against: int


@dataclass(frozen=True, slots=True)
class ClaimUpheld:
    """The claim is right. rule: which was broken, e.g. "CAS-CAP-2"."""

    seat: int
    deal: int
    card: str
    against: int
    rule: str


@dataclass(frozen=True, slots=True)
class ClaimUnfounded:
    """The claim is wrong: the card was played by the rules."""

    seat: int
    deal: int
    card: str
    against: int


@dataclass(frozen=True, slots=True)
class OffenceFound:
    """A steward finds, without a claim, that this card was played against the rules. rule: which was broken."""

    deal: int
    card: str
    against: int
    rule: str


@dataclass(frozen=True, slots=True)
class PlayRestored:
    """CAS-VIOL-1: the table as it is now that the false build is taken apart, or the cards that were gathered have gone back. The
    card that was played, and what does not belong, lies loose. seat: whose play it was."""

    deal: int
    seat: int
    card: str
    loose: tuple[str, ...]
    builds: tuple[Build, ...]


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


@dataclass(frozen=True, slots=True)
class MissingLastClaimed:
    """CAS-DEAL-3: the player at `seat` has said that the last deal was not announced. dealer: who did not. scores: of those who get
    a point for it, after it; empty where it costs nothing."""

    deal: int
    seat: int
    dealer: int
    scores: tuple[Score, ...]


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


@dataclass(frozen=True, slots=True)
class GameVoided:
    """Everybody has back what he put in. pot: 0 after it."""

    deal: int
    reason: str
    returned: tuple[Stake, ...]
    pot: Chips


EVENTS: dict[str, type] = {
    "casino.card_exposed": CardExposed,
    "casino.exposed_card_kept": ExposedCardKept,
    "casino.deal_annulled": DealAnnulled,
    "casino.card_played_out_of_turn": CardPlayedOutOfTurn,
    "casino.claim_made": ClaimMade,
    "casino.claim_upheld": ClaimUpheld,
    "casino.claim_unfounded": ClaimUnfounded,
    "casino.offence_found": OffenceFound,
    "casino.play_restored": PlayRestored,
    "casino.points_deducted": PointsDeducted,
    "casino.missing_last_claimed": MissingLastClaimed,
    "casino.entry_corrected": EntryCorrected,
    "casino.game_voided": GameVoided,
}
