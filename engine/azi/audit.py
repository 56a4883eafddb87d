"""All that went against the rules in a game so far, whether anybody has said so or not. For stewards and audits only: it tells of
cards that nobody else may know."""

from engine.azi.penalties import is_renege
from engine.azi.rulebook import AZI_CLAIM_1, AZI_VIOL_1, AZI_VIOL_5
from engine.azi.state import DEALT, Game, PastDeal
from engine.cardgame.claims import laid_in
from engine.rules import Violation


def violations(game: Game) -> tuple[Violation, ...]:
    """Every offence of every deal, in order; kind: "missing_cut", "exposed_card", "renege", or "undertrump" where the house does
    not take it for a renege. Beside them, as "claim", what was claimed and nothing has decided (AZI-DEAL-9)."""
    found: list[Violation] = []
    for deal, past in enumerate((*game.past, _now(game)), 1):
        found += [*_of_dealer(game, deal, past), *_of_players(game, deal)]
    return tuple(found)


def _now(game: Game) -> PastDeal:
    """The deal that is played, as it will be kept."""
    offences = game.offences
    if game.phase not in DEALT:
        return PastDeal()
    return PastDeal(game.dealt_to, game.played, game.dealer, offences.laid, offences.shown, uncut=offences.uncut)


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


def _of_players(game: Game, deal: int) -> list[Violation]:
    found = []
    claims = {claim.number: claim for claim in game.offences.claims if claim.deal == deal}
    for play in laid_in(game, deal):
        if (claim := claims.get(play.number)) is not None and not play.broken:
            status = "unproved" if claim.lapsed else "open"
            found.append(Violation(play.seat, AZI_CLAIM_1.id, "claim", deal, play.trick, play.card, status))
        if not play.broken:
            continue
        renege = is_renege(game, play.broken)
        status = "open"
        if (deal, play.number) in game.offences.judged:
            status = "punished" if renege else "free"
        kind = "renege" if renege else "undertrump"
        found.append(Violation(play.seat, play.broken, kind, deal, play.trick, play.card, status))
    return found
