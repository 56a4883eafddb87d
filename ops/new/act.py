"""`./run new act`: an act of a game, as far as a machine can write it."""

from __future__ import annotations

from engine.games import KINDS
from ops.new.event import chosen, class_of, fits
from ops.new.gaps import gap
from ops.new.option import change
from ops.new.python import at_start, before_unions, with_answer, with_argument, with_entry, with_import, with_member
from ops.new.writing import Draft, Unfit


def act(game: str, word: str, rule: str, happens: str, among: str | None, *, card: bool) -> Draft:
    """The draft of an act of a player, with a card if it names one, under a rule, that leads to an existing event. Raises Unfit."""
    kind, draft = KINDS[game], Draft()
    fits(word, set(kind.actions), rule, {one.id for one in kind.rules})
    if f"{game}.{happens}" not in kind.events:
        raise Unfit(f"There is no event {game}.{happens}: make it first, ./run new event.")
    name, file = class_of(word), f"engine/{game}/commands.py"
    declared = f"""@wanted("{word}", "{{seat}} {gap("how game records tell it, for life")}{" {card}" if card else ""}")
class {name}(BySeat):
    \"\"\"{rule}: {gap("what the player wants; of each field what it tells")}\"\"\"
{chr(10) + "    card: str" + chr(10) if card else ""}"""
    text = with_import(with_import(draft[file], "engine.cardgame.commands", "BySeat"), "engine.wanted", "wanted")
    draft[file] = with_member(before_unions(text, declared), chosen(text, among, "Command"), name)
    _decided(draft, game, word, rule, kind.events[f"{game}.{happens}"].__name__, card=card)
    _told(draft, game, word, kind.events[f"{game}.{happens}"], card=card)
    draft.add(f"tests/engine/{game}/test_{word}.py", _tests(game, word, name, rule))
    change(draft, "Rules", f"what {word} is in {game.capitalize()}, by {rule}")
    return draft


def _decided(draft: Draft, game: str, word: str, rule: str, happens: str, *, card: bool) -> None:
    """Its decision, in a file of its own, which refuses until somebody has decided."""
    name, constant = class_of(word), rule.replace("-", "_")
    draft.add(
        f"engine/{game}/{word}.py",
        f'''"""{rule}: {gap("what this act is")}"""

from engine.{game} import commands, events
from engine.{game}.rulebook import {constant}
from engine.{game}.state import Game
from engine.rules import require


def {word}(game: Game, command: commands.{name}) -> tuple[events.{happens}, ...]:
    """{happens}. Refuses ({rule}) {gap("what, and when")}"""
    require(False, {constant}, "{gap("why it is refused")}", seat=command.seat)
    return (events.{happens}(game.deal, command.seat{", command.card" if card else ""}),)
''',
    )
    file = f"engine/{game}/decide.py"
    text = with_import(draft[file], f"engine.{game}.{word}", word)
    draft[file] = with_answer(text, "DECISIONS", f"commands.{name}", word)
    legal = f"engine/{game}/legal.py"
    draft[legal] = at_start(draft[legal], "legal", f"# {gap(f'when {word} is offered, and of what; if never, why not, above')}")
    readme = f"engine/{game}/README.md"
    draft[readme] = draft[readme].replace("| `legal.py`", f"| `{word}.py` | the act `{word}` | {rule} |\n| `legal.py`", 1)


def _told(draft: Draft, game: str, word: str, happens: type, *, card: bool) -> None:
    """How it is expressed: from its event, to the interface, as something that may be done next."""
    retelling, module = f"engine/{game}/retelling.py", happens.__module__.rpartition(".")[2]
    fields = "e.seat, e.card" if card else "e.seat"
    told = f"lambda _, e: commands.{class_of(word)}({fields})"
    draft[retelling] = with_answer(draft[retelling], "ACTS", f"{module}.{happens.__name__}", told)
    if card:
        acts = f"api/schemas/{game}/acts.py"
        text = with_import(draft[acts], "api.schemas.acts", "PlayAct")
        draft[acts] = with_entry(text, "ACTS", f'"{word}": PlayAct')
    words = f"ledger/words/{game}/acts.py"
    draft[words] = with_argument(
        draft[words], "SENTENCES", f'said("do.{word}", "{gap(f"what may be done: {word}")}{" {card}" if card else ""}")'
    )


def _tests(game: str, word: str, name: str, rule: str) -> str:
    return f'''"""{rule}: the act `{word}`."""

from __future__ import annotations

from engine.{game} import {game}
from engine.{game}.commands import {name}
from tests.engine.scenario import breaks, given, keeps


@keeps("{rule}")
@breaks("{rule}")
def test_{word}_is_taken_and_refused() -> None:
    assert given({game}).when({name}) is not None
    raise AssertionError("{gap("when it is taken, when it is refused: given(...).when(...).then(...)")}")
'''
