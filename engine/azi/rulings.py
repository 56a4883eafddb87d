"""What a steward decides: the settlement, a void deal or game, the correction of a mistyped entry."""

from typing import Any

from engine.azi import commands
from engine.azi import offence_events as offences
from engine.azi.aftermath import came_out, corrected, entry_at
from engine.azi.order import running
from engine.azi.rulebook import AZI_DEAL_8, AZI_ORDER_1, AZI_REC_1, AZI_SETTLE_1, AZI_VOID_1
from engine.azi.settlement import dealing, settled
from engine.azi.state import DEALT, RITUAL, Game
from engine.parts import surplus
from engine.room.words import require_reason
from engine.rules import RuleBroken, require


def settle(game: Game, command: commands.Settle) -> tuple[Any, ...]:  # noqa: ARG001
    """PotAwarded or AziOccurred. Refused unless the tricks are over and wait for it (AZI-SETTLE-1)."""
    running(game)
    waiting = game.phase == "awaiting_settlement"
    require(waiting, AZI_SETTLE_1, "Nothing waits to be settled.", phase=game.phase)
    return (settled(game),)


def void_deal(game: Game, command: commands.VoidDeal) -> tuple[Any, ...]:
    """DealAnnulled by a ruling: antes, buy-ins and bids of this deal go back, penalties stay; then antes and buy-ins are paid as
    before (AZI-VOID-1). Refused between deals, where there is nothing to make void, and without a reason."""
    running(game)
    dealt = game.phase in (*RITUAL, *DEALT) and game.begun is not None
    require(dealt, AZI_VOID_1, "No deal is being prepared or played.", phase=game.phase)
    require_reason(command.reason, AZI_VOID_1)
    before = game.begun or game
    returned = surplus(game.players, before.stacks, game.stacks)
    unpaid = before.phase == "ante" and before.pot + sum(game.put_in.values()) == game.pot
    again = game.again if unpaid or before.phase == "buy_in" else ()
    dealer = dealing(game, game.dealer)
    return (offences.DealAnnulled(game.deal, "ruling", AZI_VOID_1.id, command.reason, dealer, again, returned, before.pot),)


def void_game(game: Game, command: commands.VoidGame) -> tuple[Any, ...]:
    """GameVoided: everybody gets back whatever he has put in, penalties too (AZI-VOID-1). Refused without a reason."""
    running(game)
    require_reason(command.reason, AZI_VOID_1)
    return (offences.GameVoided(game.deal, command.reason, surplus(game.players, game.brought, game.stacks), 0),)


def correct(game: Game, command: commands.Correct) -> tuple[Any, ...]:
    """EntryCorrected, also when the game is over: it is taken up again. That no other has begun is seen to by its table.

    Refused (AZI-REC-1) where nothing is typed by a steward, without a reason, for a step that is no entry or belongs to a deal
    before the one that has begun, and if who was playing then has left since; and (AZI-DEAL-8) if cards of the service's deck
    would go back into it, or one that may still be dealt has been opened by the end of the game."""
    require(game.phase != "new", AZI_ORDER_1, "This game has not begun.")
    step = command.step
    require(game.offences.recorded, AZI_REC_1, "Entries are corrected under enforcement = record only.", step=step)
    require_reason(command.reason, AZI_REC_1)
    if entry_at(game, step) is None:
        possible = tuple([entry.step for entry in game.offences.entries if not entry.stays and not came_out(game, entry.step)])
        says = "Step {step} can not be corrected: it is no entry, or a later deal has begun."
        raise RuleBroken(AZI_REC_1, says, step=step, legal=possible)
    says = "Cards have come out of the service's deck by step {step} or since: it is not shuffled, cut and dealt anew."
    require(not came_out(game, step), AZI_DEAL_8, says, step=step)
    before = corrected(game, step)
    if before is None:
        raise RuleBroken(AZI_REC_1, "A player who was playing the cards then has left the table since.", step=step)
    open_deck = game.all_shown and game.house.deck == "service" and before.phase == "exposed"
    says = "With the end of the game everybody could see the service's deck, so no card of it is dealt any more."
    require(not open_deck, AZI_DEAL_8, says, step=step)
    returned, taken = surplus(game.players, before.stacks, game.stacks), surplus(game.players, game.stacks, before.stacks)
    return (offences.EntryCorrected(step, command.reason, returned, taken, before.pot),)
