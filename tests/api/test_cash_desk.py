"""The cash desk over HTTP: what happened earlier, settlements, corrections, counts, the report, debts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.api.service import Client, Service

MONEY = {"unit": "chip", "scale": 0}


def money(amount: int) -> dict[str, object]:
    return {"amount": str(amount), **MONEY}


def ago(**by: float) -> str:
    """A moment that lies so far back, in a zone that is not UTC."""
    return (datetime.now(UTC) - timedelta(**by) + timedelta(hours=4)).replace(tzinfo=None).isoformat(timespec="seconds") + "+04:00"


def corrected(who: Client, player: str, version: int, **body: Any) -> Any:
    return who.post(f"/v1/players/{player}/corrections", body, If_Match=f'"{version}"')


def test_a_late_deposit_counts_from_its_time_by_effective_time_and_from_its_recording_in_the_books(service: Service) -> None:
    player, before = service.player(100), ago(seconds=-5)
    answer = service.cashier.post(f"/v1/players/{player}/deposits", {"amount": "20", "effective_at": ago(days=3)})
    assert answer.status_code == 201
    position = int(answer.headers["Ledger-Position"])
    base = f"/v1/players/{player}/balance?min_position={position}"
    for query, wallet in (
        ("", 120),
        (f"&as_of={ago(days=2).replace('+', '%2B')}", 0),
        (f"&as_of={ago(days=2).replace('+', '%2B')}&basis=effective", 20),
        (f"&as_of={ago(days=4).replace('+', '%2B')}&basis=effective", 0),
        (f"&as_of={before.replace('+', '%2B')}", 120),
        (f"&at_position={position - 1}", 100),
        (f"&at_position={position - 1}&as_of={ago(days=2).replace('+', '%2B')}&basis=effective", 0),
        ("&at_position=0", 0),
    ):
        assert service.auditor.read(base + query)["wallet"] == money(wallet), query


def test_the_future_and_what_is_too_long_ago_are_refused_by_a_rule(service: Service) -> None:
    player = service.player(100)
    for what, when in (("deposits", ago(seconds=-60)), ("withdrawals", ago(days=32)), ("deposits", ago(days=400))):
        refused = service.cashier.post(f"/v1/players/{player}/{what}", {"amount": "5", "effective_at": when})
        assert (refused.status_code, refused.json()["rule"]) == (409, "WALLET-5"), when
    without_offset = {"amount": "5", "effective_at": "2026-03-01T20:00:00"}
    assert service.cashier.post(f"/v1/players/{player}/deposits", without_offset).status_code == 422
    assert (
        corrected(service.cashier, player, 2, step=2, amount="5", reason="r", effective_at=ago(days=32)).json()["rule"]
        == "WALLET-5"
    )


def test_a_correction_counts_from_its_entry_on_or_from_later_and_never_from_before(service: Service) -> None:
    player = service.player()
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "1000", "effective_at": ago(days=3)})
    early = corrected(service.admin, player, 2, step=2, amount="100", reason="r", effective_at=ago(days=4))
    assert (early.status_code, early.json()["rule"]) == (409, "WALLET-6")
    later = corrected(service.cashier, player, 2, step=2, amount="400", reason="r", effective_at=ago(days=2))
    position = corrected(service.cashier, player, 3, step=2, amount="100", reason="r").headers["Ledger-Position"]
    assert later.status_code == 201
    for days, held in ((3.5, 0), (2.5, 1000), (1, 100), (0, 100)):
        query = f"as_of={ago(days=days).replace('+', '%2B')}&basis=effective&min_position={position}"
        assert service.auditor.read(f"/v1/players/{player}/balance?{query}")["wallet"] == money(held), days


def test_what_is_said_to_have_been_paid_earlier_must_have_been_possible(service: Service) -> None:
    player = service.player(100)
    path = f"/v1/players/{player}/withdrawals"
    refused = service.cashier.post(path, {"amount": "60", "effective_at": ago(days=1)})
    assert (refused.status_code, refused.json()["rule"], refused.json()["spare"]) == (409, "WALLET-5", "0")
    service.cashier.send("PUT", f"/v1/players/{player}/credit-limit", {"amount": "50"})
    assert service.cashier.post(path, {"amount": "60", "effective_at": ago(days=1)}).json()["spare"] == "50"
    assert service.cashier.done(path, {"amount": "50", "effective_at": ago(days=1)})["wallet"] == money(50)
    service.cashier.done(path, {"amount": "90"})
    early = service.cashier.post(f"/v1/players/{player}/settlements", {"amount": "40", "effective_at": ago(days=2)})
    assert (early.status_code, early.json()["rule"], early.json()["owed"]) == (409, "WALLET-5", "0")


def test_a_mistyped_deposit_is_corrected_by_an_entry_that_names_it(service: Service) -> None:
    player = service.player(1000)
    assert corrected(service.auditor, player, 2, step=2, amount="100", reason="A nought too many").status_code == 403
    other = service.client("cashier", "another-cashier")
    assert corrected(other, player, 2, step=2, amount="100", reason="A nought too many").status_code == 403
    assert corrected(service.cashier, player, 1, step=2, amount="100", reason="A nought too many").status_code == 412
    no_version = service.cashier.post(f"/v1/players/{player}/corrections", {"step": 2, "amount": "100", "reason": "r"})
    assert no_version.status_code == 428
    done = corrected(service.cashier, player, 2, step=2, amount="100", reason="A nought too many")
    assert (done.status_code, done.json()["wallet"]) == (201, money(100))
    event = done.json()["events"][0]
    assert (event["type"], event["data"]["step"], event["data"]["was"]) == ("wallet.entry_corrected", 2, "1000")
    again = corrected(service.admin, player, 3, step=2, amount="0", reason="It was somebody else's")
    assert again.json()["wallet"] == money(0)
    for step, amount in ((2, "0"), (1, "5"), (3, "5"), (99, "5")):
        refused = corrected(service.admin, player, 4, step=step, amount=amount, reason="r")
        assert (refused.status_code, refused.json()["rule"]) == (409, "WALLET-6"), step


def test_a_debt_shows_is_settled_and_no_more_than_it(service: Service) -> None:
    player = service.player(100)
    service.cashier.send("PUT", f"/v1/players/{player}/credit-limit", {"amount": "50"})
    service.cashier.done(f"/v1/players/{player}/withdrawals", {"amount": "140"})
    last = corrected(service.admin, player, 4, step=2, amount="70", reason="Counted wrongly")
    position = last.headers["Ledger-Position"]
    owes = next(d for d in all_debts(service, position) if d["player"] == player)
    assert owes.pop("since")
    assert owes == {
        "player": player,
        "player_name": "Anna",
        "owed": money(70),
        "credit_limit": money(50),
        "beyond_limit": money(20),
        "kind": "withdrawal",
    }
    path = f"/v1/players/{player}/settlements"
    refused = service.cashier.post(path, {"amount": "71"})
    assert (refused.status_code, refused.json()["rule"], refused.json()["owed"]) == (409, "WALLET-7", "70")
    assert service.admin.post(path, {"amount": "30"}).status_code == 403
    assert service.cashier.done(path, {"amount": "30"})["wallet"] == money(-40)
    settled = service.cashier.post(path, {"amount": "40"})
    assert settled.json()["wallet"] == money(0)
    assert service.cashier.post(path, {"amount": "1"}).json()["detail"] == "This wallet owes nothing."
    assert player not in {d["player"] for d in all_debts(service, settled.headers["Ledger-Position"])}
    assert service.steward.get("/v1/debts").status_code == 403


def all_debts(service: Service, position: str) -> list[dict[str, Any]]:
    """Every debt, by pages of one."""
    told: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = service.auditor.read(f"/v1/debts?limit=1&min_position={position}{cursor}")
        told += page["debts"]
        if page["next"] is None:
            return told
        cursor = f"&cursor={page['next']}"


def test_a_counted_desk_that_differs_from_the_books_needs_a_reason_and_becomes_an_entry(service: Service) -> None:
    position = service.cashier.post(f"/v1/players/{service.player()}/deposits", {"amount": "500"}).headers["Ledger-Position"]
    books = service.cashier.read(f"/v1/cash-desk?min_position={position}")
    cash = int(books["cash"]["amount"])
    path = "/v1/cash-desk/counts"
    for who in (service.steward, service.auditor, service.room):
        assert who.post(path, {"amount": str(cash)}).status_code == 403
    refused = service.cashier.post(path, {"amount": str(cash - 5)})
    assert (refused.status_code, refused.json()["rule"]) == (409, "DESK-2")
    assert (refused.json()["counted"], refused.json()["booked"]) == (str(cash - 5), str(cash))
    done = service.cashier.post(path, {"amount": str(cash - 5), "reason": "Wrong change"})
    assert done.status_code == 201
    assert done.json()["difference"] == money(-5)
    late = service.cashier.post(path, {"amount": "0", "reason": "r", "at_position": int(position) - 1})
    assert late.json()["rule"] == "DESK-1"
    after = service.admin.read(f"/v1/cash-desk?min_position={done.headers['Ledger-Position']}")
    assert after["cash"] == money(cash - 5)
    assert after["last_count"]["reason"] == "Wrong change"
    even = service.admin.done(path, {"amount": str(cash - 5)})
    assert (even["difference"], even["reason"]) == (money(0), None)
    counts = service.auditor.read(f"{path}?limit=100")["counts"]
    assert [told["difference"] for told in counts[-2:]] == [money(-5), money(0)]
    beyond = service.cashier.post(path, {"amount": "0", "reason": "r", "at_position": 10**12})
    assert beyond.json()["rule"] == "DESK-1"


def test_the_report_of_a_day_opens_takes_pays_and_closes_for_the_desk_and_each_cashier(service: Service) -> None:
    desk = service.client("cashier", "night-shift")
    player = service.player()
    desk.done(f"/v1/players/{player}/deposits", {"amount": "300"})
    desk.done(f"/v1/players/{player}/withdrawals", {"amount": "120"})
    desk.done(f"/v1/players/{player}/deposits", {"amount": "7", "effective_at": ago(days=2)})
    last = corrected(desk, player, 4, step=2, amount="310", reason="Ten more")
    position = last.headers["Ledger-Position"]
    report = service.auditor.read(f"/v1/cash-desk/report?tz=Asia/Yerevan&cashier=night-shift&min_position={position}")
    (day,) = report["days"]
    (his,) = day["cashiers"]
    assert his == {
        "cashier": "night-shift",
        "cashier_name": "test cashier",
        "came": money(307),
        "went": money(120),
        "corrected": money(10),
        "difference": money(0),
        "entries": 4,
    }
    assert adds_up(day)
    begins = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
    ends = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
    week = service.cashier.read(f"/v1/cash-desk/report?from={begins}&to={ends}&basis=effective&cashier=night-shift")
    assert all(adds_up(day) for day in week["days"])
    assert [day["closing"] for day in week["days"][:-1]] == [day["opening"] for day in week["days"][1:]]
    assert sorted(his["came"]["amount"] for day in week["days"] for his in day["cashiers"]) == ["300", "7"]
    assert week["closing"] == service.cashier.read("/v1/cash-desk")["cash"]
    assert service.steward.get("/v1/cash-desk/report").status_code == 403
    for query in ("from=2026-03-01&to=2026-03-01", "from=2026-01-01&to=2026-12-31", "from=1.3.2026", "tz=Mars/Olympus"):
        assert service.cashier.get(f"/v1/cash-desk/report?{query}").status_code == 422, query


def adds_up(day: dict[str, Any]) -> bool:
    came, went, corrected, difference = (int(day[name]["amount"]) for name in ("came", "went", "corrected", "difference"))
    return int(day["opening"]["amount"]) + came - went + corrected + difference == int(day["closing"]["amount"])


def test_a_statement_tells_receipts_and_reasons(service: Service) -> None:
    table = service.table(3)
    player, game = table.seats[1], table.start()
    service.cashier.done(f"/v1/players/{player}/deposits", {"amount": "30", "reference": f"R {player}"})
    version = service.ledger.load(f"wallet-{player}").version
    done = corrected(service.cashier, player, version, step=version, amount="20", reason="Three, not two")
    lines = service.cashier.read(f"/v1/players/{player}/statement?min_position={done.headers['Ledger-Position']}")["lines"]
    assert [(line["reference"], line["reason"], line["corrects"]) for line in lines[-2:]] == [
        (f"R {player}", None, None),
        (None, "Three, not two", version),
    ]
    assert (lines[-2]["about"], lines[-1]["about"]) == (f"receipt R {player}", "reason: Three, not two")
    (ante,) = [line for line in lines if line["kind"] == "ante"]
    assert (ante["table_name"], ante["game_number"], ante["game"]) == ("Test table", 1, game)
    assert ante["about"] == f"Test table, game 1, step {ante['step']}"
