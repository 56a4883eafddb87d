"""Every read model by name; and those that a runner of their own keeps, since they take long and nothing that is played or paid may
wait for them."""

from collections.abc import Mapping

from ledger.audits.standing import FINDINGS
from ledger.projections import MODELS
from ledger.projections.model import Model

APART: Mapping[str, Model] = {FINDINGS.name: FINDINGS}
EVERY: Mapping[str, Model] = {**MODELS, **APART}
