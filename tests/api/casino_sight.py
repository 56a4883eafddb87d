"""What each viewer of a game of Casino may know, worked out from the rules and the recorded events.

By the rules (`reveal`, CAS-DEAL-6) a player knows his own hands; all know what has lain on the table, what was played or shown;
when the game is over they know what `reveal` opens, and stewards and auditors everything. The steward of a real table, or under
`record`, knows all cards at once. Nothing here asks `api.service.visibility` or `engine.casino.sight`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.cards import pack
from tests.api.sight_lines import NOBODY, Eyes, Truth

PACK = frozenset(pack("2"))


@dataclass
class CasinoDeal:
    """One deal. hands: as they were dealt. shown: cards of it that lie exposed, by mistake or out of turn. annulled: it was dealt
    again, so it was not played."""

    hands: dict[int, tuple[str, ...]]
    shown: set[str] = field(default_factory=set)
    annulled: bool = False


class CasinoTruth(Truth):
    """A game of Casino as it was recorded, hidden cards included. lying: what lies on the table, `builds` by id; table: the same
    after each version. seen: the cards that each event names to everybody."""

    pack, plays = PACK, "trail"

    def __init__(self, *named: Any) -> None:
        self.loose: set[str] = set()
        self.builds: dict[int, set[str]] = {}
        self.table: dict[int, set[str]] = {0: set()}
        self.seen: dict[int, set[str]] = {}
        super().__init__(*named)

    @property
    def lying(self) -> set[str]:
        """All cards on the table."""
        return self.loose.union(*self.builds.values())

    def _take(self, version: int, event: Any, held: dict[int, tuple[str, ...]]) -> None:
        word = self.topics[version] = self.topics[version].removeprefix("casino.")
        self.happened.add(word)
        before = self.lying
        self._happened(word, version, event, held)
        named = {event.card} if hasattr(event, "card") else set()
        named |= set(event.undealt) if word == "last_cards_taken" else set()
        self.public |= named
        self.table[version], self.seen[version] = self.lying, before | self.lying | named
        if word in {"card_exposed", "card_played_out_of_turn"}:
            self.deals[event.deal].shown.add(event.card)  # type: ignore[attr-defined]
        if held and not any(held.values()):
            held.clear()

    def _happened(self, word: str, version: int, event: Any, held: dict[int, tuple[str, ...]]) -> None:
        if word == "game_started":
            self.house, self.players = event.house, {one.seat: one.player for one in event.seats}
        elif word == "lot_drawn":
            self.drawn[version] = {draw.card for each in event.rounds for draw in each}
        elif word == "cards_dealt":
            self.deals[event.deal] = CasinoDeal(dict(event.hands))  # type: ignore[assignment]
            if event.table:
                self.loose, self.builds = set(event.table), {}
            held.update(event.hands)
        elif word in {"card_trailed", "cards_captured", "build_made", "build_doubled", "build_raised"}:
            held[event.seat] = tuple([card for card in held[event.seat] if card != event.card])
            self._laid(word, event)
        elif word == "last_cards_taken":
            self.loose, self.builds = set(), {}
        elif word == "play_restored":
            self.loose, self.builds = set(event.loose), {build.id: set(build.cards) for build in event.builds}
        elif word in {"player_put_out", "player_left"}:
            held.pop(event.seat, None)
        elif word in {"game_decided", "game_voided"}:
            held.clear()
        elif word == "deal_annulled":
            held.clear()
            self.deals[event.deal].annulled = True  # type: ignore[attr-defined]
        elif word == "game_ended":
            self.over = True

    def _laid(self, word: str, event: Any) -> None:
        """What a play does to the table."""
        if word == "card_trailed":
            self.loose.add(event.card)
            return
        self.loose -= set(event.loose)
        if word == "cards_captured":
            self.builds = {number: cards for number, cards in self.builds.items() if number not in event.builds}
        else:
            self.builds[event.build] = self.builds.get(event.build, set()) | {event.card, *event.loose}

    def knows(self, eyes: Eyes, version: int, deal: int, seat: int) -> bool:
        """Whether these eyes may see what this seat had in this deal, as event `version` tells it."""
        if self.everything(eyes):
            return True
        dealt: Any = self.deals.get(deal)
        if eyes.kind == NOBODY or dealt is None or seat not in dealt.hands:
            return False
        return eyes.seat == seat or (self.over and self.house.reveal == "played" and not dealt.annulled)

    def cards(self, eyes: Eyes, version: int, deal: int) -> set[str]:
        """The cards that may be named to these eyes where it is about this deal's hands and the table, as of this version."""
        if eyes.kind == NOBODY:
            return set()
        dealt: Any = self.then[version].get(deal)
        return self.table[version] | (dealt.shown | self._dealt(eyes, version, deal) if dealt else set())

    def _dealt(self, eyes: Eyes, version: int, deal: int) -> set[str]:
        hands = self.then[version][deal].hands.items()
        return set().union(*[hand for seat, hand in hands if self.knows(eyes, version, deal, seat)])

    def event_cards(self, eyes: Eyes, version: int) -> set[str]:
        """The cards that event `version` may name to these eyes, in its data, its opened parts or its words."""
        word, deal = self.topics[version], self.deal_of[version]
        if word == "lot_drawn":
            return self.drawn[version]
        if word in {"deck_committed", "cards_dealt"} and self.deck(eyes):
            return set(PACK)
        return self.seen[version] | (self._dealt(eyes, version, deal) if word == "cards_dealt" else set())
