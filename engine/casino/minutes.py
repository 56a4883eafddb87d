"""What a table under `record` keeps beside the game: every card as it was played, and every act that may have been mistyped."""

from dataclasses import replace
from typing import Any

from engine.casino import events, offence_events
from engine.casino.building import holding_fault, sum_fault
from engine.casino.builds import Build
from engine.casino.captures import capture_fault, unkept
from engine.casino.offences import NO_OFFENCES, Entry, Laid
from engine.casino.play import bound_by, may_trail
from engine.casino.rulebook import CAS_BUILD_7
from engine.casino.state import Game
from engine.casino.unseen import come_up, whole_hand
from engine.changed import changed
from engine.rules import RuleBroken

# What happens beside the game and stays whatever is corrected.
STAYS = (events.ToppedUp, events.PlayerLeft, events.EndTimeReached)
PLAYS = (events.CardTrailed, events.CardsCaptured, events.BuildMade, events.BuildDoubled, events.BuildRaised)
DEALS = (events.CardsDealt, events.DealtUnseen)
# First events of acts, in whatever state.
ENTRIES = (
    events.DeckCommitted,
    events.DeckShuffled,
    events.DeckCut,
    events.LastAnnounced,
    *DEALS,
    *PLAYS,
    events.TargetClaimed,
    offence_events.CardExposed,
    offence_events.ExposedCardKept,
    offence_events.DealAnnulled,
    offence_events.CardPlayedOutOfTurn,
    offence_events.ClaimMade,
    offence_events.OffenceFound,
    offence_events.MissingLastClaimed,
)


def is_entry(before: Game, event: Any) -> bool:
    """Whether the event was an act of somebody, and not the rest of an act or what the rules brought about by themselves."""
    match event:
        case events.LotDrawn():
            return before.house.deck != "service"
        case events.LastCardsTaken() | events.DeckScored():
            return before.phase == "awaiting_settlement"
    return isinstance(event, ENTRIES)


def noted(before: Game, event: Any, game: Game) -> Game:
    """The game after the event, with what is kept of it."""
    old, step = before.offences, before.offences.step + 1
    kept: dict[str, Any] = {"step": step}
    stays = isinstance(event, STAYS)
    if stays or is_entry(before, event):
        entries = old.entries
        if isinstance(event, DEALS):  # now a later deal has begun (CAS-REC-1)
            entries = tuple([entry for entry in entries if entry.deal >= before.deal])
        bare = changed(before, offences=changed(old, entries=()))  # so that no state holds on to all that were before it
        kept["entries"] = (*entries, Entry(step, before.deal, event, stays, bare))
    if isinstance(event, PLAYS):
        kept["before"] = changed(before, offences=NO_OFFENCES)
        laid = _laid(before, event) if old.known is None else _doubtful(before, event)
        if len(game.past) > len(before.past):  # the deal is over by it, and put away already
            past = game.past[-1]
            game = changed(game, past=(*game.past[:-1], replace(past, laid=(*past.laid, laid))))
        else:
            kept["laid"] = (*old.laid, laid)
    elif isinstance(event, DEALS):
        kept["unannounced"] = event.last and not before.announced
    elif isinstance(event, events.LastCardsTaken | events.DeckScored | events.GameDecided):
        kept["before"] = None
    game = changed(game, offences=changed(game.offences, **kept))
    return game if old.known is None else _proved(before, event, come_up(game, event))


def _doubtful(before: Game, event: Any) -> Laid:
    """A card out of a hand that only its player sees: what is wrong with the cards of the table is known at once, and the play is
    judged by that alone; what he has left is not (CAS-DEAL-6)."""
    kind, changes, fault = _judged(before, event, None)
    made = changes[0] if kind == "build" else 0
    if fault:
        return Laid(event.seat, event.card, kind, fault.rule.id, made)
    owns = kind == "build" or any(build.owner == event.seat for build in before.builds)
    kept = changed(before.offences, entries=(), laid=(), before=None)
    return Laid(event.seat, event.card, kind, "", made, doubt=(changed(before, offences=kept), event) if owns else None)


def _proved(before: Game, event: Any, game: Game) -> Game:
    """Once all cards of a hand are known, what its player has laid in this deal is judged by them (CAS-DEAL-6)."""
    over = len(game.past) > len(before.past)
    laid = game.past[-1].laid if over else game.offences.laid
    if not any(play.doubt for play in laid):
        return game
    judged = []
    for number, play in enumerate(laid):
        now = _left(before, event, play.seat) if over else whole_hand(game, play.seat)
        if play.doubt is None or now is None:
            judged.append(play)
            continue
        state, played = play.doubt
        later = [one.card for one in laid[number + 1 :] if one.seat == play.seat]
        bare = changed(state, hands={play.seat: (play.card, *later, *now)}, offences=changed(state.offences, known=None))
        judged.append(_laid(bare, played))
    if over:
        return changed(game, past=(*game.past[:-1], replace(game.past[-1], laid=tuple(judged))))
    return changed(game, offences=changed(game.offences, laid=tuple(judged)))


def _left(before: Game, event: Any, seat: int) -> tuple[str, ...] | None:
    """What `seat` has held back in the deal that is over by this event: nothing if its last card was played, else nobody knows, as
    of a hand that was set aside with cards in it (CAS-OUT-1)."""
    known = before.offences.known
    if known is None or seat not in known.held:
        return None
    played = isinstance(event, PLAYS) and event.seat == seat
    return () if known.held[seat].count == played else None


def _laid(before: Game, event: Any) -> Laid:
    """The card, which rule it went against, and for which of his builds the player has kept no card."""
    seat, card, royal = event.seat, event.card, before.house.royal
    rest = tuple([held for held in before.hands[seat] if held != card])
    kind, changes, fault = _judged(before, event, rest)
    lost: tuple[Build, ...] = ()
    free = before.house.builder_may_trail or (seat, card) in before.offences.pinned
    if not free:
        others = tuple([build for build in bound_by(before, seat) if build.id not in changes])
        lost = unkept(rest, others, seat, royal)
    broken = fault.rule.id if fault else ""
    if not broken and (lost or (kind == "trail" and not free and not may_trail(before, seat))):
        broken = CAS_BUILD_7.id
    made = changes[0] if kind == "build" else 0
    return Laid(seat, card, kind, broken, made, tuple([build.id for build in lost]))


def _judged(before: Game, event: Any, rest: tuple[str, ...] | None) -> tuple[str, tuple[int, ...], RuleBroken | None]:
    """What kind of play it was, which builds it changed or took, and what was wrong with it. rest: what is left in hand, None where
    nobody sees it."""
    royal = before.house.royal
    if isinstance(event, events.CardTrailed):
        return "trail", (), None
    if isinstance(event, events.CardsCaptured):
        taken = tuple([build for build in before.builds if build.id in event.builds])
        return "capture", event.builds, capture_fault(event.card, event.loose, taken, royal)
    upon = next((build for build in before.builds if build.id == event.build), None)
    fault = sum_fault(event.card, event.loose, event.value, upon, royal) or holding_fault(rest, event.value, upon, royal)
    return "build", (event.build,), fault


def laid_in(game: Game, deal: int) -> tuple[Laid, ...]:
    """All cards played in deal number `deal` under `record`, in order; none if there is no such deal."""
    if 1 <= deal <= len(game.past):
        return game.past[deal - 1].laid
    return game.offences.laid if deal == game.deal else ()


def latest(game: Game) -> tuple[int, Laid] | None:
    """The last card that was played, with its deal, as long as nothing has been restored since and its deck is not scored."""
    if game.offences.before is None:
        return None
    if game.offences.laid:
        return game.deal, game.offences.laid[-1]
    return next(((deal, past.laid[-1]) for deal, past in _backwards(game) if past.laid), None)


def _backwards(game: Game) -> list[tuple[int, Any]]:
    return list(enumerate(game.past, 1))[::-1]
