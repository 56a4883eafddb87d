"""What pages load: nothing but their style sheet."""

import flask

from api.web.page import STYLE, style

blueprint = flask.Blueprint("files of pages", __name__)


@blueprint.get(STYLE)
def style_sheet() -> flask.Response:
    """The style sheet of all pages."""
    return style()
