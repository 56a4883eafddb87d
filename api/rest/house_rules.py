"""The presets of house rules."""

import flask

from api.answers import found
from api.openapi import Blueprint
from api.schemas.tables import HouseRulesPage
from engine.games import KINDS
from ledger.presets import presets

blueprint = Blueprint("house rules", __name__, url_prefix="/v1", description="Presets: what groups of players agree on")


@blueprint.operation("GET", "/house-rules", (200, HouseRulesPage))
def list_house_rules() -> flask.Response:
    """All presets, whole. A table is opened with one of them and changes to it."""
    kind = KINDS["azi"]
    return found(
        {
            "house_rules": [
                {"preset": name, "game": "azi", "rules": kind.plain(kind.house_rules(rules))} for name, rules in presets().items()
            ]
        }
    )
