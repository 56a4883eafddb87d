"""What is told of games stays as it is, word for word, in every language, until somebody means to change it."""

from __future__ import annotations

import difflib

from tests.ledger.words import told


def test_everything_is_told_as_it_is_kept() -> None:
    kept, now = told.KEPT.read_text(encoding="utf-8"), told.text()
    changed = "\n".join(difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1))
    assert kept == now, f"if it is meant: python -m tests.ledger.words.told\n{changed}"
