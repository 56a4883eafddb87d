"""The state after an event. Nothing here refuses: what happened has happened."""

from engine.cardgame.dealing import cards_dealt
from engine.cardgame.start import staked
from engine.casino import aftermath, events, unseen
from engine.casino.builds import Build
from engine.casino.deal import elsewhere
from engine.casino.minutes import noted
from engine.casino.passage import after_play, followed, gone, new_deck, put_away, shuffled
from engine.casino.sides import sides_of
from engine.casino.state import DEALT, RITUAL, Game
from engine.changed import changed
from engine.parts import with_stakes, without_stakes


def evolve(game: Game, event: events.Event) -> Game:
    """The state after `event`; under `record` with what is kept for claims and corrections."""
    new = CHANGES[event.__class__](game, event)
    return noted(game, event, new) if new.offences.recorded else new


def _staked(game: Game, event: events.StakesPosted) -> Game:
    game = staked(game, event)
    sides = sides_of(game.active, game.house.partners)
    return new_deck(game, game.dealer, playing=game.active, sides=sides, scores=dict.fromkeys(sides.values(), 0))


def _dealt(game: Game, event: events.CardsDealt) -> Game:
    loose = (*game.loose, *event.table)
    return changed(cards_dealt(game, event), loose=loose, remaining=event.left, last=event.last, moved=False)


def _dealt_unseen(game: Game, event: events.DealtUnseen) -> Game:
    """CAS-DEAL-6: the hands stay empty; what is known of them is kept with the offences. The stock is known only where a claim has
    told it (CAS-CLAIM-1)."""
    known = unseen.dealt(game.stock, elsewhere(game) | set(event.table), event.seats, event.each)
    return changed(
        game,
        phase="play",
        hands={},
        loose=(*game.loose, *event.table),
        order=(),
        remaining=event.left,
        last=event.last,
        dealt_to=event.seats,
        moved=False,
        turn=event.seats[0],
        offences=changed(game.offences, known=known),
    )


def _trailed(game: Game, event: events.CardTrailed) -> Game:
    return after_play(game, event.seat, event.card, game.builds, loose=(*game.loose, event.card))


def _captured(game: Game, event: events.CardsCaptured) -> Game:
    seat, loose, taken = event.seat, event.loose, event.builds
    builds = tuple([build for build in game.builds if build.id not in taken]) if taken else game.builds
    rest = tuple([card for card in game.loose if card not in loose]) if loose else game.loose
    captors = game.captors if game.captors[-1:] == (seat,) else (*[other for other in game.captors if other != seat], seat)
    sweeps = {**game.sweeps, seat: game.sweeps.get(seat, 0) + 1} if event.sweep else game.sweeps
    piles = {**game.piles, seat: (*game.piles.get(seat, ()), *event.cards)}
    return after_play(game, seat, event.card, builds, loose=rest, captors=captors, sweeps=sweeps, piles=piles)


def _built(game: Game, event: events.BuildMade) -> Game:
    build = Build(event.build, event.value, (*event.loose, event.card), event.doubled, event.seat)
    rest = tuple([card for card in game.loose if card not in event.loose])
    return after_play(game, event.seat, event.card, (*game.builds, build), loose=rest, build_ids=event.build)


def _rebuilt(game: Game, event: events.BuildDoubled | events.BuildRaised) -> Game:
    doubled = event.doubled if isinstance(event, events.BuildRaised) else True
    builds = tuple(
        [
            Build(build.id, event.value, (*build.cards, *event.loose, event.card), doubled, event.seat)
            if build.id == event.build
            else build
            for build in game.builds
        ]
    )
    rest = tuple([card for card in game.loose if card not in event.loose]) if event.loose else game.loose
    return after_play(game, event.seat, event.card, builds, loose=rest)


def _last_taken(game: Game, event: events.LastCardsTaken) -> Game:
    cards = (*event.table, *event.undealt)
    game = changed(game, phase="scoring", loose=(), builds=(), order=(), remaining=0)
    if not event.seat:
        return changed(game, aside=(*game.aside, *cards))
    return changed(game, piles={**game.piles, event.seat: (*game.piles.get(event.seat, ()), *cards)})


def _scored(game: Game, event: events.DeckScored) -> Game:
    scores = dict(game.scores)
    for side in event.sides:
        scores[side.seats[0]] = side.score
    game = changed(put_away(game), scores=scores, decks_over=game.decks_over + 1)
    if event.next_dealer:
        return new_deck(game, event.next_dealer, deal=event.deal + 1)
    return changed(new_deck(game, game.dealer), phase="scored", turn=0, deck=event.deck)


def _decided(game: Game, event: events.GameDecided) -> Game:
    """What was being dealt or played is over."""
    if game.phase in (*RITUAL, *DEALT):
        game = put_away(game)
    sides = {game.sides[seat] for seat in event.winners}
    return changed(
        followed(game),
        phase="decided",
        turn=0,
        winners=event.winners,
        because=event.because,
        how="won" if len(sides) == 1 else "split",
        final={score.seat: score.points for score in event.scores},
    )


def _points_posted(game: Game, event: events.PointsPosted) -> Game:
    return changed(game, phase="paid", stacks=without_stakes(game.stacks, event.stakes), pot=event.pot)


def _awarded(game: Game, event: events.PotAwarded) -> Game:
    return changed(game, phase="awarded", stacks=with_stakes(game.stacks, event.shares), pot=0)


CHANGES = (
    aftermath.CHANGES.on(events.StakesPosted, _staked)
    .on(events.DeckCommitted, lambda game, event: shuffled(game, event.order, event.shuffle))
    .on(events.DeckShuffled, lambda game, event: shuffled(game, (), event.shuffle))
    .on(events.LastAnnounced, lambda game, _: changed(game, announced=True))
    .on(events.CardsDealt, _dealt)
    .on(events.DealtUnseen, _dealt_unseen)
    .on(events.CardTrailed, _trailed)
    .on(events.CardsCaptured, _captured)
    .on(events.BuildMade, _built)
    .on(events.BuildDoubled, _rebuilt)
    .on(events.BuildRaised, _rebuilt)
    .on(events.LastCardsTaken, _last_taken)
    .on(events.DeckScored, _scored)
    .on(events.TargetClaimed, lambda game, event: changed(game, order=event.undealt) if event.undealt else game)
    .on(events.PlayerPutOut, lambda game, event: gone(followed(game), event.seat))
    .on(events.GameDecided, _decided)
    .on(events.PointsPosted, _points_posted)
    .on(events.PotAwarded, _awarded)
)
