"""A game played through the interface, as its players, its steward and others see it."""

from __future__ import annotations

from tests.api.service import Service


def test_a_whole_game_is_played_through_the_interface(service: Service) -> None:
    table = service.table(4)
    table.start()
    game = table.play()
    assert game["over"]
    assert game["pot"]["amount"] == "0"
    assert sum(int(seat["stack"]["amount"]) for seat in game["seats"]) == 4 * 500
