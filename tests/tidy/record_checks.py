"""Presets and golden games."""

from collections.abc import Iterable, Mapping


def unplayed(presets: Iterable[str], records: Mapping[str, str]) -> list[str]:
    """Presets that no golden game is of, and golden games of no preset. records: file -> its preset."""
    known = sorted(presets)
    findings = [f"{name} has no golden game in tests/records" for name in known if name not in records.values()]
    return findings + [f"{file} is of {name}, and there is no such preset" for file, name in records.items() if name not in known]
