"""What happens in a dispute. Chips move by `Ruled` alone; the wallets' events that tell of them are mirrors.

The stream of a dispute is named after its game, so neither a posting nor a reader needs an earlier event to know the pot concerned.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.chips import Chips
from engine.declared import PENALTIES, Family, Happened, Role
from engine.disputes.commands import DECISIONS, KINDS
from engine.moves import PENALTIES as HOUSE
from engine.moves import POT, WALLET, Move, Moves
from engine.room import rulebook as by

of_dispute = Family("dispute", audit=PENALTIES, told=False)


@of_dispute("opened", by.DISPUTE_1, reasons=("kind", dict.fromkeys(KINDS)))
class Opened(Happened):
    """DISPUTE-1. dispute: its id, "{game}-{number}"; game: "{table}-{number}". kind: one of KINDS; words: what the opener says.

    step, deal, trick, card, seat, amount: what is disputed, as far as he names it. by: who opened it; role: as what, "player" or
    "steward". seen: the game's version then, head: the hash of its last event: the evidence is the game up to there. hours: how
    long after a game or a ruling players may still dispute it, by the rules of the table (DISPUTE-2).
    """

    dispute: str
    game: str
    table: str
    kind: str
    words: str
    step: int | None
    deal: int | None
    trick: int | None
    card: str | None
    seat: int | None
    amount: Chips | None
    by: str
    role: str
    seen: int
    head: str
    hours: int


@of_dispute("answered", by.DISPUTE_3)
class Answered(Happened):
    """DISPUTE-3: somebody concerned says what he has to say."""

    by: str
    role: str
    words: str


@dataclass(frozen=True, slots=True)
class Movement:
    """Chips of one player that a ruling moves, more than zero, from or to his wallet.

    way: "taken" from the wallet and "given" to it, through the pot of the game, which is empty again after the event; "fined", to
    the penalties of the house, and "forgiven", out of them.
    """

    seat: int
    player: str
    chips: Chips
    way: str


def _moved(event: "Ruled") -> Moves:
    """DISPUTE-5, DISPUTE-6: what the end of the earlier ruling moves, and what this one moves; through the pot of the game, which
    it leaves as empty as it was, or to the penalties of the house."""
    moves = [(one, "ruling_reversed", "ruling_reversed") for one in event.returned]
    moves += [(one, "ruling", "penalty_ruling") for one in event.moved]
    return tuple([_move(one, kind, fine) for one, kind, fine in moves])


def _move(one: Movement, kind: str, fine: str) -> Move:
    match one.way:
        case "taken":
            return Move(WALLET, POT, one.player, one.chips, kind)
        case "given":
            return Move(POT, WALLET, one.player, one.chips, kind)
        case "fined":
            return Move(WALLET, HOUSE, one.player, one.chips, fine)
    return Move(HOUSE, WALLET, one.player, one.chips, kind)


@of_dispute("ruled", by.DISPUTE_4, reasons=("decision", dict.fromkeys(DECISIONS, by.DISPUTE_4)), posts=_moved, role=Role.RULES)
class Ruled(Happened):
    """DISPUTE-4 to 6. number: of the ruling in this dispute, from 1. decision: one of DECISIONS. rule: id of the one it rests on.

    seat, amount, to: who pays, how much, and to which seats, where the decision has them. supersedes: the ruling that no longer
    holds, None for the first one; returned: the chips that its end moves. moved: the chips that this ruling moves. steps: first and
    last of the game's events by which it was carried out in the running game, or the earlier one was that it confirms, else empty;
    undone: whether what the earlier one had done there has been undone there. appeal_until: UTC; None: it cannot be appealed.
    """

    number: int
    by: str
    decision: str
    reason: str
    rule: str
    seat: int | None
    amount: Chips | None
    to: tuple[int, ...]
    supersedes: int | None
    returned: tuple[Movement, ...]
    moved: tuple[Movement, ...]
    steps: tuple[int, ...]
    undone: bool
    appeal_until: str | None


@of_dispute("appealed", by.DISPUTE_3)
class Appealed(Happened):
    """DISPUTE-3: somebody concerned wants the ruling looked at again. ruling: its number."""

    by: str
    words: str
    ruling: int


@of_dispute("withdrawn", by.DISPUTE_3)
class Withdrawn(Happened):
    """DISPUTE-3: the dispute, or where there is one the appeal, is taken back by who brought it."""

    by: str
    appeal: bool


Event: TypeAlias = Opened | Answered | Ruled | Appealed | Withdrawn

EVENTS: Mapping[str, type[Happened]] = of_dispute.events
