"""Acts that the game or the room does not allow: refused by the right rule, with facts to go on by, and without effect."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.api.attack import Findings, unchanged
from tests.api.service import Client, PlayedTable, Service, new_key

RITUAL = {
    "shuffle": {"shuffle", "cut", "last_shuffle"},
    "offer_cut": {"last_shuffle"},
    "cut": {"cut", "last_cut"},
    "deal": {"deal"},
}
PHASES = {
    **RITUAL,
    **{word: {"blind"} for word in ("bet_blind", "decline_blind")},
    **{word: {"bid"} for word in ("bet", "check", "call", "raise", "fold")},
    "look": {"blind", "bid"},
    "play": {"play"},
    **{word: {"buy_in"} for word in ("buy_in", "decline_buy_in")},
}
IN_DEAL = {"blind", "bid", "play"}
AMOUNTS = ("1", "4", "5", "9", "10", "11", "19", "20", "21", "40", "41", "100", "101", "496", str(10**30))
ACTS_MAX = 60
GAMES_MAX = 5  # an azi, with somebody to buy in, comes about every third game
PHASES_MET = {"shuffle", "cut", "last_shuffle", "last_cut", "deal", "blind", "bid", "play"}


def acts(game: dict[str, Any], seat: int, dice: random.Random) -> list[dict[str, Any]]:
    """Every kind of act by this seat, with fields good and bad."""
    deck = [rank + suit for rank in "6789TJQKA" for suit in "DHS"]
    cards = [*(game["seats"][seat - 1]["hand"] or ()), *dice.sample(deck, 3), "6C", "2H"]
    plain = [word for word in PHASES if word not in {"bet_blind", "bet", "raise", "play", "cut"}]
    found: list[dict[str, Any]] = [{"type": word} for word in plain]
    found += [{"type": word, "amount": amount} for word in ("bet_blind", "bet", "raise") for amount in dice.sample(AMOUNTS, 3)]
    found += [{"type": "cut", "at": at} for at in (0, 3, 23, 24)] + [{"type": "cut"}]
    found += [{"type": "play", "card": card} for card in cards]
    return [{**act, "seat": seat} for act in found]


def verdict(game: dict[str, Any], act: dict[str, Any]) -> str | None:
    """The rule that must be named by AZI-ORDER-1 and the rules of bidding and play, worked out again from what the seat sees.

    None: accepted. `game` is the view of the seat that acts.
    """
    word, seat, phase = act["type"], game["seats"][act["seat"] - 1], game["phase"]
    if game["over"] or seat["left"] or (phase in IN_DEAL and not seat["active"]):
        return "AZI-ORDER-1"
    if phase not in PHASES[word]:
        return "wrong phase"
    if word == "look" and phase == "bid":
        return None if {"type": "look", "seat": act["seat"]} in game["legal"] else "AZI-BID-1"
    if act["seat"] != game["turn"]:
        return "AZI-VIOL-7"
    if word == "cut":
        return None if act.get("at") is not None and 4 <= act["at"] <= 23 else "AZI-DEAL-4"
    if word == "play":
        return _card(game, act["card"], seat["hand"])
    return _bid(game, word, int(act.get("amount", 0)), seat) if phase in {"blind", "bid"} else None


def _card(game: dict[str, Any], card: str, hand: list[str]) -> str | None:
    if card not in hand:
        return "AZI-VIOL-7"
    if not game["trick"]:
        return None
    led, trump = game["trick"][0]["card"][1], game["trump"][1]
    suits = {held[1] for held in hand}
    if led in suits:
        return None if card[1] == led else "AZI-PLAY-2"
    return "AZI-PLAY-3" if trump in suits and card[1] != trump else None


def _bid(game: dict[str, Any], word: str, amount: int, seat: dict[str, Any]) -> str | None:
    price, stack = int(game["price"]["amount"]), int(seat["stack"]["amount"])
    counts = int(seat["counts"]["amount"])
    if word == "raise" and amount == price:
        word = "call"
    if word in {"decline_blind", "look", "fold"}:
        return None
    if word in {"bet", "check"} and price:
        return "AZI-BID-5"
    if word in {"call", "raise"} and not price:
        return "AZI-BID-7"
    low, high = {"bet_blind": (5, 10), "bet": (5, 10), "raise": (price + 1, 2 * price)}.get(word, (amount, amount))
    if not low <= amount <= high:
        return {"bet_blind": "AZI-BID-1", "bet": "AZI-BID-7", "raise": "AZI-BID-3"}[word]
    costs = {"call": price - counts, "raise": amount - counts, "bet": amount, "bet_blind": amount}.get(word, 0)
    return "AZI-BID-11" if costs > stack else None


def judge(findings: Findings, game: dict[str, Any], act: dict[str, Any], answer: httpx.Response) -> None:
    """Notes it if a refused act is not refused by the rule that is due, with the facts a player needs."""
    due, word = verdict(game, act), act["type"]
    findings.see((game["phase"], game["turn"], act), answer, 409)
    problem = answer.json()
    named = problem.get("rule")
    if (word == "shuffle" and named in {"AZI-DEAL-3", "AZI-DEAL-7"}) or (
        word == "cut" and "at" not in act and named == "AZI-DEAL-9"
    ):
        due = named  # what the ritual has for just this
    if due == "wrong phase":
        if problem.get("phase") != game["phase"] or problem.get("turn") != game["turn"]:
            findings.found.append(f"{act} in {game['phase']}: {problem}")
    elif named != due:
        findings.found.append(f"{act} in {game['phase']}: {named} instead of {due}: {problem}")
    facts = {
        "AZI-BID-3": {"price", "low", "high"},
        "AZI-BID-11": {"chips", "stack"},
        "AZI-PLAY-2": {"legal"},
        "AZI-PLAY-3": {"legal"},
    }
    if not facts.get(str(named), set()) <= set(problem):
        findings.found.append(f"{act}: lacks facts: {problem}")
    legal = {choice.get("card") for choice in game["legal"]}
    if "legal" in problem and game["phase"] == "play" and not set(problem["legal"]) <= legal:
        findings.found.append(f"{act}: says {problem['legal']}, GET says {legal}")


def test_in_every_phase_every_wrong_act_is_refused_by_its_rule_and_changes_nothing(service: Service) -> None:
    findings, dice = Findings(), random.Random(3)  # noqa: S311
    met: set[tuple[Any, ...]] = set()
    for number in range(GAMES_MAX):
        table = service.table(4, chips=(60, 400)[number % 2])
        table.dice = dice
        table.start()
        for _ in itertools.chain([None], itertools.islice(table.steps(), ACTS_MAX)):
            game = table.now()
            here = (game.phase, game.price != 0, bool(game.trick), game.deal > 1)
            if here not in met:
                attacked(findings, table, dice, some=here[0] in {phase for phase, *_ in met})
                met.add(here)
        if not {*PHASES_MET, "over", "buy_in"} - {here[0] for here in met}:
            break
    assert {here[0] for here in met} >= PHASES_MET
    findings.none()


def attacked(findings: Findings, table: PlayedTable, dice: random.Random, some: bool) -> None:
    """Sends every wrong act of the seat in turn, or `some`, and some of another to the game as it stands."""
    with unchanged(table.service):
        turn = table.now().turn or 1
        for seat in (turn, dice.choice([seat for seat in table.seats if seat != turn])):
            game = table.seen(seat)
            tried = acts(game, seat, dice)
            for act in tried if seat == turn and not some else dice.sample(tried, 10):
                if verdict(game, act) is not None:
                    judge(findings, game, act, table.of(seat).post(f"/v1/games/{table.game}/actions", act))
            agree(findings, game, seat, dice)


def agree(findings: Findings, game: dict[str, Any], seat: int, dice: random.Random) -> None:
    """Notes it if `legal` and the rules do not say the same of an act: what is accepted is in it, what is in it is accepted."""
    legal = {word: choice for choice in game["legal"] if (word := choice["type"]) != "play"}
    cards = {choice["card"] for choice in game["legal"] if choice["type"] == "play"}
    for act in acts(game, seat, dice):
        word, accepted = act["type"], verdict(game, act) is None
        if word == "raise" and act["amount"] == game["price"]["amount"]:
            continue
        listed = act["card"] in cards if word == "play" else word in legal
        value = int(act.get("amount", act.get("at") or 0))
        for bounds in legal.get(word, {}).get("fill", {}).values() if listed else ():
            listed = int(bounds["least"]) <= value <= int(bounds["greatest"])
        if accepted != listed:
            findings.found.append(f"{act} in {game['phase']}: accepted {accepted}, legal: {game['legal']}")


def test_nothing_can_be_done_in_a_game_that_is_over(service: Service) -> None:
    findings, dice = Findings(), random.Random(5)  # noqa: S311
    table = service.table(3)
    table.start()
    assert table.play()["over"]
    with unchanged(service):
        for seat in table.seats:
            for act in acts(table.seen(seat), seat, dice):
                answer = table.of(seat).post(f"/v1/games/{table.game}/actions", act)
                findings.see(act, answer, 409)
                assert (answer.json()["rule"], answer.json()["detail"]) == ("AZI-ORDER-1", "This game is over.")
    findings.none()
    old = table.game
    table.start()
    with unchanged(service):
        assert table.of(1).post(f"/v1/games/{old}/actions", {"type": "shuffle", "seat": 1}).status_code == 409


def test_a_wrong_act_repeated_under_its_key_is_the_same_refusal_even_when_it_would_be_right_by_now(service: Service) -> None:
    table = service.table(3)
    table.start()
    turn = table.seen(1)["turn"]
    path, body, key = f"/v1/games/{table.game}/actions", {"type": "cut", "seat": turn, "at": 9}, new_key()
    first = table.of(turn).post(path, body, key)
    assert first.status_code == 409
    table.play_until("blind")
    with unchanged(service):
        again = table.of(turn).post(path, body, key)
    assert (again.status_code, again.content) == (409, first.content)


def at_once(ask: Callable[[int], httpx.Response], many: int = 20) -> list[int]:
    """The statuses of so many requests sent at the same moment, sorted."""
    with ThreadPoolExecutor(many) as pool:
        answers = list(pool.map(ask, range(many)))
    assert not [told for answer in answers if answer.status_code >= 400 and (told := _fault(answer))]
    return sorted(answer.status_code for answer in answers)


def _fault(answer: httpx.Response) -> str:
    findings = Findings()
    findings.see("at once", answer, 409)
    return "".join(findings.found)


def test_one_act_sent_twenty_times_at_once_under_twenty_keys_happens_once(service: Service) -> None:
    table = service.table(3)
    table.start()
    for phase in ("shuffle", "cut", "last_shuffle", "last_cut", "deal"):
        game = table.seen(1)
        seat = game["turn"]
        body = {"type": {"last_shuffle": "offer_cut", "last_cut": "cut"}.get(phase, phase), "seat": seat}
        body |= {"at": 9} if body["type"] == "cut" else {}
        assert game["phase"] == phase
        player, path = table.of(seat), f"/v1/games/{table.game}/actions"
        statuses = at_once(lambda _: player.post(path, body))  # noqa: B023
        assert statuses == [201] + [409] * 19
    kinds = [event["type"] for event in service.steward.read(f"/v1/games/{table.game}/events")["events"]]
    assert [kinds.count(kind) for kind in ("azi.deck_committed", "azi.cards_dealt")] == [1, 1]


def test_a_game_started_by_twenty_at_once_is_one_game(service: Service) -> None:
    table = service.table(3)
    who: list[Client] = [service.steward, *(table.of(seat) for seat in table.seats)]
    statuses = at_once(lambda number: who[number % 4].post(f"/v1/tables/{table.id}/games"))
    assert statuses == [201] + [409] * 19
    assert service.steward.read(f"/v1/tables/{table.id}")["games"] == 1


def test_a_seat_taken_by_twenty_at_once_seats_one_and_takes_chips_of_him_alone(service: Service) -> None:
    table = service.table(1)
    players = [service.player(50) for _ in range(20)]
    path = f"/v1/tables/{table.id}/seats"
    statuses = at_once(lambda number: service.room.acting_for(players[number]).post(path, {"seat": 4, "amount": "50"}))
    assert statuses == [201] + [409] * 19
    wallets = [service.cashier.read(f"/v1/players/{player}")["wallet"]["amount"] for player in players]
    assert (wallets.count("0"), wallets.count("50")) == (1, 19)


def test_the_same_chips_can_not_be_moved_twice_at_once(service: Service) -> None:
    table = service.table(2, chips=100)
    himself, path = table.of(1), f"/v1/tables/{table.id}"
    cash_out = {"direction": "cash_out", "amount": "60"}
    assert at_once(lambda _: himself.post(f"{path}/chips", cash_out)) == [201] + [409] * 19
    top_up = {"direction": "top_up", "amount": "40"}
    assert at_once(lambda _: himself.post(f"{path}/chips", top_up)) == [201] + [409] * 19
    assert at_once(lambda _: himself.post(f"{path}/leave")) == [201] + [409] * 19
    assert himself.read(f"/v1/players/{table.seats[1]}/balance?min_position={service.ledger.head()}")["total"]["amount"] == "100"


def refused(findings: Findings, client: Client, path: str, rows: Iterable[tuple[str, dict[str, Any], str]]) -> None:
    """Each of these is refused at a table by its rule."""
    for where, body, rule in rows:
        answer = client.post(f"{path}/{where}", body)
        findings.see((where, body), answer, 409)
        if answer.json().get("rule") != rule:
            findings.found.append(f"{where} {body}: {answer.text}")


def test_in_a_game_no_chips_leave_the_table_and_the_table_stays_open(service: Service) -> None:
    table, findings = service.table(4), Findings()
    table.start()
    path, turn = f"/v1/tables/{table.id}", table.seen(1)["turn"]
    out_of_turn = next(seat for seat in table.seats if seat != turn)
    with unchanged(service):
        for seat in table.seats:
            refused(findings, table.of(seat), path, [("chips", {"direction": "cash_out", "amount": "1"}, "TABLE-4")])
            refused(findings, table.of(seat), path, [("games", {}, "TABLE-3"), ("seats", {"seat": 7}, "TABLE-2")])
            refused(findings, table.of(seat), path, [("chips", {"direction": "top_up", "amount": "1"}, "WALLET-2")])
        refused(findings, service.steward, path, [("close", {}, "TABLE-6"), ("games", {}, "TABLE-3")])
    service.cashier.done(f"/v1/players/{table.seats[out_of_turn]}/deposits", {"amount": "10"})
    table.play_until("blind")
    out_of_turn = next(seat for seat in table.seats if seat != table.seen(1)["turn"])
    service.cashier.done(f"/v1/players/{table.seats[out_of_turn]}/deposits", {"amount": "10"})
    with unchanged(service):
        top_up = {"direction": "top_up", "amount": "10"}
        refused(findings, table.of(out_of_turn), path, [("chips", top_up, "AZI-BID-11")])
        refused(findings, table.of(out_of_turn), path, [("chips", {**top_up, "amount": "11"}, "AZI-BID-11")])
    findings.none()


def test_who_leaves_twice_or_sits_nowhere_is_told_so(service: Service) -> None:
    table, findings = service.table(4), Findings()
    table.start()
    table.play_until("bid")
    path = f"/v1/tables/{table.id}"
    leaver = table.seen(1)["turn"]
    table.of(leaver).done(f"{path}/leave")
    game = f"/v1/games/{table.game}/actions"
    with unchanged(service):
        again = table.of(leaver).post(f"{path}/leave")
        findings.see("twice", again, 409)
        for act in acts(table.seen(leaver), leaver, random.Random(1)):  # noqa: S311
            findings.see(act, table.of(leaver).post(game, act), 409)
        refused(findings, table.of(leaver), path, [("seats", {"seat": leaver}, "TABLE-2")])
    findings.none()


def test_at_a_closed_table_nothing_is_done_any_more(service: Service) -> None:
    table, findings = service.table(3), Findings()
    table.start()
    table.play()
    path = f"/v1/tables/{table.id}"
    service.steward.done(f"{path}/close")
    player = service.player(50)
    with unchanged(service):
        rows = [
            ("seats", {"player": player, "amount": "50"}),
            ("chips", {"player": table.seats[1], "direction": "top_up", "amount": "5"}),
            ("chips", {"player": table.seats[1], "direction": "cash_out", "amount": "5"}),
            ("leave", {"player": table.seats[1]}),
            ("games", {}),
            ("close", {}),
            ("stewards", {"steward": "someone"}),
        ]
        for where, body in rows:
            answer = service.steward.post(f"{path}/{where}", body)
            findings.see((where, body), answer, 409)
            if not str(answer.json().get("rule")).startswith("TABLE-"):
                findings.found.append(f"{where}: {answer.text}")
    findings.none()


def test_house_rules_that_make_no_sense_are_refused_with_option_value_and_reason(service: Service) -> None:
    findings = Findings()
    rules = service.steward.read("/v1/house-rules")["house_rules"][0]["rules"]
    values = (None, True, -1, 0, 1.5, 10**30 + 1, "", "-1", "05", "1e3", "５", "9" * 400, [], ["1"], {}, "1/0", "3/1", "NONE", "é")
    senseless = [
        ({"cap": "9"}, "cap", "9"),
        ({"ante": "20", "cap": "25"}, "cap", "25"),
        ({"open_max": "4"}, "open_max", "4"),
        ({"cap": "50", "open_max": "51"}, "open_max", "51"),
        ({"players_min": 8}, "players_min", "8"),
        ({"players_max": 2}, "players_max", "2"),
        ({"cards_dealt": 5}, "cards_dealt", "5"),
        ({"reveal": True}, "reveal", "true"),
    ]
    with unchanged(service):
        for number, option in enumerate(rules):
            for value in values[number % 4 :: 4]:
                body = {"name": "T", "preset": "azi-three", "seats": 5, "house": {option: value}}
                if (value is None and rules[option] is None) or (isinstance(value, bool) and isinstance(rules[option], bool)):
                    continue
                answer = service.steward.post("/v1/tables", body)
                findings.see((option, value), answer, 409)
                if option not in answer.json()["detail"] and option != "preset":
                    findings.found.append(f"{option}={value!r:.30} is not named: {answer.text[:200]}")
        for house, option, said in senseless:
            answer = service.steward.post("/v1/tables", {"name": "T", "preset": "azi-three", "seats": 5, "house": house})
            findings.see(house, answer, 409)
            problem = answer.json()
            if (problem.get("option"), problem.get("value")) != (option, said) or said not in problem["detail"]:
                findings.found.append(f"{house}: {answer.text[:300]}")
        for house in ({"colour": "red"}, {"Ante": "5"}, {" ante": "5"}, {"ante\u0000": "5"}, {"": 1}, {"x" * 500: 1}):
            answer = service.steward.post("/v1/tables", {"name": "T", "preset": "azi-three", "seats": 5, "house": house})
            findings.see(house, answer, 409, 422)
    findings.none()
