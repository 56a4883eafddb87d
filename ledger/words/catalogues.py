"""Words of people by domain and language: gettext catalogues, as `compiling.py` has made them of what translators write.

English stands in the code and in the templates: a message is its own English. What is put into a message has a name, as in
"Notes: {notes}"; whoever says it fills that in.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

import engine
from ledger.settings import SetupFault

SOURCE = "en"
TAGS = (SOURCE, "ru", "de")  # in the order in which they are offered
PLACE = Path(__file__).with_name("translations")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one domain in one language. A message that is not in it is said in English."""

    domain: str
    tag: str
    messages: NullTranslations

    def say(self, text: str) -> str:
        """The message in this language."""
        return self.messages.gettext(text)

    def say_as(self, context: str, text: str) -> str:
        """The same, where one English text is not one in every language: `context` says what it is here."""
        return self.messages.pgettext(context, text)

    def count(self, one: str, many: str, number: int) -> str:
        """The form of a message that goes with this number."""
        return self.messages.ngettext(one, many, number)

    def count_as(self, context: str, one: str, many: str, number: int) -> str:
        """The form that goes with this number, of a message in this context."""
        return self.messages.npgettext(context, one, many, number)


@cache
def catalogue(domain: str, tag: str) -> Catalogue:
    """The messages of this domain in a language of TAGS; in English what the code says. Read once. A game that is played from a
    folder of its own has its catalogues there.

    Raises SetupFault: it has not been compiled.
    """
    if tag == SOURCE:
        return Catalogue(domain, tag, NullTranslations())
    for place in (PLACE, *(Path(other).with_name("ledger") / "words" / "translations" for other in engine.__path__)):
        with suppress(FileNotFoundError), place.joinpath(tag, f"{domain}.mo").open("rb") as compiled:
            return Catalogue(domain, tag, GNUTranslations(compiled))
    raise SetupFault(f"The words of {domain} in the language {tag} are not compiled yet: say ./run setup.")
