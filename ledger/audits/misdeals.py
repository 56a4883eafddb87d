"""What went wrong in dealing, looked for in the events themselves: short cuts, a shuffle after the last cut, a card dealt twice.

Beside it stands what comes of working the game out again (`rederive.py`) and the violations that the engine keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.azi import events as azi
from engine.azi.deal import PART_LEAST
from engine.casino import events as casino
from engine.games import Kind
from ledger.audits.findings import FAULT, NOTE

RULES = {
    ("azi", "short_cut"): "AZI-DEAL-4",
    ("azi", "shuffle_after_cut"): "AZI-DEAL-7",
    ("azi", "card_twice"): "AZI-DEAL-9",
    ("casino", "short_cut"): "CAS-DEAL-4",
    ("casino", "card_twice"): "CAS-DEAL-6",
}
CUTS, SHUFFLES = (azi.DeckCut, casino.DeckCut), (azi.DeckCommitted, azi.DeckShuffled)
DEALS = (azi.CardsDealt, casino.CardsDealt)
STAYS = ("ToppedUp", "PlayerLeft", "EndTimeReached")


class Misdeal(NamedTuple):
    """step: from 1. hides: it tells of cards that are not open while the game runs."""

    step: int
    severity: str
    kind: str
    rule: str | None
    expected: str
    found: str
    says: str
    hides: bool = False


def standing(events: Sequence[Any]) -> list[tuple[int, Any]]:
    """(step, event) of all that no correction has undone (AZI-REC-1, CAS-REC-1)."""
    kept: list[tuple[int, Any]] = []
    for step, event in enumerate(events, 1):
        if type(event).__name__ == "EntryCorrected":
            kept = [one for one in kept if one[0] < event.step or type(one[1]).__name__ in STAYS]
        kept.append((step, event))
    return kept


def misdeals(kind: Kind, events: Sequence[Any]) -> Iterator[Misdeal]:
    """All of them, in order."""
    pack = kind.pack(events[0].house)
    offered: set[int] = set()  # deals of which the last cut has been offered
    dealt: dict[int, set[str]] = {}  # of each deck of Casino, what lies somewhere already
    deck_of: dict[int, tuple[int, frozenset[str]]] = {}
    for step, event in standing(events):
        if isinstance(event, azi.CutOffered):
            offered |= {event.deal} if event.last else set()
        elif isinstance(event, SHUFFLES) and event.deal in offered:
            says = "The deck was shuffled after the last cut was offered, so another cut was due."
            yield Misdeal(step, NOTE, "shuffle_after_cut", RULES["azi", "shuffle_after_cut"], "no shuffle", "a shuffle", says)
        elif isinstance(event, CUTS):
            yield from _cut(kind, step, event.at, len(pack))
        elif isinstance(event, DEALS):
            before = dealt.setdefault(getattr(event, "deck", -event.deal), set())
            cards = _cards(event)
            yield from _twice(kind, step, cards, before, pack)
            out = frozenset([card for hand in event.hands.values() for card in hand] + list(getattr(event, "table", ())))
            before |= out
            deck_of[event.deal] = (getattr(event, "deck", -event.deal), out)
        elif type(event).__name__ == "DealAnnulled" and event.deal in deck_of:
            deck, out = deck_of[event.deal]
            dealt[deck] -= out


def _cut(kind: Kind, step: int, at: int | None, cards: int) -> Iterator[Misdeal]:
    if at is not None and not PART_LEAST <= at <= cards - PART_LEAST:
        says = "A cut leaves at least four cards in each part; a short one is cut again."
        between = f"{PART_LEAST} to {cards - PART_LEAST}"
        yield Misdeal(step, FAULT, "short_cut", RULES.get((kind.name, "short_cut")), between, str(at), says)


def _cards(event: Any) -> list[str]:
    cards = [card for hand in event.hands.values() for card in hand]
    cards += [*(event.stock or ()), *getattr(event, "table", ())]
    return [*cards, event.trump] if getattr(event, "trump_from", "") == "stock" else cards


def _twice(kind: Kind, step: int, cards: list[str], before: set[str], pack: tuple[str, ...]) -> Iterator[Misdeal]:
    twice = sorted({card for card in cards if cards.count(card) > 1 or card in before}) if _repeats(cards, before) else []
    rule = RULES.get((kind.name, "card_twice"))
    if twice:
        yield Misdeal(step, FAULT, "card_twice", rule, "each card once", " ".join(twice), "A card is there twice.", hides=True)
    if strange := sorted(set(cards) - set(pack)):
        says = "A card is not in this pack."
        yield Misdeal(step, FAULT, "foreign_card", rule, "cards of the pack", " ".join(strange), says, hides=True)


def _repeats(cards: list[str], before: set[str]) -> bool:
    return len({*cards, *before}) < len(cards) + len(before)
