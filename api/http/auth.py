"""Who is calling: the API key in `Authorization: Bearer`, and in On-Behalf-Of the player whom an online room speaks for."""

import re
from hashlib import sha256
from typing import cast

import flask

from api.http.limits import Buckets
from api.http.problems import Problem
from engine.saying import Saying
from ledger.orders.app import Ledger
from ledger.orders.order import Caller
from ledger.people import keys, people

_BEARER = re.compile(r"[Bb]earer +([\x21-\x7e]{1,200})")
_PLAYER = re.compile(r"[a-z0-9]{1,40}")
UNKNOWN = Saying("This key is not known, or has been revoked.")


class Gate:
    """Admits known keys. One indexed query per request, and another for a room that speaks for a player; a revoked key is refused
    at once, and so is a room that has handed its player over, since nothing is cached."""

    def __init__(self, ledger: Ledger, buckets: Buckets) -> None:
        self._ledger = ledger
        self._buckets = buckets

    def caller_of(self, authorization: str | None, on_behalf_of: str | None) -> Caller:
        """The caller behind these two headers.

        Raises Problem: not-authenticated, not-allowed, malformed-header, too-many-requests.
        """
        secret = self._secret(authorization)
        self._take(_digest(secret))
        return self._known(secret, on_behalf_of)

    def still_caller_of(self, authorization: str | None, on_behalf_of: str | None) -> Caller:
        """As `caller_of`, for a request that was admitted before and is still going on: it takes no token and needs none.

        Raises Problem: not-authenticated, not-allowed, malformed-header.
        """
        return self._known(self._secret(authorization), on_behalf_of)

    def key_of(self, secret: str) -> str:
        """The id of the key with which somebody signs in to the pages. It takes a token as any request with this key does.

        Raises Problem: not-authenticated, too-many-requests.
        """
        self.caller_of(f"Bearer {secret}", None)
        key = keys.id_of(self._ledger, secret)
        if key is None:
            raise _unknown(UNKNOWN)
        return key

    def key_that_asks(self, authorization: str | None) -> str:
        """The id of the key in this header, which was let in before. Raises Problem: not-authenticated."""
        key = keys.id_of(self._ledger, self._secret(authorization))
        if key is None:
            raise _unknown(UNKNOWN)
        return key

    def holder_of(self, key: str) -> Caller:
        """Who holds the key of this id, with which somebody has signed in before; a revoked one is refused at once here too.

        Takes a token of the same bucket as requests that send the key itself. Raises Problem: not-authenticated, too-many-requests.
        """
        found = keys.holder(self._ledger, key)
        if found is None:
            raise _unknown(UNKNOWN)
        holder, digest = found
        self._take(digest)
        return holder

    def _take(self, digest: bytes) -> None:
        """A token of the key with this digest. Raises Problem: too-many-requests."""
        wait_s = self._buckets.take(digest)
        if wait_s:
            seconds = str(int(wait_s) + 1)
            raise Problem(
                "too-many-requests",
                "This key asks faster than it may.",
                headers={"Retry-After": seconds},
                retry_after_s=int(seconds),
            )

    def digest(self, authorization: str | None) -> bytes:
        """The SHA-256 of the key that is sent in this header. Raises Problem: not-authenticated."""
        return _digest(self._secret(authorization))

    def _known(self, secret: str, on_behalf_of: str | None) -> Caller:
        found = keys.find(self._ledger, secret)
        if found is None:
            raise _unknown(UNKNOWN)
        return found if on_behalf_of is None else self._on_behalf(found, on_behalf_of)

    @staticmethod
    def _secret(authorization: str | None) -> str:
        if authorization is None:
            raise _unknown("Send an API key: Authorization: Bearer cl_…")
        match = _BEARER.fullmatch(authorization)
        if match is None:
            raise _unknown("The header Authorization must be: Bearer, a space, and an API key.")
        return match[1]

    def _on_behalf(self, room: Caller, player: str) -> Caller:
        if room.role != "room":
            raise Problem("not-allowed", "Only the key of an online room may name a player in On-Behalf-Of.")
        if not _PLAYER.fullmatch(player):
            raise Problem("malformed-header", "On-Behalf-Of takes the id of one player.", header="On-Behalf-Of")
        if people.registrar(self._ledger, player) != room.subject:
            raise Problem("not-allowed", "This room has not registered the player that On-Behalf-Of names.", header="On-Behalf-Of")
        return Caller(subject=room.subject, role=room.role, player=player)


def _unknown(says: str | Saying) -> Problem:
    return Problem("not-authenticated", says, headers={"WWW-Authenticate": 'Bearer realm="cardledger"'})


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def admitted_by() -> bytes:
    """The SHA-256 of the key that has admitted this request."""
    return cast(bytes, flask.g.key)


def caller() -> Caller:
    """Who is calling, in this request."""
    return cast(Caller, flask.g.caller)


def need_role(*roles: str) -> Caller:
    """The caller, if he has one of these roles. Raises Problem: not-allowed."""
    asking = caller()
    if asking.role not in roles:
        says = Saying("This is for {roles}; this key's role is {role}.", roles=roles, role=asking.role)
        raise Problem("not-allowed", says, role=asking.role)
    return asking
