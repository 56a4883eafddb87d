"""The service among the processes of a machine: told to end while it starts, two of it on one folder, and few files to open."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from ledger.database import presence
from tests.kills.victim import SERVE, WAIT_S, Victim, until

FEW_FILES = ("sh", "-c", 'ulimit -n 64; exec "$0" "$@"', *SERVE)
MANY = 90


@pytest.fixture
def victims() -> Iterator[ExitStack]:
    """Puts an end to whatever was entered."""
    with ExitStack() as stack:
        yield stack


def victim(victims: ExitStack, *commands: tuple[str, ...]) -> Victim:
    made = Victim(*commands)
    victims.callback(made.clear)
    return made


def test_told_to_end_while_it_starts_it_takes_its_database_along(victims: ExitStack) -> None:
    starting = victim(victims)
    starting.launch()
    until(lambda: (note := presence.noted(starting.cluster)) is not None and note.ready, "PostgreSQL has started")
    assert starting.end(twice=True)[0] in {143, 0}  # 0: it was up already
    assert starting.left_behind() == []


def test_two_on_one_folder_share_the_database_and_the_second_outlives_the_first(victims: ExitStack) -> None:
    first = victim(victims)
    first.start()
    second = victim(victims)
    second.data, second.cluster = first.data, first.cluster
    second.start()
    postmaster = first.postmaster()
    assert second.postmaster() == postmaster
    first.kill()
    assert second.is_ready()
    second.kill_postmaster()
    until(lambda: second.is_new(postmaster), "PostgreSQL is started by the second")
    until(second.is_ready, "the second works again")
    assert second.end() == [0]
    assert second.left_behind() == []


def test_more_clients_than_files_wait_at_the_door_and_a_killed_database_comes_back(victims: ExitStack) -> None:
    crowded = victim(victims, FEW_FILES)
    crowded.start()
    with ExitStack() as clients:
        for _ in range(MANY):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", int(crowded.port)), timeout=WAIT_S))
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: it\r\n")  # and no end of it
        before = crowded.kill_postmaster()
        until(lambda: crowded.is_new(before), "PostgreSQL is started again")
    until(crowded.is_ready, "the service works again")
    assert crowded.end() == [0]
    assert "Traceback" not in crowded.log.read_text()
