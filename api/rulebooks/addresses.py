"""Addresses of pages: where a rule is explained, and an address with a query."""

from collections.abc import Mapping
from urllib.parse import urlencode

from engine.games import KINDS

# The rule books of the games, by what the ids of their rules begin with; all others stand with tables and wallets.
BOOKS_OF = {rule.id.partition("-")[0]: name for name, kind in KINDS.items() for rule in kind.rules}


def rule_page(rule: str) -> str:
    """Where a rule is explained, as in "/rules/azi#AZI-PLAY-2", "/rules/room#TABLE-3"."""
    return f"/rules/{BOOKS_OF.get(rule.partition('-')[0], 'room')}#{rule}"


def address(path: str, kept: Mapping[str, str] | None = None, **more: str) -> str:
    """An address with a query.

    >>> address("/audits", {"audit": "games", "cursor": "x"}, cursor="a&b")
    '/audits?audit=games&cursor=a%26b'
    """
    query = urlencode({**(kept or {}), **more})
    return f"{path}?{query}" if query else path
