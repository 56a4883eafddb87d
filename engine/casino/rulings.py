"""What a steward decides: the settlement of a deck, a void game, the correction of a mistyped entry."""

from typing import Any

from engine.casino import commands
from engine.casino import offence_events as offences
from engine.casino.aftermath import came_out, corrected, entry_at
from engine.casino.deal import told_undealt
from engine.casino.order import running
from engine.casino.rulebook import CAS_DEAL_6, CAS_ORDER_1, CAS_REC_1, CAS_VIOL_1, CAS_VOID_1
from engine.casino.settlement import taken
from engine.casino.state import Game
from engine.parts import surplus
from engine.room.words import require_reason
from engine.rules import RuleBroken, require


def settle(game: Game, command: commands.Settle) -> tuple[Any, ...]:
    """LastCardsTaken or DeckScored. Refused unless a deck is played and waits for it (CAS-VIOL-1), and with other cards left over
    than there can be (CAS-DEAL-6)."""
    running(game)
    waiting = game.phase == "awaiting_settlement"
    require(waiting, CAS_VIOL_1, "Nothing waits to be settled.", phase=game.phase)
    return (taken(game, told_undealt(game, command.undealt)),)


def void_game(game: Game, command: commands.VoidGame) -> tuple[Any, ...]:
    """GameVoided: everybody gets back whatever he has put in (CAS-VOID-1). Refused without a reason."""
    running(game)
    require_reason(command.reason, CAS_VOID_1)
    return (offences.GameVoided(game.deal, command.reason, surplus(game.players, game.brought, game.stacks), 0),)


def correct(game: Game, command: commands.Correct) -> tuple[Any, ...]:
    """EntryCorrected, also when the game is over: it is taken up again. That no other has begun is seen to by its table.

    Refused (CAS-REC-1) where nothing is typed by a steward, without a reason, and for a step that is no entry or belongs to a deal
    before the one that has begun; and (CAS-DEAL-6) if cards of the service's deck would go back into it, or those that are still
    to be dealt have been opened by the end of the game."""
    require(game.phase != "new", CAS_ORDER_1, "This game has not begun.")
    step = command.step
    require(game.offences.recorded, CAS_REC_1, "Entries are corrected under enforcement = record only.", step=step)
    require_reason(command.reason, CAS_REC_1)
    if entry_at(game, step) is None:
        possible = tuple([entry.step for entry in game.offences.entries if not entry.stays and not came_out(game, entry.step)])
        says = "Step {step} can not be corrected: it is no entry, or a later deal has begun."
        raise RuleBroken(CAS_REC_1, says, step=step, legal=possible)
    says = "Cards have come out of the service's deck by step {step} or since: it is not shuffled, cut and dealt anew."
    require(not came_out(game, step), CAS_DEAL_6, says, step=step)
    before = corrected(game, step)
    open_deck = game.all_shown and game.house.deck == "service" and bool(before.remaining)
    says = "With the end of the game everybody could see the service's deck, so it is not played on with its cards."
    require(not open_deck, CAS_DEAL_6, says, step=step)
    returned, taken = surplus(game.players, before.stacks, game.stacks), surplus(game.players, game.stacks, before.stacks)
    return (offences.EntryCorrected(step, command.reason, returned, taken, before.pot),)
