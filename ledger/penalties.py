"""The register of penalties, by the read model of that name: what was imposed on whom, why, how much, and where it went."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.accounts import HOUSE_PENALTIES, pot
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.app import Ledger

# AZI-CLAIM-1: who claimed from a seat that is not in the game.
NEWCOMER = (
    "(select c.player from {penalties_claimants} c where c.game = p.game and c.seat = p.claimant and c.step < p.step"
    " order by c.step desc limit 1)"
)
OFFENCES = ("renege", "exposed_card", "missing_cut", "false_claim", "false_build", "ruling")


@dataclass(frozen=True, slots=True)
class Penalty:
    """One penalty. game: "{table}-{number}". step: of its event in the game. deal, trick, card: what it is about, the last two None
    where there is none. seat, player: who pays.

    offence: one of OFFENCES. rule: by which it costs; broken: which was broken. found_by: "claim", "steward" or "demand".
    claimant: the seat that claimed or demanded, and its player, or None. chips: whole units, into `account`. points: of the score,
    where it costs those.
    returned_by: the step of the game by which it came back (a correction, a void game), or None.
    dispute, ruling: by which it was imposed, None without one; after the game it is of no step and no deal, its offence "ruling".
    ended_by: the later ruling of that dispute that took it back, or None. to_house: it went to the penalties of the house.
    position: of the event in the ledger, the order of the register.
    """

    position: int
    game: str
    table: str
    step: int | None
    deal: int | None
    trick: int | None
    card: str | None
    seat: int
    player: str
    offence: str
    rule: str
    broken: str
    found_by: str
    claimant: int | None
    claimant_player: str | None
    chips: int
    recorded_at: datetime
    returned_by: int | None
    points: int
    dispute: str | None = None
    ruling: int | None = None
    to_house: bool = False
    ended_by: int | None = None

    @property
    def account(self) -> str | None:
        """Where the chips went: the pot of the game, after it through that to other players, or the house; None: it cost none."""
        if self.to_house:
            return HOUSE_PENALTIES
        return pot(self.game) if self.chips else None


def penalties(
    ledger: Ledger,
    *,
    after: int = 0,
    limit: int = 100,
    player: str | None = None,
    table: str | None = None,
    game: str | None = None,
    offence: str | None = None,
    seen_by: str | None = None,
) -> list[Penalty]:
    """Penalties by position, from behind `after`; only of this player, table, game, offence. Model "penalties".

    seen_by: only what this player may see: his own, and those of games that he plays or has played.
    """
    found = rows(
        ledger,
        "select p.position, p.game, p.table_id, p.step, p.deal, p.trick, p.card, p.seat, p.player, p.offence, p.rule, p.broken,"
        f" p.found_by, p.claimant, coalesce(s.player, {NEWCOMER}), p.chips, p.recorded_at, p.returned, p.points, p.dispute,"
        " p.ruling, p.to_house, p.ended from {penalties} p"
        " left join {penalties_seats} s on s.game = p.game and s.seat = p.claimant"
        " where p.position > %s and (%s::text is null or p.player = %s) and (%s::text is null or p.table_id = %s)"
        " and (%s::text is null or p.game = %s) and (%s::text is null or p.offence = %s)"
        " and (%s::text is null or exists (select from {penalties_seats} m where m.game = p.game and m.player = %s))"
        " order by p.position limit %s",
        (after, player, player, table, table, game, game, offence, offence, seen_by, seen_by, limit),
    )
    return [replace(item, chips=int(item.chips)) for item in (Penalty(*row) for row in found)]  # numeric comes as Decimal
