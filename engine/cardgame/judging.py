"""From a claim, or a finding of the steward, to what it costs. Each game says in its `Judging` what follows from a play against the
rules, and which refusals it words in its own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, cast

from engine.cardgame import claims
from engine.cardgame.claims import Claiming, OfPlay
from engine.cardgame.offence_events import PenaltyImposed
from engine.cardgame.offences import L
from engine.cardgame.order import in_game, running
from engine.cardgame.state import G
from engine.changed import changed
from engine.declared import Happened
from engine.rules import Rule, require
from engine.saying import Saying

REFUSED = Saying("Here a play against the rules is refused, so there is none to claim.")
NOBODY = Saying("In deal {deal} nobody has played {card}.")
ALREADY = Saying("Card {card} of deal {deal} has been claimed or ruled on already.")
UNPROVED = Saying("Nothing proves yet how seat {seat} played {card}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging(Generic[G, L]):
    """course(game, deal, play, found_by, claimant): what follows from a play against the rules, found by "claim" or "steward".
    unfounded(game, seat, deal, play): what follows from a wrong claim, beside that it is one.

    refused, nobody, already: as in `claimable`. unproved: to a steward, of a play of which nothing shows yet whether it went
    against the rules.
    """

    course: Callable[[G, int, L, str, int | None], tuple[Happened, ...]]
    unfounded: Callable[[G, int, int, L], tuple[Happened, ...]] = lambda _game, _seat, _deal, _play: ()
    refused: Saying = REFUSED
    nobody: Saying = NOBODY
    already: Saying = ALREADY
    unproved: Saying = UNPROVED

    def claim(self, game: G, command: Claiming) -> tuple[Happened, ...]:
        """As `claimed`. Refused to a player who does not play in this game."""
        in_game(game, command.seat)
        return self.claimed(game, command)

    def claimed(self, game: G, command: Claiming) -> tuple[Happened, ...]:
        """ClaimMade, and ClaimUpheld with what follows, or ClaimUnfounded; neither while nothing decides it, where only the players
        see their hands. Refused as in `claimable`."""
        play = self.named(game, command)
        made = claims.made(game, command.seat, command.deal, play)
        return (made,) if play.open else (made, *self.decided(game, command.seat, command.deal, play))

    def decided(self, game: G, seat: int, deal: int, play: L) -> tuple[Happened, ...]:
        """Whether the claim of `seat` is right, and what follows."""
        if play.broken:
            return (claims.upheld(game, seat, deal, play), *self.course(game, deal, play, "claim", seat))
        return (claims.unfounded(game, seat, deal, play), *self.unfounded(game, seat, deal, play))

    def penalise(self, game: G, command: OfPlay) -> tuple[Happened, ...]:
        """OffenceFound with what follows. Refused like a claim; for a play of which nothing shows yet how it was; and for one by
        the rules."""
        running(game)
        play, by, deal = self.named(game, command), game.by, command.deal
        about = {"seat": play.seat, "card": play.card, "deal": deal, **by.about(play)}
        require(not play.open, by.unproved, self.unproved.template, **about)
        require(play.broken != "", by.finding, "Seat {seat} played {card} by the rules.", **about)
        return (claims.found(game, deal, play), *self.course(game, deal, play, "steward", None))

    def named(self, game: G, act: OfPlay) -> L:
        """The play that a claim or finding names. Refused as in `claimable`."""
        return cast(L, claims.claimable(game, act, self.refused, self.nobody, self.already))  # as its game keeps them


def penalty(
    game: G,
    seat: int,
    chips: int,
    offence: str,
    rule: Rule,
    broken: str,
    found_by: str,
    claimant: int | None = None,
    *,
    deal: int | None = None,
    card: str | None = None,
    **about: object,
) -> PenaltyImposed:
    """PenaltyImposed on `seat`, into the pot as it stands. deal: what it is about, None for the one that is played. about: what
    else the game's own event tells of that."""
    own: Callable[..., PenaltyImposed] = game.by.family.own(PenaltyImposed)
    of = {"deal": game.deal if deal is None else deal, "seat": seat, "player": game.players[seat], "card": card, **about}
    by = {"offence": offence, "rule": rule.id, "broken": broken, "found_by": found_by, "claimant": claimant}
    return own(**of, **by, chips=chips, pot=game.pot + chips)


def fined(offence: str, rule: Rule, price: Callable[[G], int]) -> Callable[[G, int, L, str, int | None], tuple[PenaltyImposed]]:
    """The course of a game in which a play against the rules costs chips by this rule, and nothing more follows."""

    def course(game: G, deal: int, play: L, found_by: str, claimant: int | None) -> tuple[PenaltyImposed]:
        told = (offence, rule, play.broken, found_by, claimant)
        return (penalty(game, play.seat, price(game), *told, deal=deal, card=play.card),)

    return course


def penalised(game: G, event: PenaltyImposed) -> G:
    """In full, whatever the stack holds."""
    return changed(game, stacks={**game.stacks, event.seat: game.stacks[event.seat] - event.chips}, pot=event.pot)
