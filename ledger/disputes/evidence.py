"""The evidence of a dispute, gathered from the game as it was when the dispute was opened: the engine's opinion and the steps
concerned.

HIDDEN: an opinion may rest on hands, which it names. The caller decides who may see those.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.declared import Happened
from engine.disputes.commands import Disputed
from engine.disputes.events import Answered, Appealed, Opened, Ruled
from engine.disputes.opinion import Opinion, Question, named
from engine.room.signs import harmless
from ledger.cases.facts import story_of
from ledger.store.ids import dispute_stream

if TYPE_CHECKING:
    from ledger.orders.app import Ledger
    from ledger.replays.film import Film


@dataclass(frozen=True, slots=True)
class Evidence:
    """seen: version of the game to which it reaches. step: the disputed one, the last one if none is meant. opinion: of the engine;
    None where a step up to there is damaged, so that there is nothing to judge by."""

    seen: int
    step: int
    opinion: Opinion | None


def evidence(game: Film, opened: Opened) -> Evidence:
    """What the game says of what is disputed, worked out from its events."""
    if opened.seen > len(game.states):
        return Evidence(opened.seen, opened.step or opened.seen, None)
    told = story_of(game, opened.seen)
    about = Disputed(opened.step, opened.deal, opened.trick, opened.card, opened.seat, opened.amount)
    question = Question(opened.kind, about, told.moments, told.hidden)
    moment = named(question)
    return Evidence(opened.seen, moment.step if moment else opened.seen, told.kind.says(question))


@dataclass(frozen=True, slots=True)
class Deed:
    """Who did what when in a dispute. version: of the dispute after it. what: "opened", "answered", "ruled", "appealed" or
    "withdrawn". at: effective, UTC. words: what was said, or the reason given; None where nothing is said."""

    version: int
    what: str
    at: str
    actor: str
    via: str | None
    words: str | None


def deeds(ledger: Ledger, dispute: str, upto: int) -> tuple[Deed, ...]:
    """Everything that was done in the dispute up to a version of it, in order."""
    found = []
    for row in ledger.history(dispute_stream(dispute)):
        if row.originator_version > upto:
            break
        one = ledger.decode(row)
        words = _words(one.event)
        what = row.topic.partition(".")[2]
        said = None if words is None else harmless(words)
        found.append(Deed(row.originator_version, what, one.effective_at.isoformat(), one.actor, one.via, said))
    return tuple(found)


def _words(event: Happened) -> str | None:
    match event:
        case Opened() | Answered() | Appealed():
            return event.words or None
        case Ruled():
            return event.reason or None
    return None
