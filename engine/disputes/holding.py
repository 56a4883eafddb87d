"""What the rulings on a game come to together: which of them says how it has ended, and which dispute the game is named with."""

from collections.abc import Iterable

from engine.disputes.dispute import Dispute
from engine.disputes.events import Ruled


def holding(disputes: Iterable[Dispute]) -> Dispute | None:
    """The one dispute by whose ruling the game is void or its pot awarded; None: it has ended as it was played.

    There is one at most (DISPUTE-5). Of several, which there could be before the others were refused, the one that moved chips.
    """
    found = [one for one in disputes if one.ends]
    return next((one for one in found if one.ruling and one.ruling.moved), found[0] if found else None)


def given_back_in(ruling: Ruled, own: str, disputes: Iterable[Dispute]) -> str | None:
    """The dispute, another than its `own`, by whose ruling the game is void, so that what this ruling costs has gone back though it
    holds; None: there is none, or it costs nothing."""
    ends = holding(one for one in disputes if one.id != own)
    costs = ruling.decision in ("penalty", "restore", "pay")
    return ends.id if costs and ends is not None and ends.ends == "void_game" else None


def naming(disputes: Iterable[Dispute]) -> Dispute | None:
    """The dispute that a game is named with: the one that says how it has ended, else the last one that was not withdrawn."""
    brought = [one for one in disputes if one.stage != "withdrawn"]
    return holding(brought) or (brought[-1] if brought else None)
