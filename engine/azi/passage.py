"""How a game moves on: from deal to deal, from hand to hand, and what happens beside it. Parts of `evolve` that it shares with
`aftermath`. Nothing here refuses."""

from engine import seats
from engine.azi import events
from engine.azi.offences import NO_OFFENCES
from engine.azi.settlement import buy_in_price, dealing
from engine.azi.state import DEALT, RITUAL, Game, PastDeal
from engine.cardgame import beside, exposure
from engine.changed import changed


def begun(game: Game) -> Game:
    """A deal begins here: whatever a ruling undoes, it comes back to this (AZI-VOID-1); offences stay with the game itself."""
    return changed(game, begun=changed(game, begun=None, offences=NO_OFFENCES))


def prepared(game: Game, participants: tuple[int, ...], dealer: int, **more: object) -> Game:
    """The ritual begins; first hand is the nearest participant clockwise of the dealer (AZI-SEAT-3)."""
    dealt_to = seats.clockwise(participants, dealer)
    return changed(game, phase="shuffle", dealt_to=dealt_to, dealer=dealer, turn=dealer, cutter=0, shuffle=0, order=(), **more)


def handed_over(game: Game, dealer: int) -> Game:
    """The deal passes to `dealer`, since nobody bet or who was to deal has left (AZI-BID-8, AZI-SEAT-3); with it the game, unless
    somebody dealt who only stood in for its own dealer (AZI-DEAL-2)."""
    return changed(game, dealer=dealer, own_dealer=game.own_dealer if game.stand_in else dealer)


def past_deal(game: Game, *, finished: bool = False) -> PastDeal:
    """What stays known of the deal that is prepared or played."""
    if game.phase not in DEALT:
        return PastDeal()
    first, kept = game.dealt_to[0], game.offences
    unseen = 0 if game.looked or game.active == (first,) else first
    led = game.trick or game.takers or game.house.bidding != "none"
    played = game.played if led else ()
    return PastDeal(game.dealt_to, played, game.dealer, kept.laid, kept.shown, unseen, finished, kept.uncut)


def put_away(game: Game, *, finished: bool = False) -> Game:
    """The cards go back, and what has to be known of them is kept."""
    past, offences = past_deal(game, finished=finished), game.offences
    if offences is not NO_OFFENCES:
        offences = changed(offences, laid=(), uncut=False, shown=(), gone=(), known=None)
    return changed(
        game,
        past=(*game.past, past),
        hands={},
        discards={},
        declared=(),
        invitations=(),
        unanswered=(),
        partners=(),
        stock=None,
        trump="",
        order=(),
        trick=(),
        active=(),
        played=(),
        spoken=(),
        paid={},
        price=0,
        offences=offences,
    )


def asking(game: Game, asked: tuple[int, ...], joined: tuple[int, ...], **more: object) -> Game:
    """The next is asked; after the last one the replay is prepared (AZI-AZI-5), without an ante (AZI-ANTE-2)."""
    if asked:
        return changed(game, phase="buy_in", asked=asked, joined=joined, turn=asked[0], **more)
    dealer, stand_in = game.dealer, game.stand_in
    if game.house.dealer_rule == "rotate" and not game.rejoining:
        stand_in = game.own_dealer not in joined
        dealer = dealer if dealer in joined else game.takers[-1]
    game = changed(game, asked=(), joined=(), rejoining=False, stand_in=stand_in, **{**more, "offers": {}})
    return prepared(game, tuple(sorted(joined)), dealing(game, dealer))


def repriced(game: Game) -> Game:
    """AZI-AZI-2: with `buy_in_base` running an offer follows the pot, whatever has made it grow."""
    if game.phase != "buy_in" or game.house.buy_in_base != "running":
        return game
    return changed(game, offers={seat: buy_in_price(game, seat, game.pot) for seat in game.asked})


def after(circle: tuple[int, ...], seat: int) -> int:
    """The seat after `seat` in an order of turn."""
    at = circle.index(seat) + 1
    return circle[at] if at < len(circle) else circle[0]


def folded(game: Game, seat: int) -> Game:
    """In his turn; or out of it when he leaves the table (AZI-LEAVE-1) or is put out (AZI-VIOL-4)."""
    active = tuple([other for other in game.active if other != seat])
    spoken = tuple([other for other in game.spoken if other != seat])
    if game.phase == "exposed":
        return choosing(changed(game, active=active))
    if game.phase in ("stay", "discard"):
        going_on, game = staying if game.phase == "stay" else discarding, changed(game, active=active, spoken=spoken)
        return going_on(game) if len(active) > 1 else game
    if game.price and len(active) > 1 and len(spoken) == len(active):
        return bidding_over(game, active, spoken)
    turn = after(game.active, seat) if seat == game.turn else game.turn
    return changed(game, active=active, spoken=spoken, turn=turn)


def bidding_over(game: Game, active: tuple[int, ...], spoken: tuple[int, ...], **more: object) -> Game:
    """All who are left have equalised; with four cards a blind bettor may have one to put away (AZI-DISC-2)."""
    if game.house.cards_dealt == game.house.cards_kept:
        return play_begins(game, active, spoken, **more)
    looked = game.looked or game.dealt_to[0] in active
    return discarding(changed(game, active=active, spoken=spoken, looked=looked, **more))


def staying(game: Game) -> Game:
    """AZI-BID4-1: the next one says whether he plays; after the last one cards are put away (AZI-BID4-2)."""
    for seat in game.dealt_to:
        if seat in game.active and seat not in game.spoken:
            return changed(game, phase="stay", turn=seat)
    return discarding(changed(game, spoken=()))


def discarding(game: Game) -> Game:
    """AZI-DISC-1: whoever is in and has not put a card away does so; after the last one what it was due before."""
    if game.house.cards_dealt > game.house.cards_kept:
        for seat in game.dealt_to:
            if seat in game.active and seat not in game.discards:
                return changed(game, phase="discard", turn=seat)
    if game.house.bidding == "stay_raise" and not game.price:
        return changed(game, phase="bid", turn=next(seat for seat in game.dealt_to if seat in game.active))
    return play_begins(game, game.active, game.spoken)


def play_begins(game: Game, active: tuple[int, ...], spoken: tuple[int, ...], **more: object) -> Game:
    """The first lead is due: AZI-BID-10, AZI-ROUL-1."""
    looked = game.looked or game.dealt_to[0] in active
    turn = leader(game, active, spoken)
    return changed(game, phase="play", active=active, spoken=spoken, played=active, turn=turn, looked=looked, **more)


def leader(game: Game, active: tuple[int, ...], spoken: tuple[int, ...]) -> int:
    """AZI-BID-10: who first made the highest bid leads; if he has gone, the first who made up to it. AZI-ROUL-1: or, by house rule
    `first_lead`, the dealer, if he is in; or the nearest clockwise of him. AZI-BID4-4: or the nearest to the right of the last
    raiser."""
    first_lead = game.house.first_lead
    if first_lead == "bid_winner":
        return game.raiser if game.raiser in active else spoken[0]
    if first_lead == "right_of_bid_winner":
        return seats.next_counter_clockwise(tuple(sorted(active)), game.raiser)
    if first_lead == "dealer" and game.dealer in active:
        return game.dealer
    return next(seat for seat in game.dealt_to if seat in active)


def first_words(game: Game) -> Game:
    """The cards are dealt, and every choice about those that were shown is made: what comes first by house rule `bidding`."""
    if game.house.bidding == "none":  # AZI-ROUL-1
        return bidding_over(game, game.active, ())
    if game.house.bidding == "stay_raise":
        return staying(game)
    if not game.looked:
        return changed(game, phase="blind", turn=game.dealt_to[0])
    return changed(game, phase="bid", turn=next(seat for seat in game.dealt_to if seat in game.active))


def declined(game: Game, seat: int) -> Game:
    """AZI-BID-7: first hand does not bet blind; if it goes while cards that were shown wait for their owners, they come first."""
    if game.phase == "exposed":
        return changed(game, looked=True)
    return changed(game, phase="bid", looked=True, turn=after(game.active, seat))


def choosing(game: Game) -> Game:
    """AZI-VIOL-1: whose choice is due, in the order of dealing; after the last one the bidding begins."""
    return exposure.choosing(game, first_words)


def without(game: Game, seat: int) -> Game:
    """Between deals `seat` is not in the next one. The ritual goes on with the next dealer, if the dealer has left, and the cut is
    offered to the next cutter (AZI-SEAT-3)."""
    if seat not in game.dealt_to and game.dealer not in game.left:
        return game
    participants = tuple(sorted([other for other in game.dealt_to if other != seat]))
    dealer, phase, turn = dealing(game, game.dealer), game.phase, game.turn
    cutter = seats.next_counter_clockwise(participants, dealer)
    if phase in ("cut", "last_cut"):
        phase = phase if cutter == game.cutter else {"cut": "offer", "last_cut": "offer_last"}[phase]
    else:
        turn = dealer
    return changed(handed_over(game, dealer), phase=phase, turn=turn, dealt_to=seats.clockwise(participants, dealer))


def left(game: Game, event: events.PlayerLeft) -> Game:
    """AZI-LEAVE-1: out of this game, and between deals out of the next one."""
    seat = event.seat
    joined = tuple([other for other in game.joined if other != seat])
    game = changed(beside.left(game, event), joined=joined, begun=game.begun and left(game.begun, event))
    return without(game, seat) if game.phase in RITUAL else game


def topped_up(game: Game, event: events.ToppedUp) -> Game:
    """Chips have come to a stack."""
    return changed(beside.topped_up(game, event), begun=game.begun and topped_up(game.begun, event))


def end_time_reached(game: Game, event: events.EndTimeReached) -> Game:
    """The agreed end of the sitting has come."""
    return changed(beside.end_time_reached(game, event), begun=game.begun and end_time_reached(game.begun, event))
