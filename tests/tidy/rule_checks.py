"""Rulebook, code and tests name the same rules."""

import re
from collections.abc import Iterable, Mapping

DEFINED = re.compile(r'^([A-Z][A-Z0-9_]*)(?:: Rule)? = Rule\(\s*"([A-Z0-9-]+)"', re.MULTILINE)
CITED = re.compile(r"\b(?:AZI-[A-Z]+|CAS-[A-Z]+|TABLE|WALLET|DESK|DISPUTE|BRANCH)-\d+\b")


def rules_of(rulebooks: Iterable[str]) -> dict[str, str]:
    """Rule id -> name of its constant, from the texts of the rulebooks."""
    return {identifier: constant for text in rulebooks for constant, identifier in DEFINED.findall(text)}


def twice_defined(rulebooks: Iterable[str]) -> list[str]:
    """An id stands for one rule for life, so it is defined once."""
    ids = [identifier for text in rulebooks for _, identifier in DEFINED.findall(text)]
    return [f"{identifier} is defined twice" for identifier in sorted(set(ids)) if ids.count(identifier) > 1]


def uncited(rules: Mapping[str, str], texts: Iterable[str], where: str) -> list[str]:
    """Every rule of the rulebooks is named, by id or constant, in these texts (the code; the tests)."""
    words = set(re.findall(r"[A-Z][A-Z0-9_-]*[A-Z0-9]", "\n".join(texts)))
    return [
        f"{identifier} is nowhere cited in {where}" for identifier, constant in rules.items() if not {identifier, constant} & words
    ]


def unknown(rules: Mapping[str, str], texts: Mapping[str, str]) -> list[str]:
    """No text cites a rule that no rulebook has."""
    return [
        f"{path}: {identifier} stands in no rulebook"
        for path, text in texts.items()
        for identifier in sorted(set(CITED.findall(text)) - set(rules))
    ]
