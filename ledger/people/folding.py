"""Names as they are looked for: whoever types "andre" means André too."""

from __future__ import annotations

from unicodedata import category, normalize


def folded(name: str) -> str:
    """The name without case, accents and runs of blanks, so that what is typed for it is found in it.

    >>> folded("  André  MÜLLER "), folded("Алёна"), folded("Straße")
    ('andre muller', 'алена', 'strasse')
    """
    apart = normalize("NFKD", normalize("NFKD", name).casefold())
    return " ".join("".join(sign for sign in apart if category(sign) != "Mn").split())
