"""Who says that something was against the rules, and what follows from it (CAS-VIOL-1, CAS-DEAL-3)."""

from engine.cardgame import claims
from engine.cardgame.claims import play_of
from engine.cardgame.judging import Judging
from engine.casino import commands
from engine.casino import offence_events as offences
from engine.casino.builds import Build
from engine.casino.events import Score
from engine.casino.minutes import latest
from engine.casino.offences import Laid
from engine.casino.particulars import present
from engine.casino.rulebook import CAS_BUILD_7, CAS_DEAL_3, CAS_VIOL_1
from engine.casino.sides import in_play, seats_of
from engine.casino.state import Game
from engine.casino.target import loses
from engine.declared import Happened
from engine.rules import require

FALSE_BUILD, FALSE_BUILD_POINTS = "false_build", 2


def claim(game: Game, command: commands.Claim) -> tuple[Happened, ...]:
    """ClaimMade, and ClaimUpheld with what follows, or ClaimUnfounded; where only the players see their hands perhaps not before
    the hand has been played out (CAS-DEAL-6).

    Refused under `refuse`, where no play goes against the rules; for a play that was never made; and a second time (CAS-VIOL-1).
    """
    return JUDGING.claim(game, command)


def penalise(game: Game, command: commands.Penalise) -> tuple[Happened, ...]:
    """OffenceFound with what follows. Refused like a claim; for a card of which nothing proves yet how it was played (CAS-DEAL-6);
    and for one that was played by the rules (CAS-VIOL-1)."""
    return JUDGING.penalise(game, command)


def proved(game: Game) -> Happened | None:
    """What a claim that was open brings about once the hand is known: ClaimUpheld with what follows, one after the other, or
    ClaimUnfounded; None while nothing is decided (CAS-DEAL-6)."""
    if (due := game.offences.due) is not None:
        course = _course(game, due.deal, play_of(game, due), "claim", due.seat)
        if course:
            return course[0]
    for claim in game.offences.claims:
        play = play_of(game, claim)
        if not play.open and not claim.lapsed:
            return (claims.upheld if play.broken else claims.unfounded)(game, claim.seat, claim.deal, play)
    return None


def _course(game: Game, deal: int, play: Laid, found_by: str, claimant: int | None) -> tuple[Happened, ...]:
    """CAS-VIOL-1: what was laid wrongly is put right, as long as the next player has not played; a false build costs two points or
    by house rule `false_build` the game, whether it has been captured meanwhile or not."""
    events: list[Happened] = []
    if (right := _put_right(game, deal, play)) is not None:
        events.append(offences.PlayRestored(deal, play.seat, play.card, *right))
    if not play.false or play.seat not in game.active:
        return tuple(events)
    if game.house.false_build == "loses_game":
        return (*events, *loses(game, play.seat, FALSE_BUILD, CAS_VIOL_1.id))
    fine = offences.PointsDeducted(
        deal,
        play.seat,
        game.players[play.seat],
        play.card,
        FALSE_BUILD_POINTS,
        game.scores[game.sides[play.seat]] - FALSE_BUILD_POINTS,
        FALSE_BUILD,
        CAS_VIOL_1.id,
        play.broken,
        found_by,
        claimant,
    )
    return (*events, fine)


JUDGING = Judging(course=_course)


def _put_right(game: Game, deal: int, play: Laid) -> tuple[tuple[str, ...], tuple[Build, ...]] | None:
    """The loose cards and the builds as they should lie; None if it is too late, or nothing on the table is wrong."""
    before = game.offences.before
    if before is None or latest(game) != (deal, play):
        return None
    loose, builds = game.loose, game.builds
    if play.kind != "trail" and play.broken != CAS_BUILD_7.id:
        loose, builds = (*before.loose, play.card), before.builds
    apart = [build for build in builds if build.id in play.lost]
    builds = tuple([build for build in builds if build not in apart])
    loose = (*loose, *[card for build in apart for card in build.cards])
    return None if (loose, builds) == (game.loose, game.builds) else (loose, builds)


def may_claim_missing_last(game: Game, seat: int) -> bool:
    """CAS-DEAL-3: whether the last deal was not announced, nobody has said so, and no card of it has been played; by an opponent of
    the dealer."""
    kept = game.offences
    missing = kept.unannounced and not kept.missed and game.phase in ("exposed", "play") and not game.moved
    return missing and seat in game.active and game.sides[seat] != game.sides[game.dealer]


def claim_missing_last(game: Game, command: commands.ClaimMissingLast) -> tuple[Happened, ...]:
    """MissingLastClaimed: by house rule `missing_last` each opponent of the dealer gets a point. Refused to a player who is out
    (CAS-OUT-1), and where no announcement is missing, or it is too late (CAS-DEAL-3)."""
    seat = command.seat
    present(game, seat)
    says = "No announcement of the last deal is missing, or it is too late to say so, or it was his side's."
    require(may_claim_missing_last(game, seat), CAS_DEAL_3, says, seat=seat)
    scores: tuple[Score, ...] = ()
    if game.house.missing_last == "one_point":
        others = [side for side in in_play(game) if side != game.sides[game.dealer]]
        scores = tuple([Score(one, game.scores[side] + 1) for side in others for one in seats_of(game, side)])
    return (offences.MissingLastClaimed(game.deal, seat, game.dealer, scores),)
