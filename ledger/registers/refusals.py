"""The log of refusals: every act that broke a rule, as it was answered. It is read from the stored answers, which are kept for
ever.

HIDDEN: what a refusal says may tell of cards ("does not hold the nine", the legal choices). Whoever shows it answers for what the
viewer may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ledger.orders.order import COMMAND_ID_LENGTH
from ledger.projections.model import rows

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
# The same as `Order.command_id`, so a refusal is named as the events of its order would have been.
_ID = f"left(encode(sha256(convert_to(a.scope || chr(10) || a.key, 'UTF8')), 'hex'), {COMMAND_ID_LENGTH})"


@dataclass(frozen=True, slots=True)
class Refusal:
    """id: the order's, as events would name it. at: when it was answered, UTC. role, actor: as what, and who asked; via: the room's
    server that spoke for him, or None. rule: that was broken. stream: that was to change, None: none was read yet. body: the
    answer, JSON."""

    id: str
    at: datetime
    role: str
    actor: str
    via: str | None
    rule: str
    stream: str | None
    status: int
    body: bytes


def refusals(
    ledger: Ledger,
    *,
    after: tuple[datetime, str] | None = None,
    limit: int = 100,
    table: str | None = None,
    game: str | None = None,
    actor: str | None = None,
    rule: str | None = None,
    steward: str | None = None,
) -> list[Refusal]:
    """Refusals in the order of their times, from behind `after` (at, id).

    table: of this table and its games. game: of this one. actor: what he was refused. rule: by this rule. steward: only
    of tables of which he is a steward, and what he was refused himself. Model "tables", where `steward` is given.
    """
    at, one = after or (BEGINNING, "")
    whose = ""
    values: list[object] = []
    if steward is not None:
        whose = (
            " and (a.actor = %s or split_part(a.stream, '-', 2) in"
            " (select t.table_id from {tables} t where %s = any(t.stewards) and a.stream ~ '^(table|game|dispute)-'))"
        )
        values += [steward, steward]
    found = rows(
        ledger,
        f"select {_ID} id, a.at, a.scope, a.actor, a.rule, a.stream, a.status, a.body from answers a"
        f" where a.rule is not null and (a.at, {_ID}) > (%s, %s) and coalesce(a.stream, '') !~ '^branch-'"
        " and (%s::text is null or (a.stream ~ '^(table|game|dispute)-' and split_part(a.stream, '-', 2) = %s))"
        " and (%s::text is null or a.stream = 'game-' || %s or a.stream ~ ('^dispute-' || %s || '-'))"
        " and (%s::text is null or a.actor = %s)"
        f" and (%s::text is null or a.rule = %s){whose} order by a.at, id limit %s",
        (at, one, table, table, game, game, game, actor, actor, rule, rule, *values, limit),
    )
    return [_refusal(*row) for row in found]


def _refusal(
    identifier: str, at: datetime, scope: str, actor: str, rule: str, stream: str | None, status: int, body: bytes
) -> Refusal:
    who, spoken_for, _ = scope.partition(">")
    role, _, subject = who.partition(":")
    via = subject if spoken_for else None
    return Refusal(identifier, at.astimezone(UTC), role, actor, via, rule, stream, status, bytes(body))
