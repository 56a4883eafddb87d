"""What went wrong in dealing, looked for in the events themselves: short cuts, a shuffle after the last cut, a card dealt twice.

It complements what replaying the game finds (`rederive.py`) and the violations that the engine keeps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cardgame.events import Shuffled
from engine.cardgame.ritual import PART_LEAST
from engine.declared import Happened, Role, declared
from engine.deeds import Deals, begins, corrects, cuts, deals, naming, of_deck, offers_cut
from engine.games import Kind
from engine.saying import Saying
from ledger.audits.findings import FAULT, NOTE, Words

STAYS = (Role.ADDS, Role.LEAVES, Role.ENDS_SITTING)


class Misdeal(NamedTuple):
    """step: from 1. hides: it tells of cards that are not open while the game runs."""

    step: int
    severity: str
    kind: str
    rule: str | None
    expected: Words
    found: Words
    says: Saying
    hides: bool = False


def standing(events: Sequence[Happened]) -> list[tuple[int, Happened]]:
    """(step, event) of all that no correction has undone (AZI-REC-1, CAS-REC-1)."""
    kept: list[tuple[int, Happened]] = []
    for step, event in enumerate(events, 1):
        if corrects(event):
            kept = [one for one in kept if one[0] < event.step or declared(one[1]).role in STAYS]
        kept.append((step, event))
    return kept


def misdeals(kind: Kind, events: Sequence[Happened]) -> Iterator[Misdeal]:
    """All of them, in order."""
    first = events[0]
    if not begins(first):
        raise LookupError("the first event begins no game")
    pack = kind.pack(first.house)
    of_cards, of_cuts = kind.dealing.get("cards"), kind.dealing.get("no_cut")
    offered: set[int] = set()  # deals of which the last cut has been offered
    dealt: dict[int, set[str]] = {}  # for a deck used in several deals, the cards already dealt from it
    deck_of: dict[int | None, tuple[int, frozenset[str]]] = {}
    for step, event in standing(events):
        rule = declared(event).rule(event)
        if offers_cut(event):
            offered |= {event.deal} if event.last else set()
        elif isinstance(event, Shuffled) and of_cuts is not None and event.deal in offered:
            says = Saying("The deck was shuffled after the last cut was offered, so another cut was due.")
            due, found = Saying("no shuffle"), Saying("a shuffle")
            yield Misdeal(step, NOTE, "shuffle_after_cut", of_cuts.id, due, found, says)
        elif cuts(event):
            yield from _cut(step, rule, event.at, len(pack))
        elif deals(event):
            of = of_deck(event)
            before, cards = dealt.setdefault(of.deck, set()), _cards(event)
            yield from _twice(of_cards.id if of_cards else None, step, cards, before, pack)
            out = frozenset([card for hand in event.hands.values() for card in hand] + list(of.table or ()))
            before |= out
            deck_of[event.deal] = (of.deck, out)
        elif declared(event).role is Role.ANNULS and (deal := naming(event).deal) in deck_of:
            deck, out = deck_of[deal]
            dealt[deck] -= out


def _cut(step: int, rule: str, at: int | None, cards: int) -> Iterator[Misdeal]:
    if at is not None and not PART_LEAST <= at <= cards - PART_LEAST:
        says = Saying("A cut leaves at least four cards in each part; a short one is cut again.")
        between = Saying("{least} to {most}", least=PART_LEAST, most=cards - PART_LEAST)
        yield Misdeal(step, FAULT, "short_cut", rule, between, str(at), says)


def _cards(event: Deals) -> list[str]:
    of = of_deck(event)
    cards = [card for hand in event.hands.values() for card in hand]
    return [*cards, *(event.stock or ()), *(of.table or ()), *([of.turned] if of.turned else ())]


def _twice(rule: str | None, step: int, cards: list[str], before: set[str], pack: tuple[str, ...]) -> Iterator[Misdeal]:
    twice = sorted({card for card in cards if cards.count(card) > 1 or card in before}) if _repeats(cards, before) else []
    if twice:
        says = Saying("A card is there twice.")
        yield Misdeal(step, FAULT, "card_twice", rule, Saying("each card once"), " ".join(twice), says, hides=True)
    if strange := sorted(set(cards) - set(pack)):
        says = Saying("A card is not in this pack.")
        yield Misdeal(step, FAULT, "foreign_card", rule, Saying("cards of the pack"), " ".join(strange), says, hides=True)


def _repeats(cards: list[str], before: set[str]) -> bool:
    return len({*cards, *before}) < len(cards) + len(before)
