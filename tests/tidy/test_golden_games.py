"""Every preset has a game that a person can read, and every record of tests/records is of a preset."""

import tomllib

from ledger.play.presets import presets
from tests.tidy import house
from tests.tidy.record_checks import unplayed


def test_every_preset_has_a_golden_game() -> None:
    records = {
        str(path): tomllib.loads(text) for path, text in house.files(".toml", under=("tests",)) if path.parts[1] == "records"
    }
    assert records
    assert unplayed(presets(), {name: record["house_rules"]["preset"] for name, record in records.items()}) == []


def test_the_folder_says_what_each_golden_game_shows() -> None:
    told = (house.ROOT / "tests" / "records" / "README.md").read_text(encoding="utf-8")
    assert [file.name for file in (house.ROOT / "tests" / "records").glob("*.toml") if f"`{file.name}`" not in told] == []


def test_a_preset_without_a_golden_game_and_a_record_without_a_preset_are_found() -> None:
    assert unplayed(["a", "b"], {"one.toml": "a", "two.toml": "b"}) == []
    assert unplayed(["a", "b"], {"one.toml": "a"}) == ["b has no golden game in tests/records"]
    assert unplayed(["a"], {"one.toml": "a", "two.toml": "c"}) == ["two.toml is of c, and there is no such preset"]
