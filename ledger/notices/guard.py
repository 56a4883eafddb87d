"""Where messages may go: an address of the internet, looked at before it is connected to, and then connected to and no other.

Whoever registers a webhook chooses a host name, and whoever owns the name chooses the address: without a guard the service could be
made to speak to itself, to its neighbours, or to the machine's keeper of secrets (server-side request forgery).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

import httpcore

from engine.saying import Saying
from ledger.store.errors import LedgerError

Address: TypeAlias = "ipaddress.IPv4Address | ipaddress.IPv6Address"
Resolve: TypeAlias = Callable[[str, int], Sequence[str]]

URL_LENGTH_MAX = 2000
PORTS = {"https": 443, "http": 80}
# Clouds give their machines' secrets at these, which are no private addresses by their form.
METADATA = frozenset(map(ipaddress.ip_address, ("168.63.129.16",)))
# Ways of writing an IPv4 address in IPv6, with the bits behind it: what they reach is judged as that.
WITHIN = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("::ffff:0:0:0/96"), 0),
    (ipaddress.IPv6Network("::/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
# Closed besides what Python's tables say, which differ from version to version (IANA's registers of special purpose), and networks
# that reach others by rules of their own, where nobody can tell where one ends up.
CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            *("100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4"),
            *("64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fec0::/10"),
        ),
    )
)
_HOST = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?")


class UnfitAddress(LedgerError):
    """A URL to which no message is sent; the sentence says why."""


class Refused(Exception):
    """The host's address is none to which messages go; the text names no address, since that is the network's own business."""


def is_open(address: Address) -> bool:
    """Whether this is an address of the internet: no loopback, private, link-local, multicast, reserved or metadata one, however it
    is written."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id is not None:
            return False
        for network, behind in WITHIN:
            if address in network:
                return is_open(ipaddress.IPv4Address((int(address) >> behind) & 0xFFFFFFFF)) if int(address) > 0xFFFF else False
    if address in METADATA or any(address in network for network in CLOSED if network.version == address.version):
        return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_loopback or address.is_link_local or address.is_unspecified
    )


def fit_url(url: str, allowed: frozenset[str] = frozenset()) -> SplitResult:
    """The parts of a URL that messages may be sent to, as far as it tells by itself; its host is looked up only when one is sent.

    allowed: hosts of one's own, "host" or "host:port", to which http and closed addresses are open. Raises UnfitAddress.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UnfitAddress("This is no address of the web.") from None
    host = parts.hostname or ""
    if len(url) > URL_LENGTH_MAX:
        raise UnfitAddress(Saying("An address has at most {most} characters.", most=URL_LENGTH_MAX))
    if not url.isascii() or re.search(r"[\s\x00-\x20\x7f\\]", url):
        raise UnfitAddress("An address is written in ASCII, without blanks; other signs as %.. and xn--...")
    if parts.scheme not in PORTS or port == 0 or not (_HOST.fullmatch(host) or _literal(host)):
        raise UnfitAddress("Give an address that begins with https:// and a host.")
    if parts.username is not None or parts.password is not None or "#" in url:
        raise UnfitAddress("An address holds no name, no password and no part behind #: signatures tell who sends.")
    if is_allowed(host, port or PORTS[parts.scheme], allowed):
        return parts
    if parts.scheme != "https":
        raise UnfitAddress("Messages go by https only, except to hosts that CARDLEDGER_WEBHOOK_HOSTS names.")
    literal = _literal(host)
    if (literal is not None and not is_open(literal)) or _is_own(host):
        raise UnfitAddress("Messages go to the internet only, except to hosts that CARDLEDGER_WEBHOOK_HOSTS names.")
    return parts


def is_allowed(host: str, port: int, allowed: frozenset[str]) -> bool:
    """Whether the settings name this host, or this port of it."""
    return host in allowed or f"{host}:{port}" in allowed


def _is_own(host: str) -> bool:
    """Names that mean this machine or its network, and numbers by which systems write addresses otherwise: 127.1, 0x7f000001."""
    last = host.rstrip(".").rpartition(".")[2]
    return (
        last in {"localhost", "local", "internal"}
        or ("." not in host and _literal(host) is None)
        or (last[:1].isdigit() and _literal(host) is None)
    )


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def resolved(host: str, port: int) -> Sequence[str]:
    """The addresses of a host, as this machine looks them up. Raises OSError."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Guard(httpcore.NetworkBackend):
    """Connects to addresses of the internet, and to hosts that are allowed: to the very address that was looked at."""

    def __init__(self, allowed: frozenset[str] = frozenset(), resolve: Resolve = resolved) -> None:
        self._allowed, self._resolve = allowed, resolve
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """A connection to the first address that takes one. One closed address among them closes the host: it would be a matter of
        luck. Raises Refused, httpcore.ConnectError."""
        try:
            addresses = list(dict.fromkeys(self._resolve(host, port)))
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError from error
        if not is_allowed(host, port, self._allowed) and not all(is_open(ipaddress.ip_address(one)) for one in addresses):
            raise Refused
        failure: Exception = httpcore.ConnectError()
        for address in addresses[:2]:
            try:
                return self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure
