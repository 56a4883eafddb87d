"""The state after an offence, a ruling or a correction. Nothing here refuses."""

from dataclasses import replace

from engine.azi import events
from engine.azi import offence_events as offences
from engine.azi.offences import Fine
from engine.azi.passage import (
    asking,
    begun,
    choosing,
    declined,
    end_time_reached,
    folded,
    handed_over,
    left,
    prepared,
    put_away,
    repriced,
    topped_up,
    without,
)
from engine.azi.state import DEALT, RITUAL, Game
from engine.cardgame import exposure, judging, rulings
from engine.cardgame.evolve import besides, changes
from engine.changed import changed
from engine.parts import with_stakes


def _exposed(game: Game, event: offences.CardExposed) -> Game:
    """AZI-VIOL-1: the bidding waits for the owner's choice, if the house rule gives him one."""
    game = exposure.shown(game, event)
    return choosing(game) if game.house.exposed_card == "owner_chooses" else game


def _kept(game: Game, event: offences.ExposedCardKept) -> Game:
    return choosing(exposure.chosen(game, event.card, "kept"))


def _replaced(game: Game, event: offences.CardReplaced) -> Game:
    """The new card takes the place of the old one, which is out of the deal."""
    new = event.replacement.get(event.seat, "")
    hand = tuple([new if card == event.card else card for card in game.hands[event.seat]])
    stock = game.stock and game.stock[1:]
    game = changed(game, hands={**game.hands, event.seat: hand}, stock=stock)
    return choosing(exposure.chosen(game, event.card, "replaced", gone=(*game.offences.gone, event.card)))


def _claimant(game: Game, event: offences.ClaimantNamed) -> Game:
    others = tuple([one for one in game.offences.claimants if one[0] != event.seat])
    return changed(game, offences=changed(game.offences, claimants=(*others, (event.seat, event.player))))


def _penalised(game: Game, event: offences.PenaltyImposed) -> Game:
    """AZI-VIOL-6: in full, whatever the stack holds; and it stays whatever becomes of the deal (AZI-VOID-1)."""
    before = game.begun
    if before is not None:
        before = repriced(changed(judging.penalised(before, event), pot=before.pot + event.chips))
    counts = event.offence == "renege" or (event.offence == "exposed_card" and event.found_by == "steward")
    fines = (*game.offences.fines, Fine(event.deal, event.seat, event.offence, counts))
    kept = changed(game.offences, fines=fines)
    return repriced(changed(judging.penalised(game, event), begun=before, offences=kept))


def _restored(game: Game, event: offences.PlayRestored) -> Game:
    """AZI-VIOL-3: the cards are back in the hands, and the trick is as it was before the offending one."""
    laid, back = game.offences.laid, event.taken_back
    since = max([play.number for play in laid if play.stands and play.card == back[0].card])
    hands = dict(game.hands)
    for played in back if game.offences.known is None else ():
        hands[played.seat] = (*hands[played.seat], played.card)
    trick = tuple([(play.seat, play.card) for play in laid if play.stands and play.trick == event.trick and play.number < since])
    marked = tuple([replace(play, stands=False) if play.number >= since else play for play in laid])
    return changed(
        game,
        phase="play",
        turn=event.seat,
        hands=hands,
        trick=trick,
        takers=game.takers[: event.trick - 1],
        offences=changed(game.offences, laid=marked),
    )


def _put_out(game: Game, event: offences.PlayerPutOut) -> Game:
    """AZI-VIOL-4: out of this deal, of the next one, and of all offers."""
    seat, before = event.seat, game.begun
    kept = changed(game.offences, out=(*game.offences.out, seat))
    game = changed(game, offences=kept, begun=before and _put_out(before, event))
    if game.phase in RITUAL:
        return without(game, seat)
    if game.phase == "buy_in":
        asked, joined = (tuple([other for other in seats if other != seat]) for seats in (game.asked, game.joined))
        return asking(game, asked, joined)
    if game.phase not in DEALT or seat not in game.active:
        return game
    if game.phase in ("play", "awaiting_settlement"):
        return changed(game, active=tuple([other for other in game.active if other != seat]))
    return folded(_undecided(game, seat), seat)


def _annulled(game: Game, event: offences.DealAnnulled) -> Game:
    """Dealt again: to the same players with all that is in the pot; or after a ruling from where this deal began (AZI-VOID-1):
    antes come from whoever had posted them, and whoever had bought in pays the same again."""
    away = handed_over(put_away(game), event.dealer)
    if event.because != "ruling" or game.begun is None:
        return begun(prepared(changed(away, deal=event.deal + 1), tuple(sorted(event.again)), event.dealer))
    start = changed(game.begun, deal=event.deal + 1, past=away.past, offences=away.offences)
    start = changed(start, dealer=away.dealer, own_dealer=away.own_dealer, stand_in=away.stand_in, anted=game.anted)
    start = changed(start, stacks=with_stakes(game.stacks, event.returned), pot=event.pot)
    if start.phase in RITUAL:
        return begun(prepared(start, tuple(sorted(start.dealt_to)), start.dealer))
    if not event.again:  # antes are posted; in games of before, buy-ins were offered again
        return begun(start)
    if start.phase == "ante":  # nobody could pay one
        return begun(prepared(start, event.again, start.dealer))
    bids = game.put_in
    paid = {stake.seat: stake.chips - bids.get(stake.seat, 0) for stake in event.returned}
    asked, joined = (tuple([seat for seat in seats if seat in event.again]) for seats in (start.asked, start.joined))
    return begun(asking(changed(start, rejoining=True), asked, joined, offers={seat: paid[seat] for seat in asked}))


def _beside(game: Game, event: events.Beside) -> Game | None:
    """AZI-LEAVE-1: whoever leaves during the bidding folds, and whoever is playing does not leave."""
    if not isinstance(event, events.PlayerLeft):
        return BESIDE[event.__class__](game, event)
    if game.phase in DEALT and event.seat in game.active:
        if game.phase in ("play", "awaiting_settlement"):
            return None
        game = folded(_undecided(game, event.seat), event.seat)
    return left(game, event)


def corrected(game: Game, step: int) -> Game | None:
    """AZI-REC-1: the game as it was before that step, but for the top-ups, leavings and the end time since. None: somebody has left
    since who was playing the cards then."""
    return rulings.corrected(game, step, _beside)


def _undecided(game: Game, seat: int) -> Game:
    """First hand that goes before its decision does not bet blind."""
    first = game.phase in ("exposed", "blind") and not game.looked and seat == game.dealt_to[0]
    return declined(game, seat) if first else game


def _corrected(game: Game, event: offences.EntryCorrected) -> Game:
    return corrected(game, event.step) or game


def _voided(game: Game, event: offences.GameVoided) -> Game:
    """AZI-VOID-1: nothing is left in the pot, and nobody has won."""
    return rulings.voided(put_away(game) if game.phase in DEALT else game, event)


BESIDE = besides(Game).on(events.ToppedUp, topped_up).on(events.PlayerLeft, left).on(events.EndTimeReached, end_time_reached)
CHANGES = (
    changes(BESIDE)
    .on(offences.CardExposed, _exposed)
    .on(offences.ExposedCardKept, _kept)
    .on(offences.CardReplaced, _replaced)
    .on(offences.ClaimantNamed, _claimant)
    .on(offences.PenaltyImposed, _penalised)
    .on(offences.PlayRestored, _restored)
    .on(offences.PlayerPutOut, _put_out)
    .on(offences.DealAnnulled, _annulled)
    .on(offences.EntryCorrected, _corrected)
    .on(offences.GameVoided, _voided)
)
