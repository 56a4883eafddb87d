"""A game played through the interface, as its players, its steward and others see it."""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest

from engine.cards import pack
from tests.api.service import Client, PlayedTable, Service

CARDS = pack("6", "C")
IS_CARD = re.compile(r'"([6-9TJQKA][CDHS])"')

# A real table: seat 1 deals; first hand is seat 2.
DEALT = {"1": ["AS", "KS", "QS"], "2": ["AH", "KH", "6D"], "3": ["AD", "KD", "7H"]}
RITUAL = (
    {"type": "draw_lot", "draws": [{"seat": 1, "card": "AH"}, {"seat": 2, "card": "7H"}, {"seat": 3, "card": "6H"}]},
    {"type": "shuffle", "seat": 1},
    {"type": "cut", "seat": 3, "at": 9},
    {"type": "offer_cut", "seat": 1},
    {"type": "cut", "seat": 3, "at": 11},
    {"type": "deal", "seat": 1, "hands": DEALT, "trump": "6S"},
)


@pytest.fixture
def dealt(service: Service) -> PlayedTable:
    """A game with an entered deck, dealt: first hand (seat 2) is to speak."""
    table = service.table(3, deck="entered")
    table.start()
    for body in RITUAL:
        service.steward.done(f"/v1/games/{table.game}/actions", body)
    return table


def test_a_whole_game_is_played_through_the_interface(service: Service) -> None:
    table = service.table(4)
    table.start()
    game = table.play()
    assert game["over"]
    assert game["pot"]["amount"] == "0"
    assert sum(int(seat["stack"]["amount"]) for seat in game["seats"]) == 4 * 500
    after = service.steward.read(f"/v1/tables/{table.id}")
    assert after["running"] is None
    assert [seat["stack"] for seat in after["seats"] if seat["taken"]] == [seat["stack"] for seat in game["seats"]]


def test_a_blind_bettor_is_shown_with_what_he_paid_and_with_what_it_counts(service: Service, dealt: PlayedTable) -> None:
    """AZI-BID-6: a blind bet of 10 counts as 20 towards the price, and no more than 10 is in the pot."""
    path = f"/v1/games/{dealt.game}/actions"
    for body, paid, counts in (
        ({"type": "bet_blind", "seat": 2, "amount": "10"}, [0, 10, 0], [0, 20, 0]),
        ({"type": "call", "seat": 3}, [0, 10, 20], [0, 20, 20]),
        ({"type": "raise", "seat": 1, "amount": "40"}, [40, 10, 20], [40, 20, 20]),
        ({"type": "call", "seat": 2}, [40, 30, 20], [40, 40, 20]),
        ({"type": "call", "seat": 3}, [40, 30, 40], [40, 40, 40]),
    ):
        service.steward.done(path, body)
        game = dealt.seen(1)
        assert [int(seat["put_in"]["amount"]) for seat in game["seats"]] == paid
        assert [int(seat["counts"]["amount"]) for seat in game["seats"]] == counts
        assert int(game["pot"]["amount"]) == 15 + sum(paid)
        assert [int(seat["stack"]["amount"]) for seat in game["seats"]] == [495 - chips for chips in paid]


def test_games_follow_one_another_and_are_listed_for_their_players(service: Service) -> None:
    table = service.table(3)
    for _ in range(2):
        table.start()
        table.play()
    position = table.of(1).post(f"/v1/tables/{table.id}/leave").headers["Ledger-Position"]
    listed = service.auditor.read(f"/v1/games?table={table.id}&min_position={position}")["games"]
    assert [(game["number"], game["status"]) for game in listed] == [(1, "over"), (2, "over")]
    assert table.of(2).read("/v1/games")["games"] == listed
    assert service.room.acting_for(service.player()).read("/v1/games")["games"] == []


def test_an_answer_to_an_act_tells_its_events_version_and_position(service: Service) -> None:
    table = service.table(3)
    table.start()
    before = table.seen(1)
    answer = table.act(before["turn"], "shuffle")
    told = answer.json()
    assert told["id"] == table.game
    assert answer.headers["ETag"] == f'"{told["version"]}"'
    assert [event["version"] for event in told["events"]] == list(range(before["version"] + 1, told["version"] + 1))
    row = service.ledger.history(f"game-{table.game}")[-1]
    assert int(answer.headers["Ledger-Position"]) == row.position
    assert answer.headers["Cache-Control"] == "private, no-store"
    read = table.of(1).get(f"/v1/games/{table.game}")
    assert (read.headers["ETag"], read.json()["version"]) == (answer.headers["ETag"], told["version"])


def test_an_act_on_a_version_that_has_passed_is_stale(service: Service) -> None:
    table = service.table(3)
    table.start()
    turn = table.seen(1)["turn"]
    answer = table.of(turn).post(f"/v1/games/{table.game}/actions", {"type": "shuffle", "seat": turn}, If_Match='"1"')
    assert answer.status_code == 412


def test_a_broken_rule_is_named_with_its_facts_and_the_legal_cards(dealt: PlayedTable) -> None:
    for body in ({"type": "bet_blind", "seat": 2, "amount": "10"}, {"type": "call", "seat": 3}, {"type": "call", "seat": 1}):
        assert dealt.act(**{"word": body.pop("type"), **body}).status_code == 201
    assert dealt.act(2, "play", card="AH").status_code == 201
    refused = dealt.act(3, "play", card="AD")
    assert refused.status_code == 409
    told = refused.json()
    assert (told["type"], told["rule"], told["legal"]) == ("/rules/azi#AZI-PLAY-2", "AZI-PLAY-2", ["7H"])
    assert dealt.act(3, "play", card="7H").status_code == 201


def test_amounts_among_the_facts_of_a_refusal_are_decimal_strings(dealt: PlayedTable) -> None:
    assert dealt.act(2, "bet_blind", amount="10").status_code == 201
    told = dealt.act(3, "raise", amount="41").json()
    assert told["rule"] == "AZI-BID-3"
    assert (told["low"], told["high"]) == ("21", "40")
    assert told["seat"] == 3


@pytest.mark.parametrize("card", ["ZZ", "6C", "AD", "ah", "10H"])
def test_a_card_that_is_unknown_or_not_held_is_refused_by_its_rule(dealt: PlayedTable, card: str) -> None:
    for seat, word, fields in ((2, "bet_blind", {"amount": "10"}), (3, "call", {}), (1, "call", {})):
        assert dealt.act(seat, word, **fields).status_code == 201
    told = dealt.act(2, "play", card=card)
    assert (told.status_code, told.json()["rule"]) == (409, "AZI-VIOL-7")


def test_nobody_acts_for_anothers_seat_out_of_turn_or_after_the_end(service: Service, dealt: PlayedTable) -> None:
    path = f"/v1/games/{dealt.game}/actions"
    stranger = service.room.acting_for(service.player())
    for client in (
        dealt.of(1),
        dealt.of(3),
        stranger,
        service.room,
        service.admin,
        service.cashier,
        service.auditor,
        service.client("steward"),
    ):
        assert client.post(path, {"type": "bet_blind", "seat": 2, "amount": "10"}).status_code == 403
    out_of_turn = dealt.act(3, "fold")
    assert (out_of_turn.status_code, out_of_turn.json()["rule"]) == (409, "AZI-ORDER-1")
    dealt.play()
    late = dealt.act(2, "fold")
    assert (late.status_code, late.json()["rule"]) == (409, "AZI-ORDER-1")


def test_a_game_is_shown_to_its_table_to_stewards_and_auditors_only(service: Service, dealt: PlayedTable) -> None:
    for path in ("", "/events", "/replay", "/replay?step=1"):
        for client in (dealt.of(1), service.steward, service.client("steward"), service.auditor, service.room):
            assert client.get(f"/v1/games/{dealt.game}{path}").status_code == 200
        for client in (service.cashier, service.room.acting_for(service.player()), service.client("player", service.player())):
            assert client.get(f"/v1/games/{dealt.game}{path}").status_code == 403


def hands(client: Client, game: str) -> dict[int, list[str] | None]:
    """The hands that this viewer is shown."""
    return {seat["seat"]: seat["hand"] for seat in client.read(f"/v1/games/{game}")["seats"]}


def test_each_player_sees_his_own_hand_and_first_hand_only_after_looking(service: Service, dealt: PlayedTable) -> None:  # AZI-BID-1
    assert hands(dealt.of(1), dealt.game) == {1: DEALT["1"], 2: None, 3: None}
    assert hands(dealt.of(2), dealt.game) == {1: None, 2: None, 3: None}
    assert [seat["cards"] for seat in dealt.seen(2)["seats"]] == [3, 3, 3]
    assert dealt.act(2, "look").status_code == 201
    assert hands(dealt.of(2), dealt.game) == {1: None, 2: DEALT["2"], 3: None}


def test_the_steward_who_enters_the_cards_sees_them_and_other_stewards_do_not(service: Service, dealt: PlayedTable) -> None:
    everything = {int(seat): hand for seat, hand in DEALT.items()}
    nothing = dict.fromkeys((1, 2, 3))
    assert hands(service.steward, dealt.game) == everything
    for client in (service.client("steward"), service.auditor, service.room, service.admin):
        assert hands(client, dealt.game) == nothing
    assert service.steward.read(f"/v1/games/{dealt.game}")["legal"][0] == {
        "type": "bet_blind",
        "seat": 2,
        "fill": {"amount": {"least": "5", "greatest": "10"}},
    }
    dealt.play()
    for path in ("/events", f"/replay?step={len(RITUAL) + 3}"):
        assert "opened" in service.auditor.get(f"/v1/games/{dealt.game}{path}").text


def test_legal_acts_are_shown_to_the_seat_in_turn_only(dealt: PlayedTable) -> None:
    assert dealt.seen(1)["legal"] == []
    assert {act["type"] for act in dealt.seen(2)["legal"]} == {"bet_blind", "decline_blind", "look"}


def test_an_opened_hand_can_be_checked_against_the_public_digest(service: Service, dealt: PlayedTable) -> None:
    events = dealt.of(1).read(f"/v1/games/{dealt.game}/events")["events"]
    event = next(event for event in events if event["type"] == "azi.cards_dealt")
    assert set(event["opened"]) == {"hands"}
    assert set(event["opened"]["hands"]) == {"1"}
    part = event["opened"]["hands"]["1"]
    value = json.dumps(part["value"], separators=(",", ":")).encode()
    assert sha256(bytes.fromhex(part["salt"]) + value).hexdigest() == event["data"]["hands"]["sealed"]["1"]


def test_an_event_is_given_as_it_is_stored_so_that_its_hash_can_be_checked(service: Service, dealt: PlayedTable) -> None:
    text = service.room.get(f"/v1/games/{dealt.game}/events").content
    rows = service.ledger.history(f"game-{dealt.game}")
    assert all(row.state in text for row in rows)
    events = json.loads(text)["events"]
    assert events[1]["prev"] == sha256(rows[0].state).hexdigest()


def test_the_events_of_a_game_are_paged_by_version(service: Service, dealt: PlayedTable) -> None:
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = service.steward.read(f"/v1/games/{dealt.game}/events?limit=3&after={after}")
        seen += [event["version"] for event in page["events"]]
        after = page["next"]
    assert seen == list(range(1, service.steward.read(f"/v1/games/{dealt.game}")["version"] + 1))


def test_the_replay_gives_for_each_step_event_words_state_and_choices(service: Service, dealt: PlayedTable) -> None:
    dealt.act(2, "bet_blind", amount="10")
    game = dealt.seen(1)
    told = [service.steward.read(f"/v1/games/{dealt.game}/replay?step={step}") for step in range(1, game["version"] + 1)]
    assert all(step["steps"] == game["version"] and step["words"].endswith((".", ")")) for step in told)
    assert [step["event"]["version"] for step in told] == list(range(1, game["version"] + 1))
    last = told[-1]["state"]
    assert {name: last[name] for name in ("pot", "price", "turn", "phase")} == {
        name: game[name] for name in ("pot", "price", "turn", "phase")
    }
    assert "blind" in told[-1]["words"]
    assert {act["type"] for act in last["legal"]} == {"call", "raise", "fold"}
    lines = dealt.of(1).read(f"/v1/games/{dealt.game}/replay")["headlines"]
    assert [line["words"] for line in lines] == [step["words"] for step in told]
    assert dealt.of(1).get(f"/v1/games/{dealt.game}/replay?step={game['version'] + 1}").status_code == 404


def test_the_replay_shows_no_choice_that_would_tell_a_hidden_hand(service: Service, dealt: PlayedTable) -> None:
    for seat, word, fields in ((2, "bet_blind", {"amount": "10"}), (3, "call", {}), (1, "call", {}), (2, "play", {"card": "AH"})):
        assert dealt.act(seat, word, **fields).status_code == 201
    step = dealt.seen(1)["version"]
    assert dealt.of(1).read(f"/v1/games/{dealt.game}/replay?step={step}")["state"]["legal"] == []
    own = dealt.of(3).read(f"/v1/games/{dealt.game}/replay?step={step}")["state"]["legal"]
    assert own == [{"type": "play", "seat": 3, "card": "7H"}]


def named(client: Client, game: str, head: int) -> set[str]:
    """Every card that this viewer's answers about the game name anywhere, headers and feed included."""
    version = client.read(f"/v1/games/{game}")["version"]
    seen: set[str] = set()
    for path in ("", "/events", "/replay", f"/replay?step={version}"):
        answer = client.get(f"/v1/games/{game}{path}")
        seen |= set(IS_CARD.findall(answer.text)) | set(IS_CARD.findall(str(answer.headers)))
    return seen | set(IS_CARD.findall(client.get(f"/v1/events?after={head}").text))


def shown_to_all(service: Service, game: str) -> set[str]:
    """The cards that everybody at the table has seen by now: drawn for the deal, trumps, played."""
    seen: set[str] = set()
    for row in service.ledger.history(f"game-{game}"):
        event = service.ledger.decode(row).event
        if row.topic == "azi.card_played":
            seen.add(event.card)
        elif row.topic == "azi.cards_dealt":
            seen.add(event.trump)
        elif row.topic == "azi.lot_drawn":
            seen |= {draw.card for each in event.rounds for draw in each}
    return seen


@pytest.mark.parametrize("seed", [1])
def test_at_no_step_is_a_card_named_to_who_may_not_know_it(service: Service, seed: int) -> None:  # D29
    table = service.table(3)
    table.dice.seed(seed)
    head = service.ledger.head()
    table.start()
    own: dict[int, set[str]] = {seat: set() for seat in table.seats}
    for step, (actor, answer) in enumerate(table.steps()):
        state = service.ledger.load(f"game-{table.game}").state
        if state.over or step > 60:
            break
        for seat, cards in own.items():
            if state.looked or not state.dealt_to or seat != state.dealt_to[0]:
                cards.update(state.hands.get(seat, ()))
        public = shown_to_all(service, table.game)
        assert set(IS_CARD.findall(answer.text)) <= public | own[actor]
        late = table.act(actor, "play", card="ZZ")
        assert set(IS_CARD.findall(late.text)) <= public | own[actor]
        assert named(service.room, table.game, head) <= public
        assert named(service.auditor, table.game, head) <= public
        for seat, cards in own.items():
            assert named(table.of(seat), table.game, head) <= public | cards, seat
    assert any(own.values())


def test_after_the_game_the_hands_of_those_who_played_are_open_and_folded_ones_are_not(
    service: Service, dealt: PlayedTable
) -> None:
    for seat, word, fields in ((2, "bet_blind", {"amount": "10"}), (3, "fold", {}), (1, "call", {})):
        assert dealt.act(seat, word, **fields).status_code == 201
    dealt.play()
    step = next(
        event["version"]
        for event in dealt.of(3).read(f"/v1/games/{dealt.game}/events")["events"]
        if event["type"] == "azi.cards_dealt"
    )
    shown = {
        seat["seat"]: seat["hand"] for seat in dealt.of(2).read(f"/v1/games/{dealt.game}/replay?step={step}")["state"]["seats"]
    }
    assert shown == {1: DEALT["1"], 2: DEALT["2"], 3: None}
