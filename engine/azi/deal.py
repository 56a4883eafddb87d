"""The ritual of dealing: shuffle, cut or reshuffle, perhaps the last shuffle, the last cut, the deal (AZI-DEAL-3 to 9)."""

from engine import seats
from engine.azi import commands, events, unseen_events
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_DEAL_3, AZI_DEAL_6, AZI_DEAL_7, AZI_DEAL_9
from engine.azi.state import Game
from engine.cardgame import ritual
from engine.cardgame.dealing import one_by_one
from engine.cardgame.order import in_game, turn_of
from engine.declared import Happened
from engine.kind import InOrder
from engine.rules import RuleBroken, require
from engine.saying import Saying, Seats
from engine.wanted import Wanted


def shuffle_deck(game: Game, command: commands.Shuffle) -> tuple[Happened, ...]:
    """DeckCommitted where the service shuffles, DeckShuffled at a real table.

    Refuses the cutter's shuffle when he has to cut (AZI-DEAL-3), the dealer's third one unless under `record` (AZI-DEAL-7), dice
    that do not belong to this shuffle (AZI-DEAL-8), and dice at a real table (AZI-DEAL-9).
    """
    if game.phase in ("last_cut", "deal"):
        in_game(game, command.seat)
    if game.phase in ("last_cut", "deal") and not shuffles_again(game, command.seat):
        if command.seat == game.dealer:
            raise RuleBroken(AZI_DEAL_7, "The dealer has shuffled for the last time.", seat=command.seat)
        raise RuleBroken(AZI_DEAL_3, "After the last offer there is only a cut.", seat=command.seat)
    if game.phase not in ("last_cut", "deal"):
        turn_of(game, command.seat, ("shuffle", "cut", "last_shuffle"))
    return ritual.shuffled(game, command)


def shuffles_again(game: Game, seat: int) -> bool:
    """AZI-DEAL-7: under `record` the dealer can shuffle a third time; then another cut is due."""
    return game.offences.recorded and seat == game.dealer and game.phase in ("last_cut", "deal")


def deals_uncut(game: Game, seat: int) -> bool:
    """AZI-DEAL-7: under `record` the dealer can deal a shuffled deck without the cut that is due (AZI-VIOL-5)."""
    return game.offences.recorded and seat == game.dealer and game.phase in ("cut", "last_shuffle", "last_cut")


def offer_cut(game: Game, command: commands.OfferCut) -> tuple[Happened, ...]:
    """CutOffered, for the last time. Refused unless the dealer may shuffle once more (AZI-DEAL-3)."""
    turn_of(game, command.seat, ("last_shuffle",), AZI_DEAL_3)
    return (offered(game, last=True),)


def offered(game: Game, *, last: bool) -> events.CutOffered:
    """AZI-DEAL-3, AZI-SEAT-3: the cutter is the nearest participant counter-clockwise of the dealer."""
    return events.CutOffered(game.deal, seats.next_counter_clockwise(tuple(sorted(game.dealt_to)), game.dealer), last)


def cut_deck(game: Game, command: commands.Cut) -> tuple[Happened, ...]:
    """DeckCut. Refuses a part of fewer than four cards (AZI-DEAL-4), and an uncounted cut where the service deals (AZI-DEAL-9)."""
    return ritual.cut_deck(game, command, ("cut", "last_cut"))


def deal_cards(game: Game, command: commands.Deal) -> tuple[Happened, ...]:
    """CardsDealt: from the deck where the service deals, as entered at a real table; DealtUnseen where only the players see their
    hands. The service deals one card at a time, clockwise from first hand (AZI-DEAL-5), and turns up the next one as trump, or
    shows the dealer's last one (AZI-DEAL-6).

    Refuses dealing before the cut that is due, unless under `record` (AZI-DEAL-7), and hands that cannot be (AZI-DEAL-9).
    """
    if not deals_uncut(game, command.seat):
        turn_of(game, command.seat, ("deal",), AZI_DEAL_7)
    trump_from = game.trump_from
    if game.house.deck == "entered":
        hands, trump = _entered(game, command)
        return (events.CardsDealt(game.deal, game.dealer, hands, None, trump, trump_from),)
    if game.house.deck == "unseen":
        return (_unseen(game, command),)
    require(command.hands is None and command.trump is None, AZI_DEAL_9, "Here the service deals.", seat=command.seat)
    order, to = game.order, game.dealt_to
    hands, dealt = one_by_one(order, to, game.house.cards_dealt), len(to) * game.house.cards_dealt
    if trump_from == "dealer_last":
        return (events.CardsDealt(game.deal, game.dealer, hands, order[dealt:], hands[game.dealer][-1], trump_from),)
    return (events.CardsDealt(game.deal, game.dealer, hands, order[dealt + 1 :], order[dealt], trump_from),)


def in_order(game: Game, wanted: InOrder) -> tuple[Wanted, InOrder]:
    """A deal in its usual order, act by act: the dealer makes no use of his last shuffle (AZI-DEAL-3)."""
    if game.phase == "last_shuffle":
        return commands.OfferCut(game.turn), wanted
    return ritual.in_order(game, wanted)


def _entered(game: Game, command: commands.Deal) -> tuple[dict[int, tuple[str, ...]], str]:
    """AZI-DEAL-9: no card twice, none that is not in the pack, each participant as many as are dealt."""
    if command.hands is None or command.trump is None:
        raise RuleBroken(AZI_DEAL_9, "At a real table the hands and the trump are entered.", seat=command.seat)
    says = Saying("Cards are dealt to {seats}, and to nobody else.", seats=Seats(sorted(game.dealt_to)))
    require(sorted(command.hands) == sorted(game.dealt_to), AZI_DEAL_9, says, legal=game.dealt_to)
    count, known, own = game.house.cards_dealt, frozenset(pack(game.house)), game.trump_from == "dealer_last"
    seen = set() if own else {command.trump}
    _in_pack(command.trump, known)
    for seat in game.dealt_to:
        hand = command.hands[seat]
        require(len(hand) == count, AZI_DEAL_9, "Seat {seat} gets {count} cards, not {got}.", seat=seat, count=count, got=len(hand))
        for card in hand:
            require(card in known, AZI_DEAL_9, "Card {card} of seat {seat} is not in this pack.", seat=seat, card=card)
            require(card not in seen, AZI_DEAL_9, "Card {card} of seat {seat} has been dealt already.", seat=seat, card=card)
            seen.add(card)
    one_of = "The trump is one of the dealer's own cards, the last one dealt, and {card} is none of seat {seat}."
    require(not own or command.trump in command.hands[game.dealer], AZI_DEAL_6, one_of, seat=game.dealer, card=command.trump)
    return {seat: tuple(command.hands[seat]) for seat in game.dealt_to}, command.trump


def _unseen(game: Game, command: commands.Deal) -> unseen_events.DealtUnseen:
    """AZI-DEAL-9: the trump is there for all to see, and nothing else."""
    require(command.hands is None, AZI_DEAL_9, "Here only the players see their hands, and nobody enters them.", seat=command.seat)
    trump = command.trump
    if trump is None:
        raise RuleBroken(AZI_DEAL_9, "At a real table the trump is entered.", seat=command.seat)
    _in_pack(trump, frozenset(pack(game.house)))
    return unseen_events.DealtUnseen(game.deal, game.dealer, game.dealt_to, game.house.cards_dealt, trump, game.trump_from)


def _in_pack(trump: str, known: frozenset[str]) -> None:
    require(trump in known, AZI_DEAL_9, "The trump {card} is not in this pack.", card=trump)
