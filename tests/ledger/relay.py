"""A wire between a client and PostgreSQL that can be cut at a chosen moment."""

import socket
import threading
from contextlib import suppress
from typing import Literal

from psycopg.conninfo import conninfo_to_dict

from ledger.database.address import with_settings

READ = 65536


class Relay:
    """Passes bytes on both ways. url: what to connect to in place of the server's own address.

    cut("request"): the next request that holds `needle` is not passed on; cut("reply"): it is, and its reply is thrown away. Either
    way the client loses that connection. refusing: new connections are closed at once, and a cut ends all there are.
    """

    def __init__(self, url: str, needle: bytes = b"game-") -> None:
        settings = conninfo_to_dict(url)
        self._host, self._port = str(settings.get("host") or "127.0.0.1"), int(settings.get("port") or 5432)
        self._needle, self._cut = needle, ""
        self.refusing = False
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = with_settings(
            url, host="127.0.0.1", port=str(self._listener.getsockname()[1]), sslmode="disable", gssencmode="disable"
        )
        self._open: list[socket.socket] = [self._listener]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def cut(self, where: Literal["request", "reply"]) -> None:
        self._cut = where

    def drop(self) -> None:
        """End the connections that there are."""
        self._end(*self._open[1:])

    def close(self) -> None:
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join()

    def _start(self, target: object, *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self.refusing:
                    client.close()
                    continue
                server = self._connect()
                self._open += [client, server]
                swallowing = threading.Event()
                self._start(self._requests, client, server, swallowing)
                self._start(self._replies, client, server, swallowing)

    def _connect(self) -> socket.socket:
        if self._host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(f"{self._host}/.s.PGSQL.{self._port}")
            return server
        return socket.create_connection((self._host, self._port))

    def _requests(self, client: socket.socket, server: socket.socket, swallowing: threading.Event) -> None:
        with suppress(OSError):
            while data := client.recv(READ):
                if self._cut and self._needle in data:
                    where, self._cut = self._cut, ""
                    self.cuts += 1
                    if where == "request":
                        break
                    swallowing.set()
                server.sendall(data)
        self._end(client, server)

    def _replies(self, client: socket.socket, server: socket.socket, swallowing: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(READ):
                if swallowing.is_set():
                    if self.refusing:
                        self.drop()
                    break
                client.sendall(data)
        self._end(client, server)

    def _end(self, *sockets: socket.socket) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
