"""Two games with the same acts that differ in hidden cards alone look the same to whoever may not know those cards: bodies,
headers, counts, versions, lengths, choices and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest

from engine import shuffle
from engine.cards import STRENGTH, pack
from tests.api.onlookers import Wire
from tests.api.service import Client, Service, new_key
from tests.api.sight_lines import PACK, Heard

Act = tuple[int, dict[str, Any]]  # who: a seat, or the steward
STEWARD, DEALER, FIRST = 0, 1, 2
CUTS = (10, 9)
RITUAL: list[Act] = [
    (1, {"type": "shuffle"}),
    (4, {"type": "cut", "at": CUTS[0]}),
    (1, {"type": "offer_cut"}),
    (4, {"type": "cut", "at": CUTS[1]}),
]
# Without a look, first hand bets blind; then all others fold, or the bidding ends and cards are played.
WALKOVER: list[Act] = [(2, {"type": "bet_blind", "amount": "10"}), *[(seat, {"type": "fold"}) for seat in (3, 4, 1)]]
BIDDING: list[Act] = [
    (2, {"type": "bet_blind", "amount": "10"}),
    (3, {"type": "call"}),
    (4, {"type": "fold"}),
    (1, {"type": "raise", "amount": "25"}),
    (2, {"type": "call"}),
    (3, {"type": "call"}),
]
# A real table: the players' cards at both, and a trick that can be played at both.
HAND = ["AS", "KS", "QS"]
DEALS = (
    {"1": HAND, "2": ["AH", "KH", "6D"], "3": ["7H", "AD", "8D"], "4": ["9H", "TD", "JD"]},
    {"1": HAND, "2": ["AH", "9H", "TD"], "3": ["7H", "6D", "JD"], "4": ["KH", "AD", "8D"]},
)
TRICK: list[Act] = [(1, {"type": "play", "card": "AS"}), (2, {"type": "play", "card": "AH"}), (3, {"type": "play", "card": "7H"})]
HIDES = (  # what differs between any two games: hashes, salts, times, places in the whole ledger
    (re.compile(r"\b[0-9a-f]{64}\b"), "hash"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "half a hash"),
    (re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z"), "time"),
    (re.compile(r'"(position|after)":\d+|(Ledger-Position): \d+'), "place"),
)


@dataclass
class Twin:
    """A table with four players, and what those who may not know were answered there. dealer: seat 1, so first hand is seat 2."""

    service: Service
    wire: Wire
    house: dict[str, Any]
    players: Sequence[str]
    told: list[tuple[str, int, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        body = {"name": "Twins", "preset": "azi-three", "seats": 6, "house": self.house}
        self.table = self.service.steward.done("/v1/tables", body)["id"]
        for seat, player in enumerate(self.players[:4], 1):
            self.service.steward.done(f"/v1/tables/{self.table}/seats", {"player": player, "seat": seat, "amount": "200"})
        self.game = self.service.steward.done(f"/v1/tables/{self.table}/games")["id"]
        self.service.steward.done(f"/v1/tables/{self.table}/seats", {"player": self.players[4], "seat": 6})
        self.since = self.service.ledger.history(f"game-{self.game}")[0].position or 0
        # By then players know the names of those they sit with.
        self.service.steward.read(f"/v1/tables?min_position={self.service.ledger.head()}&limit=1")

    def play(self, acts: Sequence[Act], curious: Mapping[str, tuple[Client, int]]) -> None:
        """Carries the acts out, and after each has the curious ask. curious: who, and whose cards he would like to know."""
        for seat, body in acts:
            one = self.service.steward if seat == STEWARD else self.service.room.acting_for(self.players[seat - 1])
            heard = self._send(one, {**body, **({"seat": seat} if seat else {})})
            assert heard.status == 201, heard.body
            if seat == FIRST and "first hand" in curious:
                self._note("first hand acts", heard)
            for name, (client, other) in curious.items():
                self._ask(name, client, other)

    def _send(self, one: Client, body: dict[str, Any]) -> Heard:
        headers = one.headers(Idempotency_Key=new_key(), Content_Type="application/json")
        return self.wire.ask("POST", f"/v1/games/{self.game}/actions", headers, json.dumps(body))

    def _ask(self, name: str, client: Client, own: int) -> None:
        stream, game = self.service.ledger.load(f"game-{self.game}"), f"/v1/games/{self.game}"
        held = stream.state.hands.get(own, ())
        cards = [*held[:2], *sorted(PACK - set(held))[::12]]
        steps = [f"{game}/replay?step={step}" for step in (stream.version, stream.version - 1)]
        elsewhere = (f"/v1/events?after={self.since}", f"/v1/tables/{self.table}", f"/v1/refusals?game={self.game}&rule=AZI-PLAY-2")
        for path in (game, f"{game}/events", f"{game}/replay", *steps, *elsewhere):
            heard = self.wire.ask("GET", path, client.headers())
            self._note(f"{name} {path}", heard, lengths="/v1/events" not in path)
        self._note(f"{name} HEAD", self.wire.ask("HEAD", game, client.headers()))
        tried = {
            (heard.status, heard.headers, heard.body)
            for card in cards
            for heard in [self._send(client, {"type": "play", "seat": own, "card": card})]
        }
        assert len(tried) == 1, f"{name} learns something of the cards of seat {own} by trying to play them: {tried}"
        self._note(f"{name} tries", Heard(*tried.pop()))

    def _note(self, what: str, heard: Heard, lengths: bool = True) -> None:
        headers = heard.headers if lengths else re.sub("Content-Length: .*", "", heard.headers)
        texts = [text.replace(self.table, "table") for text in (what, headers, heard.body.decode())]
        for form, word in HIDES:
            texts = [form.sub(word, text) for text in texts]
        self.told.append((re.sub("after=.*", "", texts[0]), heard.status, *texts[1:]))


@pytest.fixture
def wire(service: Service) -> Iterator[Wire]:
    """One connection."""
    made = Wire(service.url)
    yield made
    made.close()


def curious(service: Service, players: Sequence[str]) -> dict[str, tuple[Client, int]]:
    """Who knows none of the cards in which the twins differ, as long as first hand has not looked and the game is not over."""
    return {
        "first hand": (service.client("player", players[1]), 2),
        "another steward": (service.client("steward"), 1),
        "the auditor": (service.auditor, 4),
        **never_told(service, players),
    }


def never_told(service: Service, players: Sequence[str]) -> dict[str, tuple[Client, int]]:
    """Of them, who learns nothing at the end either."""
    return {
        "beside the game": (service.room.acting_for(players[4]), 3),
        "the room": (service.room, 3),
        "the admin": (service.admin, 2),
        "the cashier": (service.cashier, 2),
    }


def secret_for(fits: Callable[[tuple[str, ...]], bool]) -> bytes:
    """A secret of the shuffle whose deck is as wanted."""
    for number in range(10_000):
        secret = sha256(b"%d" % number).digest()
        if fits(shuffle.shuffled(pack("6", "C"), secret)):
            return secret
    raise AssertionError("no such secret")


def seat_one_draws_highest(lot: tuple[str, ...]) -> bool:
    return all(STRENGTH[lot[0][0]] > STRENGTH[card[0]] for card in lot[1:4])


def after_the_cuts(order: tuple[str, ...]) -> tuple[str, ...]:
    for at in CUTS:
        order = shuffle.cut(order, at)
    return order


def secrets_with_one_trump() -> tuple[bytes, bytes]:
    """Two secrets whose decks, cut, turn up the same trump after twelve cards, and give everybody another hand."""
    one = secret_for(lambda _: True)
    wanted = after_the_cuts(shuffle.shuffled(pack("6", "C"), one))

    def fits(order: tuple[str, ...]) -> bool:
        order = after_the_cuts(order)
        return order[12] == wanted[12] and all(set(order[at:12:4]) != set(wanted[at:12:4]) for at in range(4))

    return one, secret_for(fits)


def same(one: Twin, other: Twin) -> None:
    """What the curious were told is the same at both tables, answer by answer."""
    assert len(one.told) == len(other.told) > 50
    for mine, others in zip(one.told, other.told, strict=True):
        assert mine == others


@pytest.mark.parametrize("acts", [BIDDING], ids=["bidding"])
def test_a_deck_of_the_service_does_not_show_through(
    service: Service, wire: Wire, monkeypatch: pytest.MonkeyPatch, acts: list[Act]
) -> None:
    players = [service.player(1000) for _ in range(5)]
    steward = {"the steward": (service.steward, 3)}
    eyes, later = curious(service, players) | steward, never_told(service, players)
    lot, twins = secret_for(seat_one_draws_highest), []
    for secret in secrets_with_one_trump():
        dice = iter((lot, secret))
        monkeypatch.setattr(service.ledger, "dice", lambda _, dice=dice: next(dice))
        twin = Twin(service, wire, {}, players)
        twin.play(RITUAL, {})
        twin.play([(DEALER, {"type": "deal"}), *acts[:-1]], eyes)
        twin.play(acts[-1:], later)
        twins.append(twin)
    same(*twins)


@pytest.mark.parametrize("acts", [WALKOVER, BIDDING], ids=["walkover", "play"])
def test_hands_that_were_entered_do_not_show_through(service: Service, wire: Wire, acts: list[Act]) -> None:
    players = [service.player(1000) for _ in range(5)]
    dealer = {"the dealer": (service.client("player", players[0]), 3)}
    eyes, later = curious(service, players) | dealer, never_told(service, players) | dealer
    twins = []
    for hands in DEALS:
        twin = Twin(service, wire, {"deck": "entered"}, players)
        draws = [{"seat": seat, "card": card} for seat, card in enumerate(("AH", "7D", "8D", "6S"), 1)]
        dealt = {"type": "deal", "seat": DEALER, "hands": hands, "trump": "6S"}
        ritual = [(STEWARD, {**act, "seat": seat}) for seat, act in RITUAL]
        twin.play([(STEWARD, {"type": "draw_lot", "draws": draws}), *ritual], {})
        twin.play([(STEWARD, dealt), *acts[:-1]], eyes)
        twin.play([*acts[-1:], *(TRICK if acts is BIDDING else [])], later)
        twins.append(twin)
    same(*twins)
