"""What the rulings on a game come to, told a second time: from the rules DISPUTE-4 to 6 alone, from what was played and what
stewards have decided. Nothing here looks at what a ruling says it has moved.

While a game is void by a ruling, it has cost nobody anything. Else every stake and every penalty that stands makes the pot, it goes
to whom it is awarded, or to those who won it, and payments and fines by rulings come on top. A penalty stands unless its entry was
corrected, a later ruling of its dispute took its place, or the game is void.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.games import KINDS
from ledger.disputes.listing import disputes as listed_disputes
from ledger.projections.model import rows
from ledger.registers.listings import games as listed_games
from ledger.registers.penalties import penalties
from ledger.registers.statistics import statistics
from ledger.store.ids import wallet_stream
from tests.ledger.random_club import catch_up

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

MANY = ("AntesPosted", "StakesPosted", "PointsPosted")
ONE = ("BlindBet", "BetOpened", "Called", "Raised", "BoughtIn")


@dataclass
class Fine:
    """A penalty in the course of the game, at this step of it. undone: its entry was corrected."""

    step: int
    seat: int
    chips: int
    points: int
    undone: bool = False


@dataclass
class Played:
    """A game as its own events tell it. paid: stakes that stand, without penalties, by seat. got: of the pot when it ended. given:
    what its end gave, be it that it was made void. void: the step by which it was, while it ran. dealer: when the pot was given
    away."""

    players: dict[int, str] = field(default_factory=dict)
    paid: Counter[int] = field(default_factory=Counter)
    fines: list[Fine] = field(default_factory=list)
    got: Counter[int] = field(default_factory=Counter)
    given: Counter[int] = field(default_factory=Counter)
    void: int | None = None
    dealer: int = 0
    over: bool = False

    @property
    def result(self) -> Counter[int]:
        """What each has won or lost by the game itself."""
        cost = Counter(self.paid)
        for fine in self.fines:
            cost[fine.seat] += 0 if fine.undone else fine.chips
        found: Counter[int] = Counter()
        for seat in self.players:
            found[seat] = 0 if self.void else self.got[seat] - cost[seat]
        return found


def played(ledger: Ledger, game: str) -> Played:
    """The game as stored."""
    told, state = Played(), None
    for row in ledger.history(f"game-{game}"):
        event, name = ledger.decode(row).event, type(ledger.decode(row).event).__name__
        kind = KINDS[row.topic.partition(".")[0]]
        before = kind.decider.initial if state is None else state
        state = kind.decider.evolve(before, event)
        if name == "GameStarted":
            told.players = {one.seat: one.player for one in event.seats}
        elif name in MANY:
            told.paid.update({one.seat: one.chips for one in event.stakes})
        elif name in ONE:
            told.paid[event.seat] += event.chips
        elif name in ("PenaltyImposed", "PointsDeducted"):
            told.fines.append(Fine(row.originator_version, event.seat, getattr(event, "chips", 0), getattr(event, "points", 0)))
        elif name == "DealAnnulled":
            told.paid.subtract({one.seat: one.chips for one in getattr(event, "returned", ())})
        elif name == "EntryCorrected":
            told.paid.subtract({one.seat: one.chips for one in event.returned})
            told.paid.update({one.seat: one.chips for one in event.taken})
            for fine in [fine for fine in told.fines if not fine.undone and fine.step >= event.step]:
                fine.undone = True
                told.paid[fine.seat] += fine.chips
            told.paid.subtract(told.given)  # if it was over, that went back into the pot
            told.got, told.given, told.void, told.over = Counter(), Counter(), None, False
        elif name == "PotAwarded":
            told.got, told.dealer = Counter({one.seat: one.chips for one in event.shares if one.chips}), before.dealer
            told.given = Counter(told.got)
        elif name == "GameVoided":
            told.void, told.dealer = row.originator_version, before.dealer
            told.given = Counter({one.seat: one.chips for one in event.returned})
        elif name == "GameEnded":
            told.over = True
    assert not told.over or told.void or sum(told.result.values()) == 0
    return told


@dataclass
class Verdict:
    """moved: what rulings after the game come to for each seat. stand: (step, dispute, seat, chips, points) of the penalties that
    stand; ruled after the game they are of step None. to_house: chips of them. ends: "award", "void_game" or "", by which dispute.
    winners: who has something of the pot."""

    moved: Counter[int]
    stand: set[tuple[int | None, str | None, int, int, int]]
    to_house: int
    ends: str
    by: str | None
    winners: set[int]


def verdict(game: Played, rulings: dict[str, list[Any]]) -> Verdict:
    """rulings: of each dispute, in order; the last one holds."""
    ends, by = _ends(rulings)
    void_later = ends == "void_game" and rulings[by or ""][-1].decision == "void_game" and not rulings[by or ""][-1].steps
    void_since = game.void if ends != "award" else None
    stand: set[tuple[int | None, str | None, int, int, int]] = set()
    paid = Counter(game.paid)
    for fine in game.fines:
        dispute = _ruled_in(fine, rulings)
        if fine.undone or (dispute and not _holds(fine, rulings[dispute], void=bool(game.void))):
            continue
        paid[fine.seat] += fine.chips
        if not void_later and not void_since:
            stand.add((fine.step, dispute, fine.seat, fine.chips, fine.points))
    final: Counter[int] = Counter()
    winners: set[int] = set()
    to_house = 0
    if not void_later:
        if game.over and not void_since:
            to = rulings[by or ""][-1].to if ends == "award" else tuple(game.got)
            same = ends != "award" and sum(paid.values()) == sum(game.got.values())
            shares = dict(game.got) if same else _shared(sum(paid.values()), to, game)
            winners = {seat for seat, chips in shares.items() if chips}
            final.update(shares)
            final.subtract(paid)
        for dispute, of in rulings.items():
            held = of[-1]
            if held.steps or held.decision not in ("pay", "penalty"):
                continue
            final[held.seat] -= held.amount
            final.update(_shared(held.amount, held.to, game) if held.to else {})
            if held.decision == "penalty":
                stand.add((None, dispute, held.seat, held.amount, 0))
                to_house += 0 if held.to else held.amount
    final.subtract(game.result if game.over else {})
    return Verdict(Counter({seat: chips for seat, chips in final.items() if chips}), stand, to_house, ends, by, winners)


def _ends(rulings: dict[str, list[Any]]) -> tuple[str, str | None]:
    for dispute, of in rulings.items():
        if of[-1].decision in ("award", "void_game"):
            return of[-1].decision, dispute
    for dispute, of in rulings.items():
        if any(one.decision == "void_game" and one.steps for one in of):
            return "void_game", dispute
    return "", None


def _ruled_in(fine: Fine, rulings: dict[str, list[Any]]) -> str | None:
    """The dispute by a ruling of which it was imposed while the game ran."""
    there = (dispute for dispute, of in rulings.items() for one in of if one.steps and one.steps[0] <= fine.step <= one.steps[1])
    return next(there, None)


def _holds(fine: Fine, rulings: list[Any], *, void: bool) -> bool:
    """Whether the ruling that imposed it is the last one of its dispute, perhaps confirmed. Points that were off the score when the
    game ended are not given back by another."""
    last = rulings[-1].steps
    return (len(last) == 2 and last[0] <= fine.step <= last[1]) or (fine.points > 0 and not void)


def _shared(chips: int, to: Iterable[int], game: Played) -> dict[int, int]:
    """The same for each, odd units to the first seats left of the dealer."""
    seats = sorted(to, key=lambda seat: (seat <= game.dealer, seat))
    each, odd = divmod(chips, len(seats))
    return {seat: each + (number < odd) for number, seat in enumerate(seats)}


class Judged:
    """Games of a ledger whose registers, statistics and money are held against the second telling. base: what was in the wallets
    before any ruling after a game."""

    def __init__(self, ledger: Ledger, games: list[str]) -> None:
        self.ledger, self.games = ledger, games
        self.base: dict[str, int] = {}
        self._played: dict[tuple[str, int], Played] = {}

    def verdicts(self) -> dict[str, tuple[Played, Verdict]]:
        """Of each game."""
        found = {}
        for game in self.games:
            at = game, self.ledger.load(f"game-{game}").version
            told = self._played[at] = self._played.get(at) or played(self.ledger, game)
            found[game] = told, verdict(told, self._rulings(game))
        return found

    def _rulings(self, game: str) -> dict[str, list[Any]]:
        found, number = {}, 1
        while (stream := self.ledger.load(f"dispute-{game}-{number}")).version:
            if stream.state.rulings:
                found[f"{game}-{number}"] = list(stream.state.rulings)
            number += 1
        return found

    def money_agrees(self) -> None:
        """The wallets hold what they held, and what the rulings come to."""
        due: Counter[str] = Counter(self.base)
        for game, decided in self.verdicts().values():
            due.update({game.players[seat]: chips for seat, chips in decided.moved.items()})
        assert {player: self.ledger.load(wallet_stream(player)).state.balance for player in self.base} == dict(due)

    def registers_agree(self) -> None:
        """Register, statistics, lists and accounts of the house, from the read models, say the same."""
        catch_up(self.ledger)
        verdicts = self.verdicts()
        register = [one for one in penalties(self.ledger, limit=10_000) if one.game in self.games]
        assert {one.game: set() for one in register} | {
            game: {(one.step, one.dispute, one.seat, one.chips, one.points) for one in register if one.game == game and one.stands}
            for game in verdicts
        } == {game: decided.stand for game, (_, decided) in verdicts.items()}
        held = dict(rows(self.ledger, "select account, chips from {balances}"))
        assert int(held.get("house:penalties", 0)) == sum(decided.to_house for _, decided in verdicts.values())
        told = {one.game: (one.ruled or "", one.dispute if one.ruled else None) for one in listed_games(self.ledger, limit=1000)}
        assert {game: told[game] for game in verdicts} == {game: (one.ends, one.by) for game, (_, one) in verdicts.items()}
        named = [one.dispute for one in listed_disputes(self.ledger, limit=1000) if one.state != "withdrawn"]
        for one in listed_games(self.ledger, limit=1000):
            assert list(one.disputes) == [dispute for dispute in named if dispute.rpartition("-")[0] == one.game]
        self._statistics_agree(verdicts)

    def _statistics_agree(self, verdicts: dict[str, tuple[Played, Verdict]]) -> None:
        due: dict[str, Counter[str]] = {}
        for game, decided in verdicts.values():
            for seat, player in game.players.items() if game.over else ():
                due.setdefault(player, Counter()).update(
                    games=1,
                    net=game.result[seat],
                    rulings=decided.moved[seat],
                    void=int(decided.ends == "void_game" or (not decided.ends and game.void is not None)),
                    won=int(seat in decided.winners),
                    penalties=sum(one[2] == seat for one in decided.stand),
                    chips=sum(one[3] for one in decided.stand if one[2] == seat),
                    points=sum(one[4] for one in decided.stand if one[2] == seat),
                )
        for one in statistics(self.ledger, by="player", limit=1000):
            if one.player in due:
                costs = one.penalties.values()
                told = Counter(games=one.games, net=one.net, rulings=one.rulings, void=one.void, won=one.won)
                told.update(penalties=sum(cost.count for cost in costs), chips=sum(cost.chips for cost in costs))
                told.update(points=sum(cost.points for cost in costs))
                assert told == due[one.player]
