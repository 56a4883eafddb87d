"""Whether the service lives, and whether it can work. Without a key."""

import flask

from api.http.answers import found
from api.rest.openapi import Blueprint
from api.schemas.keys import HealthSchema
from api.service.shared import ledger

blueprint = Blueprint("health", __name__, description="For monitoring the service")


@blueprint.operation("GET", "/healthz", (200, HealthSchema), public=True)
def healthz() -> flask.Response:
    """The process answers."""
    return found({"status": "ok"})


@blueprint.operation("GET", "/readyz", (200, HealthSchema), public=True)
def readyz() -> flask.Response:
    """The store answers too; else 503."""
    ledger().head()
    return found({"status": "ready"})
