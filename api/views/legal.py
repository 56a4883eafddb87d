"""What somebody may do next, in the form of an action: as it may be sent, or with the bounds of what has still to be filled in."""

from collections.abc import Iterable

from api.http.answers import Members
from api.schemas.actions import WORDS, field_of, words_of
from api.service.visibility import Sight
from engine.games import Kind
from engine.offers import OFFERED_MOST, Bounds, Offers
from engine.playing import Playing
from engine.wanted import Wanted
from ledger.play.games import stewards_alone

CAPTURE, BUILD = "capture", "build"
# Where all that a card can do is asked for.
PAGES = {CAPTURE: "captures", BUILD: "builds"}
AMOUNT, CARDS = "amount", "of"


def of_game(game: str) -> str:
    """The address of a game."""
    return f"/v1/games/{game}"


def of_branch(branch: str) -> str:
    """The address of a branch."""
    return f"/v1/branches/{branch}"


def offered(at: Playing, sees: Sight) -> Offers[Wanted]:
    """What the viewer may send now: of his own seat; a steward who enters what happens of every seat, that in turn first."""
    kind = sees.kind
    if not sees.steward:
        return told(kind.offers(at, sees.seat, OFFERED_MOST), at, sees.seat, sees) if sees.seat else Offers()
    found = [kind.offers(at, seat, OFFERED_MOST) for seat in (at.turn, *[seat for seat in at.seats if seat != at.turn])]
    return Offers(sum([one.acts for one in found], ()), sum([one.left_out for one in found], ()))


def told(offers: Offers[Wanted], at: Playing, seat: int, sees: Sight) -> Offers[Wanted]:
    """What a viewer is told of what is offered to a seat. What only a steward may send is shown to no player. That nobody has cut
    is for the players to notice: the redeal that they could therefore demand (AZI-VIOL-5) is shown only to whoever may know of
    violations."""
    if sees.judges:
        return offers
    own = [command for command in offers.acts if not stewards_alone(sees.kind, at, command)]
    if at.phase != "exposed" or seat != at.turn:
        own = [command for command in own if words_of(command)["type"] != "demand_redeal"]
    return Offers(tuple(own), offers.left_out)


def told_legal(offers: Offers[Wanted], at: Playing, sees: Sight, place: str, more: str = "") -> Members:
    """The members of an answer that tell what is offered. place: the address of the game, or of its branch. more: what the query of
    a page says besides."""
    told = acts(offers.acts, at, sees.kind, knows_cards=sees.everything or at.house.deck == "unseen")
    return {"legal": told, "legal_left_out": _left_out(offers, place, more)}


def acts(commands: Iterable[Wanted], at: Playing, kind: Kind, *, knows_cards: bool = True) -> list[Members]:
    """Commands in the words of requests; the least and the greatest of a bet, a raise or a cut as one, with its bounds.

    knows_cards: that certain cards cannot be named now tells the viewer nothing. Whoever enters them knows.
    """
    said: list[Members] = []
    for command in commands:
        words: Members = {**words_of(command)}
        bounds = kind.to_fill(at, command).items()
        fill = {field_of(name): _bounds(field_of(name), some, knows_cards=knows_cards) for name, some in bounds}
        if fill:
            words = {**{name: value for name, value in words.items() if name not in fill}, "fill": fill}
        if not said or words != said[-1]:
            said.append(words)
    return said


def _bounds(field: str, bounds: Bounds, *, knows_cards: bool) -> Members:
    """Amounts are decimal strings."""
    if field == AMOUNT:
        return {name: str(value) for name, value in bounds.items()}
    return {name: value for name, value in bounds.items() if knows_cards or name != CARDS}


def _left_out(offers: Offers[Wanted], place: str, more: str) -> list[Members]:
    """Of which cards not all captures, or builds, are listed, and where the others are."""
    found: list[Members] = []
    for one in offers.left_out:
        word = WORDS[one.act]
        found.append(
            {
                "type": word,
                "seat": one.seat,
                "card": one.card,
                "href": f"{place}/{PAGES[word]}?card={one.card}&seat={one.seat}{more}",
            }
        )
    return found
