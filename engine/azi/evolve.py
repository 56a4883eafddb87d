"""The state after an event. Nothing here refuses: what happened has happened."""

from engine.azi import aftermath, events, unseen_events
from engine.azi.minutes import noted
from engine.azi.passage import (
    after,
    asking,
    begun,
    bidding_over,
    declined,
    discarding,
    first_words,
    folded,
    handed_over,
    prepared,
    put_away,
    staying,
)
from engine.azi.settlement import buy_in_price, dealing
from engine.azi.state import DEALT, Game
from engine.cardgame.dealing import hands_without
from engine.cardgame.ritual import after_cut
from engine.cardgame.settlement import paid_out
from engine.cardgame.start import lot_drawn, started
from engine.changed import changed
from engine.parts import without_stakes

# The last two only under `record`: a third shuffle, after which another cut is due (AZI-DEAL-7).
AFTER_SHUFFLE = {
    "shuffle": "offer",
    "cut": "last_shuffle",
    "last_shuffle": "offer_last",
    "last_cut": "offer_last",
    "deal": "offer_last",
}
AFTER_CUT = {"cut": "last_shuffle", "last_cut": "deal"}


def evolve(game: Game, event: events.Event) -> Game:
    """The state after `event`; under `record` with what is kept for claims and corrections."""
    new = CHANGES[event.__class__](game, event)
    return noted(game, event, new) if new.offences.recorded else new


def _started(game: Game, event: events.GameStarted) -> Game:
    dealer = event.dealer or 0
    game = started(game, event, active=(), own_dealer=dealer, first_dealer=dealer)
    return begun(game) if dealer else game


def _lot_drawn(game: Game, event: events.LotDrawn) -> Game:
    return begun(lot_drawn(game, event, own_dealer=event.dealer, first_dealer=event.dealer))


def _antes_posted(game: Game, event: events.AntesPosted) -> Game:
    stacks = without_stakes(game.stacks, event.stakes)
    paid = tuple([stake.seat for stake in event.stakes])
    posted, anted = (paid, paid) if paid else (game.again, game.anted)
    return prepared(game, posted, dealing(game, game.dealer), stacks=stacks, pot=event.pot, anted=anted)


def _shuffled(game: Game, event: events.DeckCommitted | events.DeckShuffled) -> Game:
    order = event.order if isinstance(event, events.DeckCommitted) else ()
    return changed(game, phase=AFTER_SHUFFLE[game.phase], turn=game.dealer, shuffle=event.shuffle, order=order)


def _cut_offered(game: Game, event: events.CutOffered) -> Game:
    return changed(game, phase="last_cut" if event.last else "cut", turn=event.seat, cutter=event.seat)


def _cut(game: Game, event: events.DeckCut) -> Game:
    return changed(game, phase=AFTER_CUT[game.phase], turn=game.dealer, order=after_cut(game, event))


def _dealt(game: Game, event: events.CardsDealt) -> Game:
    return _before_words(game, event.hands, event.trump, event.stock)


def _dealt_unseen(game: Game, event: unseen_events.DealtUnseen) -> Game:
    """AZI-DEAL-9: the hands stay empty; what is known of them is kept with the offences."""
    return _before_words(game, dict.fromkeys(event.seats, ()), event.trump, None)


def _before_words(game: Game, hands: dict[int, tuple[str, ...]], trump: str, stock: tuple[str, ...] | None) -> Game:
    blind = game.house.bidding == "blind"
    game = changed(
        game,
        phase="blind",
        hands=hands,
        stock=stock,
        discards={},
        declared=(),
        invitations=(),
        unanswered=(),
        partners=(),
        trump=trump,
        active=game.dealt_to,
        turn=game.dealt_to[0],
        blind=0,
        looked=not blind,
        price=0,
        raises=0,
        paid=dict.fromkeys(game.dealt_to, 0),
        raiser=0,
        spoken=(),
        played=(),
        trick=(),
        takers=(),
    )
    return game if blind else first_words(game)


def _paid(game: Game, seat: int, chips: int) -> dict[int, int]:
    return {**game.stacks, seat: game.stacks[seat] - chips}


def _blind_bet(game: Game, event: events.BlindBet) -> Game:
    """AZI-BID-6: the blind bet counts twice, so that the bettor owes no word to a player who only calls; or once, by the house
    rule."""
    double = game.house.blind_counts_double
    return changed(
        game,
        phase="bid",
        stacks=_paid(game, event.seat, event.chips),
        pot=event.pot,
        blind=event.chips,
        price=event.price,
        paid={**game.paid, event.seat: event.price if double else event.chips},
        raises=1,
        raiser=event.seat,
        spoken=(event.seat,) if double else (),
        turn=after(game.active, event.seat),
    )


def _looked(game: Game, _: events.HandLooked) -> Game:
    return changed(game, looked=True)


def _checked(game: Game, event: events.Checked) -> Game:
    return changed(game, spoken=(*game.spoken, event.seat), turn=after(game.active, event.seat))


def _called(game: Game, event: events.Called) -> Game:
    stacks, paid = _paid(game, event.seat, event.chips), {**game.paid, event.seat: event.price}
    spoken = (*game.spoken, event.seat)
    if len(spoken) == len(game.active):
        return bidding_over(game, game.active, spoken, stacks=stacks, paid=paid, pot=event.pot)
    return changed(game, stacks=stacks, paid=paid, pot=event.pot, spoken=spoken, turn=after(game.active, event.seat))


def _raised(game: Game, event: events.BetOpened | events.Raised) -> Game:
    return changed(
        game,
        stacks=_paid(game, event.seat, event.chips),
        paid={**game.paid, event.seat: event.price},
        pot=event.pot,
        price=event.price,
        raises=game.raises + 1,
        raiser=event.seat,
        spoken=(event.seat,),
        turn=after(game.active, event.seat),
    )


def _thrown_in(game: Game, event: events.DealThrownIn) -> Game:
    """AZI-BID-8: in an azi replay the same players go on, otherwise there are antes first (AZI-ANTE-3)."""
    game = changed(handed_over(put_away(game), event.next_dealer), deal=event.deal + 1)
    if game.azis:
        return begun(prepared(game, game.again, game.dealer))
    return begun(changed(game, phase="ante", dealt_to=game.again, turn=0))


def _discarded(game: Game, event: events.CardDiscarded) -> Game:
    seat = event.seat
    card = event.discard.get(seat, "")
    game = changed(game, hands=hands_without(game, seat, card), discards={**game.discards, seat: card})
    return discarding(game) if game.phase == "discard" else game


def _declared(game: Game, event: events.RaznomastDeclared) -> Game:
    return changed(game, declared=(*game.declared, event.seat))


def _invited(game: Game, event: events.InvitedToAzi) -> Game:
    pair = (event.seat, event.invited)
    return changed(game, invitations=(*game.invitations, pair), unanswered=(*game.unanswered, pair))


def _answered(game: Game, event: events.InvitationAnswered) -> Game:
    pair = (event.inviter, event.seat)
    partners = tuple(sorted({*game.partners, *pair})) if event.accepted else game.partners
    return changed(game, unanswered=tuple([one for one in game.unanswered if one != pair]), partners=partners)


def _played(game: Game, event: events.CardPlayed) -> Game:
    seat, card = event.seat, event.card
    return changed(game, hands=hands_without(game, seat, card), trick=(*game.trick, (seat, card)), turn=after(game.active, seat))


def _trick_taken(game: Game, event: events.TrickTaken) -> Game:
    return changed(game, trick=(), takers=(*game.takers, event.seat), turn=event.seat)


def _azi(game: Game, event: events.AziOccurred) -> Game:
    """AZI-DEAL-2: whoever deals the replay, the game's own dealer stays the same."""
    offers = {offer.seat: offer.price for offer in event.offers}
    game = put_away(game, finished=True)
    game = changed(game, deal=event.deal + 1, azis=game.azis + 1, dealer=event.next_dealer, cutter=0, dealt_to=())
    return begun(asking(game, tuple([offer.seat for offer in event.offers]), event.stay, offers=offers))


def _bought_in(game: Game, event: events.BoughtIn) -> Game:
    """With `buy_in_base` running the price of the others grows with the pot (AZI-AZI-2)."""
    asked, stacks, offers = game.asked[1:], _paid(game, event.seat, event.chips), game.offers
    if game.house.buy_in_base == "running" and not game.rejoining:
        offers = {seat: buy_in_price(game, seat, event.pot) for seat in asked}
    return asking(game, asked, (*game.joined, event.seat), stacks=stacks, pot=event.pot, offers=offers)


def _buy_in_declined(game: Game, _: events.BuyInDeclined) -> Game:
    return asking(game, game.asked[1:], game.joined)


def _awarded(game: Game, event: events.PotAwarded) -> Game:
    if game.phase in DEALT:
        game = put_away(game)
    return paid_out(game, event, "split" if event.because == "split" else "won")


CHANGES = (
    aftermath.CHANGES.on(events.GameStarted, _started)
    .on(events.LotDrawn, _lot_drawn)
    .on(events.AntesPosted, _antes_posted)
    .on(events.DeckCommitted, _shuffled)
    .on(events.DeckShuffled, _shuffled)
    .on(events.CutOffered, _cut_offered)
    .on(events.DeckCut, _cut)
    .on(events.CardsDealt, _dealt)
    .on(unseen_events.DealtUnseen, _dealt_unseen)
    .on(events.BlindBet, _blind_bet)
    .on(events.BlindDeclined, lambda game, event: declined(game, event.seat))
    .on(events.HandLooked, _looked)
    .on(events.Stayed, lambda game, event: staying(changed(game, spoken=(*game.spoken, event.seat))))
    .on(events.BetOpened, _raised)
    .on(events.Checked, _checked)
    .on(events.Called, _called)
    .on(events.Raised, _raised)
    .on(events.Folded, lambda game, event: folded(game, event.seat))
    .on(events.DealThrownIn, _thrown_in)
    .on(events.CardDiscarded, _discarded)
    .on(events.RaznomastDeclared, _declared)
    .on(events.InvitedToAzi, _invited)
    .on(events.InvitationAnswered, _answered)
    .on(events.CardPlayed, _played)
    .on(unseen_events.CardsShown, lambda game, _: game)
    .on(events.TrickTaken, _trick_taken)
    .on(events.AziOccurred, _azi)
    .on(events.BoughtIn, _bought_in)
    .on(events.BuyInDeclined, _buy_in_declined)
    .on(events.PotAwarded, _awarded)
)
