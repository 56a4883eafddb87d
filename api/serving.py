"""The service on waitress, beside the read models' runner, in threads of this process."""

from __future__ import annotations

import errno
import logging
import re
import resource
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import waitress
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError

from api.app import create_app
from api.http.limits import Limits
from ledger.notices.deliverer import Deliverer
from ledger.orders.app import Ledger
from ledger.running.models import APART
from ledger.running.purging import DailyPurge
from ledger.running.runner import Runner
from ledger.settings import Settings, SetupFault

THREADS = 8
BACKLOG = 128
HEADERS_BYTES_MAX = 32 * 1024
# Above the largest body that the application takes, so that the application states its own limit; chunking may add this much.
BODY_BYTES_MAX = Limits().import_bytes_max + 1024 * 1024
FINISH_S = 2.0  # for requests in hand when the service ends
CONNECTIONS_LEAST, CONNECTIONS_MAX = 8, 100
OWN_FILES = 48  # open besides clients' connections: to the database, the log, Python's own
_CODING = re.compile(rb"^transfer-encoding[ \t]*:[ \t]*(.*?)[ \t\r]*$", re.IGNORECASE | re.MULTILINE)


class Framed(HTTPRequestParser):  # type: ignore[misc]
    """Refuses a request whose body has two ends or none (RFC 9112, 6.1): waitress alone would choose one of them, and take the rest
    of the body for the next request."""

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the head. Raises ParsingError, which is answered with 400."""
        super().parse_header(header_plus)
        codings = _CODING.findall(header_plus)
        alone = self.version == "1.1" and "CONTENT_LENGTH" not in self.headers
        if codings and not (alone and [coding.lower() for coding in codings] == [b"chunked"]):
            raise ParsingError("A body is either chunked, of HTTP/1.1, or says its length")


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection of such requests."""

    parser_class = Framed


@contextmanager
def listening(ledger: Ledger, settings: Settings) -> Iterator[str]:
    """The service, answering at the address that is given, and the runner of the read models; both end on the way out.

    A port of 0 takes any free one. Raises SetupFault if the address cannot be listened on.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with bound(settings.host, settings.port) as line:
        application = create_app(ledger, settings, Limits.of(settings, THREADS))
        channels: dict[int, object] = {}
        server = waitress.create_server(
            application,
            map=channels,
            sockets=[line],
            threads=THREADS,
            ident=None,
            max_request_header_size=HEADERS_BYTES_MAX,
            max_request_body_size=BODY_BYTES_MAX,
            connection_limit=connections_max(),
        )
        server.channel_class = Channel
        ended = threading.Event()
        thread = threading.Thread(target=_loop, args=(channels, ended), name="service", daemon=True)
        telling = Deliverer(ledger, allowed=settings.webhook_hosts)
        with Runner(ledger), Runner(ledger, tuple(APART)), DailyPurge(ledger), telling:
            thread.start()
            try:
                yield f"http://{shown(settings.host)}:{line.getsockname()[1]}"
            finally:
                server.task_dispatcher.shutdown(cancel_pending=False, timeout=FINISH_S)
                ended.set()
                server.pull_trigger()
                thread.join()
                wasyncore.close_all(channels)


@contextmanager
def bound(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket. Raises SetupFault if somebody else has the port, or the host is not of this machine."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(address)
            line.listen(BACKLOG)
        except OSError as fault:
            mend = "set CARDLEDGER_HOST to an address of this machine, CARDLEDGER_PORT to a port you may use."
            if fault.errno == errno.EADDRINUSE:
                mend = "end the program that does, or set CARDLEDGER_PORT to another port."
            raise SetupFault(f"The service cannot listen on {host}:{port} ({fault.strerror}): {mend}") from fault
        line.setblocking(False)
        yield line


def connections_max() -> int:
    """How many clients may be connected at once: others wait at the door, while there are files left to work with."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return CONNECTIONS_MAX if files == resource.RLIM_INFINITY else max(CONNECTIONS_LEAST, min(CONNECTIONS_MAX, files - OWN_FILES))


def _loop(channels: dict[int, object], ended: threading.Event) -> None:
    """Carry bytes between sockets and the threads that answer, until the end."""
    while not ended.is_set():
        wasyncore.loop(timeout=1.0, use_poll=True, map=channels, count=1)


def shown(host: str) -> str:
    """A host as an address writes it."""
    return f"[{host}]" if ":" in host else host
