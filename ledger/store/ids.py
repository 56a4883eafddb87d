"""Names for new things, and the names of the streams that are made of them. For mypy the name of a stream says what its state is,
and which commands are decided on it."""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from engine import branch, disputes
    from engine.disputes import commands as of_disputes
    from engine.playing import Playing
    from engine.room import commands
    from engine.room.desk import Desk
    from engine.room.table import Table
    from engine.room.wallet import Wallet
    from engine.wanted import Wanted

    S = TypeVar("S")  # state
    C = TypeVar("C")  # commands

    class StreamId(str, Generic[S, C]):
        """The name of a stream; when the program runs, a plain `str`."""

    WalletStream: TypeAlias = StreamId[Wallet, commands.WalletCommand]
    TableStream: TypeAlias = StreamId[Table, commands.TableCommand]
    DeskStream: TypeAlias = StreamId[Desk, commands.DeskCommand]
    GameStream: TypeAlias = StreamId[Playing, Wanted]
    DisputeStream: TypeAlias = StreamId[disputes.Dispute, of_disputes.Command]
    BranchStream: TypeAlias = StreamId[branch.Branch, branch.Command]
    AnyStreamId: TypeAlias = StreamId[Any, Any]  # of which the name is known only when the program runs
else:
    StreamId = str

ID_BYTES = 10
STREAM_LENGTH_MAX = 120
DESK_STREAM: DeskStream = StreamId("desk-cash")  # of the club's cash desk
BOOKS_STREAM: DeskStream = StreamId("desk-books")  # of what is closed in the books
_STREAM = re.compile(r"(table|game|wallet|dispute|branch|desk)-[a-z0-9-]+")


def new_id() -> str:
    """An opaque id of 16 characters a-z and 2-7: 80 random bits, which nobody can guess and no two things share."""
    return b32encode(secrets.token_bytes(ID_BYTES)).decode().lower()


def is_stream(text: str) -> bool:
    """Whether `text` may name a stream at all. The database checks the same pattern again."""
    return len(text) <= STREAM_LENGTH_MAX and _STREAM.fullmatch(text) is not None


def family(stream: str) -> str:
    """What kind of thing a stream tells of: "table", "game", "wallet", "dispute", "branch" or "desk"."""
    return stream.partition("-")[0]


def wallet_stream(player: str) -> WalletStream:
    """The stream of a player's wallet."""
    return StreamId(f"wallet-{player}")


def table_stream(table: str) -> TableStream:
    """The stream of a table."""
    return StreamId(f"table-{table}")


def game_stream(table: str, number: int) -> GameStream:
    """The stream of the table's game of that number, counted from 1."""
    return stream_of_game(f"{table}-{number}")


def stream_of_game(game: str) -> GameStream:
    """The stream of a game, by its id: "{table}-{number}"."""
    return StreamId(f"game-{game}")


def dispute_stream(dispute: str) -> DisputeStream:
    """The stream of a dispute: its id is "{table}-{number of the game}-{number of the dispute in it}"."""
    return StreamId(f"dispute-{dispute}")


def game_of_dispute(stream: str) -> str:
    """The game that a dispute is about, as its stream (or its id in an address) names it.

    >>> game_of_dispute("dispute-abcdefghijklmnop-3-1")
    'abcdefghijklmnop-3'
    """
    return stream.removeprefix("dispute-").rpartition("-")[0]


def branch_stream(branch: str) -> BranchStream:
    """The stream of a branch: its id is "{table}-{number of the game}-{number of the branch of it}"."""
    return StreamId(f"branch-{branch}")


def game_of_branch(stream: str) -> str:
    """The game that a branch plays on, as its stream (or its id in an address) names it."""
    return stream.removeprefix("branch-").rpartition("-")[0]


def game_concerned(stream: str) -> str | None:
    """The game that a stream tells of: a game's own, or a dispute's; None for the others."""
    kind = family(stream)
    return stream.removeprefix("game-") if kind == "game" else game_of_dispute(stream) if kind == "dispute" else None


def table_of_game(stream: str) -> str:
    """The table at which a game is played, as its stream (or its id in an address) names it.

    >>> table_of_game("game-abcdefghijklmnop-3"), table_of_game("abcdefghijklmnop-3")
    ('abcdefghijklmnop', 'abcdefghijklmnop')
    """
    return stream.removeprefix("game-").rpartition("-")[0]
