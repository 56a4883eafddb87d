"""Templates as HTML. Whatever is put into one is text, and escaped; HTML is made by `prose.py` alone, of the rules as written."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

import jinja2

from api.web.languages import Language


def rendered(template: str, language: Language, **facts: Any) -> str:
    """A template of `api/web/templates` with these facts. Raises UndefinedError: it wants one that is not among them."""
    return _templates().get_template(template).render(language=language, **facts)


def address(path: str, kept: Mapping[str, str] | None = None, **more: str) -> str:
    """An address with a query.

    >>> address("/audits", {"audit": "games", "cursor": "x"}, cursor="a&b")
    '/audits?audit=games&cursor=a%26b'
    """
    query = urlencode({**(kept or {}), **more})
    return f"{path}?{query}" if query else path


@cache
def _templates() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("api.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.globals["address"] = address
    return made
