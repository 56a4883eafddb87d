"""The description of the interface as a page of the site, at /docs. Swagger UI draws it; all of it comes from this service, and
nothing runs but these files."""

from functools import cache
from importlib.resources import files

import flask

from api.web.page import POLICY, fresh, page

blueprint = flask.Blueprint("interface", __name__, url_prefix="/docs")

# Its icons are data in its style sheet; what it asks of the interface goes to this service.
DOCS_POLICY = POLICY.replace("img-src data:", "img-src 'self' data:; script-src 'self'; connect-src 'self'")
SWAGGER = ("swagger-ui.css", "swagger-ui-bundle.js")
OURS = ("interface.css", "interface.js")
TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@blueprint.get("/")
def interface() -> flask.Response:
    """The page."""
    response = page("interface.html")
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


@blueprint.get("/<any('swagger-ui.css', 'swagger-ui-bundle.js', 'interface.css', 'interface.js'):name>")
def part(name: str) -> flask.Response:
    """A file that it loads."""
    return fresh(flask.Response(_read(name), content_type=TYPES[name.rpartition(".")[2]]))


@cache
def _read(name: str) -> bytes:
    place = files("api.web") if name in OURS else files("flask_swagger_ui").joinpath("dist")
    return place.joinpath(name).read_bytes()
