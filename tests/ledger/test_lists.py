"""Lists of acts: worth the same as the acts sent singly, all or none, and no way to see a card before one has acted for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.azi import commands as azi
from engine.casino import commands as casino
from engine.decider import act
from engine.games import KINDS
from engine.kind import InOrder
from engine.rules import RuleBroken
from ledger.play import games, tables
from ledger.store.errors import NotAllowed, Stale
from tests import lengths
from tests.engine.azi import offending_games as azi_wrongs
from tests.engine.azi import random_games as azi_games
from tests.engine.casino import offending_games as casino_wrongs
from tests.ledger.club import STEWARD, Club, himself, order
from tests.ledger.plays import BIDS, HANDS, LOT, PLAYS

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.orders.order import Caller, Done

SEEDS = lengths.by_length(4, 12, 60)
ACTS_MOST = 140
OWN_WAY = (azi.Correct, azi.TopUp, azi.Leave, azi.ReachEndTime)
IN_ORDER = InOrder(azi.Deal(0, HANDS, "9S"))


def listed(ledger: Ledger, game: str, *acts: Any, by: Caller = STEWARD, if_match: int | None = None) -> Done:
    """A list of acts, under one key."""
    return games.act_all(ledger, order(by, if_match=if_match), game, lambda _: acts, listed=True)


def whole(ledger: Ledger) -> list[bytes]:
    """Every stored event, byte by byte."""
    return [b"%b %b" % (row.state, row.sealed or b"") for row in ledger.tail(0, 10**6)]


def started(club: Club, preset: str, **changes: Any) -> tuple[str, list[str]]:
    """A game of three at a real table, and its players."""
    done = tables.open_table(
        club.ledger,
        order(STEWARD),
        name="Green",
        preset=preset,
        changes={"deck": "entered", "enforcement": "record", **changes},
        seats=4,
    )
    assert done.decided is not None
    at: str = done.decided.envelopes[0].event.table
    players = club.sit(at, 400, 400, 400)
    games.start(club.ledger, order(STEWARD), at)
    return f"{at}-1", players


def going_on(kind: str, game: Any, dice: random.Random) -> Iterator[Any]:
    """Wishes for this state: something wrong now and then, else what the course of the game wants."""
    if kind == "azi":
        yield azi_wrongs.trouble(dice, game) if game.phase != "lot" else None
        yield azi.Settle() if game.phase == "awaiting_settlement" else azi_games.next_command(dice, game, dice.random() < 0.2)
    else:
        yield casino_wrongs.offence(dice, game) if game.phase != "lot" and dice.random() < 0.2 else None
        yield casino.Settle() if game.phase == "awaiting_settlement" else casino_wrongs._next(dice, game)


def course(kind: str, game: Any, seed: int) -> list[tuple[Any, Any]]:
    """A random course from here: each act that is accepted, with the state before it."""
    dice, done = random.Random(seed), []  # noqa: S311
    while not game.over and len(done) < ACTS_MOST:
        for wish in going_on(kind, game, dice):
            if wish is None or isinstance(wish, OWN_WAY):
                continue
            try:
                _, after = act(KINDS[kind].decider, game, wish)
            except RuleBroken:
                continue
            done.append((game, wish))
            game = after
            break
    return done


def usual(kind: str, part: list[tuple[Any, Any]]) -> InOrder | None:
    """These acts as one deal in its usual order; None: they are not that."""
    *ritual, (_, deal) = part
    cuts = tuple([one.at for _, one in ritual if isinstance(one, azi.Cut)])
    if type(deal) is not KINDS[kind].actions["deal"] or (None in cuts and set(cuts) != {None}):
        return None
    wanted = whole = InOrder(replace(deal, seat=0), () if None in cuts else cuts)
    for before, command in part:
        try:
            due, wanted = KINDS[kind].ritual(before, wanted)  # type: ignore[misc]
        except RuleBroken:
            return None
        if due != command:
            return None
    return whole


def bundled(kind: str, done: list[tuple[Any, Any]], dice: random.Random) -> list[list[Any]]:
    """The same acts in lists; whatever is a deal in its usual order, or the rest of one, as one act."""
    acts: list[Any] = []
    while done:
        parts = [(size, usual(kind, done[:size])) for size in range(6, 0, -1) if size <= len(done)]
        size, as_one = next(((size, one) for size, one in parts if one), (1, None))
        acts.append(as_one or done[0][1])
        done = done[size:]
    lists = []
    while acts:
        size = dice.randint(1, 9)
        lists.append(acts[:size])
        acts = acts[size:]
    return lists


def told(ledger: Ledger, game: str, players: list[str]) -> list[tuple[str, str]]:
    """The events of game and table, without what tells two tables apart."""
    names = {game.rpartition("-")[0]: "table", **{player: f"p{at}" for at, player in enumerate(players)}}
    said = []
    for row in (*ledger.history(f"game-{game}"), *ledger.history(f"table-{game.rpartition('-')[0]}")):
        text = repr(ledger.decode(row).event)
        for name, short in names.items():
            text = text.replace(name, short)
        said.append((row.topic, text))
    return said


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize(("kind", "preset"), [("azi", "azi-three"), ("casino", "casino-strict-6")])
def test_a_list_is_worth_the_same_as_its_acts_sent_singly(ledger: Ledger, kind: str, preset: str, seed: int) -> None:
    club, dice = Club(ledger), random.Random(f"{seed}:lists")  # noqa: S311
    one, players = started(club, preset)
    done = course(kind, club.game(one), seed)
    club.act(one, *[command for _, command in done])
    other, again = started(club, preset)
    lists = bundled(kind, done, dice)
    assert len(lists) <= max(len(done) / 2, 1)
    for acts in lists:
        before = whole(ledger)
        bad = KINDS[kind].actions["shuffle"](4)
        with pytest.raises(RuleBroken) as refused:
            listed(ledger, other, *acts, bad)
        assert refused.value.facts["index"] == len(acts), refused.value
        assert whole(ledger) == before
        listed(ledger, other, *acts)
    assert told(ledger, other, again) == told(ledger, one, players)
    club.sums_hold()


def test_the_acts_of_a_list_stay_acts_of_their_own(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    done = listed(ledger, f"{at}-1", LOT, IN_ORDER, *BIDS)
    assert done.decided is not None
    commands = dict.fromkeys(envelope.command_id for envelope in done.decided.envelopes)
    assert len(commands) == 1 + 5 + len(BIDS)
    assert next(iter(commands)) == done.decided.envelopes[0].command_id


def test_a_deal_in_its_usual_order_goes_on_from_where_the_ritual_is(ledger: Ledger) -> None:
    club = Club(ledger)
    whole_ritual = ["azi.deck_shuffled", "azi.cut_offered", "azi.deck_cut", "azi.cut_offered", "azi.deck_cut", "azi.cards_dealt"]
    for sent in range(4):
        at, _ = club.started(200, 200, 200, 200)
        single = (azi.Shuffle(4), azi.Cut(3, 11), azi.OfferCut(4))[:sent]
        club.act(f"{at}-1", LOT, *single)
        cuts = (7,) if sent == 2 else ()
        listed(ledger, f"{at}-1", replace(IN_ORDER, cuts=cuts))
        rows = ledger.history(f"game-{at}-1")
        assert [row.topic for row in rows if row.topic in whole_ritual] == whole_ritual
        assert [ledger.decode(row).event.at for row in rows if row.topic == "azi.deck_cut"][-1] == (7 if cuts else None)


@pytest.mark.parametrize(
    ("wanted", "rule", "says"),
    [
        (replace(IN_ORDER, cuts=(3,)), "AZI-DEAL-4", "A cut leaves at least four cards"),
        (replace(IN_ORDER, cuts=(9, 9, 9)), "AZI-DEAL-4", "nobody cuts at 9 any more"),
        (InOrder(azi.Deal(0, HANDS, "KD")), "AZI-DEAL-9", "Card KD of seat 1 has been dealt already."),
    ],
)
def test_what_can_not_be_in_the_ritual_is_refused_as_in_the_single_act(
    ledger: Ledger, wanted: InOrder, rule: str, says: str
) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    club.act(f"{at}-1", LOT)
    broken = club.refuses(rule, listed, f"{at}-1", wanted)
    assert says in broken.says
    assert broken.says.startswith("acts.0: ")
    assert len(ledger.history(f"game-{at}-1")) == 3


def test_out_of_its_phase_a_deal_is_refused_by_its_rule(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    assert "The lot for the first dealer" in club.refuses("AZI-DEAL-3", listed, f"{at}-1", IN_ORDER).says
    listed(ledger, f"{at}-1", LOT, IN_ORDER, *BIDS)
    assert club.refuses("AZI-DEAL-3", listed, f"{at}-1", PLAYS[0], IN_ORDER).facts["index"] == 1


def test_a_game_is_played_by_one_list_and_nothing_goes_behind_its_end(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    broken = club.refuses("AZI-ORDER-1", listed, f"{at}-1", LOT, IN_ORDER, *BIDS, *PLAYS, azi.Play(3, "AD"))
    assert broken.facts["index"] == 2 + len(BIDS) + len(PLAYS)
    assert club.table(at).running == 1
    listed(ledger, f"{at}-1", LOT, IN_ORDER, *BIDS, *PLAYS)
    assert (club.game(f"{at}-1").over, club.table(at).running) == (True, None)
    assert club.table(at).stacks == {1: 165, 2: 155, 3: 285, 4: 195}
    club.sums_hold()


def test_a_list_is_on_the_version_that_was_read(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200)
    version = ledger.load(f"game-{at}-1").version
    with pytest.raises(Stale):
        listed(ledger, f"{at}-1", LOT, IN_ORDER, if_match=version + 1)
    listed(ledger, f"{at}-1", LOT, IN_ORDER, *BIDS, if_match=version)


def unallowed(ledger: Ledger, says: str, game: str, *acts: Any, by: Caller, index: int) -> None:
    """The list is no business of his, and nothing was done."""
    before = whole(ledger)
    with pytest.raises(NotAllowed) as refused:
        listed(ledger, game, *acts, by=by)
    assert (refused.value.index, says in str(refused.value.saying)) == (index, True), refused.value.saying
    assert whole(ledger) == before


def test_whoever_sends_a_list_must_be_allowed_each_of_its_acts(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200, deck="service")
    game, state = f"{at}-1", club.game(f"{at}-1")
    dealer = himself(sitting[state.dealer - 1])
    unallowed(ledger, "Only the player at this seat", game, InOrder(azi.Deal(0)), by=dealer, index=0)
    unallowed(ledger, "the players act for themselves", game, InOrder(azi.Deal(0)), by=STEWARD, index=0)
    entered, seated = club.started(200, 200, 200, 200)
    unallowed(ledger, "Only a steward", f"{entered}-1", LOT, by=himself(seated[0]), index=0)
    listed(ledger, f"{entered}-1", LOT, IN_ORDER)
    unallowed(ledger, "Only the player at this seat", f"{entered}-1", BIDS[0], BIDS[1], by=himself(seated[0]), index=1)


def dealt(club: Club, **changes: Any) -> tuple[str, list[str], Callable[[int], Caller]]:
    """A game whose cards the service is about to deal: its id, the players, and who sits at a seat."""
    at, sitting = club.started(200, 200, 200, 200, deck="service", **changes)
    game = f"{at}-1"
    dealer, cutter = (state := club.game(game)).dealer, (state.dealer - 2) % 4 + 1
    who = lambda seat: himself(sitting[seat - 1])  # noqa: E731
    for seat, command in ((dealer, azi.Shuffle(dealer)), (cutter, azi.Cut(cutter, 9)), (dealer, azi.OfferCut(dealer)),
                          (cutter, azi.Cut(cutter, 9))):  # fmt: skip
        games.act(club.ledger, order(who(seat)), game, command)
    return game, sitting, who


def test_nobody_sees_a_card_in_a_refusal_and_takes_the_deal_back(ledger: Ledger) -> None:
    club = Club(ledger)
    game, _, who = dealt(club)
    dealer = club.game(game).dealer
    behind = azi.Play(dealer, "AS")
    unallowed(ledger, "is the last one of its list", game, azi.Deal(dealer), behind, by=who(dealer), index=0)
    listed(ledger, game, azi.Deal(dealer), by=who(dealer))
    first = club.game(game).turn
    unallowed(ledger, "by which you see cards", game, azi.Look(first), azi.Play(first, "AS"), by=who(first), index=0)
    listed(ledger, game, azi.Look(first), by=who(first))


def test_a_steward_does_not_see_what_the_service_will_deal(ledger: Ledger) -> None:
    club = Club(ledger)
    at, _ = club.started(200, 200, 200, 200, deck="service", enforcement="record")
    wanted = InOrder(azi.Deal(0), (9, 9))
    first = azi.DeclineBlind(1)
    unallowed(ledger, "Where the service deals", f"{at}-1", wanted, first, by=STEWARD, index=0)
    listed(ledger, f"{at}-1", wanted)


def test_nobody_learns_from_a_refusal_what_a_claim_would_find(ledger: Ledger) -> None:
    club = Club(ledger)
    at, sitting = club.started(200, 200, 200, 200, enforcement="record")
    listed(ledger, f"{at}-1", LOT, IN_ORDER, *BIDS, PLAYS[0], azi.Play(1, "7H"))
    claim = azi.Claim(3, 1, 1, "7H")
    unallowed(ledger, "A claim is the last act", f"{at}-1", claim, azi.Play(3, "AD"), by=himself(sitting[2]), index=0)
    listed(ledger, f"{at}-1", claim, azi.Play(1, "KD"), by=STEWARD)
    assert [card for _, card in club.game(f"{at}-1").trick] == ["AD", "KD"]
