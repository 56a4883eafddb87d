"""A client of the interface as the demo uses it: one connection, a key for each role, players through the room."""

from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar

import httpx
import msgspec

from engine.plain import JsonObject

T = TypeVar("T")
TIMEOUT_SECONDS = 30.0
STAFF = ("admin", "steward", "cashier", "auditor", "room")


class DemoFault(Exception):
    """The demo cannot go on; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer: status, JSON body, and the position up to which reads must have come to show what it did."""

    status: int
    body: JsonObject
    position: int


class Client:
    """secrets: the key of each role in STAFF. Whoever else calls is taken for a player's id: the room speaks for him.

    transport: what carries the calls; None: the network."""

    def __init__(self, address: str, secrets: dict[str, str], transport: httpx.BaseTransport | None = None) -> None:
        self._secrets = secrets
        self._http = httpx.Client(base_url=address, timeout=TIMEOUT_SECONDS, transport=transport)
        self.position = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._http.close()

    def send(self, by: str, method: str, path: str, body: JsonObject, key: str) -> Answered:
        """One call. key: Idempotency-Key of a write. Raises DemoFault: the service cannot be reached."""
        headers = {"Authorization": f"Bearer {self._secrets[by if by in STAFF else 'room']}"}
        if by not in STAFF:
            headers["On-Behalf-Of"] = by
        writes = method != "GET"
        if writes:
            headers["Idempotency-Key"] = key
        try:
            answer = self._http.request(method, path, headers=headers, json=body if writes else None)
        except httpx.HTTPError as fault:
            raise DemoFault(f"{method} {path}: the service cannot be reached ({fault})") from fault
        self.position = max(self.position, int(answer.headers.get("Ledger-Position") or 0))
        return Answered(answer.status_code, answer.json(), self.position)

    def read(self, path: str, kind: type[T], **query: str | int) -> T:
        """A read by the auditor, as far as `kind` tells of the answer. Raises DemoFault: it is not answered with 200, or so."""
        try:
            answer = self._http.get(path, params=query, headers={"Authorization": f"Bearer {self._secrets['auditor']}"})
        except httpx.HTTPError as fault:
            raise DemoFault(f"GET {path}: the service cannot be reached ({fault})") from fault
        if answer.status_code != 200:
            body = answer.json()
            raise DemoFault(f"GET {path}: {answer.status_code} {body.get('detail', body)}")
        try:
            return msgspec.json.decode(answer.content, type=kind)
        except msgspec.MsgspecError as fault:
            raise DemoFault(f"GET {path}: {fault}") from fault
