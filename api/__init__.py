"""The HTTP interface: `create_app(ledger, settings)` gives a Flask application."""

from api.app import create_app

__all__ = ["create_app"]
