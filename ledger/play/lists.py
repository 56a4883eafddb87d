"""Several acts at once: a list of them, all or none, in one append; and a deal in its usual order, which is several acts too.

What they bring about is what the same acts bring about that are sent singly, by the same rights. A refusal names the place of the
act in the list, and nothing is done.

HIDDEN: what is refused has not happened, and so nobody may learn from a refusal what he would have had to act for. An act that
brings cards to light, or has the hands of others judged, is therefore the last one of its list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.kind import InOrder, Kind
from engine.playing import Playing
from engine.rules import RuleBroken
from engine.saying import Saying
from engine.wanted import Wanted
from ledger.orders.permission import allow, plays_himself
from ledger.store.errors import LedgerError

if TYPE_CHECKING:
    from ledger.orders.order import Caller

ACTS_MAX = 100
SERVICE, UNSEEN = "service", "unseen"  # whose cards they are, by the house rule `deck`
DEAL = "deal"
OFF_THE_DECK = (DEAL, "replace_card")
JUDGED = ("claim", "claim_target", "claim_missing_last")


def in_order(kind: Kind, wanted: Wanted | InOrder, state_of: Callable[[], Playing]) -> Iterator[Wanted]:
    """The acts that one act of a list stands for: itself, or those of a deal in its usual order, each as it is due by what the
    acts before it have led to. state_of: how the game is by then."""
    if not isinstance(wanted, InOrder):
        yield wanted
        return
    if kind.ritual is None:
        raise TypeError(f"{kind.name} has no deal in its usual order")
    while True:
        command, wanted = kind.ritual(state_of(), wanted)
        yield command
        if type(command) is kind.actions[DEAL]:
            return


@contextmanager
def at_index(index: int | None) -> Iterator[None]:
    """What is refused inside names the act at this place of a list; None: it is no list."""
    try:
        yield
    except RuleBroken as broken:
        if index is None:
            raise
        facts = {**broken.facts, "index": index}
        raise RuleBroken(broken.rule, _placed(index, broken.saying), **facts) from broken
    except LedgerError as error:
        if index is not None:
            error.index, error.saying = index, _placed(index, error.saying)
        raise


def _placed(index: int, saying: Saying) -> Saying:
    return Saying("acts.{index}: {says}", index=index, says=saying)


def may_go_on(caller: Caller, kind: Kind, wanted: Wanted | InOrder, before: Playing, after: Playing) -> None:
    """Raises NotAllowed: the list goes on after an act by which the caller learns what he did not know."""
    word = DEAL if isinstance(wanted, InOrder) else next(word for word, made in kind.actions.items() if made is type(wanted))
    dealt = before.house.deck == SERVICE and word in OFF_THE_DECK
    allow(not dealt, "Where the service deals, an act that brings out cards is the last one of its list.")
    if caller.role == "steward" and not plays_himself(caller, before):
        return
    allow(word not in JUDGED, "A claim is the last act of its list.")
    seat = next((at for at, who in after.players.items() if who in {caller.player, caller.subject}), 0)
    looked = after.house.deck != UNSEEN and _sees(kind, after, seat) - _sees(kind, before, seat)
    allow(not looked, "An act by which you see cards is the last one of its list.")


def _sees(kind: Kind, game: Playing, seat: int) -> frozenset[str]:
    """The cards in his own hand that the player at `seat` may see."""
    return frozenset(game.hands.get(seat, ()) if seat and kind.owner_sees(game, game.deal, seat) else ())
