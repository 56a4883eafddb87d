"""Every read model by name; and those kept by a runner of their own, since they take long and nothing played or paid may wait for
them."""

from collections.abc import Mapping

from ledger.audits.standing import FINDINGS
from ledger.projections import MODELS
from ledger.projections.model import Model

APART: Mapping[str, Model] = {FINDINGS.name: FINDINGS}
EVERY: Mapping[str, Model] = {**MODELS, **APART}
