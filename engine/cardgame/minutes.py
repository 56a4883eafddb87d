"""What every table under `record` keeps beside the game: the number of each event, and every act that may have been mistyped."""

from typing import Any

from engine.cardgame import offence_events as offences
from engine.cardgame import retelling
from engine.cardgame.events import EndTimeReached, LotDrawn, PlayerLeft, ToppedUp
from engine.cardgame.offences import Entry
from engine.cardgame.state import CardGame
from engine.changed import changed
from engine.declared import Happened, Role, declared

# What happens beside the game and stays whatever is corrected.
STAYS = (ToppedUp, PlayerLeft, EndTimeReached)


def may_be_act(game: CardGame[Any], event: Happened) -> bool:
    """Whether it is by its kind the first event of an act that a game's own table does not tell (`retelling.py`)."""
    if isinstance(event, LotDrawn):
        return game.house.deck != "service"
    return retelling.ACTS.to(event) and not isinstance(event, offences.EntryCorrected)


def kept(before: CardGame[Any], event: Happened, entry: bool) -> dict[str, Any]:
    """What is kept anew of an event with the offences. entry: whether it was an act of somebody, and not the rest of an act or what
    the rules brought about by themselves."""
    old, step = before.offences, before.offences.step + 1
    stays = isinstance(event, STAYS)
    if not stays and not entry:
        return {"step": step}
    entries = old.entries
    if declared(event).role in (Role.DEALS, Role.DEALS_UNSEEN):  # now a later deal has begun
        entries = tuple([one for one in entries if one.deal >= before.deal])
    bare = changed(before, offences=changed(old, entries=()))  # so that no state holds on to all that were before it
    return {"step": step, "entries": (*entries, Entry(step, before.deal, event, stays, bare))}
