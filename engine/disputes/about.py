"""Whether what a dispute names fits the game: its step, deal, trick and card together (DISPUTE-1). What is hidden is not looked at:
a refusal would tell where a card is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, is_dataclass

from engine.declared import Happened
from engine.deeds import naming, values
from engine.disputes.commands import Disputed
from engine.disputes.opinion import Moment
from engine.room.rulebook import DISPUTE_1
from engine.rules import require

OF_ANOTHER = {"deal": "Step {step} is of deal {found}, not {named}.", "trick": "Step {step} is of trick {found}, not {named}."}


@dataclass(frozen=True, slots=True)
class Course:
    """The steps of a game so far. moments: all of them, in order. hidden: events that hold hidden cards. pack: all its cards."""

    moments: tuple[Moment, ...]
    hidden: frozenset[type]
    pack: tuple[str, ...]

    def open(self, deal: int) -> list[Happened]:
        """The events of that deal that hide nothing."""
        events = [one.event for one in self.moments]
        return [event for event in events if naming(event).deal == deal and event.__class__ not in self.hidden]


def fitting(about: Disputed, course: Course) -> None:
    """Refuses (DISPUTE-1) a card that the pack has not, what does not stand in the step named, a trick that there was not, and
    a card that was not played in it."""
    deal, trick, card = about.deal, about.trick, about.card
    require(card is None or card in course.pack, DISPUTE_1, "The pack of this game has no card {card}.", card=card)
    if about.step is not None:
        _in_step(about, course, about.step)
    if deal is None or trick is None:
        return
    played = [(of, event) for event in course.open(deal) if (of := naming(event).trick) is not None]
    tricks = max((of for of, _ in played), default=0)
    says = "Deal {deal} has had {tricks} tricks; there is no trick {trick}."
    require(1 <= trick <= tricks, DISPUTE_1, says, deal=deal, tricks=tricks, trick=trick)
    there = card is None or any(of == trick and card in _words(event) for of, event in played)
    says = "The card {card} was not played in trick {trick} of deal {deal}."
    require(there, DISPUTE_1, says, card=card, trick=trick, deal=deal)


def _in_step(about: Disputed, course: Course, step: int) -> None:
    event = course.moments[step - 1].event
    there = naming(event)
    for part, wanted, found in (("deal", about.deal, there.deal), ("trick", about.trick, there.trick)):
        fits = None in (wanted, found) or wanted == found
        require(fits, DISPUTE_1, OF_ANOTHER[part], step=step, part=part, found=found, named=wanted)
    card = about.card
    if card is None or event.__class__ in course.hidden:
        return
    own = there.card
    says = "Step {step} is about {found}, not {card}." if own else "Step {step} is about no card {card}."
    require(card in _words(event), DISPUTE_1, says, step=step, found=own, card=card)


def _words(value: object) -> set[str]:
    """Every word that an event holds, cards among them."""
    if isinstance(value, str):
        return {value}
    if is_dataclass(value):
        return _all(() if isinstance(value, type) else values(value).values())
    if isinstance(value, Mapping):
        return _all(value.values())
    return _all(value) if isinstance(value, tuple) else set()


def _all(some: Iterable[object]) -> set[str]:
    return {word for value in some for word in _words(value)}
