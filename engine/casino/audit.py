"""Everything that went against the rules in a game so far, whether anybody has said so or not. For stewards and audits only: it
names cards that nobody else may know."""

from engine.cardgame import claims
from engine.casino.offences import Laid
from engine.casino.passage import past_deal
from engine.casino.rulebook import CAS_DEAL_3, CAS_VIOL_3, CAS_VIOL_4
from engine.casino.state import Game
from engine.rules import Violation


def violations(game: Game) -> tuple[Violation, ...]:
    """Every offence of every deal, in order; kind: "missing_last", "exposed_card", "out_of_turn", "false_build", "wrong_gather", or
    "trailed" for who trailed while his build stood. Beside them, as "claim", what was claimed and nothing has decided
    (CAS-DEAL-6)."""
    found: list[Violation] = []
    for deal, past in enumerate((*game.past, past_deal(game)), 1):
        if past.unannounced:
            status = "punished" if past.missed else "open"
            found.append(Violation(past.dealer, CAS_DEAL_3.id, "missing_last", deal, None, None, status))
        for shown in past.shown:
            status = "free" if shown.choice or not past.played else "open"
            found.append(Violation(past.dealer, CAS_VIOL_3.id, "exposed_card", deal, None, shown.card, status))
        found += [
            Violation(seat, CAS_VIOL_4.id, "out_of_turn", deal, None, card, "free")
            for number, seat, card in game.offences.out_of_turn
            if number == deal
        ]
        found += claims.violations(game, deal, _false_build, "unproved")
    return tuple(found)


def _false_build(play: Laid) -> tuple[str, bool]:
    return "false_build" if play.false else "wrong_gather" if play.kind == "capture" else "trailed", play.false
