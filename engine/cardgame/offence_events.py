"""What happens in every game against its rules as far as somebody says so, and what is ruled on it. What names a play, and what it
costs, is each game's own. `rule` is always the id of a rule.
"""

from engine.cardgame.events import OfCard
from engine.chips import Chips
from engine.declared import MISDEALS, PENALTIES, VIOLATION, Happened, Role, shared
from engine.moves import corrected, returned
from engine.parts import Stake


@shared("card_exposed", role=Role.EXPOSES, lands=(VIOLATION,), audit=MISDEALS, alike=True)
class CardExposed(OfCard):
    """While dealing the dealer has shown a card of the player at `seat`. Everybody knows it now."""


@shared("exposed_card_kept", role=Role.KEEPS, audit=MISDEALS, alike=True)
class ExposedCardKept(OfCard):
    """Its owner keeps the card that was shown."""


@shared("claim_made", audit=PENALTIES, alike=True)
class ClaimMade(Happened):
    """The player at `seat` says that a card was played against the rules. against: whose card it was.

    If neither ClaimUpheld nor ClaimUnfounded comes with it, the claim stays open, since nobody but its owner knows the hand.
    """


@shared("claim_upheld", role=Role.UPHOLDS, lands=(VIOLATION,), audit=PENALTIES, alike=True)
class ClaimUpheld(Happened):
    """The claim is right. rule: which was broken."""


@shared("claim_unfounded", role=Role.REFUTES, audit=PENALTIES, alike=True)
class ClaimUnfounded(Happened):
    """The claim is wrong: the card was played by the rules."""


@shared("claim_lapsed", role=Role.LAPSES, audit=PENALTIES, alike=True)
class ClaimLapsed(Happened):
    """The game is over, and nothing has shown whether the claim was right. The play stands, and it costs nobody anything."""


@shared("offence_found", lands=(VIOLATION,), audit=PENALTIES, alike=True)
class OffenceFound(Happened):
    """A steward finds, without a claim, that a card was played against the rules. rule: which was broken."""


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
