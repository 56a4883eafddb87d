"""A typed client is generated from the description, by a generator in use, and plays a whole game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.api.service import Service

# The program of somebody who has generated a client: it knows nothing but the client's own names and types.
PROGRAM = """
import os, uuid
from typed import AuthenticatedClient
from typed.api.actions import act
from typed.api.games import read_game
from typed.api.players import deposit, register_player
from typed.api.tables import close_table, open_table, start_game, take_seat
from typed.models import (
    ActList, ActionDone, BetBlindAction, BetBlindActionType, CallAction, CallActionType, CashIn, DealInOrderAction,
    DealInOrderActionHandsType0, DealInOrderActionType, Draw, DrawLotAction, DrawLotActionType, Game, NewPlayer, NewTable, Nothing,
    PlayAction, PlayActionType, Problem, SettleAction, SettleActionType, TakeSeat,
)

HANDS = {"1": ["AH", "9D", "6S"], "2": ["8H", "KD", "TD"], "3": ["KH", "QS", "AD"]}
CARDS = ((1, "AH"), (2, "8H"), (3, "KH"), (1, "9D"), (2, "KD"), (3, "AD"), (3, "QS"), (1, "6S"), (2, "TD"))


def known(role):
    return AuthenticatedClient(os.environ["ADDRESS"], token=os.environ[role])


def key():
    return {"idempotency_key": uuid.uuid4().hex}


with known("STEWARD") as steward, known("CASHIER") as cashier:
    players = [register_player.sync(client=steward, body=NewPlayer(name=name), **key()).id for name in ("Anna", "Boris", "Clara")]
    table = open_table.sync(client=steward, body=NewTable(name="Typed", preset="azi-three-entered", seats=3), **key()).id
    for seat, player in enumerate(players, 1):
        deposit.sync(player, client=cashier, body=CashIn(amount="200"), **key())
        take_seat.sync(table, client=steward, body=TakeSeat(player=player, seat=seat, amount="200"), **key())
    game = start_game.sync(table, client=steward, body=Nothing(), **key()).id
    lot = [Draw(seat=seat, card=card) for seat, card in ((1, "6H"), (2, "7H"), (3, "AH"))]
    dealt = DealInOrderAction(DealInOrderActionType.DEAL_IN_ORDER, DealInOrderActionHandsType0.from_dict(HANDS), trump="9S")
    done = act.sync(game, client=steward, body=ActList([DrawLotAction(DrawLotActionType.DRAW_LOT, lot), dealt]), **key())
    assert isinstance(done, ActionDone), done
    bids = [BetBlindAction(BetBlindActionType.BET_BLIND, 1, "10")] + [CallAction(CallActionType.CALL, seat) for seat in (2, 3)]
    refused = act.sync(game, client=steward, body=ActList([*bids, bids[-1]]), **key())
    assert isinstance(refused, Problem) and (refused.status, refused["index"]) == (409, 3), refused
    assert isinstance(act.sync(game, client=steward, body=ActList(bids), **key()), ActionDone)
    for seat, card in CARDS:
        assert isinstance(act.sync(game, client=steward, body=PlayAction(PlayActionType.PLAY, seat, card), **key()), ActionDone)
    assert isinstance(act.sync(game, client=steward, body=SettleAction(SettleActionType.SETTLE), **key()), ActionDone)
    seen = read_game.sync(game, client=steward)
    assert isinstance(seen, Game) and seen.over
    print({one.seat: one.stack.amount for one in seen.seats})
    close_table.sync(table, client=steward, body=Nothing(), **key())
"""


def test_a_typed_client_is_generated_from_the_description_and_plays_a_game(service: Service, tmp_path: Path) -> None:
    description = tmp_path / "openapi.json"
    description.write_text(service.http.get("/openapi.json").text, "utf-8")
    config = tmp_path / "config.yml"
    config.write_text("post_hooks: []\n", "utf-8")
    generate = [
        "generate",
        "--path",
        str(description),
        "--output-path",
        str(tmp_path / "typed"),
        "--meta",
        "none",
        "--config",
        str(config),
    ]
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *generate], capture_output=True, text=True, timeout=120, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    # what is not JSON is all that it leaves out
    told = made.stdout + made.stderr
    assert told.count("WARNING") == told.count("nsupported content") == 3, told
    keys = {role.upper(): getattr(service, role).secret for role in ("steward", "cashier")}
    (tmp_path / "play.py").write_text(PROGRAM, "utf-8")
    played = subprocess.run(
        [sys.executable, "play.py"],
        cwd=tmp_path,
        env={**os.environ, **keys, "ADDRESS": service.url, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert played.stdout == "{1: '185', 2: '175', 3: '240'}\n"
