"""What happens in every game against its rules as far as somebody says so, and what is ruled on it. What names a play, and what it
costs, is each game's own. `rule` is always the id of a rule.
"""

from dataclasses import dataclass

from engine.cardgame.events import OfCard, OfSeat
from engine.chips import Chips
from engine.declared import MISDEALS, PENALTIES, PENALTY, VIOLATION, Happened, Role, declared, shared
from engine.moves import POT, STACK, Move, Moves, corrected, returned
from engine.parts import Stake


@shared("card_exposed", role=Role.EXPOSES, lands=(VIOLATION,), audit=MISDEALS, alike=True)
class CardExposed(OfCard):
    """While dealing the dealer has shown a card of the player at `seat`. Everybody knows it now."""


@shared("exposed_card_kept", role=Role.KEEPS, audit=MISDEALS, alike=True)
class ExposedCardKept(OfCard):
    """Its owner keeps the card that was shown."""


@dataclass(frozen=True, slots=True)
class AboutPlay(Happened):
    """About a play in that deal, of the player at seat `against`; what else names it is each game's own."""

    deal: int
    against: int


@dataclass(frozen=True, slots=True)
class Claimed(Happened):
    """What the player at `seat` claims of a play in that deal, of the player at seat `against`; what else names it is each game's
    own."""

    seat: int
    deal: int
    against: int


@shared("claim_made", audit=PENALTIES, alike=True)
class ClaimMade(Claimed):
    """He says that it went against the rules.

    If neither ClaimUpheld nor ClaimUnfounded comes with it, the claim stays open, since nobody but its owner knows the hand.
    """


@shared("claim_upheld", role=Role.UPHOLDS, lands=(VIOLATION,), audit=PENALTIES, alike=True)
class ClaimUpheld(Claimed):
    """The claim is right. rule: which was broken."""


@shared("claim_unfounded", role=Role.REFUTES, audit=PENALTIES, alike=True)
class ClaimUnfounded(Claimed):
    """The claim is wrong: the card was played by the rules."""


@shared("claim_lapsed", role=Role.LAPSES, audit=PENALTIES, alike=True)
class ClaimLapsed(Claimed):
    """The game is over, and nothing has shown whether the claim was right. The play stands, and it costs nobody anything."""


@shared("offence_found", lands=(VIOLATION,), audit=PENALTIES, alike=True)
class OffenceFound(AboutPlay):
    """A steward finds, without a claim, that a card was played against the rules. rule: which was broken."""


def _penalty(event: "PenaltyImposed") -> Moves:
    """Into the pot, whatever the stack holds; kept apart by offences that the game knows."""
    kind = f"penalty_{event.offence}" if event.offence in declared(event).reasons else "penalty"
    return (Move(STACK, POT, event.player, event.chips, kind),)


@shared("penalty_imposed", posts=_penalty, role=Role.FINES, lands=(PENALTY,), audit=PENALTIES)
class PenaltyImposed(OfSeat):
    """What an offence costs, paid into the pot whatever the stack holds.

    offence: in the words of the game. rule: by which it costs; broken: which was broken. found_by: "claim", "steward" or "demand";
    claimant: the seat that claimed or demanded. card: what it is about; None where there is none.
    """

    player: str
    card: str | None
    chips: Chips
    pot: Chips
    offence: str
    rule: str
    broken: str
    found_by: str
    claimant: int | None


@shared("entry_corrected", posts=corrected, role=Role.CORRECTS, alike=True)
class EntryCorrected(Happened):
    """The game is as it was before its event number `step`, but for the top-ups, leavings and the end time since then.

    returned: what comes back out of the pot, taken: what goes into it again, since an event that had moved it is undone; so neither
    needs an earlier event.
    """

    step: int
    reason: str
    returned: tuple[Stake, ...]
    taken: tuple[Stake, ...]
    pot: Chips


@shared("game_voided", posts=returned, role=Role.VOIDS, alike=True)
class GameVoided(Happened):
    """Everybody has back what he put in, penalties too. pot: 0 after it."""

    deal: int
    reason: str
    returned: tuple[Stake, ...]
    pot: Chips
