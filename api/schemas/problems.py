"""The form of a problem (RFC 9457)."""

import marshmallow
from marshmallow import fields


class ProblemSchema(marshmallow.Schema):
    """What every error is answered with; further members are the facts of the case."""

    class Meta:
        """Named for the description."""

        unknown = marshmallow.INCLUDE

    type = fields.String(
        required=True, metadata={"description": "Address of a page that explains it: /problems/… or /rules/…#RULE"}
    )
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "A sentence for the person who gets it"})
    rule = fields.String(metadata={"description": "The rule that was broken, e.g. AZI-PLAY-2"})
    errors = fields.Dict(keys=fields.String(), metadata={"description": "What does not fit, field by field"})
