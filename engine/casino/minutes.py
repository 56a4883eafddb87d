"""What a table under `record` keeps beside the game: every card as it was played, and every act that may have been mistyped."""

from dataclasses import replace

from engine import possibilities
from engine.cardgame import minutes
from engine.cardgame.claims import laid_in
from engine.cardgame.minutes import kept
from engine.casino import events, offence_events
from engine.casino.offences import NO_OFFENCES, Laid, PastDeal
from engine.casino.proofs import Hand, judged, judged_unseen, proved
from engine.casino.retelling import ACTS
from engine.casino.state import Game
from engine.casino.unseen import PLAYS, come_up, seen
from engine.changed import changed
from engine.possibilities import Hands


def is_entry(before: Game, event: events.Event) -> bool:
    """Whether the event was an act of somebody, and not the rest of an act or what the rules brought about by themselves."""
    match event:
        case events.LastCardsTaken() | events.DeckScored():
            return before.phase == "awaiting_settlement"
    return minutes.is_entry(before, event, ACTS)


def noted(before: Game, event: events.Event, game: Game) -> Game:
    """The game after the event, with what is kept of it."""
    old, more = before.offences, kept(before, event, is_entry(before, event))
    if isinstance(event, PLAYS):
        more["before"] = changed(before, offences=NO_OFFENCES)
        laid = judged(before, event) if old.known is None else judged_unseen(before, event)
        if len(game.past) > len(before.past):  # the deal is over by it, and put away already
            past = game.past[-1]
            game = changed(game, past=(*game.past[:-1], replace(past, laid=(*past.laid, laid))))
        else:
            more["laid"] = (*old.laid, laid)
    elif isinstance(event, events.CardsDealt | events.DealtUnseen):
        more["unannounced"] = event.last and not before.announced
    elif isinstance(event, events.LastCardsTaken | events.DeckScored | events.GameDecided):
        more["before"] = None
    if isinstance(event, events.DeckScored):
        more["set_aside"] = ()
    game = changed(game, offences=changed(game.offences, **more))
    corrected = isinstance(event, offence_events.EntryCorrected)  # then the state is an earlier one
    return game if corrected or before.house.deck != "unseen" else _proved(before, event, come_up(game, event))


def _proved(before: Game, event: events.Event, game: Game) -> Game:
    """CAS-DEAL-6: what everybody has seen by this event proves something of the cards laid in this deal, and of those of hands that
    were set aside in this deck."""
    known = seen(before.offences.known, event)
    for deal in dict.fromkeys((before.deal, *[one.deal for one in game.offences.set_aside])):
        laid = laid_in(game, deal)
        if any(play.doubt for play in laid):
            told = known if deal == before.deal else None
            game = _with(game, deal, tuple([_proved_by(game, told, deal, laid, play) for play in laid]))
    return game


def _proved_by(game: Game, known: Hands | None, deal: int, laid: tuple[Laid, ...], play: Laid) -> Laid:
    if play.doubt is None or (deal, play.number) in game.offences.judged:
        return play
    aside = next((one for one in game.offences.set_aside if (one.deal, one.seat) == (deal, play.seat)), None)
    if known is not None and play.seat in known.held:
        sure = possibilities.surely(known, play.seat)
        may = tuple([card for card in known.unplaced if card not in sure])
        hand = Hand(sure, known.held[play.seat].count - len(sure), may)
    elif aside is not None:
        hand = Hand(aside.shown, aside.many, aside.may)
    else:
        return play
    later = [one.card for one in laid[laid.index(play) + 1 :] if one.seat == play.seat]
    return proved(play, tuple(later), hand)


def _with(game: Game, deal: int, laid: tuple[Laid, ...]) -> Game:
    """With other cards laid in this deal."""
    if deal > len(game.past):
        return changed(game, offences=changed(game.offences, laid=laid))
    past = [replace(one, laid=laid) if number == deal else one for number, one in enumerate(game.past, 1)]
    return changed(game, past=tuple(past))


def latest(game: Game) -> tuple[int, Laid] | None:
    """The last card that was played, with its deal, as long as nothing has been restored since and its deck is not scored."""
    if game.offences.before is None:
        return None
    if game.offences.laid:
        return game.deal, game.offences.laid[-1]
    return next(((deal, past.laid[-1]) for deal, past in _backwards(game) if past.laid), None)


def _backwards(game: Game) -> list[tuple[int, PastDeal]]:
    return list(enumerate(game.past, 1))[::-1]
