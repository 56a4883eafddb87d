"""The acts of Casino alone."""

from collections.abc import Mapping

from marshmallow import fields, validate

from api.schemas import fields as own
from api.schemas.acts import CUT_MAX, HAND_MAX, Act, PlayAct, SeatAct

VALUE_MAX = 26


class ClaimTargetAct(SeatAct):
    """The player at `seat` says that he has reached the target (CAS-CLAIM-1). undealt: as of `settle`, once the last card of a
    deck is played: left-over cards count for whoever captured last."""

    undealt = fields.List(own.card(), load_default=None, allow_none=True, validate=validate.Length(1, HAND_MAX), post_load=tuple)


class CaptureAct(PlayAct):
    """Take these loose cards of the table, and these builds by their ids, with the card from hand (CAS-CAP-6)."""

    loose = fields.List(own.card(), load_default=tuple, validate=validate.Length(max=CUT_MAX), post_load=tuple)
    builds = fields.List(own.Whole(1, CUT_MAX), load_default=tuple, validate=validate.Length(max=CUT_MAX), post_load=tuple)


class BuildAct(PlayAct):
    """Lay the card from hand with these loose cards as a build of this value (CAS-BUILD-1). build: the id of the one that is
    doubled (CAS-BUILD-3) or raised (CAS-BUILD-4); left out for a new one."""

    value = own.Whole(1, VALUE_MAX, required=True)
    loose = fields.List(own.card(), load_default=tuple, validate=validate.Length(max=CUT_MAX), post_load=tuple)
    build = own.Whole(1, CUT_MAX, load_default=None, allow_none=True)


ACTS: Mapping[str, type[Act]] = {
    "trail": PlayAct,
    "capture": CaptureAct,
    "build": BuildAct,
    "claim_target": ClaimTargetAct,
}
