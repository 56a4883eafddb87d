"""A replay at the terminal, as a transcript, and where it can go from a step; each stops at a damaged step and lists the rest."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.console import Console

from ledger.cli import replaying, screen
from ledger.orders.app import Ledger
from ledger.replays.film import Film, film
from ledger.replays.landings import WAYS, landings, marked, told_steps
from ledger.replays.transcript import Told, transcript
from ledger.store.errors import NotFound, Unreplayable
from ledger.words import TONGUES, Voice
from tests.ledger.test_replay import WHERE, played, tamper

NAMES = {1: "Anna", 2: "Boris", 3: "Clara", 4: "David"}


def shown(renderable: Any) -> str:
    console = Console(width=140)
    with console.capture() as taken:
        console.print(renderable)
    return taken.get()


def told(whole: Film, voice: Voice) -> list[str]:
    return list(transcript(whole, voice, lambda step: Told(dict(step.state.hands), step.offers()), NAMES))


def test_a_step_at_the_terminal_has_names_suits_pot_stacks_chips_and_choices(ledger: Ledger) -> None:
    whole = film(ledger, played(ledger))
    raised = next(number for number, row in enumerate(whole.rows, 1) if row.topic == "azi.raised")
    text = shown(screen.step_of(whole, raised, Voice(TONGUES["en"], NAMES)))
    for part in ("Clara raises and pays 40", "Clara −40 (Raise)", "K♦ 7♥ 6♠", "Pot 90", "Trump 9♠", "raise to 41–80", "AZI-BID-3"):
        assert part in text
    assert "seat" not in text
    german = shown(screen.table_of(whole, Voice(TONGUES["de"], NAMES), "Partie"))
    assert "Clara erhöht" in german
    assert "A♥" in german


def test_keys_lead_forwards_backwards_and_to_the_next_trick(ledger: Ledger) -> None:
    whole = film(ledger, played(ledger))
    tricks = marked(whole, "trick", judges=True)
    assert [whole.rows[number - 1].topic for number in tricks] == ["azi.trick_taken"] * 3
    assert [screen.led(whole, 1, key) for key in ("\x1b[C", "t", "b", "e", "?")] == [2, tricks[0], None, len(whole.rows), None]
    assert [screen.led(whole, tricks[1], key) for key in ("T", "t", "a", "p", "V")] == [tricks[0], tricks[2], 1, None, None]
    deals = marked(whole, "deal", judges=False)
    assert [whole.rows[number - 1].topic for number in deals] == ["azi.cards_dealt"]
    assert [screen.led(whole, number, key) for number, key in ((1, "d"), (tricks[0], "D"), (tricks[0], "d"))] == [*deals * 2, None]
    assert tuple(landings(whole, 3, judges=False)) == WAYS
    assert set(screen.KEYS.values()) == set(WAYS)
    with pytest.raises(NotFound):
        whole.step(0)


def test_a_game_is_gone_through_by_keys_until_q(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = film(ledger, played(ledger))
    keys, written = iter(["t", "T", "\x1b[D", "e", " ", "g", "q"]), io.StringIO()
    console = Console(file=written, width=140)
    monkeypatch.setattr(replaying, "out", console)
    monkeypatch.setattr(console, "input", lambda _: "13")
    monkeypatch.setattr(replaying.click, "getchar", lambda: next(keys))
    replaying._by_keys(whole, Voice(TONGUES["de"], NAMES))
    assert re.findall(r"Schritt (\d+) von 31", written.getvalue()) == ["1", "20", "20", "19", "31", "31", "13"]
    assert written.getvalue().count("Danach kommt kein solcher Schritt mehr.") == 2
    assert next(keys, None) is None


def test_a_transcript_has_a_line_for_each_step_in_each_language(ledger: Ledger) -> None:
    whole = film(ledger, played(ledger))
    for tag, words in (("en", "Boris takes trick 3"), ("ru", "Взятку 3 берёт Boris"), ("de", "Boris macht Stich 3")):
        lines = told(whole, Voice(TONGUES[tag], NAMES))
        assert sum(line[:4].strip().isdecimal() for line in lines) == len(whole.rows)
        assert any(words in line for line in lines)


def test_a_damaged_step_ends_every_form_with_a_list_of_what_was_not_evaluated(database: Any, ledger: Ledger) -> None:
    game = played(ledger)
    tamper(database, "update events set state = set_byte(state, 40, 200)" + WHERE, f"game-{game}", 9)
    whole = film(ledger, game)
    last = len(whole.rows)
    assert [one["step"] for one in told_steps(whole)] == list(range(9, last + 1))
    assert len(whole.states) == 8
    assert whole.stream().version == 8
    lines = told(whole, Voice())
    assert f"The replay stops here: step 9 cannot be evaluated. Not evaluated: steps 9 to {last}." in lines
    assert sum("  ?" in line for line in lines) == last - 8
    assert landings(whole, 8, judges=True)["next"] is None
    with pytest.raises(Unreplayable):
        whole.step(9)


@pytest.mark.parametrize(
    ("topic", "figure", "why"),
    [
        ("azi.card_played", ('"card":"AD"', '"card":"JH"'), "did not hold"),
        ("azi.raised", ('"chips":"40"', '"chips":"39"'), "chips came from nowhere"),
    ],
)
def test_an_impossible_step_stops_the_replay_there_though_it_can_be_read(
    ledger: Ledger, topic: str, figure: tuple[str, str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(ledger)
    rows = ledger.history(f"game-{game}")
    at = next(number for number, row in enumerate(rows) if row.topic == topic and figure[0] in row.state.decode())
    spoilt = rows[at]
    rows[at] = type(spoilt)(
        spoilt.stream, spoilt.originator_version, topic, spoilt.state.decode().replace(*figure).encode(), spoilt.sealed
    )
    monkeypatch.setattr(Ledger, "history", lambda _self, _stream, _after=0: rows)
    whole = film(ledger, game)
    assert whole.stopped is not None
    assert (whole.stopped.step, why in whole.stopped.why) == (at + 1, True)
