"""One mail: plain text, through the club's own mail server, sent once, and what came of it."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP as WIRE
from email.utils import format_datetime
from typing import TYPE_CHECKING

from ledger.notices.posting import Outcome

if TYPE_CHECKING:
    from ledger.settings import Smtp

PERMANENT = range(550, 560)  # the address is refused for good
SUBJECT_MAX = 200


@dataclass(frozen=True, slots=True)
class Letter:
    """id: of the mail, the same each time it is sent. language: tag of it."""

    id: str
    language: str
    subject: str
    text: str


def send(smtp: Smtp, address: str, letter: Letter, *, seconds: float, tls: ssl.SSLContext | None = None) -> Outcome:
    """Send it. seconds: how long each word of the server may take. tls: None for the usual one."""
    try:
        with _connected(smtp, seconds, tls or ssl.create_default_context()) as line:
            line.send_message(_written(smtp.sender, address, letter), smtp.sender, [address])
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        return Outcome(ok=False, wrong=f"the mail server refused the address ({codes[0]})", gone=codes[0] in PERMANENT)
    except smtplib.SMTPResponseException as error:
        return Outcome(ok=False, wrong=f"the mail server answered {error.smtp_code}")
    except smtplib.SMTPNotSupportedError:
        return Outcome(ok=False, wrong="the mail server offers no STARTTLS, or no way to sign in")
    except ssl.SSLError:
        return Outcome(ok=False, wrong="no TLS with the mail server")
    except (smtplib.SMTPException, OSError):
        return Outcome(ok=False, wrong="no connection to the mail server")
    return Outcome(ok=True)


def _connected(smtp: Smtp, seconds: float, tls: ssl.SSLContext) -> smtplib.SMTP:
    """The server, signed in to. Raises SMTPException, OSError."""
    name = smtp.sender.rpartition("@")[2]
    if smtp.security == "tls":
        line: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, name, timeout=seconds, context=tls)
    else:
        line = smtplib.SMTP(smtp.host, smtp.port, name, timeout=seconds)
    try:
        if smtp.security == "starttls":
            line.starttls(context=tls)
        if smtp.user is not None:
            line.login(smtp.user, smtp.password or "")
    except BaseException:
        line.close()
        raise
    return line


def _written(sender: str, address: str, letter: Letter) -> EmailMessage:
    """The mail as it goes out. A line break in a header is refused by the library."""
    made = EmailMessage(policy=WIRE)
    made["From"], made["To"], made["Subject"] = sender, address, letter.subject[:SUBJECT_MAX]
    made["Date"] = format_datetime(datetime.now(UTC))
    made["Message-ID"] = f"<{letter.id}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(letter.text, charset="utf-8")
    made["Content-Language"] = letter.language
    return made
