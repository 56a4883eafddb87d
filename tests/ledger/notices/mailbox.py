"""A mail server that keeps what it is sent: a real one, of aiosmtpd, in a thread of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from ledger.settings import Smtp
from tests.ledger.notices.receiver import until

OK = "250 OK"


@dataclass
class Mailbox:
    """mails: as they came. answer: to the next recipient, and to the next mail."""

    mails: list[EmailMessage] = field(default_factory=list)
    recipient: str = OK
    data: str = OK
    port: int = 0

    @property
    def smtp(self) -> Smtp:
        """The settings that lead here."""
        return Smtp("127.0.0.1", self.port, "none", None, None, "club@example.org")

    async def handle_RCPT(self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any) -> str:  # noqa: N802
        if self.recipient == OK:
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.data == OK:
            mail = message_from_bytes(envelope.content or b"", policy=default)
            assert isinstance(mail, EmailMessage)
            self.mails.append(mail)
        return self.data

    def awaits(self, many: int) -> list[EmailMessage]:
        """So many mails."""
        until(lambda: len(self.mails) >= many)
        return self.mails

    def code(self, address: str) -> str:
        """The code that was last mailed to this address; "": none was."""
        codes = [re.search(r"\b[0-9]{6}\b", mail.get_content()) for mail in self.mails if mail["To"] == address]
        return next((found[0] for found in reversed(codes) if found is not None), "")


class Anywhere(Controller):
    """On any free port."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mailbox(**options: Any) -> Iterator[Mailbox]:
    """A mail server that listens on the loopback."""
    kept = Mailbox()
    server = Anywhere(kept, hostname="127.0.0.1", port=0, **options)
    server.start()
    kept.port = server.port
    try:
        yield kept
    finally:
        server.stop()


def signs_in(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: Any) -> AuthResult:
    """Lets in who knows the password."""
    good = (data.login, data.password) == (b"club", b"secret")
    return AuthResult(success=good, handled=good)
