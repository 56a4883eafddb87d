"""The state after an offence, a ruling or a correction, and after what happens beside the game. Nothing here refuses."""

from engine.cardgame import beside, claims, exposure, rulings
from engine.cardgame.evolve import besides, changes
from engine.casino import events, unseen
from engine.casino import offence_events as offences
from engine.casino.passage import choosing, followed, gone, put_away
from engine.casino.state import DEALT, RITUAL, Game
from engine.changed import changed


def left(game: Game, event: events.PlayerLeft) -> Game:
    """CAS-OUT-1: whoever leaves the table is out of the game."""
    game = beside.left(game, event)
    return gone(game, event.seat) if event.seat in game.active else game


def _exposed(game: Game, event: offences.CardExposed) -> Game:
    """CAS-VIOL-3: the play waits for the owner's choice."""
    return choosing(exposure.shown(game, event))


def _kept(game: Game, event: offences.ExposedCardKept) -> Game:
    return choosing(exposure.chosen(game, event.card, "kept"))


def _annulled(game: Game, event: offences.DealAnnulled) -> Game:
    """CAS-VIOL-3: the cards of this deal, in the first one of a deck those of the table too, lie with the stock again."""
    held = sum([unseen.count(game, seat) for seat in game.dealt_to]) + (len(game.loose) if game.first else 0)
    loose = () if game.first else game.loose
    away = put_away(changed(game, loose=loose), annulled=True)
    again: dict[str, object] = {"phase": "shuffle", "deal": event.deal + 1, "shuffle": 0, "order": (), "dealer": event.dealer}
    return changed(away, turn=event.dealer, remaining=game.remaining + held, **again)


def _out_of_turn(game: Game, event: offences.CardPlayedOutOfTurn) -> Game:
    old = game.offences
    pinned, told = (*old.pinned, (event.seat, event.card)), (*old.out_of_turn, (event.deal, event.seat, event.card))
    return changed(game, offences=changed(old, pinned=pinned, out_of_turn=told))


def _upheld(game: Game, event: offences.ClaimUpheld) -> Game:
    """CAS-VIOL-1: if the claim was open, what follows from it is due."""
    claim, game = claims.claimed(game, event, undecided=False), claims.after_verdict(game, event)
    return game if claim is None else changed(game, offences=changed(game.offences, due=claim))


def _restored(game: Game, event: offences.PlayRestored) -> Game:
    """CAS-VIOL-1: what was gathered against the rules leaves the pile again, with the sweep that it may have been; also a pile that
    was set aside since (CAS-OUT-1)."""
    before, seat = game.offences.before, event.seat
    more: dict[str, object] = {}
    if before is not None and event.card in event.loose and event.card in game.piles.get(seat, ()):
        pile = {**game.piles, seat: before.piles.get(seat, ())}
        sweeps = {**game.sweeps, seat: before.sweeps.get(seat, 0)}
        more = {"piles": pile, "sweeps": sweeps, "captors": before.captors}
    back = {*event.loose, *[card for build in event.builds for card in build.cards]}
    aside = tuple([card for card in game.aside if card not in back]) if game.aside else ()
    kept = changed(game.offences, before=None)
    return changed(game, loose=event.loose, builds=event.builds, aside=aside, offences=kept, **more)


def _deducted(game: Game, event: offences.PointsDeducted) -> Game:
    return changed(followed(game), scores={**game.scores, game.sides[event.seat]: event.score})


def _missed(game: Game, event: offences.MissingLastClaimed) -> Game:
    scores = dict(game.scores)
    for score in event.scores:
        scores[game.sides[score.seat]] = score.points
    return changed(game, scores=scores, offences=changed(game.offences, missed=True))


def _voided(game: Game, event: offences.GameVoided) -> Game:
    """Nothing is left in the pot, and nobody has won."""
    return rulings.voided(put_away(game) if game.phase in (*RITUAL, *DEALT) else game, event)


BESIDE = besides(Game).on(events.PlayerLeft, left)
CHANGES = (
    changes(BESIDE)
    .on(offences.CardExposed, _exposed)
    .on(offences.ExposedCardKept, _kept)
    .on(offences.DealAnnulled, _annulled)
    .on(offences.CardPlayedOutOfTurn, _out_of_turn)
    .on(offences.ClaimUpheld, _upheld)
    .on(offences.PlayRestored, _restored)
    .on(offences.PointsDeducted, _deducted)
    .on(offences.MissingLastClaimed, _missed)
    .on(offences.GameVoided, _voided)
)
