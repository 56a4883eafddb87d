"""What differs from one card game to the other where else they do the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.declared import Family
from engine.rules import Rule
from engine.saying import Saying

# What is due in a phase, for who wants something else. A game adds its own, or puts it in its own words.
DUE: Mapping[str, Saying] = {
    "new": Saying("Not now. The game has not begun."),
    "lot": Saying("Not now. The lot for the first dealer is being drawn."),
    "shuffle": Saying("Not now. The dealer, seat {turn}, has to shuffle."),
    "cut": Saying("Not now. Seat {turn} has to cut."),
    "deal": Saying("Not now. The dealer, seat {turn}, has to deal."),
    "exposed": Saying("Not now. A card was shown, and seat {turn} says whether to keep it."),
    "play": Saying("Not now. The cards are being played; it is the turn of seat {turn}."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Particulars:
    """Of one game. Rules, each for what it refuses:

    order: that there is no such game, or who is not in it. turn: who acts out of turn. seats: a seat or player that comes twice.
    crowd: too many players. lot: that no lot has come, or others draw than have to. ritual: an act that is not due now. cut: a part
    that is too small. dice: dice that do not belong to this shuffle. cards: cards that cannot be, or from where they do not come.
    exposed: what the dealer cannot have shown, or a choice that is not due; choice: another card than one that waits for it. time:
    a second end of the sitting. claim: a claim of what cannot be claimed. settle: a settlement that is not due. void: a void deal
    or game without a reason. correcting: a correction of what cannot be corrected.

    due: phase -> what is due in it, `{turn}` is the seat to act. dealt_phases: in which cards are dealt and nothing is decided.
    pack(house): the whole deck in its printed order. enough(house, stacks): refuses a game of too few who can pay. present(game,
    seat): refuses who is not in this deal, or not in the game any more. about(act): what names a play in its deal, by the fields
    that commands, events and cards laid have for it.
    """

    family: Family
    order: Rule
    turn: Rule
    seats: Rule
    crowd: Rule
    lot: Rule
    ritual: Rule
    cut: Rule
    dice: Rule
    cards: Rule
    exposed: Rule
    choice: Rule
    time: Rule
    claim: Rule
    settle: Rule
    void: Rule
    correcting: Rule
    due: Mapping[str, Saying]
    dealt_phases: tuple[str, ...]
    pack: Callable[[Any], tuple[str, ...]]
    enough: Callable[[Any, list[int]], None]
    present: Callable[[Any, int], None]
    about: Callable[[Any], dict[str, Any]]
