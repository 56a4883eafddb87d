"""What happens in a game of Azi against the rules as far as somebody says so, what is ruled on it, and what it costs.

A card played against the rules is an ordinary CardPlayed: it becomes an offence when it is claimed or ruled on. As in `events.py`
chips move only by events that name the player and the amount, or carry stakes; `pot` is the pot after the event. `rule` is always
the id of a rule.
"""

from dataclasses import dataclass

from engine.azi import rulebook as by
from engine.azi.parts import of_azi
from engine.azi.reasons import ANNULMENTS, OFFENCES
from engine.chips import Chips
from engine.declared import MISDEALS, PENALTIES, PENALTY, SEATS, VIOLATION, Role
from engine.moves import POT, STACK, Move, Moves, corrected, returned
from engine.parts import PlayedCard, Stake


@of_azi("card_exposed", by.AZI_VIOL_1, role=Role.EXPOSES, lands=(VIOLATION,), audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class CardExposed:
    """AZI-VIOL-1: while dealing the dealer has shown a card of the player at `seat`. Everybody knows it now."""

    deal: int
    seat: int
    card: str


@of_azi("exposed_card_kept", by.AZI_VIOL_1, role=Role.KEEPS, audit=MISDEALS, alike=True)
@dataclass(frozen=True, slots=True)
class ExposedCardKept:
    """AZI-VIOL-1: its owner keeps the card that was shown."""

    deal: int
    seat: int
    card: str


@of_azi("card_replaced", by.AZI_VIOL_1, sealed={"replacement": SEATS}, role=Role.REPLACES, audit=MISDEALS)
@dataclass(frozen=True, slots=True)
class CardReplaced:
    """AZI-VIOL-1: the card that was shown is out of the deal. replacement: by seat, its owner's alone, what he has got for it;
    sealed. Empty where nobody but him knows it."""

    deal: int
    seat: int
    card: str
    replacement: dict[int, str]


@of_azi("claimant_named", by.AZI_CLAIM_1, role=Role.NAMES, audit=PENALTIES)
@dataclass(frozen=True, slots=True)
class ClaimantNamed:
    """AZI-CLAIM-1: `player` has sat down at this seat of the table since the game began. He is not in it, and claims."""

    seat: int
    player: str


@of_azi("claim_made", by.AZI_CLAIM_1, audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimMade:
    """AZI-CLAIM-1: the player at `seat` says that this card was played against the rules. against: whose card it was.

    If neither ClaimUpheld nor ClaimUnfounded comes with it, the claim stays open, since nobody but its owner knows the hand
    (AZI-DEAL-9).
    """

    seat: int
    deal: int
    trick: int
    card: str
    against: int


@of_azi("claim_upheld", by.AZI_VIOL_2, role=Role.UPHOLDS, lands=(VIOLATION,), audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimUpheld:
    """The claim is right. rule: which was broken, e.g. "AZI-PLAY-2"."""

    seat: int
    deal: int
    trick: int
    card: str
    against: int
    rule: str


@of_azi("claim_unfounded", by.AZI_CLAIM_1, role=Role.REFUTES, audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimUnfounded:
    """The claim is wrong: the card was played by the rules."""

    seat: int
    deal: int
    trick: int
    card: str
    against: int


@of_azi("claim_lapsed", by.AZI_DEAL_9, role=Role.LAPSES, audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class ClaimLapsed:
    """AZI-DEAL-9: the game is over, and nothing has decided this claim. The play stands, and the claim costs nothing."""

    seat: int
    deal: int
    trick: int
    card: str
    against: int


@of_azi("offence_found", by.AZI_VIOL_2, lands=(VIOLATION,), audit=PENALTIES, alike=True)
@dataclass(frozen=True, slots=True)
class OffenceFound:
    """A steward finds, without a claim, that this card was played against the rules. rule: which was broken."""

    deal: int
    trick: int
    card: str
    against: int
    rule: str


def _penalty(event: "PenaltyImposed") -> Moves:
    """AZI-VIOL-6: into the pot, whatever the stack holds."""
    kind = f"penalty_{event.offence}" if event.offence in OFFENCES else "penalty"
    return (Move(STACK, POT, event.player, event.chips, kind),)


@of_azi(
    "penalty_imposed",
    by.AZI_VIOL_2,
    reasons=("offence", OFFENCES),
    posts=_penalty,
    role=Role.FINES,
    lands=(PENALTY,),
    audit=PENALTIES,
)
@dataclass(frozen=True, slots=True)
class PenaltyImposed:
    """What an offence costs, paid into the pot whatever the stack holds (AZI-VIOL-6).

    offence: "renege" (AZI-VIOL-2), "exposed_card" (AZI-VIOL-1), "missing_cut" (AZI-VIOL-5) or "false_claim" (AZI-CLAIM-1). rule: by
    which it costs; broken: which was broken. found_by: "claim", "steward" or "demand"; claimant: the seat that claimed or demanded.
    deal, trick, card: what it is about; trick and card None where there is none.
    """

    deal: int
    trick: int | None
    card: str | None
    seat: int
    player: str
    chips: Chips
    pot: Chips
    offence: str
    rule: str
    broken: str
    found_by: str
    claimant: int | None


@of_azi("play_restored", by.AZI_VIOL_3, audit=PENALTIES)
@dataclass(frozen=True, slots=True)
class PlayRestored:
    """AZI-VIOL-3: the offending card and all that came after it are back in the hands. seat: whose turn it is again. taken_back: in
    the order of play, the offending card first."""

    deal: int
    trick: int
    seat: int
    taken_back: tuple[PlayedCard, ...]


@of_azi("player_put_out", by.AZI_VIOL_4, lands=(PENALTY,), audit=PENALTIES)
@dataclass(frozen=True, slots=True)
class PlayerPutOut:
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
@dataclass(frozen=True, slots=True)
class DealAnnulled:
    """This deal counts no more and is dealt anew.

    because: "exposed_card" (AZI-VIOL-1), "missing_cut" (AZI-VIOL-5), "renege" (AZI-VIOL-3), "put_out" (AZI-VIOL-4: his hand was
    needed), or "ruling" (AZI-VOID-1, with `reason`). again: who is dealt in again; after a ruling in a replay those who were in it,
    and who had bought in pays the same again; nobody yet if antes are posted as before this deal (or, in games of before, buy-ins
    offered anew). returned: its antes, buy-ins and bids, which a ruling gives back; penalties stay.
    """

    deal: int
    because: str
    rule: str
    reason: str | None
    dealer: int
    again: tuple[int, ...]
    returned: tuple[Stake, ...]
    pot: Chips


@of_azi("entry_corrected", by.AZI_REC_1, posts=corrected, role=Role.CORRECTS, alike=True)
@dataclass(frozen=True, slots=True)
class EntryCorrected:
    """AZI-REC-1: the game is as it was before its event number `step`, but for the top-ups, leavings and the end time since then.

    returned: what comes back out of the pot, taken: what goes into it again, since an event that had moved it is undone; so neither
    needs an earlier event.
    """

    step: int
    reason: str
    returned: tuple[Stake, ...]
    taken: tuple[Stake, ...]
    pot: Chips


@of_azi("game_voided", by.AZI_VOID_1, posts=returned, role=Role.VOIDS, alike=True)
@dataclass(frozen=True, slots=True)
class GameVoided:
    """AZI-VOID-1: everybody has back what he put in, penalties too. pot: 0 after it."""

    deal: int
    reason: str
    returned: tuple[Stake, ...]
    pot: Chips
