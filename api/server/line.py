"""The wire of a connection, as uvicorn writes to it and closes it."""

from __future__ import annotations

import asyncio
import time


class Line(asyncio.Transport):
    """A transport that ends a connection so that the client can still read the last answer.

    Closing a socket on which something has come that nobody has read resets the connection, and what was sent last may be lost. So
    where the client may still be sending, only our own side is closed; what comes is thrown away, for a bounded time.

    closed_at: when it was closed by us, None before. progressed_at: when the client last took something of what it was sent.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport
        self.lingers = False  # whether the client may still be sending when this is closed
        self.closed_at: float | None = None
        self._written = self._taken = 0
        self.progressed_at = time.monotonic()

    def get_extra_info(self, name: str, default: object = None) -> object:
        """What the transport knows of itself."""
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """Let what comes wait."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Hear on."""
        self._transport.resume_reading()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this, unless it is closed."""
        if self.is_closing():
            return
        if not self.left():
            self.progressed_at = time.monotonic()
        self._written += len(data)
        self._transport.write(data)

    def left(self) -> int:
        """Bytes that the client has not taken yet, as far as we know; of those the system has taken nobody does."""
        return self._transport.get_write_buffer_size()

    def stuck_since(self) -> float | None:
        """Since when the client has taken nothing; None: nothing waits for it."""
        left = self.left()
        if not left:
            return None
        if self._written - left > self._taken:
            self._taken, self.progressed_at = self._written - left, time.monotonic()
        return self.progressed_at

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.closed_at is not None or self._transport.is_closing()

    def close(self) -> None:
        """Send what is left, then end."""
        if self.is_closing():
            return
        self.closed_at = time.monotonic()
        if self.lingers and self._transport.can_write_eof():
            self._transport.write_eof()
            self._transport.resume_reading()
        else:
            self._transport.close()

    def abort(self) -> None:
        """End at once."""
        self._transport.abort()
