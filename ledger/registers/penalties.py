"""The register of penalties: what was imposed on whom, why, how much, where it went, and whether it stands. By the read models
"penalties" and "disputes". A penalty returned because its game was made void counts again while a ruling awards the pot of that
game; and while a game is void by a ruling after it, none of its penalties counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from ledger.disputes.listing import HOLDING
from ledger.money.accounts import HOUSE_PENALTIES, pot
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

# AZI-CLAIM-1: who claimed from a seat that is not in the game.
NEWCOMER = (
    "(select c.player from {penalties_claimants} c where c.game = p.game and c.seat = p.claimant and c.step < p.step"
    " order by c.step desc limit 1)"
)
MODELS = ("penalties", "disputes")
# The rows of the read model, in SQL, each with the step by which it came back, else with the ruling that took it back and its
# dispute; all three are null of one that stands.
STANDING = (
    "(select p.*, b.step_back, case when b.step_back is null then case when b.own then p.ended when b.void then h.rulings end end"
    " taken_by, case when b.step_back is null then case when b.own then p.dispute when b.void then h.dispute end end taken_in"
    f" from {{penalties}} p left join {HOLDING} h on h.game = p.game, lateral (select"
    " coalesce(p.returned, case when h.ends is distinct from 'award' then p.voided end) step_back,"
    " p.ended is not null and (p.lifted or p.voided is not null) own,"
    " h.ends is not distinct from 'void_game' and not h.in_game void) b)"
)
STANDS = "{0}.step_back is null and {0}.taken_by is null"
OFFENCES = ("renege", "exposed_card", "missing_cut", "false_claim", "false_build", "ruling")


@dataclass(frozen=True, slots=True)
class Penalty:
    """One penalty. game: "{table}-{number}". step: of its event in the game. deal, trick, card: what it is about, the last two None
    where there is none. seat, player: who pays.

    offence: one of OFFENCES. rule: by which it costs; broken: which was broken. found_by: "claim", "steward" or "demand".
    claimant: the seat that claimed or demanded, and its player, or None. chips: smallest units, into `account`. points: of a score,
    where it costs those.
    returned_by: the step of the game by which it came back (a correction, a void game), or None.
    dispute, ruling: by which it was imposed, None without one; after the game it is of no step and no deal, its offence "ruling".
    ended_by, ended_in: number and dispute of the ruling that took it back: a later one of its own dispute, or one that has made the
    game void; or None. to_house: it went to the penalties of the house.
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
    ended_in: str | None = None

    @property
    def stands(self) -> bool:
        """Whether it counts: neither a step of the game nor a ruling has given it back."""
        return self.returned_by is None and self.ended_by is None

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
    """Penalties by position, from behind `after`; only of this player, table, game, offence.

    seen_by: only what this player may see: his own, and those of games that he plays or has played.
    """
    found = rows(
        ledger,
        "select p.position, p.game, p.table_id, p.step, p.deal, p.trick, p.card, p.seat, p.player, p.offence, p.rule, p.broken,"
        f" p.found_by, p.claimant, coalesce(s.player, {NEWCOMER}), p.chips, p.recorded_at, p.step_back, p.points, p.dispute,"
        f" p.ruling, p.to_house, p.taken_by, p.taken_in from {STANDING} p"
        " left join {penalties_seats} s on s.game = p.game and s.seat = p.claimant"
        " where p.position > %s and (%s::text is null or p.player = %s) and (%s::text is null or p.table_id = %s)"
        " and (%s::text is null or p.game = %s) and (%s::text is null or p.offence = %s)"
        " and (%s::text is null or exists (select from {penalties_seats} m where m.game = p.game and m.player = %s))"
        " order by p.position limit %s",
        (after, player, player, table, table, game, game, offence, offence, seen_by, seen_by, limit),
    )
    return [replace(item, chips=int(item.chips)) for item in (Penalty(*row) for row in found)]  # numeric comes as Decimal
