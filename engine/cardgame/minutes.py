"""What every table under `record` keeps beside the game: the number of each event, and every act that may have been mistyped."""

from collections.abc import Callable

from engine.answers import Answers, R, S, T
from engine.cardgame import offence_events as offences
from engine.cardgame import retelling
from engine.cardgame.events import EndTimeReached, LotDrawn, OfCard, PlayerLeft, PotAwarded, ToppedUp
from engine.cardgame.offences import Entry, Laid
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.declared import DEALING, Happened, Role, declared

# What happens beside the game and stays whatever is corrected.
STAYS = (ToppedUp, PlayerLeft, EndTimeReached)


def may_be_act(game: CardGame[Laid], event: Happened) -> bool:
    """Whether it is by its kind the first event of an act that a game's own table does not tell (`retelling.py`)."""
    if isinstance(event, LotDrawn):
        return game.house.deck != "service"
    return retelling.ACTS.to(event) and not isinstance(event, offences.EntryCorrected)


def is_entry(before: CardGame[Laid], event: Happened, acts: Answers[S, T, R]) -> bool:
    """Whether the event was an act of somebody, and not the rest of an act or what the rules brought about by themselves. acts: the
    game's own, by their first events."""
    if isinstance(event, PotAwarded):
        return before.phase == "awaiting_settlement"
    return acts.to(event) or may_be_act(before, event)


def noting(acts: Answers[S, T, R], broken: Callable[[G, OfCard], str]) -> Callable[[G, Happened, G], G]:
    """What a game keeps in which a card is judged as it is laid: the game after the event, with that. broken(before, event): the id
    of the rule that a card goes against, or ""."""

    def noted(before: G, event: Happened, game: G) -> G:
        more, laid = kept(before, event, is_entry(before, event, acts)), before.offences.laid
        if isinstance(event, OfCard) and declared(event).role is Role.PLAYS:
            more["laid"] = (*laid, Laid(len(laid) + 1, event.seat, event.card, broken(before, event)))
        return changed(game, offences=changed(game.offences, **more))

    return noted


def kept(before: CardGame[Laid], event: Happened, entry: bool) -> dict[str, object]:
    """What an event adds to what is kept with the offences. entry: whether it was an act of somebody, and not the rest of an
    act or what the rules brought about by themselves."""
    old, step = before.offences, before.offences.step + 1
    stays = isinstance(event, STAYS)
    if not stays and not entry:
        return {"step": step}
    entries = old.entries
    if declared(event).role in DEALING:  # now a later deal has begun
        entries = tuple([one for one in entries if one.deal >= before.deal])
    bare = changed(before, offences=changed(old, entries=()))  # so that no state holds on to all that were before it
    return {"step": step, "entries": (*entries, Entry(step, before.deal, event, stays, bare))}
