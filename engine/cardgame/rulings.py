"""What a steward decides in any game: that something is settled now, a void game, the correction of a mistyped entry."""

from collections.abc import Callable
from typing import TypeVar, cast

from engine.answers import Answers
from engine.cardgame.commands import Correct, Settle, VoidGame
from engine.cardgame.events import Beside
from engine.cardgame.offence_events import EntryCorrected, GameVoided
from engine.cardgame.offences import Entry, Laid
from engine.cardgame.order import running
from engine.cardgame.state import CardGame, G
from engine.changed import changed
from engine.declared import Happened, Role, declared
from engine.parts import surplus, with_stakes
from engine.room.words import require_reason
from engine.rules import RuleBroken, require
from engine.saying import Saying

B = TypeVar("B")  # what happens beside a game, by its own events
# To anybody who would correct an entry of a game whose cards have been opened by its end.
OPENED = Saying("With the end of the game everybody could see the service's deck, so it is not played on with its cards.")


def waits(game: CardGame[Laid]) -> None:
    """Refuse a settlement unless one is due."""
    running(game)
    require(game.phase == "awaiting_settlement", game.by.settle, "Nothing waits to be settled.", phase=game.phase)


def settling(settled: Callable[[G], Happened]) -> Callable[[G, Settle], tuple[Happened]]:
    """The decision of a game in which the steward has nothing to tell: what the settlement brings about."""

    def settle(game: G, command: Settle) -> tuple[Happened]:  # noqa: ARG001
        waits(game)
        return (settled(game),)

    return settle


def void_game(game: CardGame[Laid], command: VoidGame) -> tuple[GameVoided]:
    """GameVoided: everybody gets back whatever he has put in, penalties too. Refused without a reason."""
    running(game)
    require_reason(command.reason, game.by.void)
    back = surplus(game.players, game.brought, game.stacks)
    return (game.by.family.own(GameVoided)(game.deal, command.reason, back, 0),)


def voided(game: G, event: GameVoided) -> G:
    """Nothing is left in the pot, and nobody has won. game: with its cards put away."""
    return changed(game, phase="awarded", stacks=with_stakes(game.stacks, event.returned), pot=0, turn=0, how="void")


def entry_at(game: CardGame[Laid], step: int) -> Entry | None:
    """The act recorded at that step, if it can still be corrected."""
    return next((entry for entry in game.offences.entries if entry.step == step and not entry.stays), None)


def came_out(game: CardGame[Laid], step: int) -> bool:
    """Whether cards have come out of the service's deck by the act of that step or since. Whoever knows them must not shuffle, cut
    or deal again."""
    since = [entry.event for entry in game.offences.entries if entry.step >= step]
    return game.house.deck == "service" and any(declared(event).role in (Role.DEALS, Role.REPLACES) for event in since)


def correct(
    game: G,
    command: Correct,
    before: Callable[[G, int], G | None],
    undealt: Callable[[G], bool],
    says: Saying,
) -> tuple[EntryCorrected]:
    """EntryCorrected, also when the game is over: it is taken up again. That no other has begun is seen to by its table.

    before(game, step): the game as it was before it; None if that cannot be taken up again, since who was playing the cards then
    has left since. undealt: whether there are cards of the deck still to be dealt in such a game.
    Refused where nothing is typed by a steward, without a reason, for a step that is no entry or belongs to a deal before the one
    that has begun; and if cards of the service's deck would go back into it, or cards that may still be dealt have been opened by
    the end of the game, which `says` tells.
    """
    by, step = game.by, command.step
    require(game.phase != "new", by.order, "This game has not begun.")
    require(game.offences.recorded, by.correcting, "Entries are corrected under enforcement = record only.", step=step)
    require_reason(command.reason, by.correcting)
    if entry_at(game, step) is None:
        possible = tuple([entry.step for entry in game.offences.entries if not entry.stays and not came_out(game, entry.step)])
        none = "Step {step} cannot be corrected: it is no entry, or a later deal has begun."
        raise RuleBroken(by.correcting, none, step=step, legal=possible)
    out = "Cards have come out of the service's deck by step {step} or since: it is not shuffled, cut and dealt anew."
    require(not came_out(game, step), by.dice, out, step=step)
    then = before(game, step)
    if then is None:
        raise RuleBroken(by.correcting, "A player who was playing the cards then has left the table since.", step=step)
    open_deck = game.all_shown and game.house.deck == "service" and undealt(then)
    require(not open_deck, by.dice, says, step=step)
    returned, taken = surplus(game.players, then.stacks, game.stacks), surplus(game.players, game.stacks, then.stacks)
    return (by.family.own(EntryCorrected)(step, command.reason, returned, taken, then.pot),)


def correcting(
    beside: Answers[G, Beside, G], undealt: Callable[[G], bool] = lambda _: True, says: Saying = OPENED
) -> Callable[[G, Correct], tuple[EntryCorrected]]:
    """The decision of a game in which nothing else stands against a correction: as `correct`. beside: what happens beside it."""
    before = before_step(beside)
    return lambda game, command: correct(game, command, before, undealt, says)


def before_step(beside: Answers[G, Beside, G]) -> Callable[[G, int], G | None]:
    """What `corrected` gives, by what happens beside this game."""

    def happened(then: G, event: Beside) -> G | None:
        return beside[event.__class__](then, event)

    return lambda game, step: corrected(game, step, happened)


def corrected(game: G, step: int, beside: Callable[[G, B], G | None]) -> G | None:
    """The game as it was before that step, but for the top-ups, leavings and the end time since; beside: what each of these events
    changes. None: one of them cannot have happened then."""
    entries = game.offences.entries
    at = next(number for number, entry in enumerate(entries) if entry.step == step)
    state = cast(G, entries[at].before)
    kept = list(entries[:at])
    for entry in entries[at + 1 :]:
        if entry.stays:
            kept.append(Entry(entry.step, state.deal, entry.event, stays=True, before=state))
            after = beside(state, cast(B, entry.event))
            if after is None:
                return None
            state = after
    return changed(state, offences=changed(state.offences, entries=tuple(kept)))
