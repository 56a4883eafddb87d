"""The kinds of problems, each with the page that explains it. A name, once given out, keeps its meaning."""

from dataclasses import dataclass

from engine.saying import Saying


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: name is the last part of its page's address; page says when it comes and what to do about it."""

    name: str
    status: int
    title: Saying
    page: Saying


_ALL = (
    Kind(
        "malformed-header",
        400,
        Saying("A header cannot be read"),
        Saying(
            "A header such as Idempotency-Key, If-Match or Last-Event-ID has a form that the service does not understand."
            " The detail says which one, and what form it must have."
        ),
    ),
    Kind(
        "idempotency-key-missing",
        400,
        Saying("No Idempotency-Key"),
        Saying(
            "Every request that writes carries an Idempotency-Key of your choosing: 1 to 255 printable ASCII characters, "
            "a new one for each thing you want done. If the answer gets lost, ask again with the same key: it is done "
            "once, and you get the first answer."
        ),
    ),
    Kind(
        "bad-request", 400, Saying("The request cannot be read"), Saying("The server could not make sense of the request as HTTP.")
    ),
    Kind(
        "not-authenticated",
        401,
        Saying("Who is asking?"),
        Saying("Send Authorization: Bearer with an API key. The key is missing, unknown, or has been revoked."),
    ),
    Kind(
        "not-allowed",
        403,
        Saying("You may not do that"),
        Saying("The key is good, but this is not among its rights. Nothing was changed."),
    ),
    Kind(
        "form-refused",
        403,
        Saying("This form was not taken"),
        Saying(
            "A form of the pages does not belong to the session that sends it: it is too old, it comes from another site,"
            " or the browser takes no cookies. Nothing was done. Open the page again and resend it."
        ),
    ),
    Kind("not-found", 404, Saying("There is no such thing"), Saying("Nothing is known by this address.")),
    Kind(
        "method-not-allowed",
        405,
        Saying("Not with this method"),
        Saying("The address exists; the header Allow lists the methods it takes."),
    ),
    Kind(
        "not-acceptable",
        406,
        Saying("Not in that form"),
        Saying(
            "What is asked for is not given in the form that the header Accept or the query names, or cannot be given in"
            " it. The member available lists the media types in which it is. Most answers are given in JSON only."
        ),
    ),
    Kind(
        "rule-broken",
        409,
        Saying("The rules do not allow that"),
        Saying(
            "An act against the rules of the game or of the room is refused and changes nothing. The type of the problem "
            "is then the rule itself, and the facts say what it was decided on."
        ),
    ),
    Kind(
        "too-slow",
        408,
        Saying("The request came too slowly"),
        Saying(
            "The headers and the body of a request have to arrive within some seconds each; only large bodies are given longer."
            " Nothing was done; send the request again, with the same key."
        ),
    ),
    Kind(
        "stale",
        412,
        Saying("It has changed meanwhile"),
        Saying("If-Match named a version that is no longer the present one. Read again, then decide again."),
    ),
    Kind(
        "body-too-large",
        413,
        Saying("The body is too large"),
        Saying("The limit is named in the answer. No request of this service needs that much."),
    ),
    Kind(
        "unsupported-media-type",
        415,
        Saying("Not a JSON body"),
        Saying("Send the body as Content-Type: application/json, in UTF-8."),
    ),
    Kind(
        "malformed",
        422,
        Saying("The request does not have the right form"),
        Saying("The body or the query does not fit the description in /openapi.json. The member errors says what is wrong, where."),
    ),
    Kind(
        "record-faulty",
        422,
        Saying("The game record is not in order"),
        Saying(
            "A line of the record has been changed, is missing, stands in another place, or does not follow from the "
            "lines before it. The member line says which one; nothing is repaired and nothing is stored. If an act breaks"
            " a rule of the game, the problem is that rule instead, with the line beside it."
        ),
    ),
    Kind(
        "key-reused",
        422,
        Saying("This Idempotency-Key belongs to another request"),
        Saying("The same key was used before with another method, address or body. Choose a new key for a new request."),
    ),
    Kind(
        "precondition-required",
        428,
        Saying("Say which version you mean"),
        Saying("This request needs If-Match with the version that you have read."),
    ),
    Kind(
        "too-many-requests",
        429,
        Saying("Too many requests"),
        Saying("This key asks faster than it may. Retry-After says when to ask again."),
    ),
    Kind(
        "server-fault",
        500,
        Saying("The service has failed"),
        Saying("This is a fault of the service, not of the request. It has been logged."),
    ),
    Kind(
        "head-too-large",
        431,
        Saying("The headers are too large"),
        Saying("The address and the headers of a request together may take 32 KiB. No request of this service needs that much."),
    ),
    Kind(
        "damaged",
        500,
        Saying("What is stored cannot be read"),
        Saying(
            "A stored event is damaged or out of its place. Nothing is made up in its stead; whoever runs the service "
            "must look. Of a game that is replayed, step is the damaged one, and not_evaluated lists it and all steps "
            "after it."
        ),
    ),
    Kind(
        "busy",
        503,
        Saying("Others were faster, several times"),
        Saying(
            "The same table, game or wallet was written by others at the same moment, again and again. Nothing was done; "
            "ask again with the same key."
        ),
    ),
    Kind(
        "beyond-end",
        410,
        Saying("The ledger ends before this position"),
        Saying(
            "A position was named (`after`, Last-Event-ID, `min_position` or `at_position`) that the ledger does not have; `newest`"
            " is its last one. If the position was given to you here, the ledger has been restored from a backup since: what came"
            " after `newest` is lost or may come again in another order. Discard what you keep of it and follow again"
            " from position 0."
        ),
    ),
    Kind(
        "not-yet",
        503,
        Saying("Not up to date yet"),
        Saying("The read model has not come as far as the position you asked for. Ask again after Retry-After."),
    ),
    Kind(
        "outcome-unknown",
        503,
        Saying("It is not known whether it was done"),
        Saying(
            "The connection to the store broke at the wrong moment. Ask again with the same Idempotency-Key: that tells, "
            "and never does it twice."
        ),
    ),
    Kind(
        "too-many-streams",
        503,
        Saying("Too many open streams"),
        Saying("The service keeps only so many connections waiting for events. Poll without wait, or try again after Retry-After."),
    ),
    Kind(
        "too-much-at-once",
        503,
        Saying("Too much at once"),
        Saying(
            "The service holds as many connections and bodies as it can at the moment, or it is about to end. Nothing was done; ask"
            " again after Retry-After, with the same key."
        ),
    ),
    Kind(
        "unavailable",
        503,
        Saying("The store is not available"),
        Saying("The database cannot be reached. Ask again after Retry-After, with the same key."),
    ),
)

KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
