"""What the routes of one application share: its ledger, its limits, and the secret that signs cursors."""

from dataclasses import dataclass
from typing import cast

import flask

from api.http.auth import Gate
from api.http.limits import Limits, Seats
from ledger.orders.app import Ledger
from ledger.settings import Settings

EXTENSION = "cardledger"


@dataclass(frozen=True, slots=True)
class House:
    """One for each application. waiting: places for connections that wait."""

    ledger: Ledger
    settings: Settings
    limits: Limits
    gate: Gate
    waiting: Seats
    secret: bytes


def house() -> House:
    """The house of the running application."""
    return cast(House, flask.current_app.extensions[EXTENSION])


def ledger() -> Ledger:
    """The ledger of the running application."""
    return house().ledger
