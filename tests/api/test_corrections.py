"""Mistyped entries, corrected by the steward (AZI-REC-1): the game goes back, the money goes back, and nothing is erased."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.real_table import RealTable, adds_up, books_balance
from tests.api.service import Service, new_key

HANDS = {2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}


@pytest.fixture
def table(service: Service) -> RealTable:
    """Three players, dealt; seat 2 is first hand."""
    table = RealTable(service).start()
    table.deal(HANDS, "6S")
    return table


def test_a_mistyped_card_goes_back_to_the_hand_and_the_right_one_is_played(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D")
    assert [found["rule"] for found in table.now()["violations"]] == ["AZI-PLAY-2"]
    assert table.correct(table.step_of("card_played"), "The nine was played").status_code == 201
    game = table.now()
    assert (game["phase"], game["turn"], game["pot"]["amount"]) == ("play", 3, "65")
    assert game["violations"] == []
    hands = {seat["seat"]: seat["hand"] for seat in game["seats"]}
    assert sorted(hands[3]) == ["7D", "8D", "9H"]
    table.plays("9H KH  KD 7D JD  QD 8D TD")
    table.do("settle")
    assert table.stacks() == {1: 975, 2: 1050, 3: 975}
    assert table.events("penalty_imposed") == []


def test_a_mistyped_bet_takes_back_the_later_bets_with_it_and_every_statement_says_so(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10), (3, "raise", 40), (1, "call"), (2, "call"))
    assert table.pot() == 15 + 10 + 40 + 40 + 20
    answer = table.correct(table.step_of("raised"), "He said thirty")
    assert answer.status_code == 201
    (event,) = answer.json()["events"]
    assert event["data"]["returned"] == [
        {"seat": 1, "player": table.seats[1], "chips": "40"},
        {"seat": 2, "player": table.seats[2], "chips": "20"},
        {"seat": 3, "player": table.seats[3], "chips": "40"},
    ]
    assert (table.pot(), table.turn(), table.now()["price"]["amount"]) == (25, 3, "20")
    table.bids((3, "raise", 30), (1, "call"), (2, "call"))
    assert table.pot() == 15 + 10 + 30 + 30 + 10
    lines = adds_up(table.service, table.seats[3])
    assert [(line["kind"], line["amount"]["amount"]) for line in lines][-3:] == [
        ("raise", "-40"),
        ("correction", "40"),
        ("raise", "-30"),
    ]
    assert lines[-2]["words"] == "Correction of a mistyped entry"
    books_balance(table.service, table.game)


def test_a_correction_leaves_a_top_up_since_then_where_it_is(service: Service) -> None:
    table = RealTable(service, chips=100).start()
    table.deal(HANDS, "6S")
    service.cashier.done(f"/v1/players/{table.seats[1]}/deposits", {"amount": "50"})
    table.bids((2, "bet_blind", 10), (3, "raise", 40))
    body = {"player": table.seats[1], "direction": "top_up", "amount": "50"}
    service.steward.done(f"/v1/tables/{table.id}/chips", body)
    table.bids((1, "call"))
    assert table.stacks() == {1: 105, 2: 85, 3: 55}
    assert table.correct(table.step_of("raised")).status_code == 201
    assert table.stacks() == {1: 145, 2: 85, 3: 95}
    assert table.pot() == 25
    adds_up(service, table.seats[1])
    books_balance(service, table.game)


def test_a_correction_gives_back_the_penalty_that_rested_on_the_mistake(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "call"))
    table.plays("AH 7D KH")
    table.do("claim", seat=1, deal=1, trick=1, card="7D")
    assert table.pot() == 195
    assert table.correct(table.step_of("card_played", 1), "The nine was played").status_code == 201
    assert (table.pot(), table.stacks()[3]) == (65, 975)
    (listed,) = table.service.auditor.read(f"/v1/penalties?game={table.game}&min_position={table.service.ledger.head()}")[
        "penalties"
    ]
    assert listed["returned_by"] == table.step_of("entry_corrected")
    books_balance(table.service, table.game)


def test_a_correction_without_if_match_is_asked_for_it_and_with_an_old_one_refused(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10))
    step, version = table.step_of("blind_bet"), table.now()["version"]
    path, body = f"/v1/games/{table.game}/corrections", {"step": step, "reason": "twelve"}
    for headers in ({}, {"If_Match": "*"}):
        answer = table.service.steward.post(path, body, **headers)
        assert (answer.status_code, answer.json()["type"]) == (428, "/problems/precondition-required")
    table.bids((3, "call"))
    stale = table.correct(step, version=version)
    assert (stale.status_code, stale.json()["type"], stale.json()["version"]) == (412, "/problems/stale", version + 1)
    assert table.correct(step).status_code == 201


def test_the_same_correction_sent_again_is_done_once(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10))
    path, key = f"/v1/games/{table.game}/corrections", new_key()
    body, if_match = {"step": table.step_of("blind_bet"), "reason": "twelve"}, f'"{table.now()["version"]}"'
    answers = [table.service.steward.post(path, body, key, If_Match=if_match) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len(table.events("entry_corrected")) == 1


def test_twenty_corrections_of_one_entry_at_once_are_done_once(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10), (3, "raise", 40))
    step, version = table.step_of("raised"), table.now()["version"]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: table.correct(step, version=version), range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 19
    assert len(table.events("entry_corrected")) == 1
    assert (table.pot(), table.stacks()) == (25, {1: 995, 2: 985, 3: 995})


def test_once_a_later_deal_has_begun_an_entry_stands(table: RealTable) -> None:
    table.bids((2, "decline_blind"), (3, "check"), (1, "check"))
    step = table.step_of("checked")
    table.deal(HANDS, "6S")
    answer = table.correct(step)
    assert (answer.status_code, answer.json()["rule"]) == (409, "AZI-REC-1")


def test_once_the_next_game_has_begun_an_entry_stands(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10), (3, "fold"), (1, "fold"))
    over, step = table.game, table.step_of("folded")
    table.start()
    table.game = over
    answer = table.correct(step)
    assert (answer.status_code, answer.json()["rule"]) == (409, "AZI-REC-1")


def test_what_was_no_entry_is_not_corrected(table: RealTable) -> None:
    for step in (1, table.step_of("antes_posted"), 9999):
        answer = table.correct(step)
        assert (answer.status_code, answer.json()["rule"]) == (409, "AZI-REC-1"), step


def test_only_a_steward_of_the_table_corrects(table: RealTable) -> None:
    table.bids((2, "bet_blind", 10))
    body, headers = {"step": table.step_of("blind_bet"), "reason": "no"}, {"If_Match": f'"{table.now()["version"]}"'}
    service = table.service
    for client in (table.table.of(2), service.client("steward"), service.admin, service.auditor, service.cashier, service.room):
        assert client.post(f"/v1/games/{table.game}/corrections", body, **headers).status_code == 403


def test_under_refuse_nothing_is_corrected(service: Service) -> None:
    table = RealTable(service, enforcement="refuse").start()
    table.deal(HANDS, "6S")
    table.bids((2, "bet_blind", 10))
    answer = table.correct(table.step_of("blind_bet"))
    assert (answer.status_code, answer.json()["rule"], answer.json()["type"]) == (409, "AZI-REC-1", "/rules/azi#AZI-REC-1")


def test_a_correction_is_no_action_and_an_action_needs_its_reason(table: RealTable) -> None:
    path = f"/v1/games/{table.game}"
    steward = table.service.steward
    assert steward.post(f"{path}/actions", {"type": "correct", "step": 3, "reason": "x"}).status_code == 422
    for reason in (None, "", "  ", "x" * 501, "a\nb", 7):
        body = {} if reason is None else {"reason": reason}
        assert steward.post(f"{path}/actions", {"type": "void_deal", **body}).status_code == 422, reason
        assert steward.post(f"{path}/corrections", {"step": 3, **body}, If_Match='"3"').status_code == 422, reason
    for step in (0, -1, "3", 1.5, None):
        assert steward.post(f"{path}/corrections", {"step": step, "reason": "x"}, If_Match='"3"').status_code == 422, step
    table.do("void_deal", reason="x" * 500)


def test_hands_that_were_typed_to_the_wrong_seats_stay_closed_to_players_for_good(service: Service) -> None:
    table = RealTable(service).start()
    mistyped = {2: HANDS[3], 3: HANDS[2], 1: HANDS[1]}
    table.deal(mistyped, "6S")
    assert table.correct(table.step_of("cards_dealt"), "Seats 2 and 3 changed").status_code == 201
    wrong = table.step_of("cards_dealt")
    dealt = {str(seat): cards.split() for seat, cards in HANDS.items()}
    table.do("deal", seat=1, hands=dealt, trump="6S")
    table.bids((2, "bet_blind", 10), (3, "call"), (1, "fold"))
    table.plays("AH 9H  KD 7D  QD 8D")
    table.do("settle")

    def opened(version: int, seat: int) -> dict[str, object]:
        events = table.table.of(seat).read(f"/v1/games/{table.game}/events")["events"]
        return dict(next(event for event in events if event["version"] == version).get("opened", {}))

    for seat in (1, 2, 3):
        assert opened(wrong, seat) == {}
        told = table.table.of(seat).read(f"/v1/games/{table.game}/replay?step={wrong}")
        assert [at["hand"] for at in told["state"]["seats"]] == [None, None, None]
        assert told["state"]["legal"] == []
    right = table.step_of("cards_dealt")
    assert opened(right, 3)["hands"]["3"]["value"] == HANDS[3].split()  # type: ignore[index]
    auditor = service.auditor.read(f"/v1/games/{table.game}/replay?step={wrong}")
    assert [at["hand"] for at in auditor["state"]["seats"]] == [mistyped[seat].split() for seat in (1, 2, 3)]
