"""A player and his wallet as JSON. His name is not in it: names stand apart, so that they can be erased."""

from api.http.answers import Members, money, raws
from engine.room.commands import WalletCommand
from engine.room.wallet import Wallet
from ledger.orders.order import Decided
from ledger.store.ids import wallet_stream
from ledger.store.streams import Stream


def wallet(stream: Stream[Wallet, WalletCommand]) -> Members:
    """The player's id, the version of his wallet, what is in it, and how far below zero he may go."""
    state: Wallet = stream.state
    return {
        "id": state.player,
        "version": stream.version,
        "wallet": money(state.balance, state.unit, state.scale),
        "credit_limit": money(state.limit, state.unit, state.scale),
    }


def changed(decided: Decided) -> Members:
    """The wallet after a movement, and the events of it."""
    return {**wallet(decided.streams[stream_of(decided)]), "events": raws(row.state for row in decided.rows)}


def stream_of(decided: Decided) -> str:
    """The wallet that was written."""
    return next(envelope.stream for envelope in decided.envelopes if envelope.stream.startswith(wallet_stream("")))
