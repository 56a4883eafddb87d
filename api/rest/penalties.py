"""The register of penalties."""

import flask

from api.http import cursors
from api.http.answers import found, paged_file
from api.http.auth import caller
from api.http.paging import page, wait
from api.rest.openapi import Blueprint
from api.schemas import penalties as schemas
from api.service.naming import named
from api.service.shared import house, ledger
from api.views import penalties as view
from ledger.registers.naming import names_for, tables_named
from ledger.registers.penalties import MODELS, penalties
from ledger.registers.writing import csv_of
from ledger.store.errors import NotAllowed

blueprint = Blueprint("penalties", __name__, url_prefix="/v1", description="Penalties for breaking rules")


@blueprint.operation("GET", "/penalties", (200, schemas.PenaltyPage), query=schemas.PenaltiesQuery, described=schemas.ANSWERS)
def list_penalties(given: schemas.PenaltiesQueryGiven) -> flask.Response:
    """Penalties in the order in which they were imposed. Staff and rooms see all, a player those of his games."""
    asking, limit = caller(), given["limit"]
    if asking.role == "cashier":
        raise NotAllowed("Penalties are shown to their games' players, to stewards, auditors and admins.")
    wait(ledger(), house().limits, MODELS, given["min_position"])
    listed = penalties(
        ledger(),
        after=cursors.number_of(given["cursor"]),
        limit=limit + 1,
        player=given["player"],
        table=given["table"],
        game=given["game"],
        offence=given["offence"],
        seen_by=asking.player,
    )
    some, following = page(listed, limit, lambda item: cursors.place(item.position))
    unit, scale = ledger().unit, ledger().scale
    if given["format"] == "csv":
        players = names_for(ledger(), asking, [who for item in some for who in (item.player, item.claimant_player)])
        tables = tables_named(ledger(), [item.table for item in some])
        return paged_file("".join(csv_of(some, players, tables, unit, scale)), "penalties", following)
    return found(named({"penalties": [view.penalty(item, unit, scale) for item in some], "next": following}))
