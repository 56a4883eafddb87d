"""Shuffle and cut. How often each comes, and who cuts, is each game's own."""

from dataclasses import replace

from engine import seats, shuffle
from engine.cardgame.commands import Cut, Shuffle
from engine.cardgame.events import DeckCommitted, DeckCut, DeckShuffled
from engine.cardgame.offences import Laid
from engine.cardgame.order import not_now, running, turn_of
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.kind import InOrder
from engine.rules import RuleBroken, require
from engine.wanted import Wanted

PART_LEAST = 4
TO_CUT = ("cut", "last_cut")


def shuffled(game: CardGame[Laid], command: Shuffle) -> tuple[DeckCommitted | DeckShuffled]:
    """DeckCommitted where the service shuffles, DeckShuffled at a real table. Refuses dice that do not belong to this shuffle, and
    dice at a real table."""
    by, deal, number, seat = game.by, game.deal, game.shuffle + 1, command.seat
    if game.house.deck != "service":
        given = (command.commitment, command.secret, command.order)
        require(given == (None, None, None), by.cards, "At a real table nobody knows the order of the deck.", seat=seat)
        return (by.family.own(DeckShuffled)(deal, number, seat),)
    if command.commitment is None or command.secret is None or command.order is None:
        raise RuleBroken(by.dice, "A shuffle of the service carries its commitment, its secret and the order.", seat=seat)
    stream, dice = f"game-{game.table}-{game.number}", (command.commitment, command.secret, command.order)
    kept = shuffle.belong_together(stream, deal, number, by.pack(game.house), *dice)
    require(kept, by.dice, "Commitment, secret and order do not belong together.", seat=seat)
    return (by.family.own(DeckCommitted)(deal, number, seat, *dice),)


def shuffle_deck(game: CardGame[Laid], command: Shuffle) -> tuple[DeckCommitted | DeckShuffled]:
    """The same, of the dealer in his turn."""
    turn_of(game, command.seat, ("shuffle",))
    return shuffled(game, command)


def cuts(game: CardGame[Laid]) -> tuple[int, int]:
    """The least and the greatest number of cards that may be lifted off: each part keeps four."""
    return PART_LEAST, game.remaining - PART_LEAST


def possible_cuts(game: CardGame[Laid], seat: int) -> tuple[Cut, ...]:
    """The least and the greatest that `seat` may lift off; where nobody has to count them an uncounted one too."""
    counted = [Cut(seat, at) for at in dict.fromkeys(cuts(game))]
    return tuple(counted) if game.house.deck == "service" else (*counted, Cut(seat))


def cut_deck(game: CardGame[Laid], command: Cut, phases: tuple[str, ...] = ("cut",)) -> tuple[DeckCut]:
    """DeckCut. Refuses a part of fewer than four cards, and an uncounted cut where the service deals."""
    by, seat, at = game.by, command.seat, command.at
    turn_of(game, seat, phases, by.ritual)
    if at is None:
        require(game.house.deck != "service", by.cards, "Say how many cards are lifted off.", seat=seat)
    else:
        fewest, most = cuts(game)
        says = "A cut leaves at least four cards in each part: {fewest} to {most} are lifted off, not {at}."
        require(fewest <= at <= most, by.cut, says, seat=seat, at=at, fewest=fewest, most=most)
    return (by.family.own(DeckCut)(game.deal, seat, at),)


def after_cut(game: CardGame[Laid], event: DeckCut) -> tuple[str, ...]:
    """The order of the deck after it, where that is known."""
    return game.order if event.at is None else shuffle.cut(game.order, event.at)


def in_order(game: CardGame[Laid], wanted: InOrder) -> tuple[Wanted, InOrder]:
    """Of a deal in its usual order the act that is due now, and what is wanted after it: the dealer shuffles, whoever has to cut
    does, the dealer deals. Refuses it in any other phase, and a cut too many."""
    if game.phase == "shuffle":
        return Shuffle(game.turn), wanted
    if game.phase in TO_CUT:
        at, *later = wanted.cuts or (None,)
        return Cut(game.turn, at), replace(wanted, cuts=tuple(later))
    running(game)
    if game.phase != "deal" and game.phase in game.by.due:
        raise not_now(game, game.dealer, game.by.ritual)
    says = "Before this deal nobody cuts at {at} any more."
    require(not wanted.cuts, game.by.cut, says, at=wanted.cuts[0] if wanted.cuts else 0)
    return replace(wanted.deal, seat=game.dealer), wanted


def cutter(game: CardGame[Laid]) -> int:
    """Who cuts: the nearest player counter-clockwise of the dealer, or as the game says."""
    return game.by.cutter(game) if game.by.cutter else seats.next_counter_clockwise(game.active, game.dealer)


def deck_shuffled(game: G, event: DeckCommitted | DeckShuffled) -> G:
    """The cutter cuts."""
    order = event.order if isinstance(event, DeckCommitted) else ()
    return changed(game, phase="cut", turn=cutter(game), shuffle=event.shuffle, order=order)


def deck_cut(game: G, event: DeckCut) -> G:
    """The dealer deals."""
    return changed(game, phase="deal", turn=game.dealer, order=after_cut(game, event))
