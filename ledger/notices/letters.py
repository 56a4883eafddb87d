"""What is told: to a webhook the public part of an event, as it is stored; to people by mail what their inbox says. No hidden card
is in it, whoever reads it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from ledger.notices import addresses, inbox
from ledger.notices.addresses import CODE
from ledger.notices.mail import Letter
from ledger.orders.order import Caller
from ledger.orders.permission import FOLLOWS
from ledger.store.ids import family
from ledger.words.voice import tongue_of

if TYPE_CHECKING:
    from ledger.orders.app import Ledger

PAYLOAD_BYTES_MAX = 64 * 1024


def may_see(caller: Caller, stream: str) -> bool:
    """Whether this member of the staff, or room, follows such a stream now; as in the feed."""
    return family(stream) in FOLLOWS.get(caller.role, frozenset())


def body(position: int, topic: str, state: bytes, recorded_at: datetime) -> bytes:
    """The message: {"type", "timestamp", "data": {"position", "recorded_at", "event"}}, with `event` as in the feed.

    An event that is too large for a message is left out, `event` being null: it stands in the feed, behind `position` - 1.
    """
    at = recorded_at.astimezone(UTC)
    told = {"type": topic, "timestamp": at, "data": {"position": position, "recorded_at": at, "event": msgspec.Raw(state)}}
    whole = msgspec.json.encode(told)
    if len(whole) <= PAYLOAD_BYTES_MAX:
        return whole
    return msgspec.json.encode({**told, "data": {"position": position, "recorded_at": at, "event": None}})


def mailed(ledger: Ledger, receiver: str, subject: str, tag: str, positions: Sequence[int]) -> Letter | None:
    """What is mailed to somebody of these notices, in his language; None: he has read them, or is to be told nothing any more.

    The position CODE stands for the code by which an address is confirmed.
    """
    tongue = tongue_of(tag)
    if CODE in positions:
        code = addresses.code_of(ledger, receiver)
        if code is None:
            return None
        text = tongue.say("mail.confirm", {"code": code}) + "\n"
        return Letter(_letter_id(receiver, [CODE], code), tag, tongue.say("mail.confirm.subject", {}), text)
    caller = inbox.reader(ledger, subject)
    notices = inbox.at(ledger, caller, tag, positions) if caller is not None else []
    if not notices:
        return None
    lines = [f"{one.recorded_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC\n{one.says}" for one in notices]
    text = "\n\n".join([*lines, tongue.say("mail.end", {})]) + "\n"
    return Letter(_letter_id(receiver, positions), tag, tongue.say("mail.subject", {"number": len(notices)}), text)


def _letter_id(receiver: str, positions: Sequence[int], more: str = "") -> str:
    """The same for the same notices, so that a mail server may know it again."""
    return "msg_" + sha256(f"{receiver}\n{list(positions)}\n{more}".encode()).hexdigest()[:32]
