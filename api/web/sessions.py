"""Who has signed in to the pages: a signed cookie that names his key, and forms that only these pages can send.

The cookie holds the id of the key and the token of the forms, never the secret; each request checks again whose the key is and
whether it is still good. It opens pages only: the interface under /v1 accepts nothing but keys.
"""

import hmac
import re
import secrets
from datetime import timedelta
from hashlib import sha256

import flask
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

from api.http.problems import Problem
from api.service.shared import house
from ledger.orders.order import Caller

COOKIE = "cardledger"
LIFE = timedelta(hours=12)
TOKEN = "token"  # noqa: S105  # the name of a field, not a secret
TOKEN_BYTES = 32
FRONT = "/audits"  # where who signs in goes to, if nothing else was wanted
_LOCAL = re.compile(r"/(?!/)[\x21-\x5b\x5d-\x7e]{0,1999}")


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, by SHA-256; it opens nothing on the interface, and goes over https only, if it came by https."""

    digest_method = staticmethod(sha256)

    def open_session(self, app: flask.Flask, request: flask.Request) -> SecureCookieSession | None:
        """Who has signed in; nobody on the interface, whatever cookie comes along."""
        return self.session_class() if request.path.startswith("/v1/") else super().open_session(app, request)

    def get_cookie_secure(self, app: flask.Flask) -> bool:  # noqa: ARG002
        """Whether the request came by https. Behind a server that speaks TLS the service itself sees none; but the form by which
        somebody signs in names its origin, and that is what the browser saw."""
        return flask.request.is_secure or flask.request.headers.get("Origin", "").startswith("https://")


def opened_to(app: flask.Flask, secret: bytes) -> None:
    """Lets people sign in to the pages of `app`. secret: the club's; the cookies are signed with another one that is made of it."""
    app.secret_key = hmac.new(secret, b"sessions of pages\n", sha256).digest()
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME=COOKIE,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_PATH="/",
        PERMANENT_SESSION_LIFETIME=LIFE,  # a cookie that was signed longer ago does not count, whatever the browser keeps
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def begin(secret: str) -> None:
    """Signs in the holder of this key; and signs out whoever was signed in before.

    Raises Problem: not-authenticated, too-many-requests.
    """
    key = house().gate.key_of(secret)
    end()
    flask.session["key"] = key
    token()


def end() -> None:
    """Signs out whoever is signed in in this browser."""
    flask.session.clear()


def signed_in() -> Caller | None:
    """Who has signed in; None if nobody, or if his key has been revoked since. Raises Problem: too-many-requests."""
    key: str | None = flask.session.get("key")
    if key is None:
        return None
    try:
        found = house().gate.holder_of(key)
    except Problem as problem:
        if problem.kind.name == "not-authenticated":
            return None
        raise
    flask.g.caller = found
    return found


def token() -> str:
    """What a form of this session carries; made with the first form, also before anybody signs in."""
    if TOKEN not in flask.session:
        flask.session[TOKEN] = secrets.token_urlsafe(TOKEN_BYTES)
    return str(flask.session[TOKEN])


def need_own_site() -> None:
    """Raises Problem: form-refused, if the browser says that another site has sent the form."""
    headers = flask.request.headers
    site, origin = headers.get("Sec-Fetch-Site"), headers.get("Origin")
    if site is not None:
        own = site in {"same-origin", "none"}
    else:
        own = origin is None or origin.partition("://")[2].lower() == flask.request.host.lower()
    if not own:
        raise Problem("form-refused", "This form was sent from another site.")


def need_own_form() -> None:
    """Raises Problem: form-refused, unless a page of this very session has sent the form."""
    need_own_site()
    expected, given = str(flask.session.get(TOKEN, "")), flask.request.form.get(TOKEN, "")
    if not expected or not hmac.compare_digest(expected.encode(), given.encode("utf-8", "surrogatepass")):
        raise Problem("form-refused", "This form does not belong to this session, or the browser takes no cookies.")


def from_elsewhere() -> bool:
    """Whether a link from another site led here: then browsers withhold the cookie, whoever is signed in."""
    return flask.request.headers.get("Sec-Fetch-Site") == "cross-site"


def local(address: str) -> str:
    """An address of this service to go to, begun with one /; for anything else, which might lead elsewhere, that of the audits.

    >>> local("/audits?audit=money"), local("//evil.example"), local("/\\\\evil.example"), local("https://evil.example")
    ('/audits?audit=money', '/audits', '/audits', '/audits')
    """
    return address if _LOCAL.fullmatch(address) else FRONT
