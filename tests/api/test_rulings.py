"""Disputes and rulings through the interface: what each may do and see, and what comes of it in statements and books."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.api.program import here
from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Client, Service
from tests.api.test_disputes import HANDS, after_the_bidding, settled
from tests.conftest import Database

RENEGE = "AH 7D KH  KD 8D JD  QD 9H TD"


class Case:
    """A dispute on the game of a table. `by`: who opens it."""

    def __init__(self, table: RealTable, by: int = 1, **about: Any) -> None:
        self.table, self.service = table, table.service
        body = {"game": table.game, "kind": "renege", "words": "Seat 3 had hearts", **about}
        self.opened = table.table.of(by).done("/v1/disputes", body)
        self.id = self.opened["id"]

    def seen(self, client: Client | None = None) -> Any:
        """The dispute, as the steward sees it or somebody else."""
        return (client or self.service.steward).read(f"/v1/disputes/{self.id}")

    def rule(self, decision: str, version: int | None = None, by: Client | None = None, **more: Any) -> httpx.Response:
        """A ruling of the steward on the dispute as it is, or as it was at that version."""
        told = self.service.steward.get(f"/v1/disputes/{self.id}").headers["ETag"] if version is None else f'"{version}"'
        body = {"decision": decision, "reason": "See trick 1", "rule": "AZI-VIOL-2", **more}
        return (by or self.service.steward).post(f"/v1/disputes/{self.id}/rulings", body, If_Match=told)


@pytest.fixture(scope="module")
def reneged(service: Service) -> RealTable:
    """D1: seat 3 threw ♦7 on ♥A and had ♥9, which came out in trick 3; nobody claimed it before the settlement."""
    table = after_the_bidding(service)
    table.plays(RENEGE)
    settled(table)
    return table


def test_d1_a_renege_claimed_too_late_is_a_dispute_with_its_evidence_and_a_penalty_by_ruling(reneged: RealTable) -> None:
    table, service = reneged, reneged.service
    claimed = table.by(1, "claim", deal=1, trick=1, card="7D")
    assert (claimed.status_code, claimed.json()["rule"]) == (409, "AZI-ORDER-1")
    case = Case(table, deal=1, trick=1, card="7D")
    told = case.seen(table.table.of(2))
    assert (told["state"], told["by"], told["role"]) == ("open", table.seats[1], "player")
    evidence = told["evidence"]
    opinion = evidence["opinion"]
    assert (opinion["verdict"], opinion["rule"]) == ("against_the_rules", "AZI-PLAY-2")
    assert (opinion["facts"]["hand"], opinion["facts"]["legal"]) == (["9H", "7D", "8D"], ["9H"])
    assert [event["event"]["data"]["card"] for event in evidence["events"]] == ["AH", "7D"]
    assert evidence["before"]["trick"] == [{"seat": 2, "card": "AH"}]
    assert evidence["after"]["trick"] == [{"seat": 2, "card": "AH"}, {"seat": 3, "card": "7D"}]
    answered = table.table.of(3).done(f"/v1/disputes/{case.id}/answers", {"words": "I did not see it"})
    assert answered["state"] == "answered"
    ruled = case.rule("penalty", seat=3, amount="180", to=[1, 2])
    assert ruled.status_code == 201, ruled.text
    moved = [(one["seat"], one["way"], one["amount"]["amount"]) for one in ruled.json()["rulings"][0]["moved"]]
    assert moved == [(3, "taken", "180"), (1, "given", "90"), (2, "given", "90")]
    assert [deed["what"] for deed in case.seen()["deeds"]] == ["opened", "answered", "ruled"]
    lines = adds_up(service, table.seats[3])
    assert [(line["kind"], line["amount"]["amount"], line["stream"], line["game"]) for line in lines][-1] == (
        "ruling", "-180", f"dispute-{case.id}", table.game,
    )  # fmt: skip
    assert (lines[-1]["dispute"], lines[-1]["ruling"], lines[-1]["link"]) == (case.id, 1, f"/v1/disputes/{case.id}")
    assert ", dispute 1, ruling 1; reason: " in lines[-1]["about"]
    assert service.auditor.read(f"/v1/players/{table.seats[3]}/balance")["wallet"]["amount"] == "-180"
    books_balance(service, table.game)


def test_d19_a_ruling_entered_twice_and_many_times_at_once_has_effect_once(reneged: RealTable) -> None:
    case = Case(reneged)
    version = case.opened["version"]
    before = [_wallet(reneged, seat) for seat in (1, 2, 3)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: case.rule("pay", version, seat=1, amount="7", to=[2]), range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 19
    assert [_wallet(reneged, seat) for seat in (1, 2, 3)] == [before[0] - 7, before[1] + 7, before[2]]
    assert case.rule("stands").status_code == 201
    assert [_wallet(reneged, seat) for seat in (1, 2, 3)] == before
    lines = adds_up(reneged.service, reneged.seats[2])
    told = [(line["kind"], line["amount"]["amount"], line["dispute"], line["ruling"]) for line in lines]
    assert told[-2:] == [("ruling", "7", case.id, 1), ("ruling_reversed", "-7", case.id, 2)]


def _wallet(table: RealTable, seat: int) -> int:
    position = table.service.ledger.head()
    told = table.service.auditor.read(f"/v1/players/{table.seats[seat]}/balance?min_position={position}")
    return int(told["wallet"]["amount"])


def test_a_ruling_needs_the_version_that_was_judged_a_steward_of_the_table_and_a_rule_that_there_is(reneged: RealTable) -> None:
    case, service = Case(reneged), reneged.service
    body = {"decision": "stands", "reason": "No", "rule": "AZI-VIOL-2"}
    path = f"/v1/disputes/{case.id}/rulings"
    assert service.steward.post(path, body).status_code == 428
    assert case.rule("stands", version=99).status_code == 412
    for client in (reneged.table.of(1), service.client("steward"), service.auditor, service.admin, service.room, service.cashier):
        assert case.rule("stands", by=client).status_code == 403
    for more, status, named in (
        ({"rule": "AZI-NOPE-1"}, 409, "DISPUTE-4"),
        ({"reason": " "}, 422, None),
        ({"amount": "0"}, 422, None),
        ({"seat": "1"}, 422, None),
    ):
        answer = service.steward.post(path, {**body, **more}, If_Match='"1"')
        assert (answer.status_code, answer.json().get("rule")) == (status, named), answer.text
    assert case.rule("void_deal").json()["rule"] == "DISPUTE-4"
    assert case.seen()["version"] == 1


def test_who_did_not_sit_in_the_game_neither_opens_a_dispute_nor_sees_one(reneged: RealTable, service: Service) -> None:
    case, stranger = Case(reneged), service.client("player", service.player())
    body = {"game": reneged.game, "kind": "other", "words": "Hm"}
    for client in (stranger, service.auditor, service.cashier, service.room, service.client("steward")):
        assert client.post("/v1/disputes", body).status_code == 403
    for client in (stranger, service.cashier):
        assert client.get(f"/v1/disputes/{case.id}").status_code == 403
    assert service.steward.get(f"/v1/disputes/{reneged.game}-999").status_code == 404
    assert service.steward.post("/v1/disputes", {**body, "game": f"{reneged.id}-99"}).status_code == 404


def test_disputes_are_listed_for_the_staff_and_for_who_sat_in_the_game(reneged: RealTable, service: Service) -> None:
    case = Case(reneged, kind="wrong_count", amount="5")
    where = f"/v1/disputes?game={reneged.game}&min_position={service.ledger.head()}"
    listed = service.auditor.read(f"{where}&kind=wrong_count")["disputes"]
    assert [(one["id"], one["state"], one["about"]["amount"]["amount"]) for one in listed] == [(case.id, "open", "5")]
    assert case.id in {one["id"] for one in reneged.table.of(2).read(where)["disputes"]}
    assert service.client("player", service.player()).read(where)["disputes"] == []
    assert service.cashier.get(where).status_code == 403
    first = service.admin.read(f"{where}&limit=1")
    assert service.admin.read(f"{where}&limit=1&cursor={first['next']}")["disputes"][0]["id"] != first["disputes"][0]["id"]
    withdrawn = reneged.table.of(1).done(f"/v1/disputes/{case.id}/withdrawals")
    assert withdrawn["state"] == "withdrawn"
    listed = service.auditor.read(f"/v1/disputes?state=withdrawn&min_position={service.ledger.head()}&game={reneged.game}")
    assert [one["id"] for one in listed["disputes"]] == [case.id]


@pytest.mark.parametrize(("undertrump_is_renege", "says"), [(True, "is a renege"), (False, "no renege")])
def test_d4_the_engine_judges_by_the_house_rules_stored_with_the_game(
    service: Service, undertrump_is_renege: bool, says: str
) -> None:
    table = RealTable(service, open_max="15", undertrump_is_renege=undertrump_is_renege).start()
    table.deal({2: "AH KD QD", 3: "7S 7D 8D", 1: "KH JD TD"}, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "call"))
    table.plays("AH 7D KH")
    case = Case(table, by=3, deal=1, trick=1, card="7D")
    opinion = case.seen()["evidence"]["opinion"]
    assert (opinion["verdict"], opinion["rule"]) == ("against_the_rules", "AZI-PLAY-3")
    assert says in opinion["says"]
    assert opinion["facts"]["undertrump_is_renege"] is undertrump_is_renege


def test_of_a_running_game_players_are_told_no_opinion_and_no_card(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    case = Case(table, deal=1, trick=1, card="7D")
    assert case.seen()["evidence"]["opinion"]["verdict"] == "against_the_rules"
    for seat, client in ((1, table.table.of(1)), (2, table.table.of(2)), (0, service.room)):
        answer = client.get(f"/v1/disputes/{case.id}")
        assert answer.json()["evidence"]["opinion"] is None
        others = {card for at, hand in HANDS.items() if at != seat for card in hand.split()} - {"AH", "7D", "KH"}
        assert not [card for card in others if f'"{card}"' in answer.text]


def test_a_ruling_in_the_running_game_is_carried_out_there_in_the_same_answer(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    case = Case(table, step=table.step_of("card_played", 1))
    answer = case.rule("penalty")
    assert answer.status_code == 201, answer.text
    assert [event["type"] for event in answer.json()["events"]] == [
        "azi.offence_found",
        "azi.penalty_imposed",
        "azi.play_restored",
        "dispute.ruled",
    ]
    assert table.pot() == 270
    assert case.rule("pay", seat=1, amount="5", to=[2]).json()["rule"] == "DISPUTE-4"
    appealed = table.table.of(3).done(f"/v1/disputes/{case.id}/appeals", {"words": "I could not see it"})
    assert appealed["state"] == "appealed"
    assert case.rule("stands").status_code == 201
    assert (table.pot(), table.turn()) == (90, 2)
    table.plays("KD 8D JD  QD 9H TD")
    settled(table)


def test_the_hours_within_which_a_game_can_be_disputed_are_the_tables(service: Service) -> None:
    body = {"name": "Short", "preset": "azi-three", "seats": 5, "dispute_hours": 0}
    assert service.steward.done("/v1/tables", body)["dispute_hours"] == 0
    assert service.steward.post("/v1/tables", {**body, "dispute_hours": 8761}).status_code == 422
    assert service.steward.done("/v1/tables", {**body, "dispute_hours": 8760})["dispute_hours"] == 8760


def test_disputes_are_shown_at_the_terminal(reneged: RealTable, club: Database) -> None:
    case = Case(reneged, kind="wrong_count", amount="5")
    case.rule("pay", seat=1, amount="5", to=[2])
    place = {"DATABASE_URL": club.admin_url, "CARDLEDGER_SCHEMA": club.schema, "COLUMNS": "200"}
    listed = here("disputes", "--game", reneged.game, "--state", "ruled", **place).stdout
    assert all(words in listed for words in (case.id, "wrong count", "amount 5", "pay"))
    told = json.loads(here("disputes", case.id, "--json", **place).stdout)
    assert [deed["what"] for deed in told["deeds"]] == ["opened", "ruled"]
    moved = [(move["seat"], move["chips"], move["way"]) for move in told["rulings"][0]["moved"]]
    assert moved == [(1, "5", "taken"), (2, "5", "given")]
    shown = here("disputes", case.id, **place).stdout
    assert "Ruling 1: pay, by AZI-VIOL-2" in shown
    assert here("disputes", f"{reneged.game}-999", **place).exit_code == 4
    assert here("disputes", "--state", "lost", **place).exit_code == 4


def test_a_dispute_about_a_card_tells_nobody_where_that_card_is(service: Service) -> None:
    table = service.table(3, preset="azi-four", seats=6)
    table.start()
    game = table.play_until("play")
    own = {card for seat in table.seen(1)["seats"] if seat["seat"] == 1 for card in seat["hand"]}
    known = {*own, game["trump"]}
    told = {}
    for card in (rank + suit for rank in "6789TJQKA" for suit in "SHD"):
        body = {"game": table.game, "kind": "renege", "words": "Somebody had it", "deal": game["deal"], "card": card}
        dispute = table.of(1 + len(told) % 3).done("/v1/disputes", body)["id"]
        answer = table.of(1).get(f"/v1/disputes/{dispute}")
        told[card] = json.dumps({**answer.json()["evidence"], "version": 0})
        assert not [other for other in told if other not in {*known, card} and f'"{other}"' in answer.text], card
    assert len(set(told.values())) == 1


def test_d14_d16_a_pot_that_went_to_the_wrong_player_is_shared_by_two_others_when_two_more_games_are_over(service: Service) -> None:
    table = RealTable(service, players=5, preset="azi-roulette").start()
    table.deal({2: "AS KS", 3: "7H 8H", 4: "7D 8D", 5: "9H TH", 1: "9D TD"}, "6S")
    table.plays("AS 7H 7D 9H 9D  KS 8H 8D TH TD")
    settled(table)
    assert table.events("pot_awarded")[0]["shares"][0]["chips"] == "25"
    first, stacks = table.game, table.stacks()
    for _ in range(2):
        table.start().do("void_game", reason="Nobody can see the cards")
    game, table.game = table.game, first
    before = {seat: adds_up(service, player) for seat, player in table.seats.items()}
    case = Case(table, by=5, kind="wrong_player", seat=2)
    refused = case.rule("award", to=[1, 5, 6])
    assert (refused.status_code, refused.json()["rule"]) == (409, "DISPUTE-6")
    log = service.steward.read(f"/v1/refusals?game={first}&rule=DISPUTE-6&min_position={service.ledger.head()}")["refusals"]
    assert [line["game"] for line in log] == [first]
    ruled = case.rule("award", to=[1, 5], rule="AZI-PLAY-6")
    moved = [(one["seat"], one["way"], one["amount"]["amount"]) for one in ruled.json()["rulings"][0]["moved"]]
    assert moved == [(2, "taken", "25"), (1, "given", "12"), (5, "given", "13")]  # seat 5 sits nearer left of the dealer, seat 1
    assert [_wallet(table, seat) for seat in (1, 2, 5)] == [12, -25, 13]
    for seat, player in table.seats.items():
        lines = adds_up(service, player)
        assert lines[: len(before[seat])] == before[seat]
        own = [line["amount"]["amount"] for line in lines[len(before[seat]) :]]
        assert own == {1: ["12"], 2: ["-25"], 5: ["13"]}.get(seat, [])
    (listed,) = [one for one in service.auditor.read(f"/v1/games?table={table.id}")["games"] if one["id"] == first]
    assert (listed["how"], listed["ruled"], listed["dispute"]) == ("won", "award", case.id)
    assert table.stacks() == stacks
    for number in (first, game):
        books_balance(service, number)


def test_a_ruling_on_the_last_game_changes_who_deals_next_until_the_next_game_begins(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays(RENEGE)
    settled(table)

    def due() -> int:
        seat: int = service.steward.read(f"/v1/tables/{table.id}")["next_dealer"]
        return seat

    won, first = due(), table.dealer
    other = next(seat for seat in (1, 2, 3) if seat not in (won, first))
    case = Case(table)
    assert case.rule("pay", seat=3, amount="7", to=[1]).status_code == 201
    assert due() == won
    assert case.rule("award", to=[other]).status_code == 201
    assert due() == other
    assert case.rule("void_game").status_code == 201
    assert due() == first
    assert case.rule("stands").status_code == 201
    assert due() == won
    table.start()
    assert case.rule("void_game").status_code == 201
    assert due() == won
    books_balance(service, table.game)
