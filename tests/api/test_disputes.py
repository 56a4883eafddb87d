"""Disputes that really happen, as they are settled through the interface: claims, penalties, restoring, redeals, rulings."""

from __future__ import annotations

import pytest

from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Service

# Three players, seat 1 deals, spades are trumps. Seat 2 leads hearts; seat 3 holds the nine of hearts.
HANDS = {2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}


def after_the_bidding(service: Service, blind: int = 15, chips: int = 1000, **house: object) -> RealTable:
    """Blind 15 and two calls of 30: a pot of 90, and seat 2 leads."""
    table = RealTable(service, chips=chips, open_max="15", **house).start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", blind), (3, "call"), (1, "call"))
    return table


def settled(table: RealTable) -> None:
    """Settles; the game must be over, everybody's statement add up, and the books balance."""
    table.do("settle")
    assert table.now()["over"]
    for player in table.seats.values():
        adds_up(table.service, player)
    books_balance(table.service, table.game)


def test_d1_a_renege_claimed_when_the_suit_appears_is_dealt_again_for_three_times_the_pot(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH  KD 8D JD  QD 9H TD")
    assert table.pot() == 90
    assert table.now()["phase"] == "awaiting_settlement"
    assert table.by(1, "claim", deal=1, trick=1, card="7D").status_code == 201
    (penalty,) = table.events("penalty_imposed")
    assert (penalty["seat"], penalty["chips"], penalty["pot"]) == (3, "180", "270")
    assert (penalty["rule"], penalty["broken"], penalty["found_by"], penalty["claimant"]) == (
        "AZI-VIOL-2",
        "AZI-PLAY-2",
        "claim",
        1,
    )
    (annulled,) = table.events("deal_annulled")
    assert (annulled["because"], annulled["rule"], annulled["returned"]) == ("renege", "AZI-VIOL-3", [])
    game = table.now()
    assert (game["deal"], game["phase"], game["dealer"], game["pot"]["amount"]) == (2, "shuffle", 1, "270")
    assert len(table.events("antes_posted")) == 1
    table.deal({2: "AH KH QD", 3: "9H 7D 8D", 1: "6H JD TD"}, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "fold"))
    table.plays("AH 9H  KH 8D  QD 7D")
    settled(table)
    assert table.stacks() == {1: 965, 2: 1270, 3: 765}


def test_d1_a_renege_claimed_after_the_settlement_is_too_late(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH  KD 8D JD  QD 9H TD")
    settled(table)
    answer = table.by(1, "claim", deal=1, trick=1, card="7D")
    assert (answer.status_code, answer.json()["rule"]) == (409, "AZI-ORDER-1")
    assert table.events("penalty_imposed") == []
    assert table.stacks() == {1: 965, 2: 1070, 3: 965}


def test_d2_a_renege_claimed_before_the_next_lead_goes_back_and_the_penalty_stays(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    assert table.by(1, "claim", deal=1, trick=1, card="7D").status_code == 201
    (restored,) = table.events("play_restored")
    assert restored["taken_back"] == [{"seat": 3, "card": "7D"}, {"seat": 1, "card": "KH"}]
    game = table.now()
    assert (game["phase"], game["turn"], game["pot"]["amount"]) == ("play", 3, "270")
    assert game["trick"] == [{"seat": 2, "card": "AH"}]
    hands = {seat["seat"]: seat["hand"] for seat in game["seats"]}
    assert sorted(hands[3]) == sorted(["9H", "7D", "8D"])
    assert sorted(hands[1]) == sorted(["KH", "JD", "TD"])
    assert table.by(3, "play", card="9H").status_code == 201
    table.plays("KH  KD 8D JD  QD 7D TD")
    settled(table)
    assert table.stacks() == {1: 965, 2: 1000 - 20 + 270, 3: 1000 - 35 - 180}


def test_d3_trumping_with_the_suit_in_hand_is_refused_online_and_costs_nothing(service: Service) -> None:
    table = RealTable(service, enforcement="refuse", open_max="15").start()
    table.deal({2: "AH KD QD", 3: "9H 7S 8D", 1: "KH JD TD"}, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "call"))
    table.plays("AH")
    before = table.now()["version"]
    answer = table.by(3, "play", card="7S")
    told = answer.json()
    assert (answer.status_code, told["rule"], told["type"], told["legal"]) == (
        409,
        "AZI-PLAY-2",
        "/rules/azi#AZI-PLAY-2",
        ["9H"],
    )
    assert table.now()["version"] == before
    assert table.pot() == 90
    log = service.steward.read(f"/v1/refusals?game={table.game}&min_position={service.ledger.head()}")["refusals"]
    assert [(line["rule"], line["actor"]) for line in log] == [("AZI-PLAY-2", table.seats[3])]


@pytest.mark.parametrize(("undertrump_is_renege", "costs"), [(True, 180), (False, 0)])
def test_d4_a_play_is_judged_by_the_house_rules_of_its_game(service: Service, undertrump_is_renege: bool, costs: int) -> None:
    table = RealTable(service, open_max="15", undertrump_is_renege=undertrump_is_renege).start()
    table.deal({2: "AH KD QD", 3: "7S 7D 8D", 1: "KH JD TD"}, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "call"))
    table.plays("AH 7D KH")
    assert table.by(1, "claim", deal=1, trick=1, card="7D").status_code == 201
    (upheld,) = table.events("claim_upheld")
    assert upheld["rule"] == "AZI-PLAY-3"
    assert table.pot() == 90 + costs
    assert table.now()["turn"] == 3
    stored = table.events("game_started")[0]["house"]
    assert stored["undertrump_is_renege"] is undertrump_is_renege


@pytest.mark.parametrize(
    ("hands", "trick", "taker"),
    [
        ({2: "JH 6D 7D", 3: "KD 8D 9D", 1: "6H TD QD"}, "JH KD 6H", 2),
        ({2: "AH 6D 7D", 3: "7S 8D 9D", 1: "6H TD QD"}, "AH 7S 6H", 3),
    ],
    ids=["d5 a card that neither follows nor trumps takes nothing", "d6 the lowest trump takes the ace of the suit led"],
)
def test_who_takes_the_trick(service: Service, hands: dict[int, str], trick: str, taker: int) -> None:
    table = RealTable(service, enforcement="refuse", open_max="15").start()
    table.deal(hands, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "call"))
    table.plays(trick)
    assert table.events("trick_taken")[-1]["seat"] == taker


@pytest.mark.parametrize(("false_claim_penalty", "costs"), [("none", 0), ("ante", 5)])
def test_d7_a_false_claim_is_recorded_and_costs_what_the_house_says(service: Service, false_claim_penalty: str, costs: int) -> None:
    table = after_the_bidding(service, false_claim_penalty=false_claim_penalty)
    table.plays("AH 9H KH")
    assert table.by(3, "claim", deal=1, trick=1, card="KH").status_code == 201
    assert table.events("claim_unfounded") == [{"seat": 3, "deal": 1, "trick": 1, "card": "KH", "against": 1}]
    assert table.pot() == 90 + costs
    assert table.stacks()[3] == 1000 - 35 - costs
    penalties = table.events("penalty_imposed")
    assert [(one["offence"], one["seat"], one["chips"]) for one in penalties] == ([("false_claim", 3, "5")] if costs else [])
    assert (table.now()["phase"], table.now()["turn"]) == ("play", 2)
    again = table.by(1, "claim", deal=1, trick=1, card="KH")
    assert (again.status_code, again.json()["rule"]) == (409, "AZI-CLAIM-1")


def test_a_claim_for_a_card_that_nobody_played_is_refused_and_not_recorded(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH")
    assert table.refused("AZI-CLAIM-1", "claim", seat=1, deal=1, trick=1, card="9H")["type"] == "/rules/azi#AZI-CLAIM-1"
    table.refused("AZI-CLAIM-1", "claim", seat=1, deal=7, trick=1, card="AH")


def test_a_steward_penalises_without_a_claim_and_not_for_a_play_by_the_rules(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    table.refused("AZI-VIOL-2", "penalise", deal=1, trick=1, card="KH")
    table.do("penalise", deal=1, trick=1, card="7D")
    (penalty,) = table.events("penalty_imposed")
    assert (penalty["found_by"], penalty["claimant"], penalty["chips"]) == ("steward", None, "180")
    assert table.events("claim_made") == []


def test_d13_a_deal_made_void_gives_back_its_bids_and_antes_and_is_dealt_again_by_the_same_dealer(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 9H KH")
    table.do("void_deal", reason="Dead cards were shuffled back in")
    (annulled,) = table.events("deal_annulled")
    assert (annulled["because"], annulled["rule"]) == ("ruling", "AZI-VOID-1")
    assert {stake["seat"]: stake["chips"] for stake in annulled["returned"]} == {1: "35", 2: "20", 3: "35"}
    game = table.now()
    assert (game["dealer"], game["phase"], game["pot"]["amount"]) == (1, "shuffle", "15")
    assert table.stacks() == {1: 995, 2: 995, 3: 995}
    lines = adds_up(service, table.seats[1])
    assert [(line["kind"], line["amount"]["amount"]) for line in lines][-4:] == [
        ("ante", "-5"),
        ("call", "-30"),
        ("refund", "35"),
        ("ante", "-5"),
    ]
    books_balance(service, table.game)


def test_d13_a_penalty_stays_in_the_pot_when_its_deal_is_made_void(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    table.do("penalise", deal=1, trick=1, card="7D")
    table.do("void_deal", reason="Dead cards were shuffled back in")
    assert table.pot() == 180 + 15
    assert table.stacks() == {1: 995, 2: 995, 3: 995 - 180}
    books_balance(service, table.game)


def test_d17_a_game_cancelled_after_two_bids_gives_everybody_his_own_money_back(service: Service) -> None:
    table = RealTable(service).start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"))
    table.do("void_game", reason="Fire alarm")
    game = table.now()
    assert (game["over"], game["pot"]["amount"]) == (True, "0")
    assert table.events("game_ended")[0]["how"] == "void"
    assert table.stacks() == {1: 1000, 2: 1000, 3: 1000}
    for player in table.seats.values():
        adds_up(service, player)
    books_balance(service, table.game)
    assert service.steward.read(f"/v1/tables/{table.id}")["next_dealer"] == 1
    assert table.start().game.endswith("-2")


def test_a_void_game_gives_penalties_back_too_and_the_register_says_by_which_step(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    table.do("penalise", deal=1, trick=1, card="7D")
    table.do("void_game", reason="Marked cards")
    assert table.stacks() == {1: 1000, 2: 1000, 3: 1000}
    (listed,) = service.steward.read(f"/v1/penalties?game={table.game}&min_position={service.ledger.head()}")["penalties"]
    assert (listed["amount"]["amount"], listed["returned_by"]) == ("180", table.step_of("game_voided"))
    assert sum(int(line["amount"]["amount"]) for line in adds_up(service, table.seats[3]) if line["game"]) == 0


def test_d18_who_folded_gets_nothing_of_the_pot_after_a_ruling(service: Service) -> None:
    table = RealTable(service, open_max="15").start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 15), (3, "call"), (1, "fold"))
    table.plays("AH 7D")
    table.do("penalise", deal=1, trick=1, card="7D")
    table.plays("9H  KD 8D  QD 7D")
    settled(table)
    (awarded,) = table.events("pot_awarded")
    assert [(share["seat"], share["chips"]) for share in awarded["shares"]] == [(2, "180")]
    assert table.stacks() == {1: 995, 2: 1000 - 20 + 180, 3: 1000 - 35 - 120}


def test_d20_the_shares_of_a_pot_add_up_to_it_after_penalties(service: Service) -> None:
    table = after_the_bidding(service, blind=7)
    table.plays("AH 7D KH")
    table.do("penalise", deal=1, trick=1, card="7D")
    pot = table.pot()
    assert pot == 50 * 3
    table.plays("9H KH  KD 8D JD  QD 7D TD")
    settled(table)
    assert sum(int(share["chips"]) for share in table.events("pot_awarded")[0]["shares"]) == pot
    assert sum(table.stacks().values()) == 3000


def test_a_player_may_not_rule_and_a_steward_of_another_table_neither(service: Service) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    acts = [
        {"type": "penalise", "deal": 1, "trick": 1, "card": "7D"},
        {"type": "settle"},
        {"type": "void_deal", "reason": "because"},
        {"type": "void_game", "reason": "because"},
        {"type": "expose", "seat": 2, "card": "KD"},
    ]
    before = table.now()["version"]
    for body in acts:
        for client in (table.table.of(2), service.client("steward"), service.auditor, service.admin, service.room):
            assert client.post(f"/v1/games/{table.game}/actions", body).status_code == 403, body
    assert table.now()["version"] == before


def test_a_player_claims_for_his_own_seat_only_and_at_a_table_of_the_service_its_steward_claims_for_nobody(
    service: Service,
) -> None:
    table = after_the_bidding(service)
    table.plays("AH 7D KH")
    body = {"type": "claim", "seat": 1, "deal": 1, "trick": 1, "card": "7D"}
    assert table.table.of(2).post(f"/v1/games/{table.game}/actions", body).status_code == 403
    assert service.client("steward").post(f"/v1/games/{table.game}/actions", body).status_code == 403
    assert service.steward.post(f"/v1/games/{table.game}/actions", body).status_code == 201
    online = service.table(3)
    online.start()
    assert service.steward.post(f"/v1/games/{online.game}/actions", body).status_code == 403
    own = online.act(1, "claim", deal=1, trick=1, card="7D")
    assert (own.status_code, own.json()["rule"]) == (409, "AZI-CLAIM-1")
