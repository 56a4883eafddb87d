"""The HTTP interface: `api.app.create_app(ledger, settings)` gives a Flask application."""
