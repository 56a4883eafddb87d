"""The ritual of a deck: shuffle, cut, and its deals, the last of them announced (CAS-DEAL-1 to 6)."""

from collections.abc import Sequence

from engine import seats
from engine.cardgame import ritual
from engine.cardgame.order import turn_of
from engine.casino import commands, events
from engine.casino.events import Event
from engine.casino.particulars import PACK
from engine.casino.rulebook import CAS_DEAL_1, CAS_DEAL_2, CAS_DEAL_3, CAS_DEAL_4, CAS_DEAL_6
from engine.casino.state import Game
from engine.kind import InOrder
from engine.rules import RuleBroken, require
from engine.saying import Saying, Seats
from engine.wanted import Wanted

AT_ONCE = 2


def elsewhere(game: Game) -> frozenset[str]:
    """The cards of this deck that are not to be dealt any more."""
    built = [card for build in game.builds for card in build.cards]
    held = [card for some in (*game.hands.values(), *game.piles.values()) for card in some]
    return frozenset((*game.loose, *built, *held, *game.aside))


def cutter(game: Game) -> int:
    """CAS-DEAL-4: the nearest player counter-clockwise of the dealer cuts."""
    return seats.next_counter_clockwise(game.active, game.dealer)


def cards_each(game: Game) -> int:
    """CAS-DEAL-1: how many cards each player gets in the next deal; 0 if no further deal is possible."""
    if game.first:
        return game.house.hand_size
    return min(game.house.hand_size, game.remaining // len(game.active))


def table_cards(game: Game) -> int:
    """CAS-DEAL-2: how many cards the table gets in the next deal."""
    return game.house.table_size if game.first else 0


def left_after(game: Game) -> int:
    """How many cards are left when the next deal is dealt."""
    return game.remaining - cards_each(game) * len(game.active) - table_cards(game)


def is_last(game: Game) -> bool:
    """CAS-DEAL-3: whether the next deal is the last one of this deck."""
    return left_after(game) < len(game.active)


def announces(game: Game) -> bool:
    """CAS-DEAL-3: whether the dealer has to announce the next deal, and has not."""
    return game.phase == "deal" and not game.announced and is_last(game)


def announce_last(game: Game, command: commands.AnnounceLast) -> tuple[Event, ...]:
    """LastAnnounced. Refused under `refuse`, where it is made by itself, before another deal than the last, and a second time
    (CAS-DEAL-3)."""
    seat = command.seat
    turn_of(game, seat, ("deal",), CAS_DEAL_3)
    require(game.offences.recorded, CAS_DEAL_3, "Here the last deal is announced by itself.", seat=seat)
    require(not game.announced, CAS_DEAL_3, "The last deal has been announced.", seat=seat)
    require(
        is_last(game), CAS_DEAL_3, "This is not the last deal: {left} cards are left after it.", seat=seat, left=left_after(game)
    )
    return (events.LastAnnounced(game.deal, seat),)


def deal_cards(game: Game, command: commands.Deal) -> tuple[Event, ...]:
    """CardsDealt, or DealtUnseen: from the deck where the service deals, as entered at a real table; before the last deal
    LastAnnounced, unless under `record` (CAS-DEAL-3).

    Refuses another phase (CAS-DEAL-4), and cards that cannot be (CAS-DEAL-1, -2, -6).
    """
    turn_of(game, command.seat, ("deal",), CAS_DEAL_4)
    told = (events.LastAnnounced(game.deal, game.dealer),) if announces(game) and not game.offences.recorded else ()
    to, each, open_cards, left = seats.clockwise(game.active, game.dealer), cards_each(game), table_cards(game), left_after(game)
    if game.house.deck == "unseen":
        table = _unseen(game, command)
        return (*told, events.DealtUnseen(game.deal, game.deck, game.dealer, to, each, table, left, left < len(to)))
    stock: tuple[str, ...] | None = None
    if game.house.deck == "service":
        require(command.hands is None and command.table is None, CAS_DEAL_6, "Here the service deals.", seat=command.seat)
        hands, table = distributed(game.order, to, each, open_cards)
        stock = game.order[len(game.order) - left :]
    else:
        hands, table = _entered(game, command, to)
    return (*told, events.CardsDealt(game.deal, game.dealer, hands, stock, game.deck, table, left, left < len(to)))


def in_order(game: Game, wanted: InOrder) -> tuple[Wanted, InOrder]:
    """A deal in its usual order, act by act: under `record` the dealer announces the last one (CAS-DEAL-3)."""
    if announces(game) and game.offences.recorded:
        return commands.AnnounceLast(game.dealer), wanted
    return ritual.in_order(game, wanted)


def distributed(
    order: Sequence[str], to: Sequence[int], each: int, open_cards: int
) -> tuple[dict[int, tuple[str, ...]], tuple[str, ...]]:
    """CAS-DEAL-1: the hands and the table of a deal off the top of `order`. to: clockwise, the dealer last.

    In rounds of two cards: the others, the table while it has fewer than `open_cards`, the dealer; an odd last card singly.
    """
    hands: dict[int, tuple[str, ...]] = dict.fromkeys(to, ())
    table: tuple[str, ...] = ()
    at = 0
    for done in range(0, each, AT_ONCE):
        count = min(AT_ONCE, each - done)
        for seat in to[:-1]:
            hands[seat] += tuple(order[at : at + count])
            at += count
        if len(table) < open_cards:
            table += tuple(order[at : at + AT_ONCE])
            at += AT_ONCE
        hands[to[-1]] += tuple(order[at : at + count])
        at += count
    return hands, table


def _entered(game: Game, command: commands.Deal, to: tuple[int, ...]) -> tuple[dict[int, tuple[str, ...]], tuple[str, ...]]:
    """CAS-DEAL-6: no card twice, none that is not in the pack or has been dealt before, as many as are dealt."""
    if command.hands is None:
        raise RuleBroken(CAS_DEAL_6, "At a real table the hands are entered.", seat=command.seat)
    says = Saying("Cards are dealt to {seats}, and to nobody else.", seats=Seats(sorted(to)))
    require(sorted(command.hands) == sorted(to), CAS_DEAL_6, says, legal=to)
    table, each = command.table or (), cards_each(game)
    seen: set[str] = set(elsewhere(game))
    _lies(game, table, seen)
    for seat in to:
        hand = command.hands[seat]
        require(len(hand) == each, CAS_DEAL_1, "Seat {seat} gets {count} cards, not {got}.", seat=seat, count=each, got=len(hand))
        _dealt_once(Saying("seat {seat}", seat=seat), hand, seen)
    return {seat: tuple(command.hands[seat]) for seat in to}, tuple(table)


def _unseen(game: Game, command: commands.Deal) -> tuple[str, ...]:
    """CAS-DEAL-6: where only the players see their hands, the cards of the table are entered."""
    require(command.hands is None, CAS_DEAL_6, "Here only the players see their hands.", seat=command.seat)
    table = tuple(command.table or ())
    _lies(game, table, set(elsewhere(game)))
    return table


def _lies(game: Game, table: Sequence[str], seen: set[str]) -> None:
    """CAS-DEAL-2: the open cards of the table."""
    count = table_cards(game)
    require(count > 0 or not table, CAS_DEAL_2, "The table gets cards in the first deal of a deck only.", got=len(table))
    require(len(table) == count, CAS_DEAL_1, "{count} cards lie open on the table, not {got}.", count=count, got=len(table))
    # NOTE: this and the next two stand as {who} in "Card {card} of {who} is not in this pack."
    _dealt_once(Saying("the table"), table, seen)


def _dealt_once(who: Saying, cards: Sequence[str], seen: set[str]) -> None:
    for card in cards:
        require(card in PACK, CAS_DEAL_6, "Card {card} of {who} is not in this pack.", who=who, card=card)
        require(card not in seen, CAS_DEAL_6, "Card {card} of {who} has been dealt already.", who=who, card=card)
        seen.add(card)


def undealt(game: Game) -> tuple[str, ...] | None:
    """CAS-DEAL-1: the cards that are left over: as they lie where that is known, else in the printed order. None where nobody can
    tell them from the hand of a player who is out, which nobody has seen."""
    if not game.remaining or game.stock is not None:
        return game.stock or ()
    if game.hidden:
        return None
    gone = elsewhere(game)
    return tuple([card for card in PACK if card not in gone])


def told_undealt(game: Game, given: tuple[str, ...] | None) -> tuple[str, ...]:
    """The same, as it is known, or else as a steward tells it. Refuses other cards than can be left over, and none where nobody can
    tell them (CAS-DEAL-6)."""
    over = undealt(game)
    if over is not None:
        says = "The cards that are left over are known: {legal}, not {cards}."
        require(given in (None, over), CAS_DEAL_6, says, legal=over, cards=given or ())
        return over
    cards = given or ()
    says = "Say which {count} cards are left over: nobody can tell them from a hand that was set aside unseen."
    require(len(cards) == game.remaining, CAS_DEAL_6, says, count=game.remaining)
    _dealt_once(Saying("those left over"), cards, set(elsewhere(game)))
    return tuple([card for card in PACK if card in cards])
