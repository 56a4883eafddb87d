"""A branch as JSON, for whoever may see all of the game that it branched from."""

from api.http.answers import Members
from api.service.shared import ledger
from api.service.visibility import Sight
from api.views import games as view
from api.views import legal
from engine.branch import Branch
from ledger.orders.order import Decided
from ledger.play.branches import Copy, copied
from ledger.replays.film import film
from ledger.store.ids import branch_stream
from ledger.words import Voice, words
from ledger.words.telling import ENGLISH


def branch(
    copy: Copy, version: int, after: int = 0, limit: int = 100, *, with_legal: bool = True, voice: Voice = ENGLISH
) -> Members:
    """What has happened in it from behind `after`, told by `voice`; its state with all hands, and what may be done in it."""
    names = {event: name for name, event in copy.kind.events.items()}
    some = copy.events[after : after + limit]
    happened: list[Members] = [
        {"number": number, "type": names[event.__class__], "words": words(event, voice)}
        for number, (event, _) in enumerate(some, after + 1)
    ]
    state = copy.state
    sees = Sight(copy.kind, state, 0, everything=True, steward=True, judges=True)
    offers = legal.told_legal(legal.offered(state, sees), state, sees, legal.of_branch(copy.branch.id)) if with_legal else {}
    shown = {"id": copy.branch.game, "game": copy.kind.name, **view.state(state, copy.step + len(copy.events), sees)}
    return {
        **listed(copy.branch),
        "branched_from": copy.step,
        "version": version,
        "happened": happened,
        "next": after + len(some) if after + len(some) < len(copy.events) else None,
        "state": {**shown, **offers},
    }


def listed(item: Branch) -> Members:
    """A branch in the list of its game."""
    return {"id": item.id, "game": item.game, "branched_from": item.step, "by": item.by, "acts": len(item.acts)}


def changed(decided: Decided, branch_id: str) -> Members:
    """A branch after an act."""
    stream = decided.streams[branch_stream(branch_id)]
    copy = copied(film(ledger(), stream.state.game), stream.state)
    return branch(copy, stream.version, after=max(0, len(copy.events) - 100))
