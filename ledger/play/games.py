"""Games: started from a table, acted in, and brought back to the table when they are over. Rules TABLE-3, TABLE-5, AZI-TIME-1.

What the service adds to an act is dice and clock. Callers never send them: a shuffle gets its secret, its commitment and the order
from the ledger's dice where the house rule `deck` is "service", and none of them at a real table.

The clock. No game starts at or after the agreed end of the sitting. A running game is told by its steward that the end has come,
and not before it has. Where the house splits the pot then, so that it matters to the play, the service tells the game itself,
before the first act that comes too late.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from engine.deeds import ends, naming
from engine.games import KINDS, Kind
from engine.parts import Seated
from engine.playing import splits
from engine.room import commands
from engine.room.table import Table
from engine.rules import require
from engine.saying import Saying
from engine.shuffle import SECRET_BYTES, commitment, shuffled
from ledger.cases.behind import nothing_behind
from ledger.cases.facts import story_of
from ledger.orders.attempt import existing
from ledger.orders.order import Caller, Done, Order
from ledger.orders.permission import allow, is_own, is_steward, plays_himself, seated_or_steward
from ledger.play.lists import SERVICE, UNSEEN, at_index, in_order, may_go_on
from ledger.play.payouts import finish_game, resume_game
from ledger.replays.film import film
from ledger.store.ids import game_stream, stream_of_game, table_stream
from ledger.store.times import utc_text

if TYPE_CHECKING:
    from engine.kind import InOrder
    from engine.playing import House, Playing
    from engine.wanted import Wanted
    from ledger.orders.app import Attempt, Ledger
    from ledger.store.ids import GameStream
    from ledger.store.streams import Stream

OF_HANDS = ("expose", "penalise")  # refused, these tell of a hand
# At a real table these tell the cards, so the steward enters them.
DEALING = ("draw_lot", "shuffle", "offer_cut", "cut", "deal", "replace_card")
_DEALING = {name: frozenset(kind.actions[word] for word in DEALING if word in kind.actions) for name, kind in KINDS.items()}
_STEWARDS = {
    name: frozenset(made for word, made in kind.actions.items() if word in kind.stewards or not hasattr(made, "seat"))
    for name, kind in KINDS.items()
}
CORRECT = "correct"
END_TIME = "reach_end_time"
RECORD = "record"


def start(ledger: Ledger, order: Order, table: str) -> Done:
    """TABLE-3: the next game of a table, with everybody who sits there; players who cannot pay sit it out.

    Where the service shuffles and nobody is due to deal, it draws the lot for the first dealer.
    """

    def work(attempt: Attempt) -> None:
        stream = table_stream(table)
        seated_or_steward(order.caller, existing(attempt, stream).state)
        attempt.expect(stream, order.if_match)
        state: Table = attempt.act(stream, commands.BeginGame(utc_text(ledger.clock()))).state
        kind, number = KINDS[state.game], state.begun
        house = kind.house_rules(state.house)
        seated = tuple(Seated(seat, state.players[seat], state.stacks[seat]) for seat in state.playing)
        drawn = state.next_dealer is None and house.deck == SERVICE
        lot = shuffled(kind.pack(house), ledger.dice(SECRET_BYTES)) if drawn else None
        begin = kind.start(table, number, house, state.unit, state.scale, seated, state.next_dealer, lot)
        act_in_game(attempt, game_stream(table, number), begin)

    return ledger.execute(order, work)


def act(ledger: Ledger, order: Order, game: str, command: Wanted) -> Done:
    """One action in a game ("{table}-{number}"), and all that follows from it; the act that ends the game brings the stacks back to
    the table and pays out who has left, in the same append. command: one of the game's `actions`."""
    return act_by(ledger, order, game, lambda _: command)


def correct(ledger: Ledger, order: Order, game: str, step: int, reason: str) -> Done:
    """AZI-REC-1, CAS-REC-1: the entry of this step of the game was mistyped; by a steward of the table, where the house rule
    `enforcement` is "record". step: number of its event in the game, from 1."""
    return act_by(ledger, order, game, lambda kind: kind.actions[CORRECT](step, reason))


def act_by(ledger: Ledger, order: Order, game: str, command_of: Callable[[Kind], Wanted]) -> Done:
    """The same for callers that do not know which game it is. command_of: gives the action for its Kind; what it raises ends the
    act before anything has happened."""
    return act_all(ledger, order, game, lambda kind: (command_of(kind),), listed=False)


def act_all(
    ledger: Ledger, order: Order, game: str, acts_of: Callable[[Kind], Sequence[Wanted | InOrder]], *, listed: bool
) -> Done:
    """Several acts, all or none (`lists.py`). acts_of: gives them for its Kind, each one of the game's actions or a deal in its
    usual order; what it raises ends the order before anything has happened. listed: a refusal names the place in the list."""
    stream = stream_of_game(game)

    def work(attempt: Attempt) -> None:
        read = existing(attempt, stream)
        kind = KINDS[read.kind]
        acts, numbers = acts_of(kind), count()
        for index, wanted in enumerate(acts):
            with at_index(index if listed else None):
                before = attempt.read(stream).state
                for command in in_order(kind, wanted, lambda: attempt.read(stream).state):
                    attempt.begin_act(next(numbers))
                    _carry_out(ledger, attempt, stream, command)
                if index + 1 < len(acts):
                    may_go_on(order.caller, kind, wanted, before, attempt.read(stream).state)
        if type(acts[-1]) is kind.actions[CORRECT]:
            whole = film(ledger, game)
            attempt.agree(stream, whole.rows)
            nothing_behind(attempt, story_of(whole, read.version), naming(acts[-1]).step or 0)

    return ledger.execute(order, work)


def _carry_out(ledger: Ledger, attempt: Attempt, stream: GameStream, wanted: Wanted) -> None:
    """One act of whoever sends the order, if he may, with all that follows from it. wanted: one of the actions of the game."""
    read, order = existing(attempt, stream), attempt.order
    kind = KINDS[read.kind]
    command = _of_newcomer(attempt, kind, read.state, wanted)
    _may_act(attempt, order.caller, kind, read.state, command)
    attempt.expect(stream, order.if_match)
    if type(command) is kind.actions[END_TIME]:
        attempt.act(table_stream(read.state.table), commands.EndSitting(utc_text(ledger.clock())))
    else:
        reach_overdue_end(ledger, attempt, stream)
    act_in_game(attempt, stream, with_dice(ledger.dice, kind, stream, attempt.read(stream).state, command))


def act_in_game(attempt: Attempt, stream: GameStream, command: Wanted) -> None:
    """The act, and if the game is over by it, its end at the table and in the wallets of those who left.

    A correction resumes a game that is over (AZI-REC-1, CAS-REC-1): then everything that its end brought about there is taken back
    first. Refused once another game has begun.
    """
    before = attempt.read(stream)
    if before.version and before.state.over:
        _resume(attempt, before, command)
    state = attempt.act(stream, command).state
    if state.over:
        ended = next(envelope.event for envelope in reversed(attempt.decided().envelopes) if envelope.stream == stream)
        if ends(ended):
            finish_game(attempt, state.table, state.number, ended)


def _resume(attempt: Attempt, over: Stream[Playing, Wanted], command: Wanted) -> None:
    """If the game accepts this command, its table gives the stacks back to it."""
    kind, game = KINDS[over.kind], over.state
    kind.decider.decide(game, command)
    at: Table = existing(attempt, table_stream(game.table)).state
    last = at.last is not None and at.last.number == game.number
    require(
        last, kind.correcting, "Another game has begun at the table: game {number} is not corrected any more.", number=game.number
    )
    resume_game(attempt, game.table, game.number)


def reach_overdue_end(ledger: Ledger, attempt: Attempt, stream: GameStream) -> None:
    """AZI-TIME-1: tell a running game that the sitting's end has come, if it has, matters to this game, and nobody has told it yet.

    No game is over by that alone: the deal that is being played decides.
    """
    read = existing(attempt, stream)
    game, now = read.state, utc_text(ledger.clock())
    if game.time_up or game.over or not splits(game.house):
        return
    table: Table = existing(attempt, table_stream(game.table)).state
    if not table.ended and table.ends_at is not None and now >= table.ends_at:
        attempt.act(table_stream(game.table), commands.EndSitting(now))
        act_in_game(attempt, stream, KINDS[read.kind].actions[END_TIME]())


def _of_newcomer(attempt: Attempt, kind: Kind, game: Playing, command: Wanted) -> Wanted:
    """AZI-CLAIM-1: a claim is anybody's who sits at the table. Of who has sat down since the game began the game has to be told."""
    if type(command) is not kind.actions.get("claim") or "player" not in command.__dataclass_fields__:
        return command
    table, seat = existing(attempt, table_stream(game.table)).state, naming(command).seat or 0
    return replace(command, player=None if seat in game.players else table.players.get(seat))


def _may_act(attempt: Attempt, caller: Caller, kind: Kind, game: Playing, command: Wanted) -> None:
    """Raises NotAllowed: only the stewards of the table do that; or it is not his seat; or a steward acts for a player of a table
    whose cards he may not see, for example because he plays there himself: a refusal would tell him about them."""
    word = next((word for word, made in kind.actions.items() if made is type(command)), "")
    told = naming(command)
    stewards_own = stewards_alone(kind, game, command)
    plays = plays_himself(caller, game)
    whose = game.players.get(told.seat or 0) or told.player
    if not stewards_own and whose is not None and (is_own(caller, whose) or (plays and whose == caller.subject)):
        return
    says = Saying("Only the player at this seat may do this.")
    if stewards_own:
        says = Saying("Only a steward may do this.")
    elif whose is None:
        says = Saying("Seat {seat} does not play in this game.", seat=told.seat)
    allow(caller.role == "steward", says)
    allow(is_steward(caller, existing(attempt, table_stream(game.table)).state), "You are no steward of this table.")
    allow(stewards_own or steward_types(game.house), "At this table the players act for themselves.")
    tells = game.house.deck != UNSEEN and (word in OF_HANDS or not stewards_own)
    allow(not (plays and tells), "Who plays in a game neither acts for the others nor rules on their cards.")


def stewards_alone(kind: Kind, game: Playing, command: Wanted) -> bool:
    """Whether only a steward may send it: it is no player's act, or tells what happened at a real table while cards were dealt."""
    made = command.__class__
    return made in _STEWARDS[kind.name] or (game.house.deck != SERVICE and made in _DEALING[kind.name])


def steward_types(house: House) -> bool:
    """Whether the steward enters what the players do, and so may see every card: the cards are not the service's, or what happens
    is recorded as it happens."""
    return bool(house.deck != SERVICE or house.enforcement == RECORD)


def cards_to_come(game: Playing) -> bool:
    """AZI-DEAL-8, CAS-DEAL-6: whether cards of the service's deck may still come. While they may, nobody learns its order and
    secret, and nobody plays on with it in a branch."""
    return bool(game.house.deck == SERVICE and not game.over)


def with_dice(dice: Callable[[int], bytes], kind: Kind, stream: str, game: Playing, command: Wanted) -> Wanted:
    """The command with what the service adds to it; anything else that was put there is dropped. dice: so many random bytes."""
    if type(command) is not kind.actions.get("shuffle"):
        return command
    return replace(command, **_shuffle(dice, kind, stream, game))


def _shuffle(dice: Callable[[int], bytes], kind: Kind, stream: str, game: Playing) -> Mapping[str, object]:
    if game.house.deck != SERVICE:
        return {"commitment": None, "secret": None, "order": None}
    secret = dice(SECRET_BYTES)
    return {
        "commitment": commitment(stream, game.deal, game.shuffle + 1, secret),
        "secret": secret.hex(),
        "order": shuffled(kind.pack(game.house), secret),
    }
