"""Whole games of Casino over the interface, of every preset: chips, points, statements, replay and words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.api.casino_table import CasinoTable, casino_table
from tests.api.service import Service

# preset, players, house rules beside it, seed, decks after which seat 1 claims, right or wrong
GAMES: list[tuple[str, int, dict[str, Any], int, int]] = [
    ("casino-family", 2, {"per_point": "3"}, 1, 99),
    ("casino-strict-11", 2, {"royal": True}, 2, 99),
    ("casino-strict-6", 4, {"partners": True, "players_min": 4}, 3, 99),
    ("casino-letter", 2, {"builder_may_trail": True, "reveal": "all"}, 4, 1),
]


@pytest.fixture(scope="module", params=GAMES, ids=[game[0] for game in GAMES])
def played(service: Service, request: pytest.FixtureRequest) -> CasinoTable:
    """A game played to its end, each act by the player whose turn it is."""
    preset, players, house, seed, decks = request.param
    table = casino_table(service, players, 40, preset, **house)
    table.dice = random.Random(seed)  # noqa: S311
    table.start()
    while not (game := table.now()).over:
        assert sum(game.stacks.values()) + game.pot == 40 * players
        claims = game.decks_over == decks and game.phase == "play"
        act = {"type": "claim_target", "seat": 1} if claims else table.gets_on(game)
        answer = table.of(act["seat"]).post(f"/v1/games/{table.game}/actions", act)
        assert answer.status_code == 201, answer.text
    return table


def test_a_game_ends_with_a_winner_who_has_the_pot_and_an_empty_pot(played: CasinoTable) -> None:
    seen, players = played.seen(1), len(played.seats)
    assert seen["over"]
    assert seen["pot"]["amount"] == "0"
    assert sum(played.chips().values()) == 40 * players
    awarded, decided = events(played, "pot_awarded"), events(played, "game_decided")
    assert {share["seat"] for share in awarded[0]["shares"]} == set(seen["winners"]) == set(decided[0]["winners"])
    points = sum(int(stake["chips"]) for posted in events(played, "points_posted") for stake in posted["stakes"])
    assert sum(int(share["chips"]) for share in awarded[0]["shares"]) == 5 * players + points


def test_every_deck_comes_to_a_possible_total(played: CasinoTable) -> None:
    for scored in events(played, "deck_scored"):
        total = sum(side["points"] - side["sweeps"] for side in scored["sides"])
        assert total in ((8, 11) if len(scored["sides"]) == 2 else (7, 8, 10, 11))
        assert scored["checked"]


def test_the_statement_of_every_player_adds_up_and_calls_stakes_and_winnings_by_name(service: Service, played: CasinoTable) -> None:
    kinds = set()
    for player in played.seats.values():
        told = service.auditor.read(f"/v1/players/{player}/statement?min_position={service.ledger.head()}")
        lines = told["lines"]
        assert int(told["opening"]["amount"]) + sum(int(line["amount"]["amount"]) for line in lines) == int(
            told["closing"]["amount"]
        )
        kinds |= {line["kind"] for line in lines}
    assert {"deposit", "stake", "winnings"} <= kinds


def test_every_step_is_told_in_words_and_replayed(service: Service, played: CasinoTable) -> None:
    told = service.steward.read(f"/v1/games/{played.game}/replay")
    assert all(line["words"].strip() and "None" not in line["words"] for line in told["headlines"])
    last = service.steward.read(f"/v1/games/{played.game}/replay?step={told['steps']}")
    assert last["state"]["over"]
    middle = service.steward.read(f"/v1/games/{played.game}/replay?step={told['steps'] // 2}")
    assert middle["state"]["game"] == "casino"


def test_the_game_is_listed_with_its_hands_and_its_record_is_read_again(service: Service, played: CasinoTable) -> None:
    listed = service.steward.read(f"/v1/games?table={played.id}&min_position={service.ledger.head()}")["games"]
    assert [(game["id"], game["game"], game["status"], game["how"] in {"won", "split"}) for game in listed] == [
        (played.game, "casino", "over", True)
    ]
    record = service.steward.get(f"/v1/games/{played.game}/record")
    assert record.status_code == 200, record.text
    assert 'game = "casino"' in record.text


def events(table: CasinoTable, word: str) -> list[dict[str, Any]]:
    """The data of the game's events of this name."""
    found: list[dict[str, Any]] = []
    after = 0
    while after is not None:
        page = table.service.steward.read(f"/v1/games/{table.game}/events?limit=100&after={after}")
        found += [event["data"] for event in page["events"] if event["type"] == f"casino.{word}"]
        after = page["next"]
    return found
