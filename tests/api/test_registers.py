"""The registers of penalties and of refusals: what stands in them, and who is shown what."""

from __future__ import annotations

import json
import re

import pytest

from tests.api.real_table import RealTable
from tests.api.service import Client, Service

HANDS = {2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}
IS_CARD = re.compile(r"\b[6-9TJQKA][CDHS]\b")


@pytest.fixture
def punished(service: Service) -> RealTable:
    """A game with a renege of seat 3 claimed by seat 1, and a false claim of seat 2."""
    table = RealTable(service, false_claim_penalty="ante").start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D")
    assert table.by(1, "claim", deal=1, trick=1, card="7D").status_code == 201
    assert table.by(2, "claim", deal=1, trick=1, card="AH").status_code == 201
    return table


def listed(client: Client, service: Service, what: str = "penalties", **query: object) -> list[dict[str, object]]:
    """A register as this client is shown it, all pages of it."""
    query = {"min_position": service.ledger.head(), "limit": 2, **query}
    found: list[dict[str, object]] = []
    while True:
        page = client.read(f"/v1/{what}?" + "&".join(f"{name}={value}" for name, value in query.items()))
        found += page[what]
        if page["next"] is None:
            return found
        query["cursor"] = page["next"]


def test_a_penalty_is_listed_with_all_that_is_known_of_it(service: Service, punished: RealTable) -> None:
    renege, false_claim = listed(service.auditor, service, game=punished.game)
    event = punished.events("penalty_imposed")[0]
    assert {name: value for name, value in renege.items() if name not in {"position", "recorded_at"}} == {
        "game": punished.game,
        "table": punished.id,
        "step": punished.step_of("penalty_imposed", 0),
        "deal": 1,
        "trick": 1,
        "card": "7D",
        "seat": 3,
        "player": punished.seats[3],
        "offence": "renege",
        "rule": "AZI-VIOL-2",
        "broken": "AZI-PLAY-2",
        "found_by": "claim",
        "claimant_seat": 1,
        "claimant": punished.seats[1],
        "claimant_name": "Anna",
        "player_name": "Anna",
        "table_name": "Test table",
        "amount": {"amount": "130", "unit": "chip", "scale": 0},
        "points": 0,
        "account": f"game:{punished.game}:pot",
        "returned_by": None,
        "dispute": None,
        "ruling": None,
        "ended_by": None,
        "ended_in": None,
        "stands": True,
    }
    assert event["chips"] == "130"
    told = (false_claim["offence"], false_claim["player"], false_claim["amount"]["amount"], false_claim["rule"])  # type: ignore[index]
    assert told == ("false_claim", punished.seats[2], "5", "AZI-CLAIM-1")


def test_penalties_are_filtered_by_player_table_game_and_offence(service: Service, punished: RealTable) -> None:
    offences = [
        [one["offence"] for one in listed(service.steward, service, **query)]
        for query in (
            {"table": punished.id},
            {"game": punished.game, "offence": "renege"},
            {"player": punished.seats[2]},
            {"player": punished.seats[1]},
            {"table": punished.id, "offence": "missing_cut"},
        )
    ]
    assert offences == [["renege", "false_claim"], ["renege"], ["false_claim"], [], []]
    for query in ("offence=theft", "game=x", "player=A", "limit=0", "limit=101", "cursor=AAAA", "colour=red"):
        assert service.steward.get(f"/v1/penalties?{query}").status_code == 422, query


def test_who_is_shown_which_penalties(service: Service, punished: RealTable) -> None:
    for client in (service.auditor, service.admin, service.steward, service.client("steward"), service.room):
        assert len(listed(client, service, game=punished.game)) == 2
    for seat in punished.seats:
        assert len(listed(punished.table.of(seat), service)) == 2
    stranger = service.room.acting_for(service.player())
    assert listed(stranger, service) == []
    assert listed(stranger, service, player=punished.seats[3]) == []
    assert service.cashier.get("/v1/penalties").status_code == 403
    assert service.http.get("/v1/penalties").status_code == 401


def test_what_a_player_is_told_of_violations_changes_with_the_claim_and_not_before(service: Service) -> None:
    table = RealTable(service).start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D")
    for seat in table.seats:
        text = table.table.of(seat).get(f"/v1/games/{table.game}").text
        assert "violations" not in text
        assert "AZI-PLAY-2" not in text
        assert "AZI-PLAY-2" not in table.table.of(seat).get(f"/v1/games/{table.game}/replay").text
    (found,) = service.auditor.read(f"/v1/games/{table.game}")["violations"]
    assert found == {
        "seat": 3,
        "rule": "AZI-PLAY-2",
        "kind": "renege",
        "deal": 1,
        "trick": 1,
        "card": "7D",
        "status": "open",
    }
    lawful = RealTable(service).start()
    lawful.deal(HANDS, "6S")
    lawful.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    lawful.plays("AH 9H")
    assert lawful.now()["version"] == table.now()["version"]
    assert lawful.table.seen(1)["legal"] == [{**act, "seat": 1} for act in table.table.seen(1)["legal"]]
    table.do("claim", seat=1, deal=1, trick=1, card="7D")
    assert table.now()["violations"][0]["status"] == "punished"


def test_a_refusal_is_listed_with_who_when_rule_stream_and_status(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.deal(HANDS, "6S")
    table.refused("AZI-BID-1", "bet_blind", seat=2, amount="2")
    answer = table.by(3, "check")
    (first, second) = listed(service.auditor, service, "refusals", table=table.id)
    assert (first["rule"], first["role"], first["stream"], first["table"], first["game"], first["status"]) == (
        "AZI-BID-1",
        "steward",
        f"game-{table.game}",
        table.id,
        table.game,
        409,
    )
    assert (first["detail"], first["type"]) == ("Possible is 5 to 10, not 2.", "/rules/azi#AZI-BID-1")
    assert first["facts"] == {"seat": 2, "price": "2", "low": "5", "high": "10"}
    assert (second["actor"], second["role"]) == (table.seats[3], "room")
    assert second["rule"] == answer.json()["rule"]
    assert listed(service.auditor, service, "refusals", game=table.game, rule="AZI-BID-1") == [first]
    assert listed(service.auditor, service, "refusals", table=table.id, actor=table.seats[3]) == [second]


def test_who_is_shown_which_refusals(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.refused("AZI-ORDER-1", "fold", seat=2)
    assert len(listed(service.auditor, service, "refusals", table=table.id)) == 1
    assert len(listed(service.steward, service, "refusals", table=table.id)) == 1
    other = service.client("steward", "another-steward")
    assert listed(other, service, "refusals", table=table.id) == []
    assert other.post("/v1/tables", {"name": "T", "preset": "no-such", "seats": 5}).status_code == 409
    (own,) = listed(other, service, "refusals")
    assert (own["rule"], own["actor"], own["stream"]) == ("TABLE-1", "another-steward", None)
    for client in (service.admin, service.cashier, service.room, table.table.of(2)):
        assert client.get("/v1/refusals").status_code == 403
    assert service.http.get("/v1/refusals").status_code == 401


def test_a_refusal_of_a_running_game_tells_no_card_to_who_may_not_see_it_and_all_of_them_afterwards(service: Service) -> None:
    online = service.table(3)
    online.start()
    online.play_until("play")
    state = service.ledger.load(f"game-{online.game}").state
    seat = state.turn
    assert online.act(seat, "play", card=state.trump).status_code == 409
    for client in (service.steward, service.auditor):
        (line,) = listed(client, service, "refusals", game=online.game)
        assert [line[name] for name in ("rule", "title", "type", "detail", "facts")] == [None] * 5
        assert not IS_CARD.search(json.dumps(line))
    online.play()
    for client in (service.steward, service.auditor):
        (line,) = listed(client, service, "refusals", game=online.game)
        assert line["detail"] == f"Seat {seat} (Anna) does not hold {state.trump}."


def test_the_legal_cards_of_a_refused_play_are_told_to_the_steward_who_types_and_to_nobody_else(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH")
    assert table.by(3, "play", card="7D").status_code == 409
    (line,) = listed(service.steward, service, "refusals", game=table.game)
    assert line["facts"] == {"seat": 3, "card": "7D", "led": "H", "legal": ["9H"]}
    (line,) = listed(service.auditor, service, "refusals", game=table.game)
    assert [line[name] for name in ("rule", "title", "type", "detail", "facts")] == [None] * 5
    for rule, limit in (("AZI-PLAY-2", 50), ("AZI-PLAY-2", 1), ("AZI-PLAY-3", 1)):  # nor does the search tell it
        assert service.auditor.read(f"/v1/refusals?game={table.game}&rule={rule}&limit={limit}") == {"refusals": [], "next": None}
    assert len(listed(service.steward, service, "refusals", game=table.game, rule="AZI-PLAY-2")) == 1


def test_a_cursor_of_the_log_is_signed_and_belongs_to_its_reader(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    for seat in (1, 2, 3):
        table.refused("AZI-ORDER-1", "fold", seat=seat)
    page = service.auditor.read(f"/v1/refusals?table={table.id}&limit=2")
    assert len(page["refusals"]) == 2
    assert len(service.auditor.read(f"/v1/refusals?table={table.id}&cursor={page['next']}")["refusals"]) == 1
    for cursor in ("AAAA", page["next"][:-2] + "zz"):
        assert service.auditor.get(f"/v1/refusals?cursor={cursor}").status_code == 422
    assert service.steward.get(f"/v1/refusals?cursor={page['next']}").status_code == 422


def test_a_refusal_repeated_under_its_key_stands_in_the_log_once(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    for _ in range(3):
        answer = service.steward.post(f"/v1/games/{table.game}/actions", {"type": "fold", "seat": 2}, f"once-{table.game}")
        assert answer.status_code == 409
    assert len(listed(service.auditor, service, "refusals", table=table.id)) == 1


def test_who_sits_down_while_a_game_runs_claims_in_it_by_himself_or_by_the_steward(service: Service) -> None:
    table = RealTable(service, false_claim_penalty="ante").start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D")
    eva, fred = service.player(100, "Eva"), service.player(100, "Fred")
    claim = {"type": "claim", "deal": 1, "trick": 1}
    acts, seats = f"/v1/games/{table.game}/actions", f"/v1/tables/{table.id}/seats"
    speaking = service.room.acting_for
    assert speaking(eva).post(acts, {**claim, "seat": 5, "card": "AH"}).status_code == 403  # she does not sit there yet
    service.steward.done(seats, {"player": eva, "seat": 5, "amount": "50"})
    assert speaking(fred).post(acts, {**claim, "seat": 5, "card": "AH"}).status_code == 403
    assert speaking(table.seats[2]).post(acts, {**claim, "seat": 5, "card": "AH"}).status_code == 403
    assert speaking(eva).post(acts, {**claim, "seat": 1, "card": "AH"}).status_code == 403
    assert speaking(eva).read(f"/v1/games/{table.game}")["legal"] == []
    wrong = speaking(eva).done(acts, {**claim, "seat": 5, "card": "AH"})["events"]
    assert [event["type"] for event in wrong] == ["azi.claimant_named", "azi.claim_made", "azi.claim_unfounded"]
    assert speaking(eva).done(f"/v1/tables/{table.id}/leave")  # whoever is not in the game gets up at any time
    service.steward.done(seats, {"player": fred, "seat": 5, "amount": "50"})
    right = service.steward.done(acts, {**claim, "seat": 5, "card": "7D"})["events"]
    assert right[0]["data"]["player"] == fred
    (penalty,) = listed(service.steward, service, game=table.game)
    assert (penalty["claimant_seat"], penalty["claimant"], penalty["player"]) == (5, fred, table.seats[3])
    assert service.steward.post(acts, {**claim, "seat": 6, "card": "7D"}).status_code == 409
    table.do("void_game", reason="Fire alarm")
    (counted,) = service.admin.read(f"/v1/statistics?by=table&table={table.id}&min_position={service.ledger.head()}")["statistics"]
    assert (counted["claims_right"], counted["claims_wrong"]) == (1, 1)
    table.start()
    table.do("void_game", reason="Fire alarm again")  # now he has been in a game of this table himself
    mine = service.admin.read(f"/v1/statistics?by=player&player={fred}&min_position={service.ledger.head()}")["statistics"]
    assert [(one["games"], one["claims_right"], one["claims_wrong"]) for one in mine] == [(1, 1, 0)]
