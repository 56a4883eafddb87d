"""`./run new event`: an event of a game, as far as a machine can write it."""

from __future__ import annotations

import re

from engine.games import KINDS
from ops.new.gaps import gap
from ops.new.option import change
from ops.new.python import before_unions, unions, with_answer, with_argument, with_import, with_member
from ops.new.writing import Draft, Unfit

WORD = re.compile(r"[a-z]+(_[a-z]+)*")
MADE = ("tests.ledger.freeze_samples", "tests.ledger.events_table")


def event(game: str, word: str, rule: str, among: str | None, *, card: bool) -> Draft:
    """The draft of an event of a player, or of a card of his, under a rule, among the events of one union. Raises Unfit."""
    kind, draft = KINDS[game], Draft()
    fits(word, {name.partition(".")[2] for name in kind.events}, rule, {one.id for one in kind.rules})
    name, file = class_of(word), f"engine/{game}/events.py"
    base = "OfCard" if card else "OfSeat"
    declared = f"""@of_{game}("{word}", by.{rule.replace("-", "_")})
class {name}({base}):
    \"\"\"{rule}: {gap("what has happened; of each field what it tells")}\"\"\"
"""
    text = with_import(draft[file], "engine.cardgame.events", base)
    draft[file] = with_member(before_unions(text, declared), chosen(text, among, "Event"), name)
    evolve = f"engine/{game}/evolve.py"
    note = gap(f"what changes by {name}")
    draft[evolve] = with_answer(draft[evolve], "CHANGES", f"events.{name}", "lambda game, _: game", note)
    words, told = f"ledger/words/{game}/events.py", " {card}" if card else ""
    sentence = f"{{Seat}} {gap(f'what is told of {word}')}{told} ({{rules}})."
    draft[words] = with_argument(draft[words], "SENTENCES", f'said("{game}.{word}", "{sentence}")')
    change(draft, "Rules", f"what {game}.{word} tells, by {rule}")
    draft.then(*MADE)
    return draft


def fits(word: str, known: set[str], rule: str, rules: set[str]) -> None:
    """Raises Unfit: the name is not new, or there is no such rule."""
    if not WORD.fullmatch(word) or word in known:
        raise Unfit(f"{word} is no new name: small letters and underscores, none that there is.")
    if rule not in rules:
        raise Unfit(f"{rule} stands in no rulebook of this game.")


def class_of(word: str) -> str:
    """The class of an event or an act.

    >>> class_of("word_passed")
    'WordPassed'
    """
    return "".join(part.capitalize() for part in word.split("_"))


def chosen(text: str, among: str | None, whole: str) -> str:
    """The union to add to. Raises Unfit: there is none of this name; lists the existing ones."""
    there = [name for name in unions(text) if name != whole]
    if among not in there:
        raise Unfit(f"Say --among which others it belongs: {', '.join(there)}.")
    return among
