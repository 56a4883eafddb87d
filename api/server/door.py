"""Limits on connections: how many there are, how long each may take for what, and who has to go when there are too many."""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.server.connection import Connection

CONNECTIONS_LEAST, CONNECTIONS_MAX = 8, 4096
OWN_FILES = 48  # open besides clients' connections: to the database, the log, Python's own
SWEEP_S = 0.5
KEEP_ALIVE_S = 75  # between two requests


@dataclass(slots=True)
class Door:
    """connections_max: of one process. head_s: for the first byte of a connection, and for a whole head from its first byte on.
    head_bytes: of an address and headers. send_s: a client that takes nothing of its answer for so long is let go. linger_s: how
    long a client whose body was not read may go on sending before the connection ends.

    Idle connections, the longest idle first, give way to new ones. All times are kept by one sweep over all connections, twice a
    second.
    """

    connections_max: int = CONNECTIONS_MAX
    head_s: float = 10.0
    head_bytes: int = 32 * 1024
    send_s: float = 30.0
    linger_s: float = 2.0
    connections: dict[Connection, None] = field(default_factory=dict, init=False)
    idle: dict[Connection, None] = field(default_factory=dict, init=False)

    def enter(self, connection: Connection) -> bool:
        """Whether there is room for this one; perhaps an idle one has gone for it."""
        self.connections[connection] = None
        if len(self.connections) > self.connections_max:
            if not self.idle:
                return False
            self._drop(next(iter(self.idle)))
        self.idle[connection] = None
        return True

    def busy(self, connection: Connection) -> None:
        """It has a request in hand."""
        self.idle.pop(connection, None)

    def free(self, connection: Connection) -> None:
        """It waits for the next request, as the last of all."""
        self.idle.pop(connection, None)
        self.idle[connection] = None

    def leave(self, connection: Connection) -> None:
        """It has ended."""
        self.connections.pop(connection, None)
        self.idle.pop(connection, None)

    def sweep(self) -> None:
        """Let go of all whose time is over."""
        now = time.monotonic()
        for connection in list(self.connections):
            if connection.is_stuck(now, self.send_s) or connection.has_lingered(now, self.linger_s):
                self._drop(connection)
            elif connection.is_late(now, self.head_s):
                connection.tell_late()

    def _drop(self, connection: Connection) -> None:
        self.leave(connection)
        connection.line.abort()


def connections_max() -> int:
    """How many clients may be connected at once, while there are files left to work with. As many files are asked for as there may
    be."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS_MAX + OWN_FILES
    if files != resource.RLIM_INFINITY and files < wanted:
        files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return CONNECTIONS_MAX if files == resource.RLIM_INFINITY else max(CONNECTIONS_LEAST, min(CONNECTIONS_MAX, files - OWN_FILES))
