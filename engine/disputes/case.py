"""The facts of a game that a ruling on it is decided on, gathered by whoever carries the ruling out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

IN_GAME = ("penalty", "restore", "void_deal", "void_game")  # what can be carried out in a running game


@dataclass(frozen=True, slots=True)
class Case:
    """Amounts in whole chips, by seat.

    over: the game was over when the ruling was asked for. players: who sat where. dealer: of the last deal. results: what each has
    won or lost by the game itself and by rulings of other disputes that hold. fines: what each has paid to the house by those.
    shares: what the pot gave each when the game ended, as winnings or because it was void. sharing: seats that may have a share of
    it, which who folded in the deal that decided it may not. void: the game itself was made void while it ran, so that shares are
    what each had put in. bound: id of another dispute by which this game is void or its pot awarded again, or "". standing: what
    each has paid into the pot by the earlier ruling of this dispute while the game ran, as far as no correction has undone it.
    undone: it was carried out there, and nothing of it is left, be it that the game was made void. fined: it has imposed a penalty
    there, in chips or points, that stands. can: what of IN_GAME this game can carry out.
    """

    over: bool
    players: Mapping[int, str]
    dealer: int
    results: Mapping[int, int] = field(default_factory=dict)
    fines: Mapping[int, int] = field(default_factory=dict)
    shares: Mapping[int, int] = field(default_factory=dict)
    sharing: tuple[int, ...] = ()
    void: bool = False
    bound: str = ""
    standing: Mapping[int, int] = field(default_factory=dict)
    undone: bool = False
    fined: bool = False
    can: tuple[str, ...] = IN_GAME
