"""What each viewer of a game may know, worked out from the rules and the recorded events, and a search for all else in an answer.

Nothing here asks `api.service.visibility` or `engine.azi.sight`. By the rules (AZI-BID-1, AZI-BID-6, `reveal`) a player knows his
own hand, first hand only after it has looked, declined, or seen the bidding end; all know the trump and what was played or exposed;
when the game is over they know what `reveal` opens, and stewards and auditors everything. The steward of a real table, or under
`record`, knows all cards that were dealt at once.
The rest of the service's deck stays closed to everybody until the game is over (AZI-DEAL-8). What a correction has undone
(AZI-REC-1) stays closed to players.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from engine.cards import pack
from ledger.orders.app import Ledger

PACK = frozenset(pack("6", "C"))
CODE = re.compile(r"(?<![0-9A-Za-z_-])[2-9TJQKA][CDHS](?![0-9A-Za-z_-])")  # no part of an id, a key or a cursor
# As words have it in any language, and as the image of a page.
FACE = re.compile(r"(10|[2-9AKQJDBТКДВ])([♣♦♥♠])")
STEP = re.compile(r" *([0-9]+)  [0-9]{4}-")  # where a line of a transcript begins a step
RANKS = {"10": "T", "D": "Q", "B": "J", "Т": "A", "К": "K", "Д": "Q", "В": "J"}
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def cards_in(text: str) -> list[str]:
    """The codes of all cards that a text names, by their codes or by their faces."""
    return CODE.findall(text) + [RANKS.get(rank, rank) + SUITS[suit] for rank, suit in FACE.findall(text)]


# Whether they are broken hangs on the hand.
ON_CARDS = {"AZI-PLAY-2", "AZI-PLAY-3", "AZI-RAZ-1", "CAS-ORDER-1", "CAS-DECK-1"}
ON_CARDS |= {f"CAS-CAP-{number}" for number in (1, 2, 3, 6)} | {f"CAS-BUILD-{number}" for number in (1, 2, 3, 4, 5, 7)}
HOLDING = {"play", "discard", "trail", "capture", "build"}  # acts that name a card from hand
NOBODY, TABLE, PLAYER, OVERSEER, STEWARD = "nobody", "table", "player", "overseer", "steward"


@dataclass(frozen=True)
class Eyes:
    """Who looks. kind: NOBODY may not even see the game; TABLE sees what lies open; PLAYER his own cards too; OVERSEER everything
    when the game is over; STEWARD is the one of this table. seat: of a player in this game."""

    kind: str
    seat: int = 0


@dataclass
class Dealt:
    """One deal. hands: all cards that each seat has had. seen: who has seen his own. owing: who owes a word at this price. began:
    who was in when play began. table: what everybody has seen, by play or by the dealer's mistake."""

    hands: dict[int, tuple[str, ...]]
    trump: str
    first: int
    active: set[int]
    seen: set[int]
    price: int = 0
    owing: set[int] = field(default_factory=set)
    began: frozenset[int] = frozenset()
    table: set[str] = field(default_factory=set)

    def gone(self, seat: int) -> None:
        """Folded, put out, or not there any more."""
        self.active.discard(seat)
        self.owing.discard(seat)

    def bidding_may_be_over(self) -> None:
        """Once nobody owes a word, or one is left, whoever is still in sees his cards."""
        if not self.began and (len(self.active) == 1 or (self.price and not self.owing)):
            self.seen |= self.active
            if len(self.active) > 1:
                self.began = frozenset(self.active)


@dataclass(frozen=True)
class Part:
    """A hidden part of an event: "hands:3". value: as it is stored."""

    version: int
    deal: int
    name: str
    salt: str
    value: Any


class Truth:
    """A game as it was recorded, hidden cards included. deals: by number, as they stand; then: as they stood, by version.

    held: what each seat holds after each version. undone: the steps that corrections have undone. happened: words for the events.
    pack: all cards of the game. plays: the act that plays a card.
    """

    pack, plays = PACK, "play"

    def __init__(self, ledger: Ledger, game: str) -> None:
        self.ledger, self.stream = ledger, f"game-{game}"
        self.players: dict[int, str] = {}
        self.deals: dict[int, Dealt] = {}
        self.then: dict[int, dict[int, Dealt]] = {0: {}}
        self.held: dict[int, dict[int, tuple[str, ...]]] = {0: {}}
        self.undone: set[int] = set()
        self.gone: dict[int, int] = {}
        self.parts: list[Part] = []
        self.topics: dict[int, str] = {}
        self.deal_of: dict[int, int] = {}
        self.drawn: dict[int, set[str]] = {}
        self.public: set[str] = set()
        self.happened: set[str] = set()
        self.over = False
        self.read_on()

    def read_on(self) -> Truth:
        """The same, with what has been recorded since."""
        for row in self.ledger.history(self.stream, self.version):
            event, version = self.ledger.decode(row).event, row.originator_version
            self.topics[version], self.deal_of[version] = row.topic.removeprefix("azi."), getattr(event, "deal", 0)
            for name, (salt, value) in json.loads(row.sealed or b"{}").items():
                self.parts.append(Part(version, event.deal, name, salt, value))
            self.held[version] = dict(self.held[version - 1])
            self._take(version, event, self.held[version])
            deal = self.deal_of[version]
            self.then[version] = self.then[version - 1]
            if self.topics[version] == "entry_corrected":
                self.then[version] = deepcopy(self.deals)
            elif deal in self.deals:
                self.then[version] = {**self.then[version - 1], deal: deepcopy(self.deals[deal])}
        return self

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.topics)

    def _take(self, version: int, event: Any, held: dict[int, tuple[str, ...]]) -> None:
        word = self.topics[version]
        self.happened.add(word)
        if word == "game_started":
            self.house, self.players = event.house, {one.seat: one.player for one in event.seats}
        elif word == "lot_drawn":
            self.drawn[version] = {draw.card for each in event.rounds for draw in each}
        elif word == "cards_dealt":
            first = min(event.hands, key=lambda seat: (seat <= event.dealer, seat))
            blind = {first} if self.house.bidding == "blind" else set()
            self.deals[event.deal] = Dealt(dict(event.hands), event.trump, first, set(event.hands), set(event.hands) - blind)
            held.update(event.hands)
        elif word in {"deal_thrown_in", "azi_occurred", "pot_awarded", "deal_annulled", "game_voided"}:
            held.clear()
            self.happened |= {event.because} if word == "pot_awarded" else set()
            self.happened |= {"unseen" for deal in self.deals.values() if deal.first not in deal.seen}
        elif word == "entry_corrected":
            self._correct(version, event, held)
        elif word == "player_left":
            self.gone[event.seat] = version
        elif word == "game_ended":
            self.over = True
        elif word == "play_restored":
            for back in event.taken_back:
                held[back.seat] = (*held[back.seat], back.card)
        elif getattr(event, "deal", 0) in self.deals and hasattr(event, "seat"):
            self._move(word, event, self.deals[event.deal], held)

    def _move(self, word: str, event: Any, deal: Dealt, held: dict[int, tuple[str, ...]]) -> None:
        seat = event.seat
        if word in {"card_played", "card_exposed", "card_replaced"}:
            deal.table.add(event.card)
            self.public.add(event.card)
        if word == "card_played":
            deal.began = deal.began or frozenset(deal.active)
            held[seat] = tuple(card for card in held[seat] if card != event.card)
        elif word == "card_discarded":
            held[seat] = tuple(card for card in held[seat] if card != event.discard[seat])
        elif word == "card_replaced":
            deal.hands[seat] += (event.replacement[seat],)
            held[seat] = tuple(event.replacement[seat] if card == event.card else card for card in held[seat])
        elif word in {"blind_declined", "hand_looked"}:
            deal.seen.add(seat)
        elif word in {"blind_bet", "bet_opened", "raised"}:
            single = word == "blind_bet" and not self.house.blind_counts_double
            deal.price, deal.owing = event.price, set(deal.active) - (set() if single else {seat})
        elif word == "called":
            deal.owing.discard(seat)
        elif word in {"folded", "player_put_out"}:
            deal.gone(seat)
        deal.bidding_may_be_over()

    def _correct(self, version: int, event: Any, held: dict[int, tuple[str, ...]]) -> None:
        """Back to before the step; but who has left since is not there any more, as if he had folded."""
        self.undone |= set(range(event.step, version))
        self.happened |= {"cards_undone" for part in self.parts if part.version >= event.step}
        self.deals = deepcopy(self.then[event.step - 1])
        held.clear()
        held.update(self.held[event.step - 1])
        deal = self.deals.get(max(self.deals, default=0))
        for seat in [seat for seat, at in self.gone.items() if at >= event.step and deal and held and seat in deal.active]:
            if seat == deal.first and not deal.price:
                deal.seen.add(seat)
            deal.gone(seat)
            deal.bidding_may_be_over()

    def everything(self, eyes: Eyes) -> bool:
        """Whether these eyes may see all of the game."""
        if eyes.kind == STEWARD and (self.house.deck == "entered" or self.house.enforcement == "record"):
            return True
        return self.over and (eyes.kind in {STEWARD, OVERSEER} or (eyes.kind != NOBODY and self.house.reveal == "all"))

    def deck(self, eyes: Eyes) -> bool:
        """Whether these eyes may see what lies in the deck: of the service's nobody, before the game is over."""
        return self.everything(eyes) and (self.over or self.house.deck != "service")

    def knows(self, eyes: Eyes, version: int, deal: int, seat: int) -> bool:
        """Whether these eyes may see what this seat had in this deal, as event `version` tells it."""
        if self.everything(eyes):
            return True
        dealt = self.deals.get(deal)
        if eyes.kind == NOBODY or version in self.undone or dealt is None:
            return False
        return (eyes.seat == seat and seat in dealt.seen) or (self.over and self.house.reveal == "played" and seat in dealt.began)

    def opens(self, eyes: Eyes, part: Part) -> bool:
        """Whether these eyes may open the part."""
        audience = part.name.rpartition(":")[2]
        return self.deck(eyes) if audience == "deck" else self.knows(eyes, part.version, part.deal, int(audience))

    def cards(self, eyes: Eyes, version: int, deal: int) -> set[str]:
        """The cards that may be named to these eyes where it is about this deal's hands and tricks, as of this version."""
        dealt = self.then[version].get(deal)
        return set() if dealt is None or eyes.kind == NOBODY else dealt.table | self._dealt(eyes, version, deal)

    def _dealt(self, eyes: Eyes, version: int, deal: int) -> set[str]:
        dealt = self.then[version][deal]
        hands = [hand for seat, hand in dealt.hands.items() if self.knows(eyes, version, deal, seat)]
        return {dealt.trump}.union(*hands)

    def refusal_cards(self, eyes: Eyes, line: dict[str, Any]) -> set[str]:
        """The cards that a line of the log of refusals may name to these eyes: all, or none."""
        return set(self.pack) if line["stream"] == self.stream and self.everything(eyes) else set()

    def event_cards(self, eyes: Eyes, version: int) -> set[str]:
        """The cards that event `version` may name to these eyes, in its data, its opened parts or its words."""
        word, deal = self.topics[version], self.deal_of[version]
        if word == "lot_drawn":
            return self.drawn[version]
        if word in {"deck_committed", "cards_dealt"} and self.deck(eyes):
            return set(PACK)
        if word == "cards_dealt":
            return self._dealt(eyes, version, deal)
        if word in {"card_replaced", "card_discarded"}:
            return self.cards(eyes, version, deal)
        return self.then[version][deal].table if deal in self.then[version] else set()


@dataclass(frozen=True)
class Heard:
    """An answer as it came over the wire. sent: cards that the asker himself has named."""

    status: int
    headers: str
    body: bytes
    sent: frozenset[str] = frozenset()


def findings(truth: Truth, eyes: Eyes, heard: Heard) -> Iterator[str]:
    """Everything in the answer that these eyes may not see, and every hidden part that they may see and do not."""
    text = heard.headers + heard.body.decode()
    for part in truth.parts:
        if not truth.opens(eyes, part):
            if part.salt in text:
                yield f"the salt of {part.name} of event {part.version}"
            if part.name.startswith("secret") and part.value in text:
                yield f"the secret of the shuffle of event {part.version}"
    yield from (f"{code} in a header" for code in cards_in(heard.headers))
    if "event-stream" in heard.headers:
        for line in heard.body.splitlines():
            if line.startswith(b"data: "):
                yield from _Search(truth, eyes, heard.sent).walk(json.loads(line[6:]), set())
    elif heard.body and "json" in heard.headers:
        current = truth.cards(eyes, truth.version, max(truth.deals, default=0)) if heard.status == 409 else set()
        yield from _Search(truth, eyes, heard.sent).walk(json.loads(heard.body), current)
    elif "text/plain" in heard.headers:
        yield from _in_transcript(truth, eyes, heard.body.decode())
    else:
        may = truth.pack if truth.everything(eyes) else frozenset()  # a game record, which tells all
        yield from (f"{code} in {heard.body[:80]!r}" for code in cards_in(heard.body.decode()) if code not in may)


def _in_transcript(truth: Truth, eyes: Eyes, text: str) -> Iterator[str]:
    """Cards that a line of a transcript may not name: it tells an event, or the hands and choices after it."""
    may: set[str] = set()
    for line in text.splitlines():
        if found := STEP.match(line):
            version = int(found[1])
            may = truth.event_cards(eyes, version)
            for deal in truth.then[version]:
                may = may | truth.cards(eyes, version, deal)
        yield from (f"{code} in {line!r}" for code in cards_in(line) if code not in may)


class _Search:
    """A walk through JSON that knows at each place which cards may be named there."""

    def __init__(self, truth: Truth, eyes: Eyes, sent: frozenset[str]) -> None:
        self.truth, self.eyes, self.sent = truth, eyes, sent

    def walk(self, value: Any, may: set[str], where: str = "$") -> Iterator[str]:
        """may: the cards that may be named here, unless the place itself says more."""
        if isinstance(value, str):
            yield from (f"{code} at {where}" for code in cards_in(value) if code not in may and code not in self.sent)
        elif isinstance(value, list):
            for number, item in enumerate(value):
                yield from self.walk(item, may, f"{where}[{number}]")
        elif isinstance(value, dict):
            yield from self._wrong(value, where)
            may = self._named(value, may)
            for name, item in value.items():
                yield from self.walk(name, may, where)
                if name == "of" and self.truth.everything(self.eyes):  # the cards that can be entered
                    continue
                if name != "violations":
                    yield from self.walk(item, may, f"{where}.{name}")

    def _named(self, value: dict[str, Any], may: set[str]) -> set[str]:
        """The cards that may be named in this object: an event, a state, a line of the replay, a penalty, a refusal, or a part."""
        truth, eyes = self.truth, self.eyes
        if value.get("stream") == truth.stream and "data" in value:
            return truth.event_cards(eyes, value["version"])
        if "phase" in value and "seats" in value:
            return truth.cards(eyes, value["version"], value["deal"])
        if "words" in value and "step" in value and "counter_account" not in value:
            return truth.event_cards(eyes, value["step"])
        if "offence" in value:  # a penalty is for what all have seen
            return truth.public if eyes.kind != NOBODY else set()
        return truth.refusal_cards(eyes, value) if "facts" in value else may

    def _wrong(self, value: dict[str, Any], where: str) -> Iterator[str]:
        """What is wrong with this object, whatever cards it names."""
        if value.get("stream") == self.truth.stream and "data" in value:
            yield from self._opened(value, where)
        elif "phase" in value and "seats" in value:
            yield from self._state(value, where)
        elif value.get("rule") in ON_CARDS and "facts" in value and not self.truth.refusal_cards(self.eyes, value):
            yield f"that {value['rule']} was broken at {where}"
        if "violations" in value and self.eyes.kind not in {STEWARD, OVERSEER}:
            yield f"violations at {where}"

    def _opened(self, event: dict[str, Any], where: str) -> Iterator[str]:
        """Exactly the parts that may be opened are, with their true values."""
        shown = {
            f"{name}:{audience}": (part["salt"], part["value"])
            for name, parts in event.get("opened", {}).items()
            for audience, part in parts.items()
        }
        due = {
            part.name: (part.salt, part.value)
            for part in self.truth.parts
            if part.version == event["version"] and self.truth.opens(self.eyes, part)
        }
        if shown != due:
            yield f"opened at {where}: {sorted(shown)} instead of {sorted(due)}"

    def _state(self, state: dict[str, Any], where: str) -> Iterator[str]:
        """Exactly the hands that may be seen are shown, as they were at that step, and no choice among hidden cards."""
        held, deal = self.truth.held[state["version"]], state["deal"]
        for seat in state["seats"]:
            number = seat["seat"]
            cards = held.get(number, ())
            due = sorted(cards) if cards and self.truth.knows(self.eyes, state["version"], deal, number) else None
            if (seat["hand"] and sorted(seat["hand"])) != due:
                yield f"the hand of seat {number} at {where}: {seat['hand']} instead of {due}"
            if seat["cards"] != len(cards):
                yield f"seat {number} at {where} holds {len(cards)}, not {seat['cards']}"
        for act in state["legal"]:
            if act["type"] in HOLDING and not self.truth.knows(self.eyes, state["version"], deal, act["seat"]):
                yield f"a choice of seat {act['seat']} at {where}"
