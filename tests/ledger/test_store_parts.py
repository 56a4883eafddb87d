"""Small parts of the store: names, kinds of streams, plain forms, the memory for wallets."""

import pytest

from engine.azi.commands import Call
from engine.games import KINDS
from ledger.orders.order import Caller
from ledger.store import kinds
from ledger.store.cache import StreamCache
from ledger.store.envelope import GENESIS
from ledger.store.errors import NotFound
from ledger.store.ids import game_stream, is_stream, new_id, table_of_game
from ledger.store.plain import plain_form
from ledger.store.streams import Stream
from tests.ledger.crowd import order


def stream(name: str, version: int = 1) -> Stream:
    return Stream(name, None, version, GENESIS, "wallet")


def test_new_ids_are_sixteen_letters_and_never_the_same() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(one) == 16 and set(one) <= set("abcdefghijklmnopqrstuvwxyz234567") for one in ids)


def test_a_game_names_its_table() -> None:
    assert table_of_game(game_stream("abc", 12)) == table_of_game("abc-12") == "abc"


@pytest.mark.parametrize("name", ["wallet-a\n", "wallet-é", "wallet-A", "x-a", "wallet", "wallet-" + "a" * 114])
def test_what_can_be_no_stream(name: str) -> None:
    assert not is_stream(name)


def test_the_kind_of_a_stream_is_told_by_its_name_and_of_a_game_by_its_first_event() -> None:
    assert kinds.kind_of("game-a-1", "azi.game_started") == "azi"
    assert kinds.kind_of("wallet-a", "wallet.opened") == "wallet"
    assert kinds.decider("azi") is KINDS["azi"].decider


def test_only_a_start_begins_a_game() -> None:
    assert kinds.begun_by(object.__new__(KINDS["azi"].start)) == "azi"  # type: ignore[call-overload]
    with pytest.raises(NotFound):
        kinds.begun_by(Call(1))


def test_nothing_is_written_to_streams_that_this_release_has_no_rules_for() -> None:
    assert kinds.unwritten("game-a-1").kind == ""
    with pytest.raises(NotFound):
        kinds.unwritten("purse-a")


def test_a_field_of_two_kinds_of_amount_is_refused_when_the_codec_is_made() -> None:
    with pytest.raises(TypeError, match="must tell which"):
        plain_form(dict[int, int] | str)


def test_the_memory_keeps_what_was_used_last_and_never_goes_back() -> None:
    memory = StreamCache(limit=2)
    memory.put(stream("wallet-a", 2))
    memory.put(stream("wallet-b"))
    assert memory.get("wallet-a") == stream("wallet-a", 2)
    memory.put(stream("wallet-c"))
    assert memory.get("wallet-b") is None
    assert len(memory) == 2
    memory.put(stream("wallet-a", 1))
    assert memory.get("wallet-a") == stream("wallet-a", 2)
    memory.drop("wallet-a")
    assert memory.get("wallet-a") is None


def test_an_actor_is_the_player_and_via_the_room_that_spoke_for_him() -> None:
    assert (Caller("p", "player", "p").actor, Caller("p", "player", "p").via) == ("p", None)
    assert (Caller("r", "room", "p").actor, Caller("r", "room", "p").via) == ("p", "r")
    assert (Caller("r", "room").actor, Caller("r", "room").via) == ("r", None)


def test_a_command_id_is_the_same_for_each_repetition_and_does_not_show_the_key() -> None:
    assert order("k").command_id == order("k").command_id != order("l").command_id
    assert order("k").command_id != order("k", Caller("other", "cashier")).command_id
    assert len(order("k").command_id) == 32
