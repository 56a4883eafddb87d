"""Everything that went against the rules in a game so far, whether anybody has said so or not. For stewards and audits only: it
names cards that nobody else may know."""

from functools import partial

from engine.azi.offences import Laid, PastDeal
from engine.azi.passage import past_deal
from engine.azi.penalties import is_renege
from engine.azi.rulebook import AZI_VIOL_1, AZI_VIOL_5
from engine.azi.state import Game
from engine.cardgame import claims
from engine.rules import Violation


def violations(game: Game) -> tuple[Violation, ...]:
    """Every offence of every deal, in order; kind: "missing_cut", "exposed_card", "renege", or "undertrump" where the house does
    not take it for a renege. Beside them, as "claim", what was claimed and nothing has decided (AZI-DEAL-9)."""
    found: list[Violation] = []
    for deal, past in enumerate((*game.past, past_deal(game)), 1):
        found += [*_of_dealer(game, deal, past), *claims.violations(game, deal, partial(_renege, game))]
    return tuple(found)


def _of_dealer(game: Game, deal: int, past: PastDeal) -> list[Violation]:
    fined = {fine.offence for fine in game.offences.fines if fine.deal == deal}
    found = []
    if past.uncut:
        status = "punished" if "missing_cut" in fined else "open"
        found.append(Violation(past.dealer, AZI_VIOL_5.id, "missing_cut", deal, None, None, status))
    for shown in past.shown:
        status = "punished" if "exposed_card" in fined else "free" if shown.choice else "open"
        found.append(Violation(past.dealer, AZI_VIOL_1.id, "exposed_card", deal, None, shown.card, status))
    return found


def _renege(game: Game, play: Laid) -> tuple[str, bool]:
    renege = is_renege(game, play.broken)
    return "renege" if renege else "undertrump", renege
