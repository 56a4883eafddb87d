"""Templates as HTML. Everything put into one is text, and escaped; HTML is made by `api/rulebooks/prose.py` alone, of the rules as
written."""

from collections.abc import Callable
from functools import cache

import jinja2
from markupsafe import escape

from api.rulebooks.addresses import address
from api.rulebooks.languages import Language
from engine.room.signs import harmless
from ledger.words.saying import told


def rendered(template: str, language: Language, **facts: object) -> str:
    """A template of `api/web/templates` with these facts. Raises UndefinedError: it wants one that is not among them."""
    return _templates().get_template(template).render(language=language, **_said(language), **facts)


def _said(language: Language) -> dict[str, Callable[..., str]]:
    """What templates say messages with; facts stand in them by their names, escaped as everything that is put into a template.

    `_("In order. Notes: {notes}", notes=3)`; `n_("{count} note", "{count} notes", 3, count=3)`; where one English text is not one
    in every language, `p_("button", "Sign in")` and `np_(…)`. `tell(saying)`: what the code says, in the reader's language.
    """
    words = language.words

    def filled(message: Callable[..., str]) -> Callable[..., str]:
        return lambda *told, **facts: escape(message(*told)).format(**facts)

    return {
        "tell": lambda said: told(said, language.tag),
        "_": filled(words.say),
        "p_": filled(words.say_as),
        "n_": filled(words.count),
        "np_": filled(words.count_as),
    }


def _seen(value: object) -> object:
    """What a template shows, without what nobody would see; what is HTML already is made of such."""
    return harmless(value) if type(value) is str else value


@cache
def _templates() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("api.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_seen,
        auto_reload=False,
    )
    made.globals["address"] = address
    return made
