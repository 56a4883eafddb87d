"""The acts of a game as the interface takes them: one schema for each type, `{"type": "raise", "seat": 3, "amount": "40"}`.

A type that several games have has one schema; what only some of them need in it is asked for when the game is known. Dice never
come from outside: whatever the service draws (the lot, the order of the deck, its secret) has no field here.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any

import marshmallow
from marshmallow import ValidationError, fields, validate

from api.schemas import fields as own
from engine.games import KINDS, Kind
from engine.parts import PlayedCard
from engine.room.words import REASON_LENGTH_MAX

DRAWS_MAX = 70
HAND_MAX = 6
DEAL_MAX = 10**6
TRICK_MAX = 4
VALUE_MAX = 26
STEP_MAX = 10**9
CUT_MAX = 52
_SEATS = {str(seat): seat for seat in range(1, own.SEAT_MAX + 1)}
_ANY_CARD = re.compile(r"[0-9A-Za-z]{1,3}")


class _Act(marshmallow.Schema):
    """What all acts share. `command` makes the engine's command of the loaded fields."""

    type = own.Text(required=True)

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command of this game for a loaded request. Raises ValidationError: the game has no such act, or not with this."""
        wanted = kind.actions.get(word)
        if wanted is None:
            raise own.unfit("{game} has no such act.", "type", game=kind.name.capitalize())
        known: Mapping[str, Any] = wanted.__dataclass_fields__  # type: ignore[attr-defined]
        for name, value in given.items():
            if name not in known and value is not None:
                raise own.unfit("{game} has no such field in this act.", name, game=kind.name.capitalize())
        for name, field in known.items():
            if given.get(name) is None and field.default is MISSING:
                raise ValidationError("Missing data for required field.", name)
        return wanted(**{name: value for name, value in given.items() if name in known})


class SeatAct(_Act):
    """An act that needs nothing but a seat."""

    seat = own.seat(required=True)


class ReachEndTimeAct(_Act):
    """The agreed end of the sitting has come."""


class BetBlindAct(SeatAct):
    """First hand bets before looking. amount: what is put in; the price for the others is twice that."""

    amount = own.Amount(required=True)

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        return super().command(kind, word, {"seat": given["seat"], "chips": given["amount"]})


class PriceAct(SeatAct):
    """A bet or a raise. amount: the total that a player must have put in from now on to stay, not the addition."""

    amount = own.Amount(required=True)

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        return super().command(kind, word, {"seat": given["seat"], "price": given["amount"]})


class PlayAct(SeatAct):
    """One card to the trick. An unknown card, or one not held, is refused by AZI-VIOL-7."""

    card = own.Word(_ANY_CARD, 'A card is a rank and a suit, such as "9H".', required=True)


class DiscardAct(SeatAct):
    """Put one of four cards away (AZI-DISC-1). card: which; left out where only the players see their hands (AZI-DEAL-9). An
    unknown card, or one not held, is refused by AZI-VIOL-7."""

    card = own.Word(_ANY_CARD, 'A card is a rank and a suit, such as "9H".', load_default=None, allow_none=True)


class ShowAct(SeatAct):
    """Show cards of a hand that only its player sees, and keep them (AZI-DEAL-9)."""

    cards = fields.List(own.card(), required=True, validate=validate.Length(1, HAND_MAX))

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        return super().command(kind, word, {**given, "cards": tuple(given["cards"])})


class InviteToAziAct(SeatAct):
    """Ask the player at seat `invited` to play to azi together (AZI-NAZI-1)."""

    invited = own.seat(required=True)


class AnswerToAziAct(SeatAct):
    """Answer the invitation to azi of the player at seat `inviter` (AZI-NAZI-1)."""

    inviter = own.seat(required=True)
    accept = own.Truth(required=True)


class CutAct(SeatAct):
    """at: how many cards are lifted off the top; null only at a real table where nobody counted."""

    at = own.Whole(0, CUT_MAX, load_default=None, allow_none=True)


class DrawSchema(marshmallow.Schema):
    """A card drawn for the first deal."""

    seat = own.seat(required=True)
    card = own.card(required=True)


class DrawLotAct(_Act):
    """What everybody drew for the first deal at a real table, in the order of drawing, ties drawn again."""

    draws = fields.List(fields.Nested(DrawSchema), required=True, validate=validate.Length(2, DRAWS_MAX))

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        drawn = tuple(PlayedCard(draw["seat"], draw["card"]) for draw in given["draws"])
        return super().command(kind, word, {"draws": drawn})


class DealAct(SeatAct):
    """hands, and trump in Azi or table in Casino (in the first deal of a deck): as dealt at a real table, by seat; left out where
    the service deals. Where only the players see their hands, the trump or the table alone."""

    hands = fields.Dict(
        keys=own.Text(validate=validate.OneOf(_SEATS, error=f"Seats are 1 to {own.SEAT_MAX}.")),
        values=fields.List(own.card(), validate=validate.Length(1, HAND_MAX)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1),
        metadata={"example": {"1": ["9H", "AS", "6D"]}},
    )
    trump = own.card(load_default=None, allow_none=True)
    table = fields.List(own.card(), load_default=None, allow_none=True, validate=validate.Length(1, HAND_MAX))

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        hands, table = given["hands"], given["table"]
        if hands is not None:
            hands = {_SEATS[at]: tuple(cards) for at, cards in hands.items()}
        return super().command(kind, word, {**given, "hands": hands, "table": table and tuple(table)})


class NamedPlay(_Act):
    """A card that was played: in which deal of the game, in Azi also to which trick of it (`by_game`)."""

    deal = own.Whole(1, DEAL_MAX, required=True)
    trick = own.Whole(1, TRICK_MAX, load_default=None, metadata={"description": "needed in Azi, refused in Casino"})
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


class SettleAct(_Act):
    """A steward closes what has been played under `record`, since nobody claims any more: the tricks of a deal (AZI-SETTLE-1), or a
    deck (CAS-VIOL-1). undealt: in Casino the cards that are left over, where an unseen hand was set aside, so that nobody else can
    tell them (CAS-DEAL-6)."""

    undealt = fields.List(own.card(), load_default=None, allow_none=True, validate=validate.Length(1, HAND_MAX))

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        undealt = given["undealt"]
        return super().command(kind, word, {**given, "undealt": undealt and tuple(undealt)})


class ClaimTargetAct(SeatAct):
    """The player at `seat` says that he has reached the target (CAS-CLAIM-1). undealt: as of `settle`, once the last card of a
    deck is played: left-over cards count for who captured last."""

    undealt = fields.List(own.card(), load_default=None, allow_none=True, validate=validate.Length(1, HAND_MAX))

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        undealt = given["undealt"]
        return super().command(kind, word, {**given, "undealt": undealt and tuple(undealt)})


class VoidAct(_Act):
    """A steward makes the deal, or the whole game, void (AZI-VOID-1, CAS-VOID-1). The reason is kept with the game: name nobody in
    it."""

    reason = own.Name(length_max=REASON_LENGTH_MAX, required=True)


class Correction(marshmallow.Schema):
    """The entry of this step was mistyped (AZI-REC-1, CAS-REC-1): the game returns to before it. The reason is kept: name nobody in
    it."""

    step = own.Whole(1, STEP_MAX, required=True)
    reason = own.Name(length_max=REASON_LENGTH_MAX, required=True)


class CaptureAct(PlayAct):
    """Take these loose cards of the table, and these builds by their ids, with the card from hand (CAS-CAP-6)."""

    loose = fields.List(own.card(), load_default=list, validate=validate.Length(max=CUT_MAX))
    builds = fields.List(own.Whole(1, CUT_MAX), load_default=list, validate=validate.Length(max=CUT_MAX))

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        return super().command(kind, word, {**given, "loose": tuple(given["loose"]), "builds": tuple(given["builds"])})


class BuildAct(PlayAct):
    """Lay the card from hand with these loose cards as a build of this value (CAS-BUILD-1). build: the id of the one that is
    doubled (CAS-BUILD-3) or raised (CAS-BUILD-4); left out for a new one."""

    value = own.Whole(1, VALUE_MAX, required=True)
    loose = fields.List(own.card(), load_default=list, validate=validate.Length(max=CUT_MAX))
    build = own.Whole(1, CUT_MAX, load_default=None, allow_none=True)

    def command(self, kind: Kind, word: str, given: Mapping[str, Any]) -> Any:
        """The command for a loaded request."""
        return super().command(kind, word, {**given, "loose": tuple(given["loose"])})


# A correction has a route of its own, since it needs If-Match. A type that is not named here needs nothing but a seat.
_OWN: dict[str, type[_Act]] = {
    "draw_lot": DrawLotAct,
    "cut": CutAct,
    "deal": DealAct,
    "bet_blind": BetBlindAct,
    "bet": PriceAct,
    "raise": PriceAct,
    "discard": DiscardAct,
    "invite_to_azi": InviteToAziAct,
    "answer_to_azi": AnswerToAziAct,
    "play": PlayAct,
    "show": ShowAct,
    "trail": PlayAct,
    "capture": CaptureAct,
    "build": BuildAct,
    "play_out_of_turn": PlayAct,
    "reach_end_time": ReachEndTimeAct,
    "settle": SettleAct,
    "claim_target": ClaimTargetAct,
    "claim": ClaimAct,
    "penalise": PenaliseAct,
    "expose": ExposeAct,
    "keep_card": KeepCardAct,
    "replace_card": ReplaceCardAct,
    "void_deal": VoidAct,
    "void_game": VoidAct,
}
_WORDS = dict.fromkeys([word for kind in KINDS.values() for word in kind.actions if word != "correct"])
ACTS: dict[str, type[_Act]] = {word: _OWN.get(word, SeatAct) for word in _WORDS}
_SCHEMAS = {word: schema() for word, schema in ACTS.items()}


class Action(marshmallow.Schema):
    """Any act: reads it by its type and loads to what makes the engine's command of it, for the game that it is sent to."""

    type = own.Text(required=True, metadata={"enum": sorted(ACTS)})

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Kind of game -> the engine's command. Both this and what it gives raise ValidationError."""
        word = data.get("type") if isinstance(data, Mapping) else None
        schema = _SCHEMAS.get(word) if isinstance(word, str) else None
        if schema is None:
            raise own.unfit("Must be one of {acts}.", "type", acts=", ".join(sorted(ACTS)))
        given = schema.load(data, **kwargs)
        del given["type"]

        def command(kind: Kind) -> Any:
            return schema.command(kind, str(word), given)

        return command


def described_name(word: str) -> str:
    """The name of an act's schema in the description: "bet_blind" → "BetBlindAction"."""
    return "".join(part.capitalize() for part in word.split("_")) + "Action"


def one_of() -> dict[str, Any]:
    """The body of an act in the description: one schema for each type."""
    places = {word: f"#/components/schemas/{described_name(word)}" for word in ACTS}
    return {"oneOf": [{"$ref": place} for place in places.values()], "discriminator": {"propertyName": "type", "mapping": places}}


def described(word: str) -> type[marshmallow.Schema]:
    """The schema of one act with its type fixed, for the description only."""
    schema = ACTS[word]
    fixed = own.Text(required=True, metadata={"enum": [word]})
    return type(described_name(word), (schema,), {"type": fixed, "__doc__": schema.__doc__})


def by_game(word: str) -> dict[str, Any]:
    """What the description of an act says beside its schema: the form that each game needs, with an example of each. Only of acts
    that name a play, in Azi by its trick."""
    if not issubclass(ACTS[word], NamedPlay):
        return {}
    play = {"type": word, **({"seat": 3} if issubclass(ACTS[word], ClaimAct) else {}), "deal": 1}
    return {
        "oneOf": [
            {"title": "In Azi", "required": ["trick"]},
            {"title": "In Casino", "not": {"required": ["trick"]}},
        ],
        "examples": [{**play, "trick": 2, "card": "9H"}, {**play, "card": "TD"}],
    }


def words_of(command: Any) -> dict[str, Any]:
    """A command in the words of the interface, e.g. as it stands among legal actions. Amounts are decimal strings."""
    said: dict[str, Any] = {"type": WORDS[command.__class__]}
    for name in command.__class__.__dataclass_fields__:
        value = getattr(command, name)
        if value is None:
            continue
        field = field_of(name)
        said[field] = str(value) if field == "amount" else value
    return said


def field_of(name: str) -> str:
    """The field of the interface for one of a command: chips and prices are amounts."""
    return "amount" if name in {"chips", "price"} else name


WORDS = {command: word for kind in KINDS.values() for word, command in kind.actions.items()}
