"""The state after an event. Nothing here refuses: what happened has happened."""

from collections.abc import Callable
from typing import Any

from engine import seats, shuffle
from engine.azi import events
from engine.azi.settlement import buy_in_price, dealing
from engine.azi.state import DEALT, RITUAL, Game, PastDeal
from engine.changed import changed

AFTER_SHUFFLE = {"shuffle": "offer", "cut": "last_shuffle", "last_shuffle": "offer_last"}
AFTER_CUT = {"cut": "last_shuffle", "last_cut": "deal"}


def evolve(game: Game, event: Any) -> Game:
    """The state after `event`."""
    return CHANGES[event.__class__](game, event)


def _started(game: Game, event: events.GameStarted) -> Game:
    return changed(
        game,
        phase="lot" if event.dealer is None else "ante",
        house=event.house,
        table=event.table,
        number=event.number,
        unit=event.unit,
        scale=event.scale,
        seats=tuple([player.seat for player in event.seats]),
        players={player.seat: player.player for player in event.seats},
        stacks={player.seat: player.stack for player in event.seats},
        dealer=event.dealer or 0,
        deal=1,
    )


def _lot_drawn(game: Game, event: events.LotDrawn) -> Game:
    return changed(game, phase="ante", dealer=event.dealer)


def _antes_posted(game: Game, event: events.AntesPosted) -> Game:
    stacks = dict(game.stacks)
    for stake in event.stakes:
        stacks[stake.seat] -= stake.chips
    posted = tuple([stake.seat for stake in event.stakes]) or tuple(sorted(game.dealt_to))
    return _prepared(game, posted, game.dealer, stacks=stacks, pot=event.pot)


def _prepared(game: Game, participants: tuple[int, ...], dealer: int, **more: Any) -> Game:
    """The ritual begins; first hand is the nearest participant clockwise of the dealer (AZI-SEAT-3)."""
    dealt_to = seats.clockwise(participants, dealer)
    return changed(game, phase="shuffle", dealt_to=dealt_to, dealer=dealer, turn=dealer, cutter=0, shuffle=0, order=(), **more)


def _shuffled(game: Game, event: events.DeckCommitted | events.DeckShuffled) -> Game:
    order = event.order if isinstance(event, events.DeckCommitted) else ()
    return changed(game, phase=AFTER_SHUFFLE[game.phase], turn=game.dealer, shuffle=event.shuffle, order=order)


def _cut_offered(game: Game, event: events.CutOffered) -> Game:
    return changed(game, phase="last_cut" if event.last else "cut", turn=event.seat, cutter=event.seat)


def _cut(game: Game, event: events.DeckCut) -> Game:
    order = game.order if event.at is None else shuffle.cut(game.order, event.at)
    return changed(game, phase=AFTER_CUT[game.phase], turn=game.dealer, order=order)


def _dealt(game: Game, event: events.CardsDealt) -> Game:
    return changed(
        game,
        phase="blind",
        hands=event.hands,
        stock=event.stock,
        trump=event.trump,
        active=game.dealt_to,
        turn=game.dealt_to[0],
        blind=0,
        looked=False,
        price=0,
        paid=dict.fromkeys(game.dealt_to, 0),
        raiser=0,
        spoken=(),
        played=(),
        trick=(),
        takers=(),
    )


def _after(circle: tuple[int, ...], seat: int) -> int:
    """The seat after `seat` in an order of turn."""
    at = circle.index(seat) + 1
    return circle[at] if at < len(circle) else circle[0]


def _paid(game: Game, seat: int, chips: int) -> dict[int, int]:
    return {**game.stacks, seat: game.stacks[seat] - chips}


def _blind_bet(game: Game, event: events.BlindBet) -> Game:
    """AZI-BID-6: the blind bet counts twice, so that the bettor owes no word to who only calls; or once, by the house rule."""
    double = game.house.blind_counts_double
    return changed(
        game,
        phase="bid",
        stacks=_paid(game, event.seat, event.chips),
        pot=event.pot,
        blind=event.chips,
        price=event.price,
        paid={**game.paid, event.seat: event.price if double else event.chips},
        raiser=event.seat,
        spoken=(event.seat,) if double else (),
        turn=_after(game.active, event.seat),
    )


def _declined(game: Game, event: events.BlindDeclined) -> Game:
    return changed(game, phase="bid", looked=True, turn=_after(game.active, event.seat))


def _looked(game: Game, _: events.HandLooked) -> Game:
    return changed(game, looked=True)


def _checked(game: Game, event: events.Checked) -> Game:
    return changed(game, spoken=(*game.spoken, event.seat), turn=_after(game.active, event.seat))


def _called(game: Game, event: events.Called) -> Game:
    stacks, paid = _paid(game, event.seat, event.chips), {**game.paid, event.seat: event.price}
    spoken = (*game.spoken, event.seat)
    if len(spoken) == len(game.active):
        return _play_begins(game, game.active, spoken, stacks=stacks, paid=paid, pot=event.pot)
    return changed(game, stacks=stacks, paid=paid, pot=event.pot, spoken=spoken, turn=_after(game.active, event.seat))


def _raised(game: Game, event: events.BetOpened | events.Raised) -> Game:
    return changed(
        game,
        stacks=_paid(game, event.seat, event.chips),
        paid={**game.paid, event.seat: event.price},
        pot=event.pot,
        price=event.price,
        raiser=event.seat,
        spoken=(event.seat,),
        turn=_after(game.active, event.seat),
    )


def _folded(game: Game, event: events.Folded) -> Game:
    """In his turn, or out of it when he leaves the table (AZI-LEAVE-1)."""
    seat = event.seat
    active = tuple([other for other in game.active if other != seat])
    spoken = tuple([other for other in game.spoken if other != seat])
    if game.price and len(active) > 1 and len(spoken) == len(active):
        return _play_begins(game, active, spoken)
    turn = _after(game.active, seat) if seat == game.turn else game.turn
    return changed(game, active=active, spoken=spoken, turn=turn)


def _play_begins(game: Game, active: tuple[int, ...], spoken: tuple[int, ...], **more: Any) -> Game:
    """AZI-BID-10: who first made the highest bid leads; if he has gone, the first who made up to it."""
    leader = game.raiser if game.raiser in active else spoken[0]
    looked = game.looked or game.dealt_to[0] in active
    return changed(game, phase="play", active=active, spoken=spoken, played=active, turn=leader, looked=looked, **more)


def _thrown_in(game: Game, event: events.DealThrownIn) -> Game:
    """AZI-BID-8: in an azi replay the same players go on, otherwise there are antes first (AZI-ANTE-3)."""
    game = changed(_put_away(game), deal=event.deal + 1)
    again = tuple(sorted([seat for seat in game.dealt_to if seat not in game.left]))
    if game.azis:
        return _prepared(game, again, event.next_dealer)
    return changed(game, phase="ante", dealt_to=again, dealer=event.next_dealer, turn=0)


def _put_away(game: Game) -> Game:
    """The cards go back, and what has to be known of them is kept."""
    first = game.dealt_to[0]
    unseen = 0 if game.looked or game.active == (first,) else first
    past = (*game.past, PastDeal(game.dealt_to, unseen, game.played))
    return changed(
        game, past=past, hands={}, stock=None, trump="", order=(), trick=(), active=(), played=(), spoken=(), paid={}, price=0
    )


def _played(game: Game, event: events.CardPlayed) -> Game:
    seat, card = event.seat, event.card
    hands = {**game.hands, seat: tuple([held for held in game.hands[seat] if held != card])}
    return changed(game, hands=hands, trick=(*game.trick, (seat, card)), turn=_after(game.active, seat))


def _trick_taken(game: Game, event: events.TrickTaken) -> Game:
    return changed(game, trick=(), takers=(*game.takers, event.seat), turn=event.seat)


def _azi(game: Game, event: events.AziOccurred) -> Game:
    offers = {offer.seat: offer.price for offer in event.offers}
    game = changed(_put_away(game), deal=event.deal + 1, azis=game.azis + 1, dealer=event.next_dealer, cutter=0, dealt_to=())
    return _asking(game, tuple([offer.seat for offer in event.offers]), event.stay, offers=offers)


def _asking(game: Game, asked: tuple[int, ...], joined: tuple[int, ...], **more: Any) -> Game:
    """The next is asked; after the last one the replay is prepared (AZI-AZI-5), without an ante (AZI-ANTE-2)."""
    if asked:
        return changed(game, phase="buy_in", asked=asked, joined=joined, turn=asked[0], **more)
    dealer = game.dealer
    if game.house.dealer_rule == "rotate" and dealer not in joined:
        dealer = game.takers[-1]
    game = changed(game, asked=(), joined=(), **{**more, "offers": {}})
    return _prepared(game, tuple(sorted(joined)), dealing(game, dealer))


def _bought_in(game: Game, event: events.BoughtIn) -> Game:
    """With `buy_in_base` running the price of the others grows with the pot (AZI-AZI-2)."""
    asked, stacks, offers = game.asked[1:], _paid(game, event.seat, event.chips), game.offers
    if game.house.buy_in_base == "running":
        offers = {seat: buy_in_price(game, seat, event.pot) for seat in asked}
    return _asking(game, asked, (*game.joined, event.seat), stacks=stacks, pot=event.pot, offers=offers)


def _buy_in_declined(game: Game, _: events.BuyInDeclined) -> Game:
    return _asking(game, game.asked[1:], game.joined)


def _topped_up(game: Game, event: events.ToppedUp) -> Game:
    return changed(game, stacks=_paid(game, event.seat, -event.chips))


def _left(game: Game, event: events.PlayerLeft) -> Game:
    """AZI-LEAVE-1: between deals he is out of the next one. The ritual goes on with the next dealer, and the cut is offered to
    the next cutter (AZI-SEAT-3)."""
    seat = event.seat
    game = changed(game, left=(*game.left, seat), joined=tuple([other for other in game.joined if other != seat]))
    if game.phase not in RITUAL:
        return game
    participants = tuple(sorted([other for other in game.dealt_to if other != seat]))
    dealer, phase, turn = dealing(game, game.dealer), game.phase, game.turn
    cutter = seats.next_counter_clockwise(participants, dealer)
    if phase in ("cut", "last_cut"):
        phase = phase if cutter == game.cutter else {"cut": "offer", "last_cut": "offer_last"}[phase]
    else:
        turn = dealer
    return changed(game, phase=phase, turn=turn, dealer=dealer, dealt_to=seats.clockwise(participants, dealer))


def _end_time_reached(game: Game, _: events.EndTimeReached) -> Game:
    return changed(game, time_up=True)


def _awarded(game: Game, event: events.PotAwarded) -> Game:
    if game.phase in DEALT:
        game = _put_away(game)
    stacks = dict(game.stacks)
    for share in event.shares:
        stacks[share.seat] += share.chips
    winners = tuple([share.seat for share in event.shares])
    how = "split" if event.because == "split" else "won"
    return changed(game, phase="awarded", stacks=stacks, pot=0, turn=0, winners=winners, how=how)


def _revealed(game: Game, event: events.DeckRevealed) -> Game:
    shown = frozenset([(hand.deal, hand.seat) for hand in event.hands])
    return changed(game, phase="revealed", shown=shown, all_shown=event.everything)


def _ended(game: Game, _: events.GameEnded) -> Game:
    return changed(game, phase="over")


CHANGES: dict[type, Callable[[Game, Any], Game]] = {
    events.GameStarted: _started,
    events.LotDrawn: _lot_drawn,
    events.AntesPosted: _antes_posted,
    events.DeckCommitted: _shuffled,
    events.DeckShuffled: _shuffled,
    events.CutOffered: _cut_offered,
    events.DeckCut: _cut,
    events.CardsDealt: _dealt,
    events.BlindBet: _blind_bet,
    events.BlindDeclined: _declined,
    events.HandLooked: _looked,
    events.BetOpened: _raised,
    events.Checked: _checked,
    events.Called: _called,
    events.Raised: _raised,
    events.Folded: _folded,
    events.DealThrownIn: _thrown_in,
    events.CardPlayed: _played,
    events.TrickTaken: _trick_taken,
    events.AziOccurred: _azi,
    events.BoughtIn: _bought_in,
    events.BuyInDeclined: _buy_in_declined,
    events.ToppedUp: _topped_up,
    events.PlayerLeft: _left,
    events.EndTimeReached: _end_time_reached,
    events.PotAwarded: _awarded,
    events.DeckRevealed: _revealed,
    events.GameEnded: _ended,
}
