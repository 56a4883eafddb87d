"""The state after an offence, a ruling or a correction, and after what happens beside the game. Nothing here refuses."""

from collections.abc import Callable
from typing import Any

from engine.casino import events, unseen
from engine.casino import offence_events as offences
from engine.casino.minutes import laid_in
from engine.casino.offences import Entry, Fine, Shown
from engine.casino.passage import choosing, gone, put_away
from engine.casino.state import DEALT, RITUAL, Game
from engine.changed import changed
from engine.parts import with_stakes


def topped_up(game: Game, event: events.ToppedUp) -> Game:
    """Chips have come to a stack."""
    seat, chips = event.seat, event.chips
    stacks, brought = {**game.stacks, seat: game.stacks[seat] + chips}, {**game.brought, seat: game.brought[seat] + chips}
    return changed(game, stacks=stacks, brought=brought)


def left(game: Game, event: events.PlayerLeft) -> Game:
    """CAS-OUT-1: who leaves the table is out of the game."""
    game = changed(game, left=(*game.left, event.seat))
    return gone(game, event.seat) if event.seat in game.active else game


def _exposed(game: Game, event: offences.CardExposed) -> Game:
    """CAS-VIOL-3: the play waits for the owner's choice."""
    shown = (*game.offences.shown, Shown(event.seat, event.card))
    return choosing(changed(game, offences=changed(game.offences, shown=shown)))


def _kept(game: Game, event: offences.ExposedCardKept) -> Game:
    shown = tuple([Shown(one.seat, one.card, "kept") if one.card == event.card else one for one in game.offences.shown])
    return choosing(changed(game, offences=changed(game.offences, shown=shown)))


def _annulled(game: Game, event: offences.DealAnnulled) -> Game:
    """CAS-VIOL-3: the cards of this deal, in the first one of a deck those of the table too, lie with the stock again."""
    held = sum([unseen.count(game, seat) for seat in game.dealt_to]) + (len(game.loose) if game.first else 0)
    loose = () if game.first else game.loose
    away = put_away(changed(game, loose=loose), annulled=True)
    again: dict[str, Any] = {"phase": "shuffle", "deal": event.deal + 1, "shuffle": 0, "order": (), "dealer": event.dealer}
    return changed(away, turn=event.dealer, remaining=game.remaining + held, **again)


def _out_of_turn(game: Game, event: offences.CardPlayedOutOfTurn) -> Game:
    old = game.offences
    pinned, told = (*old.pinned, (event.seat, event.card)), (*old.out_of_turn, (event.deal, event.seat, event.card))
    return changed(game, offences=changed(old, pinned=pinned, out_of_turn=told))


def _judged(game: Game, event: offences.ClaimUpheld | offences.ClaimUnfounded | offences.OffenceFound) -> Game:
    """CAS-VIOL-1: once per play. A claim that was open is decided; if it is right, what follows from it is due."""
    old, play = game.offences, (event.deal, event.card)
    waited = [one for one in old.open if one[1:] == play]
    due = (waited[0][0], *play) if waited and isinstance(event, offences.ClaimUpheld) else old.due
    left = tuple([one for one in old.open if one[1:] != play]) if waited else old.open
    return changed(game, offences=changed(old, judged=(*old.judged, play), open=left, due=due))


def _claimed(game: Game, event: offences.ClaimMade) -> Game:
    """CAS-VIOL-1: open, where it is not known yet what the player held."""
    play = next((one for one in laid_in(game, event.deal) if one.card == event.card), None)
    if play is None or not play.open:
        return game
    return changed(game, offences=changed(game.offences, open=(*game.offences.open, (event.seat, event.deal, event.card))))


def _lapsed(game: Game, event: offences.ClaimLapsed) -> Game:
    claim = (event.seat, event.deal, event.card)
    left = tuple([one for one in game.offences.open if one != claim])
    return changed(game, offences=changed(game.offences, open=left, lapsed=(*game.offences.lapsed, claim)))


def _restored(game: Game, event: offences.PlayRestored) -> Game:
    """CAS-VIOL-1: what was gathered against the rules leaves the pile again, with the sweep that it may have been; also a pile that
    was set aside since (CAS-OUT-1)."""
    before, seat = game.offences.before, event.seat
    more: dict[str, Any] = {}
    if before is not None and event.card in event.loose and event.card in game.piles.get(seat, ()):
        pile = {**game.piles, seat: before.piles.get(seat, ())}
        sweeps = {**game.sweeps, seat: before.sweeps.get(seat, 0)}
        more = {"piles": pile, "sweeps": sweeps, "captors": before.captors}
    back = {*event.loose, *[card for build in event.builds for card in build.cards]}
    aside = tuple([card for card in game.aside if card not in back]) if game.aside else ()
    kept = changed(game.offences, before=None)
    return changed(game, loose=event.loose, builds=event.builds, aside=aside, offences=kept, **more)


def _deducted(game: Game, event: offences.PointsDeducted) -> Game:
    fines = (*game.offences.fines, Fine(event.deal, event.card, event.seat, event.offence))
    scores = {**game.scores, game.sides[event.seat]: event.score}
    return changed(game, scores=scores, offences=changed(game.offences, fines=fines, due=None))


def _missed(game: Game, event: offences.MissingLastClaimed) -> Game:
    scores = dict(game.scores)
    for score in event.scores:
        scores[game.sides[score.seat]] = score.points
    return changed(game, scores=scores, offences=changed(game.offences, missed=True))


def entry_at(game: Game, step: int) -> Entry | None:
    """The act recorded at that step, if it can still be corrected (CAS-REC-1)."""
    return next((entry for entry in game.offences.entries if entry.step == step and not entry.stays), None)


def came_out(game: Game, step: int) -> bool:
    """CAS-DEAL-6: whether cards have come out of the service's deck by the act of that step or since. Who knows them does not
    shuffle, cut or deal anew."""
    since = [entry.event for entry in game.offences.entries if entry.step >= step]
    return game.house.deck == "service" and any(isinstance(event, events.CardsDealt) for event in since)


def corrected(game: Game, step: int) -> Game:
    """CAS-REC-1: the game as it was before that step, but for the top-ups, leavings and the end time since."""
    entries = game.offences.entries
    at = next(number for number, entry in enumerate(entries) if entry.step == step)
    state, kept = entries[at].before, list(entries[:at])
    for entry in entries[at + 1 :]:
        if entry.stays:
            kept.append(Entry(entry.step, state.deal, entry.event, stays=True, before=state))
            state = BESIDE[entry.event.__class__](state, entry.event)
    return changed(state, offences=changed(state.offences, entries=tuple(kept)))


def _corrected(game: Game, event: offences.EntryCorrected) -> Game:
    return corrected(game, event.step)


def _voided(game: Game, event: offences.GameVoided) -> Game:
    """Nothing is left in the pot, and nobody has won."""
    if game.phase in (*RITUAL, *DEALT):
        game = put_away(game)
    return changed(game, phase="awarded", stacks=with_stakes(game.stacks, event.returned), pot=0, turn=0, how="void")


BESIDE: dict[type, Callable[[Game, Any], Game]] = {
    events.ToppedUp: topped_up,
    events.PlayerLeft: left,
    events.EndTimeReached: lambda game, _: changed(game, time_up=True),
}
CHANGES: dict[type, Callable[[Game, Any], Game]] = {
    **BESIDE,
    offences.CardExposed: _exposed,
    offences.ExposedCardKept: _kept,
    offences.DealAnnulled: _annulled,
    offences.CardPlayedOutOfTurn: _out_of_turn,
    offences.ClaimMade: _claimed,
    offences.ClaimUpheld: _judged,
    offences.ClaimUnfounded: _judged,
    offences.ClaimLapsed: _lapsed,
    offences.OffenceFound: _judged,
    offences.PlayRestored: _restored,
    offences.PointsDeducted: _deducted,
    offences.MissingLastClaimed: _missed,
    offences.EntryCorrected: _corrected,
    offences.GameVoided: _voided,
}
