"""The application for a WSGI server, made when a worker asks for it, so after the fork.

gunicorn -c ops/deploy/gunicorn.py "api.wsgi:application()"
"""

import atexit
import os
from contextlib import ExitStack

import flask

from api.app import create_app
from api.http.limits import Limits
from ledger.running.opening import opened
from ledger.settings import Settings

THREADS = 4


def application() -> flask.Flask:
    """The application by the settings of the environment. Its ledger stays open as long as the process lives."""
    settings = Settings.read(os.environ)
    stack = ExitStack()
    place = stack.enter_context(opened(settings))
    atexit.register(stack.close)
    return create_app(place.ledger, settings, Limits.of(settings, THREADS))
