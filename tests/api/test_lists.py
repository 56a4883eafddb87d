"""Lists of acts through the interface: an evening in ten calls, what is refused and where, one key, a branch played on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.casino_table import casino_table
from tests.api.service import Client, Service, new_key

HANDS = {"1": ["KD", "7H", "6S"], "2": ["TD", "AH", "8H"], "3": ["AD", "QS", "KH"]}
LOT = {"type": "draw_lot", "draws": [{"seat": 1, "card": "6H"}, {"seat": 2, "card": "7H"}, {"seat": 3, "card": "AH"}]}
DEAL = {"hands": HANDS, "trump": "9S"}
RITUAL = [
    {"type": "shuffle", "seat": 3},
    {"type": "cut", "seat": 2},
    {"type": "offer_cut", "seat": 3},
    {"type": "cut", "seat": 2},
    {"type": "deal", "seat": 3, **DEAL},
]
BIDS = [{"type": "bet_blind", "seat": 1, "amount": "10"}, {"type": "call", "seat": 2}, {"type": "call", "seat": 3}]
CARDS = ((1, "KD"), (2, "TD"), (3, "AD"), (3, "KH"), (1, "7H"), (2, "AH"), (2, "8H"), (3, "QS"), (1, "6S"))
PLAYS = [{"type": "play", "seat": seat, "card": card} for seat, card in CARDS]
SETTLE = {"type": "settle"}


class Counted:
    """A steward who counts what he sends."""

    def __init__(self, client: Client) -> None:
        self.client, self.calls = client, 0

    def sends(self, path: str, body: Any = None) -> Any:
        self.calls += 1
        return self.client.done(path, body)


def seated(service: Service, steward: Counted) -> tuple[str, list[str]]:
    """A real table of three, opened, filled, and its first game begun."""
    players = [service.player(300) for _ in range(3)]
    house = {"deck": "entered", "enforcement": "record"}
    table = steward.sends("/v1/tables", {"name": "Evening", "preset": "azi-three", "seats": 5, "house": house})["id"]
    for seat, player in enumerate(players, 1):
        steward.sends(f"/v1/tables/{table}/seats", {"player": player, "seat": seat, "amount": "200"})
    steward.sends(f"/v1/tables/{table}/games")
    return table, players


def what_happened(service: Service, table: str) -> list[str]:
    """The events of the first game."""
    return [event["type"] for event in service.auditor.read(f"/v1/games/{table}-1/events?limit=100")["events"]]


def test_an_evening_of_three_that_took_27_calls_takes_at_most_ten(service: Service) -> None:
    singly, by_lists = Counted(service.steward), Counted(service.steward)
    one, players = seated(service, singly)
    for act in (LOT, *RITUAL, *BIDS, *PLAYS, SETTLE):
        singly.sends(f"/v1/games/{one}-1/actions", act)
    for player in players:
        singly.sends(f"/v1/tables/{one}/leave", {"player": player})
    other, again = seated(service, by_lists)
    for acts in ([LOT, {"type": "deal_in_order", **DEAL}], BIDS, [*PLAYS, SETTLE]):
        by_lists.sends(f"/v1/games/{other}-1/actions", {"acts": acts})
    by_lists.sends(f"/v1/tables/{other}/close")
    assert (singly.calls, by_lists.calls) == (27, 9)
    money = [[service.cashier.read(f"/v1/players/{player}")["wallet"] for player in of] for of in (players, again)]
    assert money[0] == money[1]
    assert sum(int(wallet["amount"]) for wallet in money[0]) == 900
    assert what_happened(service, one) == what_happened(service, other)


@pytest.fixture
def game(service: Service) -> str:
    """A game of which the lot has been drawn."""
    table, _ = seated(service, Counted(service.steward))
    service.steward.done(f"/v1/games/{table}-1/actions", LOT)
    return f"{table}-1"


def test_a_refusal_names_the_place_in_the_list_in_every_language(service: Service, game: str) -> None:
    body = {"acts": [*RITUAL, BIDS[0], {"type": "raise", "seat": 2, "amount": "41"}]}
    before = service.steward.read(f"/v1/games/{game}")["version"]
    key = new_key()
    told = service.steward.post(f"/v1/games/{game}/actions", body, key)
    assert (told.status_code, told.json()["rule"], told.json()["index"]) == (409, "AZI-BID-3", 6)
    assert told.json()["detail"].startswith("acts.6: ")
    again = service.steward.post(f"/v1/games/{game}/actions", body, key, Accept_Language="de")
    assert (again.headers["Idempotent-Replayed"], again.json()["detail"][:8]) == ("true", "acts.6: ")
    assert again.json()["detail"] != told.json()["detail"]
    assert service.steward.read(f"/v1/games/{game}")["version"] == before


@pytest.mark.parametrize(
    ("acts", "detail"),
    [
        ([], "acts: Length must be between 1 and 100."),
        ([{"type": "settle"}] * 101, "acts: Length must be between 1 and 100."),
        ({"type": "settle"}, "acts: Not a valid list."),
        ([SETTLE, {"type": "play", "seat": 1}], "acts.1.card: Missing data for required field."),
        ([SETTLE, {"type": "jump"}], "acts.1.type: Must be one of"),
        ([SETTLE, "play"], "acts.1.type: Must be one of"),
        ([SETTLE, {"type": "deal_in_order", "seat": 1}], "acts.1.seat: Unknown field"),
        ([SETTLE, {"type": "trail", "seat": 1, "card": "9H"}], "acts.1.type: Azi has no such act."),
        ([SETTLE, {"acts": [SETTLE]}], "acts.1.type: Must be one of"),
        ([SETTLE, {"type": "cut", "seat": 1, "at": 99}], "acts.1.at: Must be from 0 to 52."),
    ],
)
def test_a_malformed_list_says_where(service: Service, game: str, acts: Any, detail: str) -> None:
    told = service.steward.post(f"/v1/games/{game}/actions", {"acts": acts})
    assert (told.status_code, told.json()["detail"][: len(detail)]) == (422, detail), told.text


def test_beside_a_list_stands_nothing(service: Service, game: str) -> None:
    told = service.steward.post(f"/v1/games/{game}/actions", {"acts": [SETTLE], "seat": 1})
    assert (told.status_code, list(told.json()["errors"])) == (422, ["seat"])


def test_who_may_not_send_an_act_of_the_list_is_told_which(service: Service, game: str) -> None:
    player = service.steward.read(f"/v1/games/{game}")["seats"][0]["player"]
    told = service.room.acting_for(player).post(f"/v1/games/{game}/actions", {"acts": [SETTLE]})
    assert (told.status_code, told.json()["index"], told.json()["detail"]) == (403, 0, "acts.0: Only a steward may do this.")


def test_one_key_stands_for_the_whole_list_however_it_is_written(service: Service, game: str) -> None:
    key = new_key()
    acts = [{"type": "deal_in_order", **DEAL}, *BIDS]
    first = service.steward.post(f"/v1/games/{game}/actions", {"acts": acts}, key)
    assert first.status_code == 201, first.text
    assert len(first.json()["events"]) == 9
    written = [{"cuts": None, **acts[0]}, *BIDS]
    again = service.steward.post(f"/v1/games/{game}/actions", {"acts": [{**written[0], "table": None}, *BIDS]}, key)
    assert again.status_code == 422  # `cuts` can not be null
    same = service.steward.post(f"/v1/games/{game}/actions", {"acts": [{**acts[0], "table": None}, *BIDS]}, key)
    assert (same.content, same.headers["Idempotent-Replayed"]) == (first.content, "true")
    other = service.steward.post(f"/v1/games/{game}/actions", {"acts": acts[:1]}, key)
    assert other.json()["type"] == "/problems/key-reused"


def test_a_deal_in_its_usual_order_is_sent_alone_too_and_in_casino(service: Service) -> None:
    table = casino_table(service, enforcement="record", deck="entered")
    game = table.start()
    draws = [{"seat": 1, "card": "2H"}, {"seat": 2, "card": "3H"}]
    service.steward.done(f"/v1/games/{game}/actions", {"type": "draw_lot", "draws": draws})
    hands = {"1": ["AS", "2S", "3S", "4S"], "2": ["5S", "6S", "7S", "8S"]}
    dealt = {"type": "deal_in_order", "cuts": [20], "hands": hands, "table": ["9S", "TS", "JS", "QS"]}
    events = service.steward.done(f"/v1/games/{game}/actions", dealt)["events"]
    assert [event["type"] for event in events] == ["casino.deck_shuffled", "casino.deck_cut", "casino.cards_dealt"]
    wrong = service.steward.post(f"/v1/games/{game}/actions", dealt)
    assert (wrong.status_code, wrong.json()["rule"], wrong.json().get("index")) == (409, "CAS-DEAL-4", None)


def test_a_branch_is_played_on_by_a_list(service: Service, game: str) -> None:
    service.steward.done(f"/v1/games/{game}/actions", {"acts": [*RITUAL, *BIDS]})
    version = service.steward.read(f"/v1/games/{game}")["version"]
    branch = service.steward.done(f"/v1/games/{game}/branches", {"step": version - 3})
    assert branch["branched_from"] == version - 3
    place = f"/v1/branches/{branch['id']}/actions"
    told = service.steward.post(place, {"acts": [BIDS[0], {"type": "fold", "seat": 3}]})
    assert (told.status_code, told.json()["index"]) == (409, 1)
    done = service.steward.done(place, {"acts": [*BIDS, PLAYS[0]]})
    assert [event["type"] for event in done["happened"]] == ["azi.blind_bet", "azi.called", "azi.called", "azi.card_played"], done
