"""`./run new`: the mechanical part of adding something is written, the rest is marked with gaps.

    ./run new option azi misdeals --values refused entered --rule AZI-DEAL-9
    ./run new option azi ask_first --values false true --rule AZI-PAUSE-1 --title "Who is asked may top up first" --after AZI-AZI-2
    ./run new preset azi-quick --like azi-two --with ante=10
    ./run new event azi word_passed --rule AZI-NAZI-1 --among Declaring
    ./run new act azi pass_word --rule AZI-NAZI-1 --event word_passed --among Playing
    ./run new tables azi      brings the tables of presets on the rules pages into step with the presets
    ./run new made            remakes what is derived from events and words: missing frozen samples, tests/ledger/events.golden.md,
                              tests/ledger/words/told.txt and docs/map.md; look through what has changed in them
    ./run new                 what is left to be filled in

The first value of an option is how everybody played before: it stands for absence, for life.
"""

from __future__ import annotations

import argparse
import sys

from engine.games import KINDS
from engine.rules import RuleBroken
from ops.new import gaps
from ops.new.act import act
from ops.new.event import MADE, event
from ops.new.option import option
from ops.new.pages import tables
from ops.new.preset import preset
from ops.new.writing import Draft, Unfit, run


def main(words: list[str]) -> int:
    """Writes what is asked for; the exit code: 2 if it cannot be made, 1 while there is a gap and nothing was asked for."""
    asked = _parser().parse_args(words)
    if asked.what is None:
        return 1 if _tell_gaps() else 0
    if asked.what == "made":
        run(*MADE, "tests.ledger.words.told", "ops.map")
        return 0
    try:
        written = _draft(asked).write()
    except (Unfit, RuleBroken) as refused:
        print(f"Nothing was written. {refused}", file=sys.stderr)
        return 2
    print("Written:", *written, sep="\n  ")
    _tell_gaps()
    print("What comes then, step by step: engine/README.md.")
    return 0


def _draft(asked: argparse.Namespace) -> Draft:
    if asked.what == "option":
        return option(asked.game, asked.name, asked.values, asked.rule, asked.title, asked.after)
    if asked.what == "event":
        return event(asked.game, asked.name, asked.rule, asked.among, card=asked.card)
    if asked.what == "act":
        return act(asked.game, asked.name, asked.rule, asked.event, asked.among, card=asked.card)
    if asked.what == "tables":
        return tables(asked.game)
    return preset(asked.name, asked.like, dict(change.partition("=")[::2] for change in asked.changes))


def _tell_gaps() -> bool:
    left = list(gaps.left())
    print("To be filled in:" if left else "There is nothing to be filled in.")
    for path, line, says in left:
        print(f"  {path}:{line}: {says}")
    return bool(left)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run new", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    things = parser.add_subparsers(dest="what")
    one = things.add_parser("option", help="a house rule")
    one.add_argument("game", choices=tuple(KINDS))
    one.add_argument("name")
    one.add_argument("--values", nargs="+", required=True, metavar="VALUE")
    one.add_argument("--rule", required=True, help="the rule that it belongs to; a new one with --title and --after")
    one.add_argument("--title")
    one.add_argument("--after", metavar="RULE")
    one = things.add_parser("preset", help="house rules under a name")
    one.add_argument("name")
    one.add_argument("--like", required=True, metavar="PRESET")
    one.add_argument("--with", nargs="+", default=[], metavar="OPTION=VALUE", dest="changes")
    for what, says in (("event", "what can happen"), ("act", "what a player can want")):
        one = things.add_parser(what, help=says)
        one.add_argument("game", choices=tuple(KINDS))
        one.add_argument("name")
        one.add_argument("--rule", required=True)
        one.add_argument("--among", metavar="UNION", help="the union of its like")
        one.add_argument("--card", action="store_true", help="it is about a card of the player")
        if what == "act":
            one.add_argument("--event", required=True, help="what happens by it, without the game")
    one = things.add_parser("tables", help="the tables of presets on the rules pages, brought into step")
    one.add_argument("game", choices=tuple(KINDS))
    things.add_parser("made", help="remake what is derived from events and words")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
