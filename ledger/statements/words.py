"""What a statement says to people: in the words of `ledger/words/statements.py`, and of each game in the folder of its name. And
which kinds of lines are counted together; one without a group is counted under "other", and a test says which are missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ledger.words.catalogues import SOURCE
from ledger.words.sentences import SENTENCES
from ledger.words.voice import TONGUES, Tongue

if TYPE_CHECKING:
    from ledger.statements.lines import StatementLine

# Which kinds are counted together in the totals of a statement, in the order in which they are told.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "deposits": ("deposit",),
    "withdrawals": ("withdrawal",),
    "settlements": ("settlement",),
    "table": ("to_table", "from_table"),
    "debts": ("debt",),
    "antes": ("ante",),
    "stakes": ("stake", "points"),
    "bets": ("blind_bet", "bet", "call", "raise"),
    "buy_ins": ("buy_in",),
    "winnings": ("winnings",),
    "penalties": (
        "penalty_renege",
        "penalty_exposed_card",
        "penalty_missing_cut",
        "penalty_false_claim",
        "penalty",
        "penalty_ruling",
    ),
    "refunds": ("refund",),
    "corrections": ("correction",),
    "rulings": ("ruling", "ruling_reversed"),
    "other": ("difference",),
}
GROUP_OF: Mapping[str, str] = {kind: group for group, kinds in GROUPS.items() for kind in kinds}


@dataclass(frozen=True, slots=True)
class Wording:
    """One language."""

    tongue: Tongue

    @property
    def tag(self) -> str:
        """As in `?lang=`."""
        return self.tongue.tag

    @property
    def mark(self) -> str:
        """Stands before the digits behind the point."""
        return self.tongue.mark

    def say(self, key: str, **facts: object) -> str:
        """A heading or a label. Raises KeyError: there is none under this key."""
        return self.tongue.say(f"statement.{key}", facts)

    def kind(self, kind: str) -> str:
        """What a line of this kind was for; of an unknown one its name."""
        key = f"kind.{kind}"
        return self.tongue.say(key, {}) if key in SENTENCES else kind

    def group(self, group: str) -> str:
        """What lines of this group are called in the totals."""
        return self.tongue.say(f"group.{group}", {})

    def basis(self, basis: str) -> str:
        """By which time lines stand in their order."""
        return self.tongue.say(f"basis.{basis}", {})

    def scope(self, scope: str) -> str:
        """Which accounts a statement of this scope is about."""
        word, _, table = scope.partition(":")
        return self.tongue.say(f"scope.{word}", {"table": table})

    def about(self, line: StatementLine) -> str:
        """Where it happened: the game and its step, the dispute and its ruling, the table; the receipt; the reason. "": nothing."""
        return "; ".join(part for part in (self._where(line), self._receipt(line), self._reason(line)) if part)

    def _where(self, line: StatementLine) -> str:
        table, number, ruling = line.table_name or line.table, line.game_number, line.detail.ruling
        if number is not None and ruling is not None:
            return self.say("ruling", table=table, number=number, dispute=line.dispute_number, ruling=ruling)
        if number is not None:
            return self.say("game", table=table, number=number, step=line.step)
        return "" if table is None else self.say("table", table=table)

    def _receipt(self, line: StatementLine) -> str:
        reference = line.detail.reference
        return "" if reference is None else self.say("reference", reference=reference)

    def _reason(self, line: StatementLine) -> str:
        reason = line.detail.reason
        return "" if reason is None else self.say("reason", reason=reason)


WORDINGS: Mapping[str, Wording] = MappingProxyType({tag: Wording(tongue) for tag, tongue in TONGUES.items()})
ENGLISH = WORDINGS[SOURCE]
