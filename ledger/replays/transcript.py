"""The transcript of a game: plain text, a line for each step, for people and for the files of a club.

What a viewer may see is decided by whoever asks for it: `Told` says of each step which hands and choices are told.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.offers import Offers
from engine.wanted import Wanted
from ledger.replays.film import Film, Step
from ledger.words import Voice, choices, words

__all__ = ["Told", "transcript", "words"]

# A transcript shows the first of many ways to play a card, and looks for no more at each of its many steps.
OFFERED_MOST = 100


@dataclass(frozen=True, slots=True)
class Told:
    """What may be told of a step. hands: seat -> cards, of those that the viewer may see. offers: what the seat in turn may do, no
    more than are `OFFERED_MOST` here; nothing where he may not know it."""

    hands: dict[int, tuple[str, ...]]
    offers: Offers[Wanted]


def transcript(
    film: Film, voice: Voice, may_see: Callable[[Step], Told], players: dict[int, str], only: Iterable[int] | None = None
) -> Iterator[str]:
    """The lines, without their ends. players: seat -> what he is called at the head. only: these steps. Steps that were not
    evaluated are listed at the end. Whose turn it is, is told where an act is over."""
    say = voice.say
    yield f"{say('of.game')} {film.game}"
    for seat, player in players.items():
        yield f"  {say('seat', number=seat)}: {player}"
    yield ""
    held: dict[int, tuple[str, ...]] = {}
    for number in range(1, len(film.states) + 1) if only is None else only:
        step = film.step(number)
        told = may_see(step)
        yield f"{number:>4}  {step.envelope.effective_at:%Y-%m-%d %H:%M:%S}Z  {words(step.envelope.event, voice)}"
        for seat, cards in told.hands.items():
            if cards and set(cards) - set(held.get(seat, ())):
                yield f"        {voice.seat(seat)}: {' '.join(map(voice.card, cards))}"
        held = told.hands
        if step.moved:
            yield f"        {say('of.pot')} {voice.chips(step.state.pot)}; {stacks(step, voice)}"
        if step.state.turn and not step.mid_act:
            line = say("of.turn", seat=voice.seat(step.state.turn))
            could = "; ".join(choices(told.offers, voice))
            yield f"        {line} {could}".rstrip()
    if film.stopped:
        yield ""
        yield from stopped(film, voice)


def stacks(step: Step, voice: Voice) -> str:
    """Everybody's stack after a step."""
    return ", ".join(
        voice.say("item.has", seat=voice.seat(seat), chips=voice.chips(chips)) for seat, chips in step.state.stacks.items()
    )


def stopped(film: Film, voice: Voice) -> Iterator[str]:
    """Where the replay has stopped, and each step that was not evaluated. Nothing if it has not."""
    if film.stopped is None:
        return
    unread = film.stopped.unread
    key = "of.stopped" if len(unread) > 1 else "of.stopped.one"
    yield voice.say(key, step=unread.start, first=unread.start, last=unread.stop - 1)
    for number in unread:
        yield f"{number:>4}  {film.rows[number - 1].topic}  ?"
