"""The four walks, found while a sample game is played through the interface of a real ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from api.app import create_app
from api.demo.answers import StepShown
from api.demo.client import STAFF, Client
from api.demo.script import play, scripts
from engine.azi.events import CardPlayed
from engine.moves import POT, Move
from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.projections import MODELS
from ledger.projections.batch import prepare, take
from ledger.projections.model import connect
from ledger.settings import Settings
from ledger.words import TONGUES, Voice, words
from ops.map.tracing import Walk, walked

FILES_MOST = 5
GAMES = ("1-the-club", "2-raise-over-the-blind")
ADDRESS = "http://map"


def _holds(given: Any, kind: type) -> bool:
    return isinstance(given, kind) or (isinstance(given, tuple) and any(isinstance(one, kind) for one in given))


def walks(ledger: Ledger) -> list[Walk]:
    """All four, with the ways that were taken. The ledger is a migrated one without any event."""
    act = Walk(
        "act to event",
        "A player plays a card. When the ledger is given the act, it is a command of the engine; its event is `azi.card_played`.\n"
        "What else it brings about (a trick, a penalty, the end of the game) is decided in files beside the last one.",
        ("ledger/play/games.py", "act_all"),
        [lambda _, given: _holds(given, CardPlayed)],
    )
    money = Walk(
        "event to money",
        "The read models take the events in. The pot is awarded: chips move from the pot to a stack, as two lines of the journal.",
        ("ledger/projections/batch.py", "take"),
        [lambda _, given: isinstance(given, tuple) and any(isinstance(one, Move) and one.source == POT for one in given)],
    )
    said: list[str] = []
    sentence = Walk(
        "event to sentence",
        "A replay tells the step at which a card was played, in German.",
        ("api/views/replay.py", "step"),
        [lambda _, given: given == said[0]],
    )
    card = Walk(
        "hidden card to owner's view",
        "A player reads the events of his game. His hand is sealed in the stored event; it is opened, and the game itself says\n"
        "whether he may see it.",
        ("api/rest/games.py", "list_game_events"),
        [
            lambda name, given: name == "opened" and any(part.startswith("hands:") for part in given),
            lambda name, given: name == "owner_sees" and given is True,
        ],
    )
    with _interface(ledger) as client:
        game, player = _played(ledger, client, act, money)
        step = next(row for row in ledger.history(f"game-{game}") if row.topic == "azi.card_played")
        said.append(words(ledger.decode(step).event, Voice(TONGUES["de"])))
        with walked(sentence):
            client.read(f"/v1/games/{game}/replay", StepShown, step=step.originator_version, lang="de")
        with walked(card):
            client.send(player, "GET", f"/v1/games/{game}/events", {}, "")
    return [act, money, sentence, card]


@contextmanager
def _interface(ledger: Ledger) -> Iterator[Client]:
    """A client of the interface whose calls are answered in this thread."""
    app = create_app(ledger, Settings())
    with Client(ADDRESS, {role: keys.issue(ledger, role, None, role)[1] for role in STAFF}, httpx.WSGITransport(app=app)) as client:
        yield client


def _played(ledger: Ledger, client: Client, act: Walk, money: Walk) -> tuple[str, str]:
    """The sample game played and taken into the read models; its id, and a player of it."""
    models = list(MODELS.values())
    prepare(ledger, models)
    kept: dict[str, Any] = {}
    with connect(ledger) as connection, walked(act, money):
        for script in scripts():
            for _ in play(client, script, kept) if script.name in GAMES else ():
                while take(connection, ledger, models):
                    pass
    return kept["game"], kept["player_at_1"]
