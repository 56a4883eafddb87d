"""A steward or auditor who sits in the game himself sees no more of it than his player does, while it runs."""

from __future__ import annotations

from tests.api.real_table import RealTable
from tests.api.service import Client, Service

HANDS = {2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}


def hands(client: Client, table: RealTable) -> dict[int, list[str]]:
    """The hands that he is shown."""
    return {one["seat"]: one["hand"] for one in client.read(f"/v1/games/{table.game}")["seats"] if one["hand"]}


def begun(service: Service) -> tuple[RealTable, Client, Client]:
    """A game in which seat 3 has reneged; seat 2 as a steward of the table, seat 1 as an auditor."""
    table = RealTable(service).start()
    service.steward.done(f"/v1/tables/{table.id}/stewards", {"steward": table.seats[2]})
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D")
    return table, service.client("steward", table.seats[2]), service.client("auditor", table.seats[1])


def test_while_he_plays_he_sees_as_his_player_and_nobody_unclaimed_renege(service: Service) -> None:
    table, steward, auditor = begun(service)
    game = f"/v1/games/{table.game}"
    for client, seat in ((steward, 2), (auditor, 1)):
        own = table.table.of(seat)
        for path in (game, f"{game}/events?limit=100", f"{game}/replay?step={table.now()['version']}", f"{game}/replay?step=12"):
            assert client.read(path) == own.read(path)
        assert set(hands(client, table)) == {seat}
        assert client.get(f"{game}/branches").status_code == 403
        found = client.read(f"/v1/audits/penalties?game={table.game}")["findings"]
        assert [one for one in found if one["kind"] == "unclaimed"] == []
    found = service.steward.read(f"/v1/audits/penalties?game={table.game}")["findings"]
    assert [one["kind"] for one in found if one["kind"] == "unclaimed"] == ["unclaimed"]
    assert steward.post(f"{game}/branches", {"step": 12}).status_code == 403
    assert service.steward.post(f"{game}/branches", {"step": 12}).status_code == 201


def test_he_acts_for_himself_and_no_refusal_tells_him_of_the_others_cards(service: Service) -> None:
    table, steward, _ = begun(service)
    path = f"/v1/games/{table.game}/actions"
    for body in (
        {"type": "play", "seat": 1, "card": "AD"},
        {"type": "expose", "seat": 1, "card": "KH"},
        {"type": "penalise", "deal": 1, "trick": 1, "card": "7D"},
    ):
        assert steward.post(path, body).status_code == 403
    table.plays("KH")
    assert steward.post(path, {"type": "play", "seat": 2, "card": "KD"}).status_code == 201


def test_when_the_game_is_over_he_is_a_steward_again(service: Service) -> None:
    table, steward, _ = begun(service)
    service.steward.done(f"/v1/games/{table.game}/actions", {"type": "void_game", "reason": "enough"})
    parts = steward.read(f"/v1/games/{table.game}/events?limit=100")["events"]
    opened = next(event["opened"]["hands"] for event in parts if event["type"] == "azi.cards_dealt")
    assert set(opened) == {"1", "2", "3"}
