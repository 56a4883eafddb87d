"""What a dealer gets wrong, as it is settled through the interface: exposed cards, forgotten cuts, shuffles too many."""

from __future__ import annotations

import pytest

from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Service

# Four players, seat 1 deals, first hand is seat 2; the middle seat's first card, 7H, is shown.
HANDS = {2: "AH KH 6D", 3: "7H 7D 8D", 4: "AD KD 9H", 1: "AS KS QS"}


@pytest.fixture
def shown(service: Service) -> RealTable:
    """A deal in which the dealer has shown the seven of hearts of seat 3."""
    table = RealTable(service, 4, enforcement="refuse").start()
    table.deal(HANDS, "6S")
    table.do("expose", seat=3, card="7H")
    return table


def hand(table: RealTable, seat: int, viewer: int) -> list[str] | None:
    """The hand of a seat as the player at another one sees it."""
    found: list[str] | None = table.table.of(viewer).read(f"/v1/games/{table.game}")["seats"][seat - 1]["hand"]
    return found


def test_d9_the_owner_of_an_exposed_card_keeps_it(shown: RealTable) -> None:
    game = shown.now()
    assert (game["phase"], game["turn"]) == ("exposed", 3)
    assert game["exposed"] == [{"seat": 3, "card": "7H", "choice": None}]
    assert [act["type"] for act in shown.table.seen(3)["legal"]] == ["keep_card", "demand_redeal"]
    replace = next(act for act in shown.now()["legal"] if act["type"] == "replace_card")
    assert (replace["seat"], replace["given_up"], set(replace)) == (3, "7H", {"type", "seat", "given_up", "fill"})
    assert {"TS", "AC"} & set(replace["fill"]["card"]["of"]) == {"TS"}
    assert shown.by(3, "keep_card").status_code == 201
    game = shown.now()
    assert (game["phase"], game["turn"], game["pot"]["amount"]) == ("blind", 2, "20")
    assert game["exposed"] == [{"seat": 3, "card": "7H", "choice": "kept"}]
    shown.bids((2, "bet_blind", 10))


def test_d9_the_owner_of_an_exposed_card_has_it_replaced_and_nobody_else_sees_the_new_one(shown: RealTable) -> None:
    assert shown.by(3, "replace_card", card="AC").status_code == 403
    shown.refused("AZI-DEAL-9", "replace_card", seat=3, card="AH")
    shown.refused("AZI-DEAL-9", "replace_card", seat=3)
    shown.do("replace_card", seat=3, card="TS")
    assert sorted(hand(shown, 3, 3) or []) == ["7D", "8D", "TS"]
    for viewer in (1, 2, 4):
        assert hand(shown, 3, viewer) is None
        text = shown.table.of(viewer).get(f"/v1/games/{shown.game}/events").text
        assert "TS" not in text
        assert '"7H"' in text
    (opened,) = [
        event["opened"]
        for event in shown.table.of(3).read(f"/v1/games/{shown.game}/events")["events"]
        if event["type"] == "azi.card_replaced"
    ]
    assert opened["replacement"]["3"]["value"] == "TS"
    game = shown.now()
    assert (game["phase"], game["turn"], game["pot"]["amount"]) == ("blind", 2, "20")
    position = shown.service.ledger.head()
    shown.service.auditor.read(f"/v1/penalties?min_position={position}")


def test_d9_only_the_redeal_costs_the_dealer_an_ante(shown: RealTable) -> None:
    assert shown.by(3, "demand_redeal").status_code == 201
    (penalty,) = shown.events("penalty_imposed")
    told = (penalty["offence"], penalty["seat"], penalty["chips"], penalty["found_by"], penalty["claimant"], penalty["card"])
    assert told == ("exposed_card", 1, "5", "demand", 3, "7H")
    game = shown.now()
    assert (game["deal"], game["dealer"], game["phase"], game["pot"]["amount"]) == (2, 1, "shuffle", "25")
    assert shown.stacks() == {1: 990, 2: 995, 3: 995, 4: 995}
    assert [line["kind"] for line in adds_up(shown.service, shown.seats[1])][-2:] == ["ante", "penalty_exposed_card"]
    books_balance(shown.service, shown.game)
    shown.deal(HANDS, "6S")
    shown.bids((2, "bet_blind", 10))


def test_d10_a_replacement_is_the_card_next_under_the_trump_and_never_another(service: Service) -> None:
    table = service.table(4, enforcement="record")
    table.start()
    table.play_until("blind")
    before = service.ledger.load(f"game-{table.game}").state
    seat = next(at for at in before.dealt_to[1:] if at != before.dealer)
    card = before.hands[seat][0]
    acts = f"/v1/games/{table.game}/actions"
    service.steward.done(acts, {"type": "expose", "seat": seat, "card": card})
    answer = table.act(seat, "replace_card", card=before.stock[-1])
    assert (answer.status_code, answer.json()["rule"]) == (409, "AZI-DEAL-9")
    assert table.act(seat, "replace_card").status_code == 201
    after = service.ledger.load(f"game-{table.game}").state
    assert after.hands[seat] == (before.stock[0], *before.hands[seat][1:])
    assert set(table.seen(seat)["seats"][[at["seat"] for at in table.seen(seat)["seats"]].index(seat)]["hand"]) == set(
        after.hands[seat]
    )


def test_several_owners_choose_in_the_order_of_dealing_and_out_of_turn_it_is_refused(service: Service) -> None:
    table = RealTable(service, 4, enforcement="refuse").start()
    table.deal(HANDS, "6S")
    table.do("expose", seat=4, card="KD")
    table.do("expose", seat=3, card="7H")
    assert table.turn() == 3
    early = table.by(4, "keep_card")
    assert (early.status_code, early.json()["rule"]) == (409, "AZI-VIOL-7")
    assert table.by(3, "keep_card").status_code == 201
    assert table.by(4, "keep_card").status_code == 201
    assert table.now()["phase"] == "blind"


def test_under_redeal_and_penalty_the_dealer_pays_at_once_and_it_counts_as_a_renege(service: Service) -> None:
    table = RealTable(service, 4, exposed_card="redeal_and_penalty", exposed_penalty="twice_pot").start()
    table.deal(HANDS, "6S")
    table.do("expose", seat=3, card="7H")
    assert (table.pot(), table.now()["deal"]) == (60, 2)
    table.deal(HANDS, "6S")
    table.do("expose", seat=2, card="AH")
    assert table.pot() == 180
    assert [out["seat"] for out in table.events("player_put_out")] == [1]
    assert [seat["seat"] for seat in table.now()["seats"] if seat["out"]] == [1]
    assert table.stacks()[1] == 1000 - 5 - 40 - 120
    books_balance(service, table.game)


def test_a_card_is_exposed_only_between_the_deal_and_the_first_bid(shown: RealTable) -> None:
    assert shown.by(3, "keep_card").status_code == 201
    shown.refused("AZI-VIOL-1", "expose", seat=1, card="AS")
    shown.bids((2, "bet_blind", 10))
    shown.refused("AZI-VIOL-1", "expose", seat=3, card="7D")


def test_where_the_service_deals_to_players_a_steward_can_not_ask_for_cards_by_exposing_them(service: Service) -> None:
    table = service.table(3)
    table.start()
    table.play_until("blind")
    said = set()
    for seat in table.seats:
        for card in ("AH", "AD", "AS", "6H", "9D"):
            answer = service.steward.post(f"/v1/games/{table.game}/actions", {"type": "expose", "seat": seat, "card": card})
            assert answer.status_code == 409
            said.add((answer.json()["rule"], answer.json()["detail"]))
    assert said == {("AZI-VIOL-1", "Here the service deals, and nobody can show a card.")}


def uncut(service: Service, **house: object) -> RealTable:
    """A deal of four without any cut."""
    table = RealTable(service, 4, **house).start()
    table.deal(HANDS, "6S", cut=False)
    return table


def test_d11_a_forgotten_cut_noticed_before_the_blind_bet_is_dealt_again_at_the_dealers_cost(service: Service) -> None:
    table = uncut(service)
    assert table.by(4, "demand_redeal").status_code == 201
    (penalty,) = table.events("penalty_imposed")
    told = (penalty["offence"], penalty["rule"], penalty["seat"], penalty["chips"], penalty["found_by"], penalty["claimant"])
    assert told == ("missing_cut", "AZI-VIOL-5", 1, "5", "demand", 4)
    assert table.stacks() == {1: 990, 2: 995, 3: 995, 4: 995}
    assert (table.pot(), table.now()["dealer"], table.now()["phase"]) == (25, 1, "shuffle")
    assert [line["kind"] for line in adds_up(service, table.seats[1])][-2:] == ["ante", "penalty_missing_cut"]
    books_balance(service, table.game)


@pytest.mark.parametrize("word", ["bet_blind", "decline_blind"])
def test_d11_a_forgotten_cut_noticed_once_bidding_has_begun_is_too_late(service: Service, word: str) -> None:
    table = uncut(service)
    table.bids((2, word, 10) if word == "bet_blind" else (2, word))
    answer = table.by(4, "demand_redeal")
    assert (answer.status_code, answer.json()["rule"]) == (409, "AZI-VIOL-5")


def test_that_a_cut_is_missing_is_told_to_the_steward_and_the_auditor_and_to_no_player(service: Service) -> None:
    table = uncut(service)
    for seat in table.seats:
        told = table.table.seen(seat)
        assert "violations" not in told
        assert "demand_redeal" not in [act["type"] for act in told["legal"]]
        assert "demand_redeal" not in table.table.of(seat).get(f"/v1/games/{table.game}/replay?step={told['version']}").text
    for client in (service.steward, service.auditor):
        (found,) = client.read(f"/v1/games/{table.game}")["violations"]
        assert (found["seat"], found["rule"], found["kind"], found["status"]) == (1, "AZI-VIOL-5", "missing_cut", "open")
    for client in (service.client("steward"), service.room, service.admin):
        assert "violations" not in client.read(f"/v1/games/{table.game}")


def test_d12_a_third_shuffle_is_refused_online(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.ritual()
    table.refused("AZI-DEAL-7", "shuffle", seat=1)


def test_d12_a_third_shuffle_is_recorded_and_dealt_without_the_cut_then_due_it_is_a_missing_cut(service: Service) -> None:
    table = RealTable(service).start()
    table.ritual()
    table.do("shuffle", seat=1)
    assert (table.now()["phase"], table.turn()) == ("last_cut", 3)
    table.do("deal", seat=1, hands={"2": ["AH", "KH", "6D"], "3": ["7H", "7D", "8D"], "1": ["AS", "KS", "QS"]}, trump="6S")
    assert [found["kind"] for found in table.now()["violations"]] == ["missing_cut"]
    table.do("demand_redeal", seat=2)
    assert table.events("penalty_imposed")[0]["offence"] == "missing_cut"
    table.ritual()
    table.do("shuffle", seat=1)
    table.do("cut", seat=3, at=9)
    table.do("deal", seat=1, hands={"2": ["AH", "KH", "6D"], "3": ["7H", "7D", "8D"], "1": ["AS", "KS", "QS"]}, trump="6S")
    assert [found["kind"] for found in table.now()["violations"] if found["status"] == "open"] == []
