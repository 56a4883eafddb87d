"""Games: the state as a viewer may see it, lists."""

from typing import TypedDict

import marshmallow
from marshmallow import fields, validate

from api.http.forms import Form, G
from api.schemas import fields as own
from api.schemas.events import EventSchema
from api.schemas.players import CURSOR_LENGTH_MAX, PAGE_MAX, ListGiven, MoneySchema
from engine.games import KINDS
from engine.offers import OFFERED_MOST

HOWS, RULED = ("won", "split", "void"), ("void_game", "award")


class FillSchema(marshmallow.Schema):
    """The bounds of a field that is filled in before an act is sent. They have the same names in every game and for every field;
    what is not named has no bound."""

    least = fields.Raw(metadata={**own.NUMBER_OR_AMOUNT, "description": "the smallest number; of an amount a decimal string"})
    greatest = fields.Raw(metadata={**own.NUMBER_OR_AMOUNT, "description": "the largest"})
    of = fields.List(
        fields.String(),
        metadata={"description": "the cards to choose from, each at most once in the whole act", "example": ["9H", "TD"]},
    )
    count = fields.Integer(metadata={"description": "how many cards the list has; without it the field is one card"})
    seats = fields.List(
        fields.Integer(),
        metadata={"description": "`hands`: the seats, each with such a list; `draws`: who draws, one card each, ties draw again"},
    )
    hand_of = fields.Integer(metadata={"description": "one of the cards that this seat gets in the same act"})


class LegalSchema(marshmallow.Schema):
    """An act that is legal now, in the form of an action. Without `fill` it may be sent as it is. With `fill`, each field that is
    named there is added, with a value within its bounds, and `fill` itself is left out: of `{"type": "raise", "seat": 3, "fill":
    {"amount": {"least": "31", "greatest": "60"}}}` comes `{"type": "raise", "seat": 3, "amount": "45"}`."""

    type = fields.String(required=True)
    seat = fields.Integer()
    fill = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(FillSchema),
        metadata={
            "description": "fields still to be filled in: `amount`, `at`, `card`, `hands`, `trump`, `table`, `draws`, `undealt`",
            "example": {"amount": {"least": "31", "greatest": "60"}},
        },
    )
    card = fields.String()
    given_up = fields.String()
    invited = fields.Integer()
    inviter = fields.Integer()
    accept = fields.Boolean()
    loose = fields.List(fields.String(), metadata={"description": "cards of the table that a capture takes, or a build"})
    builds = fields.List(fields.Integer(), metadata={"description": "ids of the builds that a capture takes"})
    build = fields.Integer(metadata={"description": "id of the build that is doubled or raised"})
    value = fields.Integer(metadata={"description": "of the build afterwards"})


class LeftOutSchema(marshmallow.Schema):
    """Of the acts of this type with this card only the largest are listed; all of them at `href`."""

    type = fields.String(required=True, metadata={"enum": ["capture", "build"]})
    seat = fields.Integer(required=True)
    card = fields.String(required=True)
    href = fields.String(required=True, metadata={"example": "/v1/games/8vxpbgrlxaqxhsoi-1/captures?card=TD&seat=1"})


class PossibleSchema(marshmallow.Schema):
    """What everybody knows of a hand that only its player sees; null where the hands are known to the service.

    surely: cards that it holds. perhaps: the others that it may hold. put_away: cards that its player has put away face down.
    """

    surely = fields.List(fields.String(), required=True)
    perhaps = fields.List(fields.String(), required=True)
    put_away = fields.Integer(required=True)


class GameSeatSchema(marshmallow.Schema):
    """A player in the game. hand: null where this viewer may not see it. cards: how many he holds.

    put_in, counts and tricks: in Azi; side, score, pile and sweeps: in Casino.
    """

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    player_name = own.shown_name()
    stack = fields.Nested(MoneySchema, required=True)
    put_in = fields.Nested(MoneySchema, metadata={"description": "paid in this deal's bidding"})
    counts = fields.Nested(MoneySchema, metadata={"description": "towards the price: a blind bet may count double"})
    active = fields.Boolean(required=True, metadata={"description": "still in this deal"})
    left = fields.Boolean(required=True)
    out = fields.Boolean(required=True, metadata={"description": "put out of this game (AZI-VIOL-4, CAS-OUT-1)"})
    tricks = fields.Integer()
    side = fields.Integer(allow_none=True, metadata={"description": "partners have the same; null: does not play"})
    score = fields.Integer(metadata={"description": "points of the decks scored, and penalties"})
    pile = fields.Integer(metadata={"description": "cards captured in this deck"})
    sweeps = fields.Integer(metadata={"description": "in this deck"})
    cards = fields.Integer(required=True)
    hand = fields.List(fields.String(), required=True, allow_none=True)
    possible = fields.Nested(PossibleSchema, required=True, allow_none=True)


class CardOfTrick(marshmallow.Schema):
    """A card on the table."""

    seat = fields.Integer(required=True)
    card = fields.String(required=True)


class ExposedCard(marshmallow.Schema):
    """A card that the dealer has shown while dealing, and what its owner chose; null: his choice is still due."""

    seat = fields.Integer(required=True)
    card = fields.String(required=True)
    choice = fields.String(required=True, allow_none=True, metadata={"enum": ["kept", "replaced", None]})


class ViolationSchema(marshmallow.Schema):
    """What went against the rules, noticed or not; as kind "claim", what was claimed where only the players see their hands, and
    nothing has decided. status: "open", "punished", "free" (settled, costs nothing), "unproved" (a claim still open at the end)."""

    seat = fields.Integer(required=True)
    rule = fields.String(required=True)
    kind = fields.String(required=True)
    deal = fields.Integer(required=True)
    trick = fields.Integer(required=True, allow_none=True)
    card = fields.String(required=True, allow_none=True)
    status = fields.String(required=True)


class OfferSchema(marshmallow.Schema):
    """A buy-in offered: whom, for how much."""

    seat = fields.Integer(required=True)
    price = fields.Nested(MoneySchema, required=True)


class BuildSchema(marshmallow.Schema):
    """A build on the table (CAS-BUILD-1). owner: a seat, or null for nobody."""

    id = fields.Integer(required=True)
    value = fields.Integer(required=True)
    cards = fields.List(fields.String(), required=True)
    doubled = fields.Boolean(required=True)
    owner = fields.Integer(required=True, allow_none=True)


def _how(*, required: bool = False) -> fields.String:
    described = {"enum": [*HOWS, None], "description": "by the game itself; null while it runs"}
    return fields.String(allow_none=True, metadata=described, required=required)


def _ruled(*, required: bool = False) -> fields.String:
    described = {"enum": [*RULED, None], "description": "void, or its pot awarded, by a ruling that holds"}
    return fields.String(allow_none=True, metadata=described, required=required)


def _dispute(*, required: bool = False) -> fields.String:
    says = "in which that was ruled; without such a ruling the last one that was not withdrawn; null: there is none"
    return fields.String(allow_none=True, metadata={"description": says}, required=required)


def _disputes(*, required: bool = False) -> fields.List[str]:
    return fields.List(
        fields.String(), metadata={"description": "all disputes on this game that were not withdrawn, in order"}, required=required
    )


class GameSchema(marshmallow.Schema):
    """A game as this viewer may see it, with the legal actions of his own seat; a steward who enters what happens gets
    those of every seat and what he does for none.

    price, trump, trick and offers: in Azi; from deck to winners: in Casino.
    """

    id = fields.String(required=True)
    game = fields.String(required=True, metadata={"description": " or ".join(KINDS)})
    table = fields.String(required=True)
    table_name = own.shown_name()
    number = fields.Integer(required=True)
    version = fields.Integer(required=True)
    phase = fields.String(required=True)
    over = fields.Boolean(required=True)
    dealer = fields.Integer(required=True, allow_none=True)
    deal = fields.Integer(required=True)
    pot = fields.Nested(MoneySchema, required=True)
    price = fields.Nested(MoneySchema)
    trump = fields.String(allow_none=True)
    turn = fields.Integer(required=True, allow_none=True)
    seats = fields.List(fields.Nested(GameSeatSchema), required=True)
    exposed = fields.List(fields.Nested(ExposedCard), required=True)
    trick = fields.List(fields.Nested(CardOfTrick))
    offers = fields.List(fields.Nested(OfferSchema))
    deck = fields.Integer(metadata={"description": "number of the deck, from 1"})
    decks_over = fields.Integer(metadata={"description": "decks that have been scored"})
    stock = fields.Integer(metadata={"description": "cards still to be dealt in this deck"})
    last = fields.Boolean(metadata={"description": "this is the last deal of the deck"})
    loose = fields.List(fields.String(), metadata={"description": "cards of the table that stand in no build"})
    builds = fields.List(fields.Nested(BuildSchema))
    target = fields.Integer(metadata={"description": "points that win the game"})
    winners = fields.List(fields.Integer(), metadata={"description": "seats"})
    legal = fields.List(fields.Nested(LegalSchema), metadata={"description": "left out with `?legal=none`"})
    legal_left_out = fields.List(
        fields.Nested(LeftOutSchema),
        metadata={
            "description": f"empty: `legal` is all. Where a hand has more than {OFFERED_MOST} plays: of which cards only "
            "the largest are in it. Left out with `?legal=none`"
        },
    )
    violations = fields.List(
        fields.Nested(ViolationSchema), metadata={"description": "for the stewards of the table and auditors only"}
    )
    house_rules = fields.Dict(required=True)
    how = _how()
    ruled = _ruled()
    dispute = _dispute()
    disputes = _disputes()


class ActionDone(marshmallow.Schema):
    """The events of an act, as the caller may see them. id: of the game."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventSchema), required=True)


class NamedSeat(marshmallow.Schema):
    """Who plays at a seat."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    player_name = own.shown_name()


class ListedGameSchema(marshmallow.Schema):
    """A game in the list. pot: what it holds, or of a game that is over what went out of it in the end. began_at, over_at: when
    that happened at the table; duration_s: from one to the other, null while it runs."""

    id = fields.String(required=True)
    table = fields.String(required=True)
    number = fields.Integer(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True)
    how = _how(required=True)
    ruled = _ruled(required=True)
    dispute = _dispute(required=True)
    disputes = _disputes(required=True)
    table_name = fields.String(required=True)
    preset = fields.String(required=True, metadata={"example": "azi-three"})
    players = fields.List(fields.Nested(NamedSeat), required=True)
    pot = fields.Nested(MoneySchema, required=True)
    began_at = fields.DateTime(required=True)
    over_at = fields.DateTime(required=True, allow_none=True)
    duration_s = fields.Integer(required=True, allow_none=True)


class GamePage(marshmallow.Schema):
    """Some games, in the order of their start."""

    games = fields.List(fields.Nested(ListedGameSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class GamesQueryGiven(ListGiven):
    """What `GamesQuery` loads to."""

    table: str | None
    player: str | None
    preset: str | None
    status: str | None
    how: str | None
    ruled: str | None
    day: str | None
    tz: str


class GamesQuery(Form[GamesQueryGiven]):
    """Only those of this table, with this player, of this preset, with this status; that ended by themselves like this (how), or
    by a ruling that holds (ruled); that began at the table on this day, by the clocks of tz."""

    table = own.player_id(load_default=None)
    player = own.player_id(load_default=None)
    preset = own.Name(length_max=40, load_default=None)
    status = own.Text(load_default=None, validate=validate.OneOf(["running", "over"]))
    how = own.Text(load_default=None, validate=validate.OneOf(HOWS))
    ruled = own.Text(load_default=None, validate=validate.OneOf(RULED))
    day = own.Text(load_default=None, metadata={"example": "2026-03-01"})
    tz = own.Text(load_default="UTC", validate=validate.Length(1, 64), metadata={"example": "Europe/Berlin"})
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)
    min_position = own.Counted(0, 10**18 - 1, load_default=0)


class LegalQueryGiven(TypedDict):
    """What `LegalQuery` loads to."""

    legal: str


class WithLegal(Form[G]):
    """Whether what may be done next is told as well."""

    legal = own.Text(
        load_default="all",
        validate=validate.OneOf(["all", "none"]),
        metadata={"description": "`none` leaves `legal` and `legal_left_out` out"},
    )


class LegalQuery(WithLegal[LegalQueryGiven]):
    """Whether what may be done next is told as well."""


class CardQueryGiven(TypedDict):
    """What `CardQuery` loads to."""

    card: str
    seat: int | None
    limit: int
    cursor: str | None


class OfCard(Form[G]):
    """What can this card do? seat: whose; without it your own, or for a steward who enters what happens, that in turn."""

    card = own.card(required=True, metadata={"example": "TD"})
    seat = own.Counted(1, own.SEAT_MAX, load_default=None)
    limit = own.Counted(1, PAGE_MAX, load_default=50)
    cursor = own.Name(length_max=CURSOR_LENGTH_MAX, load_default=None)


class CardQuery(OfCard[CardQueryGiven]):
    """What can this card do? seat: whose; without it your own, or for a steward who enters what happens, that in turn."""


class StepCardQueryGiven(CardQueryGiven):
    """What `StepCardQuery` loads to."""

    step: int | None


class StepCardQuery(OfCard[StepCardQueryGiven]):
    """The same in a game; step: after this step of it, without it now."""

    step = own.Counted(1, 10**9, load_default=None)


class CapturePage(marshmallow.Schema):
    """All that a card can take now, the largest first, each in the form of an action. So that no answer takes long, a page can hold
    fewer than `limit`, even none, and still not be the last: only `next` tells."""

    id = fields.String(required=True, metadata={"description": "of the game or the branch"})
    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    card = fields.String(required=True)
    captures = fields.List(fields.Nested(LegalSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class BuildPage(marshmallow.Schema):
    """All that can be built with a card now, each in the form of an action: by the value of the build, and whether it is new or
    upon one that lies there; of each the largest first. Pages are as those of captures."""

    id = fields.String(required=True, metadata={"description": "of the game or the branch"})
    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    card = fields.String(required=True)
    builds = fields.List(fields.Nested(LegalSchema), required=True)
    next = fields.String(required=True, allow_none=True)
