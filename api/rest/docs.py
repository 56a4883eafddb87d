"""The bare address leads to the interface, which describes itself at /docs."""

import flask
import werkzeug

blueprint = flask.Blueprint("front door", __name__)


@blueprint.get("/")
def front_door() -> werkzeug.Response:
    """A caller of the bare address is shown the interface."""
    return flask.redirect("/docs/")
