"""What a game comes to by what has happened, and what a table under `record` keeps of it."""

from engine.stich import events
from engine.stich.acts import DECISIONS, FOLLOWS, may_play
from engine.stich.rulebook import STI_PLAY_1

from engine import seats
from engine.answers import Answers
from engine.cardgame import beside, claims, rulings, settlement
from engine.cardgame import events as kernel
from engine.cardgame import offence_events as offences
from engine.cardgame.minutes import kept
from engine.cardgame.offences import Laid, PastDeal
from engine.cardgame.ritual import after_cut
from engine.cardgame.start import started
from engine.changed import changed
from engine.parts import with_stakes, without_stakes


def decide(game, command):
    return DECISIONS[command.__class__](game, command)


def follow(game):
    return FOLLOWS[game.phase](game) if game.phase in FOLLOWS else None


def evolve(game, event):
    new = CHANGES[event.__class__](game, event)
    return noted(game, event, new) if new.offences.recorded else new


def _antes(game, event):
    paying = tuple([stake.seat for stake in event.stakes])
    dealer = game.dealer if game.dealer in paying else seats.next_clockwise(paying, game.dealer)
    stacks = without_stakes(game.stacks, event.stakes)
    more = {"first_dealer": dealer, "active": paying, "stacks": stacks, "pot": event.pot}
    return changed(game, phase="shuffle", dealer=dealer, turn=dealer, **more)


def _shuffled(game, event):
    cutter = seats.next_clockwise(game.active, game.dealer)
    return changed(game, phase="cut", turn=cutter, order=event.order, shuffle=event.shuffle)


def _dealt(game, event):
    to = seats.clockwise(game.active, event.dealer)
    return changed(game, phase="play", hands=event.hands, order=event.stock, dealt_to=to, turn=to[0])


def _played(game, event):
    hand = tuple([card for card in game.hands[event.seat] if card != event.card])
    trick, hands = (*game.trick, (event.seat, event.card)), {**game.hands, event.seat: hand}
    if len(trick) < len(game.dealt_to):
        return changed(game, trick=trick, hands=hands, turn=game.dealt_to[len(trick)])
    phase = "awaiting_settlement" if game.offences.recorded else "trick"
    return changed(game, trick=trick, hands=hands, turn=0, phase=phase)


def _fined(game, event):
    stacks = {**game.stacks, event.seat: game.stacks[event.seat] - event.chips}
    return changed(game, stacks=stacks, pot=event.pot, reneged=(*game.reneged, event.card))


def put_away(game):
    past = PastDeal(game.dealt_to, game.dealt_to, game.dealer, game.offences.laid)
    return changed(game, past=(past,) if game.dealt else (), hands={}, turn=0)


def _awarded(game, event):
    winners, stacks = tuple([share.seat for share in event.shares]), with_stakes(game.stacks, event.shares)
    return changed(put_away(game), phase="awarded", stacks=stacks, pot=0, winners=winners, how="won")


def corrected(game, step):
    return rulings.corrected(game, step, beside.end_time_reached)


ENTRIES = (kernel.DeckCommitted, kernel.DeckCut, events.CardsDealt, events.CardPlayed, offences.ClaimMade, offences.OffenceFound,
           offences.GameVoided)  # fmt: skip


def noted(before, event, game):
    old, settled = game.offences, isinstance(event, kernel.PotAwarded) and before.phase == "awaiting_settlement"
    more = kept(before, event, settled or isinstance(event, ENTRIES))
    if isinstance(event, events.CardPlayed):
        broken = "" if event.card in may_play(before, event.seat) else STI_PLAY_1.id
        more["laid"] = (*old.laid, Laid(len(old.laid) + 1, event.seat, event.card, broken))
    return changed(game, offences=changed(old, **more))


CHANGES = (
    Answers()
    .on(events.GameStarted, lambda game, e: started(game, e, e.house, "antes", active=tuple([one.seat for one in e.seats])))
    .on(kernel.LotDrawn, lambda game, e: changed(game, phase="antes", dealer=e.dealer))
    .on(events.AntesPosted, _antes)
    .on(kernel.DeckCommitted, _shuffled)
    .on(kernel.DeckCut, lambda game, e: changed(game, phase="deal", turn=game.dealer, order=after_cut(game, e)))
    .on(events.CardsDealt, _dealt)
    .on(events.CardPlayed, _played)
    .on(offences.ClaimMade, lambda game, _: game)
    .on(offences.ClaimUpheld, claims.after_verdict)
    .on(offences.ClaimUnfounded, claims.after_verdict)
    .on(offences.OffenceFound, claims.after_verdict)
    .on(events.PenaltyImposed, _fined)
    .on(kernel.PotAwarded, _awarded)
    .on(kernel.DeckRevealed, settlement.revealed)
    .on(kernel.GameEnded, settlement.over)
    .on(kernel.EndTimeReached, beside.end_time_reached)
    .on(offences.EntryCorrected, lambda game, e: corrected(game, e.step) or game)
    .on(offences.GameVoided, lambda game, e: rulings.voided(put_away(game), e))
)
