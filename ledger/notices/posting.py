"""One message posted to a webhook: signed by the Standard Webhooks scheme, sent once, and what came of it."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256

import httpcore
from standardwebhooks import Webhook

from ledger.notices.guard import Guard, Refused

CONNECT_S, WHOLE_S = 5.0, 15.0  # for the connection; for all of it, but for looking the host up
ANSWER_BYTES_MAX = 4096  # of the answer's body; nothing is read from it, but who ends too soon is taken for lost
GONE = 410
AGAIN_S_MAX = 86_400.0
AGENT = "cardledger"


@dataclass(frozen=True, slots=True)
class Outcome:
    """ok: delivered. wrong: what was wrong otherwise, in words of this house: nothing that the receiver has written. gone: it wants
    no more. after_s: it asked to be left alone so long."""

    ok: bool
    wrong: str = ""
    gone: bool = False
    after_s: float = 0.0


def message_id(receiver: str, position: int, state: bytes) -> str:
    """The webhook-id of an event for a receiver: the same whenever and however often it is sent; another one, if the ledger was
    restored and there is another event at this position."""
    return "msg_" + sha256(f"{receiver}\n{position}\n".encode() + state).hexdigest()[:32]


def headers(secrets: Sequence[str], message: str, at: datetime, body: bytes) -> list[tuple[str, str]]:
    """What stands above the body: who sends, which message, when, and a signature by every secret that is good."""
    signed = [Webhook(secret).sign(message, at.astimezone(UTC), body.decode()) for secret in secrets]
    return [
        ("Content-Type", "application/json"),
        ("User-Agent", AGENT),
        ("webhook-id", message),
        ("webhook-timestamp", str(int(at.timestamp()))),
        ("webhook-signature", " ".join(signed)),
    ]


class _Timed(httpcore.NetworkBackend):
    """A guarded network whose connection is closed when its time is up, however slowly the other side goes on."""

    def __init__(self, guard: Guard, seconds: float) -> None:
        self._guard, self._seconds = guard, seconds
        self._line: socket.socket | None = None
        self._watch: threading.Timer | None = None
        self.late = False

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """As the guard does."""
        stream = self._guard.connect_tcp(host, port, timeout, local_address, socket_options)
        # A second handle on the connection: TLS takes the first one away.
        self._line = stream.get_extra_info("socket").dup()
        self._watch = threading.Timer(self._seconds, self._cut)
        self._watch.daemon = True
        self._watch.start()
        return stream

    def _cut(self) -> None:
        self.late = True
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)

    @property
    def connected(self) -> bool:
        """Whether there was a connection, whatever came of it."""
        return self._line is not None

    def end(self) -> None:
        """Whatever came of it, nothing is left open."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch.join()
        if self._line is not None:
            self._line.close()


def post(
    url: str,
    head: Sequence[tuple[str, str]],
    body: bytes,
    guard: Guard,
    *,
    whole_s: float = WHOLE_S,
    tls: ssl.SSLContext | None = None,
) -> Outcome:
    """Send it, once; redirects are not followed, and no proxy of the environment is asked. whole_s: how long all of it may take,
    from the connection on. tls: None for the usual one."""
    network = _Timed(guard, whole_s)
    timeout = {"connect": min(CONNECT_S, whole_s), "read": whole_s, "write": whole_s, "pool": whole_s}
    try:
        with (
            httpcore.ConnectionPool(ssl_context=tls, network_backend=network, max_connections=1, http2=False) as pool,
            pool.stream("POST", url, headers=list(head), content=body, extensions={"timeout": timeout}) as answer,
        ):
            _read_some(answer)
            return _meaning(answer.status, dict(answer.headers))
    except Refused:
        return Outcome(ok=False, wrong="the host's address is not of the internet")
    except (httpcore.ConnectError, httpcore.ConnectTimeout):
        return Outcome(ok=False, wrong="no TLS with this host" if network.connected else "no connection")
    except httpcore.TimeoutException:
        return Outcome(ok=False, wrong="no answer in time")
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
        return Outcome(ok=False, wrong="no answer in time" if network.late else "no answer of the web")
    finally:
        network.end()


def _read_some(answer: httpcore.Response) -> None:
    """The beginning of the body, so that who still writes it is not cut off; what it says is of no interest."""
    read = 0
    with suppress(httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError):
        for part in answer.iter_stream():
            read += len(part)
            if read >= ANSWER_BYTES_MAX:
                return


def _meaning(status: int, head: dict[bytes, bytes]) -> Outcome:
    if 200 <= status < 300:
        return Outcome(ok=True)
    if status == GONE:
        return Outcome(ok=False, wrong="the receiver answered 410: it wants no more", gone=True)
    after = next((value for name, value in head.items() if name.lower() == b"retry-after"), b"")
    return Outcome(ok=False, wrong=f"the receiver answered {status}", after_s=_seconds(after))


def _seconds(after: bytes) -> float:
    """What Retry-After says, in seconds from now; 0 where it says nothing of use."""
    text = after.decode("latin-1").strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(float(text), AGAIN_S_MAX)
    try:
        return min(max(parsedate_to_datetime(text).timestamp() - time.time(), 0.0), AGAIN_S_MAX)
    except (ValueError, OverflowError, OSError):
        return 0.0
