"""The acts that games share, as the interface takes them: one schema for each type, `{"type": "play", "seat": 3, "card": "9H"}`.

A type that several games have has one schema; what only some of them need in it is asked for when the game is known. Dice never
come from outside: whatever the service draws (the lot, the order of the deck, its secret) has no field here.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field
from typing import TypeAlias, TypedDict, cast

import marshmallow
from marshmallow import ValidationError, fields, validate

from api.http.forms import Form
from api.schemas import fields as own
from engine.games import KINDS, Kind
from engine.kind import InOrder
from engine.parts import PlayedCard
from engine.room.words import REASON_LENGTH_MAX
from engine.saying import Saying
from engine.wanted import Wanted

DRAWS_MAX = 70
HAND_MAX = 6
DEAL_MAX = 10**6
TRICK_MAX = 4
STEP_MAX = 10**9
CUT_MAX = 52
CUTS_MAX = 2
_SEATS = {str(seat): seat for seat in range(1, own.SEAT_MAX + 1)}
Made: TypeAlias = Wanted | InOrder
ANY_CARD = re.compile(r"[0-9A-Za-z]{1,3}")
NO_CARD = Saying('A card is a rank and a suit, such as "9H", not {value}.', value="")


def has_trick(kind: Kind) -> bool:
    """Whether a play of this game is named by its trick too."""
    return "trick" in kind.actions["claim"].__dataclass_fields__


BY_TRICK = ", ".join([f"{'needed' if has_trick(kind) else 'refused'} in {name.capitalize()}" for name, kind in KINDS.items()])


class Act(marshmallow.Schema):
    """What all acts share. `command` makes the engine's command of the loaded fields."""

    type = own.Text(required=True)

    def command(self, kind: Kind, word: str, given: Mapping[str, object]) -> Made:
        """The command of this game for a loaded request. Raises ValidationError: the game has no such act, or not with this."""
        wanted = kind.actions.get(word)
        if wanted is None:
            raise own.unfit("{game} has no such act.", "type", game=kind.name.capitalize())
        known: Mapping[str, Field[object]] = wanted.__dataclass_fields__
        for name, value in given.items():
            if name not in known and value is not None:
                raise own.unfit("{game} has no such field in this act.", name, game=kind.name.capitalize())
        for name, field in known.items():
            if given.get(name) is None and field.default is MISSING:
                raise ValidationError("Missing data for required field.", name)
        made: Wanted = wanted(**{name: value for name, value in given.items() if name in known})
        return made


class SeatAct(Act):
    """An act that needs nothing but a seat."""

    seat = own.seat(required=True)


class ReachEndTimeAct(Act):
    """The agreed end of the sitting has come."""


class PlayAct(SeatAct):
    """One card to the trick. An unknown card, or one not held, is refused by AZI-VIOL-7."""

    card = own.Word(ANY_CARD, NO_CARD, required=True)


class ShowAct(SeatAct):
    """Show cards of a hand that only its player sees, and keep them (AZI-DEAL-9)."""

    cards = fields.List(own.card(), required=True, validate=validate.Length(1, HAND_MAX), post_load=tuple)


class CutAct(SeatAct):
    """at: how many cards are lifted off the top; null only at a real table where nobody counted."""

    at = own.Whole(0, CUT_MAX, load_default=None, allow_none=True)


class DrawGiven(TypedDict):
    """What `DrawSchema` loads to."""

    seat: int
    card: str


class DrawSchema(Form[DrawGiven]):
    """A card drawn for the first deal."""

    seat = own.seat(required=True)
    card = own.card(required=True)


def _drawn(draws: Iterable[DrawGiven]) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(draw["seat"], draw["card"]) for draw in draws)


class DrawLotAct(Act):
    """What everybody drew for the first deal at a real table, in the order of drawing, ties drawn again."""

    draws = fields.List(fields.Nested(DrawSchema), required=True, validate=validate.Length(2, DRAWS_MAX), post_load=_drawn)


class DealAct(SeatAct):
    """hands, and trump in Azi or table in Casino (in the first deal of a deck): as dealt at a real table, by seat; left out where
    the service deals. Where only the players see their hands, the trump or the table alone."""

    hands = fields.Dict(
        keys=own.Text(validate=validate.OneOf(_SEATS, error=f"Seats are 1 to {own.SEAT_MAX}."), post_load=_SEATS.__getitem__),
        values=fields.List(own.card(), validate=validate.Length(1, HAND_MAX), post_load=tuple),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1),
        metadata={"example": {"1": ["9H", "AS", "6D"]}},
    )
    trump = own.card(load_default=None, allow_none=True)
    table = fields.List(own.card(), load_default=None, allow_none=True, validate=validate.Length(1, HAND_MAX), post_load=tuple)


class DealInOrderAct(DealAct):
    """A deal in its usual order as one act: the dealer shuffles, whoever has to cut does, the dealer deals; whatever of that is
    still due, with the same events as the single acts, and for whoever may send each of them. cuts: how many cards the cuts lift
    off, in their order; left out where nobody counted. The rest is that of the deal."""

    class Meta:
        """Who deals is known."""

        exclude = ("seat",)

    cuts = fields.List(own.Whole(0, CUT_MAX), load_default=tuple, validate=validate.Length(0, CUTS_MAX), post_load=tuple)

    def command(self, kind: Kind, word: str, given: Mapping[str, object]) -> Made:  # noqa: ARG002
        """The same for a loaded request, for a game that has such an act."""
        if kind.ritual is None:
            raise own.unfit("{game} has no such act.", "type", game=kind.name.capitalize())
        told, cuts = dict(given), given["cuts"]
        del told["cuts"]
        deal = cast("Wanted", super().command(kind, "deal", {**told, "seat": 0}))
        return InOrder(deal, cuts if isinstance(cuts, tuple) else ())


class NamedPlay(Act):
    """A card that was played: in which deal of the game, in Azi also to which trick of it (`by_game`)."""

    deal = own.Whole(1, DEAL_MAX, required=True)
    trick = own.Whole(1, TRICK_MAX, load_default=None, metadata={"description": BY_TRICK})
    card = own.card(required=True)


class PenaliseAct(NamedPlay):
    """A steward rules that this card was played against the rules (AZI-VIOL-2, CAS-VIOL-1), without a claim."""


class ClaimAct(NamedPlay):
    """The player at `seat` claims that this card was played against the rules (AZI-CLAIM-1, CAS-VIOL-1); in Azi also who has sat
    down since the game began."""

    seat = own.seat(required=True)


class ExposeAct(SeatAct):
    """A steward enters that the dealer has shown this card of the player at `seat` while dealing (AZI-VIOL-1, CAS-VIOL-3)."""

    card = own.card(required=True)


class KeepCardAct(SeatAct):
    """The owner of an exposed card keeps it (AZI-VIOL-1, CAS-VIOL-3). card: which; may be left out if only one of his waits for his
    choice."""

    card = own.card(load_default=None, allow_none=True)


class ReplaceCardAct(KeepCardAct):
    """The owner of an exposed card gives it up for the card next under the trump (AZI-VIOL-1).

    card: the new one, as dealt at a real table; left out where the service deals, or only its owner sees it. given_up: the exposed
    one; may be left out if only one of his waits for his choice.
    """

    given_up = own.card(load_default=None, allow_none=True)


class SettleAct(Act):
    """A steward closes what has been played under `record`, since nobody claims any more: the tricks of a deal (AZI-SETTLE-1), or a
    deck (CAS-VIOL-1). undealt: in Casino the cards that are left over, where an unseen hand was set aside, so that nobody else can
    tell them (CAS-DEAL-6)."""

    undealt = fields.List(own.card(), load_default=None, allow_none=True, validate=validate.Length(1, HAND_MAX), post_load=tuple)


class VoidAct(Act):
    """A steward makes the deal, or the whole game, void (AZI-VOID-1, CAS-VOID-1). The reason is kept with the game: name nobody in
    it."""

    reason = own.Name(length_max=REASON_LENGTH_MAX, required=True)


class CorrectionGiven(TypedDict):
    """What `Correction` loads to."""

    step: int
    reason: str


class Correction(Form[CorrectionGiven]):
    """The entry of this step was mistyped (AZI-REC-1, CAS-REC-1): the game returns to before it. The reason is kept: name nobody in
    it."""

    step = own.Whole(1, STEP_MAX, required=True)
    reason = own.Name(length_max=REASON_LENGTH_MAX, required=True)


# A correction has a route of its own, since it needs If-Match.
ACTS: Mapping[str, type[Act]] = {
    "draw_lot": DrawLotAct,
    "cut": CutAct,
    "deal": DealAct,
    "deal_in_order": DealInOrderAct,
    "play": PlayAct,
    "show": ShowAct,
    "play_out_of_turn": PlayAct,
    "reach_end_time": ReachEndTimeAct,
    "settle": SettleAct,
    "claim": ClaimAct,
    "penalise": PenaliseAct,
    "expose": ExposeAct,
    "keep_card": KeepCardAct,
    "replace_card": ReplaceCardAct,
    "void_deal": VoidAct,
    "void_game": VoidAct,
}
