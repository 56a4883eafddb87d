"""Where the pot goes: two tricks, azi and buying in, the last one left, a split, and the end of the game."""

from fractions import Fraction
from functools import cache

from engine import chips, seats
from engine.azi import commands, events
from engine.azi.events import Event, Offer
from engine.azi.state import Game
from engine.cardgame import settlement
from engine.cardgame.events import DeckRevealed, GameEnded
from engine.cardgame.order import turn_of

TRICKS_TO_WIN = 2


def dealing(game: Game, dealer: int) -> int:
    """AZI-SEAT-3: `dealer`, or if he has left the table the nearest seat clockwise whose player has not."""
    return seats.next_clockwise(game.staying, dealer) if dealer in game.left else dealer


def winner(game: Game) -> int:
    """AZI-PLAY-6, AZI-TWO-1: who has two tricks, whether of two or of three; 0 if nobody has."""
    takers = game.takers
    for seat in takers:
        if takers.count(seat) >= TRICKS_TO_WIN:
            return seat
    return 0


def tricks_over(game: Game) -> bool:
    """Whether no more cards are played in this deal; without `play_out` the second trick of one player ends it (AZI-PLAY-6),
    unless he plays to azi (AZI-NAZI-2)."""
    if len(game.takers) == game.house.cards_kept:
        return True
    return not game.house.play_out and winner(game) > 0 and winner(game) not in game.partners


def settled(game: Game) -> Event:
    """AZI-SETTLE-1: PotAwarded to whoever has two tricks and does not play to azi (AZI-NAZI-2); else azi, or after the agreed end
    a split (AZI-TIME-1)."""
    if (won := winner(game)) and won not in game.partners:
        return awarded(game, (won,), "two_tricks")
    if _splits(game):
        return awarded(game, with_a_trick(game), "split")
    return azi(game)


def awarded(game: Game, to: tuple[int, ...], because: str) -> events.PotAwarded:
    """The whole pot in equal parts, the odd units to the earliest seats left of the dealer (AZI-TIME-1)."""
    tricks = tuple([(seat, game.takers.count(seat)) for seat in game.played])
    return events.PotAwarded(game.deal, settlement.shares(game, to), because, tricks)


def _splits(game: Game) -> bool:
    return game.time_up and game.house.at_end_time == "split_pot"


def thrown_in(game: Game) -> Event:
    """AZI-BID-8: nobody bet. After the agreed end all to whom the cards were dealt may have to share the pot (AZI-TIME-1); not who
    has left or was put out, and would not be dealt in again."""
    if _splits(game):
        return awarded(game, game.again, "split")
    dealer = game.dealer
    if game.house.all_pass_dealer == "next":  # noqa: S105
        dealer = seats.next_clockwise(tuple(sorted([seat for seat in game.dealt_to if seat not in game.left])), dealer)
    return events.DealThrownIn(game.deal, game.pot, dealing(game, dealer))


def with_a_trick(game: Game) -> tuple[int, ...]:
    """Whose trick it is that counts, ascending: not of anybody who was put out since (AZI-VIOL-4)."""
    return tuple([seat for seat in game.eligible if seat in game.takers])


def azi(game: Game) -> events.AziOccurred:
    """AZI-AZI-1 to 5: who plays on free, whom the buy-in is offered to and for what, in the order of asking."""
    last, own = game.takers[-1], game.own_dealer
    stay = with_a_trick(game)
    asked = tuple([seat for seat in seats.clockwise(game.eligible, last) if seat not in stay])
    offers = tuple([Offer(seat, buy_in_price(game, seat, game.pot)) for seat in asked])
    same_dealer = game.house.dealer_rule == "rotate" and (own in stay or own in asked)
    return events.AziOccurred(game.deal, game.pot, own if same_dealer else last, stay, offers)


def buy_in_price(game: Game, seat: int, pot: int) -> int:
    """AZI-AZI-3 and 4: what `seat` pays of `pot`, at least one chip. Who played and took nothing has a share of his own."""
    house = game.house
    played = game.played or next(past.played for past in reversed(game.past) if past.finished)
    part = house.buy_in_no_trick if seat in played else house.buy_in_folded
    return house.ante if part == "ante" else max(1, chips.share(pot, _fraction(part), house.round_buy_in))


@cache
def _fraction(part: str) -> Fraction:
    return Fraction(part)


def buy_in(game: Game, command: commands.BuyIn) -> tuple[Event, ...]:
    """BoughtIn, at the price offered (AZI-AZI-2). Whoever is asked can pay: see `answered`."""
    seat = command.seat
    turn_of(game, seat, ("buy_in",))
    price = game.offers[seat]
    return (events.BoughtIn(game.deal, seat, game.players[seat], price, game.pot + price),)


def decline_buy_in(game: Game, command: commands.DeclineBuyIn) -> tuple[Event, ...]:
    """BuyInDeclined."""
    turn_of(game, command.seat, ("buy_in",))
    return (events.BuyInDeclined(game.deal, command.seat, game.offers[command.seat], "declined"),)


def answered(game: Game) -> Event | None:
    """The answer of the player who is asked, if it needs no word of his: he has left (AZI-LEAVE-1), cannot pay in full
    (AZI-AZI-4), or had bought into a replay that is void (AZI-VOID-1). If all others with a claim to the pot have gone he is
    the last one, and takes it (AZI-LAST-1)."""
    seat = game.asked[0]
    if not game.joined and len(game.asked) == 1:
        return awarded(game, game.asked, "last_left")
    price = game.offers[seat]
    if seat in game.left:
        return events.BuyInDeclined(game.deal, seat, price, "left")
    if game.stacks[seat] < price:
        return events.BuyInDeclined(game.deal, seat, price, "can_not_pay")
    return events.BoughtIn(game.deal, seat, game.players[seat], price, game.pot + price) if game.rejoining else None


def unveiled(game: Game) -> DeckRevealed:
    """House rule `reveal`. Where only the players see the hands there is nothing to show."""
    return settlement.unveiled(game, nothing=game.house.deck == "unseen")


def ended(game: Game) -> GameEnded:
    """What each player takes back to the table, and who deals next."""
    return settlement.ended(game, next_dealer(game, game.how, game.winners))


def next_dealer(game: Game, how: str, winners: tuple[int, ...]) -> int | None:
    """Who deals after a game that has ended so; None: by lot, since it never was drawn.

    AZI-DEAL-2: the winner, or the deal passes clockwise from this game's own dealer. AZI-SEAT-3: after a split the same one deals,
    after a void game, which did not happen at all, its first dealer.
    """
    rotates = game.house.dealer_rule == "rotate"
    if how == "void":
        dealer = game.first_dealer
    elif how == "split":
        dealer = game.own_dealer if rotates else game.dealer
    else:
        dealer = seats.next_clockwise(game.staying, game.own_dealer) if rotates else winners[0]
    return dealing(game, dealer) if dealer else None
