"""From an act to its events, and from a state to what the rules bring about by themselves."""

from collections.abc import Callable

from engine.cardgame.decide import at_the_end, decisions, the_end
from engine.cardgame.rulings import correcting
from engine.casino import claims, commands, deal, exposure, meanwhile, play, rulings, settlement, start, target
from engine.casino.aftermath import BESIDE
from engine.casino.events import Event
from engine.casino.state import Game
from engine.declared import Happened

DECISIONS = (
    decisions(Game)
    .on(commands.AnnounceLast, deal.announce_last)
    .on(commands.Deal, deal.deal_cards)
    .on(commands.Trail, play.trail)
    .on(commands.Capture, play.capture)
    .on(commands.LayBuild, play.lay_build)
    .on(commands.ClaimTarget, target.claim_target)
    .on(commands.TopUp, meanwhile.top_up)
    .on(commands.Leave, meanwhile.leave)
    .on(commands.PlayOutOfTurn, play.play_out_of_turn)
    .on(commands.Claim, claims.claim)
    .on(commands.Penalise, claims.penalise)
    .on(commands.ClaimMissingLast, claims.claim_missing_last)
    .on(commands.Settle, rulings.settle)
    .on(commands.Expose, exposure.expose)
    .on(commands.DemandRedeal, exposure.demand_redeal)
    .on(commands.Correct, correcting(BESIDE, undealt=lambda then: then.remaining > 0))
)


def decide(game: Game, command: commands.Command) -> tuple[Event, ...]:
    """The events of the act itself, or RuleBroken with the first rule broken, in the order of the rulebook (CAS-ORDER-1)."""
    return DECISIONS[command.__class__](game, command)  # type: ignore[return-value]  # the kernel makes the game's own


CONSEQUENCES: dict[str, Callable[[Game], Happened | None]] = {
    "stakes": start.stakes,
    "shuffle": settlement.last_side,
    "cut": settlement.last_side,
    "deal": settlement.last_side,
    "exposed": settlement.last_side,
    "play": settlement.last_side,
    "awaiting_settlement": settlement.last_side,
    "last_cards": settlement.last_cards,
    "scoring": settlement.scored,
    "scored": settlement.at_end_of_deck,
    "decided": settlement.paid_or_awarded,
    "paid": settlement.awarded,
    "awarded": at_the_end,
    "revealed": the_end,
}


def follow(game: Game) -> Event | None:
    """The next event that the rules bring about by themselves, or None: somebody has to act, or the game is over."""
    if (game.offences.claims or game.offences.due) and (event := claims.proved(game)) is not None:
        return event  # type: ignore[return-value]
    consequence = CONSEQUENCES.get(game.phase)
    return None if consequence is None else consequence(game)  # type: ignore[return-value]  # the kernel makes the game's own
