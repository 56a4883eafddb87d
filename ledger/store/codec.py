"""The only JSON of the ledger: events to bytes, made once, and back.

Names are stable; import paths never reach the store. Amounts of chips are decimal strings, since other readers of JSON lose digits
above 2^53. Objects are written with their keys sorted, and those bytes are kept and hashed as they stand.

A field that not everybody may see is sealed: in the public bytes stands, for each part, SHA-256(salt ‖ value), where salt is 16
random bytes and value the part's own canonical JSON; the parts and their salts are kept beside, as `{"hands:3": [salt, value]}`.
Whoever is given a salt and a value can check them against the public bytes. A value of None is not sealed: there is nothing to
hide.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeAlias, cast

import msgspec
from eventsourcing.persistence import Mapper, StoredEvent

from engine.declared import DECK, SEATS, Happened
from engine.saying import Saying
from ledger.store.envelope import Envelope, Kept
from ledger.store.errors import Unreadable
from ledger.store.plain import Plain, may_grow, plain_fields, plain_form
from ledger.store.upcasts import UPCASTS, Upcast

SALT_BYTES = 16

Sealing: TypeAlias = Mapping[str, str]
_write = msgspec.json.Encoder(order="sorted").encode
_read_parts = msgspec.json.Decoder(dict[str, tuple[str, msgspec.Raw]]).decode


class _Body(msgspec.Struct, frozen=True, gc=False):
    """The public bytes. `v`: version of the shape of `data`; by: the command's id."""

    actor: str
    at: datetime
    by: str
    data: Any
    prev: str
    stream: str
    type: str
    v: int
    version: int
    via: str | None


def canonical(value: Any) -> bytes:
    """Canonical JSON of a plain value: sorted keys, no spaces, UTF-8."""
    return _write(value)


def digest(salt: str, value: bytes) -> str:
    """What stands in the public bytes for a part. salt: hex. value: canonical JSON. Returns hex."""
    return sha256(bytes.fromhex(salt) + value).hexdigest()


def opened(row: Kept) -> dict[str, tuple[str, Any]]:
    """The hidden parts of a row: "hands:3", "stock:deck" → (salt in hex, plain value). Empty if nothing in it is sealed."""
    if row.sealed is None:
        return {}
    return {name: (salt, msgspec.json.decode(value)) for name, (salt, value) in _parts(row).items()}


def _parts(row: Kept) -> dict[str, tuple[str, msgspec.Raw]]:
    try:
        return _read_parts(row.sealed or b"")
    except msgspec.MsgspecError as error:
        raise _unreadable(row, "its hidden parts are damaged ({fault})", fault=str(error)) from error


def _unreadable(row: Kept, says: str, **facts: Any) -> Unreadable:
    return Unreadable(row.stream, row.originator_version, Saying(says, **facts))


def seal(sealing: Sealing, data: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """The data with digests in place of the hidden fields, and the bytes of the hidden parts."""
    public, parts = dict(data), {}
    for field, audience in sealing.items():
        hidden = data[field]
        if hidden is None:
            continue
        digests = {}
        for who, value in hidden.items() if audience == SEATS else ((audience, hidden),):
            salt, text = secrets.token_hex(SALT_BYTES), _write(value)
            parts[f"{field}:{who}"] = (salt, msgspec.Raw(text))
            digests[who] = digest(salt, text)
        public[field] = {"sealed": digests}
    return public, _write(parts)


def unseal(sealing: Sealing, row: Kept, public: dict[str, Any]) -> dict[str, Any]:
    """The whole data of a row again. Raises Unreadable: a part is missing or is not what its digest says."""
    parts, data = _parts(row), dict(public)
    for field, audience in sealing.items():
        if data[field] is None:
            continue
        values = {}
        for who, expected in data[field]["sealed"].items():
            salt, value = parts[f"{field}:{who}"]
            if digest(salt, bytes(value)) != expected:
                raise _unreadable(row, "its hidden part {part} is not what was sealed", part=f"{field}:{who}")
            values[who] = msgspec.json.decode(value)
        data[field] = values if audience == SEATS else values[DECK]
    return data


class _Type:
    """One type of event, prepared: how it is written and read."""

    def __init__(self, name: str, kind: type, sealing: Sealing, version: int) -> None:
        self.name, self.kind, self.sealing, self.version = name, kind, sealing, version
        self.plain: Plain | None = plain_fields(kind) if sealing else plain_form(kind)
        self.grows = may_grow(kind)
        # Lax: chips and numbers of seats stand in strings.
        shape = msgspec.defstruct(
            "Stored",
            [(field, str) for field in ("actor", "by", "prev")]
            + [("at", datetime), ("data", kind), ("v", int), ("via", str | None)],
            frozen=True,
            gc=False,
        )
        self.whole: Callable[[bytes], Any] = msgspec.json.Decoder(shape, strict=False).decode


class LedgerMapper(Mapper[str]):
    """Events to rows and rows to events. Overrides both ways of the library, which needs `vars()` and stores import paths.

    events: stable name → class. sealed: name → field → audience, "seats" (a mapping with one part a seat) or "deck" (one part).
    upcasts: see ledger/store/upcasts.py.
    """

    def __init__(
        self, events: Mapping[str, type], sealed: Mapping[str, Sealing], upcasts: Mapping[tuple[str, int], Upcast] = UPCASTS
    ) -> None:
        super().__init__(transcoder=None)  # type: ignore[arg-type]  # both methods that would use it are overridden
        self._upcasts = dict(upcasts)
        newest: dict[str, int] = {}
        for name, version in self._upcasts:
            newest[name] = max(newest.get(name, 1), version + 1)
        self._types = {name: _Type(name, kind, sealed.get(name, {}), newest.get(name, 1)) for name, kind in events.items()}
        self._type_of = {type_.kind: type_ for type_ in self._types.values()}
        self._loose = msgspec.json.Decoder(_Body).decode

    def to_stored_event(self, domain_event: Envelope) -> Kept:  # type: ignore[override]
        """The row of an event; its bytes are made only here. Raises KeyError: no such type of event."""
        x = domain_event
        type_ = self._type_of[x.event.__class__]
        data: Any = type_.plain(x.event) if type_.plain else x.event
        sealed = None
        if type_.sealing:
            data, sealed = seal(type_.sealing, data)
        body = _Body(x.actor, x.effective_at, x.command_id, data, x.prev, x.stream, type_.name, type_.version, x.version, x.via)
        return Kept(x.stream, x.version, type_.name, _write(body), sealed)

    def to_domain_event(self, stored_event: StoredEvent) -> Envelope:
        """The event of a row. Raises Unreadable: unknown name or version, or damaged bytes."""
        row = cast(Kept, stored_event)
        type_ = self._types.get(row.topic)
        if type_ is None:
            raise _unreadable(row, "this release knows no event named {name}", name=repr(row.topic))
        if type_.sealing or type_.version > 1 or type_.grows:
            return self._in_steps(row, type_)
        try:
            body = type_.whole(row.state)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return self._in_steps(row, type_)
        if body.v != 1:
            return self._in_steps(row, type_)
        return Envelope(row.stream, row.originator_version, body.data, body.actor, body.via, body.by, body.at, body.prev)

    def _in_steps(self, row: Kept, type_: _Type) -> Envelope:
        """The slow path: for sealed, older and extensible events, and to find out what is wrong with one that cannot be read."""
        try:
            body = self._loose(row.state)
            if not 1 <= body.v <= type_.version:
                raise _unreadable(
                    row,
                    "this release knows versions 1 to {last} of {name}, not {found}",
                    last=type_.version,
                    name=row.topic,
                    found=body.v,
                )
            data = unseal(type_.sealing, row, body.data) if type_.sealing else body.data
            for version in range(body.v, type_.version):
                data = self._upcasts[row.topic, version](data)
            event: Happened = msgspec.convert(data, type_.kind, strict=False, str_keys=True)
            if type_.grows and type_.plain and _write(type_.plain(event)) != _write(data):
                raise _unreadable(row, "it tells what this release does not know")
        except (msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError) as error:
            raise _unreadable(row, "its bytes are damaged ({fault})", fault=str(error)) from error
        return Envelope(row.stream, row.originator_version, event, body.actor, body.via, body.by, body.at, body.prev)
