"""The service: in this process, beside the read models' runner, or in several processes that share one address."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from api.app import create_app
from api.http.limits import Limits
from api.server.running import BACKLOG, answering
from api.server.workers import working
from ledger.notices.deliverer import Deliverer
from ledger.orders.app import Ledger
from ledger.running.models import APART
from ledger.running.opening import opened
from ledger.running.purging import DailyPurge
from ledger.running.runner import Runner
from ledger.settings import Settings, SetupFault


@contextmanager
def listening(ledger: Ledger, settings: Settings, workers: int = 1) -> Iterator[str]:
    """The service, answering at the address that is given, and the runner of the read models; both end on the way out.

    A port of 0 takes any free one. workers: in how many processes; one is this one, several are others beside it. Raises SetupFault
    if the address cannot be listened on.
    """
    log_to_stderr()
    with bound(settings.host, settings.port) as line:
        address = f"http://{shown(settings.host)}:{line.getsockname()[1]}"
        serving = _here(ledger, settings, line) if workers == 1 else working(serve_alone, (settings, line), workers)
        telling = Deliverer(ledger, allowed=settings.webhook_hosts, smtp=settings.smtp)
        with Runner(ledger), Runner(ledger, tuple(APART)), DailyPurge(ledger), telling, serving:
            yield address


@contextmanager
def _here(ledger: Ledger, settings: Settings, line: socket.socket) -> Iterator[None]:
    with answering(create_app(ledger, settings, Limits.of(settings)), line):
        yield


@contextmanager
def serve_alone(settings: Settings, line: socket.socket) -> Iterator[None]:
    """What one of several processes does: a ledger of its own, opened here, and the application over it at the shared socket."""
    log_to_stderr()
    with opened(settings) as place, _here(place.ledger, settings, line):
        yield


def log_to_stderr() -> None:
    """What somebody should look at."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")


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


def shown(host: str) -> str:
    """A host as an address writes it."""
    return f"[{host}]" if ":" in host else host
