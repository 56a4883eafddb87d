"""What a steward decides: the settlement of a deck."""

from engine.cardgame import rulings
from engine.casino import commands
from engine.casino.deal import told_undealt
from engine.casino.events import Event
from engine.casino.settlement import taken
from engine.casino.state import Game


def settle(game: Game, command: commands.Settle) -> tuple[Event, ...]:
    """LastCardsTaken or DeckScored. Refused unless a deck is played and waits for it (CAS-VIOL-1), and with other cards left over
    than there can be (CAS-DEAL-6)."""
    rulings.waits(game)
    return (taken(game, told_undealt(game, command.undealt)),)
