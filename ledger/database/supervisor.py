"""Starts the embedded PostgreSQL again when it dies while we need it."""

from __future__ import annotations

import logging
import subprocess
import threading
from typing import Self

from ledger.database.local import LocalPostgres
from ledger.settings import SetupFault

LOOK_S = 0.2
PAUSE_S_MAX = 5.0

log = logging.getLogger(__name__)


class Supervisor:
    """Looks after a started server, five times a second, until it is left: `with Supervisor(server): ...`.

    What fails (say, the disk is full, or no file can be opened) is logged and tried again, with pauses that grow to five seconds.
    """

    def __init__(self, server: LocalPostgres) -> None:
        self._server = server
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="database supervisor", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        """Look, and mend, until the end."""
        pause_s = LOOK_S
        while not self._ended.wait(pause_s):
            try:
                self._server.hurry()
                if not self._server.alive():
                    log.warning("PostgreSQL in %s died; starting it again", self._server.folder)
                    self._server.start()
                pause_s = LOOK_S
            except (SetupFault, OSError, subprocess.SubprocessError) as fault:
                pause_s = min(2 * pause_s, PAUSE_S_MAX)
                log.error("PostgreSQL in %s cannot be looked after: %s", self._server.folder, fault)
