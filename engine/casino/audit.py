"""All that went against the rules in a game so far, whether anybody has said so or not. For stewards and audits only: it tells of
cards that nobody else may know."""

from engine.cardgame.claims import laid_in
from engine.casino.rulebook import CAS_DEAL_3, CAS_VIOL_1, CAS_VIOL_3, CAS_VIOL_4
from engine.casino.state import DEALT, Game, PastDeal
from engine.rules import Violation


def violations(game: Game) -> tuple[Violation, ...]:
    """Every offence of every deal, in order; kind: "missing_last", "exposed_card", "out_of_turn", "false_build", "wrong_gather", or
    "trailed" for who trailed while his build stood. Beside them, as "claim", what was claimed and nothing has decided
    (CAS-DEAL-6)."""
    found: list[Violation] = []
    for deal, past in enumerate((*game.past, _now(game)), 1):
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
        found += _of_plays(game, deal)
    return tuple(found)


def _now(game: Game) -> PastDeal:
    """The deal that is played, as it will be kept."""
    offences = game.offences
    if game.phase not in DEALT:
        return PastDeal()
    seats, known = game.dealt_to, {"unannounced": offences.unannounced, "missed": offences.missed}
    return PastDeal(seats, seats, game.dealer, offences.laid, offences.shown, game.deck, **known)


def _of_plays(game: Game, deal: int) -> list[Violation]:
    found = []
    claims = {claim.number: claim for claim in game.offences.claims if claim.deal == deal}
    for play in laid_in(game, deal):
        claim = claims.get(play.number)
        undecided = "" if claim is None else "unproved" if claim.lapsed else "open"
        if undecided and not play.broken:
            found.append(Violation(play.seat, CAS_VIOL_1.id, "claim", deal, None, play.card, undecided))
        if not play.broken:
            continue
        kind = "false_build" if play.false else "wrong_gather" if play.kind == "capture" else "trailed"
        status = undecided or "open"
        if (deal, play.number) in game.offences.judged:
            status = "punished" if play.false else "free"
        found.append(Violation(play.seat, play.broken, kind, deal, None, play.card, status))
    return found
