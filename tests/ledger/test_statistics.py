"""Statistics: what the read models say of players and tables is what the events say, told otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.azi import offence_events
from engine.record import write
from ledger.disputes import acts
from ledger.imports.games import GameImport, Manner
from ledger.imports.identity import digest_of
from ledger.imports.pieces import pieces_of
from ledger.imports.players import Players
from ledger.orders.app import Ledger
from ledger.registers.statistics import Cost, Statistics, statistics
from ledger.running.rebuild import difference
from ledger.store.errors import NotYet
from tests import lengths
from tests.engine.record.games import random_record
from tests.ledger.club import ADMIN, himself, order
from tests.ledger.court import Court
from tests.ledger.evening import GOLDEN
from tests.ledger.plays import EXAMPLE_1
from tests.ledger.random_club import catch_up

RANDOM = lengths.by_length(5, 5, 40)
FACTS = {"AziOccurred": "azis", "ClaimUpheld": "claims_right", "ClaimUnfounded": "claims_wrong", "ClaimLapsed": "claims_open"}


def imported(ledger: Ledger, texts: Iterable[str]) -> list[str]:
    """These games, as far as they come in; their ids."""
    run = GameImport(ledger, Manner(ADMIN, Players(ledger, {}, registers=True), deposits=True))
    games = [run.take(piece).became for text in texts for piece in pieces_of(digest_of(text), text)]
    run.close()
    return [game for game in games if game]


def counted(ledger: Ledger, game: str) -> dict[str, dict[str, Any]]:
    """What the events of a game come to for each of its players, without any read model."""
    events = [ledger.decode(row).event for row in ledger.history(f"game-{game}")]
    players = {one.seat: one.player for one in events[0].seats}
    net = {one.seat: one.chips for one in events[-1].stacks}
    for one in events[0].seats:
        net[one.seat] -= one.stack
    happened: list[tuple[int, int, str]] = []
    for step, event in enumerate(events, 1):
        name = type(event).__name__
        if name == "ToppedUp":
            net[event.seat] -= event.chips
        elif name == "EntryCorrected":
            happened = [one for one in happened if one[0] < event.step]
        elif name == "PotAwarded":
            happened += [(step, share.seat, "won") for share in event.shares if share.chips]
        elif name in FACTS:
            happened.append((step, getattr(event, "seat", 0), FACTS[name]))
    told: dict[str, dict[str, Any]] = {}
    for seat, player in players.items():
        facts = Counter(fact for _, whose, fact in happened if whose in (0, seat))
        void = int(events[-1].how == "void")
        told[player] = {"games": 1, "net": net[seat], "void": void, "void_played": void, **facts, "won_played": facts["won"]}
    return told


def test_golden_and_random_games_count_as_their_events_say_and_a_rebuild_says_the_same(ledger: Ledger) -> None:
    texts = [*GOLDEN.values(), *[write(random_record(2 * seed + 1)) for seed in range(RANDOM)]]
    with pytest.raises(NotYet):
        statistics(ledger)
    games = imported(ledger, texts)
    catch_up(ledger)
    expected: dict[str, Counter[str]] = defaultdict(Counter)
    everywhere: Counter[str] = Counter()
    for game in games:
        for player, told in counted(ledger, game).items():
            expected[player].update(told)
            everywhere.update(told)
    assert min(everywhere[what] for what in ("won", "azis", "claims_right", "claims_wrong")) > 0
    found = statistics(ledger, by="player", limit=1000)
    assert {one.player for one in found} == set(expected)
    for one in found:
        told = expected[one.player or ""]
        names = ("games", "won", "void", "won_played", "void_played", "azis", "net", "claims_right", "claims_wrong", "claims_open")
        assert {name: getattr(one, name) for name in names} == {name: told[name] for name in names}
    assert sum(one.net for one in found) == 0
    assert difference(ledger, "statistics") == []
    each, tables = statistics(ledger, limit=1000), statistics(ledger, by="table", limit=1000)
    assert sum(one.net for one in each) == sum(one.net for one in tables) == 0
    assert sum(one.games for one in tables) == len(games)
    paged: list[Statistics] = []
    while some := statistics(ledger, after=paged[-1].place if paged else "", limit=3):
        paged += some
    assert paged == each
    some_player, some_table = each[0].player or "", each[0].table or ""
    assert statistics(ledger, player=some_player, table=some_table) == [each[0]]
    assert statistics(ledger, player="nobody") == []


def test_penalties_count_by_kind_and_only_while_they_stand(ledger: Ledger) -> None:
    (game,) = imported(ledger, [GOLDEN["azi-three-two-reneges"]])
    catch_up(ledger)
    imposed: dict[str, list[int]] = defaultdict(list)
    for row in ledger.history(f"game-{game}"):
        if isinstance(event := ledger.decode(row).event, offence_events.PenaltyImposed):
            imposed[event.player].append(event.chips)
    assert imposed
    for one in statistics(ledger):
        paid = imposed.get(one.player or "", [])
        assert one.penalties == ({"renege": Cost(len(paid), sum(paid), 0)} if paid else {})
        assert one.claims_right == (0 if paid else one.claims_right)
    imported(ledger, [GOLDEN["azi-three-void-game"]])
    catch_up(ledger)
    void = next(one for one in statistics(ledger, by="table") if one.void)
    assert (void.games, void.penalties, void.net) == (1, {}, 0)


def test_disputes_and_what_rulings_move_stand_beside_the_games(ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1)
    catch_up(ledger)
    before = {one.player: one for one in statistics(ledger)}
    won, dropped = court.open("wrong_player"), court.open("other")
    court.rule(won, "pay", seat=2, amount=10, to=(1,))
    acts.withdraw(ledger, order(himself(court.players[0])), dropped)
    catch_up(ledger)
    after = {one.player: one for one in statistics(ledger)}
    first, second = court.players[:2]
    assert after[first] == replace(before[first], rulings=10, disputes={"pay": 1, "withdrawn": 1})
    assert after[second] == replace(before[second], rulings=-10)
    court.rule(won, "stands")
    catch_up(ledger)
    assert {one.player: one.rulings for one in statistics(ledger)}[first] == 0
    assert difference(ledger, "statistics") == []


def test_games_count_as_rulings_have_left_them_and_as_they_were_played(ledger: Ledger) -> None:
    court = Court(ledger, *EXAMPLE_1)
    dispute = court.open("wrong_player")

    def counts() -> dict[str, list[tuple[int, ...]]]:
        catch_up(ledger)
        assert difference(ledger, "statistics") == []
        told = {by: {one.player: one for one in statistics(ledger, by=by)} for by in ("each", "table")}
        players, table = [told["each"][player] for player in court.players], told["table"][None]
        by_player = [(one.won, one.won_played, one.void, one.void_played) for one in players]
        return {"each": by_player, "table": [(table.won, table.won_played, table.void, table.void_played)]}

    played = counts()
    assert played["table"] == [(1, 1, 0, 0)]
    winner = played["each"].index((1, 1, 0, 0)) + 1
    right = next(seat for seat in (1, 2, 3) if seat != winner)
    court.rule(dispute, "award", to=(right,))
    awarded = counts()
    assert (awarded["each"][right - 1], awarded["each"][winner - 1]) == ((1, 0, 0, 0), (0, 1, 0, 0))
    assert awarded["table"] == [(1, 1, 0, 0)]
    court.rule(dispute, "void_game")
    assert counts()["table"] == [(0, 1, 1, 0)]
    court.rule(dispute, "stands")
    assert counts() == played
