"""Read models: what the events come to. They are in MODELS, by their names; APART names those that a room above folds, and a runner
of its own keeps (`ledger/running/models.py`)."""

from collections.abc import Mapping

from ledger.projections.balances import BALANCES
from ledger.projections.disputes import DISPUTES
from ledger.projections.games import GAMES
from ledger.projections.hands import HANDS
from ledger.projections.inbox import INBOX
from ledger.projections.journal import JOURNAL
from ledger.projections.model import Model
from ledger.projections.penalties import PENALTIES
from ledger.projections.pots import POTS
from ledger.projections.statistics import STATISTICS
from ledger.projections.tables import TABLES

MODELS: Mapping[str, Model] = {
    model.name: model for model in (JOURNAL, BALANCES, POTS, HANDS, TABLES, GAMES, PENALTIES, DISPUTES, STATISTICS, INBOX)
}
APART = ("findings",)
