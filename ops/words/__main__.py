"""Brings the catalogues of words into step with the code and compiles them: `./run words`.

Says what is left for translators; exit code 1 while there is something.
"""

from __future__ import annotations

import sys

from ledger.words.catalogues import SOURCE, TAGS
from ledger.words.compiling import compiled, stale
from ops.words.checking import unfinished, unfitting
from ops.words.domains import CAPITALS, DOMAINS
from ops.words.extracting import in_step, place, said, text


def main() -> int:
    """Rewrites every catalogue; the exit code."""
    left = 0
    for domain in DOMAINS:
        place(domain).write_text(text(said(domain)), encoding="utf-8")
        for tag in TAGS:
            if tag != SOURCE:
                left += _brought(domain, tag)
    compiled(stale())
    return 1 if left else 0


def _brought(domain: str, tag: str) -> int:
    """One catalogue; how much of it is left to do."""
    catalogue = in_step(domain, tag)
    path = place(domain, tag)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text(catalogue), encoding="utf-8")
    left = unfinished(catalogue) + unfitting(catalogue, capitals=domain in CAPITALS)
    print(f"{tag}/{path.name}: {len(catalogue)} messages", *left, sep="\n  ")
    return len(left)


if __name__ == "__main__":
    sys.exit(main())
