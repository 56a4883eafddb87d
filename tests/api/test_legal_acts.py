"""What `legal` offers is accepted from whom it is offered to, and what is due stands in it: for players and stewards, in the game
and in its replay."""

from __future__ import annotations

from typing import Any

from engine.cards import pack as cards
from engine.casino.particulars import PACK
from tests.api.casino_table import TypedGame
from tests.api.real_table import RealTable
from tests.api.service import Client, Service

HANDS = {2: "AH KD QD", 3: "9H 7D 8D", 1: "KH JD TD"}
AZI_PACK = list(cards("6", "C"))
ONLY_STEWARDS = {"draw_lot", "shuffle", "cut", "offer_cut", "deal", "replace_card", "settle"}


def legal(client: Client, game: str, step: int | None = None) -> list[dict[str, Any]]:
    """What he is told that may be done: now, or after a step of the replay."""
    if step is None:
        found: list[dict[str, Any]] = client.read(f"/v1/games/{game}")["legal"]
    else:
        found = client.read(f"/v1/games/{game}/replay?step={step}")["state"]["legal"]
    return found


def types(acts: list[dict[str, Any]]) -> set[str]:
    """Their words."""
    return {act["type"] for act in acts}


def test_the_lot_the_deal_and_the_settlement_are_told_to_the_steward_with_what_they_take(service: Service) -> None:
    table = RealTable(service)
    table.game, steward = table.table.start(), service.steward
    lot = {"type": "draw_lot", "fill": {"draws": {"seats": [1, 2, 3], "of": AZI_PACK}}}
    assert legal(steward, table.game) == legal(steward, table.game, 1) == [lot]
    drawn = [{"seat": seat, "card": card} for seat, card in zip((1, 2, 3), ("AH", "6H", "7H"), strict=True)]
    table.do("draw_lot", draws=drawn)
    table.ritual()
    bounds = {"hands": {"seats": [2, 3, 1], "count": 3, "of": AZI_PACK}, "trump": {"of": AZI_PACK}}
    deal = {"type": "deal", "seat": 1, "fill": bounds}
    assert legal(steward, table.game) == legal(steward, table.game, table.now()["version"]) == [deal]
    table.do("deal", seat=1, hands={str(seat): cards.split() for seat, cards in HANDS.items()}, trump="6S")
    table.bids((2, "bet_blind", 10))
    assert legal(steward, table.game)[0]["seat"] == 3
    assert {"type": "look", "seat": 2} in legal(steward, table.game)
    assert table.do("look", seat=2)
    assert "look" not in types(legal(steward, table.game))
    table.bids((3, "call"), (1, "call"))
    table.plays("AH 9H KH  KD 7D JD  QD 8D TD")
    settle = [{"type": "settle"}]
    assert legal(steward, table.game) == legal(steward, table.game, table.now()["version"]) == settle
    last = table.now()["version"]
    for seat in HANDS:
        assert legal(table.table.of(seat), table.game) == legal(table.table.of(seat), table.game, last) == []
    told = steward.read(f"/v1/games/{table.game}/replay?step={last}&lang=en")["state"]["choices"]
    assert told == ["settle"]
    table.do("settle")
    assert legal(service.auditor, table.game, last) == settle


def test_a_player_of_a_real_table_is_not_offered_what_only_its_steward_enters(service: Service) -> None:
    table = RealTable(service, 4).start()
    hands = {2: "AH KD QD", 3: "9H 7H 8D", 4: "TH JH 9D", 1: "KH JD TD"}
    for act in (("shuffle", {}), ("cut", {"at": 9}), ("offer_cut", {}), ("cut", {"at": 9})):
        turn = table.turn()
        assert legal(table.table.of(turn), table.game) == []
        assert legal(table.table.of(turn), table.game, table.now()["version"]) == []
        assert {one["seat"] for one in legal(service.steward, table.game)} == {turn}
        assert table.by(turn, act[0], **act[1]).status_code == 403
        table.do(act[0], seat=turn, **act[1])
    assert legal(table.table.of(1), table.game) == []
    table.do("deal", seat=1, hands={str(seat): cards.split() for seat, cards in hands.items()}, trump="6S")
    table.do("expose", seat=3, card="7H")
    assert types(legal(table.table.of(3), table.game)) == {"keep_card", "demand_redeal"}
    assert "replace_card" in types(legal(service.steward, table.game))
    replay = [legal(table.table.of(3), table.game, step) for step in range(1, table.now()["version"] + 1)]
    assert not ONLY_STEWARDS & set().union(*map(types, replay))
    assert {"deal", "shuffle"} <= types([act for step in range(1, 10) for act in legal(service.steward, table.game, step)])


def test_where_the_service_deals_its_players_are_offered_all_of_it(service: Service) -> None:
    table = service.table(3)
    table.start()
    seat = table.now().turn
    last = table.seen(seat)["version"]
    assert types(legal(table.of(seat), table.game)) == types(legal(table.of(seat), table.game, last)) == {"shuffle"}
    table.play_until("deal")
    assert legal(table.of(table.now().turn), table.game) == [{"type": "deal", "seat": table.now().turn}]


def test_in_casino_too(service: Service) -> None:
    game, pack = TypedGame(service, enforcement="record", deck="unseen"), list(PACK)
    first = service.steward.read(f"/v1/games/{game.table.game}/replay?step=1")["state"]
    assert (first["phase"], first["legal"]) == ("lot", [{"type": "draw_lot", "fill": {"draws": {"seats": [1, 2], "of": pack}}}])
    game.do("shuffle", seat=2)
    game.do("cut", seat=1, at=20)
    deal = {"type": "deal", "seat": 2, "fill": {"table": {"count": 4, "of": pack}}}
    assert legal(service.steward, game.game) == [deal]
    assert legal(game.table.of(2), game.game) == []
