"""Which domains of words there are, and where the messages of each stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.games import KINDS
from ops.words.reading import calls

# The calls that hold messages, as Babel has it: the places of the message, of its plural and (c) of its context.
Calls = Mapping[str, tuple[int | tuple[int, str], ...]]
IN_CODE: Calls = {"say": (1,), "say_as": ((1, "c"), 2), "count": (1, 2), "count_as": ((1, "c"), 2, 3)}
BY_KEY: Calls = {"said": ((1, "c"), 2), "counted": ((1, "c"), 3, 4)}
SAYINGS: Calls = {"Saying": (1,), "Counted": (1, 2)}
# What stops a request: sentences that stand in the call of what raises them.
STOPS: Calls = {
    "Problem": (2,),
    "NotFound": (1,),
    "NotAllowed": (1,),
    "Conflict": (1,),
    "UnfitKey": (1,),
    "UnfitWebhook": (1,),
    "UnfitAddress": (1,),
    "UnfitMail": (1,),
    "BadPeriod": (2,),
    "allow": (2,),
    "_unknown": (1,),
    "not_acceptable": (1,),
    "NotJson": (1,),
    "ValidationError": (1,),
    "unfit": (1,),
    "Word": (2,),
    "_unreadable": (2,),
    "_Impossible": (1,),
}
RAISED: Calls = {**SAYINGS, **STOPS}
# What the rules refuse; in the engine all that it says besides.
RULED: Calls = {"require": (3,), "RuleBroken": (2,)}
REFUSED: Calls = {**SAYINGS, **RULED, "idle": (3,), "refuse": (4,), "fail": (1,)}
IN_TEMPLATES: Calls = {"_": (1,), "p_": ((1, "c"), 2), "n_": (1, 2), "np_": ((1, "c"), 2, 3)}

ROOT = Path(__file__).parents[2]
OF_AUDITS = ("ledger/audits/", "api/views/audits.py")


@dataclass(frozen=True, slots=True)
class Source:
    """Some files of the house: those of this pattern. said: the calls that hold messages in them. without: what files begin with
    that are of another domain."""

    pattern: str
    said: Calls
    without: tuple[str, ...] = ()

    def files(self) -> list[Path]:
        """They are, in order."""
        return [path for path in sorted(ROOT.glob(self.pattern)) if not path.relative_to(ROOT).as_posix().startswith(self.without)]

    @property
    def method(self) -> Any:
        """What Babel reads them with."""
        return "jinja2" if self.pattern.endswith(".html") else calls


DOMAINS: Mapping[str, tuple[Source, ...]] = {
    "events": (Source("ledger/words/events.py", BY_KEY), Source("ledger/words/headings.py", BY_KEY)),
    "acts": (Source("ledger/words/acts.py", BY_KEY),),
    "problems": (
        Source("api/**/*.py", RAISED, OF_AUDITS),
        Source("ledger/**/*.py", RAISED, (*OF_AUDITS, "ledger/words/")),
        Source("ledger/words/figures.py", SAYINGS),
        Source("ledger/audits/*.py", STOPS),
    ),
    "refusals": (
        *(Source(f"engine/{folder}*.py", REFUSED) for folder in ("", "cardgame/", "disputes/", "record/", "room/")),
        Source("ledger/**/*.py", RULED),
    ),
    "audits": tuple([Source(pattern, SAYINGS) for pattern in ("ledger/audits/*.py", "api/views/audits.py")]),
    "statements": (Source("ledger/words/statements.py", BY_KEY),),
    "notices": (Source("ledger/words/notices.py", BY_KEY),),
    **{game: (Source(f"ledger/words/{game}/*.py", BY_KEY), Source(f"engine/{game}/*.py", REFUSED)) for game in KINDS},
    "pages": (
        Source("api/web/templates/**/*.html", IN_TEMPLATES),
        *(Source(f"api/{room}/*.py", IN_CODE) for room in ("rulebooks", "web")),
    ),
}
# In these a fact is there with a capital too, for where a sentence begins with it.
CAPITALS = frozenset({"events", "acts", *KINDS})
