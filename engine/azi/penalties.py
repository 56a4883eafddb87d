"""What an offence costs, and when it costs the game (AZI-VIOL-4, AZI-VIOL-6)."""

from engine.azi import offence_events as offences
from engine.azi.events import Event
from engine.azi.rulebook import AZI_PLAY_2, AZI_RAZ_1, AZI_VIOL_4
from engine.azi.state import DEALT, RITUAL, Game
from engine.cardgame.claims import laid_in


def is_renege(game: Game, broken: str) -> bool:
    """AZI-VIOL-2: whether breaking this rule is a renege; failing to trump is one only by the house rule. AZI-RAZ-1: so is a
    false raznomast."""
    return broken in (AZI_PLAY_2.id, AZI_RAZ_1.id) or (broken != "" and game.house.undertrump_is_renege)


def put_out(game: Game, seat: int, deal: int) -> tuple[Event, ...]:
    """AZI-VIOL-4: PlayerPutOut if an offence of `seat` in that deal, penalised now, is his second in a row; else nothing.

    The last one with a claim to the pot is never put out: it is his (AZI-LAST-1).
    """
    if seat in game.offences.out or not _in_a_row(game, seat, deal) or not _others(game, seat):
        return ()
    return (offences.PlayerPutOut(game.deal, seat, game.players[seat], AZI_VIOL_4.id),)


def _in_a_row(game: Game, seat: int, deal: int) -> bool:
    """Whether another penalised offence of his counts, with no deal between the two that he played to its end and cleanly."""
    for fine in game.offences.fines:
        if fine.seat == seat and fine.counts:
            low, high = sorted((fine.deal, deal))
            if not any(_clean(game, seat, number) for number in range(low + 1, high)):
                return True
    return False


def _clean(game: Game, seat: int, deal: int) -> bool:
    past = game.past[deal - 1]
    reneged = any(play.seat == seat and is_renege(game, play.broken) for play in laid_in(game, deal))
    return past.finished and seat in past.played and not reneged


def _others(game: Game, seat: int) -> bool:
    """Whether anybody else has a claim to the pot."""
    if game.phase in DEALT:
        claims: tuple[int, ...] = game.active
    elif game.phase in RITUAL:
        claims = game.dealt_to
    else:  # whoever is only asked has no claim before he buys in
        claims = game.joined or tuple([other for other in game.asked if other not in game.left])
    return any(other != seat for other in claims)
