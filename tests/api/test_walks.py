"""The walks of the map are the ways that calls really take, and none crosses more than five files."""

from ledger.orders.app import Ledger
from ops.map.page import PAGE, of_walks
from ops.map.walks import FILES_MOST, walks


def test_the_map_shows_the_ways_that_calls_take_and_none_crosses_more_than_five_files(ledger: Ledger) -> None:
    found = walks(ledger)
    assert [walk.title for walk in found] == [
        "act to event",
        "event to money",
        "event to sentence",
        "hidden card to owner's view",
    ]
    for walk in found:
        files = [file for file, _ in walk.steps()]
        assert len(files) == len(set(files)) <= FILES_MOST, f"{walk.title} crosses {files}"
    assert PAGE.read_text(encoding="utf-8").endswith(of_walks(found)), "say ./run map"
