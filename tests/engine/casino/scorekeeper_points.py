"""Points, claims of the target, who is out, the end and the money of Casino: retold from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.casino import events, offence_events
from tests.engine.casino.scorekeeper_dealing import after, new_deck
from tests.engine.casino.scorekeeper_play import gone, last_captor, left_over

TARGETS = {"to_21": 21, "strict_11": 11, "strict_6": 6}
DECKS = {"strict_11": 2, "strict_6": 1}


def pay(keeper: Any, stakes: Iterable[Any]) -> None:
    """Into the pot."""
    for stake in stakes:
        assert stake.chips > 0
        keeper.stacks = {**keeper.stacks, stake.seat: keeper.stacks[stake.seat] - stake.chips}
        keeper.pot += stake.chips


def get(keeper: Any, shares: Iterable[Any]) -> None:
    """Out of the pot."""
    for share in shares:
        keeper.stacks = {**keeper.stacks, share.seat: keeper.stacks[share.seat] + share.chips}
        keeper.pot -= share.chips


def topped_up(keeper: Any, event: events.ToppedUp) -> None:
    """Chips come from outside."""
    keeper.stacks = {**keeper.stacks, event.seat: keeper.stacks[event.seat] + event.chips}
    keeper.brought = {**keeper.brought, event.seat: keeper.brought[event.seat] + event.chips}


def worth_of(keeper: Any, cards: Iterable[str], sweeps: int) -> dict[str, int]:
    """CAS-SCORE-1 to 3, CAS-SCORE-6."""
    pile = list(cards)
    return {
        "cards": 3 * (len(pile) >= 27),
        "spades": int(sum(card[1] == "S" for card in pile) >= 7),
        "big_casino": 2 * ("TD" in pile),
        "little_casino": int("2S" in pile),
        "aces": sum(card[0] == "A" for card in pile),
        "sweeps": sweeps if keeper.house.scoring == "to_21" else 0,
    }


def pile_of(keeper: Any, side: tuple[int, ...], undealt: tuple[str, ...] = ()) -> list[str]:
    """What a side has; when the deck is played, also what goes to who captured last (CAS-CLAIM-1, CAS-LAST-1)."""
    pile = [card for seat in side for card in keeper.piles.get(seat, ())]
    if keeper.stage == "played" and last_captor(keeper) in side:
        pile += [*keeper.lies, *(left_over(keeper) or undealt)]
    return pile


def of_deck(keeper: Any, side: tuple[int, ...], undealt: tuple[str, ...] = ()) -> dict[str, int]:
    """What the pile of a side is worth as it lies."""
    return worth_of(keeper, pile_of(keeper, side, undealt), sum(sweep for seat, _, sweep in keeper.captures if seat in side))


def scored(keeper: Any, event: events.DeckScored) -> None:
    """CAS-SCORE-1 to 6, CAS-CLAIM-2, CAS-DEAL-4."""
    assert keeper.stage == "taken" or (keeper.stage == "played" and not keeper.lies and not keeper.remaining)
    assert event.deck == keeper.deck
    assert sorted(one.seats for one in event.sides) == keeper.sides_in
    for one in event.sides:
        due = of_deck(keeper, one.seats)
        assert {name: getattr(one, name) for name in due} == due, one
        assert one.points == sum(due.values())
        side = keeper.sides[one.seats[0]]
        keeper.scores = {**keeper.scores, side: keeper.scores[side] + one.points}
        assert one.score == keeper.scores[side]
    whole = sum(len(keeper.piles.get(seat, ())) for seat in keeper.active) == 52
    assert not event.checked or whole
    assert event.checked or not whole or keeper.active != keeper.playing
    if event.checked:
        points = sum(one.points - one.sweeps for one in event.sides)
        assert points == 7 + sum(one.cards + one.spades for one in event.sides)
    keeper.decks_over += 1
    best = max(keeper.scores[keeper.sides[seat]] for seat in keeper.active)
    first = [side for side in keeper.sides_in if keeper.scores[keeper.sides[side[0]]] == best]
    house = keeper.house
    if house.scoring == "to_21":
        over, because = best >= 21 and len(first) == 1, "target"
    else:
        reached = best >= TARGETS[house.scoring]
        over, because = reached or keeper.decks_over == DECKS[house.scoring], "target" if reached else "decks"
    keeper.final = {seat: keeper.scores[keeper.sides[seat]] for seat in keeper.playing}
    if over:
        assert event.next_dealer == 0
        keeper.stage, keeper.end = "decided", (because, tuple(sorted(seat for side in first for seat in side)))
    else:
        keeper.dealer = after(keeper.active, keeper.dealer)
        assert event.next_dealer == keeper.dealer
        new_deck(keeper)


def claimed(keeper: Any, event: events.TargetClaimed) -> None:
    """CAS-CLAIM-1: the finished decks and the pile as it lies."""
    assert keeper.house.claim
    assert event.seat in keeper.active
    assert keeper.begun, "from the first card on"
    side = keeper.side(event.seat)
    points = keeper.scores[keeper.sides[event.seat]] + sum(of_deck(keeper, side, event.undealt).values())
    target = TARGETS[keeper.house.scoring]
    assert (event.points, event.target, event.right) == (points, target, points >= target)
    others = [one for one in keeper.sides_in if one != side]
    if event.right:
        ends(keeper, "claim", side, event.undealt)
    elif len(others) == 1:
        ends(keeper, "false_claim", others[0], event.undealt)


def ends(keeper: Any, because: str, winners: tuple[int, ...], undealt: tuple[str, ...] = (), out: tuple[int, ...] = ()) -> None:
    """CAS-POT-1: the final scores, piles as they lie; those of players who are out count for nobody (CAS-OUT-1)."""
    lying = {seat: sum(of_deck(keeper, keeper.side(seat), undealt).values()) for seat in keeper.active if seat not in out}
    keeper.final = {seat: keeper.scores[keeper.sides[seat]] + lying.get(seat, 0) for seat in keeper.playing}
    keeper.stage, keeper.end = "decided", (because, tuple(sorted(winners)))


def put_out(keeper: Any, event: events.PlayerPutOut) -> None:
    """CAS-OUT-1, CAS-VIOL-1."""
    out_of_it(keeper, (event.seat,), event.because)


def left(keeper: Any, event: events.PlayerLeft) -> None:
    """Who leaves is out, with partners the whole side."""
    assert event.seat not in keeper.left
    keeper.left = (*keeper.left, event.seat)
    if event.seat in keeper.active:
        out_of_it(keeper, tuple(seat for seat in keeper.side(event.seat) if seat in keeper.active), "left")


def out_of_it(keeper: Any, seats: tuple[int, ...], because: str) -> None:
    """If one side remains, it has won."""
    gone(keeper, seats)
    if len(keeper.sides_in) == 1:
        ends(keeper, because, keeper.sides_in[0])


def deducted(keeper: Any, event: offence_events.PointsDeducted) -> None:
    """CAS-VIOL-1: two points."""
    side = keeper.sides[event.seat]
    assert event.points == 2
    keeper.scores = {**keeper.scores, side: keeper.scores[side] - 2}
    assert event.score == keeper.scores[side]


def missing_last(keeper: Any, event: offence_events.MissingLastClaimed) -> None:
    """CAS-DEAL-3: a point to each opponent, by house rule."""
    assert event.dealer == keeper.dealer
    assert keeper.sides[event.seat] != keeper.sides[event.dealer]
    mine = keeper.sides[event.dealer]
    gets = {keeper.sides[seat] for seat in keeper.active} - {mine} if keeper.house.missing_last == "one_point" else set()
    keeper.scores = {side: score + (side in gets) for side, score in keeper.scores.items()}
    assert {one.seat: one.points for one in event.scores} == {
        seat: keeper.scores[keeper.sides[seat]] for seat in keeper.active if keeper.sides[seat] in gets
    }


def found(keeper: Any, event: Any) -> None:
    """CAS-VIOL-1: somebody has played against the rules."""
    assert keeper.wrong.get((event.deal, event.card), not keeper.known)
    keeper.guilty = event.against


def unfounded(keeper: Any, event: offence_events.ClaimUnfounded) -> None:
    """It was played by the rules."""
    assert not keeper.wrong.get((event.deal, event.card), keeper.known)


def decided(keeper: Any, event: events.GameDecided) -> None:
    """CAS-CLAIM-1, CAS-CLAIM-2, CAS-SCORE-6, CAS-OUT-1; of two sides one loses by a false build (CAS-VIOL-1)."""
    if event.because == "false_build" and len(keeper.sides_in) == 2:
        assert keeper.house.false_build == "loses_game"
        ends(keeper, "false_build", next(side for side in keeper.sides_in if keeper.guilty not in side))
    keeper.is_in("decided")
    assert (event.because, tuple(sorted(event.winners))) == keeper.end
    assert {one.seat: one.points for one in event.scores} == keeper.final
    keeper.stage = "paid"


def posted(keeper: Any, event: events.PointsPosted) -> None:
    """CAS-POT-1: each loser pays for every point that he has less, whatever his stack holds."""
    keeper.is_in("paid")
    assert keeper.house.per_point
    assert {stake.seat: stake.chips for stake in event.stakes} == points_due(keeper)
    pay(keeper, event.stakes)
    keeper.stage = "posted"


def points_due(keeper: Any) -> dict[int, int]:
    """What each loser owes."""
    winners = keeper.end[1]
    best = keeper.final[winners[0]]
    due = {seat: (best - score) * keeper.house.per_point for seat, score in keeper.final.items() if seat not in winners}
    return {seat: chips for seat, chips in due.items() if chips > 0}


def awarded(keeper: Any, event: events.PotAwarded) -> None:
    """CAS-POT-1, CAS-SCORE-6: equal winners share, odd units to the earlier seats after the dealer."""
    assert keeper.stage == "posted" or (keeper.stage == "paid" and not points_due(keeper))
    order = sorted(keeper.end[1], key=lambda seat: (seat <= keeper.dealer, seat))
    due = [(seat, keeper.pot // len(order) + (at < keeper.pot % len(order))) for at, seat in enumerate(order)]
    assert [(share.seat, share.chips) for share in event.shares] == due
    assert event.because == keeper.end[0]
    get(keeper, event.shares)
    keeper.stage = "given"


def voided(keeper: Any, event: offence_events.GameVoided) -> None:
    """CAS-VOID-1: everybody has back what he has put in."""
    put = {seat: keeper.brought[seat] - keeper.stacks[seat] for seat in keeper.stacks}
    assert {stake.seat: stake.chips for stake in event.returned} == {seat: chips for seat, chips in put.items() if chips}
    get(keeper, event.returned)
    keeper.stage, keeper.end = "given", ("void", ())


def ended(keeper: Any, event: events.GameEnded) -> None:
    """CAS-DEAL-4: the next game is dealt by the next player; after a void game whoever dealt it first deals again."""
    keeper.is_in("given")
    here = [seat for seat in keeper.seats if seat not in keeper.left]
    because, winners = keeper.end
    sides = {keeper.sides[seat] for seat in winners}
    assert event.how == ("void" if because == "void" else "won" if len(sides) == 1 else "split")
    assert {stake.seat: stake.chips for stake in event.stacks} == keeper.stacks
    assert set(event.left) == set(keeper.left)
    dealer = keeper.dealer
    if because == "void":
        dealer = keeper.first_dealer or keeper.dealer
        due = (dealer if dealer in here else after(here, dealer)) if dealer else None
    else:
        due = after(here, dealer)
    assert event.next_dealer == due
    keeper.stage, keeper.turn = "over", 0
