"""The map of the rooms is what the imports say; and the reading of imports is right."""

from pathlib import Path

import pytest

from engine.chips import split
from ops.map.page import PAGE, of_rooms
from ops.map.rooms import Rooms, read
from ops.map.tracing import Walk, walked, without_detours


def test_the_map_says_which_room_imports_which() -> None:
    assert PAGE.read_text(encoding="utf-8").startswith(of_rooms(read())), "say ./run map"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A house of three floors."""
    texts = {
        "engine/rules.py": "import json",
        "engine/azi/play.py": "from engine.rules import Rule\nfrom engine import rules",
        "engine/azi/legal.py": "from engine.azi import play",
        "ledger/store/codec.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engine.azi.play import play_card",
        "ledger/money/postings.py": "import ledger.store.codec\nfrom engine import rules",
        "api/app.py": "def create_app():\n    from ledger.money import postings\n    from ledger.store import codec",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_arrows_are_read_from_all_imports_and_count_files(place: Path) -> None:
    rooms = read(place)
    assert rooms.files == {"engine/azi": 2, "engine": 1, "ledger/money": 1, "ledger/store": 1, "api": 1}
    assert rooms.arrows == {
        ("api", "ledger/money"): 1,
        ("api", "ledger/store"): 1,
        ("engine/azi", "engine"): 1,
        ("ledger/money", "engine"): 1,
        ("ledger/money", "ledger/store"): 1,
        ("ledger/store", "engine/azi"): 1,
    }
    assert rooms.floors() == {("api", "ledger"): 2, ("ledger", "engine"): 2}


def test_a_picture_leaves_out_what_a_longer_way_says() -> None:
    rooms = Rooms(dict.fromkeys(("a", "a/b", "a/c"), 1), {("a", "a/b"): 1, ("a/b", "a/c"): 1, ("a", "a/c"): 1})
    assert rooms.steps("a") == [("a", "a/b"), ("a/b", "a/c")]
    two = Rooms(dict.fromkeys(("a", "a/b"), 1), {("a", "a/b"): 1, ("a/b", "a"): 1})
    assert rooms.of("a") == ["a", "a/b", "a/c"]
    assert two.steps("a") == [("a", "a/b"), ("a/b", "a")]


def test_a_walk_that_comes_back_into_a_file_goes_on_in_it() -> None:
    stack = [("games.py", "act_all"), ("app.py", "execute"), ("games.py", "work"), ("attempt.py", "act"), ("attempt.py", "read")]
    assert without_detours(stack) == (("games.py", "act_all"), ("attempt.py", "act"))


def test_a_walk_is_the_chain_of_calls_to_where_the_thing_is_made() -> None:
    walk = Walk("chips to parts", "", ("engine/chips.py", "split"), [lambda name, given: name == "split" and given == (34, 33, 33)])
    with walked(walk):
        split(99, 3)
        assert walk.ways == [set()]
        split(100, 3)
    assert walk.steps() == [("engine/chips.py", "split")]
    never = Walk("chips to nothing", "", ("engine/chips.py", "split"), [lambda _, given: given == "nothing"])
    with walked(never):
        split(100, 3)
    with pytest.raises(ValueError, match="nothing like that was made"):
        never.steps()
