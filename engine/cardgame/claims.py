"""Who says that a card was played against the rules. What it costs, and how it is put right, is each game's own.

A claim is decided at once where the hands are known. Where only the players see them it stays open while nothing that has come up
decides it, and lapses with the end of the game.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from engine.cardgame.offence_events import ClaimLapsed, ClaimMade, ClaimUnfounded, ClaimUpheld, OffenceFound
from engine.cardgame.offences import L, Laid, OpenClaim
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.declared import Happened
from engine.rules import RuleBroken, Violation, require
from engine.saying import Saying

E = TypeVar("E", bound=Happened)


class OfPlay(Protocol):
    """An act or an event about a play; what else names it, each game says in `about`."""

    @property
    def deal(self) -> int:
        """In which deal it was."""


class Found(OfPlay, Protocol):
    """An event that says whose play it was."""

    @property
    def against(self) -> int:
        """Whose."""


class Claiming(OfPlay, Protocol):
    """An act that says who claims it, too."""

    @property
    def seat(self) -> int:
        """Who."""


class Claimed(Found, Protocol):
    """An event that says who claims it, too."""

    @property
    def seat(self) -> int:
        """Who."""


def laid_in(game: CardGame[L], deal: int) -> tuple[L, ...]:
    """All cards played in deal number `deal` under `record`, in order; none if there is no such deal."""
    if 1 <= deal <= len(game.past):
        return game.past[deal - 1].laid
    return game.offences.laid if deal == game.deal else ()


def play_of(game: CardGame[L], claim: OpenClaim) -> L:
    """The play that an open claim is about."""
    return laid_in(game, claim.deal)[claim.number - 1]


def plays_of(game: CardGame[L], act: OfPlay) -> list[L]:
    """The plays that an act or an event names: several, since a card taken back can be played again."""
    about = game.by.about
    return [play for play in laid_in(game, act.deal) if about(play) == about(act)]


def named(game: CardGame[L], act: OfPlay) -> L | None:
    """The play that a claim means. Of several: one against the rules, one that may be so, one that stands. None: there is no such
    play, or each has been claimed or ruled on already."""
    told = {*game.offences.judged, *[(claim.deal, claim.number) for claim in game.offences.claims]}
    plays = [play for play in plays_of(game, act) if (act.deal, play.number) not in told]
    return max(plays, key=lambda play: (play.broken != "", play.open, play.stands), default=None)


def claimable(game: CardGame[L], act: OfPlay, refused: Saying, nobody: Saying, already: Saying) -> L:
    """The play that a claim or finding names. Refused, with these sentences: under `refuse`, where no play goes against the rules;
    for a play that was never made; and a second time."""
    rule, about = game.by.claim, game.by.about(act)
    where = {name: fact for name, fact in about.items() if name != "card"}
    require(game.offences.recorded, rule, refused, deal=act.deal, **where)
    if (play := named(game, act)) is not None:
        return play
    raise RuleBroken(rule, (already if plays_of(game, act) else nobody).template, deal=act.deal, **about)


def made(game: CardGame[L], seat: int, deal: int, play: L) -> ClaimMade:
    """Somebody says so."""
    return _event(game, ClaimMade, deal, play, seat=seat)


def upheld(game: CardGame[L], seat: int, deal: int, play: L) -> ClaimUpheld:
    """He is right."""
    return _event(game, ClaimUpheld, deal, play, seat=seat, rule=play.broken)


def unfounded(game: CardGame[L], seat: int, deal: int, play: L) -> ClaimUnfounded:
    """He is wrong."""
    return _event(game, ClaimUnfounded, deal, play, seat=seat)


def found(game: CardGame[L], deal: int, play: L) -> OffenceFound:
    """A steward says so."""
    return _event(game, OffenceFound, deal, play, rule=play.broken)


def lapsed(game: CardGame[L]) -> ClaimLapsed | None:
    """The next claim that the end of the game leaves undecided; None if there is no more."""
    for claim in game.offences.claims:
        if not claim.lapsed:
            return _event(game, ClaimLapsed, claim.deal, play_of(game, claim), seat=claim.seat)
    return None


def _event(game: CardGame[L], kind: type[E], deal: int, play: L, **more: object) -> E:
    own: Callable[..., E] = game.by.family.own(kind)
    return own(deal=deal, **game.by.about(play), against=play.seat, **more)


def all_violations(game: CardGame[L], named: Callable[[L], tuple[str, bool]]) -> tuple[Violation, ...]:
    """Of all cards laid in the game; as `violations` of each deal."""
    return tuple([one for deal in range(1, game.deal + 1) for one in violations(game, deal, named)])


def violations(game: CardGame[L], deal: int, named: Callable[[L], tuple[str, bool]], too_late: str = "open") -> list[Violation]:
    """Of the cards laid in this deal; beside them, as "claim", what was claimed and nothing has decided. named: what a play against
    the rules is called, and whether it costs anything. too_late: how one stands whose claim has lapsed before it was proved."""
    found, claims = [], {claim.number: claim for claim in game.offences.claims if claim.deal == deal}
    for play in laid_in(game, deal):
        claim, trick = claims.get(play.number), game.by.about(play).get("trick")
        lapsed = claim is not None and claim.lapsed
        if not play.broken:
            if claim is not None:
                status = "unproved" if lapsed else "open"
                found.append(Violation(play.seat, game.by.claim.id, "claim", deal, trick, play.card, status))
            continue
        kind, costs = named(play)
        judged = "punished" if costs else "free"
        status = judged if (deal, play.number) in game.offences.judged else too_late if lapsed else "open"
        found.append(Violation(play.seat, play.broken, kind, deal, trick, play.card, status))
    return found


def claimed(game: CardGame[Laid], event: Found, *, undecided: bool) -> OpenClaim | None:
    """The open claim that an event is about, by what both name; None if there is none. undecided: one that nothing has decided."""
    for claim in game.offences.claims:
        play, about = play_of(game, claim), game.by.about
        same = (claim.deal, about(play), play.seat) == (event.deal, about(event), event.against)
        if same and not claim.lapsed and (undecided or not play.open):
            return claim
    return None


def after_claim(game: G, event: Claimed) -> G:
    """A claim of what nothing shows so far is open."""
    play = named(game, event)
    if play is None or not play.open:
        return game
    claim = OpenClaim(event.seat, event.deal, play.number)
    return changed(game, offences=changed(game.offences, claims=(*game.offences.claims, claim)))


def after_verdict(game: G, event: Found) -> G:
    """Once per play. A claim that was open is decided."""
    claim, offences = claimed(game, event, undecided=False), game.offences
    if claim is not None:
        rest = tuple([one for one in offences.claims if one is not claim])
        return changed(game, offences=changed(offences, judged=(*offences.judged, (event.deal, claim.number)), claims=rest))
    play = named(game, event)
    number = play.number if play else 0
    return changed(game, offences=changed(offences, judged=(*offences.judged, (event.deal, number))))


def after_lapse(game: G, event: Found) -> G:
    """Nothing will decide it any more."""
    claim = claimed(game, event, undecided=True)
    claims = tuple([replace(one, lapsed=True) if one is claim else one for one in game.offences.claims])
    return changed(game, offences=changed(game.offences, claims=claims))
