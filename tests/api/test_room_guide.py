"""The guides for programs are executed: an evening of an online room, and a follower of the feed."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.api.program import ROOT
from tests.api.service import Service

HOW_TO = ROOT / "docs" / "how-to"


def program(guide: str) -> str:
    """All that a guide has in Python."""
    return "\n".join(re.findall(r"```python\n(.*?)```", (HOW_TO / guide).read_text("utf-8"), re.DOTALL))


def test_a_room_plays_a_whole_evening_as_the_guide_has_it(
    service: Service, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ADDRESS", service.url)
    for role in ("room", "cashier", "steward"):
        monkeypatch.setenv(role.upper(), getattr(service, role).secret)
    made: dict[str, Any] = {}
    exec(compile(program("integrate-a-room.md"), "integrate-a-room.md", "exec"), made)  # noqa: S102
    for role in ("room", "cashier", "steward"):
        made[role].http.close()
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in told] == ["has"] * 3, told
    assert sum(int(line.split()[2]) for line in told) == 1500
    assert {line.split()[3] for line in told} == {"chip"}


@pytest.fixture
def follower() -> dict[str, Any]:
    """What the guide defines."""
    made: dict[str, Any] = {}
    exec(compile(program("follow-the-feed.md"), "follow-the-feed.md", "exec"), made)  # noqa: S102
    return made


def test_a_follower_asks_for_what_is_next_and_resumes(service: Service, follower: dict[str, Any]) -> None:
    taken: list[tuple[int, str]] = []
    with httpx.Client(base_url=service.url, headers={"Authorization": f"Bearer {service.auditor.secret}"}) as client:
        start = service.ledger.head()
        service.player(30)
        take = lambda position, event: taken.append((position, event["type"]))  # noqa: E731
        after = follower["ask"](client, start, take, pytest.fail, wait=1)
        assert (taken, after) == ([(start + 1, "wallet.opened"), (start + 2, "wallet.deposited")], start + 2)
        service.player()
        assert follower["ask"](client, after, take, pytest.fail, wait=1) == start + 3
        assert taken[-1] == (start + 3, "wallet.opened")
        forgotten: list[int] = []
        assert follower["ask"](client, start + 10**6, take, forgotten.append, wait=1) == 0
        assert follower["stream"](client, start + 10**6, take, forgotten.append) == 0
        assert forgotten == [start + 3] * 2


def test_a_stream_that_ends_goes_on_from_its_last_id(service: Service, follower: dict[str, Any]) -> None:
    start = service.ledger.head()
    players = [service.player() for _ in range(3)]
    seen: list[int] = []

    class Cut(Exception):
        """The connection is lost."""

    def take(position: int, event: dict[str, Any]) -> None:
        seen.append(position)
        if len(seen) == 2:
            raise Cut
        if len(seen) == 3:
            raise httpx.ReadError("lost again")

    with httpx.Client(base_url=service.url, headers={"Authorization": f"Bearer {service.auditor.secret}"}) as client:
        with pytest.raises(Cut):
            follower["stream"](client, start, take, pytest.fail)
        with pytest.raises(httpx.ReadError):
            follower["stream"](client, seen[-1], take, pytest.fail)
    assert seen == [start + 1, start + 2, start + 3]
    assert len(players) == 3
