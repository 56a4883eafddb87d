"""The presets of house rules."""

from collections.abc import Mapping

import flask

from api.http.answers import Members, found
from api.rest.openapi import Blueprint
from api.schemas.tables import HouseRulesPage
from api.service.shared import ledger
from engine.games import KINDS
from engine.options import whole
from engine.plain import Json
from ledger.play.presets import game_of, presets

blueprint = Blueprint("house rules", __name__, url_prefix="/v1", description="Presets: what groups of players agree on")


@blueprint.operation("GET", "/house-rules", (200, HouseRulesPage))
def list_house_rules() -> flask.Response:
    """All presets in full. A table is opened with one of them, and may change single options. Amounts are smallest units."""
    head: Members = {"unit": ledger().unit, "scale": ledger().scale}
    return found({**head, "house_rules": [_told(name, rules) for name, rules in presets().items()]})


def _told(name: str, rules: Mapping[str, Json]) -> Members:
    game = game_of(name)
    kind = KINDS[game]
    return {"preset": name, "game": game, "rules": whole(kind.shape, kind.plain(kind.house_rules(rules)))}
