"""What an entry says besides its chips: the reference of its receipt, a reason, the dispute and the ruling that it is of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cardgame.offence_events import EntryCorrected, GameVoided
from engine.disputes.events import Ruled
from engine.room.events import CashCounted, CashEntryCorrected, DebtSettled, Deposited, Withdrawn
from engine.room.signs import harmless
from ledger.projections.model import array
from ledger.store.envelope import Kept

if TYPE_CHECKING:
    from ledger.orders.app import Ledger


@dataclass(frozen=True, slots=True)
class Detail:
    """reference: of the receipt. reason: of a correction, a ruling, a void game, a penalty. corrects: the step that a correction
    names. dispute: the id of the dispute, ruling: its number there. None each where the entry says nothing of it."""

    reference: str | None = None
    reason: str | None = None
    corrects: int | None = None
    dispute: str | None = None
    ruling: int | None = None


NOTHING = Detail()


def details(ledger: Ledger, positions: Iterable[int]) -> Mapping[int, Detail]:
    """What the events at these positions say; without those that say nothing."""
    statement = (
        "select originator_id, originator_version, topic, state, sealed, notification_id, recorded_at from events"
        " where notification_id = any(%s::bigint[])"
    )
    wanted = sorted(set(positions))
    found = (Kept(*row) for row in ledger.recorder.rows(statement, array(wanted))) if wanted else ()
    told = {row.position or 0: _detail(ledger, row) for row in found}
    return {position: detail for position, detail in told.items() if detail != NOTHING}


def _detail(ledger: Ledger, row: Kept) -> Detail:
    match ledger.decode(row).event:
        case Deposited(reference=reference) | Withdrawn(reference=reference) | DebtSettled(reference=reference):
            return Detail(_shown(reference))
        case CashEntryCorrected(step=step, reason=reason) | EntryCorrected(step=step, reason=reason):
            return Detail(None, _shown(reason), step)
        case CashCounted(reason=reason) | GameVoided(reason=reason):
            return Detail(None, _shown(reason))
        case Ruled(number=number, reason=reason):
            return Detail(None, _shown(reason), None, row.stream.removeprefix("dispute-"), number)
    return NOTHING


def _shown(text: str | None) -> str | None:
    """What somebody has written, as it can be shown."""
    return None if text is None else harmless(text)
