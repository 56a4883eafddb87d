"""What is declared of events beside their classes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from engine import branch
from engine.azi import commands as azi_commands
from engine.azi import events as azi
from engine.azi import rulebook as by
from engine.azi.events import AntesPosted, BuyInDeclined, CardPlayed, GameEnded, PotAwarded
from engine.azi.offence_events import ClaimUpheld, PenaltyImposed
from engine.azi.parts import of_azi
from engine.cardgame import events as cardgame
from engine.casino import commands as casino_commands
from engine.casino import events as casino
from engine.casino.events import PlayerPutOut
from engine.casino.parts import of_casino
from engine.declared import Family, declared
from engine.disputes import events as disputes
from engine.games import KINDS
from engine.moves import stake
from engine.record import read
from engine.room import events as room
from engine.rules import Rule
from tests.engine.casino.offending_games import done
from tests.engine.record.games import GOLDEN, played
from tests.laws import law

# What each game declares of its own event.
OWN: dict[str, Any] = {"name": "", "rules": (), "reasons": {}, "fields": {}, "sentence": ""}
# Events that name another rule than that of their reason: by which a player is out, beside by what.
TWO_RULES = {"casino.player_put_out"}


@dataclass(frozen=True, slots=True)
class Waved:
    """An event that no game has."""

    seat: int
    player: str
    chips: int


def test_what_is_declared_is_known_of_the_class_and_of_each_event() -> None:
    known = declared(CardPlayed)
    assert known is declared(CardPlayed(1, 2, 3, "9H"))
    assert (known.name, known.word, known.silent) == ("azi.card_played", "card_played", True)
    assert not declared(AntesPosted).silent


def test_a_replay_lands_at_every_deal_of_every_game_and_at_nothing_else_as_at_a_deal() -> None:
    deals = {name for kind in KINDS.values() for name, one in kind.events.items() if "deal" in declared(one).lands}
    assert deals == {f"{game}.{word}" for game in KINDS for word in ("cards_dealt", "dealt_unseen")}


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        (CardPlayed(1, 2, 3, "9H"), ("AZI-PLAY-1",)),
        (BuyInDeclined(1, 2, 30, "left"), ("AZI-LEAVE-1",)),
        (PotAwarded(1, (), "split", ()), ("AZI-TIME-1",)),
        (PotAwarded(1, (), "a word of another release", ()), ("AZI-PLAY-6",)),
        (GameEnded("void", (), None, ()), ("AZI-DEAL-1",)),
        (GameEnded("void", (), 3, ()), ("AZI-SEAT-3",)),
        (ClaimUpheld(1, 1, 2, 1, "9H", "AZI-PLAY-3"), ("AZI-PLAY-3",)),
        (
            PenaltyImposed(1, 2, "p", "9H", 5, 9, "renege", "AZI-VIOL-2", "AZI-PLAY-2", "claim", 1, trick=1),
            ("AZI-VIOL-2", "AZI-PLAY-2"),
        ),
        (PlayerPutOut(1, 2, "p", "false_claim", "CAS-VIOL-2"), ("CAS-VIOL-2", "CAS-OUT-1")),
        (PlayerPutOut(1, 2, "p", "false_claim", ""), ("CAS-OUT-1",)),
    ],
)
def test_cited_is_first_the_rule_that_an_event_names_then_that_of_its_reason_else_its_own(
    event: object, rules: tuple[str, ...]
) -> None:
    assert declared(event).cited(event) == rules
    assert declared(event).rule(event) == rules[0]


def test_a_field_may_have_a_rule_of_its_own() -> None:
    event = BuyInDeclined(1, 2, 30, "left")
    assert declared(event).rule(event, "price") == "AZI-AZI-3"
    assert declared(event).rule(event, "seat") == "AZI-LEAVE-1"
    assert declared(event).rule() == "AZI-AZI-4"


def test_what_can_not_be_declared_is_refused_where_it_is_written() -> None:
    of_test = Family("test")
    of_test("waved", by.AZI_TIME_1, posts=stake("wave"))(Waved)
    for word, what in (
        ("waved", {}),
        ("both", {"posts": stake("wave"), "mirrors": True}),
        ("sealed", {"sealed": {"card": "deck"}}),
        ("fields", {"fields": {"price": by.AZI_BID_2}}),
        ("reasons", {"reasons": ("because", {"left": by.AZI_LEAVE_1})}),
    ):
        with pytest.raises(ValueError, match=f"test.{word}"):
            of_test(word, by.AZI_TIME_1, **what)(Waved)  # type: ignore[arg-type]
    assert of_test.events == {"test.waved": Waved}


@pytest.mark.parametrize(
    ("union", "families"),
    [
        (room.WalletEvent, [room.of_wallet]),
        (room.TableEvent, [room.of_table]),
        (branch.Event, [branch.of_branch]),
        (disputes.Event, [disputes.of_dispute]),
        (azi.Event, [of_azi]),
        (casino.Event, [of_casino]),
    ],
)
def test_the_type_of_the_events_of_a_family_is_all_that_are_declared(union: Any, families: list[Family]) -> None:
    assert set(get_args(union)) == {event for family in families for event in family.events.values()}


@pytest.mark.parametrize(("union", "game"), [(azi_commands.Command, "azi"), (casino_commands.Command, "casino")])
def test_the_type_of_the_commands_of_a_game_is_all_that_can_be_wanted_in_it(union: Any, game: str) -> None:
    kind = KINDS[game]
    assert set(get_args(union)) == {*kind.actions.values(), kind.start, kind.top_up, kind.leave}


def test_what_games_have_in_common_is_declared_once() -> None:
    """An event or a command that two games have by the same word and with the same fields comes from one class."""
    for one, other in combinations(KINDS.values(), 2):
        for name, event in one.events.items():
            same = other.events.get(f"{other.name}.{declared(event).word}")
            if same and shape(same) == shape(event):
                assert event.__shared__ is same.__shared__, name
                assert replace(declared(same), **OWN) == replace(declared(event), **OWN), name
        for word in one.actions.keys() & other.actions.keys():
            assert one.actions[word] is other.actions[word] or shape(one.actions[word]) != shape(other.actions[word]), word


def test_a_family_finds_its_own_of_what_others_have_too() -> None:
    third = Family("third")
    third.takes(by.AZI_DEAL_1, cardgame.LotDrawn, cardgame.EndTimeReached)
    assert of_azi.own(cardgame.LotDrawn) is azi.LotDrawn
    own = third.own(cardgame.LotDrawn)
    assert (declared(own).name, declared(own).rules, own((), 2).dealer) == ("third.lot_drawn", (by.AZI_DEAL_1,), 2)
    assert list(third.events) == ["third.lot_drawn", "third.end_time_reached"]
    with pytest.raises(KeyError):
        third.own(cardgame.DeckCut)
    with pytest.raises(ValueError, match="declared twice"):
        third.takes(by.AZI_DEAL_1, cardgame.LotDrawn)


def shape(kind: type) -> list[tuple[str, Any]]:
    """Names and types of the fields."""
    return list(get_type_hints(kind, include_extras=True).items())


def known_of(events: Iterable[Any]) -> None:
    """Whatever reason an event gives is one that is declared, and the rule it names is that of its reason."""
    for event in events:
        known = declared(event)
        if known.reason:
            reason = getattr(event, known.reason)
            assert reason in known.reasons, f"{known.name} gives {reason!r}, for which no rule is declared"
            rule = known.reasons[reason]
            if isinstance(rule, Rule) and "rule" in known.named and known.name not in TWO_RULES:
                assert event.rule == rule.id, f"{known.name} for {reason!r}"


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_reasons_that_a_golden_game_gives_are_declared(file: Path) -> None:
    known_of(read(file.read_text(encoding="utf-8")).events)


@law(games=200, chunks=4)
def test_the_reasons_that_random_games_give_are_declared(seed):
    """A game of Azi in which things go wrong, every other one without; and one of Casino."""
    known_of([event for made in played(seed, offending=seed % 2 == 1)[1] for event in made])
    known_of([event for _, _, made, _ in done(seed) for event in made])
