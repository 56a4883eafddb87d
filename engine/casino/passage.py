"""How a game moves on: from turn to turn, from deal to deal, from deck to deck, and when somebody is out. Parts of `evolve` that it
shares with `aftermath`. Nothing here refuses."""

from dataclasses import replace

from engine import possibilities, seats
from engine.cardgame import exposure
from engine.cardgame.dealing import hands_without
from engine.cardgame.ritual import PART_LEAST
from engine.casino import unseen
from engine.casino.builds import Build, values
from engine.casino.deal import cutter, elsewhere
from engine.casino.offences import NO_OFFENCES
from engine.casino.sides import in_play
from engine.casino.state import DEALT, PLAYED, Game, PastDeal
from engine.changed import changed

DECK_SIZE = 52


def new_deck(game: Game, dealer: int, **more: object) -> Game:
    """All 52 cards are together again, and `dealer` shuffles them."""
    return changed(
        game,
        phase="shuffle",
        dealer=dealer,
        turn=dealer,
        deck=game.deck + 1,
        first=True,
        shuffle=0,
        order=(),
        remaining=DECK_SIZE,
        announced=False,
        last=False,
        loose=(),
        builds=(),
        build_ids=0,
        piles={},
        sweeps={},
        captors=(),
        aside=(),
        hidden=0,
        **more,
    )


def shuffled(game: Game, order: tuple[str, ...], number: int) -> Game:
    """The cards to be dealt lie in a new order, those that lie elsewhere passed over; whoever cuts is next, if there is enough to
    cut."""
    if game.remaining < DECK_SIZE and order:
        gone = elsewhere(game)
        order = tuple([card for card in order if card not in gone])
    game = changed(game, shuffle=number, order=order)
    if game.remaining < 2 * PART_LEAST:
        return changed(game, phase="deal", turn=game.dealer)
    return changed(game, phase="cut", turn=cutter(game))


def after_play(game: Game, seat: int, card: str, builds: tuple[Build, ...], **more: object) -> Game:
    """The card has left the hand of `seat`, and it is the next one's turn; or the deal is over.

    CAS-BUILD-7, CAS-VIOL-4: where he may trail, or had to, a build of his without a card for it is nobody's.
    """
    offences = game.offences
    if offences.known is not None:
        return _after_unseen(game, seat, card, builds, **more)
    hands = hands_without(game, seat, card)
    if builds and (game.house.builder_may_trail or (seat, card) in offences.pinned):
        builds = released(builds, seat, hands[seat], game.house.royal)
    if offences.pinned:
        more["offences"] = changed(offences, pinned=tuple([one for one in offences.pinned if one != (seat, card)]))
    turn = seats.next_clockwise(game.active, seat)
    game = changed(game, hands=hands, builds=builds, turn=turn, moved=True, **more)
    return game if hands[turn] else deal_over(game)


def _after_unseen(game: Game, seat: int, card: str, builds: tuple[Build, ...], **more: object) -> Game:
    """The same where only the players see their hands: the builds that may be nobody's now are so once he can have had no card for
    them, at the latest when he has played all his cards; not if such a card comes out of his hand, or he changes them."""
    offences, royal = game.offences, game.house.royal
    bound = [build.id for build in game.builds if build in builds and build.owner == seat and build.value != values(card, royal)]
    freed = tuple([one for one in offences.freed if one[0] != seat or one[1] in bound])
    if game.house.builder_may_trail or (seat, card) in offences.pinned:
        freed = (*freed, *[(seat, build.id) for build in builds if build.owner == seat and (seat, build.id) not in freed])
    known = offences.known and possibilities.taken_out(offences.known, seat, card)
    pinned = tuple([one for one in offences.pinned if one != (seat, card)])
    turn = seats.next_clockwise(game.active, seat)
    kept = changed(offences, known=known, pinned=pinned, freed=freed)
    game = changed(game, builds=builds, turn=turn, moved=True, offences=kept, **more)
    if freed:
        hand = unseen.held(game, seat)
        after = [released((build,), seat, hand, royal)[0] if (seat, build.id) in freed else build for build in builds]
        game = changed(game, builds=tuple(after))
    return game if unseen.count(game, turn) else deal_over(game)


def released(builds: tuple[Build, ...], seat: int, hand: tuple[str, ...], royal: bool) -> tuple[Build, ...]:
    """The builds, those of `seat` ownerless that `hand` has no card for; where nobody sees it, can have none for."""
    kept = {values(card, royal) for card in hand}
    return tuple([replace(build, owner=0) if build.owner == seat and build.value not in kept else build for build in builds])


def deal_over(game: Game) -> Game:
    """Nobody holds a card. Another deal is due, if there is a card for everybody; else the deck is played."""
    if game.remaining // len(game.active):
        game = dealt_on(put_away(game))
        return changed(game, phase="deal", deal=game.deal + 1, first=False, shuffle=0, announced=False, turn=game.dealer)
    return changed(game, phase="awaiting_settlement" if game.offences.recorded else "last_cards", turn=0)


def dealt_on(game: Game) -> Game:
    """CAS-OUT-1: there is to deal; if the dealer is out, the next one who remains does."""
    if game.dealer in game.active:
        return game
    return changed(game, dealer=seats.next_clockwise(game.active, game.dealer))


def past_deal(game: Game, *, annulled: bool = False) -> PastDeal:
    """What stays known of the deal that is prepared or played."""
    if game.phase not in DEALT:
        return PastDeal(dealer=game.dealer, deck=game.deck)
    to, kept = game.dealt_to, game.offences
    played = () if annulled else to
    return PastDeal(to, played, game.dealer, kept.laid, kept.shown, game.deck, kept.unannounced, kept.missed)


def put_away(game: Game, *, annulled: bool = False) -> Game:
    """The deal is over, and what has to be known of it is kept. Cards still in hand count for nobody, unless the deal is annulled:
    then they are dealt again."""
    past, offences = past_deal(game, annulled=annulled), game.offences
    if game.phase in DEALT and offences is not NO_OFFENCES:
        offences = changed(offences, laid=(), shown=(), unannounced=False, missed=False, pinned=(), known=None, freed=())
    held = () if annulled else tuple([card for hand in game.hands.values() for card in hand])
    aside = (*game.aside, *held) if held else game.aside
    hidden = game.hidden if annulled else game.hidden + unseen.unseen_cards(game)
    return changed(game, past=(*game.past, past), hands={}, dealt_to=(), aside=aside, hidden=hidden, offences=offences)


def followed(game: Game) -> Game:
    """What follows from a claim that was upheld by a later card has happened."""
    return changed(game, offences=changed(game.offences, due=None)) if game.offences.due else game


def choosing(game: Game) -> Game:
    """CAS-VIOL-3: whose choice is due, in the order of dealing; after the last one the first hand plays."""
    return exposure.choosing(game, lambda game: changed(game, phase="play", turn=seats.next_clockwise(game.active, game.dealer)))


def gone(game: Game, seat: int) -> Game:
    """CAS-OUT-1: hand and pile are set aside and count for nobody, his builds are ownerless, his turns are skipped, and what there
    is to deal the next one deals. With partners the whole side loses. Who captured last stays so from the last card on: what is his
    by that counts for nobody either (CAS-LAST-1)."""
    side = game.sides.get(seat)
    out = [other for other in game.active if other == seat or (game.house.partners and game.sides.get(other) == side)]
    active = tuple([other for other in game.active if other not in out])
    cards = [card for other in out for some in (game.piles.get(other, ()), game.hands.get(other, ())) for card in some]
    hands = {other: hand for other, hand in game.hands.items() if other not in out}
    offences, hidden = game.offences, game.hidden
    if offences is not NO_OFFENCES:
        pinned = tuple([one for one in offences.pinned if one[0] not in out])
        before = offences.before and changed(gone(offences.before, seat), offences=NO_OFFENCES)
        known = offences.known
        if known is not None:
            cards += [card for other in out for card in unseen.shown_of(game, other)]
            hidden += sum([unseen.count(game, other) - len(unseen.shown_of(game, other)) for other in out])
            known = unseen.without(known, out)
            offences = changed(offences, set_aside=(*offences.set_aside, *unseen.put_aside(game, out)))
        offences = changed(offences, pinned=pinned, before=before, known=known)
    game = changed(
        game,
        active=active,
        hands=hands,
        piles={other: pile for other, pile in game.piles.items() if other not in out},
        sweeps={other: count for other, count in game.sweeps.items() if other not in out},
        captors=game.captors if game.phase in PLAYED else tuple([other for other in game.captors if other not in out]),
        aside=(*game.aside, *cards),
        builds=tuple([replace(build, owner=0) if build.owner in out else build for build in game.builds]),
        hidden=hidden,
        offences=offences,
    )
    return _turn_passed(game) if active else game


def _turn_passed(game: Game) -> Game:
    """Whose turn it is now that somebody is out. If one side is left the game is over; and a deck that was played stays so, since
    what is left of it belongs to whoever captured last (CAS-LAST-1)."""
    if game.sides and len(in_play(game)) == 1:
        return game
    match game.phase:
        case "shuffle" | "deal":
            game = dealt_on(game)
            return changed(game, turn=game.dealer)
        case "cut":
            game = dealt_on(game)
            return changed(game, turn=cutter(game))
        case "exposed":
            return choosing(game)
        case "play":
            turn = game.turn if game.turn in game.active else seats.next_clockwise(game.active, game.turn)
            return changed(game, turn=turn) if unseen.count(game, turn) else deal_over(changed(game, turn=turn))
    return game
