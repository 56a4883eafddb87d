"""Names that are nearly the same, so that a typing error does not become a second person: "Bors" and "Boris", "Anna" written with a
Cyrillic letter, "Müller" and "Muller"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger.people.folding import folded

EDITED_LEAST = 3  # letters that a name has at least in which one may be wrong
# Letters of other scripts that look like these, and figures that are typed for them.
_LOOKS = {
    "a": "аα", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еε", "h": "нһη", "i": "іιı!", "j": "ј", "k": "кκ", "l": "ӏ1|", "m": "м",
    "n": "пν", "o": "оο0", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ5", "t": "тτ", "u": "υ", "w": "ԝшω", "x": "хχ", "y": "уγ",
}  # fmt: skip
_LATIN = str.maketrans({sign: letter for letter, signs in _LOOKS.items() for sign in signs})


def skeleton(name: str) -> str:
    """What the eye sees of a name: without case and accents, look-alikes of other scripts as Latin letters, no marks and blanks.

    >>> skeleton("Аnna-Мария") == skeleton("anna мария"), skeleton("B0RIS")
    (True, 'boris')
    """
    return "".join(sign for sign in folded(name).translate(_LATIN) if sign.isalnum())


def alike(one: str, other: str) -> bool:
    """Whether two skeletons are the same, or one letter is missing, added, wrong, or has changed places with the next.

    >>> alike("bors", "boris"), alike("anna", "nana"), alike("al", "ali"), alike("boris", "bruno")
    (True, True, False, False)
    """
    if one == other:
        return True
    if min(len(one), len(other)) < EDITED_LEAST or abs(len(one) - len(other)) > 1:
        return False
    at = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if len(one) == len(other):
        swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
        return swapped or one[at + 1 :] == other[at + 1 :]
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[at + 1 :] == shorter[at:]


class Alike:
    """Names to be compared with: what each is called, by whatever names it. Looking one up does not go through all of them."""

    def __init__(self, names: Iterable[tuple[str, str]] = ()) -> None:
        self._by_form: dict[str, list[tuple[str, str]]] = {}
        for key, name in names:
            self.add(key, name)

    def add(self, key: str, name: str) -> None:
        """One more name."""
        for form in _forms(skeleton(name)):
            self._by_form.setdefault(form, []).append((key, name))

    def to(self, name: str) -> list[tuple[str, str]]:
        """Those that are nearly called so, each (key, name) once."""
        wanted, found = skeleton(name), dict[tuple[str, str], None]()
        for form in _forms(wanted):
            found |= dict.fromkeys(one for one in self._by_form.get(form, ()) if alike(wanted, skeleton(one[1])))
        return list(found)


def _forms(text: str) -> Iterator[str]:
    """The skeleton, and it with each one of its letters left out: two that are alike have one of these in common."""
    yield text
    if len(text) >= EDITED_LEAST:
        yield from {text[:place] + text[place + 1 :] for place in range(len(text))}
