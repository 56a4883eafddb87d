"""What may be declared and agreed before the first lead: raznomast, and to play to azi (AZI-RAZ-1, AZI-NAZI-1)."""

from engine.azi import commands, events
from engine.azi.discard import holds_four
from engine.azi.events import Event
from engine.azi.rulebook import AZI_NAZI_1, AZI_ORDER_1, AZI_RAZ_1
from engine.azi.state import Game
from engine.cardgame.order import in_game
from engine.rules import require
from engine.saying import Saying, Seats

RAZNOMAST_CARDS = 3


def could_be_raznomast(cards: tuple[str, ...], trump: str) -> bool:
    """Whether these cards, or some more with them, are the ace of trumps and two of one other suit. trump: the suit."""
    plain = [card for card in cards if card != "A" + trump]
    return len(plain) < RAZNOMAST_CARDS and len({card[1] for card in plain}) <= 1 and all(card[1] != trump for card in plain)


def is_raznomast(cards: tuple[str, ...], trump: str) -> bool:
    """AZI-RAZ-1: the ace of trumps and two cards of one other suit."""
    return len(cards) == RAZNOMAST_CARDS and "A" + trump in cards and could_be_raznomast(cards, trump)


def declarable(game: Game, seat: int) -> bool:
    """AZI-RAZ-1: whether `seat` may still declare: its card is put away, it knows its cards, and nobody has led."""
    timely = game.phase in ("bid", "discard") or (game.phase == "play" and not game.trick and not game.takers)
    if not (timely and game.house.raznomast and seat in game.active and seat not in game.declared):
        return False
    return not holds_four(game, seat) and (game.looked or seat != game.dealt_to[0])


def declare_raznomast(game: Game, command: commands.DeclareRaznomast) -> tuple[Event, ...]:
    """RaznomastDeclared, in or out of turn.

    Refused to a player who is not in this deal (AZI-ORDER-1), where it is not played, too early or late, a second time, and
    without the cards unless under `record` (AZI-RAZ-1).
    """
    seat = command.seat
    _in_deal(game, seat)
    says = "Raznomast is declared once, between putting a card away and the first lead, where the house plays it."
    require(declarable(game, seat), AZI_RAZ_1, says, seat=seat, phase=game.phase)
    held = game.offences.recorded or is_raznomast(game.hands[seat], game.trump[1])
    require(held, AZI_RAZ_1, "Raznomast is the ace of trumps and two cards of one other suit.", seat=seat)
    return (events.RaznomastDeclared(game.deal, seat),)


def inviting(game: Game, seat: int) -> bool:
    """AZI-NAZI-1: whether `seat` may invite or answer now: after the bidding and before the first lead."""
    return game.phase == "play" and not game.trick and not game.takers and game.house.na_azi and seat in game.active


def invitable(game: Game, seat: int) -> tuple[int, ...]:
    """Whom `seat` may invite: between two players there is one invitation a deal."""
    if not inviting(game, seat):
        return ()
    asked = {pair for told in game.invitations for pair in (told, told[::-1])}
    return tuple([other for other in game.active if other != seat and (seat, other) not in asked])


def invite_to_azi(game: Game, command: commands.InviteToAzi) -> tuple[Event, ...]:
    """InvitedToAzi. Refused to a player who is not in this deal (AZI-ORDER-1), where it is not played, at another time, to
    whoever is not in this deal or himself, and a second time between the same two (AZI-NAZI-1)."""
    seat, invited = command.seat, command.invited
    _in_deal(game, seat)
    _timely(game, seat)
    possible = invitable(game, seat)
    says = Saying("Seat {seat} has nobody left to invite in this deal: once between the same two.", seat=seat)
    if possible:
        whom = Seats(sorted(possible))
        says = Saying("Seat {seat} can invite {whom}, each once a deal, not seat {invited}.", seat=seat, whom=whom, invited=invited)
    require(invited in possible, AZI_NAZI_1, says, seat=seat, invited=invited, legal=possible)
    return (events.InvitedToAzi(game.deal, seat, invited),)


def answer_to_azi(game: Game, command: commands.AnswerToAzi) -> tuple[Event, ...]:
    """InvitationAnswered. Refused like an invitation, and without one of that seat's that is unanswered (AZI-NAZI-1)."""
    seat, inviter = command.seat, command.inviter
    _in_deal(game, seat)
    _timely(game, seat)
    says = "No invitation of seat {inviter} waits for an answer of seat {seat}."
    require((inviter, seat) in game.unanswered, AZI_NAZI_1, says, seat=seat, inviter=inviter)
    return (events.InvitationAnswered(game.deal, seat, inviter, command.accept),)


def _in_deal(game: Game, seat: int) -> None:
    in_game(game, seat)
    if game.active:
        require(seat in game.active, AZI_ORDER_1, "Seat {seat} is not in this deal.", seat=seat)


def _timely(game: Game, seat: int) -> None:
    says = "Players invite each other to azi after the bidding and before the first lead, where the house plays it."
    require(inviting(game, seat), AZI_NAZI_1, says, seat=seat, phase=game.phase)
