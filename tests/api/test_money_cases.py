"""Disputes about money as they happen, tried through the interface: D14, D30, D36. D15, D17, D18 and D20 stand with the games,
D31 and D32 with idempotency, D33 and D34 with statements."""

from __future__ import annotations

from tests.api.real_table import RealTable, adds_up
from tests.api.service import Service
from tests.api.test_disputes import HANDS, settled
from tests.api.test_rulings import Case

GREAT = 10**30
WORDS = "é 😀 <&> \\ №"


def test_d14_of_a_pot_of_25_shared_by_a_ruling_the_odd_unit_goes_to_the_first_seat_left_of_the_dealer(service: Service) -> None:
    table = RealTable(service).start()
    table.deal(HANDS, "6S")
    table.bids((2, "decline_blind"), (3, "bet", 5), (1, "fold"), (2, "call"))
    assert table.pot() == 25
    table.plays("9H AH  KD 8D  QD 7D")
    settled(table)
    (awarded,) = table.events("pot_awarded")
    assert [(share["seat"], share["chips"]) for share in awarded["shares"]] == [(2, "25")]
    case = Case(table, by=3, kind="wrong_pot", words="We had agreed to share")
    assert case.rule("award", to=[1, 2], rule="AZI-BID-6").json()["rule"] == "DISPUTE-6"  # D18: seat 1 has folded
    assert case.rule("award", to=[3, 2], rule="AZI-BID-6").status_code == 201
    ruled = {seat: [line for line in adds_up(service, player) if line["kind"] == "ruling"] for seat, player in table.seats.items()}
    moved = {seat: sum(int(line["amount"]["amount"]) for line in lines) for seat, lines in ruled.items()}
    assert moved == {1: 0, 2: 13 - 25, 3: 12}


def test_a_penalty_that_no_stack_covers_becomes_a_debt_of_the_wallet_and_is_settled_at_the_desk(service: Service) -> None:
    table = RealTable(service, chips=40).start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "fold"))
    table.plays("AH 7D")
    table.do("penalise", deal=1, trick=1, card="7D")
    table.plays("9H  KD 8D  QD 7D")
    settled(table)
    player, owed = table.seats[3], -table.stacks()[3]
    assert owed > 0
    service.steward.done(f"/v1/tables/{table.id}/leave", {"player": player})
    head = service.ledger.head()
    debts = service.auditor.read(f"/v1/debts?limit=100&min_position={head}")["debts"]
    told = next(debt for debt in debts if debt["player"] == player)
    assert (told["owed"]["amount"], told["beyond_limit"]["amount"], told["kind"]) == (str(owed), str(owed), "debt")
    refused = service.cashier.post(f"/v1/players/{player}/withdrawals", {"amount": "1"})
    assert refused.json()["rule"] == "WALLET-2"
    assert service.cashier.done(f"/v1/players/{player}/settlements", {"amount": str(owed)})["wallet"]["amount"] == "0"
    assert adds_up(service, player)[-1]["kind"] == "settlement"


def test_d30_d36_the_greatest_amounts_and_any_writing_come_whole_through_the_cash_desk(service: Service) -> None:
    player = service.player(9007199254740993)
    base = f"/v1/players/{player}"
    service.cashier.done(f"{base}/deposits", {"amount": str(GREAT)})
    service.cashier.send("PUT", f"{base}/credit-limit", {"amount": str(GREAT)})
    service.cashier.done(f"{base}/withdrawals", {"amount": str(GREAT)})
    body = {"step": 3, "amount": "1", "reason": WORDS}
    corrected = service.cashier.post(f"{base}/corrections", body, If_Match='"5"')
    owed = GREAT - 1 - 9007199254740993
    assert corrected.json()["wallet"]["amount"] == str(-owed)
    assert corrected.json()["events"][0]["data"]["reason"] == WORDS
    position = int(corrected.headers["Ledger-Position"])
    debts = service.auditor.read(f"/v1/debts?limit=100&min_position={position}")["debts"]
    assert next(debt["owed"]["amount"] for debt in debts if debt["player"] == player) == str(owed)
    settled_ = service.cashier.post(f"{base}/settlements", {"amount": str(owed), "reference": f"{WORDS} {player}"})
    assert settled_.json()["wallet"]["amount"] == "0"
    before = service.auditor.read(f"{base}/balance?at_position={position}&min_position={position}")
    assert before["total"]["amount"] == str(-owed)
    books = service.auditor.read(f"/v1/cash-desk?min_position={settled_.headers['Ledger-Position']}")
    cash = int(books["cash"]["amount"])
    count = {"amount": str(min(cash + 1, GREAT)), "reason": WORDS}
    counted = service.cashier.done("/v1/cash-desk/counts", count)
    assert (counted["reason"], int(counted["counted"]["amount"])) == (WORDS, min(cash + 1, GREAT))
    assert int(counted["booked"]["amount"]) == cash
