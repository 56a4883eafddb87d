"""Events to bytes and back: names, chips, hidden parts, old shapes, damage."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.azi.events import CardPlayed, CardsDealt, DeckCommitted, GameStarted
from engine.room.events import Deposited
from ledger.store.codec import LedgerMapper, canonical, opened
from ledger.store.envelope import GENESIS, Envelope, Kept, link
from ledger.store.errors import Unreadable
from ledger.store.kinds import EVENTS, SEALED
from tests.ledger.freeze_samples import SAMPLES
from tests.ledger.specimens import MOST, specimen, values

AT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
MAPPER = LedgerMapper(EVENTS, SEALED)
DEALT = CardsDealt(1, 3, {1: ("9H", "TS", "AD"), 2: ("6H", "7S", "8D")}, ("QS", "6D"), "KD", "stock")


def envelope(event: Any) -> Envelope:
    return Envelope("game-abc-1", 1, event, "someone", None, "c" * 32, AT, GENESIS)


def stored(event: Any) -> Kept:
    return MAPPER.to_stored_event(envelope(event))


@pytest.mark.parametrize("name", EVENTS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_event_comes_back_as_it_went(name: str, data: st.DataObject) -> None:
    event = data.draw(values(EVENTS[name]))
    row = stored(event)
    assert MAPPER.to_domain_event(row) == envelope(event)
    assert row.topic == name
    assert canonical(msgspec.json.decode(row.state)) == row.state


@pytest.mark.parametrize("chips", [9007199254740993, 2**63, 2**64 + 1, MOST, -MOST])
def test_chips_are_exact_decimal_strings(chips: int) -> None:
    row = stored(Deposited("p", chips, None))
    assert f'"chips":"{chips}"'.encode() in row.state
    assert MAPPER.to_domain_event(row).event.chips == chips


def test_chips_within_house_rules_and_stakes_are_strings_too() -> None:
    data = msgspec.json.decode(stored(specimen(GameStarted)).state)["data"]
    assert data["house"]["ante"] == data["house"]["cap"] == data["seats"][0]["stack"] == "9007199254740993"


def test_the_public_bytes_hold_the_circumstances_with_sorted_keys() -> None:
    row = MAPPER.to_stored_event(Envelope("game-abc-1", 4, CardPlayed(1, 2, 3, "9H"), "p", "room", "by", AT, "f" * 64))
    assert row.state == (
        b'{"actor":"p","at":"2026-11-29T20:00:00Z","by":"by","data":{"card":"9H","deal":1,"seat":3,"trick":2},"prev":"' + b"f" * 64
        + b'","stream":"game-abc-1","type":"azi.card_played","v":1,"version":4,"via":"room"}'
    )  # fmt: skip


def test_hidden_cards_are_not_in_the_public_bytes() -> None:
    state = stored(DEALT).state
    for card in ("9H", "TS", "AD", "6H", "7S", "8D", "QS", "6D"):
        assert card.encode() not in state
    assert b'"trump":"KD"' in state
    assert b"secret words" not in stored(DeckCommitted(1, 1, 2, "known", "secret words", ("9H",))).state


def test_a_digest_is_the_hash_of_salt_and_value() -> None:
    row = stored(DEALT)
    parts, public = opened(row), msgspec.json.decode(row.state)["data"]
    assert set(parts) == {"hands:1", "hands:2", "stock:deck"}
    for name, (salt, value) in parts.items():
        field, who = name.split(":")
        assert len(bytes.fromhex(salt)) == 16
        assert public[field]["sealed"][who] == sha256(bytes.fromhex(salt) + canonical(value)).hexdigest()
    assert parts["hands:2"][1] == ["6H", "7S", "8D"]


def test_equal_hands_have_different_salts_and_digests() -> None:
    rows = [stored(DEALT) for _ in range(20)]
    salts = [salt for row in rows for salt, _ in opened(row).values()]
    assert len(set(salts)) == len(salts) == 60
    assert len({row.state for row in rows}) == 20


def test_a_stock_that_nobody_knows_is_null_and_not_sealed() -> None:
    row = stored(replace(DEALT, stock=None))
    assert b'"stock":null' in row.state
    assert set(opened(row)) == {"hands:1", "hands:2"}
    assert MAPPER.to_domain_event(row).event.stock is None


def test_a_row_without_hidden_parts_opens_to_nothing() -> None:
    assert opened(stored(CardPlayed(1, 2, 3, "9H"))) == {}


def test_a_hidden_part_that_was_exchanged_is_noticed() -> None:
    row = stored(DEALT)
    assert row.sealed is not None
    false = replace(row, sealed=row.sealed.replace(b'"9H"', b'"9S"'))
    with pytest.raises(Unreadable, match="hands:1 is not what was sealed"):
        MAPPER.to_domain_event(false)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"topic": "azi.never_heard_of"}, "no event named"),
        ({"state": b'{"actor"'}, "damaged"),
        ({"state": b""}, "damaged"),
        ({"state": b"\xff\xfe"}, "damaged"),
        ({"state": stored(CardPlayed(1, 2, 3, "9H")).state.replace(b'"v":1', b'"v":7')}, "not 7"),
        ({"state": stored(CardPlayed(1, 2, 3, "9H")).state.replace(b'"v":1', b'"v":0')}, "not 0"),
        ({"state": stored(CardPlayed(1, 2, 3, "9H")).state.replace(b'"trick":2', b'"trick":"x"')}, "damaged"),
        ({"state": stored(CardPlayed(1, 2, 3, "9H")).state.replace(b'"trick"', b'"trock"')}, "damaged"),
    ],
)
def test_what_can_not_be_read_names_its_stream_and_version(change: dict[str, Any], why: str) -> None:
    row = replace(stored(CardPlayed(1, 2, 3, "9H")), originator_version=5, **change)
    with pytest.raises(Unreadable, match=why) as caught:
        MAPPER.to_domain_event(row)
    assert (caught.value.stream, caught.value.version) == ("game-abc-1", 5)


@pytest.mark.parametrize("sealed", [None, b"", b"{}", b'{"hands:1":["00",["9H"]]}', b'{"hands:1":["zz",["9H"]]}'])
def test_damaged_hidden_parts_name_stream_and_version(sealed: bytes | None) -> None:
    with pytest.raises(Unreadable, match=r"Event 1 of game-abc-1"):
        MAPPER.to_domain_event(replace(stored(DEALT), sealed=sealed))


@dataclass(frozen=True, slots=True)
class Bought:
    """A later shape of an event: version 1 had no `place`."""

    seat: int
    place: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A later shape of a sealed event: version 1 called its cards `hand`."""

    cards: tuple[str, ...]


def test_an_old_shape_is_read_through_its_upcast() -> None:
    old = LedgerMapper({"azi.card_played": CardPlayed}, {})
    new = LedgerMapper(
        {"azi.card_played": Bought},
        {},
        {
            ("azi.card_played", 1): lambda data: {"seat": data["seat"]},
            ("azi.card_played", 2): lambda data: {**data, "place": "left"},
        },
    )
    row = old.to_stored_event(envelope(CardPlayed(1, 2, 3, "9H")))
    assert new.to_domain_event(row).event == Bought(3, "left")
    again = new.to_stored_event(envelope(Bought(4, "right")))
    assert msgspec.json.decode(again.state)["v"] == 3
    assert new.to_domain_event(again).event == Bought(4, "right")


def test_an_upcast_sees_the_hidden_parts() -> None:
    row = stored(DeckCommitted(1, 1, 2, "known", "secret", ("9H", "AD")))
    new = LedgerMapper(
        {"azi.deck_committed": Hidden}, {"azi.deck_committed": SEALED["azi.deck_committed"]},
        {("azi.deck_committed", 1): lambda data: {"cards": data["order"]}},
    )  # fmt: skip
    assert new.to_domain_event(row).event == Hidden(("9H", "AD"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """House rules as they were."""

    ante: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreRules:
    """The same with an option that came later."""

    ante: int
    misdeals: str = "refused"


@dataclass(frozen=True, slots=True)
class Begun:
    """A game begins by house rules."""

    house: Rules


@dataclass(frozen=True, slots=True)
class BegunLater:
    """A game begins by house rules that know more."""

    house: MoreRules


BEFORE, SINCE = LedgerMapper({"a.begun": Begun}, {}), LedgerMapper({"a.begun": BegunLater}, {})


def test_an_option_that_came_later_changes_no_byte_of_a_game_that_is_played_as_before() -> None:
    row = BEFORE.to_stored_event(envelope(Begun(Rules(ante=5))))
    assert SINCE.to_stored_event(envelope(BegunLater(MoreRules(ante=5)))) == row
    assert SINCE.to_domain_event(row).event == BegunLater(MoreRules(ante=5, misdeals="refused"))


def test_an_option_that_came_later_is_kept_where_it_differs() -> None:
    begun = BegunLater(MoreRules(ante=5, misdeals="entered"))
    row = SINCE.to_stored_event(envelope(begun))
    assert b'"house":{"ante":5,"misdeals":"entered"}' in row.state
    assert SINCE.to_domain_event(row).event == begun


def test_a_release_that_does_not_know_an_option_reads_no_game_that_is_played_by_it() -> None:
    row = SINCE.to_stored_event(envelope(BegunLater(MoreRules(ante=5, misdeals="entered"))))
    with pytest.raises(Unreadable, match="does not know"):
        BEFORE.to_domain_event(row)
    begun = stored(specimen(GameStarted))
    more = replace(begun, state=begun.state.replace(b'"house":{', b'"house":{"a_new_option":1,'))
    with pytest.raises(Unreadable, match="does not know"):
        MAPPER.to_domain_event(more)


def sample(file: Path) -> Kept:
    sealed = file.with_suffix(".sealed")
    name = file.name.rsplit(".", 2)[0]
    return Kept("game-qrstuvwxyz234567-1", 7, name, file.read_bytes(), sealed.read_bytes() if sealed.exists() else None)


FILES = sorted(SAMPLES.glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_frozen_sample_is_still_read(file: Path) -> None:
    row = sample(file)
    read = MAPPER.to_domain_event(row)
    assert read.event.__class__ is EVENTS[row.topic]
    assert (read.actor, read.via, read.command_id, read.version) == ("a-player", "a-room", "c" * 32, 7)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_frozen_sample_of_the_present_version_is_still_written_alike(file: Path) -> None:
    row = sample(file)
    again = MAPPER.to_stored_event(MAPPER.to_domain_event(row))
    was, now = msgspec.json.decode(row.state), msgspec.json.decode(again.state)
    if was["v"] != now["v"]:
        assert was["v"] < now["v"]
        return
    if row.sealed is None:
        assert again.state == row.state
        return
    assert {name: value for name, (_, value) in opened(again).items()} == {name: value for name, (_, value) in opened(row).items()}
    for field in SEALED[row.topic]:
        assert set(was["data"].pop(field)["sealed"]) == set(now["data"].pop(field)["sealed"])
    assert was == now


def test_every_version_of_every_event_has_a_frozen_sample() -> None:
    have = {file.stem for file in FILES}
    for name in EVENTS:
        newest = msgspec.json.decode(stored(specimen(EVENTS[name])).state)["v"]
        assert {f"{name}.{version}" for version in range(1, newest + 1)} <= have, (
            f"run python -m tests.ledger.freeze_samples for {name}"
        )
    assert {stem.rsplit(".", 1)[0] for stem in have} == set(EVENTS), "a stored name is for life: old databases hold it"


def test_each_row_is_linked_to_the_bytes_before_it() -> None:
    first = stored(CardPlayed(1, 1, 1, "9H"))
    assert link(first) == sha256(first.state).hexdigest()
