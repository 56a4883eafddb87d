"""Settings of one deployment: read once from the environment, checked, and never changed afterwards."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

SCHEMA_LENGTH_MAX = 40
SCHEMA = re.compile(rf"[a-z][a-z0-9_]{{0,{SCHEMA_LENGTH_MAX - 1}}}")
VIEWS = "_views"  # added to the name of a club's schema for that of its read models
HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?")
SMTP_PORTS = {"starttls": 587, "tls": 465, "none": 25}
MAIL_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*"
)
UNIT = re.compile(r"[A-Za-z][A-Za-z -]{0,19}")
SCALE_MAX = 18
RATE_MAX = 1_000_000


PREFIX = "CARDLEDGER_"
NAMES = (
    *(PREFIX + word for word in ("DATA", "SCHEMA", "HOST", "PORT", "UNIT", "SCALE", "RATE", "WEBHOOK_HOSTS")),
    *(PREFIX + word for word in ("SMTP_HOST", "SMTP_PORT", "SMTP_SECURITY", "SMTP_USER", "SMTP_PASSWORD", "SMTP_FROM")),
    *(PREFIX + word for word in ("PYTHON", "KEPT_SEEDS")),  # for ./run and the tests
)


class SetupFault(Exception):
    """Something about this machine or its settings that a person must fix; the text says what and how."""


@dataclass(frozen=True, slots=True)
class Smtp:
    """The server that mail goes through. security: "starttls", "tls" or "none". user: None for a server that asks for nobody.
    sender: the address that stands in From."""

    host: str
    port: int
    security: str
    user: str | None
    password: str | None = field(repr=False)
    sender: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a deployment.

    `data` is the folder of the embedded PostgreSQL, used only while `database_url` is None. `unit` names the chips of the club and
    `scale` counts the digits behind the point; both are fixed by the first migration. `rate`:
    requests a second that one key may make of one process. webhook_hosts: of one's own network, "host" or "host:port", to which
    webhooks may go, by http too. smtp: None, if the club sends no mail.
    """

    database_url: str | None = None
    data: Path = Path("/var/lib/cardledger")
    schema: str = "club"
    host: str = "127.0.0.1"
    port: int = 8765
    unit: str = "chip"
    scale: int = 0
    rate: int = 1000
    webhook_hosts: frozenset[str] = frozenset()
    smtp: Smtp | None = None

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Settings:
        """Settings from a mapping such as `os.environ`; empty counts as not given. Raises SetupFault, one sentence a fault."""
        given = {name: text.strip() for name, text in environment.items() if text.strip()}
        faults = [_unknown(name) for name in given if name.startswith(PREFIX) and name not in NAMES]
        settings = cls(
            database_url=_database_url(given, faults),
            data=_data(given, faults),
            schema=_schema(given, faults),
            host=_host(given, faults),
            port=_number(given, "CARDLEDGER_PORT", 8765, 1, 65535, faults),
            unit=_matching(given, "CARDLEDGER_UNIT", "chip", UNIT, "a word of at most 20 letters", faults),
            scale=_number(given, "CARDLEDGER_SCALE", 0, 0, SCALE_MAX, faults),
            rate=_number(given, "CARDLEDGER_RATE", 1000, 1, RATE_MAX, faults),
            webhook_hosts=_hosts(given, "CARDLEDGER_WEBHOOK_HOSTS", faults),
            smtp=_smtp(given, faults),
        )
        if faults:
            raise SetupFault("\n".join(faults))
        return settings


def default_data(environment: Mapping[str, str]) -> Path:
    """Where the embedded PostgreSQL keeps its data unless told otherwise: for root `/var/lib/cardledger`, else in the user's
    home."""
    if os.geteuid() == 0:
        return Path("/var/lib/cardledger")
    shared = environment.get("XDG_DATA_HOME", "")
    if shared.startswith("/"):
        return Path(shared) / "cardledger"
    return Path(environment.get("HOME") or "~").expanduser() / ".local" / "share" / "cardledger"


def _unknown(name: str) -> str:
    """A misspelt setting would be taken for one that was not given, and the unit of a club is fixed by the first start."""
    meant = get_close_matches(name, NAMES, 1)
    return f"There is no setting {name}{f'; {meant[0]} was meant?' if meant else ', see docs/reference/settings.md.'}"


def _data(given: Mapping[str, str], faults: list[str]) -> Path:
    """The data folder, which must be an absolute path without line breaks or NUL."""
    text = given.get("CARDLEDGER_DATA")
    if text is None:
        return default_data(given)
    if not text.startswith("/") or "\n" in text or "\0" in text:
        faults.append(f"CARDLEDGER_DATA must be an absolute path, such as /var/lib/cardledger; it is {text!r}.")
    return Path(text)


def _database_url(given: Mapping[str, str], faults: list[str]) -> str | None:
    """The address of a PostgreSQL of the club's own, or None for the embedded one. It may hold a password, so it is never shown."""
    text = given.get("DATABASE_URL")
    if text is not None and not text.startswith(("postgresql://", "postgres://")):
        faults.append("DATABASE_URL must begin with postgresql://; leave it empty to use the embedded PostgreSQL.")
    elif text is not None:
        try:
            conninfo_to_dict(text)
        except ProgrammingError:
            faults.append(
                "DATABASE_URL must be an address such as postgresql://user:password@host:5432/database; in a password % is written"
                " %25, a blank %20, @ %40, : %3A and / %2F."
            )
    return text


def unfit_schema(name: str) -> str | None:
    """Why no club can have this name, and what to do; None: it can. Where a club is named, its schema is."""
    if not SCHEMA.fullmatch(name):
        return f"must be lower-case letters, digits and _, at most 40, a letter first; it is {name!r}."
    if name.endswith(VIEWS):
        club = name.removesuffix(VIEWS)
        return (
            f"must not end with {VIEWS}: in {name} lie the read models of a club named {club}. Take another name, such as {club}_2."
        )
    if name.startswith("pg_") or name == "information_schema":
        return f"must not be {name}: PostgreSQL keeps such names for itself. Take another name, such as club."
    return None


def _schema(given: Mapping[str, str], faults: list[str]) -> str:
    """The schema of the club."""
    name = given.get("CARDLEDGER_SCHEMA", "club")
    if (fault := unfit_schema(name)) is not None:
        faults.append(f"CARDLEDGER_SCHEMA {fault}")
    return name


def _host(given: Mapping[str, str], faults: list[str]) -> str:
    """The address to listen on: an IP address or localhost."""
    text = given.get("CARDLEDGER_HOST", "127.0.0.1")
    if text != "localhost":
        try:
            ipaddress.ip_address(text)
        except ValueError:
            faults.append(f"CARDLEDGER_HOST must be an IP address or localhost; it is {text!r}.")
    return text


def _hosts(given: Mapping[str, str], name: str, faults: list[str]) -> frozenset[str]:
    """Hosts with commas between them, each with a port if it is for that port only."""
    hosts = frozenset(filter(None, (word.strip().lower() for word in given.get(name, "").split(","))))
    if wrong := sorted(host for host in hosts if not HOST.fullmatch(host)):
        faults.append(f"{name} takes hosts with commas between them, such as books.lan,10.0.0.7:8080; one is {wrong[0]!r}.")
    return hosts


def _smtp(given: Mapping[str, str], faults: list[str]) -> Smtp | None:
    """The server that mail goes through, if one is named. Its password is never shown."""
    host = given.get("CARDLEDGER_SMTP_HOST")
    if host is None:
        faults += [f"{name} needs CARDLEDGER_SMTP_HOST." for name in NAMES if name.startswith(f"{PREFIX}SMTP_") and name in given]
        return None
    security = given.get("CARDLEDGER_SMTP_SECURITY", "starttls")
    user, password = given.get("CARDLEDGER_SMTP_USER"), given.get("CARDLEDGER_SMTP_PASSWORD")
    sender = given.get("CARDLEDGER_SMTP_FROM", "")
    if not HOST.fullmatch(host.lower()) or ":" in host:
        faults.append(f"CARDLEDGER_SMTP_HOST must be the name or the address of a mail server; it is {host!r}.")
    if security not in SMTP_PORTS:
        faults.append(f"CARDLEDGER_SMTP_SECURITY must be one of {', '.join(SMTP_PORTS)}; it is {security!r}.")
    elif security == "none" and user is not None:
        faults.append("CARDLEDGER_SMTP_USER would be sent in clear: set CARDLEDGER_SMTP_SECURITY to starttls or tls.")
    if (user is None) != (password is None):
        faults.append("CARDLEDGER_SMTP_USER and CARDLEDGER_SMTP_PASSWORD are set together or not at all.")
    if not MAIL_ADDRESS.fullmatch(sender):
        faults.append(f"CARDLEDGER_SMTP_FROM must be an address such as club@example.org; it is {sender!r}.")
    port = _number(given, "CARDLEDGER_SMTP_PORT", SMTP_PORTS.get(security, 587), 1, 65535, faults)
    return Smtp(host, port, security, user, password, sender)


def _matching(given: Mapping[str, str], name: str, default: str, shape: re.Pattern[str], says: str, faults: list[str]) -> str:
    """A word of a set shape."""
    text = given.get(name, default)
    if not shape.fullmatch(text):
        faults.append(f"{name} must be {says}; it is {text!r}.")
    return text


def _number(given: Mapping[str, str], name: str, default: int, least: int, most: int, faults: list[str]) -> int:
    """A whole number between two bounds, both allowed."""
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        faults.append(f"{name} must be a whole number from {least} to {most}; it is {text!r}.")
        return default
    return int(text)
