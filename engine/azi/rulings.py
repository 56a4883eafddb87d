"""What a steward decides: the settlement, a void deal, the correction of a mistyped entry."""

from engine.azi import commands
from engine.azi import offence_events as offences
from engine.azi.aftermath import corrected
from engine.azi.events import Event
from engine.azi.rulebook import AZI_VOID_1
from engine.azi.settlement import dealing
from engine.azi.state import DEALT, RITUAL, Game
from engine.cardgame import rulings
from engine.cardgame.offence_events import EntryCorrected
from engine.cardgame.order import running
from engine.parts import surplus
from engine.room.words import require_reason
from engine.rules import require
from engine.saying import Saying


def void_deal(game: Game, command: commands.VoidDeal) -> tuple[Event, ...]:
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


def correct(game: Game, command: commands.Correct) -> tuple[EntryCorrected]:
    """EntryCorrected (AZI-REC-1), not if a card would be dealt that everybody could see at the end (AZI-DEAL-8)."""
    says = Saying("With the end of the game everybody could see the service's deck, so no card of it is dealt any more.")
    return rulings.correct(game, command, corrected, lambda then: then.phase == "exposed", says)
