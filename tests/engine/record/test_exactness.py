"""A record is exact in both directions: the text gives the acts, the acts give the events, the events give the text."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from engine.azi import azi, commands
from engine.azi.events import CardPlayed, GameEnded
from engine.azi.notation import WORDS
from engine.cardgame.commands import StartGame
from engine.cardgame.notation import Words
from engine.casino.commands import Command as CasinoCommand
from engine.casino.notation import WORDS as CASINO_WORDS
from engine.decider import act, fold
from engine.forms import PLACE
from engine.parts import PlayedCard, Seated
from engine.record import Untold, read, recorded, write
from engine.record.lines import ROW as ANY_ROW
from engine.record.lines import quoted, row
from tests.engine.azi.deals import FOUR, deal, reached, start
from tests.engine.record.games import AZI, played
from tests.laws import law


@law(games=120, chunks=4)
def test_every_random_game_is_written_and_read_back_as_it_was(seed: int) -> None:
    for offending in (False, True):
        done, made = played(seed, offending=offending)
        events = tuple(event for some in made for event in some)
        record = recorded(AZI, events)
        text = write(record)
        again = read(text)
        assert again == record, offending
        assert again.events == events, offending
        assert write(again) == text, offending
        assert same_acts(done, made, [one.command for one in record.acts]), offending
        state: Any = azi.initial
        for one in again.acts:
            state = act(azi, state, one.command)[1]
            assert state.pot == one.pot, offending
        assert state == record.state == fold(azi, azi.initial, events), offending


def same_acts(done: list[Any], made: list[list[Any]], told: list[Any]) -> bool:
    """Whether the acts told are those done, but for what leaves no trace: see `told_fully`."""
    merged: list[Any] = []
    alone = False
    for done_so, events in zip(done, made, strict=True):
        command = told_fully(done_so, events[0])
        if alone and isinstance(command, commands.Leave) and merged[-1] in folding(command.seat):
            merged.pop()
        merged.append(command)
        alone = len(events) == 1
    return [replace(told[0], lot=None), *told[1:]] == [replace(merged[0], lot=None, dealer=told[0].dealer), *merged[1:]]


def folding(seat: int) -> tuple[Any, ...]:
    """What who leaves does by that, so that it leaves no trace of its own right before."""
    return commands.Fold(seat), commands.DeclineBlind(seat)


def told_fully(command: Any, event: Any) -> Any:
    """The act with what its first event says: a raise to the standing price is a call, a card meant is named."""
    match command:
        case commands.StartGame():
            return replace(command, seats=event.seats)
        case commands.Raise() if not hasattr(event, "price") or type(event).__name__ == "Called":
            return commands.Call(command.seat)
        case commands.KeepCard():
            return replace(command, card=event.card)
        case commands.ReplaceCard():
            return replace(command, given_up=event.card)
    return command


def test_a_fold_and_a_leaving_right_after_it_are_told_as_the_leaving() -> None:
    given = [*FOUR, commands.BetBlind(1, 10), commands.Call(2), commands.Fold(3), commands.Leave(3)]
    state, events = azi.initial, []
    for command in [*given, commands.VoidGame("over")]:
        made, state = act(azi, state, command)
        events += made
    told = [one.command for one in recorded(AZI, events).acts]
    assert told[-2:] == [commands.Leave(3), commands.VoidGame("over")]
    assert read(write(recorded(AZI, events))).events == tuple(events)


@pytest.mark.parametrize(("words", "wanted"), [(WORDS, commands.Command), (CASINO_WORDS, CasinoCommand)], ids=["azi", "casino"])
def test_every_command_of_the_game_has_words(words: Words, wanted: Any) -> None:
    kinds = {kind for kind in get_args(wanted) if not issubclass(kind, StartGame)}
    assert kinds == words.acts
    for kind in kinds:
        named = {field.name for field in fields(kind)}
        assert {place for told in kind.told for place in PLACE.findall(told)} <= named, kind


def test_words_are_heard_as_they_are_said() -> None:
    game = reached(*FOUR)
    for command in (
        commands.Raise(3, 10**39),
        commands.Cut(7, None),
        commands.Cut(7, 0),
        commands.ReplaceCard(2, "9H", "TS"),
        commands.ReplaceCard(2, None, "TS"),
        commands.Claim(12, 123, 2, "AD"),
        commands.VoidGame('"é 😀 \\ \u2028": {seat}'),
        commands.Correct(17, "steward: corrects step 18: x"),
        commands.DrawLot((PlayedCard(1, "9H"), PlayedCard(2, "TD"))),
        commands.Deal(4, {1: ("9H", "TD", "6S"), 2: ("8H", "7D", "7S")}, "AS"),
        commands.Deal(4),
        commands.Shuffle(4),
        commands.ReachEndTime(),
    ):
        assert WORDS.hear(game, WORDS.say(command)) == command


@pytest.mark.parametrize(
    "words",
    [
        "", " ", "3", "3 raises", "3 raises to", "3 raises to 0", "3 raises to 040", "3 raises to +40", "3 raises to 4_0",
        "3  raises to 40", "3 raises to 40 ", "03 raises to 40", "0 folds", "٣ folds", "3 raises to ４０", "3 Raises to 40",
        "3 plays 9h", "3 plays 10H", "3 plays 9H\n", "3 cuts at -1", "steward: corrects step 17:", "steward: makes the deal void: ",
        "4 deals 1 9H; trump", "4 deals 1 9H, 1 TD; trump AS", "4 deals ; trump AS", "4 deals; trump AS", "the lot: ",
        "the lot: 1 9H,2 TD", "4 shuffles with the secret 00", "4 shuffles with the secret " + "0G" * 32, "the game begins",
        "3 raises to " + "9" * 41,
    ],
)  # fmt: skip
def test_words_that_are_not_exactly_those_of_an_act_are_no_act(words: str) -> None:
    assert WORDS.hear(reached(*FOUR), words) is None


@pytest.mark.parametrize(
    "text", ["", "plain", '"', "\\", '\\"', "\x00\x07\t\x7f", "é 😀 <&> \u2028", "#", "[x]", "a = 1", "\\u0041"]
)
def test_every_text_is_quoted_as_toml_and_read_back(text: str) -> None:
    assert row(f"key = {quoted(text)}", ANY_ROW) == ("key", text)
    assert tomllib.loads(f"key = {quoted(text)}") == {"key": text}


def test_names_and_reasons_of_any_script_come_through() -> None:
    name, reason = 'é 😀 "x" \\ # [end]', '", "0"] \u2028 = {}'
    begin = replace(start(50, 50, players_min=2), table=name, unit="фишка", seats=(Seated(1, name, 50), Seated(2, "б", 10**30)))
    state, events = azi.initial, []
    for command in (begin, commands.VoidGame(reason)):
        made, state = act(azi, state, command)
        events += made
    text = write(recorded(AZI, events))
    assert read(text).events == tuple(events)
    told = tomllib.loads(text)
    assert (told["table"], told["seats"]["2"]["stack"], told["acts"]["3"][0]) == (
        name,
        str(10**30),
        f"steward: makes the game void: {reason}",
    )


def test_there_is_no_record_of_what_is_no_whole_game_by_the_rules() -> None:
    state, events = azi.initial, []
    for command in [start(50, 50, players_min=2), *deal(2, (1, 2)), commands.BetBlind(1, 5), commands.Fold(2)]:
        made, state = act(azi, state, command)
        events += made
    assert isinstance(events[-1], GameEnded)
    whole = recorded(AZI, events)
    for last in range(len(events)):
        with pytest.raises(Untold) as caught:
            recorded(AZI, events[:last])
        assert 1 <= caught.value.step <= last + 1
    with pytest.raises(Untold) as caught:
        recorded(AZI, [*events, events[-1]])
    assert caught.value.step == len(events) + 1
    for at, event in enumerate(events):
        for other in (CardPlayed(1, 1, 1, "9H"), event):
            with pytest.raises(Untold):
                recorded(AZI, [*events[:at], other, *events[at:]])
    forged = [replace(event, pot=event.pot + 1) if hasattr(event, "pot") and at == 1 else event for at, event in enumerate(events)]
    with pytest.raises(Untold) as caught:
        recorded(AZI, forged)
    assert caught.value.step == 1
    assert recorded(AZI, list(whole.events)) == whole
