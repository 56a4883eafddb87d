"""What a table under `record` keeps beside the game: every card as it was played, and every act that may have been mistyped."""

from engine.azi import events, offence_events, unseen_events
from engine.azi.declarations import could_be_raznomast
from engine.azi.duties import may_play
from engine.azi.offences import Laid
from engine.azi.proofs import doubt_of
from engine.azi.retelling import ACTS
from engine.azi.rulebook import AZI_PLAY_2, AZI_PLAY_3, AZI_RAZ_1
from engine.azi.settlement import tricks_over
from engine.azi.state import Game
from engine.azi.unseen import followed
from engine.cardgame import minutes
from engine.cardgame.minutes import kept
from engine.changed import changed


def is_entry(before: Game, event: events.Event) -> bool:
    """Whether the event was an act of somebody, and not the rest of an act or what the rules brought about by themselves."""
    match event:
        case events.CutOffered():
            return before.phase == "last_shuffle"
        case events.BlindDeclined():
            return not before.looked
        case events.BoughtIn():
            return not before.rejoining
        case events.BuyInDeclined():
            return event.because == "declined"
        case offence_events.PenaltyImposed():
            return event.found_by == "demand"
        case offence_events.DealAnnulled():
            return event.because == "ruling"
    return minutes.is_entry(before, event, ACTS)


def noted(before: Game, event: events.Event, game: Game) -> Game:
    """The game after the event, with what is kept of it."""
    more = kept(before, event, is_entry(before, event))
    if isinstance(event, events.CardPlayed):
        more["laid"] = (*before.offences.laid, _laid(before, event))
    elif isinstance(event, events.CardsDealt | unseen_events.DealtUnseen):
        more["uncut"] = before.phase != "deal"
    elif isinstance(event, events.TrickTaken) and tricks_over(game):
        game = changed(game, phase="awaiting_settlement", turn=0)
    game = changed(game, offences=changed(game.offences, **more))
    return followed(event, game) if game.house.deck == "unseen" else game


def _laid(before: Game, event: events.CardPlayed) -> Laid:
    """AZI-PLAY-2, AZI-PLAY-3, AZI-RAZ-1: the card, and which rule it went against, or proves to have been broken; where only the
    players see the hands, how things stood, so that it can be judged by what comes up (AZI-DEAL-9)."""
    trick, number = before.trick, len(before.offences.laid) + 1
    if before.offences.known is not None:
        return Laid(number, event.seat, event.card, "", event.trick, doubt_of(before, event.seat))
    may = may_play(before, event.seat)
    broken = ""
    if event.card not in may:
        broken = AZI_PLAY_2.id if may[0][1] == trick[0][1][1] else AZI_PLAY_3.id
    elif event.seat in before.declared and _proves_false(before, event):
        broken = AZI_RAZ_1.id
    return Laid(number, event.seat, event.card, broken, event.trick)


def _proves_false(before: Game, event: events.CardPlayed) -> bool:
    """AZI-RAZ-1: whether with this card the player has shown, for the first time in the deal, that his raznomast was none."""
    laid = before.offences.laid
    if any(play.seat == event.seat and play.broken == AZI_RAZ_1.id for play in laid):
        return False
    down = [play.card for play in laid if play.stands and play.seat == event.seat]
    return not could_be_raznomast((*down, event.card), before.trump[1])
