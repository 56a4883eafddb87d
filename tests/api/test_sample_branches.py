"""The sample games branched through the interface: from any step a branch begins where the act of that step ends, and is played out
by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from api.demo.client import STAFF, Client
from api.demo.script import play, scripts
from ledger.replays.film import film
from tests import lengths
from tests.api.service import Service

# 100 are every step: no game here has more, and none may have more branches.
STEPS, SEED = lengths.by_length(1, 1, 100), 3
RENEGE, MISSING_CUT, FALSE_BUILD, CLAIM = "9-renege", "7-missing-cut", "16-casino-false-build", "15-casino-build-and-claim"
UNSEEN = {"9a-unseen-hands", "18-azi-three-unseen", "20-casino-strict-6-unseen"}
AT_A_TABLE = {FALSE_BUILD, CLAIM, "17-azi-three-entered", "19-casino-strict-6-entered"}
PARTS = ("pot", "phase", "turn", "dealer", "seats")


@pytest.fixture(scope="module")
def samples(service: Service) -> dict[str, str]:
    """The id of the game of each sample, played as `cardledger demo` does."""
    kept: dict[str, Any] = {}
    games = {}
    with Client(service.url, {role: getattr(service, role).secret for role in STAFF}) as client:
        for script in scripts():
            for _ in play(client, script, kept):
                pass
            games[script.name] = kept.get("game", "")
    return {name: game for name, game in games.items() if game}


def step_of(service: Service, game: str, topic: str) -> int:
    return next(row.originator_version for row in service.ledger.history(f"game-{game}") if row.topic == topic)


def branched(service: Service, game: str, step: int) -> Any:
    """A new branch from this step."""
    return service.auditor.done(f"/v1/games/{game}/branches", {"step": step})


def parts(state: dict[str, Any]) -> dict[str, Any]:
    """What a branch and a replay show alike; the answer to a write, which is kept, holds no names."""
    seats = [{name: value for name, value in seat.items() if name != "player_name"} for seat in state["seats"]]
    return {**{part: state[part] for part in PARTS}, "seats": seats}


def test_a_branch_begins_where_the_act_ends_and_is_played_out(service: Service, samples: dict[str, str]) -> None:
    dice = random.Random(SEED)  # noqa: S311
    for name, game in samples.items():
        rows = service.ledger.history(f"game-{game}")
        commands = [service.ledger.decode(row).command_id for row in rows]
        for step in sorted(dice.sample(range(1, len(rows) + 1), min(STEPS, len(rows)))):
            made = branched(service, game, step)
            last = max(at for at, command in enumerate(commands, 1) if command == commands[step - 1])
            assert (made["branched_from"], made["state"]["version"], made["happened"]) == (last, last, []), (name, step)
            seen = service.auditor.read(f"/v1/games/{game}/replay?step={step}")
            assert seen["mid_act"] is (step < last)
            assert not (seen["mid_act"] and (seen["state"]["legal"] or seen["state"]["choices"]))
            state = service.auditor.read(f"/v1/games/{game}/replay?step={last}")["state"]
            assert parts(made["state"]) == parts(state)
            played = service.auditor.post(f"/v1/branches/{made['id']}/playouts", {"how": "random", "seed": step})
            cards_come = name in AT_A_TABLE and made["state"]["phase"] != "play"  # which, nobody knows but a real table
            if made["state"]["over"] or name in UNSEEN or (cards_come and played.status_code == 409):
                assert (played.status_code, played.json()["rule"]) == (409, "BRANCH-1")
                continue
            assert played.status_code == 201, (name, step, played.text)
            assert service.auditor.read(f"/v1/branches/{made['id']}?after=5")["state"]["over"] or name in AT_A_TABLE


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        (RENEGE, "azi.player_put_out"),
        (RENEGE, "azi.claim_made"),
        (RENEGE, "azi.claim_upheld"),
        (MISSING_CUT, "azi.penalty_imposed"),
        (FALSE_BUILD, "casino.claim_upheld"),
        (CLAIM, "casino.target_claimed"),
    ],
)
def test_what_an_act_brings_about_is_nobodys_choice(service: Service, samples: dict[str, str], name: str, inside: str) -> None:
    game = samples[name]
    step = step_of(service, game, inside)
    made = branched(service, game, step)
    assert made["branched_from"] > step
    seen = service.auditor.read(f"/v1/games/{game}/replay?step={step}")
    assert (seen["mid_act"], seen["state"]["legal"]) == (True, [])
    assert film(service.ledger, game).act_end(step) == made["branched_from"]
