"""The service's deck where a steward types what happens: nobody knows what it holds while cards may come of it (AZI-DEAL-8,
CAS-DEAL-6)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.casino_table import casino_table
from tests.api.service import Client, PlayedTable, Service

DECK = {"azi": "AZI-DEAL-8", "casino": "CAS-DEAL-6"}


@pytest.fixture(params=["azi", "casino"])
def shuffled(service: Service, request: pytest.FixtureRequest) -> PlayedTable:
    """A game whose deck is the service's under `record`, shuffled and not cut."""
    if request.param == "azi":
        table = service.table(3, enforcement="record")
    else:
        table = casino_table(service, 3, preset="casino-strict-6", enforcement="record")
    table.start()
    assert table.act(table.now().turn, "shuffle").status_code == 201
    return table


def told(service: Service, client: Client, game: str) -> str:
    """All that somebody is told of the game, in one text."""
    read = client.read(f"/v1/games/{game}")
    steps = [f"/v1/games/{game}/replay?step={step}" for step in range(1, read["version"] + 1)]
    since = service.ledger.history(f"game-{game}")[0].position or 1
    ways = [*steps, f"/v1/games/{game}/events?limit=100", f"/v1/events?after={since - 1}&limit=100"]
    return json.dumps([read, *map(client.read, ways)])


def secrets(table: PlayedTable) -> list[str]:
    """Salts and values of what the decks of the game hide, as they stand in JSON."""
    rows = table.service.ledger.history(f"game-{table.game}")
    parts = [part for row in rows if row.sealed for part in json.loads(row.sealed).items()]
    found: list[Any] = [said for name, said in parts if name.endswith(":deck")]
    return [text for salt, value in found for text in (salt, json.dumps(value))]


def dealt(table: PlayedTable) -> None:
    """Plays on until cards have been dealt."""
    for _ in table.steps():
        if table.now().hands:
            return


def test_the_steward_sees_every_hand_and_nothing_of_the_deck_until_the_game_is_over(shuffled: PlayedTable) -> None:
    service, game, steward = shuffled.service, shuffled.game, shuffled.service.steward
    seen = told(service, steward, game)
    assert secrets(shuffled)
    assert not [one for one in secrets(shuffled) if one in seen]
    dealt(shuffled)
    seen, state = told(service, steward, game), shuffled.now()
    assert not [one for one in secrets(shuffled) if one in seen]
    hands = {one["seat"]: tuple(one["hand"]) for one in steward.read(f"/v1/games/{game}")["seats"] if one["hand"]}
    assert hands == state.hands
    done = steward.post(f"/v1/games/{game}/actions", {"type": "void_game", "reason": "enough"})
    assert done.status_code == 201
    seen = told(service, steward, game)
    assert not [one for one in secrets(shuffled) if one not in seen]


def test_no_cut_shuffle_or_deal_of_the_services_is_corrected_once_its_cards_are_out(shuffled: PlayedTable) -> None:
    service, game = shuffled.service, shuffled.game
    kind = shuffled.now().__class__.__module__.split(".")[1]

    def corrects(word: str) -> Any:
        rows = service.ledger.history(f"game-{game}")
        step = [row.originator_version for row in rows if row.topic == f"{kind}.{word}"][-1]
        body, version = {"step": step, "reason": "mistyped"}, rows[-1].originator_version
        return service.steward.post(f"/v1/games/{game}/corrections", body, If_Match=f'"{version}"')

    assert shuffled.act(shuffled.now().turn, "cut", at=9).status_code == 201
    assert corrects("deck_cut").status_code == 201
    assert shuffled.act(shuffled.now().turn, "cut", at=10).status_code == 201
    dealt(shuffled)
    for word in ("deck_committed", "deck_cut", "cards_dealt"):
        answer = corrects(word)
        assert (answer.status_code, answer.json()["rule"]) == (409, DECK[kind])
    shuffled.act(shuffled.now().turn, "decline_blind" if kind == "azi" else "nothing")
    if kind == "azi":
        assert corrects("blind_declined").status_code == 201
        assert corrects("deck_cut").json()["rule"] == DECK[kind]


def test_a_branch_waits_for_the_end_of_the_game(shuffled: PlayedTable) -> None:
    service, path = shuffled.service, f"/v1/games/{shuffled.game}/branches"
    dealt(shuffled)
    assert service.steward.post(path, {"step": 3}).status_code == 403
    assert service.steward.get(path).status_code == 403
    service.steward.done(f"/v1/games/{shuffled.game}/actions", {"type": "void_game", "reason": "enough"})
    assert service.steward.post(path, {"step": 3}).status_code == 201


def test_a_card_that_has_replaced_another_does_not_go_back_under_the_trump(service: Service) -> None:
    table = service.table(4, enforcement="record")
    table.start()
    table.play_until("blind")
    state, path = table.now(), f"/v1/games/{table.game}"
    seat = next(at for at in state.dealt_to[1:] if at != state.dealer)
    service.steward.done(f"{path}/actions", {"type": "expose", "seat": seat, "card": state.hands[seat][0]})
    assert table.act(seat, "replace_card").status_code == 201
    rows = service.ledger.history(f"game-{table.game}")
    for word in ("azi.card_replaced", "azi.card_exposed"):
        step = next(row.originator_version for row in rows if row.topic == word)
        body, version = {"step": step, "reason": "mistyped"}, rows[-1].originator_version
        answer = service.steward.post(f"{path}/corrections", body, If_Match=f'"{version}"')
        assert answer.json()["rule"] == "AZI-DEAL-8"
