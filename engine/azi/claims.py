"""Who says that a card was played against the rules, and what follows from it (AZI-CLAIM-1, AZI-VIOL-2 to 4)."""

from typing import cast

from engine.azi import commands
from engine.azi import offence_events as offences
from engine.azi.events import Event, PlayedCard
from engine.azi.evolve import evolve
from engine.azi.offences import Laid
from engine.azi.penalties import is_renege, put_out
from engine.azi.rulebook import AZI_CLAIM_1, AZI_RAZ_1, AZI_VIOL_2, AZI_VIOL_3, AZI_VIOL_4
from engine.azi.settlement import awarded, dealing, winner
from engine.azi.state import BETWEEN_DEALS, DEALT, Game
from engine.cardgame.claims import play_of
from engine.cardgame.judging import Judging, penalty
from engine.cardgame.order import in_game, running
from engine.changed import changed
from engine.declared import Happened
from engine.saying import Saying

CARDS_DOWN = ("play", "awaiting_settlement")


def claim(game: Game, command: commands.Claim) -> tuple[Happened, ...]:
    """ClaimMade, and ClaimUpheld with what it costs, or ClaimUnfounded. Or neither: the claim stays open where only the players see
    the hands and nothing that has come up decides it (AZI-DEAL-9). Before it ClaimantNamed, if he sat down since the game began.

    Refused to a player who does not sit at the table (AZI-ORDER-1); under `refuse`, where no play goes against the rules; for a
    play that was never made; and a second time (AZI-CLAIM-1).
    """
    return (*_claimant(game, command), *JUDGING.claimed(game, command))


def _claimant(game: Game, command: commands.Claim) -> tuple[Happened, ...]:
    """Who claims, if he is not in this game and has not claimed from this seat before."""
    seat, player = command.seat, command.player
    if player is None or seat in game.players:
        in_game(game, seat)
        return ()
    running(game)
    return () if (seat, player) in game.offences.claimants else (offences.ClaimantNamed(seat, player),)


def _false_claim(game: Game, seat: int, deal: int, play: Laid) -> tuple[Happened, ...]:
    """AZI-CLAIM-1: by house rule a wrong claim costs an ante. Whoever is not in the game has nothing to put into its pot."""
    if game.house.false_claim_penalty == "none" or seat not in game.players:
        return ()
    ante, rule = game.house.ante, AZI_CLAIM_1
    return (penalty(game, seat, ante, "false_claim", rule, rule.id, "claim", seat, deal=deal, trick=play.trick, card=play.card),)


def with_what_it_decides(game: Game, event: Event) -> tuple[Event, ...]:
    """The event, and after it every open claim that it decides, with what follows (AZI-DEAL-9), as long as there is a pot."""
    told, state = [event], evolve(game, event)
    while state.phase in (*DEALT, *BETWEEN_DEALS):
        decided = [claim for claim in state.offences.claims if not play_of(state, claim).open]
        if not decided:
            break
        claim = decided[0]
        for made in cast("tuple[Event, ...]", JUDGING.decided(state, claim.seat, claim.deal, play_of(state, claim))):
            told.append(made)
            state = evolve(state, made)
    return tuple(told)


def penalise(game: Game, command: commands.Penalise) -> tuple[Happened, ...]:
    """OffenceFound with what it costs. Refused like a claim, and for a card that was played by the rules, or of which nothing shows
    that it was not (AZI-VIOL-2)."""
    return JUDGING.penalise(game, command)


def _course(game: Game, deal: int, play: Laid, found_by: str, claimant: int | None) -> tuple[Happened, ...]:
    """AZI-VIOL-2: twice the pot as it stands. AZI-VIOL-4: exclusion, and a redeal among the others if his hand was needed.
    AZI-VIOL-3: else the right course, restored or dealt again. Against an earlier deal, a card taken back since, or one that only
    proves a raznomast false (AZI-RAZ-1): penalty only.
    """
    seat = play.seat
    fine: tuple[Happened, ...] = ()
    out: tuple[Happened, ...] = ()
    if is_renege(game, play.broken):
        told = ("renege", AZI_VIOL_2, play.broken, found_by, claimant)
        imposed = penalty(game, seat, 2 * game.pot, *told, deal=deal, trick=play.trick, card=play.card)
        fine, out = (imposed,), put_out(game, seat, deal)
        game = changed(game, pot=imposed.pot)
    if out and game.phase in CARDS_DOWN and seat in game.active:
        rest = tuple([other for other in game.active if other != seat])
        if len(rest) == 1:
            return (*fine, *out, awarded(game, rest, "last_left"))
        if _needed(game, deal, seat):
            return (*fine, *out, _dealt_again(game, "put_out", AZI_VIOL_4.id, rest))
    if deal != game.deal or not play.stands or game.phase not in CARDS_DOWN or play.broken == AZI_RAZ_1.id:
        return (*fine, *out)
    if _restorable(game, play):
        back = [PlayedCard(one.seat, one.card) for one in game.offences.laid if one.stands and one.number >= play.number]
        return (*fine, *out, offences.PlayRestored(deal, play.trick, seat, tuple(back)))
    return (*fine, *out, _dealt_again(game, "renege", AZI_VIOL_3.id, game.active))


def _needed(game: Game, deal: int, seat: int) -> bool:
    """Whether the cards of `seat` are needed: to play on; to put this deal right, in which he reneged; or when its tricks are over
    to settle it, since the pot would be his, or nobody else has a trick."""
    if game.phase == "play" or deal == game.deal:
        return True
    return (winner(game) == seat and seat not in game.partners) or set(game.takers) == {seat}


def _restorable(game: Game, play: Laid) -> bool:
    """AZI-VIOL-3: by house rule as long as no card of a later trick is down, always, or never."""
    if game.house.restore == "until_next_trick":
        return all(one.trick <= play.trick for one in game.offences.laid if one.stands)
    return game.house.restore == "always"


def _dealt_again(game: Game, because: str, rule: str, seats: tuple[int, ...]) -> offences.DealAnnulled:
    """Among those who were in when play began, less anybody who was put out; by the same dealer, with all that is in the pot."""
    return offences.DealAnnulled(game.deal, because, rule, None, dealing(game, game.dealer), tuple(sorted(seats)), (), game.pot)


JUDGING = Judging(
    course=_course,
    unfounded=_false_claim,
    refused=Saying("Here a card against the rules is refused, so there is none to claim."),
    nobody=Saying("In trick {trick} of deal {deal} nobody has played {card}."),
    already=Saying("Card {card} of trick {trick} in deal {deal} has been claimed or ruled on already."),
    unproved=Saying("Nothing shows so far that seat {seat} played {card} against the rules."),
)
