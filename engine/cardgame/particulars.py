"""What differs from one card game to another where they otherwise do the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.declared import Family
from engine.rules import Rule
from engine.saying import Saying

# What is due in a phase, for anybody who wants something else. A game adds its own, or puts it in its own words.
DUE: Mapping[str, Saying] = {
    "new": Saying("Not now. The game has not begun."),
    "lot": Saying("Not now. The lot for the first dealer is being drawn."),
    "shuffle": Saying("Not now. The dealer, seat {turn}, has to shuffle."),
    "cut": Saying("Not now. Seat {turn} has to cut."),
    "deal": Saying("Not now. The dealer, seat {turn}, has to deal."),
    "exposed": Saying("Not now. A card was shown, and seat {turn} says whether to keep it."),
    "play": Saying("Not now. The cards are being played; it is the turn of seat {turn}."),
    "awaiting_settlement": Saying("Not now. All cards are played, and a steward has to settle."),
}
DEALT = ("exposed", "play", "awaiting_settlement")

# The rule for one refusal is that for another, if the game says nothing else; in this order.
UNSAID: Final = Rule("", "")
LIKE = {"turn": "order", "time": "order", "crowd": "seats", "stakes": "seats", "finding": "claim", "unproved": "claim",
        "settle": "claim", **dict.fromkeys(("lot", "ritual", "cut", "dice", "exposed"), "cards"), "choice": "exposed"}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Particulars:
    """Of one game. Rules, each for what it refuses:

    order: that there is no such game, or who is not in it; turn: who acts out of turn; time: a second end of the sitting.
    seats: a seat or player that comes twice; crowd: too many players; stakes: too few who can pay.
    cards: cards that cannot be, or from where they do not come; lot: that no lot has come, or others draw than have to; ritual: an
    act that is not due now; cut: a part that is too small; dice: dice that do not belong to this shuffle; exposed: what the dealer
    cannot have shown, or a choice that is not due; choice: another card than one that waits for it.
    claim: a claim of what cannot be claimed; finding: a finding of a play by the rules; unproved: of one of which nothing shows
    yet whether it was; settle: a settlement that is not due.
    void: a void deal or game without a reason. correcting: a correction of what cannot be corrected.

    due: phase -> what is due in it, `{turn}` is the seat to act. dealt_phases: in which cards are dealt and nothing is decided.
    first_phase: what is due when there is a dealer. pack(house): the whole deck in its printed order. stake(house): what everybody
    puts in first. about(act): what names a play in its deal, by the fields that commands, events and cards laid have for it.
    enough(house, stacks): refuses a game of too few who can pay, None if it takes as many as the house rules say. present(game,
    seat): refuses who is not in this deal, or not in the game any more; None if it is only asked while cards are dealt.
    cutter(game): who cuts; None for the nearest player counter-clockwise of the dealer.
    """

    family: Family
    order: Rule
    turn: Rule = UNSAID
    time: Rule = UNSAID
    seats: Rule
    crowd: Rule = UNSAID
    stakes: Rule = UNSAID
    cards: Rule
    lot: Rule = UNSAID
    ritual: Rule = UNSAID
    cut: Rule = UNSAID
    dice: Rule = UNSAID
    exposed: Rule = UNSAID
    choice: Rule = UNSAID
    claim: Rule
    finding: Rule = UNSAID
    unproved: Rule = UNSAID
    settle: Rule = UNSAID
    void: Rule
    correcting: Rule
    pack: Callable[[Any], tuple[str, ...]]
    stake: Callable[[Any], int]
    due: Mapping[str, Saying] = field(default_factory=lambda: DUE)
    dealt_phases: tuple[str, ...] = DEALT
    first_phase: str = "ante"
    about: Callable[[Any], dict[str, Any]] = lambda act: {"card": act.card}
    enough: Callable[[Any, list[int]], None] | None = None
    present: Callable[[Any, int], None] | None = None
    cutter: Callable[[Any], int] | None = None

    def __post_init__(self) -> None:
        rules = self.__dict__  # it is frozen from now on
        for refusal, like in LIKE.items():
            if rules[refusal] is UNSAID:
                rules[refusal] = rules[like]
