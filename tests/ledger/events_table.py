"""Everything that is declared of the events of the house, as a table that people read and a test compares.

`python -m tests.ledger.events_table` writes it again. Of each event: the chips it moves, what it does, where a replay lands, whose
matter it is, who takes it, which fields are hidden or have a rule of their own, its rule where it cannot be read; then, for each
reason that it may give and whatever else changes what is told of it, the rules cited and the sentence in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from engine.declared import Declared, declared
from engine.games import KINDS
from engine.room.rulebook import RULES as ROOM
from engine.rules import Rule
from ledger.audits.standing import FINDINGS
from ledger.projections import MODELS
from ledger.store.kinds import DECLARED, EVENTS
from ledger.words import words

TABLE = Path(__file__).parent / "events.golden.md"
TAKEN_BY = {model.name: model.topics for model in (*MODELS.values(), FINDINGS)}
RULES: Mapping[str, Rule] = {rule.id: rule for rules in (ROOM, *(kind.rules for kind in KINDS.values())) for rule in rules}

# What stands in the fields of an example, by their names.
SEATS = {"dealer": 4, "next_dealer": 1, "invited": 3, "inviter": 1, "against": 3, "claimant": 1, "last": 4}
AMOUNTS = {"price": 40, "pot": 90, "was": 20, "chips": 30, "stack": 200, "amount": 30, "counted": 500, "booked": 470}
NUMBERS = {"deal": 1, "trick": 2, "step": 17, "number": 1, "deck": 1, "build": 1, "value": 9, "points": 2, "score": 11, "each": 3}
WORDS = {"card": "9H", "trump": "6S", "reason": "mistyped", "found_by": "claim", "way": "taken", "entry": "deposit", "how": "won"}
# The rules that an event names itself, where that is not the rule of its reason.
NAMES = {
    "azi.claim_upheld": "AZI-PLAY-2",
    "azi.offence_found": "AZI-PLAY-2",
    "casino.claim_upheld": "CAS-CAP-2",
    "casino.offence_found": "CAS-CAP-2",
    "casino.player_put_out false_claim": "CAS-VIOL-2",
    "casino.player_put_out false_build": "CAS-VIOL-1",
    "dispute.ruled": "AZI-VIOL-2",
}
BROKEN = {
    "azi.penalty_imposed renege": "AZI-PLAY-2",
    "azi.penalty_imposed missing_cut": "AZI-DEAL-3",
    "casino.points_deducted false_build": "CAS-BUILD-1",
}
# Emptied, these change what is told.
MAY_BE_EMPTY = ("out", "hands", "scores", "again", "returned", "undealt", "table")


def example(hint: Any, name: str = "") -> Any:
    """A value of the type, as it may stand in a field of that name."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return AMOUNTS.get(name, 20)
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return hint(**{each.name: example(hints[each.name], each.name) for each in fields(hint)})
    if origin in {Union, UnionType}:
        return example(arguments[0], name)
    if origin is tuple:
        return (_in_a_tuple(arguments[0], name),)
    if origin is dict:
        return {2: "7H"} if arguments[1] is str else {2: ("7H", "AS", "KD")} if arguments[0] is int else {}
    if hint is int:
        return SEATS.get(name, NUMBERS.get(name, AMOUNTS.get(name, 2)))
    return {str: WORDS.get(name, name), bool: False}.get(hint, 2)


def _in_a_tuple(hint: Any, name: str) -> Any:
    if get_origin(hint) is tuple:
        return (example(get_args(hint)[0], name),) if get_args(hint)[-1] is Ellipsis else tuple(map(example, get_args(hint)))
    return "AH" if hint is str else example(hint, name)


def examples(known: Declared, kind: type) -> list[tuple[str, Any]]:
    """(what is told apart, event): one for each reason; then what else changes its sentence, its rules or its chips."""
    plain = example(kind)
    told = [(_word(word), _named(known, replace(plain, **{known.reason: word}))) for word in known.reasons]
    told = told or [("", _named(known, plain))]
    others = list(_others(told[0][1]))
    for word, event in told[1:] if known.reasons else ():
        if callable(known.reasons[getattr(event, known.reason)]):  # then something else decides too
            others += [(f"{word}, {label}", other) for label, other in _others(event)]
    seen = {_shown(known, event) for _, event in told}
    for label, event in others:
        if (shown := _shown(known, event)) not in seen:
            seen.add(shown)
            told.append((label, event))
    return told


def _word(reason: object) -> str:
    return str(reason).lower()


def _named(known: Declared, event: Any) -> Any:
    """The event with the rules that it names itself: by which it is, and which was broken."""
    reason = getattr(event, known.reason) if known.reason else ""
    of_reason = known.reasons.get(reason)
    usual = of_reason.id if isinstance(of_reason, Rule) else known.rules[0].id
    keys = (f"{known.name} {reason}", known.name)
    rule = next((NAMES[key] for key in keys if key in NAMES), usual)
    broken = next((BROKEN[key] for key in keys if key in BROKEN), rule)
    return replace(event, **{name: {"rule": rule, "broken": broken}[name] for name in known.named})


def _others(event: Any) -> Iterator[tuple[str, Any]]:
    """The event with single fields otherwise: yes, nothing, nobody."""
    for each in fields(event):
        value = getattr(event, each.name)
        if isinstance(value, bool):
            yield each.name, replace(event, **{each.name: True})
        elif "None" in str(each.type) and each.name not in ("claimant", "stock"):
            yield f"no {each.name}", replace(event, **{each.name: None})
        elif value and each.name in MAY_BE_EMPTY and isinstance(value, tuple):
            yield f"no {each.name}", replace(event, **{each.name: ()})
        elif each.name == "seat" and declared(event).name == "casino.last_cards_taken":
            yield "nobody", replace(event, seat=0)


def _shown(known: Declared, event: Any) -> tuple[Any, ...]:
    return known.cited(event), words(event) if known.sentence else "", _chips(known, event)


def _chips(known: Declared, event: Any) -> tuple[str, ...]:
    moves = known.posts(event) if known.posts else ()
    return tuple(dict.fromkeys(f"{move.source} → {move.target} as {move.kind}" for move in moves))


def block(name: str) -> str:
    """What is declared of one event, and what is told of it."""
    known, told = DECLARED[name], examples(DECLARED[name], EVENTS[name])
    chips = list(dict.fromkeys(chip for _, event in told for chip in _chips(known, event)))
    facts = {
        "chips": "those that another event moves" if known.mirrors else ", ".join(chips),
        "does": str(known.role or ""),
        "lands": ", ".join(sorted(known.lands)),
        "audit": known.audit,
        "read by": ", ".join(sorted(model for model, topics in TAKEN_BY.items() if name in topics)),
        "hidden": ", ".join(f"{field} ({audience})" for field, audience in known.sealed.items()),
        "fields": ", ".join(f"{field} {rule.id}" for field, rule in known.fields.items()),
        "unread": known.rule() if known.reason or known.named else "",
    }
    head = "; ".join(f"{what}: {fact}" for what, fact in facts.items() if fact)
    return "\n".join([f"### {name}", "", f"{head}.", *[""][: bool(head)], *[_line(known, label, event) for label, event in told]])


def _line(known: Declared, label: str, event: Any) -> str:
    by = f"{known.reason} " if label in map(_word, known.reasons) else ""
    sentence = f" — {words(event)}" if known.sentence else ""
    return f"- {f'{by}**{label}**: ' if label else ''}{', '.join(known.cited(event))}{sentence}"


def index() -> str:
    """By each rule that is cited, the events behind which it is."""
    behind: dict[str, list[str]] = {}
    for name, known in DECLARED.items():
        every = set(map(_word, known.reasons))
        for label, event in examples(known, EVENTS[name]):
            for rule in known.cited(event):
                where = f"{name} ({label})" if label in every and every - {label} else name
                if where not in behind.setdefault(rule, []):
                    behind[rule].append(where)
    return "\n".join(f"- {rule} {RULES[rule].title}: {', '.join(behind[rule])}" for rule in RULES if rule in behind)


def in_order(family: str) -> list[str]:
    """The names of a family: first what happens by the rules, then what happens against them."""
    names = [name for name, known in DECLARED.items() if known.family == family]
    return sorted(names, key=lambda name: ("unseen" in EVENTS[name].__module__, "offence" in EVENTS[name].__module__))


def table() -> str:
    """The whole of it."""
    parts = ["# Events", "", "Made by `python -m tests.ledger.events_table` and compared by `test_events_table.py`.", ""]
    for family in dict.fromkeys(known.family for known in DECLARED.values()):
        parts += [f"## {family}", ""]
        parts += [f"{block(name)}\n" for name in in_order(family)]
    return "\n".join([*parts, "## By rule", "", index(), ""])


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
