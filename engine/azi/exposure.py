"""What the dealer gets wrong: a card shown in dealing, and no cut before it (AZI-VIOL-1, AZI-VIOL-5)."""

from engine.azi import commands
from engine.azi import offence_events as offences
from engine.azi.particulars import pack
from engine.azi.penalties import put_out
from engine.azi.rulebook import AZI_DEAL_3, AZI_DEAL_9, AZI_VIOL_1, AZI_VIOL_5, AZI_VIOL_7
from engine.azi.settlement import dealing
from engine.azi.state import Game
from engine.azi.unseen import require_held
from engine.cardgame import exposure
from engine.cardgame.exposure import choice, undecided
from engine.cardgame.judging import penalty
from engine.cardgame.order import in_game, turn_of
from engine.declared import Happened
from engine.rules import RuleBroken, require
from engine.saying import Saying


def before_bidding(game: Game) -> bool:
    """Whether the cards are dealt and the bidding has not begun; where there is none, the play (AZI-VIOL-1, AZI-VIOL-5)."""
    nobody_yet = game.phase == "stay" and not game.spoken and len(game.active) == len(game.dealt_to)
    return game.phase in ("exposed", "blind") or nobody_yet or game.before_lead


def expose(game: Game, command: commands.Expose) -> tuple[Happened, ...]:
    """CardExposed; under `redeal_and_penalty` the dealer's penalty, perhaps his exclusion, and the redeal with it.

    Refused when it is not between the deal and the first bid, where the service deals to players who alone see their cards, for the
    dealer's own card, which stands, and for one that has been shown already (AZI-VIOL-1); for a card not held (AZI-VIOL-7).
    """
    says = Saying("A card is shown between the deal and the first bid or lead.")
    exposed = exposure.exposed(game, command, before_bidding(game), says, _of_another)
    if game.house.exposed_card == "owner_chooses":
        return (exposed,)
    dealer = game.dealer
    chips = game.house.ante if game.house.exposed_penalty == "ante" else 2 * game.pot
    fine = penalty(game, dealer, chips, "exposed_card", AZI_VIOL_1, AZI_VIOL_1.id, "steward", card=command.card, trick=None)
    out = put_out(game, dealer, game.deal)
    rest = tuple([other for other in game.active if not out or other != dealer])
    again = (_again(game, "exposed_card", AZI_VIOL_1.id, fine.pot, rest),) if len(rest) > 1 else ()
    return (exposed, fine, *out, *again)


def _of_another(game: Game, seat: int, card: str) -> None:
    """Refuse the card of a seat that has none, or of the dealer (AZI-VIOL-1), and a card not held (AZI-VIOL-7)."""
    require(seat in game.active, AZI_VIOL_1, "Seat {seat} has no cards in this deal.", seat=seat)
    require(seat != game.dealer, AZI_VIOL_1, "A card that its own player shows stands.", seat=seat)
    if game.offences.known is None:
        require(card in game.hands[seat], AZI_VIOL_7, "Seat {seat} does not hold {card}.", seat=seat, card=card)
    require_held(game, seat, (card,))


def _again(game: Game, because: str, rule: str, pot: int, seats: tuple[int, ...]) -> offences.DealAnnulled:
    """A redeal by the same dealer, with the full ritual (AZI-VIOL-1, AZI-VIOL-5)."""
    return offences.DealAnnulled(game.deal, because, rule, None, dealing(game, game.dealer), tuple(sorted(seats)), (), pot)


def stock_left(game: Game) -> int:
    """How many cards lie under the turned trump, or where none is turned on the stock, whether anybody knows them or not."""
    turned = 1 if game.trump_from == "stock" else 0
    return len(pack(game.house)) - turned - game.house.cards_dealt * len(game.dealt_to) - len(game.offences.gone)


def replace_card(game: Game, command: commands.ReplaceCard) -> tuple[Happened, ...]:
    """CardReplaced: by the card next under the turned trump; at a real table it is entered, unless only its owner sees it.

    Refused like keeping; when no card is left under the trump (AZI-VIOL-1); a new card that cannot be, or any where the service
    deals or only its owner sees it (AZI-DEAL-9).
    """
    seat = command.seat
    card = choice(game, seat, command.given_up)
    require(stock_left(game) > 0, AZI_VIOL_1, "No card is left under the trump: keep it or demand a redeal.", seat=seat)
    if game.stock is not None:
        require(command.card is None, AZI_DEAL_9, "Here the service deals.", seat=seat)
        return (offences.CardReplaced(game.deal, seat, card, {seat: game.stock[0]}),)
    new = command.card
    if game.offences.known is not None:
        require(new is None, AZI_DEAL_9, "The new card is dealt face down, and only its owner sees it.", seat=seat)
        return (offences.CardReplaced(game.deal, seat, card, {}),)
    if new is None:
        raise RuleBroken(AZI_DEAL_9, "At a real table the new card is entered.", seat=seat)
    require(new in pack(game.house), AZI_DEAL_9, "The new card {card} is not in this pack.", seat=seat, card=new)
    require(new not in seen(game), AZI_DEAL_9, "The new card {card} has been dealt already.", seat=seat, card=new)
    return (offences.CardReplaced(game.deal, seat, card, {seat: new}),)


def seen(game: Game) -> frozenset[str]:
    """The cards of this deal that do not lie in the stock, where the hands are known."""
    return frozenset((game.trump, *game.offences.gone, *[held for hand in game.hands.values() for held in hand]))


def may_demand(game: Game, seat: int) -> bool:
    """Whether `seat` may demand a redeal now: for a card of his that was shown, or anybody for a missing cut."""
    if not before_bidding(game) or seat not in game.players or seat in game.left:
        return False
    return game.offences.uncut or (game.phase == "exposed" and seat == game.turn)


def demand_redeal(game: Game, command: commands.DemandRedeal) -> tuple[Happened, ...]:
    """PenaltyImposed, one ante of the dealer, and DealAnnulled.

    For a card that was shown by its owner, when the choice is his; for a missing cut by any player until bidding begins, a declined
    blind bet included (AZI-VIOL-5). Refused otherwise (AZI-VIOL-5; who waits for his choice: AZI-VIOL-7).
    """
    seat = command.seat
    in_game(game, seat)
    uncut = game.offences.uncut
    begun = "The play has begun" if game.house.bidding == "none" else "The bidding has begun"
    require(before_bidding(game) or not uncut, AZI_VIOL_5, begun + ": it is too late for that.", seat=seat)
    if not may_demand(game, seat):
        if undecided(game, seat) and game.phase == "exposed":
            turn_of(game, seat, ("exposed",))
        raise RuleBroken(AZI_VIOL_5, "No cut is missing, and no card of seat {seat} waits for a choice.", seat=seat)
    ante, dealer = game.house.ante, game.dealer
    if game.phase == "exposed" and seat == game.turn:
        card = undecided(game, seat)[0]
        fine = penalty(game, dealer, ante, "exposed_card", AZI_VIOL_1, AZI_VIOL_1.id, "demand", seat, card=card, trick=None)
        return (fine, _again(game, "exposed_card", AZI_VIOL_1.id, fine.pot, game.active))
    fine = penalty(game, dealer, ante, "missing_cut", AZI_VIOL_5, AZI_DEAL_3.id, "demand", seat, trick=None)
    return (fine, _again(game, "missing_cut", AZI_VIOL_5.id, fine.pot, game.active))
