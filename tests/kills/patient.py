"""A client that repeats a request, with the same key, until it is answered; and what was answered, word for word."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import httpx

PATIENCE_S = 60.0
PAUSE_S = 0.1
PROBLEM = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Asked:
    """A write, as it was sent each time. secret, player: whose key, and for whom the room spoke."""

    method: str
    path: str
    body: bytes
    key: str
    secret: str
    player: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """What a write was answered. tries: how often it was sent."""

    asked: Asked
    status: int
    body: bytes
    etag: str | None
    position: str | None
    tries: int

    @property
    def answer(self) -> tuple[int, bytes, str | None, str | None]:
        """What must be the same however often it is asked."""
        return self.status, self.body, self.etag, self.position


@dataclass
class Record:
    """Every write that was answered, by all clients. put_off: answers 503 with Retry-After. unanswered: lost on the way."""

    told: list[Told] = field(default_factory=list)
    put_off: int = 0
    unanswered: int = 0


class Patient(httpx.Client):
    """What it may be put off with is 503 with Retry-After, a problem in JSON. Anything above 499 else is a fault of the service."""

    def __init__(self, url: str) -> None:
        super().__init__(base_url=url, timeout=30, limits=httpx.Limits(max_connections=100))
        self.record = Record()

    def request(self, method: str, url: str, **given: Any) -> httpx.Response:  # type: ignore[override]
        """Sends the request until it is answered, and takes down what a write was answered."""
        answer, tries = self._answered(method, url, given)
        headers = given.get("headers") or {}
        if method != "GET":
            asked = Asked(
                method,
                url,
                given["content"].encode(),
                headers["Idempotency-Key"],
                headers["Authorization"].removeprefix("Bearer "),
                headers.get("On-Behalf-Of"),
            )
            self.record.told.append(told_of(asked, answer, tries))
        return answer

    def again(self, told: Told) -> Told:
        """Asks the same once more, under the same key; it is not taken down."""
        asked = told.asked
        headers = {"Authorization": f"Bearer {asked.secret}", "Idempotency-Key": asked.key, "Content-Type": "application/json"}
        if asked.player:
            headers["On-Behalf-Of"] = asked.player
        answer, tries = self._answered(asked.method, asked.path, {"headers": headers, "content": asked.body})
        return told_of(asked, answer, tries)

    def _answered(self, method: str, url: str, given: dict[str, Any]) -> tuple[httpx.Response, int]:
        end, tries = time.monotonic() + PATIENCE_S, 0
        while True:
            tries += 1
            try:
                answer = super().request(method, url, **given)
            except httpx.TransportError:
                self.record.unanswered += 1
            else:
                if answer.status_code < 500:
                    return answer, tries
                assert is_put_off(answer), f"{method} {url}: {answer.status_code} {answer.headers} {answer.text}"
                self.record.put_off += 1
            assert time.monotonic() < end, f"{method} {url} was not answered in {PATIENCE_S:g} s"
            time.sleep(PAUSE_S)


def told_of(asked: Asked, answer: httpx.Response, tries: int) -> Told:
    """The part of an answer that must never change."""
    headers = answer.headers
    return Told(asked, answer.status_code, answer.content, headers.get("ETag"), headers.get("Ledger-Position"), tries)


def is_put_off(answer: httpx.Response) -> bool:
    """Whether it says, as it should, that the same is to be asked again soon."""
    return (
        answer.status_code == 503
        and answer.headers.get("Content-Type", "").startswith(PROBLEM)
        and answer.headers.get("Retry-After", "").isdigit()
        and answer.json()["status"] == 503
    )
