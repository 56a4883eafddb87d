"""The golden games of tests/records: each is what it says, played again act by act."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.azi import events as happened
from engine.azi import offence_events as offences
from engine.azi import unseen_events
from engine.casino import events as of_casino
from engine.casino import offence_events as casino_offences
from engine.decider import act
from engine.record import is_typed, read, recorded, write
from tests.engine.record.games import GOLDEN

# What a golden game is there to show: events that it has, and how often.
SHOWS: dict[str, dict[type, int]] = {
    "azi-three-raise-over-the-blind": {happened.BlindBet: 1, happened.Raised: 1, happened.PotAwarded: 1},
    "azi-three-azi-with-buy-ins": {happened.AziOccurred: 1, happened.BoughtIn: 2},
    "azi-three-walkover": {happened.LotDrawn: 1, happened.DeckCommitted: 2, happened.CardPlayed: 0, happened.PotAwarded: 1},
    "azi-three-nobody-bets": {happened.DealThrownIn: 1, happened.AntesPosted: 2},
    "azi-three-two-reneges": {offences.PlayRestored: 1, offences.PlayerPutOut: 1, offences.ClaimUnfounded: 1},
    "azi-three-exposed-cards-and-a-correction": {offences.ExposedCardKept: 1, offences.CardReplaced: 1, offences.EntryCorrected: 1},
    "azi-three-missing-cut-and-a-void-deal": {offences.PenaltyImposed: 1, offences.DealAnnulled: 2, happened.HandLooked: 1},
    "azi-three-void-game": {offences.OffenceFound: 1, offences.GameVoided: 1, happened.PotAwarded: 0},
    "azi-three-unseen-hands": {
        unseen_events.DealtUnseen: 2,
        unseen_events.CardsShown: 1,
        offences.CardReplaced: 1,
        offences.EntryCorrected: 1,
        offences.ClaimMade: 3,
        offences.ClaimUpheld: 1,
        offences.ClaimUnfounded: 1,
        offences.ClaimLapsed: 1,
    },
    "azi-three-a-newcomer-claims": {offences.ClaimantNamed: 1, offences.ClaimMade: 2, offences.ClaimUpheld: 1},
    "azi-three-nobody-bets-and-all-share": {happened.Folded: 1, happened.DealThrownIn: 0, happened.PotAwarded: 1},
    "azi-three-end-time-split": {happened.EndTimeReached: 1, happened.ToppedUp: 1, happened.PotAwarded: 1},
    "azi-two-azi-with-two": {happened.AziOccurred: 1, happened.BoughtIn: 1, happened.TrickTaken: 4},
    "azi-roulette-in-for-an-ante": {happened.AziOccurred: 1, happened.BoughtIn: 1, happened.Called: 0},
    "azi-roulette-a-stand-in-deals": {happened.AziOccurred: 4, offences.DealAnnulled: 1, happened.BoughtIn: 4},
    "azi-four-one-put-away": {happened.CardDiscarded: 3, happened.HandLooked: 1},
    "azi-online-raznomast-and-to-azi": {happened.RaznomastDeclared: 1, happened.InvitationAnswered: 1, happened.AziOccurred: 1},
    "casino-family-a-wrong-claim": {
        of_casino.BuildMade: 2,
        of_casino.PlayerPutOut: 1,
        of_casino.CardsDealt: 2,
        of_casino.PlayerLeft: 1,
    },
    "casino-letter-partners": {of_casino.BuildRaised: 1, of_casino.TargetClaimed: 1, of_casino.PlayerPutOut: 0},
    "casino-strict-11-false-builds": {
        casino_offences.ClaimUpheld: 2,
        casino_offences.PlayRestored: 2,
        casino_offences.PointsDeducted: 1,
        casino_offences.CardPlayedOutOfTurn: 1,
        casino_offences.EntryCorrected: 1,
    },
    "casino-strict-6-a-shared-pot": {
        of_casino.LotDrawn: 1,
        of_casino.DeckCommitted: 1,
        of_casino.DeckScored: 1,
        of_casino.LastAnnounced: 1,
    },
    "azi-three-half-azi": {happened.AziOccurred: 1, happened.BoughtIn: 1, happened.PlayerLeft: 1},
    "azi-three-entered-a-misdeal-and-a-renege": {
        offences.CardExposed: 1,
        offences.DealAnnulled: 1,
        offences.ClaimUpheld: 1,
        offences.PlayRestored: 1,
        offences.PenaltyImposed: 2,
    },
    "azi-three-unseen-a-card-shown-for-proof": {
        unseen_events.DealtUnseen: 1,
        offences.ClaimMade: 1,
        unseen_events.CardsShown: 1,
        offences.ClaimUpheld: 1,
    },
    "casino-strict-6-entered-a-false-capture": {
        of_casino.CardsDealt: 4,
        casino_offences.CardExposed: 1,
        casino_offences.ClaimUpheld: 1,
        of_casino.LastAnnounced: 1,
    },
    "casino-strict-6-unseen-a-false-capture": {of_casino.CardsDealt: 0, of_casino.DealtUnseen: 4, casino_offences.ClaimUpheld: 1},
}


def test_of_every_golden_game_it_is_told_what_it_shows() -> None:
    assert set(SHOWS) == {file.stem for file in GOLDEN}


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_game_is_played_again_as_it_stands(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = read(text)
    assert not is_typed(text)
    decider = record.kind.decider
    state: Any = decider.initial
    events: list[Any] = []
    for one in record.acts:
        assert one.step == len(events) + 1
        made, state = act(decider, state, one.command)
        events += made
        assert state.pot == one.pot
    assert tuple(events) == record.events
    assert decider.is_over(state)
    assert recorded(record.kind, events) == record
    assert write(record) == text
    typed = write(record, checks=False)
    assert is_typed(typed)
    assert read(typed) == record
    shown = {kind: len([event for event in events if isinstance(event, kind)]) for kind in SHOWS.get(file.stem, {})}
    assert shown == SHOWS.get(file.stem, {})


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_any_reader_of_toml_finds_in_it_what_ours_does(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record, told = read(text), tomllib.loads(text)
    begin = record.begin
    assert told["seats"] == {str(one.seat): {"player": one.player, "stack": str(one.stack)} for one in begin.seats}
    assert {name: "none" if value is None else value for name, value in record.kind.plain(begin.house).items()} == told[
        "house_rules"
    ]
    assert told["acts"] == {str(one.step): [record.kind.notation.say(one.command), str(one.pot)] for one in record.acts}
    assert told["end"] == {"how": record.state.how, **{str(seat): str(chips) for seat, chips in record.state.stacks.items()}}


def test_what_golden_games_are_there_to_show_is_there() -> None:
    assert set(SHOWS) <= {file.stem for file in GOLDEN}
