"""Whatever `legal` offers can be sent back as it is, or with its fields filled in within their bounds; beyond them it is refused.

A room that knows nothing of any game but `legal` plays whole games here, over HTTP. `./run test --all` plays more of each
kind, with other dice.
"""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

from tests import lengths
from tests.api.filling import Act, beyond, filled
from tests.api.service import Client, PlayedTable, Service

MORE = lengths.by_length(0, 0, 2)
ACTS_MOST = 250
BRANCHED = 28  # acts of each game that are tried in branches
# preset, players, house rules. Of Casino one deck, so that games stay short.
HOUSES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "azi-three": ("azi-three", 3, {}),
    "azi-three, recorded": ("azi-three", 4, {"enforcement": "record"}),
    "azi-three, entered": ("azi-three", 3, {"deck": "entered"}),
    "azi-three-half, entered and recorded": ("azi-three-half", 4, {"deck": "entered", "enforcement": "record"}),
    "azi-three, unseen": ("azi-three", 3, {"deck": "unseen", "enforcement": "record"}),
    "azi-two": ("azi-two", 4, {}),
    "azi-four, entered": ("azi-four", 3, {"deck": "entered"}),
    "azi-four, unseen": ("azi-four", 3, {"deck": "unseen", "enforcement": "record"}),
    "azi-roulette, recorded": ("azi-roulette", 5, {"enforcement": "record"}),
    "azi-online": ("azi-online", 4, {}),
    "azi-online, entered and recorded": ("azi-online", 3, {"deck": "entered", "enforcement": "record"}),
    "casino-family": ("casino-family", 2, {"scoring": "strict_6"}),
    "casino-family, royal": ("casino-family", 3, {"scoring": "strict_6", "royal": True, "builder_may_trail": True}),
    "casino-strict-6, recorded": ("casino-strict-6", 3, {"enforcement": "record", "missing_last": "one_point"}),
    "casino-letter, entered": ("casino-letter", 3, {"scoring": "strict_6", "deck": "entered"}),
    "casino-strict-6, partners": (
        "casino-strict-6",
        4,
        {"partners": True, "players_min": 4, "deck": "entered", "enforcement": "record"},
    ),
    "casino-strict-6, unseen": ("casino-strict-6", 3, {"deck": "unseen", "enforcement": "record"}),
}


class Room:
    """A game at a table of its own, played by what is offered. sent: the acts that were accepted; left: fields that were filled in;
    refused: how many acts with a field beyond its bounds were."""

    def __init__(self, service: Service, name: str, seed: int) -> None:
        preset, players, self.house = HOUSES[name]
        self.service, self.dice = service, random.Random(f"{name} {seed}")  # noqa: S311
        if preset.startswith("casino"):
            self.table = PlayedTable(service, self._opened(preset, players), {})
            for seat in range(1, players + 1):
                self.table.seats[seat] = service.player(200)
                body = {"player": self.table.seats[seat], "seat": seat, "amount": "200"}
                service.steward.done(f"/v1/tables/{self.table.id}/seats", body)
        else:
            self.table = service.table(players, 600, preset, players, **self.house)
        self.path = f"/v1/games/{self.table.start()}"
        self.typed = self.house.get("deck", "service") != "service"
        self.recorded = self.house.get("enforcement") == "record"
        self.sent: list[Act] = []
        self.left: set[str] = set()
        self.refused = 0

    def _opened(self, preset: str, seats: int) -> str:
        return str(
            self.service.steward.done("/v1/tables", {"name": "Room", "preset": preset, "seats": seats, "house": self.house})["id"]
        )

    def viewers(self) -> list[Client]:
        """Who can act: the players, and at a table that is typed its steward, who mostly does it."""
        players = [self.table.of(seat) for seat in self.table.seats]
        if self.typed:
            return [self.service.steward] * 6 + players
        return [*players, self.service.steward] if self.recorded else players

    def post(self, by: Client, act: Act) -> httpx.Response:
        """Sends an act."""
        return by.post(f"{self.path}/actions", act)

    def play(self) -> None:
        """Plays by acts that are offered to anybody, whoever is in turn, and now and then something that goes wrong."""
        for _ in range(ACTS_MOST):
            offers = [(by, act) for by in dict.fromkeys(self.viewers()) for act in by.read(self.path)["legal"]]
            if not offers:
                break
            mine = [(by, act) for by, act in offers if by is self.dice.choice(self.viewers())] or offers
            by, act = self.dice.choice([one for one in mine if self._goes_on(one[1])] or mine)
            self.left |= set(act.get("fill", {}))
            self._refused_beyond(by, act)
            body = filled(act, self.dice)
            answer = self.post(by, body)
            assert answer.status_code == 201, (act, body, answer.text)
            self.sent.append(body)
            if self.recorded and self.dice.random() < 0.2:
                self._trouble()
        assert self.service.steward.read(self.path)["over"] or len(self.sent) == ACTS_MOST, self.service.steward.read(self.path)

    def _goes_on(self, act: Act) -> bool:
        """Whether the game is likely to go on with it: so that much of it is seen."""
        return act["type"] not in {"claim_target", "fold"} or self.dice.random() < 0.1

    def _refused_beyond(self, by: Client, act: Act) -> None:
        version = by.read(f"{self.path}?legal=none")["version"]
        for wrong in beyond(act, self.dice):
            answer = self.post(by, wrong)
            assert answer.status_code in {409, 422}, (act, wrong, answer.text)
            self.refused += 1
        assert by.read(f"{self.path}?legal=none")["version"] == version

    def _trouble(self) -> None:
        """A card shown in dealing, one played that is not offered, a claim: perhaps refused, and then nothing has changed."""
        game = self.service.steward.read(self.path)
        played = [act for act in self.sent if act["type"] in {"play", "trail", "capture", "build"}]
        seat = self.dice.choice([one for one in game["seats"] if one["active"]] or game["seats"])
        cards = seat["hand"] or (seat["possible"] or {}).get("perhaps") or ["9H"]
        tried: list[Act] = [{"type": "expose", "seat": seat["seat"], "card": self.dice.choice(cards)}]
        if game["turn"]:
            word = "trail" if game["game"] == "casino" else "play"
            tried.append({"type": word, "seat": game["turn"], "card": self.dice.choice(cards)})
        if played:
            card = self.dice.choice(played[-6:])["card"]
            trick = {"trick": self.dice.randint(1, 3)} if game["game"] == "azi" else {}
            tried.append({"type": "claim", "seat": seat["seat"], "deal": max(1, game["deal"]), "card": card, **trick})
        act = self.dice.choice(tried)
        answer = self.post(self.service.steward, act)
        assert answer.status_code in {201, 409}, (act, answer.text)
        if answer.status_code == 201:
            self.sent.append(act)

    def finish(self) -> None:
        """The game is over, so that every step of it can be branched."""
        if not self.service.steward.read(self.path)["over"]:
            done = self.service.steward.post(f"{self.path}/actions", {"type": "void_game", "reason": "enough"})
            assert done.status_code == 201, done.text


def offered_in_branches(room: Room) -> set[str]:
    """Sends acts that are offered after steps of the game, each in a branch of its own, with its numbers at both ends; the words of
    those that were sent."""
    service, dice, tried = room.service, room.dice, set()
    last = service.auditor.read(room.path)["version"]
    left = BRANCHED
    for step in dice.sample(range(1, last), min(last - 1, 12)):
        first = service.auditor.done(f"{room.path}/branches", {"step": step})
        acts = first["state"]["legal"]
        if first["branched_from"] != step or not acts:
            continue
        for act in dice.sample(acts, min(len(acts), 6)):
            ends = ("least", "greatest") if any("least" in bounds for bounds in act.get("fill", {}).values()) else ("",)
            for end in ends:
                if not left:
                    return tried
                left -= 1
                branch = service.auditor.done(f"{room.path}/branches", {"step": step})
                body = filled(act, dice, end)
                answer = service.auditor.post(f"/v1/branches/{branch['id']}/actions", body)
                assert answer.status_code == 201, (step, act, body, answer.text)
                tried.add(act["type"])
    return tried


@pytest.mark.parametrize("seed", range(1 + MORE))
@pytest.mark.parametrize("name", HOUSES)
def test_a_room_that_knows_only_what_is_offered_plays_any_game(service: Service, name: str, seed: int) -> None:
    room = Room(service, name, seed)
    room.play()
    assert len(room.sent) > 3
    if room.house.get("deck") == "entered":
        assert {"draws", "hands"} <= room.left
    assert room.refused
    room.finish()
    assert offered_in_branches(room)


SMALL = ["2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S"]


@pytest.fixture(scope="module")
def crowded(service: Service) -> Room:
    """A game of Casino whose hands nobody sees: aces, twos and threes lie on the table, and every other card may be in the hand."""
    HOUSES["crowded"] = ("casino-strict-6", 2, {"deck": "unseen", "enforcement": "record", "royal": True})
    room = Room(service, "crowded", 1)
    do = service.steward
    do.done(f"{room.path}/actions", {"type": "draw_lot", "draws": [{"seat": 1, "card": "2H"}, {"seat": 2, "card": "AH"}]})
    do.done(f"{room.path}/actions", {"type": "shuffle", "seat": 2})
    do.done(f"{room.path}/actions", {"type": "cut", "seat": 1, "at": 20})
    do.done(f"{room.path}/actions", {"type": "deal", "seat": 2, "table": ["AC", "AD", "AH", "AS"]})
    for number, card in enumerate(SMALL[:7]):
        do.done(f"{room.path}/actions", {"type": "trail", "seat": 1 + number % 2, "card": card})
    do.done(f"{room.path}/actions", {"type": "trail", "seat": 2, "card": "3S"})
    do.done(f"{room.path}/actions", {"type": "deal", "seat": 2})
    assert len(do.read(room.path)["loose"]) == 12
    return room


def pages(client: Client, path: str, limit: int = 100) -> list[Act]:
    """All acts of a list, over its pages."""
    found: list[Act] = []
    word, cursor = path.split("?", maxsplit=1)[0].rsplit("/", 1)[1], ""
    while True:
        page = client.read(f"{path}&limit={limit}{cursor}")
        found += page[word]
        if page["next"] is None:
            return found
        assert page[word] or page["next"]
        cursor = f"&cursor={page['next']}"


def test_where_a_hand_has_too_many_plays_an_answer_says_of_which_cards_and_stays_small(service: Service, crowded: Room) -> None:
    answer = service.steward.get(crowded.path)
    assert len(answer.content) < 1_000_000
    game = answer.json()
    left_out = game["legal_left_out"]
    assert left_out
    assert {"type", "seat", "card", "href"} == set(left_out[0])
    missing = {(one["type"], one["card"]): one for one in left_out}
    for word, card in (("capture", "TD"), ("capture", "3X"), ("build", "4D"), ("trail", "KD")):
        listed = [act for act in game["legal"] if act["type"] == word and act["card"] == card]
        if (word, card) in missing:
            told = pages(service.steward, missing[word, card]["href"])
            assert len(told) > len(listed)
            assert [act for act in told if act in listed] == listed[: len(told)]
    none = service.steward.read(f"{crowded.path}?legal=none")
    assert none == {name: value for name, value in game.items() if name not in {"legal", "legal_left_out"}}
    assert service.steward.get(f"{crowded.path}?legal=some").status_code == 422


def test_what_can_this_card_take_is_answered_in_full_the_largest_first(service: Service, crowded: Room) -> None:
    path = f"{crowded.path}/captures?card=TD"
    told = pages(service.steward, path)
    assert len(told) == 419, "as many as trying everything finds"
    assert told == pages(service.steward, path, 7) == pages(service.steward, f"{path}&seat=1")
    assert len({tuple(sorted(act["loose"])) for act in told}) == len(told)
    sizes = [len(act["loose"]) for act in told]
    assert sizes == sorted(sizes, reverse=True)
    first = service.steward.read(f"{path}&limit=3")
    assert set(first) == {"id", "version", "seat", "card", "captures", "next"}
    assert first["captures"][0].keys() == {"type", "seat", "card", "loose", "builds"}
    built = pages(service.steward, f"{crowded.path}/builds?card=4D")
    assert {act["type"] for act in built} == {"build"}
    assert len(built) == len({(act["value"], tuple(act["loose"])) for act in built})
    # The player at the seat is told the same, others and other seats nothing.
    assert crowded.table.of(1).read(f"{path}&limit=3")["captures"] == first["captures"]
    assert crowded.table.of(1).get(f"{path}&seat=2").status_code == 403
    assert crowded.table.of(2).read(path)["captures"] == []
    assert service.auditor.get(path).status_code == 403
    for wrong in ("", "?card=1X", "?card=TD&limit=0", "?card=TD&limit=101", "?card=TD&seat=0", "?card=TD&cursor=x"):
        assert service.steward.get(f"{crowded.path}/captures{wrong}").status_code == 422
    other = service.steward.get(f"{crowded.path}/captures?card=9D&cursor={first['next']}")
    assert (other.status_code, other.json()["type"]) == (422, "/problems/malformed")
    last = service.steward.read(crowded.path)["version"]
    assert pages(service.steward, f"{path}&step={last}") == told
    assert pages(service.auditor, f"{path}&step={last}") == told
    assert service.steward.get(f"{path}&step=999").status_code == 404


def test_a_page_of_a_game_that_has_gone_on_is_begun_anew(service: Service, crowded: Room) -> None:
    first = service.steward.read(f"{crowded.path}/captures?card=TD&limit=3")
    taken = service.steward.done(f"{crowded.path}/actions", first["captures"][0])
    stale = service.steward.get(f"{crowded.path}/captures?card=TD&limit=3&cursor={first['next']}")
    assert (stale.status_code, stale.json()["version"]) == (412, taken["version"])
    assert service.steward.read(f"{crowded.path}/captures?card=TD")["captures"] == [], "it has been played"


def test_a_branch_and_a_replay_leave_out_as_a_game_does(service: Service, crowded: Room) -> None:
    lines = service.steward.read(f"{crowded.path}/replay")["headlines"]
    step = max(line["step"] for line in lines if line["type"] == "casino.dealt_unseen")
    replay = service.steward.get(f"{crowded.path}/replay?step={step}")
    assert len(replay.content) < 1_000_000
    state = replay.json()["state"]
    assert state["legal_left_out"]
    assert pages(service.steward, state["legal_left_out"][0]["href"])
    assert "legal" not in service.steward.read(f"{crowded.path}/replay?step={step}&legal=none")["state"]
    made = service.steward.post(f"{crowded.path}/branches", {"step": step})
    assert made.status_code == 201, made.text
    assert len(made.content) < 1_000_000
    branch = made.json()
    assert branch["state"]["legal_left_out"] != []
    one = branch["state"]["legal_left_out"][0]
    assert one["href"].startswith(f"/v1/branches/{branch['id']}/")
    told = pages(service.steward, one["href"])
    assert service.steward.post(f"/v1/branches/{branch['id']}/actions", told[-1]).status_code == 201
    assert "legal" not in service.steward.read(f"/v1/branches/{branch['id']}?legal=none")["state"]


def test_a_game_in_which_nothing_is_captured_says_so(service: Service) -> None:
    table = service.table(3)
    table.start()
    page = table.of(1).read(f"/v1/games/{table.game}/captures?card=9H")
    assert (page["captures"], page["next"]) == ([], None)
    assert table.seen(1)["legal_left_out"] == []
