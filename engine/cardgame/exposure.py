"""A card that the dealer has shown in dealing: its owner keeps it, or does what else he may by the rules of the game."""

from collections.abc import Callable

from engine.cardgame.commands import Expose, KeepCard
from engine.cardgame.offence_events import CardExposed, ExposedCardKept
from engine.cardgame.offences import Laid, Shown
from engine.cardgame.order import running, turn_of
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.rules import require
from engine.saying import Saying


def exposed(game: G, command: Expose, early: bool, says: Saying, fits: Callable[[G, int, str], None]) -> CardExposed:
    """CardExposed. Refused later than `early`, which `says` tells; where the service deals to players who alone see their cards; of
    a seat or a card that cannot be meant (`fits`); and for a card that has been shown already."""
    seat, card, rule = command.seat, command.card, game.by.exposed
    running(game)
    require(early, rule, says, phase=game.phase)
    unseen = game.house.deck == "service" and not game.offences.recorded
    require(not unseen, rule, "Here the service deals, and nobody can show a card.", seat=seat)
    fits(game, seat, card)
    told = any(shown.card == card for shown in game.offences.shown)
    require(not told, rule, "Everybody has seen {card} already.", seat=seat, card=card)
    return game.by.family.own(CardExposed)(game.deal, seat, card)


def undecided(game: CardGame[Laid], seat: int) -> tuple[str, ...]:
    """The cards of `seat` that were shown and wait for his choice."""
    return tuple([shown.card for shown in game.offences.shown if shown.seat == seat and not shown.choice])


def choice(game: CardGame[Laid], seat: int, card: str | None) -> str:
    """Which card the owner speaks of. Refuses, in order: not his turn; none of several, or another than those that were shown."""
    turn_of(game, seat, ("exposed",), game.by.exposed)
    cards, rule = undecided(game, seat), game.by.choice
    if card is None:
        require(len(cards) == 1, rule, "Several cards of seat {seat} were shown: say which.", seat=seat, legal=cards)
        return cards[0]
    says = "Card {card} of seat {seat} does not wait for his choice."
    require(card in cards, rule, says, seat=seat, card=card, legal=cards)
    return card


def keep_card(game: CardGame[Laid], command: KeepCard) -> tuple[ExposedCardKept]:
    """ExposedCardKept. Refused unless a card of his was shown, and in his turn."""
    card = choice(game, command.seat, command.card)
    return (game.by.family.own(ExposedCardKept)(game.deal, command.seat, card),)


def shown(game: G, event: CardExposed) -> G:
    """The state in which a card has been shown; it waits for its owner's choice."""
    return changed(game, offences=changed(game.offences, shown=(*game.offences.shown, Shown(event.seat, event.card))))


def chosen(game: G, card: str, choice: str, **more: object) -> G:
    """The state in which the owner has chosen. more: what else is known of offences."""
    told = tuple([Shown(one.seat, one.card, choice) if one.card == card else one for one in game.offences.shown])
    return changed(game, offences=changed(game.offences, shown=told, **more))


def choosing(game: G, then: Callable[[G], G]) -> G:
    """Whose choice is due, in the order of dealing; after the last one comes what was due before."""
    due = {one.seat for one in game.offences.shown if not one.choice}
    for seat in game.dealt_to:
        if seat in due and seat in game.active:
            return changed(game, phase="exposed", turn=seat)
    return then(game)
