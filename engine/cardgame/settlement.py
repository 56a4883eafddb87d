"""The end of a game: what is revealed, and what everybody takes back to the table."""

from engine import chips, seats
from engine.cardgame.events import DeckRevealed, GameEnded, PotAwarded
from engine.cardgame.offences import Laid, PastDeal
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.parts import DealtHand, Stake, with_stakes


def shares(game: CardGame[Laid], to: tuple[int, ...]) -> tuple[Stake, ...]:
    """The whole pot in equal parts, the odd units to the earliest seats left of the dealer. to: seats, ascending."""
    to = seats.clockwise(to, game.dealer)
    return tuple([Stake(seat, game.players[seat], part) for seat, part in zip(to, chips.split(game.pot, len(to)), strict=True)])


def awarded(game: CardGame[Laid], to: tuple[int, ...], because: str) -> PotAwarded:
    """They share the pot."""
    return game.by.family.own(PotAwarded)(game.deal, shares(game, to), because)


def paid_out(game: G, event: PotAwarded, how: str = "won") -> G:
    """The pot is theirs. game: with its cards put away."""
    winners, stacks = tuple([share.seat for share in event.shares]), with_stakes(game.stacks, event.shares)
    return changed(game, phase="awarded", stacks=stacks, pot=0, turn=0, winners=winners, how=how)


def put_away(game: G) -> G:
    """The cards of this deal go back, and what has to be known of them is kept."""
    kept, to = game.offences, game.dealt_to if game.dealt else ()
    past = PastDeal(to, to, game.dealer, kept.laid, kept.shown)
    return changed(game, past=(*game.past, past), hands={}, offences=changed(kept, laid=(), shown=(), known=None))


def unveiled(game: CardGame[Laid], *, nothing: bool = False) -> DeckRevealed:
    """House rule `reveal`: `played` shows the hands of those who were in when play began, `all` everything, `shown` nothing.
    nothing: there is nothing to show."""
    reveal = game.house.reveal
    hands: tuple[DealtHand, ...] = ()
    if reveal != "shown" and not nothing:
        shown = [(number, past.dealt_to if reveal == "all" else past.played) for number, past in enumerate(game.past, 1)]
        hands = tuple([DealtHand(number, seat) for number, seats in shown for seat in seats])
    return game.by.family.own(DeckRevealed)(hands, reveal == "all")


def revealed(game: G, event: DeckRevealed) -> G:
    """These hands are open to everybody at the table."""
    shown = frozenset([(hand.deal, hand.seat) for hand in event.hands])
    return changed(game, phase="revealed", shown=shown, all_shown=event.everything)


def next_dealer(game: CardGame[Laid], how: str, _winners: tuple[int, ...] = ()) -> int | None:
    """Who deals after a game that has ended so; None: by lot, since it never was drawn.

    The deal passes clockwise. A void game did not happen at all: whoever was the first to deal it deals again.
    """
    void = how == "void"
    dealer = game.first_dealer or game.dealer if void else game.dealer
    if dealer and game.staying and not (void and dealer in game.staying):
        dealer = seats.next_clockwise(game.staying, dealer)
    return dealer or None


def ended(game: CardGame[Laid], deals_next: int | None) -> GameEnded:
    """What each player takes back to the table, and who deals next."""
    stacks = tuple([Stake(seat, game.players[seat], game.stacks[seat]) for seat in game.seats])
    return game.by.family.own(GameEnded)(game.how, stacks, deals_next, tuple(sorted(game.left)))


def over(game: G, _: GameEnded) -> G:
    """Nothing is due any more."""
    return changed(game, phase="over")
