"""The interface as it describes itself, at /docs."""

import flask
import werkzeug
from flask_swagger_ui import get_swaggerui_blueprint  # type: ignore[import-untyped,unused-ignore]

from api.rest.openapi import TITLE

blueprint = flask.Blueprint("docs", __name__)

# Nothing is loaded from elsewhere, and a browser would not load it if it were asked to.
DOCS_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
    "script-src 'self' 'unsafe-inline'"
)


def swagger() -> flask.Blueprint:
    """Swagger UI at /docs, all of it from this service; the badge of the public validator is off."""
    pages: flask.Blueprint = get_swaggerui_blueprint(
        "/docs", "/openapi.json", config={"app_name": f"{TITLE}: the interface", "validatorUrl": None, "deepLinking": True}
    )

    @pages.after_request
    def restrict(response: flask.Response) -> flask.Response:
        response.headers["Content-Security-Policy"] = DOCS_POLICY
        return response

    return pages


@blueprint.get("/")
def front_door() -> werkzeug.Response:
    """Who calls the bare address is shown the interface."""
    return flask.redirect("/docs/")
