"""The accounts of the books over HTTP."""

from __future__ import annotations

from tests.api.service import Service


def test_all_accounts_together_are_zero_and_a_page_shows_some_of_them(service: Service) -> None:
    table = service.table(2, chips=300)
    position = service.cashier.post(f"/v1/players/{table.seats[1]}/deposits", {"amount": "7"}).headers["Ledger-Position"]
    holds: dict[str, int] = {}
    page = service.auditor.read(f"/v1/accounts?limit=3&min_position={position}")
    while True:
        assert page["sum"] == {"amount": "0", "unit": "chip", "scale": 0}
        holds |= {item["account"]: int(item["balance"]["amount"]) for item in page["accounts"]}
        if page["next"] is None:
            break
        page = service.auditor.read(f"/v1/accounts?limit=3&cursor={page['next']}")
    assert holds[f"player:{table.seats[1]}:wallet"] == 7
    assert holds[f"player:{table.seats[1]}:stack:{table.id}"] == 300
    assert sum(holds.values()) == 0


def test_the_books_are_for_admins_and_auditors(service: Service) -> None:
    assert service.admin.get("/v1/accounts").status_code == 200
    for client in (service.cashier, service.steward, service.room, service.room.acting_for(service.player())):
        assert client.get("/v1/accounts").status_code == 403
